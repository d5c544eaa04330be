// Between a table and whoever runs the game: the same for a server that speaks the protocol and for the rules in the page itself.

import type { Action, DuelChance, Event, Message, PartId, Reason, Replay, ScoreSheet, Seating, View } from "../toledo.js";
import type { SlottedOffer } from "./choices.js";

/** An action that may be chosen, and what to know beforehand. */
export interface TableOffer extends SlottedOffer {
  readonly message: Message;
  /** Points that it brings at once. */
  readonly points: number;
  /** True if it reveals something, so that it cannot be undone. */
  readonly reveals: boolean;
  readonly duels: readonly DuelChance[];
}

/** The end of a game: the players by place, and what decided, in a sentence. */
export interface Result {
  readonly places: readonly { readonly seat: number; readonly place: number; readonly points: number; readonly cards: number }[];
  readonly message: Message;
}

/** A position as a seat sees it, and the change that led there. */
export interface TableState {
  readonly version: number;
  readonly change: "played" | "undone" | "redone" | null;
  /** The place in the game of the action that was played or taken back, counted from 1; null if there was none. */
  readonly number: number | null;
  /** Who acted last, what happened, and the same in sentences. */
  readonly actor: number | null;
  readonly events: readonly Event[];
  readonly story: readonly Message[];
  readonly view: View;
  readonly seating: Seating;
  readonly scores: readonly ScoreSheet[];
  readonly prompt: Message;
  readonly offers: readonly TableOffer[];
  readonly undo: Reason | null;
  readonly redo: Reason | null;
  readonly result: Result | null;
}

/** Who sits at the table. */
export interface Company {
  /** The seat of this table; null for a spectator. */
  readonly seat: number | null;
  readonly names: readonly string[];
}

/** The state of the other end: `silent` has not answered for two seconds, `lost` is gone and will be tried again, `refused` will not. */
export type Status = "connecting" | "open" | "silent" | "lost" | "refused" | "closed";

export interface Listener {
  company(company: Company): void;
  state(state: TableState): void;
  /** Something that was asked for cannot be done; nothing has changed. */
  refused(reason: Reason): void;
  status(status: Status, reason?: Message): void;
}

/** Whoever runs the game. */
export interface Transport {
  open(listener: Listener): void;
  close(): void;
  /** Ask for an action in the position of a version. The answer is a state or a refusal. */
  play(action: Action, expect: number): void;
  /** Take back the last action, or all of the turn that can be taken back. */
  undo(expect: number, turn?: boolean): void;
  redo(expect: number): void;
  /** Why these parts do not go together, or why one cannot be used; null if there is nothing to say. */
  why(parts: readonly PartId[]): Promise<Reason | null>;
  /** An action that a bot would choose; null if none is at hand. */
  hint(): Promise<Action | null>;
  /** The game from its start, as this seat has seen it. */
  review(): Promise<Replay | null>;
}
