// The past of a game: its moments from the start, made of the events that a seat was told.

import type { Replay, Seating, View } from "../toledo.js";
import { follow } from "../follow.js";
import type { Line } from "./players.js";

/** A position of the past. */
export interface Moment {
  readonly view: View;
  readonly seating: Seating;
}

export class Past {
  private readonly moments: Moment[];

  constructor(private readonly replay: Replay) {
    this.moments = [{ view: replay.start, seating: replay.seating }];
  }

  get lines(): Line[] {
    return this.replay.steps.map(({ entry, story }) => ({ actor: entry.actor, events: entry.events, story, length: entry.number }));
  }

  /** The position after so many actions. */
  at(length: number): Moment {
    for (let known = this.moments.length; known <= length; known++) {
      const step = this.replay.steps[known - 1];
      if (!step) break;
      this.moments.push({ view: follow(this.moments[known - 1]!.view, step.entry.events), seating: step.seating });
    }
    return this.moments[Math.min(length, this.moments.length - 1)]!;
  }
}
