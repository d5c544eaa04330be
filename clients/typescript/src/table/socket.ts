// A table on a server that speaks the protocol, over a WebSocket: it reconnects by itself, and notices when the server is silent.

import type { Action, ClientMessage, Edition, Hello, Message, PartId, Reason, Replay, ServerMessage, TableUpdate } from "../toledo.js";
import { PROTOCOL, legalMoves } from "../client.js";
import { parseAction } from "../rules/notation.js";
import { editionOf } from "../rules/play.js";
import { slotted } from "./choices.js";
import { Telling } from "./messages.js";
import type { Listener, TableOffer, TableState, Transport } from "./transport.js";

/** Anything like a WebSocket. */
export interface Wire {
  send(text: string): void;
  close(): void;
}
export interface Heard {
  open(): void;
  text(text: string): void;
  closed(): void;
}
export type Connect = (heard: Heard) => Wire;

export function websocket(address: string): Connect {
  return (heard) => {
    const socket = new WebSocket(address);
    socket.onopen = () => heard.open();
    socket.onmessage = ({ data }) => heard.text(String(data));
    socket.onclose = () => heard.closed();
    return socket;
  };
}

/** Milliseconds. */
const SILENCE = 1700, GIVE_UP = 8000, HEARTBEAT = 10_000, LONGEST_PAUSE = 15_000;

/** Somebody waits for the answer to a request; if it is quiet, a refusal is an answer like any other. */
interface Waiting {
  readonly answer: (message: ServerMessage | null) => void;
  readonly quiet: boolean;
}

export class SocketTable implements Transport {
  private wire: Wire | null = null;
  private listener: Listener | null = null;
  private hello: Hello | null = null;
  private edition: Edition | null = null;
  private version = -1;
  private requests = 0;
  private attempts = 0;
  private readonly asked = new Map<number, Waiting>();
  private silence: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  /** `people` hears who is there; every other message of the protocol is dealt with here. */
  constructor(
    private readonly connect: Connect,
    private readonly other: (message: ServerMessage) => void = () => undefined,
  ) {}

  open(listener: Listener): void {
    this.listener = listener;
    globalThis.addEventListener?.("online", this.online);
    this.dial();
  }

  close(): void {
    this.listener?.status("closed");
    this.listener = null;
    globalThis.removeEventListener?.("online", this.online);
    this.hangUp();
  }

  play(action: Action, expect: number): void {
    void this.ask({ type: "play", id: this.id(), expect, action });
  }
  undo(expect: number, turn = false): void {
    void this.ask(turn ? { type: "undo", id: this.id(), expect, turn } : { type: "undo", id: this.id(), expect });
  }
  redo(expect: number): void {
    void this.ask({ type: "redo", id: this.id(), expect });
  }
  async why(parts: readonly PartId[]): Promise<Reason | null> {
    const answer = await this.ask({ type: "why", id: this.id(), parts: [...parts] });
    return answer?.type === "refusal" ? { rule: answer.rule, message: answer.message } : null;
  }
  async hint(): Promise<Action | null> {
    const answer = await this.ask({ type: "ask", id: this.id(), what: "hint" });
    return answer?.type === "play" ? this.action(answer.action) : null;
  }
  async review(): Promise<Replay | null> {
    const answer = await this.ask({ type: "ask", id: this.id(), what: "replay" });
    return answer?.type === "replay" ? answer : null;
  }

  // The wire

  private dial(): void {
    this.hangUp();
    this.listener?.status("connecting");
    const mine: Wire = this.connect({
      open: () => undefined, // it is open once it has said hello
      text: (text) => { if (mine === this.wire) this.receive(JSON.parse(text) as ServerMessage); },
      closed: () => { if (mine === this.wire) this.lose(); },
    });
    this.wire = mine;
    this.listen(); // a server that accepts and says nothing is silent too
  }

  private hangUp(): void {
    const { wire } = this;
    this.wire = null;
    for (const timer of [this.silence, this.heartbeat, this.again]) clearTimeout(timer);
    for (const { answer } of this.asked.values()) answer(null);
    this.asked.clear();
    wire?.close();
  }

  /** The network is back: there is no need to wait longer. */
  private readonly online = (): void => {
    if (!this.wire && this.listener) this.dial();
  };

  /** Try again, less and less often. */
  private lose(): void {
    this.hangUp();
    if (!this.listener) return;
    this.listener.status("lost");
    const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** this.attempts++);
    this.again = setTimeout(() => this.dial(), pause * (0.7 + Math.random() * 0.6));
  }

  private id(): number {
    return ++this.requests;
  }

  private ask(message: ClientMessage & { readonly id: number | null }): Promise<ServerMessage | null> {
    if (!this.wire || !this.hello) return Promise.resolve(null);
    const answer = new Promise<ServerMessage | null>((answer) => this.asked.set(message.id!, { answer, quiet: message.type === "why" }));
    this.wire.send(JSON.stringify(message));
    this.listen();
    return answer;
  }

  /** Something is to come: say so if nothing does. What has come but was not read yet is read first. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.silence = setTimeout(() => {
        this.listener?.status("silent");
        this.silence = setTimeout(() => this.lose(), GIVE_UP);
      }, 200);
    }, SILENCE);
  }

  private receive(message: ServerMessage): void {
    clearTimeout(this.silence);
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => void this.ask({ type: "ask", id: this.id(), what: "ping" }), HEARTBEAT);
    const id = "id" in message ? message.id : null, waiting = id === null ? undefined : this.asked.get(id);
    if (id !== null) this.asked.delete(id);
    if (this.asked.size) this.listen();
    if (this.hello) this.listener?.status("open");
    this.understand(message, waiting?.quiet ?? false);
    waiting?.answer(message);
  }

  private understand(message: ServerMessage, quiet: boolean): void {
    const { listener } = this;
    switch (message.type) {
      case "hello":
        return this.greet(message);
      case "update":
        this.attempts = 0;
        this.version = message.version;
        return listener?.state(this.state(message));
      case "refusal":
        if (!quiet) listener?.refused({ rule: message.rule, message: message.message });
        return;
      case "error":
        if (message.code === "other_protocol" || message.code === "no_such_table") return this.refuse(message.message);
        return listener?.refused({ rule: "", message: message.message });
      case "done":
        if (message.version !== this.version) void this.ask({ type: "ask", id: this.id(), what: "update" });
        return;
      default:
        this.other(message);
    }
  }

  private greet(hello: Hello): void {
    if (hello.protocol !== PROTOCOL) return this.refuse({ key: "error.other_protocol", parameters: {} });
    this.hello = hello;
    this.listener?.status("open");
    this.listener?.company({ seat: hello.seat, names: hello.names });
  }

  /** This table is not available: trying again does not help. */
  private refuse(reason: Message): void {
    this.hangUp();
    globalThis.removeEventListener?.("online", this.online);
    this.listener?.status("refused", reason);
  }

  // What an update says

  private action(said: Action | string): Action {
    return typeof said === "string" ? parseAction(said, this.edition!) : said;
  }

  private state(update: TableUpdate): TableState {
    const view = known(update, this.hello?.edition ?? null), telling = new Telling(view, this.hello!.names);
    const { entry } = update;
    this.edition = editionOf(view);
    return {
      version: update.version, change: update.change, view, seating: update.seating, scores: update.scores, prompt: update.prompt, undo: update.undo, redo: update.redo,
      number: entry?.number ?? null, actor: entry?.actor ?? null, events: update.change === "undone" ? [] : entry?.events ?? [], story: update.story,
      offers: legalMoves(update).map((move): TableOffer => {
        const action = this.action(move.action);
        return { ...slotted(view, action), message: telling.action(action), points: move.points ?? 0, reveals: move.reveals ?? false, duels: move.duels ?? [] };
      }),
      result: update.result && {
        message: update.result,
        places: update.places.map((place, seat) => ({ seat, place, points: update.scores[seat]!.total, cards: view.players[seat]!.cards })).sort((a, b) => a.place - b.place),
      },
    };
  }
}

/** A view with its edition: one that the package has, or the one that the server has sent. */
function known({ view }: TableUpdate, sent: Edition | null): TableUpdate["view"] {
  try {
    editionOf(view);
    return view;
  } catch (unknown) {
    if (sent === null) throw unknown;
    return { ...view, edition: sent };
  }
}
