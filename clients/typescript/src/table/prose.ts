// A position in sentences, for those who do not see it: toledo_rules.describe.position.

import type { Card, MessageValue, ShopTile, View } from "../toledo.js";
import { editionOf } from "../rules/play.js";
import type { Speech, Values } from "../speech.js";
import { el, renew } from "./dom.js";
import { Telling } from "./messages.js";
import type { Model } from "./model.js";
import { shopsInOrder, same } from "./pieces.js";

/** Hands that are shown: the seat, and its cards. */
export type Hands = readonly (readonly [seat: number, cards: readonly Card[]])[];

/** The pending decision, the road, the players with their points, the supply and the hands, a paragraph for each. */
export function prose(of: View, points: readonly number[], hands: Hands, speech: Speech, names: readonly string[]): string[] {
  const edition = editionOf(of), { road } = edition, telling = new Telling(of, names);
  const say = (key: string, values: Values = {}): string => speech.word(`table.${key}`, values);
  const counted = (things: readonly string[]): string => [...new Set(things)].map((thing) => {
    const number = things.filter((other) => other === thing).length;
    return number === 1 ? thing : `${thing} ×${number}`;
  }).join(", ");
  const numbers = (some: readonly number[]): string => counted(some.map(String));
  const named = (thing: MessageValue): string => speech.name(thing), who = (seat: number): MessageValue => telling.who(seat);
  const order: readonly string[] = [...edition.duel_colours, "movement"], tiles = (some: readonly string[]): string => counted([...some].sort((a, b) => order.indexOf(a) - order.indexOf(b)).map((name) => named({ type: "term", group: "tile", name })));
  const cards = (some: readonly Card[]): string => counted(some.map((card) => named({ type: "card", ...card })));
  const shops = (some: readonly ShopTile[]): string => {
    const sorted = shopsInOrder(edition), place = (shop: ShopTile): number => sorted.findIndex((one) => same(one, shop));
    return counted([...some].sort((a, b) => place(a) - place(b)).map((shop) => named({ type: "shop_tile", ...shop })));
  };
  const group = (seat: number, number: number): string => say("group", { seat: who(seat), number });
  const here = (step: number): string => {
    const standing = of.players.flatMap(({ figures }, seat) => figures.filter((at) => at === step).map(() => named(who(seat))));
    return standing.length ? say("here", { figures: counted(standing) }) : say("nobody");
  };

  function* turn(): Generator<string> {
    yield speech.render(telling.prompt());
    if (of.front) yield say("front", { card: { type: "card", ...of.front } });
    if (of.tile_value !== null) yield say("movement", { value: of.tile_value });
    if (of.trigger !== null) yield say("last_round", { seat: who(of.trigger) });
  }
  function* spaces(): Generator<string> {
    const sites: number[] = [];
    for (const [step, { kind }] of road.entries()) {
      const shop = of.shops[step];
      if (step === 0 || kind === "entrance") continue;
      if (shop) yield say("shop", { number: step, shop: named({ type: "shop_tile", kind: shop.kind, circles: shop.circles }), owner: who(shop.owner), here: here(step) });
      else if (kind === "site") sites.push(step);
      else yield say("printed", { number: step, kind: named({ type: "term", group: "kind", name: kind }), here: here(step) });
    }
    if (sites.length) yield say("sites", { numbers: numbers(sites) });
  }
  function* ends(): Generator<string> {
    const { phase, players } = of;
    if (phase.type === "transit" || phase.type === "duel") yield say("transit", { number: phase.step, seat: who(of.active) });
    const waiting = players.flatMap(({ figures }, seat) => (figures.includes(0) ? [group(seat, figures.filter((at) => at === 0).length)] : []));
    if (waiting.length) yield say("cathedral", { figures: waiting.join(", ") });
    const inside = players.flatMap(({ inside: number, delivered }, seat) => !number ? [] : [delivered.length ? say("delivered", { seat: who(seat), number, swords: numbers(delivered.map(({ value }) => value)) }) : group(seat, number)]);
    if (inside.length) yield say("alcazar", { figures: inside.join(", ") });
  }
  function* player(at: number): Generator<string> {
    const one = of.players[at]!, seat = who(at);
    yield say("player", { seat, points: points[at] ?? 0, cards: one.cards, metal: one.metal, gems: one.gems });
    if (one.swords.length) yield say("swords", { seat, swords: numbers(one.swords.map(({ value }) => value)) });
    if (one.tiles.length) yield say("tiles", { seat, tiles: tiles(one.tiles) });
    if (one.paintings.length) yield say("paintings", { seat, paintings: numbers(one.paintings) });
    if (one.shops.length) yield say("shops", { seat, shops: shops(one.shops) });
    if (one.known.length) yield say("known", { seat, cards: cards(one.known) });
  }
  function* supply(): Generator<string> {
    yield say("supply", { metal: of.metal, gems: of.gems, pile: of.pile, discards: of.discards.length });
    if (of.swords.length) yield say("supply_swords", { swords: numbers(of.swords.map(({ value }) => value)) });
    if (of.tiles.length) yield say("supply_tiles", { tiles: tiles(of.tiles) });
    if (of.paintings.length) yield say("supply_paintings", { paintings: numbers(of.paintings) });
  }
  const told = hands.flatMap(([seat, some]) => (some.length ? [say("hand", { seat: who(seat), cards: cards(some) })] : []));
  return [turn(), spaces(), ends(), ...of.players.map((_, seat) => player(seat)), supply(), told].map((lines) => [...lines].join(" ")).filter(Boolean);
}

/** A panel that can be opened: the position in words. */
export class ProsePanel {
  private readonly text = el("div", { tabindex: 0 });
  private readonly title = el("summary");
  readonly element = el("details", { class: "prose" }, this.title, this.text);

  draw({ words }: Model): void {
    this.title.textContent = words.word("page.in_words");
    renew(this.text, ...(this.element.open ? words.position().map((paragraph) => el("p", {}, paragraph)) : []));
  }
}
