// Positions, moves and events: from JSON to terms of the logic, and back. It names things and counts them, and knows no rule.

import type { Card, Code, Edition, Event, Move, Phase, PlayerView, Player, Refusal, Shop, State, Sword, View } from "../toledo.js";
import type { Term } from "./game.js";

/** An edition with the reference by which positions name it. */
export type Box = Edition & { reference: State["edition"] };
type Parts = readonly Term[];

const NUMBERS = {
  hand_size: "hand",
  cards_taken: "cards_taken",
  tavern_cards: "tavern_cards",
  tile_limit: "tile_limit",
  last_round_at: "last_round_at",
  movement_penalty: "movement_penalty",
  rounds_to_win: "rounds_to_win",
  gems_per_point: "gems_per_point",
  sword_divisor: "sword_divisor",
} as const;

/** The keys of the parts of each event, in the order of its term. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  drawing_began: ["seat", "cards", "source"],
  card_drawn: ["seat", "card"],
  pile_reshuffled: ["cards"],
  shop_placed: ["seat", "shop", "step"],
  figure_returned: ["seat", "step"],
  card_played: ["seat", "card", "to_front", "with_tile"],
  figure_moved: ["seat", "origin", "step"],
  circle_taken: ["seat", "step"],
  space_full: ["seat", "step"],
  alcazar_entered: ["seat", "step"],
  duel_began: ["attacker", "defender", "step"],
  round_fought: ["card", "winner", "attacker_wins", "defender_wins"],
  duel_ended: ["winner", "loser", "step"],
  figure_sent_back: ["seat", "step"],
  fee_paid: ["seat", "card", "owner"],
  metal_taken: ["seat"],
  gem_taken: ["seat"],
  sword_forged: ["seat", "sword"],
  tile_given_back: ["seat", "tile"],
  tile_taken: ["seat", "tile"],
  painting_taken: ["seat", "value"],
  sword_delivered: ["seat", "sword"],
  passed: ["seat"],
  front_card_discarded: ["seat", "card"],
  turn_ended: ["seat"],
  last_round_began: ["seat"],
  turn_began: ["seat"],
  hand_shown: ["seat", "cards"],
  game_ended: [],
};

/** The keys of the parameters of each reason why not, in the order of its term; those without any are not here. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  no_such_step: ["step", "last"],
  shop_not_in_tray: ["shop"],
  not_a_site: ["step", "space"],
  site_taken: ["step", "owner"],
  no_figure_to_return: ["step"],
  card_not_in_hand: ["card"],
  no_figure_there: ["origin"],
  other_figure_in_transit: ["origin", "transit"],
  value_not_repeated: ["played", "required"],
  movement_tile_spent: ["used_for"],
  tile_not_needed: ["played"],
  same_value_as_tile_card: ["played"],
  beyond_the_alcazar: ["step", "last"],
  no_shop_there: ["step"],
  no_way_on: ["step"],
  no_duel_and_no_way_on: ["step"],
  rival_not_there: ["rival", "step"],
  own_shop_is_free: ["card"],
  fee_missing: ["required"],
  fee_not_in_hand: ["card"],
  fee_too_low: ["paid", "required"],
  nothing_to_choose: ["space"],
  nothing_to_give_back: ["space"],
  no_sword_chosen: ["take"],
  sword_not_on_board: ["sword"],
  too_little_metal: ["has", "required"],
  too_few_gems: ["has", "required"],
  no_tile_chosen: ["take"],
  tile_already_held: ["tile"],
  tile_not_on_board: ["tile"],
  tile_limit_reached: ["held", "limit"],
  below_tile_limit: ["held", "limit"],
  tile_not_held: ["tile"],
  sword_not_in_front: ["sword"],
  figure_in_transit: ["step"],
  something_else_is_possible: ["actions"],
  card_not_in_pile: ["card"],
  not_on_turn: ["seat", "active"],
};

// From JSON to terms

const card = (one: Card): Parts => ["card", one.value, one.colour, one.stance];
const sword = (one: Sword): Parts => ["sword", one.value, one.metal, one.gems];
const times = (number: number, term: Term): Term[] => Array<Term>(number).fill(term);
const stuff = (of: { metal: number; gems: number }): Term[] => [...times(of.metal, "metal"), ...times(of.gems, "gem")];
const masters = (tiles: readonly string[]): Term[] => tiles.map((tile) => ["master", tile]);

/** Facts about equal things become one, with their number. */
function counted(things: Iterable<Term>): [Term, number][] {
  const found = new Map<string, [Term, number]>();
  for (const thing of things) {
    const text = JSON.stringify(thing);
    found.set(text, [thing, (found.get(text)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}

/** The components, and the number of players. */
export function edition(box: Edition, players: number): Parts[] {
  const pieces = [
    ...box.cards.map(card),
    ...box.swords.map(sword),
    ...masters(box.tiles),
    ...stuff(box),
    ...box.shops.map((tile) => ["shop", tile.kind, tile.circles]),
  ];
  const found: Parts[] = [["players", players], ["copies", "figure", box.figures]];
  found.push(...counted(pieces).map(([piece, number]) => ["copies", piece, number]));
  found.push(...[...box.paintings].reverse().map((value, below) => ["painting", below + 1, value]));
  box.road.forEach((space, step) => {
    if (step === 0) return;
    found.push(["space", step, space.kind]);
    if (space.price) found.push(["price", step, space.price]);
    if (space.circles) found.push(["circles", step, space.circles]);
  });
  for (const [word, key] of Object.entries(NUMBERS)) found.push([word, box[key] ?? 2]); // the default of the last three
  return found;
}

/** Everything in an edition, whether it can be played or not. */
export function wholeBox(box: Edition): Parts[] {
  const found = edition(box, box.most_players);
  for (const key of ["figures", "metal", "gems", "least_players", "most_players"] as const) found.push(["number", key, box[key]]);
  box.colours.forEach((name, place) => found.push(["colour", place, name]));
  box.duel_colours.forEach((name, place) => found.push(["duel_colour", place, name]));
  box.road.forEach((space, step) => {
    found.push(["printed", step, space.kind]);
    if (space.row) found.push(["row", step, space.row]);
  });
  const start = box.road[0];
  if (start?.price) found.push(["price", 0, start.price]);
  if (start?.circles) found.push(["circles", 0, start.circles]);
  return found;
}

/** The cards that have been dealt to each seat. */
export const dealt = (hands: readonly (readonly Card[])[]): Parts[] =>
  hands.flatMap((hand, seat) => counted(hand.map(card)).map(([one, number]) => ["dealt", seat, one, number]));

function phase(of: Phase): Term {
  switch (of.type) {
    case "turn_start":
      return "start";
    case "arrived":
    case "transit":
      return [of.type, of.step];
    case "drawing":
      return [of.type, of.left, of.source];
    case "duel":
      return [of.type, of.step, of.rival, of.attacker_wins, of.defender_wins];
    default:
      return of.type;
  }
}

/** Everything that holds in a position. */
export function* position(state: State): Generator<Parts> {
  const at = (place: Term, pieces: readonly Term[]): Parts[] => pieces.map((piece) => ["at", place, piece, 1]);
  for (const [seat, player] of state.players.entries()) {
    const area = ["area", seat], alcazar = ["alcazar", seat], figure = ["figure", seat];
    for (const step of player.figures) yield ["at", step, figure, 1];
    yield* at(alcazar, times(player.inside, figure));
    yield* at(alcazar, player.delivered.map(sword));
    yield* at(area, player.shops.map((tile) => ["shop", seat, tile.kind, tile.circles]));
    yield* at(area, stuff(player));
    yield* at(area, player.swords.map(sword));
    yield* at(area, masters(player.tiles));
    yield* at(area, player.paintings.map((value) => ["painting", value]));
    yield* at(["known", seat], player.known.map(card));
    yield* at(["hand", seat], player.hand.map(card));
  }
  for (const [step, shop] of state.shops.entries()) {
    if (shop) yield ["at", step, ["shop", shop.owner, shop.kind, shop.circles], 1];
  }
  if (state.phase.type === "transit" || state.phase.type === "duel") yield ["at", "transit", ["figure", state.active], 1];
  if (state.front) yield ["at", "front", card(state.front), 1];
  yield* at("discards", state.discards.map(card));
  yield* at("pile", state.pile.map(card));
  yield* at("supply", stuff(state));
  yield* at("board", state.swords.map(sword));
  yield* at("board", masters(state.tiles));
  for (const [above, value] of state.paintings.entries()) {
    yield ["at", ["stack", state.paintings.length - above], ["painting", value], 1];
  }
  yield ["active", state.active];
  yield ["phase", phase(state.phase)];
  if (state.trigger !== null) yield ["trigger", state.trigger];
  if (state.tile_value !== null) yield ["tile_card", state.tile_value];
}

/** A player's action, or chance's draw. */
export function move(of: Move, active: number): Term {
  const goods = (take: Sword | string | null): Term =>
    take === null ? "none" : typeof take === "string" ? ["master", take] : sword(take);
  switch (of.type) {
    case "place_shop":
      return [of.type, ["shop", active, of.shop.kind, of.shop.circles], of.step];
    case "return_figure":
      return [of.type, of.step];
    case "play_card":
      return [of.type, card(of.card), of.origin, of.with_tile ? "tile" : "plain"];
    case "challenge":
      return [of.type, of.rival];
    case "use_space":
      return [of.type, of.pay === null ? "none" : card(of.pay), goods(of.take), goods(of.give_back)];
    case "deliver":
      return [of.type, sword(of.sword)];
    case "draw":
      return [of.type, card(of.card)];
    default:
      return of.type;
  }
}

// From terms to JSON

const parts = (term: Term | undefined): Parts => (Array.isArray(term) ? (term as Parts) : [term as Term]);

export function cardJson(term: Term): Card {
  const [, value, colour, stance] = parts(term);
  return { value, colour, stance } as Card;
}
function swordJson(term: Term): Sword {
  const [, value, metal, gems] = parts(term);
  return { value, metal, gems } as Sword;
}

function phaseJson(term: Term | undefined): Phase {
  const [type, a, b, c, d] = parts(term);
  switch (type) {
    case "start":
      return { type: "turn_start" };
    case "arrived":
    case "transit":
      return { type, step: a as number };
    case "drawing":
      return { type, left: a, source: b } as Phase;
    case "duel":
      return { type, step: a, rival: b, attacker_wins: c, defender_wins: d } as Phase;
    default:
      return { type } as Phase;
  }
}

/** A player's action, or chance's draw. */
export function moveJson(term: Term): Move {
  const [type, a, b, c] = parts(term) as [string, Term, Term, Term];
  const goods = (part: Term): Sword | string | null =>
    part === "none" ? null : parts(part)[0] === "sword" ? swordJson(part) : (parts(part)[1] as string);
  const found = (): object => {
    switch (type) {
      case "place_shop": {
        const [, , kind, circles] = parts(a);
        return { shop: { kind, circles }, step: b };
      }
      case "return_figure":
        return { step: a };
      case "play_card":
        return { card: cardJson(a), origin: b, with_tile: c === "tile" };
      case "challenge":
        return { rival: a };
      case "use_space":
        return { pay: a === "none" ? null : cardJson(a), take: goods(b), give_back: goods(c) };
      case "deliver":
        return { sword: swordJson(a) };
      case "draw":
        return { card: cardJson(a) };
      default:
        return {};
    }
  };
  return { type, ...found() } as Move;
}

/** An event; a hand that is shown is a term for each kind of card in it. */
export function eventJson(terms: readonly Term[]): Event {
  const several = [...terms].sort(byParts);
  const [type, ...values] = parts(several[0]) as [string, ...Term[]];
  if (type === "hand_shown") {
    const cards = several.flatMap((term) => times(parts(term)[3] as number, parts(term)[2]!).map(cardJson));
    return { type, seat: values[0] as number, cards };
  }
  const found = EVENTS[type]!.map((key, place) => [key, partJson(key, values[place]!)]);
  return { type, ...Object.fromEntries(found) } as Event;
}

/** The reason why a move is not legal, with its rule: `mov08` is MOV-08. */
export function refusalJson(law: string, reason: Term): Refusal {
  const [code, ...values] = parts(reason) as [Code, ...Term[]], group = law.replace(/\d+$/, "");
  const found = values.map((value, place) => [REASONS[code]![place]!, Array.isArray(value) && value[0] === "master" ? value[1] : partJson("", value)]);
  return { code, rule: `${group.toUpperCase()}-${law.slice(group.length)}`, parameters: Object.fromEntries(found) as Refusal["parameters"] };
}

function partJson(key: string, term: Term): unknown {
  if (key === "to_front") return term === "front";
  if (key === "with_tile") return term === "tile";
  if (key === "tile") return parts(term)[1];
  if (term === "none" || term === "unseen") return null;
  if (!Array.isArray(term)) return term;
  const [kind, , second, third] = term as Parts;
  return kind === "card" ? cardJson(term as Term) : kind === "sword" ? swordJson(term as Term) : { kind: second, circles: third };
}

/** The order in which JSON has terms: by their parts, numbers as numbers. */
function byParts(a: Term, b: Term): number {
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : a > b ? 1 : 0;
  for (let place = 0; place < a.length; place++) {
    const order = byParts(a[place] as Term, b[place] as Term);
    if (order) return order;
  }
  return 0;
}

/** The pieces of a position by their places. */
class Places {
  readonly facts = new Map<string, Term>();
  private readonly at = new Map<string, [Term, number][]>();

  constructor(fluents: Iterable<Parts>) {
    for (const [kind, first, piece, number] of fluents) {
      const key = JSON.stringify(first);
      if (kind === "at") this.at.set(key, [...(this.at.get(key) ?? []), [piece!, number as number]]);
      else if (kind === "size") this.facts.set(key, piece!);
      else this.facts.set(kind as string, first!);
    }
  }

  /** The pieces of a kind at a place, in order, as often as they are there. */
  some(place: Term, kind: string): Parts[] {
    const here = this.at.get(JSON.stringify(place)) ?? [];
    const found = here.flatMap(([piece, number]) => times(number, piece));
    return found.filter((piece) => parts(piece)[0] === kind).sort(byParts).map(parts);
  }
  number(place: Term, kind: string): number {
    return this.some(place, kind).length;
  }
  cards(place: Term): Card[] {
    return this.some(place, "card").map(cardJson);
  }
  swords(place: Term): Sword[] {
    return this.some(place, "sword").map(swordJson);
  }
  tiles(place: Term): string[] {
    return this.some(place, "master").map((tile) => tile[1] as string);
  }
  paintings(place: Term): number[] {
    return this.some(place, "painting").map((painting) => painting[1] as number);
  }
}

function tableJson(places: Places, box: Box) {
  const heights = box.paintings.map((_, below) => box.paintings.length - below);
  const shop = ([one]: Parts[]): Shop | null => (one ? ({ owner: one[1], kind: one[2], circles: one[3] } as Shop) : null);
  return {
    edition: box.reference,
    active: places.facts.get("active") as number,
    phase: phaseJson(places.facts.get("phase")),
    front: places.cards("front")[0] ?? null,
    tile_value: (places.facts.get("tile_card") ?? null) as number | null,
    trigger: (places.facts.get("trigger") ?? null) as number | null,
    discards: places.cards("discards"),
    shops: box.road.map((_, step) => shop(places.some(step, "shop"))),
    metal: places.number("supply", "metal"),
    gems: places.number("supply", "gem"),
    swords: places.swords("board"),
    tiles: places.tiles("board"),
    paintings: heights.flatMap((height) => places.paintings(["stack", height])),
  };
}

function playerJson(places: Places, seat: number, box: Box) {
  const area = ["area", seat], alcazar = ["alcazar", seat];
  return {
    known: places.cards(["known", seat]),
    figures: box.road.flatMap((_, step) => places.some(step, "figure").filter(([, owner]) => owner === seat).map(() => step)),
    inside: places.number(alcazar, "figure"),
    delivered: places.swords(alcazar),
    shops: places.some(area, "shop").map(([, , kind, circles]) => ({ kind, circles })) as Player["shops"],
    metal: places.number(area, "metal"),
    gems: places.number(area, "gem"),
    swords: places.swords(area),
    tiles: places.tiles(area),
    paintings: places.paintings(area),
  };
}

const seats = (players: number): number[] => [...Array(players).keys()];

/** A position. */
export function stateJson(fluents: Iterable<Parts>, box: Box, players: number): State {
  const places = new Places(fluents);
  const sides = seats(players).map((seat): Player => ({ ...playerJson(places, seat, box), hand: places.cards(["hand", seat]) }));
  return { ...tableJson(places, box), players: sides, pile: places.cards("pile") };
}

/** A position as somebody sees it. */
export function viewJson(fluents: Iterable<Parts>, box: Box, players: number, seat: number | null): View {
  const places = new Places(fluents);
  const cards = (side: number): number => places.facts.get(JSON.stringify(["hand", side])) as number;
  const sides = seats(players).map((side): PlayerView => ({ ...playerJson(places, side, box), cards: cards(side) }));
  const hand = seat === null ? [] : places.cards(["hand", seat]);
  const pile = places.facts.get('"pile"') as number;
  return { ...tableJson(places, box), seat, hand, players: sides, pile };
}
