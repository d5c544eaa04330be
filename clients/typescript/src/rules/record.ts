// Records: a game as text that can be kept, sent, corrected by hand and replayed. The form is that of the library (toledo_rules.record).

import type { Card, Edition, Entry, Problem, Record as GameRecord, State } from "../toledo.js";
import { EDITIONS } from "./editions.js";
import { sha256 } from "./hashes.js";
import { NotationError, Reader, formatCards, formatPosition, formatSeat, formatTurn, parsePosition, parseSeat } from "./notation.js";
import { type Transition, boxOf, chanceOutcomes, editionDigest, editionOf, readingWords, readingsIn, score, shippedEdition, shippedName, step } from "./play.js";
import { setup } from "./rules.js";

/** The revision of these rules: a record says by which revision it was played. */
export const RULES_REVISION = 1;
const MAGIC = "toledo-record", FORMAT = 1;
const LONGEST = { record: 1_000_000, note: 500 }, MOST = { problems: 1_000, tags: 100 };
const TAG_FORM = "a tag of lower-case letters, digits and hyphens";
const TEXT_FORM = `at most ${LONGEST.note} printable characters, without blanks at either end`;
const END = "the end of the line", ONCE = "each header once";
const KNOWN = "edition:, rules:, start:, first:, name, hand, tag, scores:, check: or moves:";

/** A record as far as it could be read, and the mistakes in its text. */
export interface RecordReading {
  /** The game up to the first damaged line; null if not even its beginning can be read. */
  record: GameRecord | null;
  /** All mistakes; empty if there are none. */
  problems: Problem[];
}

/** A record that does not agree with the rules. */
export class ReplayError extends Error {
  constructor(
    /** The number of the entry, counted from 1. */
    readonly number: number,
    /** The last position that agrees. */
    readonly state: State,
    why: string,
  ) {
    super(`entry ${number}: ${why}`);
    this.name = "ReplayError";
  }
}

// Replaying

/** The position at the start of a game in which these hands were dealt. */
export function dealHands(edition: Edition, hands: readonly (readonly Card[])[], first = 0): State {
  const wrong = hands.findIndex((hand) => hand.length !== edition.hand);
  if (wrong >= 0) throw new RangeError(`seat ${wrong} has ${hands[wrong]!.length} cards, expected ${edition.hand}`);
  return setup(boxOf(edition), hands.length, first, hands);
}

/** The transition of an entry, which must name exactly the cards that chance decides. Throws `IllegalMoveError`. */
export function replayEntry(state: State, { action, draws }: Entry): Transition {
  let found = step(state, action);
  for (const draw of draws) {
    const next = step(found.state, draw), told: Transition["told"] = {};
    for (const [watcher, events] of Object.entries(next.told)) told[watcher] = [...found.told[watcher]!, ...events];
    found = { state: next.state, told, draws: [...found.draws, draw], reveals: found.reveals || next.reveals };
  }
  if (chanceOutcomes(found.state).length) throw new RangeError("the record does not say which cards were drawn (A-136)");
  return found;
}

/** Every entry of a record with the positions before and after it. Throws `ReplayError` where it does not fit. */
export function* replay(record: GameRecord): Generator<{ before: State; entry: Entry; transition: Transition }> {
  let state = record.start;
  if (record.rules !== RULES_REVISION) throw new ReplayError(0, state, `the record is for rules ${record.rules}, and these are rules ${RULES_REVISION}`);
  for (const [place, entry] of record.entries.entries()) {
    let transition: Transition;
    try {
      transition = replayEntry(state, entry);
    } catch (error) {
      throw new ReplayError(place + 1, state, (error as Error).message);
    }
    yield { before: state, entry, transition };
    state = transition.state;
  }
  if (record.scores === null) return;
  if (state.phase.type !== "over") throw new ReplayError(record.entries.length, state, "the record has scores, but the game is not over");
  const scores = state.players.map((_, seat) => score(state, seat).total);
  if (`${scores}` !== `${record.scores}`) throw new ReplayError(record.entries.length, state, `the scores are ${scores}, and the record says ${record.scores}`);
}

const ENDS_TURN = new Set(["place_shop", "return_figure", "take_cards", "end_turn", "pass"]);
const endsTurn = ({ action }: Entry): boolean => ENDS_TURN.has(action.type);

/** The entries turn by turn, each with its number and its seat. */
function* turns({ entries, start }: GameRecord): Generator<{ number: number; seat: number; entries: Entry[] }> {
  let number = 1, seat = start.active, begin = 0;
  for (const [place, entry] of entries.entries()) {
    if (!endsTurn(entry) && place + 1 < entries.length) continue;
    yield { number: number++, seat, entries: entries.slice(begin, place + 1) };
    [seat, begin] = [(seat + 1) % start.players.length, place + 1];
  }
}

// Writing

const referenceTo = (edition: Edition): string => [edition.name, ...readingWords(edition), editionDigest(edition)].join(" ");

/** A record as text. Only the library writes an edition into it, so the edition must be one that comes with the package. */
export function formatRecord(record: GameRecord): string {
  const edition = editionOf(record.start);
  if (!shippedName(edition)) throw new RangeError(`${edition.name} does not come with the package, and only the library writes an edition into a record`);
  const lines = [`edition: ${referenceTo(edition)}`, ...header(record, edition)];
  const moves = [...turns(record)].map(({ number, seat, entries }) => `${number} ${formatSeat(seat, edition)}: ${formatTurn(entries, edition)}`);
  return [`${MAGIC} ${FORMAT}`, `check: ${check(record.entries.length, [...lines, ...moves])}`, ...lines, "moves:", ...moves, ""].join("\n");
}
function* header({ start, names, tags, scores, rules }: GameRecord, edition: Edition): Generator<string> {
  const dealt = isDeal(start, edition);
  yield `rules: ${rules}`;
  yield dealt ? `first: ${formatSeat(start.active, edition)}` : `start: ${formatPosition(start)}`;
  for (const [seat, name] of names.entries()) if (name) yield `name ${formatSeat(seat, edition)}: ${name}`;
  if (dealt) for (const [seat, { hand }] of start.players.entries()) yield `hand ${formatSeat(seat, edition)}: ${formatCards(hand, edition)}`.trimEnd();
  for (const [tag, text] of Object.entries(tags)) yield `tag ${tag}: ${text}`.trimEnd();
  if (scores) yield `scores: ${scores.join(" ")}`;
}
function isDeal(start: State, edition: Edition): boolean {
  const hands = start.players.map(({ hand }) => hand);
  if (start.phase.type !== "turn_start" || hands.some((hand) => hand.length !== edition.hand)) return false;
  return formatPosition(dealHands(edition, hands, start.active)) === formatPosition(start);
}
const check = (entries: number, lines: readonly string[]): string => `${entries} ${sha256(lines.join("\n")).slice(0, 12)}`;

// Reading

/** Not even the beginning of the game can be read. */
class Unreadable extends Error {
  constructor(readonly problem: Problem) {
    super(problem.expected);
  }
}

/** A line of a record, without its comment. */
class Line {
  constructor(
    readonly number: number,
    readonly text: string,
    /** The kind of header, such as `hand`; empty for any other line. */
    readonly key = "",
    /** The player or the tag that a header is about. */
    readonly subject = "",
    /** Where the content begins. */
    readonly at = 0,
    readonly subjectAt = 0,
  ) {}
  get content(): string {
    return this.text.slice(this.at).trim();
  }
  problem(expected: string, column = this.at + 1): Problem {
    return { where: `line ${this.number}`, found: "", expected, text: this.text, column };
  }
  uncommented(): Line {
    return new Line(this.number, this.text.split("#")[0]!.trimEnd());
  }
  /** The line as a header; without a key if it is none. */
  header(): Line {
    const found = /^([ \t]*([A-Za-z]+)(?:([ \t]+)([^ \t:#]+))?[ \t]*):/.exec(this.text);
    if (!found) return this;
    const [whole, , word, blanks = "", subject = ""] = found, key = word!.toLowerCase();
    if (!(subject ? ["name", "hand", "tag"] : ["edition", "rules", "first", "start", "scores", "check", "moves"]).includes(key)) return this;
    const plain = key === "name" || key === "tag" ? this : this.uncommented(); // those are free text, in which a # is a #
    const subjectAt = subject ? whole.indexOf(word!) + word!.length + blanks.length : 0;
    return new Line(this.number, plain.text, key, subject.toLowerCase(), whole.length, subjectAt);
  }
}

function formatNumber(text: string): number {
  const first = text.split("\n").map((line) => line.split("#")[0]!.trimEnd()).find(Boolean);
  return Number(/^[ \t]*toledo-record[ \t]+0*([1-9][0-9]{0,8})[ \t]*$/i.exec(first ?? "")?.[1] ?? 0);
}
const isPlain = (text: string): boolean => [...text].length <= LONGEST.note && !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text) && text === text.trim();

/** Reads a record as far as possible. It throws no errors: all mistakes are in the result. */
export function readRecord(text: string, { editions = [] as readonly Edition[] } = {}): RecordReading {
  if (text.length > LONGEST.record) {
    const [found, expected] = [text.length, LONGEST.record].map((number) => number.toLocaleString("en")) as [string, string];
    return { record: null, problems: [{ where: "the text", found: `${found} characters`, expected: `at most ${expected}`, text: "", column: 0 }] };
  }
  const reader = new RecordReader(text.replace(/^\ufeff/, ""));
  try {
    return { record: reader.read(editions), problems: reader.problems.slice(0, MOST.problems) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { record: null, problems: [...reader.problems.slice(0, MOST.problems - 1), error.problem] };
  }
}

class RecordReader {
  readonly problems: Problem[] = [];
  private readonly lines: Line[];
  private readonly headers = new Map<string, Line>();
  private embedded = false;
  private end: Line;
  private moves: Line[] = [];
  private readonly checked: string[] = [];

  constructor(text: string) {
    const lines = text.split("\n").map((line, place) => new Line(place + 1, line.replace(/\r$/, "")));
    this.lines = lines.filter(({ text }, place) => place + 1 === lines.length || /^\s*[^\s#]/.test(text));
    this.end = this.lines.at(-1)!;
  }

  read(editions: readonly Edition[]): GameRecord {
    const end = this.readHeader();
    this.moves = this.lines.slice(end).map((line) => line.uncommented()).filter(({ content }) => content);
    this.checked.push(...this.moves.map(({ content }) => content));
    const edition = this.edition(editions), start = this.start(edition), players = start.players.length;
    const names = this.names(edition, players), tags = this.tags(), scores = this.scores(edition, players), rules = this.rules(edition);
    const problems = this.problems.length, record: GameRecord = { start, entries: this.entries(start, edition), names, tags, scores, rules };
    return this.problems.length > problems ? { ...record, scores: null } : this.compared(record); // scores belong to a part that is lost
  }

  private readHeader(): number {
    let begun = false;
    for (const [place, line] of this.lines.entries()) {
      const plain = line.uncommented();
      if (line.text.startsWith("|") && begun) {
        this.embedded = true;
      } else if (!plain.content) {
        continue;
      } else if (!begun) {
        const number = formatNumber(plain.text), newer = number > FORMAT ? ": a newer version of the library wrote this" : "";
        if (number !== FORMAT) throw new Unreadable(line.problem(`${MAGIC} ${FORMAT}${newer}`));
        begun = true;
      } else {
        const header = line.header();
        if (header.key !== "moves") {
          this.add(header);
          continue;
        }
        this.end = header;
        if (header.content) this.problems.push(header.problem(END));
        return place + 1;
      }
    }
    const last = this.lines.at(-1)!;
    throw new Unreadable(last.problem(`moves:, after a header that begins with ${MAGIC} ${FORMAT}`, last.text.length + 1));
  }
  private add(header: Line): void {
    if (header.key !== "check") this.checked.push(header.text.trim());
    const key = `${header.key} ${header.subject}`;
    if (!header.key) this.problems.push(header.problem(KNOWN));
    else if (this.headers.has(key)) this.problems.push(header.problem(ONCE, 1));
    else this.headers.set(key, header);
  }
  private find(key: string): Line | undefined {
    return this.headers.get(`${key} `);
  }

  // The beginning of the game

  private edition(editions: readonly Edition[]): Edition {
    const header = this.find("edition");
    if (!header) throw new Unreadable(this.end.problem("edition: and the name of an edition, before this"));
    const [name = "", ...said] = header.content.split(/\s+/), last = said.at(-1);
    const digest = last !== undefined && !last.includes("=") ? said.pop()! : "", { readings, wrong } = readingsIn(said);
    if (wrong) throw new Unreadable(header.problem(wrong.expected));
    const words = readingWords({ readings }), shipped = EDITIONS.some((one) => one.name === name) ? [shippedEdition([name, ...words].join(" "))] : [];
    const found = [...shipped, ...editions.filter((one) => one.name === name)];
    const fits = found.find((one) => (!said.length || readingWords(one).join(" ") === words.join(" ")) && (!digest || editionDigest(one) === digest));
    if (fits && !(this.embedded && !digest)) return fits;
    if (this.embedded) throw new Unreadable(header.problem(`an edition that is known here: only the library reads the one in the record`));
    if (!found.length) throw new Unreadable(header.problem(`an edition that is known or embedded; '${name}' is neither`));
    throw new Unreadable(header.problem(`${referenceTo(found[0]!)}, the edition that is known here`));
  }
  private start(edition: Edition): State {
    const header = this.find("start");
    if (!header) {
      const hands = this.hands(edition);
      return dealHands(edition, hands, this.first(edition, hands.length));
    }
    for (const other of this.headers.values()) {
      if (other.key === "hand" || other.key === "first") this.problems.push(other.problem("no such line beside start:", 1));
    }
    const place = header.content ? header.text.indexOf(header.content) : header.at;
    return this.or(header, place, () => {
      const start = parsePosition(header.content, edition);
      if (start.phase.type !== "drawing" && start.phase.type !== "duel") return start;
      throw new Unreadable(header.problem("a position to begin with: a game begins where a player decides, not at a chance step"));
    });
  }
  /** What a header says. Without it there is no game. */
  private or<T>(header: Line, place: number, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof NotationError) throw new Unreadable(header.problem(error.expected, place + error.column));
      throw error;
    }
  }
  private seats(edition: Edition, key: string): Map<number, Line> {
    const found = new Map<number, Line>();
    for (const header of this.headers.values()) {
      if (header.key !== key) continue;
      const seat = this.attempt(header, () => parseSeat(header.subject, edition), header.subjectAt);
      if (seat === null) continue;
      if (found.has(seat)) this.problems.push(header.problem(ONCE, header.subjectAt + 1));
      else found.set(seat, header);
    }
    return found;
  }
  /** What a header says. If it cannot be read, it is a problem, and the record does without it. */
  private attempt<T>(header: Line, read: () => T, place = 0): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      this.problems.push(header.problem(error.expected, place + error.column));
      return null;
    }
  }
  private hands(edition: Edition): Card[][] {
    const found = this.seats(edition, "hand"), { least_players: least, most_players: most } = edition;
    const seats = [...found.keys()].sort((a, b) => a - b);
    if (seats.length < least || seats.length > most || seats.some((seat, place) => seat !== place)) {
      throw new Unreadable(this.end.problem(`hands of ${least} to ${most} players before this, from ${formatSeat(0, edition)} on clockwise`));
    }
    const pile = [...edition.cards];
    return seats.map((seat) => {
      const header = found.get(seat)!, hand: Card[] = [];
      return this.or(header, 0, () => {
        const reader = new Reader(header.text, edition, header.at);
        while (reader.skip() < header.text.length) {
          const place = reader.at, card = reader.card(), left = pile.findIndex((one) => one.value === card.value && one.colour === card.colour && one.stance === card.stance);
          if (left < 0) throw reader.error("another card: there are no more of these", place);
          hand.push(...pile.splice(left, 1));
        }
        if (hand.length !== edition.hand) throw reader.error(`${edition.hand} cards`);
        return hand;
      });
    });
  }
  private first(edition: Edition, players: number): number {
    const header = this.find("first");
    if (!header) return 0;
    const seat = this.or(header, 0, () => this.whole(header, edition, (reader) => reader.seat()));
    if (seat >= players) throw new Unreadable(header.problem("a player who has a hand"));
    return seat;
  }
  private whole<T>(header: Line, edition: Edition, read: (reader: Reader) => T): T {
    const reader = new Reader(header.text, edition, header.at), found = read(reader);
    reader.finish(END);
    return found;
  }

  // The rest of the header

  private rules(edition: Edition): number {
    const header = this.find("rules");
    return (header && this.attempt(header, () => this.whole(header, edition, (reader) => reader.number("a number")))) ?? RULES_REVISION;
  }
  private names(edition: Edition, players: number): string[] {
    const names = Array<string>(players).fill("");
    for (const [seat, header] of this.seats(edition, "name")) {
      if (seat >= players) this.problems.push(header.problem("the colour of a player in this game", header.subjectAt + 1));
      else if (!isPlain(header.content)) this.problems.push(header.problem(TEXT_FORM));
      else names[seat] = header.content;
    }
    return names.some(Boolean) ? names : [];
  }
  private tags(): { [key: string]: string } {
    const tags: [string, string][] = [];
    for (const header of this.headers.values()) {
      if (header.key !== "tag") continue;
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(header.subject)) this.problems.push(header.problem(TAG_FORM, header.subjectAt + 1));
      else if (!isPlain(header.content)) this.problems.push(header.problem(TEXT_FORM));
      else if (tags.length === MOST.tags) this.problems.push(header.problem(`at most ${MOST.tags} tags`, 1));
      else tags.push([header.subject, header.content]);
    }
    return Object.fromEntries(tags);
  }
  private scores(edition: Edition, players: number): number[] | null {
    const header = this.find("scores");
    if (!header) return null;
    return this.attempt(header, () =>
      this.whole(header, edition, (reader) =>
        Array.from({ length: players }, () => (reader.sign("-") ? -1 : 1) * reader.number("the points of each player")),
      ),
    );
  }

  // The moves

  private entries({ active, players }: State, edition: Edition): Entry[] {
    const found: Entry[] = [];
    let turn = 1, seat = active;
    for (const line of this.moves) {
      const read = this.attempt(line, () => {
        const reader = new Reader(line.text, edition, line.at);
        readLabel(reader, turn, seat);
        for (const entry of reader.turn()) {
          found.push(entry);
          if (endsTurn(entry)) [turn, seat] = [turn + 1, (seat + 1) % players.length];
        }
        return true;
      });
      if (!read) break;
    }
    return found;
  }
  /** The record as far as it agrees with its check. */
  private compared(record: GameRecord): GameRecord {
    const header = this.find("check"), entries = record.entries.length, actual = check(entries, this.checked);
    if (header && header.content.toLowerCase().split(/\s+/).join(" ") === actual) return record;
    const last = this.lines.at(-1)!, move = this.moves.at(-1);
    if (move && !last.text.includes("#") && move.number === last.number) { // a step 1 may be all that is left of a step 12
      this.problems.push(move.problem(END, move.text.length + 1));
      return { ...record, entries: record.entries.slice(0, -1), scores: null };
    }
    if (!header || this.problems.length) return record;
    const changed = header.content.startsWith(`${entries} `);
    this.problems.push(header.problem(changed ? `${actual}, or no such line: the record was changed after it was written` : `${entries}, the number of actions that can be read`));
    return changed ? record : { ...record, scores: null };
  }
}

/** The number of the turn and whose it is: a line may say them, and then they must be right. */
function readLabel(reader: Reader, turn: number, seat: number): void {
  if (!reader.text.includes(":")) return;
  if (reader.seesNumber()) {
    const place = reader.at;
    if (reader.number("") !== turn) throw reader.error(`turn ${turn}`, place);
    reader.sign(".");
  }
  if (reader.sign(":")) return;
  const place = reader.skip();
  if (reader.seat() !== seat) throw reader.error(`${formatSeat(seat, reader.edition)}, who is on turn`, place);
  reader.need(":", "a colon");
}
