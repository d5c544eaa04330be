// Changes of a position, piece by piece: whatever is given comes from where such pieces are kept, so that nothing is lost.

import type { Card, Player, ShopTile, State, Sword } from "toledo-rules-client";
import { editionOf, formatPosition, invariants, parsePosition } from "toledo-rules-client/rules";
import { same } from "toledo-rules-client/table";

const CATHEDRAL = 0;

const without = <T>(things: readonly T[], thing: T): T[] => {
  const at = things.findIndex((one) => same(one, thing));
  return at < 0 ? [...things] : [...things.slice(0, at), ...things.slice(at + 1)];
};
const at = (state: State, seat: number, change: (player: Player) => Partial<Player>): State =>
  ({ ...state, players: state.players.map((player, one) => (one === seat ? { ...player, ...change(player) } : player)) });
const moved = ({ figures }: Player, from: number, to: number): Partial<Player> => ({ figures: [...without(figures, from), to].sort((a, b) => a - b) });

/** A position at the start of somebody's turn, with everything that was under way put back. */
export function settled(state: State): State {
  const { active, front, phase, players } = state;
  const home = at(state, active, ({ hand, figures }) => ({ hand: front ? [...hand, front] : hand, figures: phase.type === "transit" || phase.type === "duel" ? [CATHEDRAL, ...figures] : figures }));
  const next = players.map((_, seat) => (active + seat) % players.length).find((seat) => !finished(state, seat));
  return next === undefined ? turn(leave(home, active)!, active) : turn(home, next);
}
/** The turn of a seat begins. Whoever began the last round, if that has begun, follows from the figures in the Alcazar. */
export function turn(state: State, seat: number): State {
  const others = state.players.map((_, number) => (seat + 1 + number) % state.players.length).slice(0, -1);
  return { ...state, active: seat, phase: { type: "turn_start" }, front: null, tile_value: null, trigger: others.find((one) => finished(state, one)) ?? null };
}
const finished = (state: State, seat: number): boolean => state.players[seat]!.inside >= editionOf(state).last_round_at;

/** A figure from the cathedral to a step, or from a step to the cathedral; null if there is none. */
export const putFigure = (state: State, seat: number, step: number): State | null =>
  state.players[seat]!.figures.includes(CATHEDRAL) ? at(state, seat, (player) => moved(player, CATHEDRAL, step)) : null;
export const takeFigure = (state: State, seat: number, step: number): State => at(state, seat, (player) => moved(player, step, CATHEDRAL));
/** A figure from the cathedral into the Alcazar, or out of it, without its sword. */
export const enter = (state: State, seat: number): State | null =>
  state.players[seat]!.figures.includes(CATHEDRAL) ? at(state, seat, ({ figures, inside }) => ({ figures: without(figures, CATHEDRAL), inside: inside + 1 })) : null;
export function leave(state: State, seat: number): State | null {
  const { inside, delivered } = state.players[seat]!, sword = delivered.length >= inside ? delivered.at(-1) : undefined;
  if (!inside) return null;
  const out = at(state, seat, ({ figures }) => ({ figures: [CATHEDRAL, ...figures], inside: inside - 1, delivered: sword ? delivered.slice(0, -1) : delivered }));
  return sword ? { ...out, swords: [...out.swords, sword] } : out;
}

/** A shop of a player to a site, or from there back to its owner. */
export const putShop = (state: State, seat: number, shop: ShopTile, step: number): State =>
  at({ ...state, shops: state.shops.map((old, one) => (one === step ? { ...shop, owner: seat } : old)) }, seat, ({ shops }) => ({ shops: without(shops, shop) }));
export function takeShop(state: State, step: number): State | null {
  const shop = state.shops[step];
  if (!shop) return null;
  const { owner, kind, circles } = shop, empty = { ...state, shops: state.shops.map((old, one) => (one === step ? null : old)) };
  const cleared = empty.players.reduce((now, { figures }, seat) => figures.filter((one) => one === step).reduce((then) => takeFigure(then, seat, step), now), empty as State);
  return at(cleared, owner, ({ shops }) => ({ shops: [...shops, { kind, circles }] }));
}

export const giveCard = (state: State, seat: number, card: Card): State => at({ ...state, pile: without(state.pile, card) }, seat, ({ hand }) => ({ hand: [...hand, card] }));
/** A card into a hand, and everybody knows it. */
export const showCard = (state: State, seat: number, card: Card): State => at(giveCard(state, seat, card), seat, ({ known }) => ({ known: [...known, card] }));
export const takeCard = (state: State, seat: number, card: Card): State => at({ ...state, pile: [...state.pile, card] }, seat, ({ hand, known }) => ({ hand: without(hand, card), known: without(known, card) }));
export const hidden = ({ hand, known }: Player): Card[] => known.reduce(without<Card>, [...hand]);
export const discard = (state: State, card: Card): State => ({ ...state, pile: without(state.pile, card), discards: [...state.discards, card] });
export const recover = (state: State, card: Card): State => ({ ...state, pile: [...state.pile, card], discards: without(state.discards, card) });
export const giveTile = (state: State, seat: number, tile: string): State => at({ ...state, tiles: without(state.tiles, tile) }, seat, ({ tiles }) => ({ tiles: [...tiles, tile] }));
export const takeTile = (state: State, seat: number, tile: string): State => at({ ...state, tiles: [...state.tiles, tile] }, seat, ({ tiles }) => ({ tiles: without(tiles, tile) }));
export const giveSword = (state: State, seat: number, sword: Sword): State => at({ ...state, swords: without(state.swords, sword) }, seat, ({ swords }) => ({ swords: [...swords, sword] }));
export const takeSword = (state: State, seat: number, sword: Sword): State => at({ ...state, swords: [...state.swords, sword] }, seat, ({ swords }) => ({ swords: without(swords, sword) }));
/** A sword under a figure in the Alcazar; if each of them has one, another goes in. */
export function deliver(state: State, seat: number, sword: Sword): State | null {
  const { inside, delivered } = state.players[seat]!, room = delivered.length < inside ? state : enter(state, seat);
  return room && at({ ...room, swords: without(room.swords, sword) }, seat, () => ({ delivered: [...delivered, sword] }));
}
export const unearth = (state: State, seat: number, sword: Sword): State => at({ ...state, swords: [...state.swords, sword] }, seat, ({ delivered }) => ({ delivered: without(delivered, sword) }));
export const takePainting = (state: State, seat: number, value: number): State => at({ ...state, paintings: [value, ...state.paintings] }, seat, ({ paintings }) => ({ paintings: without(paintings, value) }));
export const givePainting = (state: State, seat: number, value: number): State => at({ ...state, paintings: without(state.paintings, value) }, seat, ({ paintings }) => ({ paintings: [...paintings, value] }));
/** Metal or gems from the supply, or back to it. */
export const trade = (state: State, seat: number, what: "metal" | "gems", number: number): State =>
  at({ ...state, [what]: state[what] - number }, seat, (player) => ({ [what]: player[what] + number }));

/** A position that a game can come to, in the order in which positions are written; or the invariants that it breaks. */
export function checked(draft: State): { readonly state: State; readonly broken: readonly string[] } {
  const state = turn(draft, draft.active); // the last round may have begun
  const sane = state.metal >= 0 && state.gems >= 0 && state.players.every(({ metal, gems }) => metal >= 0 && gems >= 0);
  const broken = sane ? sorted(state) : ["i03"];
  return Array.isArray(broken) ? { state, broken } : { state: broken, broken: [] };
}
function sorted(state: State): State | string[] {
  const broken = invariants(state).filter((one) => one !== "i00"); // the order is mended by writing and reading it
  return broken.length ? broken : parsePosition(formatPosition(state));
}
