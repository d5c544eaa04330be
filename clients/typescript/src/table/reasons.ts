// Why parts of the table cannot be used, or do not go together, by the rules in the package: toledo_rules.choices' why_not.

import type { Action, Code, PartId, Reason, Refusal, Sword, View } from "../toledo.js";
import { editionOf, explain, plainPosition } from "../rules/play.js";
import { stands } from "./choices.js";
import { CODES } from "./codes.js";
import { Telling } from "./messages.js";
import { distinct } from "./pieces.js";

/** Reasons that concern the moment: another one is closer. */
const UNTIMELY: ReadonlySet<Code> = new Set<Code>(["not_at_turn_start", "not_just_arrived", "not_just_entered", "not_in_transit", "something_else_is_possible"]);
/** Reasons that would not help a player who points at a part: there are other sites, and where nothing is paid a card is not a fee. */
const BESIDE_THE_POINT: ReadonlySet<Code> = new Set<Code>(["site_taken", "own_shop_is_free"]);

/** The reason against some parts; null if a move has them all, or no action could. */
export function whyNot(of: View, names: readonly string[], parts: readonly PartId[]): Reason | null {
  const telling = new Telling(of, names);
  const reason = (refusal: Refusal): Reason => ({ rule: refusal.rule, message: telling.refusal(refusal), refusal });
  const plain = (code: Code, parameters: Refusal["parameters"] = {}): Reason => reason({ code, rule: CODES[code][1], parameters });
  if (of.phase.type === "over") return plain("game_over");
  if (of.phase.type === "drawing" || of.phase.type === "duel") return plain("chance_is_next");
  if (of.seat !== of.active) return plain("not_on_turn", { seat: of.seat, active: of.active });
  const state = plainPosition(of), against: Refusal[] = [];
  for (const action of proposals(of, parts.length > 1)) {
    const standing = stands(of, action).flatMap((stand) => stand.parts);
    if (!parts.every((part) => standing.includes(part))) continue;
    const why = explain(state, action);
    if (why === null) return null;
    if (parts.length > 1 || !BESIDE_THE_POINT.has(why.code)) against.push(why);
  }
  const closest = against.find(({ code }) => !UNTIMELY.has(code));
  if (closest) return reason(closest);
  if (parts.length > 1) return against[0] ? reason(against[0]) : null;
  const [code, parameters, last] = otherwise(of, parts[0] ?? "");
  return last && against[0] ? reason(against[0]) : plain(code, parameters);
}

/** A reason, and an action that it refuses; null if it is about no action. */
export interface Against {
  readonly reason: Reason;
  readonly action: Action | null;
}

/** All reasons against some parts, the closest first: where that is about a move of a figure, every card and figure may have its own. */
export function allReasons(of: View, names: readonly string[], parts: readonly PartId[]): Against[] {
  const closest = whyNot(of, names, parts), telling = new Telling(of, names), found = new Map<string, Against>();
  if (!closest) return [];
  const key = ({ rule, message }: Reason): string => JSON.stringify([rule, message]), state = plainPosition(of);
  if (of.seat === of.active && closest.refusal) {
    for (const action of proposals(of, false)) {
      if (action.type !== "play_card") continue;
      const standing = stands(of, action).flatMap((stand) => stand.parts), refusal = parts.every((part) => standing.includes(part)) && explain(state, action);
      if (!refusal) continue;
      const reason = { rule: refusal.rule, message: telling.refusal(refusal), refusal };
      if (!found.has(key(reason))) found.set(key(reason), { reason, action });
    }
  }
  const first = found.get(key(closest));
  return first && found.size > 1 ? [first, ...[...found.values()].filter((one) => one !== first)] : [{ reason: closest, action: null }];
}

/** The actions that the things on the table suggest, those first whose reasons are the closest. */
function* proposals(of: View, everywhere: boolean): Generator<Action> {
  const me = of.players[of.active]!, cards = distinct(of.hand), { road } = editionOf(of);
  const sites = everywhere ? [...road.keys()] : [road.findIndex(({ kind }) => kind === "site")];
  yield* uses(of);
  const transit = of.phase.type === "transit" ? of.phase.step : null, origins = distinct(transit === null ? me.figures : [transit, ...me.figures]);
  for (const with_tile of me.tiles.includes("movement") ? [false, true] : [false]) {
    for (const card of cards) for (const origin of origins) yield { type: "play_card", card, origin, with_tile };
  }
  for (const rival of of.players.keys()) if (rival !== of.active) yield { type: "challenge", rival };
  for (const sword of distinct(me.swords)) yield { type: "deliver", sword };
  for (const step of distinct(me.figures).reverse()) yield { type: "return_figure", step };
  for (const shop of distinct(me.shops)) for (const step of sites) yield { type: "place_shop", shop, step };
  yield { type: "take_cards" };
  yield { type: "end_turn" };
  yield { type: "pass" };
}

/** The ways to use the space on which a figure has just arrived. */
function* uses(of: View): Generator<Action> {
  const use = (pay: View["front"], take: Sword | string | null, give_back: string | null): Action => ({ type: "use_space", pay, take, give_back });
  if (of.phase.type !== "arrived") return yield use(null, null, null);
  const edition = editionOf(of), kind = of.shops[of.phase.step]?.kind ?? edition.road[of.phase.step]!.kind;
  const takes = kind === "smith" ? distinct(edition.swords) : kind === "fencing" ? distinct(edition.tiles) : [null];
  const backs = kind === "fencing" ? [null, ...of.players[of.active]!.tiles] : [null];
  for (const take of takes) for (const back of backs) for (const pay of [...distinct(of.hand).reverse(), null]) yield use(pay, take, back);
}

const OWN: { readonly [kind: string]: readonly [code: Code, last: boolean] } = {
  shop: ["no_site", true], sword: ["no_sword", true], tile: ["duel_tile", false], painting: ["own_painting", false], known: ["known", false], delivered: ["delivered", false],
  cards: ["hand", false], fame: ["fame", false], metal: ["material", false], gems: ["material", false], figures: ["figures", false], inside: ["inside", false],
};
const PLACES: { readonly [kind: string]: readonly [code: Code, last: boolean] } = {
  cathedral: ["no_way_back", true], alcazar: ["alcazar_out_of_reach", false], pile: ["discarded", true], discards: ["discarded", false], front: ["in_front", false],
};
const DEEDS: { readonly [deed: string]: Code } = { place_shop: "no_site", return_figure: "no_figure", deliver: "no_sword", play_card: "no_card" };
const SUPPLY: { readonly [kind: string]: Code } = { metal: "metal", gems: "gems", sword: "sword", tile: "tile", painting: "painting" };

/** What is said of a part that no action is near to; `last` if a reason of the moment comes before it. */
function otherwise(of: View, part: PartId): readonly [code: Code, parameters: Refusal["parameters"], last: boolean] {
  const [kind = "", second = "", third = "", fourth] = part.split(":"), me = of.players[of.active]!;
  if (kind === "deed") return [second === "place_shop" && !me.shops.length ? "no_shop" : second === "play_card" && !me.figures.length ? "no_figure" : DEEDS[second] ?? "area", {}, true];
  if (kind === "space" || kind === "circle") return ["out_of_reach", { step: Number(second) }, false];
  if (kind === "supply") return [SUPPLY[second] ?? "area", {}, false];
  if (kind in PLACES) return [PLACES[kind]![0], {}, PLACES[kind]![1]];
  const seat = Number(second), mine = seat === of.active, owner = of.players[seat];
  if (kind === "figure") {
    const standing = (owner?.figures.length ?? 0) + (mine && of.phase.type === "transit" ? 1 : 0);
    return Number(third) >= standing ? ["inside", {}, false] : mine ? ["no_card", {}, false] : ["belongs_to_another", { seat }, true];
  }
  const [code, last]: readonly [Code, boolean] =
    kind === "plaque" ? ["delivered", false] : kind === "hand" ? [third ? "no_figure" : "hand", false] : third === "tile" && fourth === "m" ? ["movement_tile", false] : OWN[third] ?? ["area", !mine];
  return mine ? [code, {}, last] : ["belongs_to_another", { seat }, last];
}
