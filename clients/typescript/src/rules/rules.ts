// What the compiled specification says of positions as they are on the wire.

import type { Card, Edition, Event, Move, Refusal, State, View } from "../toledo.js";
import { type Game, type Term, Move as Step, type Position, game } from "./game.js";
import * as terms from "./terms.js";

const ITEMS = ["delivered", "in_front", "paintings", "gems", "movement_tile"] as const;

/** The points of a player by what they are for, and their total. */
export type Points = Record<(typeof ITEMS)[number] | "total", number>;
/** What a move leads to. */
export interface Consequence {
  position: State;
  /** What each seat is told, and the `spectator`. */
  told: Record<string, Event[]>;
  /** Nothing may be taken back after it. */
  reveals: boolean;
}

function* rows(flat: readonly number[], width: number): Generator<number[]> {
  for (let i = 0; i < flat.length; i += width) yield flat.slice(i, i + width);
}

/** The rules, for an edition and a number of players. */
export class Rules {
  readonly game: Game;
  private last: { state: State; position: Position } | undefined;

  constructor(
    private readonly box: terms.Box,
    private readonly players: number,
  ) {
    this.game = game(terms.edition(box, players));
  }

  /** A position, as the compiled rules hold it. */
  position(state: State): Position {
    if (this.last?.state !== state) this.last = { state, position: this.game.position(terms.position(state)) };
    return this.last.position;
  }

  /** The legal moves; those of chance with their weights. */
  legal(state: State): { move: Move; weight?: number }[] {
    const { game } = this, s = this.position(state), weights = new Map<number, number>();
    for (const [act, weight] of rows(game.weights(s), 2)) weights.set(act!, weight!);
    return [...rows(game.legal(s), 2)].map(([, act]) => {
      const move = terms.moveJson(game.decode(act!)), weight = weights.get(act!);
      return weight === undefined ? { move } : { move, weight };
    });
  }

  /** What a move leads to. */
  after(state: State, move: Move): Consequence {
    const { game } = this, act = game.encode(terms.move(move, state.active));
    const step = new Step(this.position(state), move.type === "draw" ? game.encode("chance") : state.active, act);
    const heard = new Map<number, Map<number, Term[]>>();
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
    const position = terms.stateJson(game.fluents(game.after(step)), this.box, this.players);
    return { position, told, reveals: game.reveals(step) };
  }

  /** All that speaks against a move of a seat, or of chance, the reason that is told first; nothing if it is legal. */
  explain(state: State, move: Move, seat = state.active): Refusal[] {
    const { game } = this, act = game.encode(terms.move(move, seat));
    const step = new Step(this.position(state), move.type === "draw" ? game.encode("chance") : seat, act);
    const reasons = [...rows(game.reasons(step), 3)].sort(([a], [b]) => a! - b!);
    return reasons.map(([, law, reason]) => terms.refusalJson(game.decode(law!) as string, game.decode(reason!)));
  }

  /** What a spectator sees, then each seat. */
  views(state: State): View[] {
    const { game } = this, s = this.position(state);
    return this.watchers().map((watcher) => {
      const w = game.encode(watcher), seen: Term[][] = [];
      for (const [place, piece, number] of rows(game.sees_at(s, w), 3)) seen.push(["at", game.decode(place!), game.decode(piece!), number!]);
      for (const [place, number] of rows(game.sees_size(s, w), 2)) seen.push(["size", game.decode(place!), number!]);
      for (const kind of ["active", "phase", "trigger", "tile_card"] as const) {
        const value = game[`sees_${kind}`](s, w);
        if (value !== null) seen.push([kind, game.decode(value)]);
      }
      return terms.viewJson(seen, this.box, this.players, typeof watcher === "number" ? watcher : null);
    });
  }

  /** Points and places as if the game ended here, and the winners if it has. */
  scores(state: State): { points: Points[]; places: number[]; winners: number[] } {
    const { game } = this, s = this.position(state), seats = this.watchers().slice(1) as number[];
    const points = seats.map((seat) => {
      const none = Object.fromEntries(ITEMS.map((item) => [item, 0]));
      return { ...none, total: game.goal(s, seat) } as Points;
    });
    for (const [seat, item, number] of rows(game.points(s), 3)) points[seat!]![game.decode(item!) as keyof Points] = number!;
    const places = seats.map((seat) => game.rank(s, seat)!);
    return { points, places, winners: [...game.winners(s)].sort((a, b) => a - b) };
  }

  /** The invariants that a position breaks. */
  broken(state: State): string[] {
    return [...this.game.broken(this.position(state))].map((law) => this.game.decode(law) as string);
  }

  private watchers(): ("spectator" | number)[] {
    return ["spectator", ...Array(this.players).keys()];
  }
}

/** The next card of the deal: who gets it, and the cards that may come with their weights. */
export function deal(box: Edition, players: number, hands: readonly (readonly Card[])[]) {
  const asked = game([...terms.edition(box, players), ...terms.dealt(hands)]);
  const found = [...rows(asked.deal, 3)];
  const cards = found.map(([, card, weight]) => ({ card: terms.cardJson(asked.decode(card!)), weight: weight! }));
  return { seat: found[0]?.[0] ?? null, cards };
}

/** The first position. */
export function setup(box: terms.Box, players: number, first: number | null, hands: readonly (readonly Card[])[]): State {
  const named: Term[][] = first === null ? [] : [["named", first]];
  const asked = game([...terms.edition(box, players), ...named, ...terms.dealt(hands)]), { decode } = asked;
  const found: Term[][] = [];
  for (const [place, piece, number] of rows(asked.init_at, 3)) found.push(["at", decode(place!), decode(piece!), number!]);
  if (asked.init_active !== null) found.push(["active", decode(asked.init_active)]);
  if (asked.init_phase !== null) found.push(["phase", decode(asked.init_phase)]);
  return terms.stateJson(found, box, players);
}

/** The rules that an edition does not keep. */
export function illFormed(box: Edition): string[] {
  const asked = game(terms.wholeBox(box));
  return [...asked.ill_formed].map((law) => asked.decode(law) as string);
}
