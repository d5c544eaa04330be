// Games without a server, in the page or in a worker: they come to an end, moves are taken back, and all of it can be looked at again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { follow } from "toledo-rules-client";
import { LocalTable } from "toledo-rules-client/local";
import { replay, view } from "toledo-rules-client/rules";
import { WorkerTable, serve } from "toledo-rules-client/worker";

/** Listen to a table, and keep what it says. */
function open(table) {
  const heard = { states: [], refusals: [], statuses: [] };
  const next = () => new Promise((done) => (heard.told = done));
  table.open({
    company: (company) => (heard.company = company),
    state: (state) => { heard.states.push(state); heard.told?.(); },
    refused: (reason) => { heard.refusals.push(reason); heard.told?.(); },
    status: (status) => heard.statuses.push(status),
  });
  return { heard, next, now: () => heard.states.at(-1) };
}

test("one person plays against bots to the end; what happened leads from view to view", async () => {
  const table = new LocalTable({ players: 3, seed: 4, seat: 1, pause: 0 }), { now, next, heard } = open(table);
  for (let moves = 0; !now().result && moves < 3000; moves++) {
    const { offers, version } = now(), before = now();
    if (!offers.length) await next();
    else table.play((await table.hint()) ?? offers[0].action, version);
    if (now().change === "played") assert.deepEqual(follow(before.view, now().events), now().view);
  }
  assert.ok(now().result);
  assert.equal(heard.refusals.length, 0);
  const { start, steps } = await table.review();
  assert.deepEqual(steps.reduce((seen, { entry }) => follow(seen, entry.events), start), now().view);
  assert.deepEqual(view([...replay(table.record)].at(-1).transition.state, 1), now().view);
});

test("a move is taken back and played again, but not one that reveals a card", () => {
  const table = new LocalTable({ seed: 4 }), { now, heard } = open(table), start = now().view;
  const shop = now().offers.find(({ action }) => action.type === "place_shop");
  table.play(shop.action, now().version);
  table.undo(now().version);
  assert.deepEqual(now().view, start);
  table.redo(now().version);
  assert.equal(now().change, "redone");
  table.play({ type: "take_cards" }, now().version);
  table.undo(now().version);
  assert.equal(heard.refusals[0].message.key, "undo.revealed");
});

test("a request about an older position is refused", () => {
  const table = new LocalTable({ seed: 4 }), { now, heard } = open(table);
  table.play({ type: "take_cards" }, now().version - 1);
  assert.equal(heard.refusals[0].message.key, "refused.stale");
});

test("a game in a worker is the same game", async () => {
  const { port1, port2 } = new MessageChannel();
  serve(port1);
  const there = new WorkerTable(port2, { players: 2, seed: 9 }), { now, next } = open(there);
  const here = new LocalTable({ players: 2, seed: 9 }), beside = open(here);
  await next();
  for (let moves = 0; moves < 12; moves++) {
    const { action } = now().offers[moves % now().offers.length], told = next();
    there.play(action, now().version);
    here.play(action, beside.now().version);
    await told;
    assert.deepEqual(now(), beside.now());
  }
  assert.equal((await there.why(["deed:pass"])).rule, (await here.why(["deed:pass"])).rule);
  port1.close();
});
