// Playing: the functions that a front end needs, by the names of the library. Positions are frozen values; nothing else is remembered.

import type { Action, Card, Draw, Edition, Event, Move, Outcome, Readings, Refusal, ScoreSheet, Standing, State, View } from "../toledo.js";
import { type Rng, drawn } from "./chance.js";
import { EDITIONS, KOSMOS_2008, READINGS, type ShippedEdition } from "./editions.js";
import type { Position } from "./game.js";
import { Move as Step } from "./game.js";
import { sha256 } from "./hashes.js";
import { Rules, deal, illFormed, setup } from "./rules.js";
import type { Box } from "./terms.js";

/** A step from one position to the next. */
export interface Transition {
  /** The position afterwards. */
  state: State;
  /** Everything that happened, as each seat is told of it, and the `spectator`. */
  told: Record<string, Event[]>;
  /** The draws of chance: with the action, all that a record needs. */
  draws: Draw[];
  /** True if somebody learned something, so that it cannot be undone. */
  reveals: boolean;
}

// Editions

/** A short hash of all that matters in an edition, the same as in the library. */
export function editionDigest(edition: Edition): string {
  const { title: _, provenance: __, ...data } = edition as Edition & { reference?: unknown };
  delete data.reference;
  for (const key of ["rounds_to_win", "gems_per_point", "sword_divisor"] as const) if (data[key] === 2) delete data[key]; // the defaults
  const read = unusual(edition);
  if (Object.keys(read).length) data.readings = read;
  else delete data.readings;
  return sha256(plainText(data)).slice(0, 16);
}

/** The canonical text of a value: JSON with its keys in ascending order, without blanks. */
export function plainText(value: unknown): string {
  return JSON.stringify(value, (_key: string, part: unknown): unknown =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** A short hash of a position, without its edition, the same in every language: see spec/conformance/implementing.md. */
export function positionHash({ edition: _, ...rest }: State): string {
  return sha256(plainText(rest)).slice(0, 8);
}

const boxes = new WeakMap<object, Box>();
const named = new Map<string, ShippedEdition>();

/** The readings of an edition that differ from the defaults. */
function unusual({ readings = {} }: { readings?: Readings }): Readings {
  const said = Object.entries(readings).filter(([ruling, choice]) => READINGS[ruling as keyof Readings]?.[0] !== choice);
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
}
/** The same as they stand after the name of an edition: `a22=used_up`. */
export const readingWords = (edition: { readings?: Readings }): string[] => Object.entries(unusual(edition)).map(([ruling, choice]) => `${ruling}=${choice}`);

/** The readings that such words choose; for a wrong one, what is expected instead. */
export function readingsIn(words: readonly string[]): { readings: Readings; wrong?: { word: string; expected: string } } {
  const readings: Record<string, string> = {}, every = Object.entries<readonly string[]>(READINGS);
  for (const word of words) {
    const [ruling = "", choice = ""] = word.split("="), choices = every.find(([one]) => one === ruling)?.[1];
    const known = choices ?? every.flatMap(([one, some]) => some.map((other) => `${one}=${other}`));
    if (!choices?.includes(choice) || ruling in readings) {
      return { readings, wrong: { word, expected: choices?.includes(choice) ? "one" : `${known.slice(0, -1).join(", ")} or ${known.at(-1)}` } };
    }
    readings[ruling] = choice;
  }
  return { readings: unusual({ readings }) };
}

/** An edition that comes with the package, by its name, which readings can follow: `kosmos-2008 a22=used_up`. */
export function shippedEdition(name: string): ShippedEdition {
  const [box, ...words] = name.split(" "), edition = EDITIONS.find((one) => one.name === box);
  if (!edition) throw new Error(`there is no edition ${box} here, only ${EDITIONS.map((one) => one.name).join(", ")}`);
  const { readings, wrong } = readingsIn(words);
  if (wrong) throw new Error(`found the reading ${wrong.word}, expected ${wrong.expected}`);
  const said = readingWords({ readings });
  if (!said.length) return edition;
  const shortest = [box, ...said].join(" ");
  let found = named.get(shortest);
  if (!found) {
    const read = { ...edition, readings };
    named.set(shortest, (found = { ...read, reference: { name: edition.name, digest: editionDigest(read), readings } }));
  }
  return found;
}

/** The name of an edition with its readings, if the package has it. */
export function shippedName(edition: Edition): string | undefined {
  const name = [edition.name, ...readingWords(edition)].join(" ");
  const shipped = EDITIONS.some((one) => one.name === edition.name) && editionDigest(shippedEdition(name)) === editionDigest(edition);
  return shipped ? name : undefined;
}

/** The edition that a position is of. One that does not come with the package stands in the position itself. */
export function editionOf({ edition }: Pick<State, "edition">): Edition {
  if ("road" in edition) return edition;
  const shipped = EDITIONS.some(({ name }) => name === edition.name) ? shippedEdition([edition.name, ...readingWords(edition)].join(" ")) : undefined;
  if (shipped?.reference.digest !== edition.digest) throw new Error(`there is no edition ${edition.name} with the digest ${edition.digest} here`);
  return shipped;
}

export function boxOf(edition: Edition): Box {
  if ("reference" in edition) return edition as ShippedEdition;
  let box = boxes.get(edition);
  if (!box) boxes.set(edition, (box = { ...edition, reference: edition }));
  return box;
}

const known = new WeakMap<Edition, Map<number, Rules>>();

/** The rules for an edition and a number of players, made once. */
export function rules(edition: Edition, players: number): Rules {
  const some = known.get(edition) ?? new Map<number, Rules>();
  known.set(edition, some);
  const found = some.get(players) ?? new Rules(boxOf(edition), players);
  some.set(players, found);
  return found;
}
const rulesOf = (of: State | View): Rules => rules(editionOf(of), of.players.length);

// Playing

/** The position at the start of a game, with hands dealt by chance. `first` starts. */
export function newGame(players: number, rng: Rng, { edition: given = KOSMOS_2008 as Edition | string, first = 0 } = {}): State {
  const edition = typeof given === "string" ? shippedEdition(given) : given;
  const broken = "reference" in edition ? [] : illFormed(edition);
  if (broken.length) throw new Error(`nobody can play ${edition.name}: see ${broken.join(", ")}`);
  const { least_players: least, most_players: most } = edition;
  if (!Number.isInteger(players) || players < least || players > most) {
    throw new RangeError(`${edition.name} is for ${least} to ${most} players, not ${players} (CMP-01)`);
  }
  if (!Number.isInteger(first) || first < 0 || first >= players) throw new RangeError(`a seat is a number from 0 to ${players - 1}, not ${first}`);
  const hands: Card[][] = Array.from({ length: players }, () => []);
  for (;;) {
    const { seat, cards } = deal(edition, players, hands);
    if (seat === null) break;
    hands[seat!]!.push(chosen(cards, rng).card);
  }
  return setup(boxOf(edition), players, first, hands);
}

/** One of several things, drawn by weight. */
function chosen<T extends { weight: number }>(some: readonly T[], rng: Rng): T {
  let place = drawn(rng, some.reduce((sum, { weight }) => sum + weight, 0));
  return some.find(({ weight }) => (place -= weight) < 0)!;
}

/** Everything that the active player may do, in the order of the library. Of a view, what the viewer may do. */
export function legalActions(position: State | View): Action[] {
  if (!("seat" in position)) return rulesFor(position, (found, s) => found.actions(s));
  return position.seat === position.active ? legalActions(plainPosition(position)) : [];
}

/** The reason why an action, or a draw of chance, is not legal; null if it is. The player on turn acts, unless a seat is named. */
export function explain(state: State, move: Move, seat?: number): Refusal | null {
  return explainAll(state, move, seat)[0] ?? null;
}

/** Everything that speaks against an action, or a draw of chance, the reason that is told first; empty if it is legal. */
export function explainAll(state: State, move: Move, seat?: number): Refusal[] {
  return rulesOf(state).explain(state, move, seat);
}

/** The draws that chance can make now, each with the number of its cards in the pile; empty when chance is not next. */
export function chanceOutcomes(state: State): { draw: Draw; weight: number }[] {
  return rulesFor(state, (found, s) => found.draws(s).map(({ move, weight }) => ({ draw: move, weight })));
}

/** One action, or one draw of chance, and nothing random. Throws `IllegalMoveError`. */
export function step(state: State, move: Move): Transition {
  return rulesFor(state, (found, s) => {
    const step = found.step(s, move), draws = move.type === "draw" ? [move] : [];
    return { state: found.state(found.game.after(step)), told: found.told(step), draws, reveals: found.game.reveals(step) };
  });
}

/** The position after an action, with what chance decides on the way. Throws `IllegalMoveError`. */
export function apply(state: State, action: Action, rng: Rng): State {
  return rulesFor(state, (found, s) => {
    let position = s;
    for (const step of steps(found, s, action, rng)) position = found.game.after(step);
    return found.state(position);
  });
}

/** The same as `apply`, with what happened. */
export function transition(state: State, action: Action, rng: Rng): Transition {
  return rulesFor(state, (found, s) => {
    const told: Record<string, Event[]> = {}, draws: Draw[] = [];
    let position = s, reveals = false;
    for (const step of steps(found, s, action, rng, draws)) {
      for (const [watcher, events] of Object.entries(found.told(step))) told[watcher] = [...(told[watcher] ?? []), ...events];
      reveals ||= found.game.reveals(step);
      position = found.game.after(step);
    }
    return { state: found.state(position), told, draws, reveals };
  });
}

/** An action, then what chance draws as long as it is next. */
function* steps(found: Rules, s: Position, action: Action, rng: Rng, draws: Draw[] = []): Generator<Step> {
  const { game } = found, chance = game.encode("chance");
  let step = found.step(s, action);
  for (;;) {
    yield step;
    const position = game.after(step), next = found.draws(position);
    if (!next.length) return;
    const { act, move } = chosen(next, rng);
    draws.push(move);
    step = new Step(position, chance, act);
  }
}

function rulesFor<T>(state: State, ask: (found: Rules, s: Position) => T): T {
  const found = rulesOf(state);
  return ask(found, found.position(state));
}

// Seeing, counting and judging

/** What a seat sees of a position; null for a spectator. */
export function view(state: State, seat: number | null): View {
  return rulesOf(state).view(state, seat ?? "spectator");
}

/** A player's score sheet, at any time: all that scores is public. */
export function score(position: State | View, seat: number): ScoreSheet {
  return rulesOf(position).sheet(position, seat);
}

/** All players from first to last, at any time. */
export function ranking(state: State): Standing[] {
  return rulesOf(state).ranking(state);
}

/** Winners, ranking and score sheets; null while the game goes on. */
export function outcome(state: State): Outcome | null {
  if (state.phase.type !== "over") return null;
  const found = rulesOf(state), { winners } = found.scores(state);
  return { winners, ranking: found.ranking(state), sheets: state.players.map((_, seat) => found.sheet(state, seat)) };
}

/** The names of the invariants that a position breaks: none, if a game can reach it. */
export function invariants(state: State): string[] {
  return rulesOf(state).broken(state);
}

/** The number of lines of play of some length; see `perft` of the library. */
export function perft(state: State, depth: number, { chance = true } = {}): number {
  const { game } = rulesOf(state);
  function lines(s: Position, left: number): number {
    if (left === 0 || (!chance && game.weights(s).length)) return 1;
    const legal = game.legal(s);
    if (left === 1) return legal.length / 2;
    let sum = 0;
    for (let i = 0; i < legal.length; i += 2) sum += lines(game.after(new Step(s, legal[i]!, legal[i + 1]!)), left - 1);
    return sum;
  }
  return rulesFor(state, (_, s) => lines(s, depth));
}

// Cards that a viewer cannot place

const cardKey = ({ value, colour, stance }: Card): string => `${value} ${colour} ${stance}`;

/** The cards of an edition without others. */
function without(cards: readonly Card[], others: Iterable<Card>): Card[] {
  const gone = new Map<string, number>();
  for (const card of others) gone.set(cardKey(card), (gone.get(cardKey(card)) ?? 0) + 1);
  const rest = cards.filter((card) => {
    const more = gone.get(cardKey(card)) ?? 0;
    if (more) gone.set(cardKey(card), more - 1);
    return !more;
  });
  if (rest.length + [...others].length !== cards.length) throw new Error("this view shows cards that its edition does not have");
  return rest;
}

/** The cards that the viewer cannot place: those in the pile, and the unknown part of the other hands. */
export function unseenCards(of: View): Card[] {
  const others = of.players.flatMap(({ known }, seat) => (seat === of.seat ? [] : known));
  return without(editionOf(of).cards, [...of.hand, ...others, ...of.discards, ...(of.front ? [of.front] : [])]);
}

/** A position that agrees with a view and deals the unseen cards in order. What the viewer may do is the same in it. */
export function plainPosition(of: View): State {
  const unseen = unseenCards(of), { seat, hand: own, pile: _, ...table } = of;
  const players = of.players.map(({ cards, ...player }, side) => {
    const hand = side === seat ? own : [...player.known, ...unseen.splice(0, cards - player.known.length)];
    return { ...player, hand };
  });
  return { ...table, players, pile: unseen };
}

// Odds of a duel

/** An exact probability: a numerator and a denominator without a common divisor. */
export type Fraction = readonly [numerator: bigint, denominator: bigint];

function reduced(numerator: bigint, denominator: bigint): Fraction {
  let [a, b] = [numerator, denominator];
  while (b) [a, b] = [b, a % b];
  return [numerator / a, denominator / a];
}
const sum = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced(a * d + c * b, b * d);

/** The exact odds of a duel, given all that a view shows. */
export interface DuelOdds {
  attacker: number;
  defender: number;
  /** Each score that the duel can end with: the rounds won by attacker and defender, and its probability. */
  scores: { rounds: readonly [number, number]; chance: Fraction }[];
  attackerWins: Fraction;
}

/**
 * The odds of a duel with a rival. While a duel is under way it is about that one; otherwise the seat of the view challenges,
 * with the piles as they are now, whether or not a figure is in the right place.
 */
export function duelOdds(of: View, rival: number): DuelOdds {
  const found = rulesOf(of), { phase } = of, fought = phase.type === "duel" ? phase : null;
  if (!of.players[rival] || (fought && fought.rival !== rival)) throw new Error(`there can be no duel with seat ${rival} now`);
  const attacker = fought ? of.active : of.seat;
  if (attacker === null) throw new Error("a spectator challenges nobody; ask with the view of a player");
  if (attacker === rival || (!of.pile && !of.discards.length)) throw new Error(`there can be no duel with seat ${rival} now`);
  const tiles = [of.players[attacker]!.tiles, of.players[rival]!.tiles] as const;
  const counted = (cards: readonly Card[]): [number, number] => {
    const wins = cards.filter((card) => found.winsRound(card, tiles)).length;
    return [wins, cards.length - wins];
  };
  interface Going { rounds: [number, number]; pile: number; unseen: [number, number]; discards: [number, number]; chance: Fraction }
  const begun: [number, number] = fought ? [fought.attacker_wins, fought.defender_wins] : [0, 0];
  let going: Going[] = [{ rounds: begun, pile: of.pile, unseen: counted(unseenCards(of)), discards: counted(of.discards), chance: [1n, 1n] }];
  const enough = found.box.rounds_to_win ?? 2, ended = new Map<string, { rounds: [number, number]; chance: Fraction }>();
  const collect = <T extends { chance: Fraction }>(some: Map<string, T>, key: string, one: T): void => {
    const before = some.get(key);
    some.set(key, before ? { ...before, chance: sum(before.chance, one.chance) } : one);
  };
  while (going.length) {
    const after = new Map<string, Going>();
    for (const one of going) {
      if (one.rounds.includes(enough)) { // DUE-09
        collect(ended, `${one.rounds}`, { rounds: one.rounds, chance: one.chance });
        continue;
      }
      const shuffled: Going = one.pile ? one : { ...one, pile: one.discards[0] + one.discards[1], unseen: one.discards, discards: [0, 0] }; // TAK-02
      for (const winner of [0, 1] as const) {
        const [mine, theirs] = shuffled.unseen, count = shuffled.unseen[winner];
        if (!count) continue;
        const plus = ([a, b]: readonly [number, number], by: number): [number, number] => (winner ? [a, b + by] : [a + by, b]);
        const { pile, unseen, discards, rounds, chance: [a, b] } = shuffled;
        const next = { rounds: plus(rounds, 1), pile: pile - 1, unseen: plus(unseen, -1), discards: plus(discards, 1) };
        collect(after, JSON.stringify(next), { ...next, chance: reduced(a * BigInt(count), b * BigInt(mine + theirs)) });
      }
    }
    going = [...after.values()];
  }
  const scores = [...ended.values()].sort((a, b) => b.rounds[0] - a.rounds[0] || b.rounds[1] - a.rounds[1]);
  const won = scores.filter(({ rounds: [mine, theirs] }) => mine > theirs).map(({ chance }) => chance);
  return { attacker, defender: rival, scores, attackerWins: won.reduce(sum, [0n, 1n]) };
}
