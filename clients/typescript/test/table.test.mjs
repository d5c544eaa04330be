// Choosing on a table: the parts are those of the library (python -m tools.schema.vectors), and pointing reaches every action.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EDITIONS, Stream, newGame, parsePosition, view } from "toledo-rules-client/rules";
import { offers, point, settle } from "toledo-rules-client/table";

const vectors = JSON.parse(readFileSync(new URL("./rules.json", import.meta.url), "utf8"));
const hashed = (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);

/** What the player on turn may do in each position of the vectors. */
function* everything() {
  for (const { position, parts } of vectors.positions) {
    const name = /^toledo1 \[(\S+)/.exec(position)?.[1], odd = vectors.editions.find((one) => one.name === name);
    const state = parsePosition(position, EDITIONS.some((one) => one.name === name) ? undefined : odd);
    yield { parts, found: offers(view(state, state.active)), position };
  }
}

const positions = [...everything()];

test("the parts that stand for an action are those of the library", () => {
  for (const { parts, found, position } of positions) assert.equal(hashed(found.map((offer) => offer.parts)), parts, position);
});

test("every action is reached by pointing at what is lit", () => {
  let reached = 0;
  for (const { found, position } of positions) {
    for (const offer of found) {
      let now = settle(found);
      for (let more = true; more && now.ready?.action !== offer.action; ) {
        const next = offer.parts.find((part) => now.lit.has(part) && !now.picked.includes(part) && !now.picked.some((one) => alike(offer, one, part)));
        more = next !== undefined || now.picked.length === 0;
        now = more ? point(found, now, next ?? offer.parts[0]) : now;
      }
      assert.deepEqual(now.ready?.action, offer.action, position);
      reached++;
    }
  }
  assert.ok(reached > 4_000, `${reached}`);
});
/** Two parts answer the same question. */
const alike = ({ slots }, one, other) => slots.some(({ parts }) => parts.includes(one) && parts.includes(other));

test("whoever points at anything is understood, and only what no action has is refused", () => {
  const chance = new Stream(1);
  for (const { found } of positions) {
    const parts = [...new Set(found.flatMap((offer) => offer.parts))];
    let now = settle(found);
    for (let click = 0; click < 12 && parts.length; click++) {
      const part = parts[chance.randrange(parts.length)], was = now.picked.includes(part);
      now = point(found, now, part);
      assert.equal(now.picked.includes(part), !was);
      assert.ok(now.fitting.length > 0);
      if (now.ready) assert.ok(now.fitting.includes(now.ready));
      else assert.ok(now.lit.size > 0);
    }
    assert.equal(point(found, now, "space:99"), null);
  }
});

test("a choice is made step by step, and changed", () => {
  const state = newGame(2, new Stream(2008)), found = offers(view(state, 0));
  let now = settle(found);
  assert.equal(now.ready, null);
  assert.ok([...now.lit].every((part) => part.startsWith("deed:")));
  now = point(found, now, "deed:place_shop");
  assert.deepEqual(now.open, ["with", "where"]);
  assert.ok([...now.lit].every((part) => part.startsWith("player:0:shop:")));
  now = point(found, now, "player:0:shop:m2");
  assert.deepEqual(now.open, ["where"]);
  now = point(found, now, "space:4");
  assert.deepEqual(now.ready.action, { type: "place_shop", shop: { kind: "metal", circles: 2 }, step: 4 });
  now = point(found, now, "space:8"); // another site for the same shop
  assert.deepEqual(now.picked, ["deed:place_shop", "player:0:shop:m2", "space:8"]);
  now = point(found, now, "player:0:shop:m2"); // back to before it
  assert.deepEqual(now.picked, ["deed:place_shop"]);
  now = point(found, now, "deed:take_cards"); // something else
  assert.deepEqual(now.ready.action, { type: "take_cards" });
});
