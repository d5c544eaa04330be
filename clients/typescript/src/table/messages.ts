// What is said of actions, events, refusals and the end, as messages: the keys and parameters of toledo_rules.describe.

import type { Action, Card, Event, Message, MessageValue, NamedMessage, NamedWhere, NamedWho, Outcome, Refusal, ShopTile, Sword, View } from "../toledo.js";
import { editionOf } from "../rules/play.js";
import { CODES } from "./codes.js";

const SEATS: ReadonlySet<string> = new Set(["seat", "active", "owner", "rival", "winner", "loser", "attacker", "defender"]);
const STEPS: ReadonlySet<string> = new Set(["step", "origin", "transit"]);
type Parameters = { [name: string]: MessageValue };

/** The game that sentences are about. */
export class Telling {
  constructor(
    private readonly view: View,
    private readonly names: readonly string[],
  ) {}

  who(seat: number): NamedWho {
    return { type: "who", seat, colour: editionOf(this.view).colours[seat] ?? null, name: this.names[seat] || null };
  }

  where(step: number): NamedWhere {
    return { type: "where", step, kind: this.view.shops[step]?.kind ?? this.printed(step).kind };
  }

  /** A step without the shop on it. */
  private printed(step: number): NamedWhere {
    return { type: "where", step, kind: editionOf(this.view).road[step]?.kind ?? "unknown" };
  }

  private value(name: string, thing: unknown): MessageValue | null {
    if (typeof thing === "number") return SEATS.has(name) ? this.who(thing) : STEPS.has(name) ? this.where(thing) : thing;
    if (typeof thing === "string") return name === "tile" ? { type: "term", group: "tile", name: thing } : name === "space" ? { type: "term", group: "kind", name: thing } : null;
    if (Array.isArray(thing)) return thing.map((one: Card) => ({ type: "card" as const, ...one }));
    if (typeof thing !== "object" || thing === null) return null;
    if ("stance" in thing) return { type: "card", ...(thing as Card) };
    return "metal" in thing ? { type: "sword", ...(thing as Sword) } : { type: "shop_tile", ...(thing as ShopTile) };
  }

  private values(thing: object): Parameters {
    const found: Parameters = {};
    for (const [name, field] of Object.entries(thing)) {
      const said = name === "type" ? null : this.value(name, field);
      if (said !== null) found[name] = said;
    }
    return found;
  }

  /** Whose decision is pending, and what it is about. */
  prompt(): Message {
    const { phase, trigger, active } = this.view;
    const key = phase.type === "turn_start" && trigger !== null ? "pending.last_turn" : `pending.${phase.type}`;
    return { key, parameters: { seat: this.who(active), ...this.values(phase) } };
  }

  action(action: Action): Message {
    const key = `action.${action.type}`, parameters = this.values(action);
    switch (action.type) {
      case "take_cards":
        return { key, parameters: { cards: editionOf(this.view).cards_taken } };
      case "play_card":
        return { key: action.with_tile ? `${key}_with_tile` : key, parameters: { ...parameters, target: this.where(action.origin + action.card.value) } };
      case "place_shop":
        return { key, parameters: { ...parameters, step: this.printed(action.step) } };
      case "return_figure":
        return { key: action.step ? key : `${key}_from_cathedral`, parameters };
      case "use_space":
        return this.use(action);
      default:
        return { key, parameters };
    }
  }

  private use({ pay, take, give_back }: Extract<Action, { type: "use_space" }>): Message {
    const { phase } = this.view, at = phase.type === "arrived" ? phase.step : null, fee = this.fee(pay, at);
    if (take !== null && typeof take === "object") return { key: "action.use_smith", parameters: { sword: { type: "sword", ...take }, fee } };
    const tile = (name: string): MessageValue => ({ type: "term", group: "tile", name });
    if (take !== null && give_back !== null) return { key: "action.use_fencing_exchange", parameters: { tile: tile(take), back: tile(give_back), fee } };
    if (take !== null) return { key: "action.use_fencing", parameters: { tile: tile(take), fee } };
    const kind = at === null ? "" : this.where(at).kind;
    if (kind === "tavern") return { key: "action.use_tavern", parameters: { cards: editionOf(this.view).tavern_cards, fee } };
    return { key: ["artist", "metal", "gem"].includes(kind) ? `action.use_${kind}` : "action.use_space", parameters: { fee } };
  }

  private fee(pay: Card | null, at: number | null): NamedMessage {
    const said = (key: string, parameters: Parameters): NamedMessage => ({ type: "message", key: `fee.${key}`, parameters });
    if (pay === null) return said("none", {});
    const owner = at === null ? undefined : this.view.shops[at]?.owner, card = { type: "card", ...pay } as const;
    return owner === undefined ? said("to_nobody", { card }) : said("to_owner", { card, owner: this.who(owner) });
  }

  refusal({ code, parameters }: Refusal): Message {
    const key = `${CODES[code][0]}.${code}`;
    if (code === "stale") return { key, parameters: {} };
    const said = this.values(parameters);
    if (code !== "site_taken") return { key, parameters: said };
    const yours = parameters["owner"] === this.view.active;
    return { key: yours ? `${key}_by_you` : key, parameters: { ...said, step: this.printed(Number(parameters["step"])) } };
  }

  outcome({ winners, ranking }: Outcome): Message {
    const [first, ...others] = ranking, { seat, points, cards, card_sum } = first!;
    if (winners.length > 1) return { key: "outcome.shared", parameters: { winners: [...winners].sort().map((one) => this.who(one)), points } };
    const tied = others.filter((one) => one.points === points), closest = tied.filter((one) => one.cards === cards);
    const won = { seat: this.who(seat), points }, rivals = (some: typeof others): MessageValue => some.map((one) => this.who(one.seat));
    if (!tied.length) return { key: "outcome.won", parameters: won };
    if (!closest.length) return { key: "outcome.won_by_cards", parameters: { ...won, rivals: rivals(tied), cards } };
    return { key: "outcome.won_by_card_sum", parameters: { ...won, rivals: rivals(closest), card_sum: card_sum ?? 0 } };
  }

  // Events, told together as people tell them

  /** A few sentences about some events. */
  told(events: readonly Event[]): Message[] {
    const sentences: Message[] = [];
    let actor: number | null = null, waiting: NamedMessage[] = [];
    const speak = (): void => {
      if (actor !== null && waiting.length) sentences.push({ key: "event.told", parameters: { seat: this.who(actor), deeds: waiting } });
      waiting = [];
    };
    for (const [seat, said] of namedOnce(this.joined(events.filter(({ type }) => !UNDERSTOOD.has(type))))) {
      if (seat !== actor) speak();
      actor = seat;
      if (seat === null) sentences.push(said);
      else waiting.push({ type: "message", ...said });
    }
    speak();
    return sentences;
  }

  private *joined(events: readonly Event[]): Generator<Deed> {
    for (let at = 0; at < events.length; ) {
      const event = events[at]!;
      const run = events.slice(at), end = run.findIndex((one) => !alike(event, one)), like = end < 0 ? run : run.slice(0, end);
      at += event.type === "card_drawn" || event.type === "round_fought" ? like.length : 1;
      if (event.type === "card_drawn") yield [event.seat, this.draws(like as (typeof event)[])];
      else if (event.type === "round_fought") {
        const rounds = like as (typeof event)[], ended = events[at], last = rounds.at(-1)!;
        const fought = rounds.map(({ card, winner }): NamedMessage => ({ type: "message", key: "event.round", parameters: { card: { type: "card", ...card }, winner: this.who(winner) } }));
        yield [null, { key: "event.rounds_fought", parameters: { rounds: fought } }];
        if (ended?.type === "duel_ended" && events[at + 1]?.type === "figure_sent_back") {
          const [losses, wins] = [last.attacker_wins, last.defender_wins].sort((a, b) => a - b) as [number, number];
          yield [null, { key: "event.duel_decided", parameters: { winner: this.who(ended.winner), loser: this.who(ended.loser), wins, losses } }];
          at += 2;
        }
      } else yield [actorOf(event), this.deed(event)];
    }
  }

  private draws(draws: readonly Extract<Event, { type: "card_drawn" }>[]): Message {
    const seat = this.who(draws[0]!.seat), cards = draws.flatMap(({ card }) => (card ? [{ type: "card" as const, ...card }] : []));
    return cards.length ? { key: "event.cards_seen", parameters: { seat, cards } } : { key: "event.cards_drawn", parameters: { seat, cards: draws.length } };
  }

  private deed(event: Event): Message {
    const parameters = this.values(event), key = `event.${event.type}`;
    switch (event.type) {
      case "shop_placed":
        return { key, parameters: { ...parameters, step: this.printed(event.step) } };
      case "card_played":
        return { key: event.with_tile ? `${key}_with_tile` : event.to_front ? key : `${key}_again`, parameters };
      case "fee_paid":
        return { key: event.owner === null ? `${key}_to_nobody` : key, parameters };
      case "figure_returned":
        return { key: event.step ? key : `${key}_from_cathedral`, parameters };
      case "passed":
        return { key: editionOf(this.view).readings?.a160 === "voluntary" ? `${key}_voluntarily` : key, parameters };
      default:
        return { key, parameters };
    }
  }
}

/** A message with the player who acts; null if it is a sentence by itself. */
type Deed = readonly [seat: number | null, said: Message];

/** Events that go without saying when those around them are told. */
const UNDERSTOOD: ReadonlySet<Event["type"]> = new Set<Event["type"]>(["drawing_began", "circle_taken", "front_card_discarded", "turn_ended", "turn_began"]);

function alike(one: Event, other: Event): boolean {
  if (one.type === "card_drawn") return other.type === "card_drawn" && one.seat === other.seat && (one.card === null) === (other.card === null);
  return one.type === other.type;
}

function actorOf(event: Event): number | null {
  if (event.type === "duel_began") return event.attacker;
  if (event.type === "duel_ended") return event.winner;
  return event.type === "last_round_began" || event.type === "hand_shown" || !("seat" in event) ? null : event.seat;
}

/** Messages in which a place that was the last to be named is "there". */
function* namedOnce(deeds: Iterable<Deed>): Generator<Deed> {
  let named: number | null = null;
  for (const [seat, { key, parameters }] of deeds) {
    const said: Parameters = {};
    for (const [name, value] of Object.entries(parameters)) {
      said[name] = value;
      if (typeof value !== "object" || !("type" in value) || value.type !== "where") continue;
      if (value.step === named) said[name] = { ...value, kind: "there" };
      named = value.step;
    }
    yield [seat, { key, parameters: said }];
  }
}
