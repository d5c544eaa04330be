// Answers the questions of the conformance suite with toledo.lp, through clingo-wasm: the protocol and the logic program
// without Python.
//
//     npm ci && python ../runner.py small -- node client.mjs

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import * as terms from "./terms.mjs";

console.info = console.log = () => {}; // clingo-wasm greets on standard output, which belongs to the protocol
const { default: clingo } = await import("clingo-wasm");

const PROTOCOL = 1;
const PROGRAM = readFileSync(new URL("../toledo.lp", import.meta.url), "utf-8").replace(/^#show.*$/gm, "");
const { events } = JSON.parse(readFileSync(new URL("../registry.json", import.meta.url), "utf-8"));
const EVENTS = Object.fromEntries(events.map(({ name, parts }) => [name, parts]));
const ITEMS = ["delivered", "in_front", "paintings", "gems", "movement_tile"];
const editions = new Map();

/** Everything that follows from some facts: the atoms of these predicates, as terms. */
async function derive(facts, ...shown) {
  const shows = shown.map((word) => `#show ${word}.`).join("\n");
  const given = facts.map((fact) => `${terms.written(fact)}.`).join("\n");
  const result = await clingo.run(`${PROGRAM}\n#show.\n${shows}\n${given}\n`, 1);
  if (result.Result !== "SATISFIABLE") throw new Error(result.Error ?? result.Result);
  return result.Call[0].Witnesses[0].Value.map(terms.parsed);
}

const arguments_of = (atoms, name) => atoms.filter((atom) => atom[0] === name).map((atom) => atom.slice(1));

function table(position) {
  const box = editions.get(position.edition.digest);
  if (!box) throw new Error(`edition ${position.edition.digest} was not sent`);
  const players = position.players.length;
  const now = terms.position(position).map((fluent) => ["true", fluent]);
  return { box, players, facts: [...terms.edition(box, players), ...now] };
}

const viewers = (players) => [null, ...Array(players).keys()];
const byWatcher = (watcher, seat) => watcher === (seat ?? "spectator");

const QUESTIONS = {
  async legal({ position }) {
    const { facts } = table(position);
    const atoms = await derive(facts, "legal/2", "weight/2");
    const weights = new Map(arguments_of(atoms, "weight").map(([m, n]) => [terms.written(m), n]));
    const moves = arguments_of(atoms, "legal").map(([, move]) => {
      const weight = weights.get(terms.written(move));
      return { move: terms.moveJson(move), ...(weight === undefined ? {} : { weight }) };
    });
    return { moves };
  },

  async after({ position, move }) {
    const { box, players, facts } = table(position);
    const who = move.type === "draw" ? "chance" : position.active;
    const does = ["does", who, terms.move(move, position.active)];
    const atoms = await derive([...facts, does], "next/1", "told/3", "reveals/0");
    const told = {};
    for (const seat of viewers(players)) {
      const heard = new Map();
      for (const [watcher, order, event] of arguments_of(atoms, "told")) {
        if (byWatcher(watcher, seat)) heard.set(order, [...(heard.get(order) ?? []), event]);
      }
      const inOrder = [...heard.keys()].sort((a, b) => a - b);
      told[seat ?? "spectator"] = inOrder.map((order) => terms.eventJson(heard.get(order), EVENTS));
    }
    const next = arguments_of(atoms, "next").map(([fluent]) => fluent);
    return { position: terms.stateJson(next, box, players), told, reveals: atoms.includes("reveals") };
  },

  async views({ position }) {
    const { box, players, facts } = table(position);
    const seen = arguments_of(await derive(facts, "sees/2"), "sees");
    const views = viewers(players).map((seat) => {
      const mine = seen.filter(([watcher]) => byWatcher(watcher, seat)).map(([, fluent]) => fluent);
      return terms.viewJson(mine, box, players, seat);
    });
    return { views };
  },

  async scores({ position }) {
    const { players, facts } = table(position);
    const atoms = await derive(facts, "points/3", "goal/2", "rank/2", "winner/1");
    const points = [...Array(players).keys()].map((seat) => {
      const sheet = Object.fromEntries(ITEMS.map((item) => [item, 0]));
      for (const [owner, item, number] of arguments_of(atoms, "points")) {
        if (owner === seat) sheet[item] = number;
      }
      const [[, total]] = arguments_of(atoms, "goal").filter(([owner]) => owner === seat);
      return { ...sheet, total };
    });
    const places = arguments_of(atoms, "rank").sort(([a], [b]) => a - b).map(([, rank]) => rank);
    return { points, places, winners: arguments_of(atoms, "winner").flat().sort() };
  },

  async deal({ edition, players, hands }) {
    const facts = [...terms.edition(editions.get(edition.digest), players), ...terms.dealt(hands)];
    const coming = arguments_of(await derive(facts, "deal/3"), "deal");
    const cards = coming.map(([, card, weight]) => ({ card: terms.cardJson(card), weight }));
    return { seat: coming.length ? coming[0][0] : null, cards };
  },

  async setup({ edition, players, first, hands }) {
    const box = editions.get(edition.digest);
    const named = first === null ? [] : [["named", first]];
    const facts = [...terms.edition(box, players), ...terms.dealt(hands), ...named];
    const init = arguments_of(await derive(facts, "init/1"), "init").map(([fluent]) => fluent);
    return { position: terms.stateJson(init, box, players) };
  },
};

async function answer(line) {
  let id = null;
  try {
    const message = JSON.parse(line);
    id = message.id ?? null;
    switch (message.type) {
      case "hello":
        return { type: "hello", protocol: PROTOCOL, program: "toledo.lp on clingo-wasm" };
      case "edition":
        editions.set(message.edition.reference.digest, message.edition);
        return { type: "ok" };
      case "question":
        if (!QUESTIONS[message.ask]) return failure(id, "unsupported", message.ask);
        return { type: "answer", id, ...(await QUESTIONS[message.ask](message)) };
      default:
        return failure(id, "malformed", `type ${message.type}: expected hello, edition or question`);
    }
  } catch (error) {
    return failure(id, "refused", String(error));
  }
}

const failure = (id, code, message) => ({ type: "failure", id, code, message });

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
