// Positions, moves and events: from JSON to terms of the logic, and back. It names things and counts them, and knows no rule.
// Whatever it makes of terms is frozen, and what a move leaves alone is the same object before and after it.

import type { Card, Code, Edition, Event, Move, Phase, PlayerView, Player, Refusal, Shop, ShopTile, State, Sword, View } from "../toledo.js";
import type { Game, Position, Term } from "./game.js";

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
  second_card_due: ["used_for"],
  something_else_is_possible: ["actions"],
  card_not_in_pile: ["card"],
  not_on_turn: ["seat", "active"],
};

// From JSON to terms

export const card = (one: Card): Parts => ["card", one.value, one.colour, one.stance];
export const sword = (one: Sword): Parts => ["sword", one.value, one.metal, one.gems];
const times = (number: number, term: Term): Term[] => Array<Term>(number).fill(term);
const stuff = (of: { metal: number; gems: number }): Term[] => [...times(Math.max(of.metal, 0), "metal"), ...times(Math.max(of.gems, 0), "gem")];
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
  for (const [ruling, choice] of Object.entries(box.readings ?? {})) found.push(["reading", ruling, choice]);
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

/** Everything that holds in a position; of a view, what its seat sees. */
export function* position(state: State | View): Generator<Parts> {
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
    const hand = "hand" in player ? player.hand : "hand" in state && state.seat === seat ? state.hand : [];
    yield* at(["hand", seat], hand.map(card));
  }
  for (const [step, shop] of state.shops.entries()) {
    if (shop) yield ["at", step, ["shop", shop.owner, shop.kind, shop.circles], 1];
  }
  if (state.phase.type === "transit" || state.phase.type === "duel") yield ["at", "transit", ["figure", state.active], 1];
  if (state.front) yield ["at", "front", card(state.front), 1];
  yield* at("discards", state.discards.map(card));
  if (typeof state.pile !== "number") yield* at("pile", state.pile.map(card));
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
export function byParts(a: Term, b: Term): number {
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : a > b ? 1 : 0;
  for (let place = 0; place < a.length && place < b.length; place++) {
    const order = byParts(a[place] as Term, b[place] as Term);
    if (order) return order;
  }
  return a.length - b.length;
}

/** Kinds of pieces at a place and their numbers, in turn. */
type Here = readonly number[];
type Pieces = ReadonlyMap<number, Here>;
const NOTHING: Here = Object.freeze([]);

/** What a piece is in JSON: a card, a sword, a shop tile, a shop, the name of a tile, the value of a painting. */
function pieceJson(piece: Parts, kind: string): unknown {
  const [, first, second, third] = piece;
  switch (kind) {
    case "card":
      return Object.freeze(cardJson(piece));
    case "sword":
      return Object.freeze(swordJson(piece));
    case "shop":
      return Object.freeze({ owner: first, kind: second, circles: third });
    case "tile":
      return Object.freeze({ kind: second, circles: third });
    default:
      return first; // of a master tile, of a painting
  }
}

/** Writes the positions of a game as JSON. */
export class Writer {
  /** What was written last of each place. */
  private readonly last = new Map<number, { here: Here; lists: Map<string, unknown[]> }>();
  private readonly things: Record<string, Map<number, unknown>> = {};
  private readonly ranks = new Map<number, number>();
  private readonly sides: readonly { area: number; alcazar: number; known: number; hand: number; figure: number }[];
  private readonly at: Readonly<Record<"pile" | "front" | "discards" | "supply" | "board" | "metal" | "gem", number>>;
  private readonly stack: readonly number[];
  private readonly owners: ReadonlyMap<number, number>;
  private readonly players: { parts: unknown[]; player: Player }[] = [];

  constructor(
    private readonly game: Game,
    private readonly box: Box,
    players: number,
  ) {
    const { encode } = game, seats = [...Array(players).keys()];
    this.sides = seats.map((seat) => ({
      area: encode(["area", seat]),
      alcazar: encode(["alcazar", seat]),
      known: encode(["known", seat]),
      hand: encode(["hand", seat]),
      figure: encode(["figure", seat]),
    }));
    this.owners = new Map(this.sides.map(({ figure }, seat) => [figure, seat]));
    const names = ["pile", "front", "discards", "supply", "board", "metal", "gem"] as const;
    this.at = Object.fromEntries(names.map((name) => [name, encode(name)])) as Writer["at"];
    this.stack = box.paintings.map((_, below) => encode(["stack", box.paintings.length - below]));
    const shops = box.shops.flatMap(({ kind, circles }) => seats.map((seat) => ["shop", seat, kind, circles]));
    const paintings = box.paintings.map((value) => ["painting", value]);
    const pieces: Term[] = [...box.cards.map(card), ...box.swords.map(sword), ...masters(box.tiles), ...shops, ...paintings];
    pieces.sort(byParts).forEach((piece, rank) => this.ranks.set(encode(piece), rank));
  }

  /** The place of a piece in the order of all. */
  rank(piece: Term): number {
    return this.ranks.get(this.game.encode(piece)) ?? -1;
  }

  /** A position. */
  state(of: Position): State {
    const { at } = of, { figures, shops } = this.road(at);
    const players = this.sides.map((_, seat) => this.player(at, seat, figures[seat]!));
    const state: State = this.table(at, of, shops);
    state.players = Object.freeze(players) as Player[];
    state.pile = this.list<Card>(at, this.at.pile, "card");
    return Object.freeze(state);
  }

  /** A player, the same object as long as nothing of theirs changes. */
  private player(at: Pieces, seat: number, figures: number[]): Player {
    const { known, hand, area, alcazar } = this.sides[seat]!, last = this.players[seat];
    const parts = [at.get(known), at.get(hand), at.get(area), at.get(alcazar), ...figures];
    if (last?.parts.length === parts.length && last.parts.every((part, place) => part === parts[place])) return last.player;
    const player: Player = this.side(at, seat, figures);
    player.hand = this.list<Card>(at, hand, "card");
    this.players[seat] = { parts, player: Object.freeze(player) };
    return player;
  }

  /** What somebody sees of a position. */
  view(of: Position, watcher: "spectator" | number): View {
    const { game } = this, w = game.encode(watcher), at = new Map<number, number[]>(), sizes = new Map<number, number>();
    const seen = game.sees_at(of, w), counted = game.sees_size(of, w);
    for (let i = 0; i < seen.length; i += 3) {
      const here = at.get(seen[i]!) ?? [];
      here.push(seen[i + 1]!, seen[i + 2]!);
      at.set(seen[i]!, here);
    }
    for (let i = 0; i < counted.length; i += 2) sizes.set(counted[i]!, counted[i + 1]!);
    const facts = { active: game.sees_active(of, w)!, phase: game.sees_phase(of, w)!, trigger: game.sees_trigger(of, w), tile_card: game.sees_tile_card(of, w) };
    const seat = watcher === "spectator" ? null : watcher, { figures, shops } = this.road(at);
    const players = this.sides.map(({ hand }, side): PlayerView => {
      return Object.freeze({ ...this.side(at, side, figures[side]!), cards: sizes.get(hand)! });
    });
    const hand = seat === null ? [] : this.list<Card>(at, this.sides[seat]!.hand, "card");
    return Object.freeze({ ...this.table(at, facts, shops), seat, hand, players, pile: sizes.get(this.at.pile)! });
  }

  private table(at: Pieces, facts: Pick<Position, "active" | "phase" | "trigger" | "tile_card">, shops: (Shop | null)[]) {
    const { box, game } = this, here = this.at, paintings: number[] = [];
    for (const height of this.stack) {
      const painting = at.get(height);
      if (painting !== undefined) paintings.push(this.thing(painting[0]!, "painting") as number);
    }
    return {
      edition: box.reference,
      active: facts.active,
      phase: Object.freeze(phaseJson(game.decode(facts.phase))),
      front: this.list<Card>(at, here.front, "card")[0] ?? null,
      tile_value: facts.tile_card,
      trigger: facts.trigger,
      discards: this.list<Card>(at, here.discards, "card"),
      shops,
      metal: count(at.get(here.supply), here.metal),
      gems: count(at.get(here.supply), here.gem),
      swords: this.list<Sword>(at, here.board, "sword"),
      tiles: this.list<string>(at, here.board, "master"),
      paintings: Object.freeze(paintings) as number[],
    } as Omit<State, "players" | "pile"> as State;
  }

  private side(at: Pieces, seat: number, figures: number[]) {
    const side = this.sides[seat]!, { area, alcazar } = side;
    return {
      known: this.list<Card>(at, side.known, "card"),
      figures,
      inside: count(at.get(alcazar), side.figure),
      delivered: this.list<Sword>(at, alcazar, "sword"),
      shops: this.list<ShopTile>(at, area, "tile"),
      metal: count(at.get(area), this.at.metal),
      gems: count(at.get(area), this.at.gem),
      swords: this.list<Sword>(at, area, "sword"),
      tiles: this.list<string>(at, area, "master"),
      paintings: this.list<number>(at, area, "painting"),
    } as Omit<Player, "hand"> as Player;
  }

  /** The steps of each seat's figures, and the shop on each step. */
  private road(at: Pieces): { figures: number[][]; shops: (Shop | null)[] } {
    const figures: number[][] = this.sides.map(() => []), shops: (Shop | null)[] = [];
    for (let step = 0; step < this.box.road.length; step++) {
      const here = at.get(step);
      let shop: Shop | null = null;
      for (let i = 0; here !== undefined && i < here.length; i += 2) {
        const seat = this.owners.get(here[i]!);
        if (seat === undefined) shop = this.thing(here[i]!, "shop") as Shop;
        else for (let n = here[i + 1]!; n > 0; n--) figures[seat]!.push(step);
      }
      shops.push(shop);
    }
    figures.forEach(Object.freeze);
    Object.freeze(shops);
    return { figures, shops };
  }

  /** The pieces of a kind at a place, in order, as often as they are there. */
  private list<T>(at: Pieces, place: number, kind: string): T[] {
    const here = at.get(place) ?? NOTHING;
    let last = this.last.get(place);
    if (last?.here !== here) this.last.set(place, (last = { here, lists: new Map() }));
    let found = last.lists.get(kind);
    if (found === undefined) last.lists.set(kind, (found = this.made(here, kind)));
    return found as T[];
  }
  private made(here: Here, kind: string): unknown[] {
    const functor = kind === "tile" ? "shop" : kind, pieces: { rank: number; place: number }[] = [], found: unknown[] = [];
    for (let place = 0; place < here.length; place += 2) {
      if (parts(this.game.decode(here[place]!))[0] === functor) pieces.push({ rank: this.ranks.get(here[place]!) ?? -1, place });
    }
    pieces.sort((a, b) => a.rank - b.rank);
    for (const { place } of pieces) {
      const thing = this.thing(here[place]!, kind);
      for (let n = here[place + 1]!; n > 0; n--) found.push(thing);
    }
    return Object.freeze(found) as unknown[];
  }
  private thing(piece: number, kind: string): unknown {
    const known = (this.things[kind] ??= new Map<number, unknown>());
    let found = known.get(piece);
    if (found === undefined) known.set(piece, (found = pieceJson(parts(this.game.decode(piece)), kind)));
    return found;
  }
}

/** How many of a piece are at a place. */
function count(here: Here = NOTHING, piece: number): number {
  for (let i = 0; i < here.length; i += 2) if (here[i] === piece) return here[i + 1]!;
  return 0;
}
