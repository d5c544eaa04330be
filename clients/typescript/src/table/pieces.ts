// Names of pieces, as symbols and ids of parts have them, and small helpers for lists of pieces.

import type { Card, Edition, ShopTile, Sword, View } from "../toledo.js";
import { formatCard, formatShop, formatSword, formatTile } from "../rules/notation.js";
import { editionOf } from "../rules/play.js";

/** The codes of pieces in the edition of a view. */
export class Codes {
  constructor(readonly edition: Edition) {}
  static of = (view: View): Codes => new Codes(editionOf(view));
  card = (card: Card): string => formatCard(card, this.edition);
  sword = (sword: Sword): string => formatSword(sword, this.edition);
  tile = (tile: string): string => formatTile(tile, this.edition);
  shop = (shop: ShopTile): string => formatShop(shop, this.edition);
}

const ordered = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Equal values, whatever the order of their keys. */
export const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one, ordered) === JSON.stringify(other, ordered);

/** Different things, in the order in which they come first. */
export const distinct = <T>(things: readonly T[]): T[] => things.filter((thing, at) => things.findIndex((other) => same(thing, other)) === at);

export const count = (things: readonly unknown[], thing: unknown): number => things.filter((other) => same(other, thing)).length;

const SHOPS: readonly ShopTile["kind"][] = ["metal", "gem", "smith", "fencing"];

/** The kinds of shops of an edition, in the order in which people see them. */
export const shopsInOrder = ({ shops }: Edition): ShopTile[] => distinct(shops).sort((a, b) => SHOPS.indexOf(a.kind) - SHOPS.indexOf(b.kind) || a.circles - b.circles);

/** Points, with a minus that is as wide as a digit. */
export const signed = (points: number): string => String(points).replace("-", "−");
