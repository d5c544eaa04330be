// A small client for the protocol: it keeps the last update, numbers requests, and hands everything on.

import type { Action, Ask, ClientMessage, Failure, Hello, LegalMove, PartId, Refused, ServerMessage, TableUpdate } from "./toledo.js";
import { validate } from "./validate.js";

/** The version of the protocol that this package speaks. */
export const PROTOCOL = 2;

/** Anything that sends texts: a WebSocket fits. */
export interface Connection {
  send(text: string): void;
}

/** The callbacks of a front end. */
export interface Listeners {
  hello?(hello: Hello): void;
  update?(update: TableUpdate): void;
  refusal?(refusal: Refused): void;
  failure?(failure: Failure): void;
  other?(message: ServerMessage): void;
}

/** The moves of an update one by one: the update has those that differ in one part as one, with options for the asterisk. */
export function legalMoves({ parts, moves }: Pick<TableUpdate, "parts" | "moves">): LegalMove[] {
  return moves.flatMap(({ options = [], ...move }) =>
    options.length === 0
      ? [move]
      : options.map((group) => ({ ...move, action: move.action.replace("*", parts[group]![0]!.split(":").at(-1)!), parts: [...move.parts, group] })),
  );
}

/** A seat at a table. Feed it with `receive`; it knows no rules, since an update brings its moves. */
export class TableClient {
  hello: Hello | null = null;
  latest: TableUpdate | null = null;
  private requests = 0;

  constructor(
    private readonly connection: Connection,
    private readonly listeners: Listeners,
  ) {}

  /** Take in a text from the server. Throws `InvalidError` if it is not a message of the protocol. */
  receive(text: string): void {
    const message = validate("ServerMessage", JSON.parse(text));
    switch (message.type) {
      case "hello":
        if (message.protocol !== PROTOCOL) throw new Error(`the table speaks protocol ${message.protocol}, not ${PROTOCOL}`);
        this.hello = message;
        this.listeners.hello?.(message);
        break;
      case "update":
        this.latest = message;
        this.listeners.update?.(message);
        break;
      case "refusal":
        this.listeners.refusal?.(message);
        break;
      case "error":
        this.listeners.failure?.(message);
        break;
      default:
        this.listeners.other?.(message);
    }
  }

  /** Ask for an action, or its notation, in the position of the latest update. The answer repeats the number that is returned. */
  play(action: Action | string): number {
    return this.request((id, expect) => ({ type: "play", id, expect, action }));
  }

  /** Take back the last action, or the whole turn. */
  undo({ turn = false } = {}): number {
    return this.request((id, expect) => ({ type: "undo", id, expect, ...(turn && { turn }) }));
  }

  redo(): number {
    return this.request((id, expect) => ({ type: "redo", id, expect }));
  }

  /** Ask why a part cannot be used, or several together: the answer is a refusal, or done if there is no reason. */
  why(...parts: PartId[]): number {
    return this.request((id) => ({ type: "why", id, parts }));
  }

  /** Ask for an update, the game from its start, a hint, or a sign of life. */
  ask(what: Ask["what"]): number {
    return this.request((id) => ({ type: "ask", id, what }));
  }

  /** The moves to which all the parts belong that somebody has pointed at. */
  through(...picked: readonly PartId[]): readonly LegalMove[] {
    if (this.latest === null) return [];
    const { parts } = this.latest;
    const has = (move: LegalMove, part: PartId): boolean => move.parts.some((group) => parts[group]!.includes(part));
    return legalMoves(this.latest).filter((move) => picked.every((part) => has(move, part)));
  }

  private request(make: (id: number, expect: number) => ClientMessage): number {
    if (this.latest === null) throw new Error("there is no update yet");
    this.requests += 1;
    this.connection.send(JSON.stringify(make(this.requests, this.latest.version)));
    return this.requests;
  }
}
