// Measures the compiled specification: `node speed.mjs EDITION.json POSITIONS.jsonl` prints medians in microseconds of CPU time.

import { readFileSync } from "node:fs";

import { Move } from "./dist/rules/game.js";
import { Rules } from "./dist/rules/rules.js";
import * as terms from "./dist/rules/terms.js";

const [box, lines] = process.argv.slice(2).map((file) => readFileSync(file, "utf-8"));
const states = lines.trim().split("\n").map((line) => JSON.parse(line));
const known = new Map();
const rules = (players) => known.get(players) ?? known.set(players, new Rules(JSON.parse(box), players)).get(players);
const median = (some) => [...some].sort((a, b) => a - b)[some.length >> 1];
let checked = 0;

/** Microseconds of CPU time for each of many askings. */
function timed(often, ask) {
  const before = process.cpuUsage();
  for (let i = 0; i < often; i++) checked += ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / often;
}

let found;
for (const often of [5, 40]) { // the first round warms up
  found = { take_in: [], legal: [], consequence: [] };
  for (const state of states) {
    const { game } = rules(state.players.length);
    found.take_in.push(timed(often, () => game.position(terms.position(state)).active));
    const s = game.position(terms.position(state)), legal = game.legal(s);
    found.legal.push(timed(often, () => game.legal(renewed(s)).length));
    if (!legal.length) continue;
    const moves = legal.length / 2;
    found.consequence.push(
      timed(Math.ceil((4 * often) / moves), () => {
        const p = renewed(s);
        for (let i = 0; i < legal.length; i += 2) {
          const m = new Move(p, legal[i], legal[i + 1]);
          checked += game.after(m).active + game.happens(m).length + Number(game.reveals(m));
        }
        return 1;
      }) / moves,
    );
  }
}
/** The same position, of which nothing was asked yet. */
function renewed(s) {
  return new s.constructor(s.at, s.active, s.phase, s.tile_card, s.trigger);
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(found).map(([what, some]) => [what, median(some)]))));
if (checked === 0) console.log(checked);
