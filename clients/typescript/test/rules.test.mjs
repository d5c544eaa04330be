// The rules, compared with the library on what it writes (python -m tools.schema.vectors): whole games by seed, positions, texts.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  EDITIONS,
  IllegalMoveError,
  KOSMOS_2008,
  NotationError,
  ReplayError,
  Stream,
  apply,
  chanceOutcomes,
  dealHands,
  duelOdds,
  editionDigest,
  explain,
  explainAll,
  formatPosition,
  formatRecord,
  formatTurn,
  illFormed,
  invariants,
  legalActions,
  newGame,
  outcome,
  parseAction,
  parsePosition,
  parseTurn,
  perft,
  positionHash,
  ranking,
  readRecord,
  replay,
  score,
  shippedEdition,
  step,
  transition,
  view,
} from "toledo-rules-client/rules";

const vectors = JSON.parse(readFileSync(new URL("./rules.json", import.meta.url), "utf8"));
const editions = [...EDITIONS, ...vectors.editions];
const editionCalled = (name) => editions.find((one) => one.name === name) ?? shippedEdition(name);

const sorted = (_, value) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const hashed = (value) => createHash("sha256").update(JSON.stringify(value, sorted)).digest("hex").slice(0, 8);
const table = ({ edition: _, ...rest }) => rest;
const named = (name) => vectors.editions.find((one) => one.name === name);

/** A game that follows from a seed, as the vectors say. */
function* played({ seed, edition, players, first }) {
  const cards = new Stream(seed), choice = new Stream(seed, 1);
  let state = newGame(players, cards, { edition: editionCalled(edition), first });
  yield { state };
  while (state.phase.type !== "over") {
    const legal = legalActions(state), rest = legal.filter(({ type }) => type !== "return_figure"), some = rest.length ? rest : legal;
    const action = some[choice.randrange(some.length)], what = transition(state, action, cards);
    state = what.state;
    yield { ...what, action };
  }
}

test("the same seed gives the same game as in the library", () => {
  assert.equal(vectors.games.length, 200);
  for (const game of vectors.games) {
    const [{ state: start }, ...plies] = played(game), states = [start, ...plies.map(({ state }) => state)];
    const differs = game.positions.split(" ").findIndex((hash, place) => hash !== positionHash(states[place] ?? {}));
    assert.equal(differs, -1, `game ${game.seed} of ${game.edition}, position ${differs}`);
    assert.equal(states.length, game.positions.split(" ").length);
    const watchers = ["spectator", ...start.players.keys()];
    assert.equal(hashed(plies.map(({ told }) => watchers.map((watcher) => told[watcher]))), game.told, `what was told in game ${game.seed}`);
    const end = states.at(-1);
    assert.deepEqual(outcome(end), game.outcome);
    assert.equal(outcome(start), null);
    if (game.record === null) continue;
    const entries = plies.map(({ action, draws }) => ({ action, draws }));
    const scores = end.players.map((_, seat) => score(end, seat).total);
    const record = { start, entries, names: [], tags: { seed: `${game.seed}` }, scores, rules: 1 };
    assert.equal(hashed(formatRecord(record)), game.record);
  }
});

test("positions have the same text, moves, views, points and odds as in the library", () => {
  assert.ok(vectors.positions.length > 500);
  for (const { position, legal, views, scores, ranking: places, odds } of vectors.positions) {
    const name = /^toledo1 \[(\S+)/.exec(position)?.[1], state = parsePosition(position, named(name));
    assert.equal(formatPosition(state), position);
    assert.deepEqual(invariants(state), []);
    assert.deepEqual(legalActions(state), legal);
    const seen = [null, ...state.players.keys()].map((seat) => view(state, seat));
    assert.deepEqual(seen.map((one) => hashed(table(one))), views);
    const mine = seen[1 + state.active];
    assert.deepEqual(legalActions(mine), legal);
    assert.deepEqual(scores.map(({ seat }) => score(state, seat)), scores);
    assert.deepEqual(scores.map(({ seat }) => score(mine, seat)), scores);
    assert.deepEqual(ranking(state), places);
    const fraction = ([a, b]) => (b === 1n ? `${a}` : `${a}/${b}`);
    for (const { rival, wins, scores: ends } of odds) {
      const found = duelOdds(mine, rival);
      assert.equal(fraction(found.attackerWins), wins);
      assert.deepEqual(found.scores.map(({ rounds, chance }) => [...rounds, fraction(chance)]), ends);
    }
  }
});

test("what is refused is refused for the same reasons, in the same order", () => {
  const codes = new Set();
  for (const { position, legal, refused } of vectors.positions) {
    const state = parsePosition(position, named(/^toledo1 \[(\S+)/.exec(position)?.[1]));
    for (const { move, seat, reasons } of refused) {
      for (const { code } of reasons) codes.add(code);
      assert.deepEqual(explainAll(state, move, seat), reasons);
      assert.deepEqual(explain(state, move, seat), reasons[0]);
    }
    for (const move of legal) assert.equal(explain(state, move), null);
  }
  assert.ok(codes.size > 35, `${codes.size} codes`);
});

test("lines of play are as many as in the library and in the specification", () => {
  for (const { position, lines, decisions } of vectors.perft) {
    const state = parsePosition(position), depths = [...lines.keys()];
    assert.deepEqual(depths.map((depth) => perft(state, depth + 1)), lines);
    assert.deepEqual(depths.map((depth) => perft(state, depth + 1, { chance: false })), decisions);
  }
});

const verdict = (read) => {
  try {
    return { says: read() };
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return { column: error.column, expected: error.expected, broken: error.broken.length > 0 };
  }
};

test("lines of actions are read and refused as in the library", () => {
  for (const { text, edition, verdict: expected } of vectors.turns) {
    const found = verdict(() => parseTurn(text, editionCalled(edition)));
    assert.deepEqual(found, expected, JSON.stringify(text));
    if (found.says) assert.deepEqual(parseTurn(formatTurn(found.says, editionCalled(edition)), editionCalled(edition)), found.says);
  }
});

test("damaged positions are read and refused as in the library", () => {
  for (const { text, edition, verdict: expected } of vectors.damaged) {
    assert.deepEqual(verdict(() => hashed(table(parsePosition(text, edition ? editionCalled(edition) : undefined)))), expected, JSON.stringify(text));
  }
});

/** The number of entries that fit the rules. */
function fitting(record) {
  let number = 0;
  try {
    for (const _ of replay(record)) number++;
  } catch (error) {
    assert.ok(error instanceof ReplayError);
  }
  return number;
}

test("records are read as in the library, as far as they can be", () => {
  assert.ok(vectors.records.some(({ problems }) => problems.length === 0));
  for (const { text, record, fits, problems } of vectors.records) {
    const found = readRecord(text), { start, entries, ...rest } = found.record ?? {};
    assert.deepEqual(found.problems.map(({ where, expected, column }) => ({ where, expected, column })), problems, text);
    assert.deepEqual(found.record && { start: hashed(table(start)), entries: hashed(entries), ...rest }, record, text);
    if (!found.record) continue;
    assert.equal(fitting(found.record), fits, text);
    if (!problems.length) assert.deepEqual(readRecord(formatRecord(found.record)), found);
  }
});

test("editions have the digests of the library", () => {
  for (const { name, digest } of vectors.digests) assert.equal(editionDigest(editionCalled(name)), digest);
  assert.deepEqual(editions.flatMap(illFormed), []);
  assert.ok(illFormed({ ...KOSMOS_2008, metal: -1 }).includes("cmp07"));
});

test("readings follow the name of an edition", () => {
  const read = shippedEdition("kosmos-2008 a22=used_up"), state = newGame(2, new Stream(1), { edition: "kosmos-2008 a22=used_up" });
  assert.equal(shippedEdition("kosmos-2008 a82=optional a22=used_up"), read);
  assert.equal(shippedEdition("kosmos-2008 a22=when_needed"), KOSMOS_2008);
  assert.equal(editionDigest(read), "0a651d1463e18af4");
  assert.equal(editionDigest({ ...KOSMOS_2008, readings: { a22: "when_needed" } }), editionDigest(KOSMOS_2008));
  assert.deepEqual(state.edition, { name: "kosmos-2008", digest: "0a651d1463e18af4", readings: { a22: "used_up" } });
  assert.match(formatPosition(state), /^toledo1 \[kosmos-2008 a22=used_up\] red/);
  assert.deepEqual(parsePosition(formatPosition(state)), state);
  assert.throws(() => shippedEdition("kosmos-2008 a22=soon"), /found the reading a22=soon, expected when_needed or used_up/);
  assert.throws(() => shippedEdition("kosmos-2008 a23=soon"), /expected a22=when_needed, .* or a160=voluntary/);
  assert.throws(() => shippedEdition("chess"), /no edition chess/);
  assert.throws(() => parsePosition("toledo1 [kosmos-2008 a22=soon] red / red / blue"), /column 22: expected when_needed or used_up/);
  assert.throws(() => parsePosition("toledo1 [kosmos-2008] red / red / blue", read), /column 21: expected a22=used_up, as the edition/);
  assert.deepEqual(illFormed({ ...KOSMOS_2008, readings: { a82: "soon" } }), ["a82"]);
});

test("a figure on the cathedral can be returned, and a player may pass, where A-109 and A-160 are read so", () => {
  const kinds = (readings) => legalActions(parsePosition(`toledo1 [kosmos-2008 ${readings}] red / red / blue 1va / discards`)).map(({ type }) => type);
  assert.ok(!kinds("a109=on_road").includes("return_figure"));
  assert.ok(kinds("a109=outside_alcazar").includes("return_figure"));
});

test("the sum of the swords is halved where A-120 is read so", () => {
  const swords = (edition) => score(parsePosition(`toledo1 [${edition}] red / red 1va, swords 5 7 / blue`), 0).lines;
  assert.deepEqual(swords("kosmos-2008").map(({ value, points }) => [value, points]), [[5, 2], [7, 3]]);
  assert.deepEqual(swords("kosmos-2008 a120=sum"), [{ rule: "SCO-02", kind: "swords_in_front", value: 12, points: 6 }]);
});

test("a card paid to an owner is shown, but not known, where A-130 is read so", () => {
  const paid = { value: 6, colour: "brown", stance: "defender" };
  const known = (edition) => {
    const due = parsePosition(`toledo1 [${edition}] red arrived 2, front 2va / red 6bd, @2 / blue 1nd, g1@2 / discards`);
    const { state, told } = step(due, { type: "use_space", pay: paid, take: null, give_back: null });
    assert.deepEqual(told.spectator[0], { type: "fee_paid", seat: 0, owner: 1, card: paid });
    return view(state, 0).players[1].known;
  };
  assert.deepEqual([known("kosmos-2008"), known("kosmos-2008 a130=forgotten")], [[paid], []]);
});

test("a stream gives the numbers of docs/reference/chance.md", () => {
  const stream = new Stream(2008);
  assert.deepEqual(Array.from({ length: 8 }, () => stream.randrange(6)), [5, 2, 4, 2, 1, 0, 0, 5]);
  assert.equal(new Stream(2008, 0, 7).randrange(6), 5);
  assert.equal(new Stream(2008, 1).randrange(6), 5);
  assert.throws(() => new Stream(2 ** 53), /below 2\^53/);
  assert.throws(() => new Stream(1.5), /below 2\^53/);
  assert.throws(() => new Stream("\ud800"), /halves of characters/);
  assert.throws(() => new Stream(1, -1), /0 or more/);
  assert.throws(() => stream.randrange(0), /1 or more/);
});

test("what the rules do not allow is refused", () => {
  const state = newGame(2, new Stream(1)), never = { type: "end_turn" };
  assert.throws(() => apply(state, never, new Stream(1)), /"end_turn".* is not legal: no_card_played: see TRN-04/);
  assert.throws(() => step(state, { type: "draw", card: state.pile[0] }), IllegalMoveError);
  assert.throws(() => newGame(5, new Stream(1)), /for 2 to 4 players, not 5/);
  assert.throws(() => newGame(2, new Stream(1), { first: 2 }), /from 0 to 1/);
  assert.throws(() => newGame(2, { randrange: (stop) => stop }), /source of chance/);
  const { reference: _, ...broken } = { ...KOSMOS_2008, figures: 0 };
  assert.throws(() => newGame(2, new Stream(1), { edition: broken }), /nobody can play kosmos-2008/);
  assert.throws(() => legalActions({ ...state, edition: { name: "kosmos-2008", digest: "0" } }), /no edition kosmos-2008 with the digest 0/);
  assert.throws(() => duelOdds(view(state, 0), 0), /no duel with seat 0/);
  assert.throws(() => duelOdds(view(state, null), 0), /spectator/);
  assert.throws(() => dealHands(KOSMOS_2008, [[], []]), /seat 0 has 0 cards/);
  assert.throws(() => formatPosition({ ...state, metal: 99 }), /not a position that a game can reach/);
  assert.deepEqual(legalActions(view(state, 1)), []);
  const record = { start: state, entries: [{ action: never, draws: [] }], names: [], tags: {}, scores: null, rules: 1 };
  assert.throws(() => [...replay(record)], ReplayError);
  assert.throws(() => [...replay({ ...record, entries: [{ action: { type: "take_cards" }, draws: [] }] })], /entry 1: .*A-136/);
  assert.throws(() => [...replay({ ...record, entries: [], scores: [0, 0] })], /not over/);
  assert.throws(() => [...replay({ ...record, rules: 2 })], /rules 2/);
});

test("a position that is made here is frozen, and a changed copy is asked anew", () => {
  const start = newGame(3, new Stream(7)), state = apply(start, parseAction("take", KOSMOS_2008), new Stream(8));
  assert.throws(() => (state.active = 0), TypeError);
  assert.throws(() => state.players[0].hand.push(state.pile[0]), TypeError);
  assert.equal(state.active, 1);
  assert.deepEqual(legalActions(structuredClone(state)), legalActions(state));
  assert.notDeepEqual(legalActions({ ...state, active: 2 }), legalActions(state));
  const drawing = step(start, { type: "take_cards" });
  assert.equal(chanceOutcomes(drawing.state).reduce((sum, { weight }) => sum + weight, 0), start.pile.length);
  assert.equal(drawing.reveals, false);
});
