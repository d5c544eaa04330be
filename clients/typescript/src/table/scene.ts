// Which symbol lies in which place: toledo_rules.render's scene.

import type { PartId, Seating, View } from "../toledo.js";
import { Codes, count, distinct } from "./pieces.js";
import { circlesOf, figurePlaces } from "./seating.js";

/** A symbol in its place, under the id of the part that it shows. */
export interface Item {
  readonly id: PartId;
  readonly symbol: string;
  readonly place: string;
  readonly text: string;
  /** The place is there, but what was in it is used up. */
  readonly gone: boolean;
}

const item = (id: PartId, symbol: string, place = id, text = "", gone = false): Item => ({ id, symbol, place, text, gone });
/** One item for several equal things. */
const own = (id: PartId, symbol: string, number: number): Item => item(id, symbol, id, number > 1 ? `×${number}` : "");

/** Everything that lies on the table. */
export function scene(view: View, seating: Seating, points: readonly number[]): Item[] {
  return [...road(view), ...supply(view), ...view.players.flatMap((_, seat) => area(view, seat, points[seat] ?? 0)), ...niches(view, seating), ...figures(view, seating)];
}

function road(view: View): Item[] {
  const { edition } = Codes.of(view);
  return edition.road.flatMap(({ kind }, step) => {
    if (step === 0) return [];
    const shop = view.shops[step];
    const house = shop ? `house-${shop.owner}-${shop.kind}` : kind === "entrance" ? "gate" : kind;
    const rings = Array.from({ length: circlesOf(view, step) }, (_, at) => item(`circle:${step}:${at}`, shop ? `ring-${shop.owner}` : "ring"));
    return [item(`space:${step}`, house, `house:${step}`), ...rings];
  });
}

function supply(view: View): Item[] {
  const codes = Codes.of(view), { edition } = codes;
  const stock = (id: PartId, symbol: string, number: number): Item => item(id, symbol, id, `×${number}`, number === 0);
  return [
    item("pile", view.pile ? "pile" : "empty", "pile", String(view.pile)),
    item("discards", view.discards.length ? "discards" : "empty", "discards", String(view.discards.length)),
    ...(view.front ? [item("front", `stamp-${codes.card(view.front)}`)] : []),
    ...(view.tile_value === null ? [] : [item("extra", "extra", "extra", String(view.tile_value))]),
    item("supply:metal", "metal", "supply:metal", String(view.metal)),
    item("supply:gems", "gems", "supply:gems", String(view.gems)),
    ...distinct(edition.swords).map((one) => stock(`supply:sword:${codes.sword(one)}`, `sword-${codes.sword(one)}`, count(view.swords, one))),
    ...distinct(edition.tiles).map((one) => stock(`supply:tile:${codes.tile(one)}`, `tile-${codes.tile(one)}`, count(view.tiles, one))),
    ...distinct(edition.paintings).map((one) => stock(`supply:painting:${one}`, `painting-${one}`, count(view.paintings, one))),
  ];
}

/** What a player has in front of them. */
function area(view: View, seat: number, points: number): Item[] {
  const codes = Codes.of(view), { edition } = codes, player = view.players[seat]!, me = `player:${seat}`;
  const counts: readonly [what: string, symbol: string, number: number][] = [
    ["cards", "cards", player.cards],
    ["metal", "metal", player.metal],
    ["gems", "gem", player.gems],
    ["figures", "figures", player.figures.length],
    ["inside", "inside", player.inside],
  ];
  return [
    item(me, `mat-${seat}`),
    item(`${me}:fame`, "", `${me}:fame`, String(points)),
    ...counts.map(([what, symbol, number]) => item(`${me}:${what}`, `count-${symbol}`, `${me}:${what}`, String(number))),
    ...distinct(player.shops).map((one) => own(`${me}:shop:${codes.shop(one)}`, `shop-${seat}-${codes.shop(one)}`, count(player.shops, one))),
    ...distinct(edition.tiles).filter((one) => player.tiles.includes(one)).map((one) => own(`${me}:tile:${codes.tile(one)}`, `own-tile-${codes.tile(one)}`, count(player.tiles, one))),
    ...distinct(edition.paintings).filter((one) => player.paintings.includes(one)).map((one) => own(`${me}:painting:${one}`, `own-painting-${one}`, count(player.paintings, one))),
    ...distinct(player.swords).map((one) => own(`${me}:sword:${codes.sword(one)}`, `own-sword-${codes.sword(one)}`, count(player.swords, one))),
  ];
}

/** The plaques of the figures in the Alcazar; the first of equal swords is the part. */
function niches(view: View, seating: Seating): Item[] {
  const codes = Codes.of(view);
  return seating.niches.flatMap((swords, seat) => {
    const shown = new Set<PartId>();
    return swords.map((sword, niche) => {
      const place = `plaque:${seat}:${niche}`;
      if (!sword) return item(place, "plaque", place, "–");
      const part = `player:${seat}:delivered:${codes.sword(sword)}`, again = shown.has(part);
      shown.add(part);
      return item(again ? place : part, "plaque", place, String(sword.value));
    });
  });
}

const figures = (view: View, seating: Seating): Item[] =>
  view.players.flatMap((_, seat) => figurePlaces(view, seating, seat).map((place, number) => item(`figure:${seat}:${number}`, `figure-${seat}`, place)));
