// The way to a server: it answers late, not at all, in another protocol, or goes away. The clock is the test's.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PROTOCOL, legalMoves } from "toledo-rules-client";
import { SocketTable } from "toledo-rules-client/socket";

const { updates, refusals } = JSON.parse(readFileSync(new URL("./vectors.json", import.meta.url), "utf8"));
const HELLO = { type: "hello", protocol: PROTOCOL, program: "test", edition: null, seat: 0, names: ["Ana", "Élodie"] };

/** A server in the test: what it was sent, and what it says. */
class Server {
  sent = [];
  dialled = 0;
  heard = null;
  connect = (heard) => {
    this.heard = heard;
    this.dialled++;
    return { send: (text) => this.sent.push(JSON.parse(text)), close: () => undefined };
  };
  say(message) {
    this.heard.text(JSON.stringify(message));
  }
}

function table(t, hello = HELLO) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const server = new Server(), told = { states: [], statuses: [], refusals: [], reasons: [] };
  const socket = new SocketTable(server.connect);
  socket.open({
    company: (company) => (told.company = company),
    state: (state) => told.states.push(state),
    refused: (reason) => told.refusals.push(reason),
    status: (status, reason) => { if (told.statuses.at(-1) !== status) told.statuses.push(status); if (reason) told.reasons.push(reason); },
  });
  server.say(hello);
  return { socket, server, told, tick: (ms) => t.mock.timers.tick(ms) };
}

test("an update has moves with their parts, slots and sentences", (t) => {
  const { server, told } = table(t);
  server.say(updates[0]);
  const [state] = told.states;
  assert.deepEqual(told.company, { seat: 0, names: ["Ana", "Élodie"] });
  const moves = legalMoves(updates[0]);
  assert.equal(state.offers.length, moves.length);
  for (const [at, { parts, message }] of state.offers.entries()) {
    assert.deepEqual([...parts].sort(), moves[at].parts.flatMap((group) => updates[0].parts[group]).sort());
    assert.match(message.key, /^action\./);
  }
});

test("ten minutes of play with a delay of 400 ms are never called silent", (t) => {
  const { socket, server, told, tick } = table(t);
  server.say(updates[0]);
  for (let move = 0; move < 200; move++) {
    const before = server.sent.length;
    socket.play({ type: "take_cards" }, 0);
    tick(800); // there and back
    for (const { id } of server.sent.slice(before)) server.say({ type: "done", id, version: 0 });
    const asked = server.sent.length;
    tick(2200); // a person thinks; the heartbeat may ask
    for (const { id } of server.sent.slice(asked)) server.say({ type: "done", id, version: 0 });
  }
  assert.ok(!told.statuses.includes("silent"), told.statuses.join());
});

test("a server that does not answer is called silent within two seconds, and tried again after ten", (t) => {
  const { socket, server, told, tick } = table(t);
  server.say(updates[0]);
  socket.play({ type: "take_cards" }, 0);
  tick(1000);
  assert.equal(told.statuses.at(-1), "open");
  tick(700);
  tick(200);
  assert.equal(told.statuses.at(-1), "silent");
  tick(8000);
  assert.equal(told.statuses.at(-1), "lost");
  tick(1000);
  assert.equal(server.dialled, 2);
});

test("a lost connection is tried again, less and less often", (t) => {
  const { server, tick } = table(t), dialled = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    server.heard.closed();
    let waited = 0;
    for (const now = server.dialled; server.dialled === now; waited += 100) tick(100);
    dialled.push(waited);
  }
  assert.ok(dialled[0] <= 800 && dialled.at(-1) > 5000 && Math.max(...dialled) <= 20_000, dialled.join());
});

test("an idle table asks whether the server is there", (t) => {
  const { server, tick } = table(t);
  server.say(updates[0]);
  tick(10_000);
  assert.deepEqual(server.sent.map(({ type, what }) => [type, what]), [["ask", "ping"]]);
  server.say({ type: "done", id: server.sent[0].id, version: 99 });
  assert.equal(server.sent.at(-1).what, "update"); // something was missed
});

test("another protocol is refused with a sentence, and not tried again", (t) => {
  const { server, told, tick } = table(t, { ...HELLO, protocol: PROTOCOL + 1 });
  assert.equal(told.statuses.at(-1), "refused");
  assert.equal(told.reasons[0].key, "error.other_protocol");
  tick(60_000);
  assert.equal(server.dialled, 1);
});

test("a refusal is told; the reason that was asked for is an answer", async (t) => {
  const { socket, server, told } = table(t);
  server.say(updates[0]);
  const asked = socket.why(["space:3", "hand:0:1ba"]);
  server.say({ ...refusals[0], id: server.sent.at(-1).id });
  assert.equal((await asked).rule, refusals[0].rule);
  assert.equal(told.refusals.length, 0);
  socket.play({ type: "end_turn" }, 0);
  server.say({ ...refusals[0], id: server.sent.at(-1).id });
  assert.equal(told.refusals[0].rule, refusals[0].rule);
});
