// A view that is being changed: what the verbs of verbs.ts are written with. Hands and the pile are as the viewer sees them.

import type { Card, PlayerView, Shop, ShopTile, Sword, View } from "./toledo.js";

export const CATHEDRAL = 0;

type Thing = number | string | Card | ShopTile | Sword;

/** The parts of a thing in the order in which things are compared. */
function parts(thing: Thing): readonly (number | string)[] {
  if (typeof thing !== "object") return [thing];
  if ("stance" in thing) return [thing.value, thing.colour, thing.stance];
  return "kind" in thing ? [thing.kind, thing.circles] : [thing.value, thing.metal, thing.gems];
}

function compare(one: Thing, other: Thing): number {
  const others = parts(other);
  for (const [place, part] of parts(one).entries()) {
    const against = others[place] ?? "";
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

// Multisets, which are sorted lists

export function added<T extends Thing>(list: readonly T[], thing: T): T[] {
  const greater = list.findIndex((other) => compare(other, thing) > 0);
  const place = greater < 0 ? list.length : greater;
  return [...list.slice(0, place), thing, ...list.slice(place)];
}

export function includes<T extends Thing>(list: readonly T[], thing: T): boolean {
  return list.some((other) => compare(other, thing) === 0);
}

export function removed<T extends Thing>(list: readonly T[], thing: T): T[] {
  const place = list.findIndex((other) => compare(other, thing) === 0);
  if (place < 0) throw new Error("it is not there");
  return [...list.slice(0, place), ...list.slice(place + 1)];
}

export function first<T>(list: readonly T[]): T {
  const [top] = list;
  if (top === undefined) throw new Error("none is left");
  return top;
}

// Players

export function playerAt(now: View, seat: number): PlayerView {
  const found = now.players[seat];
  if (!found) throw new Error(`there is no seat ${seat}`);
  return found;
}

export const me = (now: View): PlayerView => playerAt(now, now.active);

// Cards

export const drawable = (now: View): number => now.pile + now.discards.length;

export function turnUp(now: View, _card: Card | null): void {
  now.pile -= 1;
}

export function turnOver(now: View): void {
  now.pile = now.discards.length;
  now.discards = [];
}

export function gain(now: View, seat: number, card: Card | null): void {
  playerAt(now, seat).cards += 1;
  if (seat !== now.seat) return;
  if (card === null) throw new Error("its player sees this card");
  now.hand = added(now.hand, card);
}

export function lose(now: View, seat: number, card: Card): void {
  playerAt(now, seat).cards -= 1;
  if (seat === now.seat) now.hand = removed(now.hand, card);
}

export function show(now: View, seat: number, cards: Card[]): void {
  if (cards.length !== playerAt(now, seat).cards) throw new Error(`seat ${seat} has another number of cards`);
  playerAt(now, seat).known = cards;
}

// Figures and shops

export function lift(_now: View, owner: PlayerView, step: number): void {
  owner.figures = removed(owner.figures, step);
}

export function stand(_now: View, owner: PlayerView, step: number): void {
  owner.figures = added(owner.figures, step);
}

export function build(now: View, shop: Shop, step: number): void {
  now.shops[step] = shop;
}
