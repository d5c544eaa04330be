// What the compiled specification says of positions as they are on the wire.

import type { Action, Card, Draw, Edition, Event, Move, Refusal, ScoreKind, ScoreLine, ScoreSheet, Standing, State, Sword, View } from "../toledo.js";
import { type Game, type Position, type Term, Move as Step, game } from "./game.js";
import * as terms from "./terms.js";

/** What the points of a player are for, in the order of a score sheet: the rule, and the item in the clauses. */
const LINES: readonly (readonly [rule: string, kind: ScoreKind, item: keyof Points])[] = [
  ["SCO-01", "delivered_sword", "delivered"],
  ["SCO-02", "sword_in_front", "in_front"],
  ["SCO-02", "swords_in_front", "in_front"],
  ["SCO-03", "painting", "paintings"],
  ["SCO-04", "gems", "gems"],
  ["SCO-05", "movement_tile", "movement_tile"],
];

/** The kinds of moves, in the order in which moves are listed. */
const ORDER = ["end_turn", "take_cards", "place_shop", "return_figure", "use_space", "deliver", "play_card", "challenge", "pass", "draw"];

/** How many of the last positions are remembered as the rules hold them. */
const REMEMBERED = 16;

/** The points of a player by what they are for, and their total. */
export type Points = Record<"delivered" | "in_front" | "paintings" | "gems" | "movement_tile" | "total", number>;
/** What a move leads to. */
export interface Consequence {
  position: State;
  /** What each seat is told, and the `spectator`. */
  told: Record<string, Event[]>;
  /** Nothing may be taken back after it. */
  reveals: boolean;
}

/** A move that is not legal, with the reason. */
export class IllegalMoveError extends Error {
  constructor(
    readonly move: Move,
    readonly refusal: Refusal,
  ) {
    super(`${JSON.stringify(move)} is not legal: ${refusal.code}: see ${refusal.rule}`);
    this.name = "IllegalMoveError";
  }
}

/** A move, as the compiled rules hold it. */
interface Known {
  move: Move;
  /** What it is listed by: the place of its kind, then its parts from the most important one on. */
  key: readonly number[];
}
const byKey = ({ key: a }: Known, { key: b }: Known): number => {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
};

function* rows(flat: readonly number[], width: number): Generator<number[]> {
  for (let i = 0; i < flat.length; i += width) yield flat.slice(i, i + width);
}

/**
 * The rules, for an edition and a number of players. Positions that it makes are frozen, and it remembers how it holds
 * them, so that a game goes on without reading them again.
 */
export class Rules {
  readonly game: Game;
  private readonly writer: terms.Writer;
  private readonly made: { state: State; position: Position }[] = [];
  private readonly acts = new Map<number, Known>();
  private readonly worths = new Map<string, number>();

  constructor(
    readonly box: terms.Box,
    readonly players: number,
  ) {
    this.game = game(terms.edition(box, players));
    this.writer = new terms.Writer(this.game, box, players);
  }

  /** A position, as the compiled rules hold it. */
  position(state: State): Position {
    return this.made.find((one) => one.state === state)?.position ?? this.game.position(terms.position(state));
  }

  /** A position, as it is on the wire. */
  state(position: Position): State {
    const state = this.writer.state(position);
    if (this.made.unshift({ state, position }) > REMEMBERED) this.made.pop();
    return state;
  }

  /** A move in a position. Raises `IllegalMoveError`. */
  step(position: Position, move: Move): Step {
    const { game } = this, act = game.encode(terms.move(move, position.active)), legal = game.legal(position);
    for (let i = 0; i < legal.length; i += 2) if (legal[i + 1] === act) return new Step(position, legal[i]!, act);
    throw new IllegalMoveError(move, this.reasons(position, move, position.active)[0]!);
  }

  /** The moves of chance with their weights, in order; none if chance is not next. */
  draws(position: Position): { act: number; move: Draw; weight: number }[] {
    const weights = this.game.weights(position), found: (Known & { act: number; move: Draw; weight: number })[] = [];
    for (let i = 0; i < weights.length; i += 2) {
      const { move, key } = this.known(weights[i]!);
      found.push({ act: weights[i]!, move: move as Draw, weight: weights[i + 1]!, key });
    }
    return found.sort(byKey);
  }

  /** What a player may do, in the order of the library; nothing if chance is next. */
  actions(position: Position): Action[] {
    const { game } = this, chance = game.encode("chance"), found: Known[] = [], legal = game.legal(position);
    for (let i = 0; i < legal.length; i += 2) if (legal[i] !== chance) found.push(this.known(legal[i + 1]!));
    return found.sort(byKey).map(({ move }) => move as Action);
  }

  private known(act: number): Known {
    let found = this.acts.get(act);
    if (found === undefined) {
      const move = Object.freeze(terms.moveJson(this.game.decode(act)));
      this.acts.set(act, (found = { move, key: [ORDER.indexOf(move.type), ...this.parts(move)] }));
    }
    return found;
  }
  private parts(move: Move): number[] {
    const rank = (card: Card): number => this.writer.rank(terms.card(card));
    const goods = (take: Sword | string | null): number =>
      take === null ? -1 : this.writer.rank(typeof take === "string" ? ["master", take] : terms.sword(take));
    switch (move.type) {
      case "place_shop":
        return [this.writer.rank(["shop", 0, move.shop.kind, move.shop.circles]), move.step];
      case "return_figure":
        return [move.step];
      case "use_space":
        return [goods(move.take), goods(move.give_back), move.pay ? rank(move.pay) : -1];
      case "deliver":
        return [goods(move.sword)];
      case "play_card":
        return [rank(move.card), Number(move.with_tile), move.origin];
      case "challenge":
        return [move.rival];
      case "draw":
        return [rank(move.card)];
      default:
        return [];
    }
  }

  /** The legal moves; those of chance with their weights. */
  legal(state: State): { move: Move; weight?: number }[] {
    const s = this.position(state), draws = this.draws(s);
    return draws.length ? draws.map(({ move, weight }) => ({ move, weight })) : this.actions(s).map((move) => ({ move }));
  }

  /** What a move leads to. */
  after(state: State, move: Move): Consequence {
    const step = this.step(this.position(state), move);
    return { position: this.state(this.game.after(step)), told: this.told(step), reveals: this.game.reveals(step) };
  }

  /** What each seat is told of a move, and the `spectator`. */
  told(step: Step): Record<string, Event[]> {
    const { game } = this, heard = new Map<number, Map<number, Term[]>>();
    for (const [watcher, number, event] of rows(game.told(step), 3)) {
      const events = heard.get(watcher!) ?? new Map<number, Term[]>();
      events.set(number!, [...(events.get(number!) ?? []), game.decode(event!)]);
      heard.set(watcher!, events);
    }
    const told: Record<string, Event[]> = {};
    for (const watcher of this.watchers()) {
      const events = [...(heard.get(game.encode(watcher)) ?? [])].sort(([a], [b]) => a - b);
      told[String(watcher)] = events.map(([, several]) => terms.eventJson(several));
    }
    return told;
  }

  /** All that speaks against a move of a seat, or of chance, the reason that is told first; nothing if it is legal. */
  explain(state: State, move: Move, seat = state.active): Refusal[] {
    return this.reasons(this.position(state), move, seat);
  }
  private reasons(position: Position, move: Move, seat: number): Refusal[] {
    const { game } = this, act = game.encode(terms.move(move, seat));
    const step = new Step(position, move.type === "draw" ? game.encode("chance") : seat, act);
    const reasons = [...rows(game.reasons(step), 3)].sort(([a], [b]) => a! - b!);
    return reasons.map(([, law, reason]) => terms.refusalJson(game.decode(law!) as string, game.decode(reason!)));
  }

  /** What a spectator sees, then each seat. */
  views(state: State): View[] {
    return this.watchers().map((watcher) => this.view(state, watcher));
  }
  view(state: State, watcher: "spectator" | number): View {
    return this.writer.view(this.position(state), watcher);
  }

  /** Points and places as if the game ended here, and the winners if it has. */
  scores(state: State): { points: Points[]; places: number[]; winners: number[] } {
    const { game } = this, s = this.position(state), seats = this.watchers().slice(1) as number[];
    const points = seats.map((seat) => {
      const none = Object.fromEntries(LINES.map(([, , item]) => [item, 0]));
      return { ...none, total: game.goal(s, seat) } as Points;
    });
    for (const [seat, item, number] of rows(game.points(s), 3)) points[seat!]![game.decode(item!) as keyof Points] = number!;
    const places = seats.map((seat) => game.rank(s, seat)!);
    return { points, places, winners: [...game.winners(s)].sort((a, b) => a - b) };
  }

  /** The cards that each viewer can be sure of in the hands of others, by seat. */
  sure(state: State): Record<string, Record<string, Card[]>> {
    const { game } = this, s = this.position(state), found: Record<string, Record<string, Card[]>> = {};
    for (const watcher of this.watchers()) {
      const least = new Map<string, number>(), hands: Record<string, Card[]> = {};
      const known = [...rows(game.sure(s, game.encode(watcher)), 3)];
      for (const [seat, card, number] of known) least.set(`${seat} ${card}`, Math.max(number!, least.get(`${seat} ${card}`) ?? 0));
      for (const [key, number] of least) {
        const [seat, card] = key.split(" ") as [string, string];
        const cards = Array<Card>(number).fill(terms.cardJson(game.decode(Number(card))));
        hands[seat] = [...(hands[seat] ?? []), ...cards];
      }
      found[String(watcher)] = hands;
    }
    return found;
  }

  /** A player's points, piece by piece. */
  sheet(state: State | View, seat: number): ScoreSheet {
    const { game } = this, s = game.position(terms.position(state)), player = state.players[seat]!, lines: ScoreLine[] = [];
    const together = this.box.readings?.a120 === "sum";
    const points = new Map<Term, number>();
    for (const [owner, item, number] of rows(game.points(s), 3)) if (owner === seat) points.set(game.decode(item!), number!);
    const pieces: Partial<Record<ScoreKind, readonly { value: number; at: Term[] }[]>> = {
      delivered_sword: player.delivered.map((one) => ({ value: one.value, at: [["alcazar", seat], terms.sword(one)] })),
      sword_in_front: together ? [] : player.swords.map((one) => ({ value: one.value, at: [["area", seat], terms.sword(one)] })),
      painting: player.paintings.map((value) => ({ value, at: [["area", seat], ["painting", value]] })),
    };
    const swords = player.swords.reduce((sum, { value }) => sum + value, 0);
    const inAll: Partial<Record<ScoreKind, number>> = { swords_in_front: together ? swords : 0, gems: player.gems, movement_tile: 1 };
    for (const [rule, kind, item] of LINES) {
      for (const { value, at } of pieces[kind] ?? []) lines.push({ rule, kind, value, points: this.worth(at, item) });
      const value = inAll[kind];
      if (value && points.has(item)) lines.push({ rule, kind, value, points: points.get(item)! });
    }
    return { seat, lines, total: game.goal(s, seat)! };
  }

  /** What a piece at a place counts by itself. */
  private worth(at: readonly Term[], item: string): number {
    const { game } = this, key = JSON.stringify(at);
    let found = this.worths.get(key);
    if (found === undefined) {
      const alone = game.position([["at", ...at, 1], ["active", 0], ["phase", "over"]]);
      found = [...rows(game.points(alone), 3)].find(([, what, number]) => game.decode(what!) === item && number)?.[2] ?? 0;
      this.worths.set(key, found);
    }
    return found;
  }

  /** All players from first to last, as if the game ended here. */
  ranking(state: State): Standing[] {
    const { game } = this, s = this.position(state), leaders = game.leads(s);
    const standings = state.players.map(({ hand }, seat): Standing => {
      const compared = leaders.length > 1 && leaders.includes(seat) && hand.length > 0;
      const [place, points] = [game.rank(s, seat)!, game.goal(s, seat)!];
      return { place, seat, points, cards: hand.length, card_sum: compared ? game.card_sum(s, seat) : null };
    });
    return standings.sort((a, b) => a.place - b.place || a.seat - b.seat);
  }

  /** The invariants that a position breaks. */
  broken(state: State): string[] {
    return [...this.game.broken(this.position(state))].map((law) => this.game.decode(law) as string);
  }

  /** Whether the attacker wins a round of a duel by a card, as far as master tiles and the card decide it. */
  winsRound(card: Card, tiles: readonly [attacker: readonly string[], defender: readonly string[]]): boolean {
    const { game } = this, key = JSON.stringify([card, tiles]);
    let found = this.worths.get(key);
    if (found === undefined) {
      const held = tiles.flatMap((some, seat) => some.map((tile): Term[] => ["at", ["area", seat], ["master", tile], 1]));
      const duel = game.position([...held, ["active", 0], ["phase", ["duel", 0, 1, 0, 0]]]);
      const step = new Step(duel, game.encode("chance"), game.encode(terms.move({ type: "draw", card }, 0)));
      this.worths.set(key, (found = game.round(step) === game.encode("attacker") ? 1 : 0));
    }
    return found === 1;
  }

  private watchers(): ("spectator" | number)[] {
    return ["spectator", ...Array(this.players).keys()];
  }
}

/** The next card of the deal: who gets it, and the cards that may come with their weights. */
export function deal(box: Edition, players: number, hands: readonly (readonly Card[])[]) {
  const asked = game([...terms.edition(box, players), ...terms.dealt(hands)]);
  const found = [...rows(asked.deal, 3)].map(([seat, card, weight]) => ({ seat, card: asked.decode(card!), weight: weight! }));
  found.sort((a, b) => terms.byParts(a.card, b.card));
  const cards = found.map(({ card, weight }) => ({ card: terms.cardJson(card), weight }));
  return { seat: found[0]?.seat ?? null, cards };
}

/** The first position. */
export function setup(box: terms.Box, players: number, first: number | null, hands: readonly (readonly Card[])[]): State {
  const named: Term[][] = first === null ? [] : [["named", first]];
  const asked = game([...terms.edition(box, players), ...named, ...terms.dealt(hands)]), { decode } = asked;
  const found: Term[][] = [];
  for (const [place, piece, number] of rows(asked.init_at, 3)) found.push(["at", decode(place!), decode(piece!), number!]);
  if (asked.init_active !== null) found.push(["active", decode(asked.init_active)]);
  if (asked.init_phase !== null) found.push(["phase", decode(asked.init_phase)]);
  return new terms.Writer(asked, box, players).state(asked.position(found));
}

/** The rules that an edition does not keep. */
export function illFormed(box: Edition): string[] {
  const asked = game(terms.wholeBox(box));
  return [...asked.ill_formed].map((law) => asked.decode(law) as string);
}
