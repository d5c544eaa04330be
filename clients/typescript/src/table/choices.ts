// What stands for an action on the table, and what may be chosen: by a table that the library has too (toledo_rules.choices.STANDS).

import type { Action, Card, Edition, PartId, ShopTile, Sword, View } from "../toledo.js";
import { formatCard, formatShop, formatSword, formatTile } from "../rules/notation.js";
import { editionOf, legalActions } from "../rules/play.js";
import { STANDS, type Selector, type Slot } from "./stands.js";

/** The parts of the table that answer one question about an action. They stand for each other. */
export interface Stand {
  readonly slot: Slot | "deed";
  readonly parts: readonly PartId[];
}
/** An action that may be chosen, with what stands for it. */
export interface SlottedOffer {
  readonly action: Action;
  readonly parts: readonly PartId[];
  readonly slots: readonly Stand[];
}

const space = (step: number): PartId => (step === 0 ? "cathedral" : `space:${step}`);

/** A space with its circles, or an entrance with the Alcazar. */
function spot({ road }: Edition, of: View, step: number): PartId[] {
  const printed = road[step];
  if (!printed) return [];
  const circles = of.shops[step]?.circles ?? printed.circles;
  const numbered = Array.from({ length: circles }, (_, number) => `circle:${step}:${number}`);
  return [space(step), ...numbered, ...(printed.kind === "entrance" ? ["alcazar"] : [])];
}
/** The figures of a player that stand on a step, by their numbers. */
const standing = (of: View, seat: number, step: number): PartId[] =>
  of.players[seat]!.figures.flatMap((at, number) => (at === step ? [`figure:${seat}:${number}`] : []));
const arrival = ({ phase }: View): number | null => (phase.type === "arrived" ? phase.step : null);
const transit = ({ phase }: View): number | null => (phase.type === "transit" ? phase.step : null);
const isSword = (take: Sword | string): take is Sword => typeof take !== "string";

const WARES: { readonly [kind: string]: PartId } = { metal: "supply:metal", gem: "supply:gems", tavern: "pile" };

/** Finds the parts for a thing in an action: `thing` is what its field holds, or the action. */
type Find = (of: View, thing: never, edition: Edition) => PartId[];

const SELECTORS: Readonly<Record<Selector, Find>> = {
  pile: () => ["pile"],
  cathedral: () => [space(0)],
  alcazar: () => ["alcazar"],
  own_shop: (of, shop: ShopTile, edition) => [`player:${of.active}:shop:${formatShop(shop, edition)}`],
  own_card: (of, card: Card, edition) => [`hand:${of.active}:${formatCard(card, edition)}`],
  own_sword: (of, sword: Sword, edition) => [`player:${of.active}:sword:${formatSword(sword, edition)}`],
  own_tile: (of, tile: string, edition) => [`player:${of.active}:tile:${formatTile(tile, edition)}`],
  movement_tile: (of, _used: true, edition) => [`player:${of.active}:tile:${formatTile("movement", edition)}`],
  place: (of, step: number, edition) => spot(edition, of, step),
  target: (of, { origin, card }: { origin: number; card: Card }, edition) => spot(edition, of, origin + card.value),
  arrived_at: (of, _action: Action, edition) => (arrival(of) === null ? [] : spot(edition, of, arrival(of)!)),
  own_figures: (of, step: number) => standing(of, of.active, step),
  movers: (of, origin: number) =>
    origin === transit(of) ? [`figure:${of.active}:${of.players[of.active]!.figures.length}`] : standing(of, of.active, origin),
  player: (_of, seat: number) => [`player:${seat}`],
  rival_figures: (of, seat: number) =>
    (transit(of) === null ? [...new Set(of.players[seat]!.figures)] : [transit(of)!]).flatMap((at) => standing(of, seat, at)),
  goods: (_of, take: Sword | string, edition) =>
    isSword(take) ? [`supply:sword:${formatSword(take, edition)}`] : [`supply:tile:${formatTile(take, edition)}`],
  material: (of, take: Sword | string) =>
    isSword(take) ? (["metal", "gems"] as const).filter((what) => take[what] > 0).map((what) => `player:${of.active}:${what}`) : [],
  wares: (of, _action: Action, edition) => {
    const at = arrival(of);
    if (at === null) return [];
    const kind = of.shops[at]?.kind ?? edition.road[at]!.kind;
    if (kind === "artist") return of.paintings.slice(0, 1).map((value) => `supply:painting:${value}`);
    return WARES[kind] ? [WARES[kind]] : [];
  },
};

/** What stands for an action: what to do, with what, where to. */
export function stands(of: View, action: Action): Stand[] {
  const edition = editionOf(of), found: Stand[] = [{ slot: "deed", parts: [`deed:${action.type}`] }];
  for (const [slot, selector, field] of STANDS[action.type]) {
    const thing = field ? (action as unknown as { readonly [field: string]: unknown })[field] : action;
    found.push({ slot, parts: thing === null || thing === false ? [] : SELECTORS[selector](of, thing as never, edition) });
  }
  return found;
}

/** An action with what stands for it. Offers that come over the protocol get their slots so. */
export function slotted(of: View, action: Action): SlottedOffer {
  const slots = stands(of, action);
  return { action, slots, parts: slots.flatMap(({ parts }) => parts) };
}

/** Everything that the viewer may do, by the rules in the package. */
export const offers = (of: View): SlottedOffer[] => legalActions(of).map((action) => slotted(of, action));
