// A small client for the protocol: it keeps the last update, numbers requests, and hands everything on.

import type { Action, ClientMessage, Failure, Hello, Refused, ServerMessage, TableUpdate } from "./toledo.js";
import { validate } from "./validate.js";

/** The version of the protocol that this package speaks. */
export const PROTOCOL = 1;

/** Anything that sends texts: a WebSocket fits. */
export interface Connection {
  send(text: string): void;
}

/** What a front end wants to hear of. */
export interface Listeners {
  hello?(hello: Hello): void;
  update?(update: TableUpdate): void;
  refusal?(refusal: Refused): void;
  failure?(failure: Failure): void;
  other?(message: ServerMessage): void;
}

/** A seat at a table. Feed it with `receive`; it needs no rule, since an update brings its choices. */
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

  /** Ask for an action in the position of the latest update. The answer repeats the number that is returned. */
  play(action: Action): number {
    return this.request((id, expect) => ({ type: "play", id, expect, action }));
  }

  undo(): number {
    return this.request((id, expect) => ({ type: "undo", id, expect }));
  }

  redo(): number {
    return this.request((id, expect) => ({ type: "redo", id, expect }));
  }

  /** The moves that fit the parts which somebody has pointed at. */
  through(...parts: readonly string[]): TableUpdate["choices"]["moves"] {
    return this.latest?.choices.moves.filter((move) => parts.every((part) => move.parts.includes(part))) ?? [];
  }

  private request(make: (id: number, expect: number) => ClientMessage): number {
    if (this.latest === null) throw new Error("there is no update yet");
    this.requests += 1;
    this.connection.send(JSON.stringify(make(this.requests, this.latest.version)));
    return this.requests;
  }
}
