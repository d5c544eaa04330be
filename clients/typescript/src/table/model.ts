// What the parts of a table show: everything that they need to know at one moment.

import type { Layout } from "./data.js";
import type { Event, PartId } from "../toledo.js";
import type { Item } from "./scene.js";
import type { Picking } from "./picking.js";
import type { Company, Status, TableOffer, TableState } from "./transport.js";
import type { Words } from "./words.js";

/** How board, dock and players are arranged: by width and height of the element. */
export type Frame = "phone" | "halves" | "tall" | "broad" | "wide";

/** What the reason line says, and the rule at its end. */
export interface Said {
  readonly text: string;
  readonly rule: string;
}

export interface Model {
  readonly state: TableState;
  readonly company: Company;
  readonly words: Words;
  readonly items: ReadonlyMap<PartId, Item>;
  readonly frame: Frame;
  readonly status: Status;
  readonly picking: Picking<TableOffer>;
  /** The parts of all offers. */
  readonly usable: ReadonlySet<PartId>;
  /** The offer under the pointer, or else the one that is settled. */
  readonly shown: TableOffer | null;
  readonly said: Said | null;
  /** An action was sent, and nothing has come back. */
  readonly sent: TableOffer | null;
  /** What has happened since one's own last action; to a spectator, the last action. */
  readonly recent: readonly Event[];
  /** The parts that a hint or a lesson points at. */
  readonly advised: ReadonlySet<PartId>;
  /** People pass the screen around, and the next one has not said yet that nobody else looks. */
  readonly covered: boolean;
  /** The moment of the past that is shown; null for now. */
  readonly past: number | null;
}

/** The seat whose hand is at the bottom of the screen. */
export const ownSeat = ({ state: { view } }: Model): number | null => view.seat;

export function frameOf(width: number, height: number): Frame {
  if (height < 500 && width > height) return "halves";
  if (width < 660) return "phone";
  if (width < 1180) return height >= width ? "tall" : "broad";
  return "wide";
}

export const layoutOf = (frame: Frame): Layout => (frame === "wide" ? "wide" : frame === "tall" || frame === "broad" ? "tablet" : "phone");
