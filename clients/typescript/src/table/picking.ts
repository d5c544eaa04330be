// Choosing an action part by part, without a picture: functions from what may be done and what was pointed at to what comes next.

import type { PartId } from "../toledo.js";
import type { SlottedOffer, Stand } from "./choices.js";

type Slot = Stand["slot"];

/** A choice in the making. */
export interface Picking<Offer extends SlottedOffer = SlottedOffer> {
  /** The parts that were pointed at, in order. */
  readonly picked: readonly PartId[];
  /** The offers that have all of them. */
  readonly fitting: readonly Offer[];
  /** The slots in which these still differ, in order: what is to be asked. */
  readonly open: readonly Slot[];
  /** The parts that answer the next question; nothing else needs light. */
  readonly lit: ReadonlySet<PartId>;
  /** The offer that is meant, if nothing is open but what may be left out; else null. */
  readonly ready: Offer | null;
}

/** Slots that tell nothing: what is paid follows from what is taken. */
const TOLD: ReadonlySet<Slot> = new Set<Slot>(["cost"]);
/** Slots that may be left empty without saying so: nobody has to say "without the movement tile". */
const OPTIONAL: ReadonlySet<Slot> = new Set<Slot>(["also"]);
/** Questions that are asked together: which figure, and where to, are one choice to whoever points. */
const TOGETHER: ReadonlySet<Slot> = new Set<Slot>(["who", "also", "where"]);

const inSlot = ({ slots }: SlottedOffer, slot: Slot): PartId[] => slots.filter((one) => one.slot === slot).flatMap(({ parts }) => parts);
const slotOf = ({ slots }: SlottedOffer, part: PartId): Slot | undefined => slots.find(({ parts }) => parts.includes(part))?.slot;
const fits = ({ parts }: SlottedOffer, picked: readonly PartId[]): boolean => picked.every((part) => parts.includes(part));

/** What some picked parts leave open. Without any, what there is to do is asked. */
export function settle<Offer extends SlottedOffer>(offers: readonly Offer[], picked: readonly PartId[] = []): Picking<Offer> {
  const fitting = offers.filter((offer) => fits(offer, picked));
  const slots = [...new Set(fitting.flatMap((offer) => offer.slots.map(({ slot }) => slot)))];
  const differ = (slot: Slot): boolean => new Set(fitting.map((offer) => inSlot(offer, slot).join())).size > 1;
  const open = slots.filter((slot) => !TOLD.has(slot) && differ(slot));
  const first = picked.length ? open[0] : "deed";
  const asked = (slot: Slot): boolean => slot === first || (TOGETHER.has(first!) && TOGETHER.has(slot) && open.includes(slot));
  const lit = new Set(fitting.flatMap((offer) => offer.slots.filter(({ slot }) => asked(slot)).flatMap(({ parts }) => parts)));
  const plain = fitting.filter((offer) => offer.slots.every(({ slot, parts }) => !OPTIONAL.has(slot) || !parts.length || parts.some((part) => picked.includes(part))));
  const settled = open.every((slot) => OPTIONAL.has(slot));
  const ready = picked.length && settled ? (fitting.length === 1 ? fitting[0] : plain[0]) ?? null : null;
  return { picked, fitting, open, lit, ready };
}

/**
 * Somebody points at a part: it is added, or takes the place of the part in its slot, or begins another choice. A part that
 * was picked before takes the choice back to before it. Null if no offer has the part.
 */
export function point<Offer extends SlottedOffer>(offers: readonly Offer[], now: Picking<Offer>, part: PartId): Picking<Offer> | null {
  const { picked, fitting } = now, again = picked.indexOf(part);
  if (again >= 0) return settle(offers, picked.slice(0, again));
  const slot = offers.map((offer) => slotOf(offer, part)).find((found) => found !== undefined);
  const at = picked.findIndex((one) => fitting[0] !== undefined && slotOf(fitting[0], one) === slot);
  const tries = [[...picked, part]];
  if (at >= 0) tries.push([...picked.slice(0, at), part, ...picked.slice(at + 1)], [...picked.slice(0, at), part]);
  if (picked[0] !== undefined) tries.push([picked[0], part]);
  tries.push([part]);
  const found = tries.find((some) => offers.some((offer) => fits(offer, some)));
  return found ? settle(offers, found) : null;
}
