// The compiled specification as an engine that answers the questions of the conformance suite, without Python.
//
//     npm run build && python ../../spec/conformance/runner.py small -- node conformance.mjs

import { createInterface } from "node:readline";

import {
  Stream, apply, editionDigest, formatMove, formatPosition, formatRecord, illFormed, legalActions, newGame, parseMove, parsePosition, perft,
  plainText, positionHash, readRecord, replay,
} from "./dist/rules/index.js";
import { Rules, deal, setup } from "./dist/rules/rules.js";

const boxes = new Map();
const plain = new Map();
const known = new Map();
let last = { text: "", position: undefined };

/** An edition that was sent before, or that a question has in full; an answer names it as the question does. */
const box = (edition) => boxes.get(edition.digest) ?? { ...edition, reference: edition };

function rules({ edition, players }) {
  const key = `${edition.digest ?? JSON.stringify(edition)} ${players.length}`;
  if (!known.has(key)) known.set(key, new Rules(box(edition), players.length));
  return known.get(key);
}

/** An edition as such, without the reference that positions have. */
const inFull = (edition) => plain.get(edition.digest) ?? edition;

/** A position for the functions that look for its edition themselves. */
const whole = (position) => ({ ...position, edition: inFull(position.edition) });

const QUESTIONS = {
  legal: ({ position }) => ({ moves: rules(position).legal(position) }),
  after: ({ position, move }) => rules(position).after(position, move),
  explain: ({ position, move, seat }) => ({ refusals: rules(position).explain(position, move, seat) }),
  views: ({ position }) => ({ views: rules(position).views(position) }),
  scores: ({ position }) => rules(position).scores(position),
  sure: ({ position }) => ({ sure: rules(position).sure(position) }),
  perft: ({ position, depth }) => ({ lines: perft(whole(position), depth) }),
  deal: ({ edition, players, hands }) => deal(box(edition), players, hands),
  setup: ({ edition, players, first, hands }) => ({ position: setup(box(edition), players, first, hands) }),
};

/** The hashes of a game by a seed, in which each choice is a place in the list of legal moves. */
function game({ edition, players, seed, choices }) {
  const chance = new Stream(seed), found = [];
  let state = newGame(players, chance, { edition: inFull(edition) });
  found.push(positionHash(state));
  for (const choice of choices) {
    const legal = legalActions(whole(state)).map((action) => ({ action, text: plainText(action) }));
    legal.sort((a, b) => (a.text < b.text ? -1 : 1));
    state = apply(whole(state), legal[choice].action, chance);
    found.push(positionHash(state));
  }
  return { hashes: found };
}

function record({ record: text }) {
  const { record: found, problems } = readRecord(text, { editions: [...plain.values()] });
  if (problems.length) throw new Error(JSON.stringify(problems[0]));
  let position = found.start;
  for (const { transition } of replay(found)) position = transition.state;
  return { record: found, position };
}

const NO_POSITION = {
  notation: ({ edition, move, position }) =>
    move ? { move: formatMove(move, inFull(edition)) } : { position: formatPosition(whole(position)) },
  parse: ({ edition, move, position }) =>
    move === undefined ? { position: { ...parsePosition(position, inFull(edition)), edition } } : { move: parseMove(move, inFull(edition)) },
  stream: ({ seed, game, index, stops }) => {
    const stream = new Stream(seed, game, index);
    return { numbers: stops.map((stop) => stream.randrange(stop)) };
  },
  game,
  record,
  write_record: ({ record }) => ({ record: formatRecord(record) }),
  well_formed: ({ edition }) => ({ well_formed: illFormed(edition).length === 0 }),
  digest: ({ edition }) => ({ digest: editionDigest(edition) }),
};

function answer(message) {
  const { type, id, ask } = message;
  if (type === "hello") return { type, protocol: 1, program: "compiled specification in TypeScript" };
  if (type === "edition") {
    const { reference, ...edition } = message.edition;
    boxes.set(reference.digest, message.edition);
    plain.set(reference.digest, edition);
    return { type: "ok" };
  }
  const question = QUESTIONS[ask] ?? NO_POSITION[ask];
  if (question === undefined) return { type: "failure", id, code: "unsupported", message: ask };
  if (ask in QUESTIONS && message.position) {
    const text = JSON.stringify(message.position); // several questions about one position come after each other
    if (text !== last.text) last = { text, position: message.position };
    message.position = last.position;
  }
  try {
    return { type: "answer", id, ...question(message) };
  } catch (error) {
    return { type: "failure", id, code: "refused", message: String(error.message ?? error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
