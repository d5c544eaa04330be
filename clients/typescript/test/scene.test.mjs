// What lies where, what flies, what is told and why not: as the library says it (python -m tools.schema.vectors).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Telling, flights, scene, seatFigures, whyNot } from "toledo-rules-client/table";
import { score } from "toledo-rules-client/rules";

const { moments } = JSON.parse(readFileSync(new URL("./table.json", import.meta.url), "utf8"));
const NAMES = ["Ana", "Élodie", "", "Yves"];
const points = (view) => view.players.map((_, seat) => score(view, seat).total);

test("figures keep their circles, and swords their niches", () => {
  let before = null;
  for (const { view, seating } of moments) {
    if (view.players.length !== before?.niches.length) before = null; // another game
    before = seatFigures(view, before);
    assert.deepEqual(before, seating);
  }
});

test("everything lies where the library puts it", () => {
  for (const { view, seating, scene: wanted } of moments) {
    const found = scene(view, seating, points(view)).map(({ id, symbol, place, text, gone }) => [id, symbol, place, text, gone]);
    assert.deepEqual(found.sort(), wanted.sort());
  }
});

test("the same things fly, in the same order", () => {
  for (const { view, seating, events, flights: wanted } of moments) {
    assert.deepEqual(flights(events, view, seating, view.seat).map((some) => some.map(({ thing, origin, target }) => [thing, origin, target])), wanted);
  }
});

test("prompts, actions and events are told in the same messages", () => {
  for (const { view, prompt, offers, events, story, after } of moments) {
    const telling = new Telling(view, NAMES);
    assert.deepEqual(telling.prompt(), prompt);
    for (const [action, message] of offers) assert.deepEqual(telling.action(action), message);
    assert.deepEqual(new Telling(after, NAMES).told(events), story);
  }
});

test("every part that cannot be used has the reason of the library, and its rule", () => {
  let asked = 0;
  for (const { view, reasons } of moments) {
    for (const [part, [rule, message]] of Object.entries(reasons)) {
      const found = whyNot(view, NAMES, [part]);
      assert.deepEqual([found?.rule, found?.message], [rule, message], part);
      asked++;
    }
  }
  assert.ok(asked > 500, `${asked}`);
});
