// What a front end does with the JSON: find the action for a click, animate what happened, say what is pending.
// It is never run. It compiles only as long as it handles every action, every event and every phase there is.

import type {
  Action,
  Card,
  Document,
  Event,
  Move,
  Phase,
  Player,
  PlayerView,
  Shop,
  State,
  Sword,
  View,
} from "./toledo";

/** A case that cannot occur. If one can, this does not compile. */
function never(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}

/** A piece of the picture that can be clicked. */
type Piece =
  | { on: "hand"; card: Card }
  | { on: "road"; step: number }
  | { on: "seat"; seat: number }
  | { on: "swords"; sword: Sword }
  | { on: "tiles"; tile: string }
  | { on: "tray"; kind: Shop["kind"]; circles: number }
  | { on: "button"; name: "take" | "end" | "pass" | "use" | "tile" };

/** What has to be clicked for an action: an action is chosen when all of its pieces are. */
export function pieces(action: Action): Piece[] {
  switch (action.type) {
    case "take_cards":
      return [{ on: "button", name: "take" }];
    case "place_shop":
      return [
        { on: "tray", kind: action.shop.kind, circles: action.shop.circles },
        { on: "road", step: action.step },
      ];
    case "return_figure":
      return [{ on: "road", step: action.step }];
    case "play_card": {
      const tile: Piece[] = action.with_tile ? [{ on: "button", name: "tile" }] : [];
      return [{ on: "hand", card: action.card }, { on: "road", step: action.origin }, ...tile];
    }
    case "challenge":
      return [{ on: "seat", seat: action.rival }];
    case "use_space": {
      const chosen: Piece[] = [{ on: "button", name: "use" }];
      if (action.pay) chosen.push({ on: "hand", card: action.pay });
      if (typeof action.take === "string") chosen.push({ on: "tiles", tile: action.take });
      else if (action.take) chosen.push({ on: "swords", sword: action.take });
      if (action.give_back !== null) chosen.push({ on: "tiles", tile: action.give_back });
      return chosen;
    }
    case "deliver":
      return [{ on: "swords", sword: action.sword }];
    case "end_turn":
      return [{ on: "button", name: "end" }];
    case "pass":
      return [{ on: "button", name: "pass" }];
    default:
      return never(action);
  }
}

/** Cards are equal when all of their parts are. */
export function same(one: Card, other: Card): boolean {
  return one.value === other.value && one.colour === other.colour && one.stance === other.stance;
}

/** The legal actions that play this card. */
export function plays(legal: Action[], card: Card): Action[] {
  return legal.filter((action) => action.type === "play_card" && same(action.card, card));
}

/** Something that goes from one place to another; a place is a step, a seat or a name. */
type Flight = { what: Card | string | null; from: number | string; to: number | string };

const area = (seat: number | null) => (seat === null ? "discards" : `seat ${seat}`);
const metalAndGems = (sword: Sword) => `${sword.metal} metal, ${sword.gems} gems`;

/** What moves on the screen when an event happens. Nothing moves in some. */
export function flights(event: Event): Flight[] {
  switch (event.type) {
    case "card_drawn": // null if the viewer may not see it
      return [{ what: event.card, from: "pile", to: area(event.seat) }];
    case "pile_reshuffled":
      return [{ what: `${event.cards} cards`, from: "discards", to: "pile" }];
    case "shop_placed":
      return [{ what: event.shop.kind, from: area(event.seat), to: event.step }];
    case "figure_returned":
    case "figure_sent_back":
      return [{ what: "figure", from: event.step, to: 0 }];
    case "card_played": {
      const to = event.to_front ? "front" : "discards";
      return [{ what: event.card, from: area(event.seat), to }];
    }
    case "figure_moved":
      return [{ what: "figure", from: event.origin, to: event.step }];
    case "alcazar_entered":
      return [{ what: "figure", from: event.step, to: "alcazar" }];
    case "round_fought":
      return [{ what: event.card, from: "pile", to: "discards" }];
    case "fee_paid":
      return [{ what: event.card, from: area(event.seat), to: area(event.owner) }];
    case "metal_taken":
      return [{ what: "metal", from: "supply", to: area(event.seat) }];
    case "gem_taken":
      return [{ what: "gem", from: "supply", to: area(event.seat) }];
    case "sword_forged":
      return [
        { what: metalAndGems(event.sword), from: area(event.seat), to: "supply" },
        { what: `sword ${event.sword.value}`, from: "board", to: area(event.seat) },
      ];
    case "tile_given_back":
      return [{ what: event.tile, from: area(event.seat), to: "board" }];
    case "tile_taken":
      return [{ what: event.tile, from: "board", to: area(event.seat) }];
    case "painting_taken":
      return [{ what: `painting ${event.value}`, from: "board", to: area(event.seat) }];
    case "sword_delivered":
      return [{ what: `sword ${event.sword.value}`, from: area(event.seat), to: "alcazar" }];
    case "front_card_discarded":
      return [{ what: event.card, from: "front", to: "discards" }];
    case "drawing_began":
    case "circle_taken":
    case "space_full":
    case "duel_began":
    case "duel_ended":
    case "passed":
    case "turn_ended":
    case "last_round_began":
    case "turn_began":
    case "game_ended":
      return [];
    default:
      return never(event);
  }
}

/** The step that a decision or a duel is about, if it is about one. */
export function focus(phase: Phase): number | null {
  switch (phase.type) {
    case "arrived":
    case "transit":
    case "duel":
      return phase.step;
    case "turn_start":
    case "moving":
    case "entered":
    case "drawing":
    case "over":
      return null;
    default:
      return never(phase);
  }
}

/** Cards in hand, of a position and of a view. */
export function handSize(player: Player | PlayerView): number {
  return "hand" in player ? player.hand.length : player.cards;
}

/** The name of the edition, whether it is there in full or not. */
export function editionName(position: State | View): string {
  return position.edition.name;
}

/** The card of a draw: whatever takes a position to the next is an action or a draw. */
export function drawn(move: Move): Card | null {
  return move.type === "draw" ? move.card : null;
}

/** What a saved document holds, in a word or two. */
export function contents(document: Document): string {
  switch (document.kind) {
    case "state":
      return `seat ${document.value.active} is on turn`;
    case "view":
      return document.value.seat === null ? "a spectator" : `seat ${document.value.seat}`;
    case "move":
    case "event":
      return document.value.type;
    case "illegality":
      return `${document.value.code}: see ${document.value.rule}`;
    case "transition":
      return document.value.events.map((event) => event.type).join(", ");
    case "outcome":
      return `won by ${document.value.winners.join(" and ")}`;
    case "score_sheet":
      return `${document.value.total} points`;
    case "edition":
      return document.value.title;
    default:
      return never(document);
  }
}
