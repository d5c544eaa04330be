// Who stands on which circle, and the ways that things take: toledo_rules.render's seating and flights.

import type { Card, Event, Seating, Sword, View } from "../toledo.js";
import { editionOf } from "../rules/play.js";
import { Codes, same } from "./pieces.js";

export const circlesOf = (view: View, step: number): number => view.shops[step]?.circles ?? editionOf(view).road[step]?.circles ?? 0;

/** The step over which a figure has no circle yet; null if there is none. */
const hovering = ({ phase }: View): number | null => (phase.type === "transit" || phase.type === "duel" ? phase.step : null);
const range = (length: number): number[] => [...Array(length).keys()];
const bySword = (a: Sword, b: Sword): number => a.value - b.value || a.metal - b.metal || a.gems - b.gems;

/** The circles and niches of all figures. A figure keeps the one that it had; others take the first that is free. */
export function seatFigures(view: View, before: Seating | null = null): Seating {
  const circles = editionOf(view).road.map((_, step) => {
    const standing = view.players.map(({ figures }) => figures.filter((at) => at === step).length);
    const kept = range(step ? circlesOf(view, step) : 0).map((circle) => {
      const owner = before?.circles[step]?.[circle] ?? null;
      if (owner === null || !standing[owner]) return null;
      standing[owner]--;
      return owner;
    });
    const coming = standing.flatMap((number, seat) => Array<number>(number).fill(seat));
    return kept.map((owner) => owner ?? coming.shift() ?? null);
  });
  const niches = view.players.map(({ delivered, inside }, seat) => {
    const left = [...delivered].sort(bySword);
    const kept = range(inside).map((niche) => {
      const sword = before?.niches[seat]?.[niche] ?? null, at = sword ? left.findIndex((one) => same(one, sword)) : -1;
      return at < 0 ? null : left.splice(at, 1)[0]!;
    });
    const free = range(inside).filter((niche) => kept[niche] === null);
    free.slice(free.length - left.length).forEach((niche, at) => (kept[niche] = left[at]!));
    return kept;
  });
  return { circles, niches };
}

/** The places of a player's figures, by their numbers. */
export function figurePlaces(view: View, seating: Seating, seat: number): string[] {
  const { figures, inside } = view.players[seat]!, over = seat === view.active ? hovering(view) : null, taken = new Map<number, number>();
  const standing = figures.map((step) => {
    const number = taken.get(step) ?? 0;
    taken.set(step, number + 1);
    if (step === 0) return `cathedral:${seat}:${number}`;
    const own = seating.circles[step]!.flatMap((owner, circle) => (owner === seat ? [circle] : []));
    return `circle:${step}:${own[number]}`;
  });
  return [...standing, ...(over === null ? [] : [`transit:${over}`]), ...range(inside).map((niche) => `alcazar:${seat}:${niche}`)];
}

/** A symbol that goes from one place to another. */
export interface Flight {
  readonly thing: string;
  readonly origin: string;
  readonly target: string;
}

/** What each event moves, in order. */
export function flights(events: readonly Event[], before: View, seating: Seating, viewer: number | null): Flight[][] {
  const codes = Codes.of(before), circles = seating.circles.map((owners) => [...owners]), start = hovering(before);
  const waiting = before.players.map(({ figures }) => figures.filter((step) => step === 0).length), inside = before.players.map((player) => player.inside);
  let over: readonly [seat: number, step: number] | null = start === null ? null : [before.active, start], rounds: Card[] = [];
  const fly = (thing: string, origin: string, target: string): Flight[] => [{ thing, origin, target }];
  const face = (card: Card | null): string => (card === null ? "back" : `card-${codes.card(card)}`);
  const hand = (seat: number | null, card: Card | null): string => (seat === null ? "discards" : card !== null && seat === viewer ? `pocket:${card.value}` : `hand:${seat}`);
  const leave = (seat: number, step: number): string => {
    if (step === 0) return `cathedral:${seat}:${--waiting[seat]!}`;
    if (over?.[0] === seat && over[1] === step) {
      over = null;
      return `transit:${step}`;
    }
    const circle = circles[step]!.lastIndexOf(seat);
    circles[step]![circle] = null;
    return `circle:${step}:${circle}`;
  };
  return events.map((event): Flight[] => {
    switch (event.type) {
      case "card_drawn":
        return fly(face(event.card), "pile", hand(event.seat, event.card));
      case "pile_reshuffled":
        return fly("back", "discards", "pile");
      case "card_played":
        return fly(face(event.card), hand(event.seat, event.card), event.to_front ? "front" : "discards");
      case "front_card_discarded":
        return fly(face(event.card), "front", "discards");
      case "fee_paid":
        return fly(face(event.card), hand(event.seat, event.card), hand(event.owner, event.card));
      case "round_fought":
        rounds.push(event.card);
        return fly(face(event.card), "pile", `duel:${event.attacker_wins + event.defender_wins - 1}`);
      case "duel_ended": {
        const shown = rounds;
        rounds = [];
        return shown.flatMap((card, at) => fly(face(card), `duel:${at}`, "discards"));
      }
      case "figure_moved":
        return fly(`figure-${event.seat}`, leave(event.seat, event.origin), `transit:${event.step}`);
      case "circle_taken": {
        over = null;
        const circle = circles[event.step]!.indexOf(null);
        circles[event.step]![circle] = event.seat;
        return fly(`figure-${event.seat}`, `transit:${event.step}`, `circle:${event.step}:${circle}`);
      }
      case "alcazar_entered":
        return fly(`figure-${event.seat}`, `transit:${event.step}`, `alcazar:${event.seat}:${inside[event.seat]!++}`);
      case "figure_returned":
      case "figure_sent_back":
        return fly(`figure-${event.seat}`, leave(event.seat, event.step), `cathedral:${event.seat}:${waiting[event.seat]!++}`);
      case "space_full":
        over = [event.seat, event.step];
        return [];
      case "shop_placed": {
        circles[event.step] = Array<null>(event.shop.circles).fill(null);
        const code = codes.shop(event.shop);
        return fly(`shop-${event.seat}-${code}`, `player:${event.seat}:shop:${code}`, `house:${event.step}`);
      }
      case "metal_taken":
        return fly("i-metal", "supply:metal", `player:${event.seat}:metal`);
      case "gem_taken":
        return fly("i-gem", "supply:gems", `player:${event.seat}:gems`);
      case "tile_taken":
      case "tile_given_back": {
        const code = codes.tile(event.tile), ways = [`supply:tile:${code}`, `player:${event.seat}:tile:${code}`] as const;
        return event.type === "tile_taken" ? fly(`own-tile-${code}`, ways[0], ways[1]) : fly(`own-tile-${code}`, ways[1], ways[0]);
      }
      case "painting_taken":
        return fly(`own-painting-${event.value}`, `supply:painting:${event.value}`, `player:${event.seat}:painting:${event.value}`);
      case "sword_delivered": {
        const code = codes.sword(event.sword);
        return fly(`own-sword-${code}`, `player:${event.seat}:sword:${code}`, `plaque:${event.seat}:${inside[event.seat]! - 1}`);
      }
      case "sword_forged": {
        const code = codes.sword(event.sword), { metal, gems } = event.sword;
        return [
          ...(metal ? fly("i-metal", `player:${event.seat}:metal`, "supply:metal") : []),
          ...(gems ? fly("i-gem", `player:${event.seat}:gems`, "supply:gems") : []),
          ...fly(`own-sword-${code}`, `supply:sword:${code}`, `player:${event.seat}:sword:${code}`),
        ];
      }
      default:
        return [];
    }
  });
}
