// The client of the guide (examples/typescript/client.ts), compiled against the installed package.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { join } from "../client.js";

const vectors = JSON.parse(readFileSync(new URL("./vectors.json", import.meta.url), "utf8"));

test("the client of the guide plays", () => {
  const [sent, shown] = [[], []];
  const send = (text) => sent.push(JSON.parse(text));
  const client = join({ send }, "de_AT.UTF-8", (line) => shown.push(line), () => 0);
  for (const update of vectors.updates) client.receive(JSON.stringify(update));
  assert.equal(sent.length, 2);
  for (const [number, { expect, action }] of sent.entries()) {
    const { version, moves } = vectors.updates[number];
    assert.equal(expect, version);
    assert.equal(action, moves[0].action);
  }
  assert.ok(shown.some((line) => line.startsWith("Du bist an der Reihe")));
  assert.equal(client.why("deed:end_turn"), 3);
  assert.deepEqual(sent.at(-1), { type: "why", id: 3, parts: ["deed:end_turn"] });
  for (const refusal of vectors.refusals) client.receive(JSON.stringify(refusal));
  assert.match(shown.at(-1), /\(.*\)$/);
});

test("started with an address, the example connects there", async () => {
  const opened = [];
  globalThis.WebSocket = class {
    constructor(address) {
      opened.push(address);
    }
  };
  process.argv[2] = "ws://127.0.0.1:8000/TOKEN";
  await import("../client.js?started");
  assert.deepEqual(opened, ["ws://127.0.0.1:8000/TOKEN"]);
});
