// A table to study positions at: everything can be taken back, any hand can be looked at, and cards that came up can be named.

import type { Card, Entry, Event, PartId, Refusal, State, View } from "toledo-rules-client";
import { type LocalOptions, LocalTable } from "toledo-rules-client/local";
import { chanceOutcomes, explainAll, step, view } from "toledo-rules-client/rules";
import { type Against, type Listener, type TableState, allReasons, seatFigures } from "toledo-rules-client/table";

/** Whose hands are shown: everybody's, that of the player on turn, or that of a seat. */
export type Eyes = "open" | "turn" | number;

export interface Studied extends Omit<LocalOptions, "seat" | "pause"> {
  readonly eyes?: Eyes;
}

export class StudyTable extends LocalTable {
  eyes: Eyes;

  constructor({ eyes = "turn", ...options }: Studied) {
    super(options);
    this.eyes = eyes;
  }

  /** The number of the moment that is shown, and of all that are known. */
  get at(): number {
    return this.moments.length - 1;
  }
  get length(): number {
    return this.at + this.undone.length;
  }
  /** What was played, also what was taken back. */
  get entries(): Entry[] {
    return [...this.moments, ...[...this.undone].reverse()].flatMap(({ did }) => (did ? [did.entry] : []));
  }
  /** Chance is next in the position with which it all began. */
  get chance(): boolean {
    return chanceOutcomes(this.state).length > 0;
  }
  /** The seat whose choices are shown; null at the end. */
  get watcher(): number | null {
    return this.viewer;
  }

  override open(listener: Listener): void {
    super.open({ ...listener, state: (state) => listener.state(this.opened(state)) });
  }

  /** Look at it with other eyes. */
  look(eyes: Eyes): void {
    this.eyes = eyes;
    this.tell(null);
  }

  /** Go to a moment of the game: 0 is its start. */
  go(to: number): void {
    this.rewind(to);
    while (this.at < to && this.undone.length) this.moments.push(this.undone.pop()!);
    this.tell(null);
  }

  /** Let chance go on in the first position. */
  draw(): void {
    let { state } = this.now;
    for (let next = chanceOutcomes(state); next.length; next = chanceOutcomes(state)) {
      const cards = next.flatMap(({ draw, weight }) => Array<typeof draw>(weight).fill(draw));
      state = step(state, cards[this.rng.randrange(cards.length)]!).state;
    }
    this.moments.splice(0, Infinity, { state, seating: seatFigures(view(state, null)), did: null });
    this.tell(null);
  }

  /** Play lines, each with the cards that came up or with new ones; all of them, or none and the reasons against the first that is not legal. */
  enter(lines: readonly Entry[]): readonly Refusal[] {
    const { at } = this, undone = [...this.undone];
    for (const line of lines) {
      const against = explainAll(this.state, line.action);
      if (against.length) {
        this.moments.splice(at + 1);
        this.undone = undone;
        return against;
      }
      this.append(line);
    }
    this.rewind(at);
    for (const _ of lines) this.redo(this.version); // each is shown by itself
    return [];
  }

  against(parts: readonly PartId[]): readonly Against[] {
    return allReasons(this.seen, this.names, parts);
  }

  /** What the seat that looks knows, with the other cards dealt at random. */
  known(seat: number, shuffled: (cards: Card[]) => Card[]): State {
    const seen = view(this.state, seat), players = this.state.players.map((player, at) => (at === seat ? player : { ...player, hand: [...player.known] }));
    const hidden = [...this.state.pile, ...this.state.players.flatMap(({ hand, known }, at) => (at === seat ? [] : without(hand, known)))];
    const cards = shuffled(hidden);
    const dealt = players.map((player, at) => (at === seat ? player : { ...player, hand: [...player.hand, ...cards.splice(0, seen.players[at]!.cards - player.hand.length)] }));
    return { ...this.state, players: dealt, pile: cards };
  }

  private rewind(to: number): void {
    while (this.at > Math.max(0, to)) this.undone.push(this.moments.pop()!);
  }

  private opened(state: TableState): TableState {
    if (this.eyes !== "open") return state;
    const players = state.view.players.map((player, seat) => (seat === state.view.seat ? player : { ...player, known: this.state.players[seat]!.hand }));
    return { ...state, view: { ...state.view, players } satisfies View };
  }

  protected override get viewer(): number | null {
    return typeof this.eyes === "number" ? this.eyes : super.viewer;
  }
  protected override told(told: { readonly [watcher: string]: readonly Event[] }): readonly Event[] {
    return told[typeof this.eyes === "number" ? this.eyes : "spectator"] ?? [];
  }
  protected override cannotUndo(): "nothing_played" | null {
    return this.now.did ? null : "nothing_played";
  }
}

function without(cards: readonly Card[], some: readonly Card[]): Card[] {
  const left = [...cards];
  for (const card of some) left.splice(left.findIndex((one) => one.value === card.value && one.colour === card.colour && one.stance === card.stance), 1);
  return left;
}
