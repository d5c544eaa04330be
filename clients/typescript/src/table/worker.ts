// A game in a worker: the rules play beside the page, which never waits for them. Both ends of the wire are here.

import { LocalTable, type LocalOptions } from "./local.js";
import type { Listener, Transport } from "./transport.js";

/** A call of one end, by the name of a method; its answer has the same number. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly given: readonly unknown[];
}

/** What a worker and a port of it have in common. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** In the worker: play by the rules for the page. `serve(self)` is all that its script needs. */
export function serve(port: Port): void {
  let table: LocalTable | null = null;
  const tell = (method: keyof Listener) => (...given: unknown[]): void => port.postMessage({ id: 0, method, given } satisfies Call);
  const listener = { company: tell("company"), state: tell("state"), refused: tell("refused"), status: tell("status") } as Listener;
  port.onmessage = ({ data }: MessageEvent<Call>) => {
    const { id, method, given } = data;
    if (method === "open") {
      table = new LocalTable(given[0] as LocalOptions);
      return table.open(listener);
    }
    const answer = (table as unknown as Record<string, (...given: unknown[]) => unknown>)[method]?.apply(table, [...given]);
    void Promise.resolve(answer).then((said) => port.postMessage({ id, method: "answer", given: [said] } satisfies Call));
  };
}

/** In the page: a table whose game is in a worker. */
export class WorkerTable implements Transport {
  private readonly answers = new Map<number, (said: never) => void>();
  private calls = 0;

  constructor(
    private readonly port: Port,
    private readonly options: Omit<LocalOptions, "bot"> = {},
  ) {}

  open(listener: Listener): void {
    this.port.onmessage = ({ data }: MessageEvent<Call>) => {
      const { id, method, given } = data;
      if (method !== "answer") return (listener[method as keyof Listener] as (...given: unknown[]) => void)(...given);
      this.answers.get(id)?.(given[0] as never);
      this.answers.delete(id);
    };
    this.port.postMessage({ id: 0, method: "open", given: [this.options] } satisfies Call);
  }

  private call<T>(method: keyof Transport, ...given: unknown[]): Promise<T> {
    const id = ++this.calls;
    return new Promise<T>((done) => {
      this.answers.set(id, done);
      this.port.postMessage({ id, method, given } satisfies Call);
    });
  }
  close = (): void => void this.call("close");
  play: Transport["play"] = (action, expect) => void this.call("play", action, expect);
  undo: Transport["undo"] = (expect, turn) => void this.call("undo", expect, turn);
  redo: Transport["redo"] = (expect) => void this.call("redo", expect);
  why: Transport["why"] = (parts) => this.call("why", [...parts]);
  hint: Transport["hint"] = () => this.call("hint");
  review: Transport["review"] = () => this.call("review");
}
