// Notation: positions, actions and drawn cards as short lines that people can read and write.
// The grammar is in docs/reference/notation.md. Everything here reads and writes the same texts as the library.

import type { Action, Card, Draw, Edition, Entry, Move, Phase, Player, Shop, ShopKind, ShopTile, State, Sword } from "../toledo.js";
import { EDITIONS, KOSMOS_2008 } from "./editions.js";
import { boxOf, editionDigest, editionOf, invariants, readingWords, readingsIn, shippedEdition, shippedName } from "./play.js";
import { setup } from "./rules.js";
import { byParts } from "./terms.js";

/** A text that is not in the notation, or a position in writing that no game can reach. */
export class NotationError extends Error {
  constructor(
    readonly text: string,
    /** The place of the mistake, counted from 1; one past the end if something is missing there. */
    readonly column: number,
    /** What is expected there. */
    readonly expected: string,
    /** The invariants that a position breaks; empty if the text itself is wrong. */
    readonly broken: readonly string[] = [],
  ) {
    super([`column ${column}: expected ${expected}`, ...broken].join("\n"));
    this.name = "NotationError";
  }
}

const NEUTRAL = "neutral", MOVEMENT = "movement";
const SHOP_KINDS: readonly ShopKind[] = ["metal", "gem", "smith", "fencing"];
const STANCES = ["attacker", "defender"] as const;
const HEAPS = ["discards", "pile"] as const;
const SOURCES = ["take", "tavern"] as const;
const LONGEST = { line: 10_000, position: 100_000 };
const VERSION = "toledo1";

/** Equal things have equal keys. */
const key = (thing: unknown): string => (typeof thing === "object" ? JSON.stringify(Object.entries(thing as object).sort()) : String(thing));
const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : (words[0] ?? "none");
const plural = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? "" : "s"}`;

const cardOrder = (a: Card, b: Card): number => byParts([a.value, a.colour, a.stance], [b.value, b.colour, b.stance]);
const swordOrder = (a: Sword, b: Sword): number => byParts([a.value, a.metal, a.gems], [b.value, b.metal, b.gems]);
const tileOrder = (a: ShopTile, b: ShopTile): number => byParts([a.kind, a.circles], [b.kind, b.circles]);
const textOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const numberOrder = (a: number, b: number): number => a - b;

/** How many there are of each kind of thing. */
class Counts<T> {
  private readonly found = new Map<string, { thing: T; count: number }>();
  constructor(things: Iterable<T> = []) {
    for (const thing of things) this.add(thing, 1);
  }
  of(thing: T): number {
    return this.found.get(key(thing))?.count ?? 0;
  }
  add(thing: T, more: number): void {
    const known = this.found.get(key(thing));
    if (known) known.count += more;
    else this.found.set(key(thing), { thing, count: more });
  }
  kinds(): { thing: T; count: number }[] {
    return [...this.found.values()].filter(({ count }) => count > 0);
  }
  all(order: (a: T, b: T) => number): T[] {
    return this.kinds().flatMap(({ thing, count }) => Array<T>(count).fill(thing)).sort(order);
  }
}

// Writing

/** What an edition has, by keys. */
interface Box {
  readonly cards: ReadonlySet<string>;
  readonly shops: ReadonlySet<string>;
  readonly swords: ReadonlySet<string>;
  readonly tiles: ReadonlySet<string>;
  /** The values shared by several kinds of swords. */
  readonly shared: ReadonlySet<number>;
  /** The names for which one letter is enough. */
  readonly short: ReadonlySet<string>;
}
const boxes = new WeakMap<Edition, Box>();

function inBox(edition: Edition): Box {
  let found = boxes.get(edition);
  if (!found) {
    const names = [...edition.duel_colours, NEUTRAL, MOVEMENT], initials = names.map((name) => name[0]!);
    const values = new Counts(edition.swords).kinds().map(({ thing }) => thing.value);
    found = {
      cards: new Set(edition.cards.map(key)),
      shops: new Set(edition.shops.map(key)),
      swords: new Set(edition.swords.map(key)),
      tiles: new Set([...edition.duel_colours, MOVEMENT]),
      shared: new Set(values.filter((value, place) => values.indexOf(value) !== place)),
      short: new Set(names.filter(([letter]) => /\p{L}/u.test(letter!) && initials.indexOf(letter!) === initials.lastIndexOf(letter!))),
    };
    boxes.set(edition, found);
  }
  return found;
}
/** The box of an edition; the thing must be in it. */
function having(kind: "cards" | "shops" | "swords" | "tiles", thing: unknown, edition: Edition): Box {
  const box = inBox(edition);
  if (!box[kind].has(key(thing))) throw absent(thing, edition);
  return box;
}
const absent = (thing: unknown, { name }: Edition): RangeError => new RangeError(`${JSON.stringify(thing)} is not in edition ${name}`);

export function formatCard(card: Card, edition: Edition): string {
  const { short } = having("cards", card, edition), colour = short.has(card.colour) ? card.colour[0] : `.${card.colour}.`;
  return `${card.value}${colour}${card.stance[0]}`;
}
export const formatCards = (cards: readonly Card[], edition: Edition): string => cards.map((card) => formatCard(card, edition)).join(" ");
export function formatSword(sword: Sword, edition: Edition): string {
  const { shared } = having("swords", sword, edition);
  return shared.has(sword.value) ? `${sword.value}(${sword.metal}+${sword.gems})` : `${sword.value}`;
}
export function formatShop(shop: ShopTile, edition: Edition): string {
  having("shops", shop, edition);
  return `${shop.kind[0]}${shop.circles}`;
}
export function formatTile(tile: string, edition: Edition): string {
  if (having("tiles", tile, edition).short.has(tile)) return tile[0]!;
  return /\p{L}/u.test(tile[0]!) ? tile : `.${tile}`;
}
function formatStep(step: number, edition: Edition): string {
  if (!edition.road[step]) throw absent(step, edition);
  return `${step}`;
}
export function formatSeat(seat: number, edition: Edition): string {
  const colour = edition.colours.slice(0, edition.most_players)[seat];
  if (colour === undefined) throw absent(seat, edition);
  return /^[0-9]+$/.test(colour) ? `${seat}` : colour;
}

/** An action as text, such as `+2bd@5`. */
export function formatAction(action: Action, edition: Edition): string {
  switch (action.type) {
    case "play_card":
      return `${action.with_tile ? "+" : ""}${formatCard(action.card, edition)}@${formatStep(action.origin, edition)}`;
    case "use_space": {
      const { pay, take, give_back } = action, words = ["use"];
      if (pay !== null) words.push(formatCard(pay, edition));
      if (take !== null) words.push(`+${typeof take === "string" ? formatTile(take, edition) : formatSword(take, edition)}`);
      if (give_back !== null) words.push(`-${formatTile(give_back, edition)}`);
      return words.join(" ");
    }
    case "place_shop":
      return `place ${formatShop(action.shop, edition)}@${formatStep(action.step, edition)}`;
    case "return_figure":
      return `return ${formatStep(action.step, edition)}`;
    case "challenge":
      return `vs ${formatSeat(action.rival, edition)}`;
    case "deliver":
      return `deliver ${formatSword(action.sword, edition)}`;
    case "take_cards":
    case "end_turn":
    case "pass":
      return action.type.split("_")[0]!;
  }
}
/** An action or a draw as text. */
export const formatMove = (move: Move, edition: Edition): string =>
  move.type === "draw" ? `=${formatCard(move.card, edition)}` : formatAction(move, edition);
/** An action and the cards that chance turned up for it as text, such as `take = 3va 5nd`. */
export function formatLine({ action, draws }: Entry, edition: Edition): string {
  const text = formatAction(action, edition);
  return draws.length ? `${text} = ${formatCards(draws.map(({ card }) => card), edition)}` : text;
}
/** Several actions on one line. */
export const formatTurn = (entries: readonly Entry[], edition: Edition): string => entries.map((one) => formatLine(one, edition)).join(", ");

/** A position as one line of text, which `parsePosition` reads back. Equal positions have equal texts, others have others. */
export function formatPosition(state: State): string {
  const broken = invariants(state);
  if (broken.length) throw new RangeError(`not a position that a game can reach: ${broken.join(", ")}`);
  const edition = editionOf(state), heaps = [["discards", state.discards], ["pile", state.pile]] as const;
  const [discards, pile] = heaps.map(([title, cards]) => [title, ...counted(cards, (card) => formatCard(card, edition))].join(" ")) as [string, string];
  const players = state.players.map((player, seat) => playerText(state, player, seat, edition));
  const heap = state.discards.length ? [discards.length <= pile.length ? discards : pile] : [];
  return [turnText(state, edition), ...players, ...heap].join(" / ");
}

function turnText(state: State, edition: Edition): string {
  const known = shippedName(edition);
  const reference = known === KOSMOS_2008.name ? "" : `[${known ?? `${edition.name} ${editionDigest(edition)}`}]`;
  const moments = [phaseText(state.phase, edition)];
  if (state.front) moments.push(`front ${formatCard(state.front, edition)}`);
  if (state.tile_value !== null) moments.push(`tile ${state.tile_value}`);
  if (state.trigger !== null) moments.push(`trigger ${formatSeat(state.trigger, edition)}`);
  return [VERSION, reference, formatSeat(state.active, edition), moments.filter(Boolean).join(", ")].filter(Boolean).join(" ");
}
function phaseText(phase: Phase, edition: Edition): string {
  switch (phase.type) {
    case "turn_start":
      return "";
    case "arrived":
    case "transit":
      return `${phase.type} ${phase.step}`;
    case "drawing":
      return `drawing ${phase.left} ${phase.source}`;
    case "duel": {
      const { step, rival, attacker_wins: attacker, defender_wins: defender } = phase;
      return `duel ${step} vs ${formatSeat(rival, edition)}${attacker || defender ? ` ${attacker}:${defender}` : ""}`;
    }
    case "moving":
    case "entered":
    case "over":
      return phase.type;
  }
}
function playerText(state: State, player: Player, seat: number, edition: Edition): string {
  const sword = (one: Sword): string => formatSword(one, edition), clause = (word: string, texts: string[]): string => (texts.length ? `${word} ${texts.join(" ")}` : "");
  const shops = state.shops.flatMap((shop, step) => (shop?.owner === seat ? [`${formatShop({ kind: shop.kind, circles: shop.circles }, edition)}@${step}`] : []));
  const outside = counted(player.figures.filter((step) => step !== 0), String), under = counted(player.delivered, sword);
  const delivered = under.length ? `: ${under.join(" ")}` : "";
  const parts = [
    handText(player, edition),
    outside.length ? `@${outside.join(" ")}` : "",
    player.inside || delivered ? `in ${player.inside}${delivered}` : "",
    shops.join(" "),
    player.metal ? `metal ${player.metal}` : "",
    player.gems ? `gems ${player.gems}` : "",
    clause("swords", counted(player.swords, sword)),
    clause("tiles", player.tiles.map((tile) => formatTile(tile, edition))),
    clause("paintings", counted(player.paintings, String)),
  ];
  return [sectionTitle(seat, edition), parts.filter(Boolean).join(", ")].filter(Boolean).join(" ");
}
function handText({ hand, known }: Player, edition: Edition): string {
  const open = new Counts(known), counts = new Counts(hand);
  const kinds = counts.kinds().map(({ thing }) => thing).sort(cardOrder);
  const text = (kind: Card, count: number, mark: string): string[] => (count > 0 ? [`${count > 1 ? `${count}*` : ""}${formatCard(kind, edition)}${mark}`] : []);
  return kinds.flatMap((kind) => [...text(kind, counts.of(kind) - open.of(kind), ""), ...text(kind, open.of(kind), "!")]).join(" ");
}
/** The first word of a player's section: the colour, unless another section is called so. */
function sectionTitle(seat: number, edition: Edition): string {
  const colour = formatSeat(seat, edition);
  return (HEAPS as readonly string[]).includes(colour) ? `${seat}` : colour;
}
function counted<T>(things: readonly T[], text: (thing: T) => string): string[] {
  return new Counts(things).kinds().map(({ thing, count }) => (count === 1 ? text(thing) : `${count}*${text(thing)}`));
}

// Reading

const WORD = /[A-Za-z0-9-]+/y, READING = /[A-Za-z0-9-]+=[A-Za-z0-9_]*/y, LETTERS = /[A-Za-z]+/y, NUMBER = /[0-9]{1,400}(?![0-9])/y, DOT = /\./y;
const SHOP = /[A-Za-z]+[ \t\r\n]*[0-9]+[ \t\r\n]*@/y;
const ACTIONS = ["take", "place", "return", "vs", "use", "deliver", "end", "pass"] as const;

/** A reader of a text from left to right. */
export class Reader {
  constructor(
    readonly text: string,
    readonly edition: Edition,
    /** The place of the next character. */
    public at = 0,
    private readonly blanks = " \t",
    longest = LONGEST.line,
  ) {
    const characters = [...text].length;
    if (characters > longest) throw new NotationError(text, longest + 1, `at most ${longest.toLocaleString("en")} characters`);
  }

  error(expected: string, at = this.at): NotationError {
    return new NotationError(this.text, [...this.text.slice(0, at)].length + 1, expected);
  }
  skip(): number {
    while (this.at < this.text.length && this.blanks.includes(this.text[this.at]!)) this.at++;
    return this.at;
  }
  finish(expected: string): void {
    if (this.skip() < this.text.length) throw this.error(expected);
  }
  seesNumber(): boolean {
    NUMBER.lastIndex = this.skip();
    return NUMBER.test(this.text);
  }
  sign(sign: string): boolean {
    const found = this.text.startsWith(sign, this.skip());
    if (found) this.at += sign.length;
    return found;
  }
  need(sign: string, expected: string): void {
    if (!this.sign(sign)) throw this.error(expected);
  }
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }
  number(expected: string): number {
    this.skip();
    const digits = this.match(NUMBER);
    if (!digits) throw this.error(expected);
    return Number(digits);
  }
  /** The index of the one word that a word stands for, which may be abbreviated. */
  choice(given: string, at: number, what: string, words: readonly string[]): number {
    const word = given.toLowerCase(), fits = words.flatMap((full, place) => (word && full.startsWith(word) ? [place] : []));
    if (words.includes(word)) return words.indexOf(word);
    if (fits.length !== 1) throw this.error(`${what}: ${listed(fits.length ? fits.map((place) => words[place]!) : words)}`, at);
    return fits[0]!;
  }
  name(what: string, words: readonly string[]): string {
    const { at } = this;
    return words[this.choice(this.match(WORD), at, what, words)]!;
  }

  card(): Card {
    const start = this.skip(), value = this.number("a card, such as 4va"), colours = [...this.edition.duel_colours, NEUTRAL];
    let colour: string, stance: Card["stance"];
    if (this.match(DOT)) {
      colour = this.name("a colour", colours);
      if (!this.match(DOT)) throw this.error("a dot and the stance, a or d");
      const { at } = this;
      stance = this.stance(at, this.match(WORD));
    } else {
      const { at } = this, word = this.match(WORD);
      colour = colours[this.choice(word.slice(0, -1) || word, at, "a colour", colours)]!;
      stance = word.length > 1 ? this.stance(this.at - 1, word.at(-1)!) : this.stance(this.at, "");
    }
    const found = this.edition.cards.find((card) => card.value === value && card.colour === colour && card.stance === stance);
    if (!found) throw this.error(`a card of ${this.edition.name}, which has no ${value} with a ${colour} ${stance}`, start);
    return found;
  }
  private stance(at: number, letter: string): Card["stance"] {
    const found = STANCES.find((stance) => stance[0] === letter.toLowerCase());
    if (!found) throw this.error("the stance, a for attacker or d for defender", at);
    return found;
  }
  cards(): Card[] {
    const found: Card[] = [];
    while (this.seesNumber()) found.push(this.card());
    return found;
  }
  sword(): Sword {
    const start = this.skip(), value = this.number("a sword, such as 12");
    let swords = new Counts(this.edition.swords).kinds().map(({ thing }) => thing).filter((sword) => sword.value === value);
    if (this.sign("(")) {
      const metal = this.number("the metal of the sword");
      this.need("+", "+ and the gems of the sword");
      const gems = this.number("the gems of the sword");
      this.need(")", "a closing bracket");
      swords = swords.filter((sword) => sword.metal === metal && sword.gems === gems);
    }
    if (swords.length > 1) throw this.error(`the cost of the sword, such as (${swords[0]!.metal}+${swords[0]!.gems})`);
    if (!swords.length) throw this.error(`a sword of ${this.edition.name}`, start);
    return swords[0]!;
  }
  shop(): ShopTile {
    const start = this.skip(), kind = SHOP_KINDS[this.choice(this.match(LETTERS), start, "a kind of shop", SHOP_KINDS)]!;
    const circles = this.number("the circles of the shop"), found = this.edition.shops.find((tile) => tile.kind === kind && tile.circles === circles);
    if (!found) throw this.error(`a shop of ${this.edition.name}`, start);
    return found;
  }
  tile(): string {
    this.sign(".");
    this.skip();
    return this.name("a master tile", [...this.edition.duel_colours, MOVEMENT]);
  }
  step(): number {
    const start = this.skip(), last = this.edition.road.length - 1, expected = `a step from 0 to ${last}`, step = this.number(expected);
    if (step > last) throw this.error(expected, start);
    return step;
  }
  seat(): number {
    const start = this.skip(), colours = this.edition.colours.slice(0, this.edition.most_players), word = this.match(WORD);
    if (!/^[0-9]+$/.test(word)) return this.choice(word, start, "a player", colours);
    if (!colours[Number(word)] || String(Number(word)) !== word) throw this.error(`a seat from 0 to ${colours.length - 1}`, start);
    return Number(word);
  }

  action(): Action {
    const start = this.skip();
    if (this.text.startsWith("+", start) || this.seesNumber()) {
      const with_tile = this.sign("+"), card = this.card();
      this.need("@", "@ and the step of the figure");
      return { type: "play_card", card, origin: this.step(), with_tile };
    }
    switch (ACTIONS[this.choice(this.match(LETTERS), start, "a card or an action", ACTIONS)]!) {
      case "take":
        return { type: "take_cards" };
      case "place": {
        const shop = this.shop();
        this.need("@", "@ and the step of the site");
        return { type: "place_shop", shop, step: this.step() };
      }
      case "return":
        this.sign("@");
        return { type: "return_figure", step: this.step() };
      case "vs":
        return { type: "challenge", rival: this.seat() };
      case "use": {
        const pay = this.seesNumber() ? this.card() : null;
        const take = this.sign("+") ? (this.seesNumber() ? this.sword() : this.tile()) : null;
        return { type: "use_space", pay, take, give_back: this.sign("-") ? this.tile() : null };
      }
      case "deliver":
        return { type: "deliver", sword: this.sword() };
      case "end":
        return { type: "end_turn" };
      case "pass":
        return { type: "pass" };
    }
  }
  /** An action and the cards that chance turned up for it. */
  line(): Entry {
    const action = this.action(), draw = (card: Card): Draw => ({ type: "draw", card });
    return { action, draws: this.sign("=") ? [draw(this.card()), ...this.cards().map(draw)] : [] };
  }
  /** Several actions, to the end. Each is yielded at its comma, even if what follows is damaged. */
  *turn(): Generator<Entry> {
    let line = this.line();
    while (this.sign(",")) {
      yield line;
      line = this.line();
    }
    this.finish("a comma, or the end");
    yield line;
  }
}

function parsed<T>(text: string, edition: Edition, read: (reader: Reader) => T, then = "the end"): T {
  const reader = new Reader(text, edition), found = read(reader);
  reader.finish(then);
  return found;
}
export const parseCard = (text: string, edition: Edition): Card => parsed(text, edition, (reader) => reader.card());
export const parseSeat = (text: string, edition: Edition): number => parsed(text, edition, (reader) => reader.seat());
/** The action that a text names. Like everything that reads, it throws `NotationError`. */
export const parseAction = (text: string, edition: Edition): Action => parsed(text, edition, (reader) => reader.action());
/** The action or the draw that a text names. */
export const parseMove = (text: string, edition: Edition): Move =>
  parsed(text, edition, (reader) => (reader.sign("=") ? { type: "draw", card: reader.card() } : reader.action()));
/** An action and the cards that chance turned up for it. */
export const parseLine = (text: string, edition: Edition): Entry => parsed(text, edition, (reader) => reader.line(), "the end, or = and cards");
/** The actions that a text names, each with its draws. */
export const parseTurn = (text: string, edition: Edition): Entry[] => [...new Reader(text, edition).turn()];

const starts = new WeakMap<Edition, Map<number, State>>();

/** The first position, before the deal. */
function beforeDeal(edition: Edition, players: number): State {
  const some = starts.get(edition) ?? new Map<number, State>();
  starts.set(edition, some);
  const found = some.get(players) ?? setup(boxOf(edition), players, 0, Array.from({ length: players }, () => []));
  some.set(players, found);
  return found;
}

/** The position that a text describes. Whatever it does not mention is where it was at the start of the game. */
export function parsePosition(text: string, edition?: Edition): State {
  const heading = new PositionReader(text, KOSMOS_2008, 0);
  heading.version();
  const state = new PositionReader(text, heading.reference(edition), heading.at).position();
  const broken = invariants(state);
  if (broken.length) throw new NotationError(text, 1, "a position that a game can reach", broken);
  return state;
}

type Turn = Partial<Pick<State, "phase" | "front" | "tile_value" | "trigger">>;
type Side = Partial<Omit<Player, "shops">> & { shops?: ShopTile[] };
const TURN_PARTS = ["start", "moving", "arrived", "entered", "transit", "drawing", "duel", "over", "front", "tile", "trigger"];
const PLAYER_PARTS = ["in", "metal", "gems", "swords", "tiles", "paintings"];

/** A reader of positions. Whatever it reads is taken from where it was at the start. */
class PositionReader extends Reader {
  private readonly cardsLeft: Counts<Card>;
  private readonly swordsLeft: Counts<Sword>;
  private readonly tilesLeft: Counts<string>;
  private readonly paintingsLeft: Counts<number>;
  private readonly materialLeft: { metal: number; gems: number };
  private readonly board: (Shop | null)[];
  private readonly players = new Map<number, Side>();
  private heap: { title: (typeof HEAPS)[number]; cards: Card[] } | null = null;
  private lastSeat: number;
  private owner = 0;

  constructor(text: string, edition: Edition, at: number) {
    super(text, edition, at, " \t\r\n", LONGEST.position);
    this.cardsLeft = new Counts(edition.cards);
    this.swordsLeft = new Counts(edition.swords);
    this.tilesLeft = new Counts(edition.tiles);
    this.paintingsLeft = new Counts(edition.paintings);
    this.materialLeft = { metal: edition.metal, gems: edition.gems };
    this.board = edition.road.map(() => null);
    this.lastSeat = edition.least_players - 1;
  }

  version(): void {
    const start = this.skip();
    if (this.match(WORD).toLowerCase() !== VERSION) throw this.error(`${VERSION}, the version of the notation`, start);
  }
  reference(given: Edition | undefined): Edition {
    let start = this.skip();
    if (!this.sign("[")) {
      if (given && editionDigest(given) !== editionDigest(KOSMOS_2008)) throw this.error(`[${[given.name, ...readingWords(given)].join(" ")}], since that edition was given`, start);
      return KOSMOS_2008;
    }
    start = this.skip();
    const name = this.match(WORD).toLowerCase(), readingsAt = this.skip(), said = this.readings();
    const digestAt = this.skip(), digest = this.match(WORD).toLowerCase();
    const edition = given ?? (EDITIONS.some((one) => one.name === name) ? shippedEdition([name, ...(said ?? [])].join(" ")) : undefined);
    if (!edition && !name) throw this.error("the name of an edition", start);
    if (!edition) {
      const needed = digest ? `${name} with the digest ${digest}` : name;
      throw this.error(`an edition that comes with the library, or ${needed} as the argument edition`, start);
    }
    if (edition.name !== name) throw this.error(`${edition.name}, the name of the edition that was given`, start);
    const words = readingWords(edition).join(" ");
    if ((said ?? (shippedName(edition) ? [] : words.split(" ").filter(Boolean))).join(" ") !== words) {
      throw this.error(`${words ? `${words}, as` : "no reading but the usual ones of"} the edition that was given`, readingsAt);
    }
    if (digest && digest !== editionDigest(edition)) throw this.error(`${editionDigest(edition)}, the digest of this edition ${name}`, digestAt);
    this.need("]", "a closing bracket");
    return edition;
  }
  /** The readings after the name of an edition that differ from the defaults; undefined if there are none. */
  private readings(): string[] | undefined {
    const words: string[] = [];
    for (let word = this.match(READING); word; this.skip(), word = this.match(READING)) {
      words.push(word.toLowerCase());
      const { wrong } = readingsIn(words);
      if (wrong) throw this.error(wrong.expected, this.at - word.length);
    }
    return words.length ? readingWords(readingsIn(words)) : undefined;
  }

  position(): State {
    const active = this.player(), turn = this.turnParts(), { edition } = this;
    const mover = turn.phase?.type === "transit" || turn.phase?.type === "duel" ? active : null;
    while (this.sign("/")) this.section(mover);
    this.finish("a comma and another part, / and another section, or the end");
    for (let seat = 0; seat <= Math.max(this.lastSeat, ...this.players.keys()); seat++) {
      if (!this.players.has(seat)) throw this.error(`a section for each player, with / ${sectionTitle(seat, edition)}`);
    }
    const start = beforeDeal(edition, this.players.size);
    const rest = this.cardsLeft.all(cardOrder), { heap } = this, taken = new Counts(edition.paintings);
    for (const { thing, count } of this.paintingsLeft.kinds()) taken.add(thing, -count);
    const paintings = edition.paintings.filter((value) => (taken.of(value) > 0 ? (taken.add(value, -1), false) : true));
    return {
      ...start,
      active,
      ...turn,
      players: start.players.map((player, seat) => ({ ...player, ...this.players.get(seat) })),
      pile: heap?.title === "pile" ? heap.cards : rest,
      discards: heap?.title === "pile" ? rest : (heap?.cards ?? []),
      shops: this.board,
      swords: this.swordsLeft.all(swordOrder),
      tiles: this.tilesLeft.all(textOrder),
      paintings,
      ...this.materialLeft,
    };
  }

  private section(mover: number | null): void {
    const start = this.skip(), word = this.match(WORD), { edition } = this;
    const titles = [...HEAPS, ...Array.from({ length: edition.most_players }, (_, seat) => sectionTitle(seat, edition))];
    if (/^[0-9]+$/.test(word)) {
      this.at = start;
      this.owner = this.seat();
    } else {
      const title = this.choice(word, start, "a section", titles);
      if (title < HEAPS.length) {
        this.once(!this.heap, start);
        this.colon();
        this.heap = { title: HEAPS[title]!, cards: this.closed() ? [] : this.some(this.cardsLeft, () => this.card()).sort(cardOrder) };
        return;
      }
      this.owner = title - HEAPS.length;
    }
    this.once(!this.players.has(this.owner), start);
    const said = this.playerParts(), moving = this.owner === mover;
    const left = edition.figures - (said.figures?.length ?? 0) - (said.inside ?? 0) - Number(moving);
    if (left < 0) throw this.error(`${plural(edition.figures, "figure")} at most${moving ? ", one of them in transit" : ""}`, start);
    said.figures = [...Array<number>(left).fill(0), ...(said.figures ?? [])].sort(numberOrder);
    this.players.set(this.owner, said);
  }
  private once(first: boolean, at: number): void {
    if (!first) throw this.error("something that was not said before", at);
  }
  private colon(): void {
    if (!this.sign(":")) this.sign(",");
  }
  private closed(): boolean {
    return this.skip() === this.text.length || "/,".includes(this.text[this.at]!);
  }
  /** The parts of a section. */
  private parts<T extends object>(read: () => T): T {
    let said = {} as T, more: boolean;
    this.colon();
    for (more = !this.closed(); more; more = this.sign(",")) {
      const start = this.skip(), found = read();
      this.once(Object.keys(found).every((field) => !(field in said)), start);
      said = { ...said, ...found };
    }
    return said;
  }

  private turnParts(): Turn {
    return this.parts((): Turn => {
      const start = this.at;
      switch (TURN_PARTS[this.choice(this.match(LETTERS), start, "a part", TURN_PARTS)]!) {
        case "start":
          return { phase: { type: "turn_start" } };
        case "moving":
          return { phase: { type: "moving" } };
        case "arrived":
          return { phase: { type: "arrived", step: this.step() } };
        case "entered":
          return { phase: { type: "entered" } };
        case "transit":
          return { phase: { type: "transit", step: this.step() } };
        case "drawing": {
          const left = this.number("the number of cards that are still to be drawn"), at = this.skip();
          return { phase: { type: "drawing", left, source: SOURCES[this.choice(this.match(LETTERS), at, "a source", SOURCES)]! } };
        }
        case "duel":
          return { phase: this.duel() };
        case "over":
          return { phase: { type: "over" } };
        case "front": {
          const front = this.card();
          this.cardsLeft.add(front, -1);
          return { front };
        }
        case "tile": {
          const at = this.skip(), expected = `the value of a card of ${this.edition.name}`, tile_value = this.number(expected);
          if (!this.edition.cards.some(({ value }) => value === tile_value)) throw this.error(expected, at);
          return { tile_value };
        }
        default:
          return { trigger: this.player() };
      }
    });
  }
  private duel(): Phase {
    const step = this.step(), start = this.skip();
    this.choice(this.match(LETTERS), start, "the rival", ["vs"]);
    const rival = this.player();
    let [attacker_wins, defender_wins] = [0, 0];
    if (this.seesNumber()) {
      attacker_wins = this.number("rounds won");
      this.need(":", ": and the rounds that the rival has won");
      defender_wins = this.number("the rounds that the rival has won");
    }
    return { type: "duel", step, rival, attacker_wins, defender_wins };
  }
  private player(): number {
    const seat = this.seat();
    this.lastSeat = Math.max(this.lastSeat, seat);
    return seat;
  }

  private playerParts(): Side {
    return this.parts((): Side => {
      const start = this.at;
      if (this.seesNumber()) return this.hand();
      if (this.sign("@")) {
        const room = new Counts([...this.edition.road.keys()].flatMap((step) => Array<number>(this.edition.figures).fill(step)));
        return { figures: this.some(room, () => this.step()).sort(numberOrder) };
      }
      SHOP.lastIndex = start;
      if (SHOP.test(this.text)) return { shops: this.shopsOnBoard() };
      const what = "cards, @ and steps, shops such as m2@4, or a word";
      switch (PLAYER_PARTS[this.choice(this.match(LETTERS), start, what, PLAYER_PARTS)]!) {
        case "in": {
          const inside = this.amount(this.edition.figures, "figures");
          return { inside, delivered: this.sign(":") ? this.swords() : [] };
        }
        case "metal":
          return { metal: this.material("metal") };
        case "gems":
          return { gems: this.material("gems") };
        case "swords":
          return { swords: this.swords() };
        case "tiles":
          return { tiles: this.some(this.tilesLeft, () => this.tile()).sort(textOrder) };
        default:
          return { paintings: this.some(this.paintingsLeft, () => this.number("the value of a painting")).sort(numberOrder) };
      }
    });
  }
  /** At least one thing, each kind with its number; they are taken from what is left. */
  private *several<T>(left: Counts<T>, read: () => T): Generator<[T, number]> {
    do {
      const start = this.skip(), count = this.count(), thing = read(), room = left.of(thing);
      if (count < 1 || count > room) {
        throw this.error(room ? `${room === 1 ? "1" : `1 to ${room}`} of these: no more are left` : "something else: none of these is left", start);
      }
      left.add(thing, -count);
      yield [thing, count];
    } while (!this.closed());
  }
  private some<T>(left: Counts<T>, read: () => T): T[] {
    return [...this.several(left, read)].flatMap(([thing, count]) => Array<T>(count).fill(thing));
  }
  private count(): number {
    const start = this.skip();
    if (this.seesNumber()) {
      const count = this.number("a number");
      if (this.sign("*")) return count;
      this.at = start;
    }
    return 1;
  }
  private hand(): Side {
    const hand: Card[] = [], known: Card[] = [];
    for (const [card, count] of this.several(this.cardsLeft, () => this.card())) {
      const some = Array<Card>(count).fill(card);
      hand.push(...some);
      if (this.sign("!")) known.push(...some);
    }
    return { hand: hand.sort(cardOrder), known: known.sort(cardOrder) };
  }
  private material(kind: "metal" | "gems"): number {
    const amount = this.amount(this.materialLeft[kind], kind);
    this.materialLeft[kind] -= amount;
    return amount;
  }
  private amount(most: number, what: string): number {
    const start = this.skip(), expected = `a number of ${what}, at most ${most}`, amount = this.number(expected);
    if (amount > most) throw this.error(expected, start);
    return amount;
  }
  private swords(): Sword[] {
    return this.some(this.swordsLeft, () => this.sword()).sort(swordOrder);
  }
  private shopsOnBoard(): ShopTile[] {
    const tray = new Counts(this.edition.shops);
    for (const [tile] of this.several(tray, () => this.shop())) {
      this.need("@", "@ and the step of the site");
      const start = this.skip(), step = this.step();
      if (this.board[step]) throw this.error("a step without a shop", start);
      this.board[step] = { owner: this.owner, kind: tile.kind, circles: tile.circles };
    }
    return tray.all(tileOrder);
  }
}
