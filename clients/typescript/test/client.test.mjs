// The package on the vectors that the library writes (python -m tools.schema.vectors).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  EventMisfitError,
  InvalidError,
  LAYOUTS,
  TableClient,
  bestLanguage,
  follow,
  holds,
  label,
  languages,
  legalMoves,
  middle,
  name,
  places,
  registerLanguage,
  render,
  validate,
} from "toledo-rules-client";
import { SCHEMA } from "../node_modules/toledo-rules-client/dist/schema.js"; // of the package, which does not export it

const vectors = JSON.parse(readFileSync(new URL("./vectors.json", import.meta.url), "utf8"));

test("every sentence is that of the library, in every language", () => {
  assert.ok(vectors.sentences.length > 200);
  for (const { message, reader, words } of vectors.sentences) {
    assert.deepEqual(Object.keys(words).sort(), languages().sort());
    for (const [language, sentence] of Object.entries(words)) {
      assert.equal(render(message, language, reader), sentence);
    }
  }
});

test("following the events gives the view after", () => {
  const kinds = new Set();
  for (const { before, events, after } of vectors.following) {
    for (const event of events) kinds.add(event.type);
    const untouched = structuredClone(before);
    assert.deepEqual(follow(before, events), after);
    assert.deepEqual(before, untouched);
  }
  assert.equal(kinds.size, 29, "every kind of event");
});

test("an event that was missed is noticed", () => {
  const { before } = vectors.following[0];
  const strange = { type: "painting_taken", seat: 0, value: 999 };
  assert.throws(() => follow(before, [strange]), EventMisfitError);
  assert.throws(() => follow(before, [{ type: "turn_ended", seat: 3 }]), EventMisfitError);
  assert.throws(() => follow(before, [{ type: "flood" }]), /there is no such event/);
});

test("everything in the vectors is valid", () => {
  for (const { before, events, after } of vectors.following) {
    validate("View", before);
    validate("View", after);
    for (const event of events) validate("Event", event);
  }
  for (const { message } of vectors.sentences) validate("Message", message);
});

test("items of a list are compared as a whole", () => {
  SCHEMA.$defs.Distinct = { type: "array", uniqueItems: true };
  const long = "x".repeat(100);
  validate("Distinct", [`${long}1`, `${long}2`, { a: 1 }, { a: 2 }, [["a", 1]], 1, "1", null]);
  for (const twice of [[`${long}1`, `${long}1`], [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }], [0, 0]])
    assert.throws(() => validate("Distinct", twice), /a list without repetitions/);
});

test("one wrong field is one mistake, with its place", () => {
  const { before } = vectors.following[0];
  const mistakes = (value) => {
    try {
      validate("View", value);
    } catch (error) {
      assert.ok(error instanceof InvalidError);
      return error.mistakes.map(({ where }) => where);
    }
    return [];
  };
  assert.deepEqual(mistakes({ ...before, metal: -1 }), ["$.metal"]);
  assert.deepEqual(mistakes({ ...before, metal: 1.5 }), ["$.metal"]);
  assert.deepEqual(mistakes({ ...before, phase: { type: "moving", left: 1 } }), ["$.phase.left"]);
  assert.deepEqual(mistakes({ ...before, phase: { type: "sleeping" } }), ["$.phase.type"]);
  assert.deepEqual(mistakes({ ...before, extra: 1 }), ["$.extra"]);
  const { seat: _, ...without } = before;
  assert.deepEqual(mistakes(without), ["$.seat"]);
  assert.deepEqual(mistakes([]), ["$"]);
  assert.deepEqual(mistakes({ ...before, ["__proto__"]: 1, constructor: 1 }).includes("$.constructor"), true);
});

test("languages can be added and chosen", () => {
  assert.equal(bestLanguage("fi_FI.UTF-8", "de-CH"), "de");
  assert.equal(bestLanguage("tlh"), null);
  registerLanguage("es-419", { label: { fame: "prestigio" } });
  assert.equal(label("fame", "es-419"), "prestigio");
  assert.equal(label("supply", "es-419"), label("supply", "es"));
  assert.throws(() => registerLanguage("pl", { label: {} }), /the catalogue of pl has no/);
  assert.throws(() => render({ key: "label.fame", parameters: {} }, "tlh"), /unknown language tlh/);
  registerLanguage(
    "pl",
    {
      plural: { one: "n = 1", few: "n % 10 = 2..4 and n % 100 != 12..14", many: "n % 10 = 0,1,5..9 or n % 100 = 12..14" },
      label: { circles: "{circles:one=# koło|few=# koła|many=# kół|other=# koła}" },
    },
    "en",
  );
  const said = [1, 2, 5, 12, 22].map((circles) => label("circles", "pl", { circles }));
  assert.deepEqual(said, ["1 koło", "2 koła", "5 kół", "12 kół", "22 koła"]);
  assert.deepEqual([1, 2, 11, 21].filter((n) => holds("n % 10 = 1 and n % 100 != 11", n)), [1, 21]);
});

test("things have names and forms", () => {
  const tile = { type: "term", group: "tile", name: "violet" };
  assert.equal(name(tile, "de"), "violettes Duell-Plättchen");
  assert.equal(name(tile, "de", "the"), "das violette Duell-Plättchen");
  assert.equal(name({ type: "sword", value: 12, metal: 3, gems: 3 }, "en", "gems"), "3");
});

test("places lie inside the picture", () => {
  assert.ok(LAYOUTS.length >= 2);
  for (const layout of LAYOUTS) {
    const found = places(layout);
    for (const [x, y, width, height] of Object.values(found.places)) {
      assert.ok(x >= 0 && y >= 0 && x + width <= found.width + 1 && y + height <= found.height + 1);
    }
    assert.ok(middle(found, "circle:5:0"));
    assert.equal(middle(found, "space:99"), null);
  }
  assert.throws(() => places("square"), /unknown layout square/);
});

test("a client numbers its requests and names the version that it has seen", () => {
  const sent = [];
  const heard = [];
  const client = new TableClient(
    { send: (text) => sent.push(JSON.parse(text)) },
    { update: ({ version }) => heard.push(version), refusal: ({ message }) => heard.push(render(message, "de")) },
  );
  assert.throws(() => client.undo(), /there is no update yet/);
  assert.throws(() => client.receive('{"type": "nonsense"}'), InvalidError);
  for (const update of vectors.updates) client.receive(JSON.stringify(update));
  const last = vectors.updates.at(-1);
  assert.deepEqual(heard, vectors.updates.map(({ version }) => version));
  const moves = legalMoves(client.latest), [, move] = moves;
  assert.ok(client.latest.moves.length < moves.length);
  assert.equal(client.play(move.action), 1);
  assert.equal(client.undo(), 2);
  assert.equal(client.undo({ turn: true }), 3);
  assert.equal(client.why("pile", "space:4"), 4);
  assert.equal(client.ask("hint"), 5);
  assert.deepEqual(sent, [
    { type: "play", id: 1, expect: last.version, action: move.action },
    { type: "undo", id: 2, expect: last.version },
    { type: "undo", id: 3, expect: last.version, turn: true },
    { type: "why", id: 4, parts: ["pile", "space:4"] },
    { type: "ask", id: 5, what: "hint" },
  ]);
  for (const request of sent) validate("ClientMessage", request);
  const picked = move.parts.map((group) => client.latest.parts[group][0]);
  assert.deepEqual(client.through(...picked), [move]);
  assert.deepEqual(client.through("space:99"), []);
  client.receive(JSON.stringify(vectors.refusals[0]));
  assert.equal(heard.at(-1), render(vectors.refusals[0].message, "de"));
});
