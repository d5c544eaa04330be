// Words of the table: sentences and names to one reader, in one language.

import type { Message, MessageValue, PartId } from "../toledo.js";
import type { Speech, Values } from "../speech.js";
import { Telling } from "./messages.js";
import { Codes } from "./pieces.js";
import { prose } from "./prose.js";
import { circlesOf } from "./seating.js";
import type { Company, TableState } from "./transport.js";

/** What a picture says to those who hear it, and everything else that is read. */
export class Words {
  private readonly telling: Telling;

  constructor(
    private readonly speech: Speech,
    private readonly state: TableState,
    private readonly company: Company,
  ) {
    this.telling = new Telling(state.view, company.names);
  }

  say(message: Message): string {
    return this.speech.render(message, this.company.seat);
  }
  /** The words under a key of the catalogues. */
  word(key: string, parameters: Values = {}, form?: string): string {
    return this.speech.word(key, parameters, this.company.seat, form);
  }
  name(thing: MessageValue, form?: string): string {
    return this.speech.name(thing, form);
  }
  who(seat: number): string {
    return this.speech.name(this.telling.who(seat));
  }
  /** The position in sentences: what there is to see, and one's own hand. */
  position(): string[] {
    const { view, scores } = this.state;
    return prose(view, scores.map(({ total }) => total), view.seat === null ? [] : [[view.seat, view.hand]], this.speech, this.company.names);
  }
  /** A player as a thing that a sentence names. */
  named(seat: number): MessageValue {
    return this.telling.who(seat);
  }
  /** The letter of a player's colour in this language, if it has one. */
  letter(seat: number): string | null {
    const letter = this.name(new Telling(this.state.view, []).who(seat), "letter");
    return letter.length === 1 ? letter : null;
  }
  where(step: number): MessageValue {
    return this.telling.where(step);
  }
  /** A kind of shop or space, in at most eight letters. */
  kind(kind: string): string {
    return this.name({ type: "term", group: "kind", name: kind }, "short");
  }
  tile(tile: string): string {
    return this.name({ type: "term", group: "tile", name: tile });
  }

  /** A part of the table by its id, in a few words. */
  part(id: PartId): string {
    const [kind = "", second = "", third = "", fourth = ""] = id.split(":"), { view } = this.state, codes = Codes.of(view), { edition } = codes;
    const seat = Number(second), counted = (what: string, number: number): string => this.word("part.number", { what: this.word(`label.${what}`), number });
    const by = <T>(things: readonly T[], code: (thing: T) => string, wanted: string): T | undefined => things.find((one) => code(one) === wanted);
    switch (kind) {
      case "deed":
        return this.word(`deed.${second}`);
      case "space":
        return this.space(seat);
      case "circle":
        return this.word("part.circle", { step: this.where(seat), number: Number(third) + 1 });
      case "cathedral":
        return this.word("place.cathedral", { step: 0 });
      case "pile":
        return counted("pile", view.pile);
      case "discards":
        return counted("discards", view.discards.length);
      case "front":
        return view.front ? this.word("part.front", { card: { type: "card", ...view.front } }) : this.word("label.first_card");
      case "figure": {
        const step = view.players[seat]?.figures[Number(third)];
        return step === undefined ? this.word("part.figure_inside", { seat: this.named(seat) }) : this.word("part.figure", { seat: this.named(seat), step: this.where(step) });
      }
      case "hand": {
        const card = by(edition.cards, codes.card, third);
        return card ? this.name({ type: "card", ...card }) : this.word("part.hand", { seat: this.named(seat) });
      }
      case "plaque":
        return this.word("part.count", { seat: this.named(seat), what: this.word("label.delivered_swords") });
      case "supply":
      case "player":
        break;
      default:
        return this.word(`label.${kind}`);
    }
    if (kind === "player" && !third) return this.who(seat);
    const [what, code] = kind === "supply" ? [second, third] : [third, fourth], player = kind === "player" ? view.players[seat] : undefined;
    const sword = what === "sword" || what === "delivered" ? by(edition.swords, codes.sword, code) : undefined;
    const shop = what === "shop" ? by(edition.shops, codes.shop, code) : undefined, tile = what === "tile" ? by(edition.tiles, codes.tile, code) : undefined;
    const card = what === "known" ? by(edition.cards, codes.card, code) : undefined;
    if (card) return this.name({ type: "card", ...card });
    if (sword) return this.word("label.sword", { sword: { type: "sword", ...sword } });
    if (shop) return this.name({ type: "shop_tile", ...shop });
    if (tile) return this.tile(tile);
    if (what === "painting") return this.word("label.painting", { value: Number(code) });
    const number = player ? { fame: this.state.scores[seat]?.total, cards: player.cards, metal: player.metal, gems: player.gems, figures: player.figures.length, inside: player.inside }[what] : { metal: view.metal, gems: view.gems }[what];
    return counted(what === "inside" ? "alcazar" : what, number ?? 0);
  }

  /** A space: whose shop, how many circles, who is there, what it costs. */
  private space(step: number): string {
    const { view } = this.state, shop = view.shops[step], printed = Codes.of(view).edition.road[step];
    if (!printed || (!shop && printed.kind === "site") || printed.kind === "entrance") return this.name(this.where(step));
    const there = view.players.flatMap(({ figures }, seat) => {
      const number = figures.filter((at) => at === step).length;
      return number ? [{ type: "message" as const, key: "table.group", parameters: { seat: this.named(seat), number } }] : [];
    });
    const here: MessageValue = there.length ? { type: "message", key: "table.here", parameters: { figures: there } } : { type: "message", key: "table.nobody", parameters: {} };
    const kind = { type: "term" as const, group: "kind" as const, name: printed.kind };
    const said = shop
      ? this.word("table.shop", { number: step, shop: { type: "shop_tile", kind: shop.kind, circles: shop.circles }, owner: this.named(shop.owner), here })
      : `${this.word("table.printed", { number: step, kind, here })} ${this.word("label.circles", { circles: circlesOf(view, step) })}.`;
    return `${said} ${this.word("label.price", { price: printed.price })}`;
  }
}
