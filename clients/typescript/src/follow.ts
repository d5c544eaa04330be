// Following a game by its events: the next view from this one, without a position and without a rule.

import type { Card, Event, Phase, PlayerView, ShopTile, Sword, View } from "./toledo.js";

/** An event cannot have happened where a view says that the game is: something in between was missed. */
export class EventMisfitError extends Error {
  constructor(
    readonly event: Event,
    why: string,
  ) {
    super(`${event.type} does not fit this view (${why}): ask for a new view`);
  }
}

/** The view after some events, as its seat sees them. Throws `EventMisfitError` if they are not the ones that came next. */
export function follow(view: View, events: Iterable<Event>): View {
  const now = structuredClone(view);
  for (const event of events) change(now, event);
  return now;
}

const CATHEDRAL = 0;
const MOVING: Phase = { type: "moving" };

type Thing = number | string | Card | ShopTile | Sword;

/** The parts of a thing in the order in which things are compared. */
function parts(thing: Thing): readonly (number | string)[] {
  if (typeof thing !== "object") return [thing];
  if ("stance" in thing) return [thing.value, thing.colour, thing.stance];
  return "kind" in thing ? [thing.kind, thing.circles] : [thing.value, thing.metal, thing.gems];
}

function compare(one: Thing, other: Thing): number {
  const others = parts(other);
  for (const [place, part] of parts(one).entries()) {
    const against = others[place] ?? "";
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

/** A multiset, which is a sorted list, with one thing more. */
function add<T extends Thing>(list: T[], thing: T): void {
  const place = list.findIndex((other) => compare(other, thing) > 0);
  list.splice(place < 0 ? list.length : place, 0, thing);
}

function remove<T extends Thing>(list: T[], thing: T): boolean {
  const place = list.findIndex((other) => compare(other, thing) === 0);
  if (place >= 0) list.splice(place, 1);
  return place >= 0;
}

function change(now: View, event: Event): void {
  const need = (fits: boolean, otherwise: string): void => {
    if (!fits) throw new EventMisfitError(event, otherwise);
  };
  const player = (seat: number): PlayerView => {
    const found = now.players[seat];
    if (!found) throw new EventMisfitError(event, `there is no seat ${seat}`);
    return found;
  };
  const take = <T extends Thing>(list: T[], thing: T): void => need(remove(list, thing), "it is not there");
  /** A card leaves a hand in public; if its kind was known there, that knowledge is used up. */
  const lose = (seat: number, card: Card): void => {
    if (seat === now.seat) take(now.hand, card);
    remove(player(seat).known, card);
    player(seat).cards -= 1;
  };

  switch (event.type) {
    case "drawing_began":
      now.phase = { type: "drawing", left: event.cards, source: event.source };
      break;
    case "card_drawn": {
      const drawing = now.phase;
      need((event.card === null) === (event.seat !== now.seat), "another seat sees this card");
      if (drawing.type !== "drawing") throw new EventMisfitError(event, "nobody is drawing");
      if (event.card) add(now.hand, event.card);
      player(event.seat).cards += 1;
      now.pile -= 1;
      const left = drawing.left - 1;
      const goesOn = left > 0 && (now.pile > 0 || now.discards.length > 0);
      now.phase = goesOn ? { ...drawing, left } : MOVING;
      break;
    }
    case "pile_reshuffled":
      need(now.pile === 0 && now.discards.length === event.cards, "the piles have other sizes");
      now.pile = event.cards;
      now.discards = [];
      break;
    case "card_played":
      lose(event.seat, event.card);
      if (event.with_tile) now.tile_value = event.card.value;
      if (event.to_front) now.front = event.card;
      else add(now.discards, event.card);
      break;
    case "fee_paid":
      lose(event.seat, event.card);
      if (event.owner === null) {
        add(now.discards, event.card);
      } else {
        if (event.owner === now.seat) add(now.hand, event.card);
        add(player(event.owner).known, event.card);
        player(event.owner).cards += 1;
      }
      break;
    case "front_card_discarded":
      need(now.front !== null && compare(now.front, event.card) === 0, "another card lies in front");
      now.front = null;
      add(now.discards, event.card);
      break;
    case "shop_placed":
      take(player(event.seat).shops, event.shop);
      now.shops[event.step] = { owner: event.seat, ...event.shop };
      break;
    case "figure_returned":
      take(player(event.seat).figures, event.step);
      add(player(event.seat).figures, CATHEDRAL);
      break;
    case "figure_moved": // a figure in transit stands nowhere
      if (now.phase.type !== "transit") take(player(event.seat).figures, event.origin);
      break;
    case "circle_taken":
      add(player(event.seat).figures, event.step);
      now.phase = { type: "arrived", step: event.step };
      break;
    case "space_full":
      now.phase = { type: "transit", step: event.step };
      break;
    case "alcazar_entered":
      player(event.seat).inside += 1;
      now.phase = { type: "entered" };
      break;
    case "figure_sent_back": // the attacker's figure is in transit
      if (event.seat !== now.active) take(player(event.seat).figures, event.step);
      add(player(event.seat).figures, CATHEDRAL);
      break;
    case "metal_taken":
      now.metal -= 1;
      player(event.seat).metal += 1;
      now.phase = MOVING;
      break;
    case "gem_taken":
      now.gems -= 1;
      player(event.seat).gems += 1;
      now.phase = MOVING;
      break;
    case "sword_forged":
      now.metal += event.sword.metal;
      now.gems += event.sword.gems;
      player(event.seat).metal -= event.sword.metal;
      player(event.seat).gems -= event.sword.gems;
      take(now.swords, event.sword);
      add(player(event.seat).swords, event.sword);
      now.phase = MOVING;
      break;
    case "tile_given_back": // after it a tile is taken, so the use goes on
      take(player(event.seat).tiles, event.tile);
      add(now.tiles, event.tile);
      break;
    case "tile_taken":
      take(now.tiles, event.tile);
      add(player(event.seat).tiles, event.tile);
      now.phase = MOVING;
      break;
    case "painting_taken":
      need(now.paintings[0] === event.value, "another painting lies on top");
      now.paintings.shift();
      add(player(event.seat).paintings, event.value);
      now.phase = MOVING;
      break;
    case "sword_delivered":
      take(player(event.seat).swords, event.sword);
      add(player(event.seat).delivered, event.sword);
      now.phase = MOVING;
      break;
    case "duel_began":
      now.phase = { type: "duel", step: event.step, rival: event.defender, attacker_wins: 0, defender_wins: 0 };
      break;
    case "round_fought": {
      if (now.phase.type !== "duel") throw new EventMisfitError(event, "there is no duel");
      const { attacker_wins, defender_wins } = event;
      now.phase = { ...now.phase, attacker_wins, defender_wins };
      now.pile -= 1;
      add(now.discards, event.card);
      break;
    }
    case "duel_ended": // an attacker who has won takes the circle next
      if (event.winner !== now.active) now.phase = MOVING;
      break;
    case "passed":
      break;
    case "turn_ended":
      need(event.seat === now.active, `seat ${now.active} is on turn`);
      now.tile_value = null;
      break;
    case "last_round_began":
      now.trigger = event.seat;
      break;
    case "turn_began":
      now.active = event.seat;
      now.phase = { type: "turn_start" };
      break;
    case "hand_shown":
      need(event.cards.length === player(event.seat).cards, `seat ${event.seat} has another number of cards`);
      player(event.seat).known = event.cards;
      break;
    case "game_ended":
      now.phase = { type: "over" };
      break;
    default:
      throw new EventMisfitError(event satisfies never, "there is no such event");
  }
}
