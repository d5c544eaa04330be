// Following a game by its events: the next view from this one, by the verbs with which the library changes a position.

import type { Event, View } from "./toledo.js";
import { VERBS } from "./verbs.js";

/** An event cannot have happened where a view says that the game is: something in between was missed. */
export class EventMisfitError extends Error {
  constructor(
    readonly event: Event,
    why: string,
  ) {
    super(`${event.type} does not fit this view (${why}): ask for a new view`);
  }
}

/** The view after some events, as its seat sees them. Throws `EventMisfitError` if they are not the ones that came next. */
export function follow(view: View, events: Iterable<Event>): View {
  const now = structuredClone(view);
  for (const event of events) {
    let told: Event | null;
    try {
      told = happen(now, event);
    } catch (error) {
      throw new EventMisfitError(event, error instanceof Error ? error.message : String(error));
    }
    if (!same(told, event)) throw new EventMisfitError(event, told ? `here it would be ${JSON.stringify(told)}` : "nothing happens here");
  }
  return now;
}

/** Carry out an event, and return the event as this table reports it: the two must be equal. */
function happen(now: View, event: Event): Event | null {
  if (!Object.hasOwn(VERBS, event.type)) throw new Error("there is no such event");
  if (event.type === "card_drawn" && event.card && event.seat !== now.seat) throw new Error("another seat sees this card");
  const verb: (now: View, event: never) => Event | null = VERBS[event.type];
  return verb(now, event as never);
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [parts, others] = [Object.entries(one), new Map(Object.entries(other))];
  return parts.length === others.size && parts.every(([key, part]) => others.has(key) && same(part, others.get(key)));
}
