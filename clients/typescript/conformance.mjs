// The compiled specification as an engine that answers the questions of the conformance suite, without Python.
//
//     npm run build && python ../../spec/conformance/runner.py small -- node conformance.mjs

import { createInterface } from "node:readline";

import { Rules, deal, setup } from "./dist/rules/rules.js";

const boxes = new Map();
const known = new Map();
let last = { text: "", position: undefined };

function rules({ edition, players }) {
  const key = `${edition.digest} ${players.length}`;
  if (!known.has(key)) known.set(key, new Rules(boxes.get(edition.digest), players.length));
  return known.get(key);
}

const QUESTIONS = {
  legal: ({ position }) => ({ moves: rules(position).legal(position) }),
  after: ({ position, move }) => rules(position).after(position, move),
  explain: ({ position, move, seat }) => ({ refusals: rules(position).explain(position, move, seat) }),
  views: ({ position }) => ({ views: rules(position).views(position) }),
  scores: ({ position }) => rules(position).scores(position),
  deal: ({ edition, players, hands }) => deal(boxes.get(edition.digest), players, hands),
  setup: ({ edition, players, first, hands }) => ({ position: setup(boxes.get(edition.digest), players, first, hands) }),
};

function answer(message) {
  const { type, id, ask } = message;
  if (type === "hello") return { type, protocol: 1, program: "compiled specification in TypeScript" };
  if (type === "edition") {
    boxes.set(message.edition.reference.digest, message.edition);
    return { type: "ok" };
  }
  if (!(ask in QUESTIONS)) return { type: "failure", id, code: "unsupported", message: ask };
  if (message.position) {
    const text = JSON.stringify(message.position); // several questions about one position come after each other
    if (text !== last.text) last = { text, position: message.position };
    message.position = last.position;
  }
  return { type: "answer", id, ...QUESTIONS[ask](message) };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
