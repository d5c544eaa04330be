// The engine's player, in a worker: plans for a position, and what it thinks of everybody's chances.

import type { Action, View } from "toledo-rules-client";
import { type Bot, greedy } from "toledo-rules-client/local";
import { editionOf, plainPosition } from "toledo-rules-client/rules";
import { same } from "toledo-rules-client/table";

/** Values of positions that a decision takes, and how far the first impressions of plans are blurred, in millionths. */
export type Level = readonly [nodes: number, blur: number];

/** A plan for the rest of a turn, up to the next draw, with its chance to win. */
export interface Plan {
  readonly actions: readonly Action[];
  readonly chance: number;
}

type Answer = { readonly [key: string]: unknown };
interface Waiting {
  readonly resolve: (answers: Answer[]) => void;
  readonly reject: (error: Error) => void;
}

const MILLION = 1_000_000;

export class Thinker {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  /** Whether the engine could not be asked. */
  failed = false;

  constructor(private readonly script: URL) {}

  /** The best plans of the player on turn, by what that player sees. */
  async plans(of: View, [nodes, blur]: Level, most: number): Promise<Plan[]> {
    const seed = Math.floor(Math.random() * MILLION);
    const [answer] = await this.ask(of, [{ ask: "search", nodes, blur, plans: most, seed, also: [] }]);
    const found = answer!["plans"] as { moves: Action[]; chance: number }[];
    return found.map(({ moves, chance }) => ({ actions: moves, chance: chance / MILLION }));
  }

  /** The chance of each player to win. */
  async chances(of: View): Promise<number[]> {
    const [answer] = await this.ask(of, [{ ask: "outlook" }]), found = answer!["chances"] as number[];
    const all = found.reduce((sum, one) => sum + one, 0);
    return found.map((one) => one / all);
  }

  /** A bot of a level; if the engine cannot run here, the simple one of the client. */
  bot = (level: Level): Bot => async (seen, actions) => {
    const plans = await this.plans(seen, level, 1).catch(() => {
      this.failed = true;
      return [];
    }), wanted = plans[0]?.actions[0];
    return actions.find((one) => same(one, wanted)) ?? greedy(seen, actions);
  };

  /** Forget all questions. */
  stop(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }

  private ask(of: View, questions: readonly object[]): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start()), id = ++this.asked, position = plainPosition(of);
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, edition: editionOf(of), questions: questions.map((one) => ({ ...one, position })) });
    });
  }

  private start(): Worker {
    const worker = new Worker(this.script);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answers?: Answer[]; failure?: string }>) => {
      const { id, answers, failure } = data, waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (answers) waiting?.resolve(answers);
      else waiting?.reject(new Error(failure));
    };
    worker.onerror = (event) => this.stop(event.message || "worker");
    return worker;
  }
}
