// A game in the page itself: the compiled rules, chance from a seed, people at one screen or one person and bots. No server.

import type { Action, DuelChance, Entry, Event, LogEntry, PartId, Reason, Record as GameRecord, Replay, ReplayStep, Seating, State, View } from "../toledo.js";
import { Stream, type Rng } from "../rules/chance.js";
import { duelOdds, editionOf, legalActions, newGame, outcome, score, step, transition, view } from "../rules/play.js";
import { RULES_REVISION, replayEntry } from "../rules/record.js";
import { slotted } from "./choices.js";
import { CODES } from "./codes.js";
import { Telling } from "./messages.js";
import { same } from "./pieces.js";
import { whyNot } from "./reasons.js";
import { seatFigures } from "./seating.js";
import type { Listener, TableOffer, TableState, Transport } from "./transport.js";

/** Whoever plays for a seat: one of the legal actions of a view. */
export type Bot = (view: View, actions: readonly Action[]) => Action | Promise<Action>;

export interface LocalOptions {
  readonly players?: number;
  readonly seed?: number | string;
  readonly names?: readonly string[];
  /** The edition of a new game by its name, which readings can follow. */
  readonly edition?: string;
  /** The seat of the person; all others are played by the bot. Without it, people sit around one screen. */
  readonly seat?: number;
  readonly bot?: Bot;
  /** A position to begin with, instead of a deal. */
  readonly start?: State;
  /** What was played since, with the cards that came up: a game goes on where it was left. */
  readonly entries?: readonly Entry[];
  /** Milliseconds before a bot acts. */
  readonly pause?: number;
}

export interface Moment {
  readonly state: State;
  readonly seating: Seating;
  /** What led here; null at the start. */
  readonly did: { readonly actor: number; readonly entry: Entry; readonly told: { readonly [watcher: string]: readonly Event[] }; readonly reveals: boolean } | null;
}

export class LocalTable implements Transport {
  readonly names: readonly string[];
  protected readonly seat: number | null;
  private readonly bot: Bot;
  private readonly pause: number;
  protected readonly rng: Rng;
  protected readonly moments: Moment[];
  protected undone: Moment[] = [];
  protected listener: Listener | null = null;
  protected version = 0;

  constructor({ players = 2, seed = 2008, names = [], edition = "kosmos-2008", seat, bot = greedy, start, entries = [], pause = 350 }: LocalOptions = {}) {
    this.names = names;
    this.seat = seat ?? null;
    this.bot = bot;
    this.pause = pause;
    this.rng = new Stream(seed);
    const state = start ?? newGame(players, this.rng, { edition });
    this.moments = [{ state, seating: seatFigures(view(state, null)), did: null }];
    for (const entry of entries) this.append(entry);
  }

  get state(): State {
    return this.now.state;
  }

  /** The game so far, for `formatRecord`. */
  get record(): GameRecord {
    const result = outcome(this.state);
    const scores = result && result.sheets.map(({ total }) => total);
    return { start: this.moments[0]!.state, entries: this.moments.flatMap(({ did }) => (did ? [did.entry] : [])), names: [...this.names], tags: {}, scores, rules: RULES_REVISION };
  }

  open(listener: Listener): void {
    this.listener = listener;
    listener.company({ seat: this.seat, names: this.names });
    listener.status("open");
    this.tell(null);
  }

  close(): void {
    this.listener?.status("closed");
    this.listener = null;
  }

  play(action: Action, expect: number): void {
    if (expect !== this.version) return this.refuse("stale");
    if (!legalActions(this.state).some((one) => same(one, action))) return this.refuse("stale");
    this.append({ action, draws: [] });
    this.tell("played");
  }

  /** Go on by an action; cards that are not named are drawn. */
  protected append(line: Entry): void {
    const { state, seating } = this.now, what = line.draws.length ? replayEntry(state, line) : transition(state, line.action, this.rng);
    const entry = { action: line.action, draws: what.draws }, next = seatFigures(view(what.state, null), seating);
    this.undone = [];
    this.moments.push({ state: what.state, seating: next, did: { actor: state.active, entry, told: what.told, reveals: what.reveals || what.draws.length > 0 } });
  }

  undo(expect: number, turn = false): void {
    const why = this.cannotUndo();
    if (expect !== this.version || why) return this.refuse(why ?? "stale");
    const { actor } = this.now.did!;
    do this.undone.push(this.moments.pop()!);
    while (turn && !this.cannotUndo() && this.now.did!.actor === actor && this.state.active === actor);
    this.tell("undone");
  }

  redo(expect: number): void {
    const again = this.undone.at(-1);
    if (expect !== this.version || !again) return this.refuse(again ? "stale" : "nothing_undone");
    this.undone.pop();
    this.moments.push(again);
    this.tell("redone");
  }

  async why(parts: readonly PartId[]): Promise<Reason | null> {
    return whyNot(this.seen, this.names, parts);
  }

  async hint(): Promise<Action | null> {
    const actions = legalActions(this.seen);
    return actions.length ? this.bot(this.seen, actions) : null;
  }

  async review(): Promise<Replay> {
    const steps = this.moments.slice(1).map(({ did, seating }, at): ReplayStep => {
      const entry: LogEntry = { number: at + 1, actor: did!.actor, action: did!.entry.action, events: [...this.told(did!.told)] };
      return { entry, story: this.telling.told(entry.events), seating };
    });
    const { state, seating } = this.moments[0]!;
    return { type: "replay", id: null, start: view(state, this.viewer), seating, steps };
  }

  protected get now(): Moment {
    return this.moments.at(-1)!;
  }
  /** The seat that looks: the person, or whoever is on turn at one screen. */
  protected get viewer(): number | null {
    if (this.seat !== null) return this.seat;
    return this.state.phase.type === "over" ? null : this.state.active;
  }
  protected get seen(): View {
    return view(this.state, this.viewer);
  }
  protected get telling(): Telling {
    return new Telling(this.seen, this.names);
  }
  /** At one screen everybody reads the log, so it is told to a spectator. */
  protected told(told: { readonly [watcher: string]: readonly Event[] }): readonly Event[] {
    return told[this.seat ?? "spectator"] ?? [];
  }

  protected cannotUndo(): "nothing_played" | "revealed" | "not_yours" | null {
    const { did } = this.now;
    if (!did) return "nothing_played";
    if (did.reveals) return "revealed";
    return this.seat !== null && did.actor !== this.seat ? "not_yours" : null;
  }

  private reason(code: "stale" | "nothing_played" | "revealed" | "not_yours" | "nothing_undone"): Reason {
    const [group, rule] = CODES[code];
    return { rule, message: { key: `${group}.${code}`, parameters: {} } };
  }
  private refuse(code: Parameters<LocalTable["reason"]>[0]): void {
    this.listener?.refused(this.reason(code));
  }

  protected tell(change: TableState["change"]): void {
    this.version += 1;
    const { did, seating } = this.now, seen = this.seen, result = outcome(this.state), undo = this.cannotUndo();
    const events = change === "undone" || !did || change === null ? [] : [...this.told(did.told)];
    this.listener?.state({
      version: this.version, change, seating, view: seen, events,
      number: change === null ? null : this.moments.length - (change === "undone" ? 0 : 1),
      actor: did?.actor ?? null,
      story: this.telling.told(events),
      scores: seen.players.map((_, seat) => score(this.state, seat)),
      prompt: this.telling.prompt(),
      offers: this.offers(seen),
      undo: undo && this.reason(undo),
      redo: this.undone.length ? null : this.reason("nothing_undone"),
      result: result && { places: result.ranking.map(({ seat, place, points, cards }) => ({ seat, place, points, cards })), message: this.telling.outcome(result) },
    });
    void this.goOn();
  }

  private offers(seen: View): TableOffer[] {
    const points = score(this.state, this.state.active).total, telling = this.telling;
    return legalActions(seen).map((action): TableOffer => {
      const what = step(this.state, action), { phase } = what.state;
      const duels: DuelChance[] = action.type === "challenge" ? [{ rival: action.rival, wins: duelOdds(seen, action.rival).attackerWins.join("/") }] : [];
      return {
        ...slotted(seen, action), message: telling.action(action), duels,
        points: score(what.state, this.state.active).total - points,
        reveals: what.reveals || phase.type === "drawing" || phase.type === "duel",
      };
    });
  }

  /** A bot is on turn: it acts, unless something else happens meanwhile. */
  private async goOn(): Promise<void> {
    const { state } = this, { version } = this;
    if (this.seat === null || state.active === this.seat || state.phase.type === "over") return;
    const seen = view(state, state.active), actions = legalActions(seen);
    const action = await this.bot(seen, actions);
    await new Promise((done) => setTimeout(done, this.pause));
    if (this.listener && version === this.version) this.play(action, version);
  }
}

/** What a simple bot would rather do when points do not decide. */
const LIKES: readonly Action["type"][] = ["deliver", "use_space", "challenge", "play_card", "place_shop", "take_cards", "end_turn", "pass", "return_figure"];

/** A bot that takes what brings most at once. Stronger ones come from elsewhere. */
export const greedy: Bot = (seen, actions) => {
  const { road } = editionOf(seen);
  const worth = (action: Action): number => {
    let found = -LIKES.indexOf(action.type);
    if (action.type === "use_space") found += (typeof action.take === "object" && action.take ? action.take.value : 2) - (action.pay?.value ?? 0) / 2;
    if (action.type === "deliver") found += action.sword.value;
    if (action.type === "play_card") found += (action.origin + action.card.value) / road.length + (action.with_tile ? -3 : 0);
    if (action.type === "place_shop") found += (seen.hand.length > 3 ? 2.2 : -1) + action.step / 100; // without shops up there nobody gets to the Alcazar
    if (action.type === "take_cards" && seen.hand.length < 5) found += 4;
    return found;
  };
  return actions.reduce((best, one) => (worth(one) > worth(best) ? one : best));
};
