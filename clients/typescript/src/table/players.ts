// The players: plates in the header, mats beside the board or in a drawer; and the log of what they did.

import type { Event, Message } from "../toledo.js";
import { type Child, el, renew } from "./dom.js";
import type { Model } from "./model.js";
import { Codes, count, distinct, shopsInOrder, signed } from "./pieces.js";
import { menuIcon, type Symbols } from "./symbols.js";

/** The seats in the order in which a viewer looks at them: their own first, then as turns go. */
export function seats({ state: { view }, company }: Model): number[] {
  const first = company.seat ?? 0, { length } = view.players;
  return Array.from({ length }, (_, at) => (first + at) % length);
}

export class Header {
  readonly element = el("header", { class: "head" });
  private readonly plates = el("div", { class: "plates" });
  private readonly title = el("div", { class: "logo", "aria-hidden": "true" });
  readonly history = el("div", { class: "history" });
  private readonly tools = el("div", { class: "tools" });

  constructor(private readonly symbols: Symbols) {
    this.title.append(symbols.icon("i-fencing", 26), "Toledo");
    const menu = el("button", { class: "btn ico menu", "data-do": "menu", "aria-expanded": "false" }, menuIcon());
    this.element.append(this.title, el("slot", { name: "title" }), this.plates, this.history, this.tools, el("slot", { name: "tools" }), menu);
  }

  draw(model: Model): void {
    const { state, words, company, advised } = model;
    renew(this.plates, ...seats(model).map((seat) => {
      const player = state.view.players[seat]!, on = seat === state.view.active && !state.result;
      return el("button", { class: `plate ${on ? "on" : ""} ${advised.has(`player:${seat}`) ? "advised" : ""}`, "data-part": `player:${seat}`, "data-place": `hand:${seat}`, "aria-label": `${words.who(seat)}: ${words.word("label.fame")} ${state.scores[seat]?.total ?? 0}, ${words.word("label.cards")} ${player.cards}` },
        el("i", { class: `h${seat}` }),
        el("span", { class: "n" }, this.symbols.sign(seat, 15), el("span", { class: "name" }, words.who(seat)), seat === company.seat && el("small", {}, words.word("seat.you"))),
        el("span", { class: "v" }, this.symbols.icon("i-fame", 15), signed(state.scores[seat]?.total ?? 0), this.symbols.icon("i-cards", 15), String(player.cards)));
    }));
    const menu = this.element.querySelector(".menu")!;
    menu.setAttribute("aria-label", words.word("page.menu"));
    renew(this.tools, ...tools(model));
  }
}

/** What else can be done: the same buttons in the header of a wide screen and in the drawer of a small one. */
export function tools({ state, words, company, frame }: Model): Child[] {
  const button = (what: string, key: string, off = false): HTMLElement => el("button", { class: "btn small", "data-do": what, "aria-disabled": String(off) }, words.word(key));
  const playing = company.seat !== null || state.view.seat !== null, slider = frame !== "phone" && frame !== "halves";
  return [
    ...(playing && !state.result ? [button("hint", "page.advice", state.offers.length === 0), button("undo-turn", "page.undo_turn", state.undo !== null), button("redo", "page.redo", state.redo !== null)] : []),
    ...(slider ? [] : [button("earlier", "page.step_back")]),
    button("score", "page.scores"),
    button("theme", "play.theme"),
  ];
}

export class Mats {
  readonly element = el("div", { class: "mats" });

  constructor(private readonly symbols: Symbols) {}

  draw(model: Model): void {
    renew(this.element, ...seats(model).map((seat) => this.mat(seat, model)));
  }

  private mat(seat: number, model: Model): HTMLElement {
    const { state: { view, scores, result }, words, items, company, usable, advised, picking: { lit, picked } } = model, player = view.players[seat]!, codes = Codes.of(view);
    const dress = (id: string): string => `${picked.includes(id) ? "picked" : lit.has(id) && picked.length ? "can" : ""} ${usable.has(id) ? "usable" : ""} ${advised.has(id) ? "advised" : ""}`;
    const counted = (what: string, icon: string, number: number): HTMLElement => {
      const id = `player:${seat}:${what}`;
      return el("span", { class: `thing ${dress(id)}`, "data-part": id, "data-place": id, title: words.part(id) }, this.symbols.icon(icon, 20), String(number));
    };
    const thing = (id: string, height: number): Child => {
      const item = items.get(id);
      return item && el("button", { class: `thing ${dress(id)}`, "data-part": id, "data-place": id, tabindex: lit.has(id) ? 0 : -1, "aria-label": words.part(id) }, this.symbols.icon(item.symbol, height), item.text && el("b", {}, item.text));
    };
    const own = (kind: string): Child[] => [...items.keys()].filter((id) => id.startsWith(`player:${seat}:${kind}:`)).map((id) => thing(id, 31));
    const shops = shopsInOrder(codes.edition).map((shop) => thing(`player:${seat}:shop:${codes.shop(shop)}`, 29) || el("span", { class: "ph shop" }));
    const known = distinct(player.known).map((card) => {
      const id = `player:${seat}:known:${codes.card(card)}`, number = count(player.known, card);
      return el("span", { class: "thing", "data-part": id, role: "img", "aria-label": `${words.part(id)}${number > 1 ? ` ×${number}` : ""}` }, this.symbols.icon(`stamp-${codes.card(card)}`, 28), number > 1 && el("b", {}, String(number)));
    });
    const tiles = own("tile"), places = Math.max(0, codes.edition.tile_limit - tiles.length);
    return el("section", { class: `mat ${seat === view.active && !result ? "on" : ""} ${dress(`player:${seat}`)}`, "data-part": `player:${seat}`, "data-place": `hand:${seat}`, "aria-label": words.who(seat) },
      el("div", { class: `band h${seat}` }, el("b", {}, this.symbols.sign(seat, 18), words.who(seat), seat === company.seat && el("small", {}, words.word("seat.you"))), el("b", { class: "f", "data-part": `player:${seat}:fame`, title: words.part(`player:${seat}:fame`) }, this.symbols.icon("i-fame", 17), signed(scores[seat]?.total ?? 0))),
      el("div", { class: "in" },
        el("div", { class: "c" }, counted("cards", "i-cards", player.cards), counted("metal", "i-metal", player.metal), counted("gems", "i-gem", player.gems), counted("figures", "i-figures", player.figures.length), counted("inside", "i-inside", player.inside), el("span", { class: "right" }, ...own("sword"), ...own("painting"))),
        el("div", { class: "th" }, ...shops, el("span", { class: "gap" }), ...tiles, ...Array.from({ length: places }, () => el("span", { class: "ph tile" }))),
        known.length > 0 && el("div", { class: "th known", role: "group", "aria-label": words.word("label.known") }, ...known)));
  }
}

/** A line of the log: who acted, what happened, what is told of it, and how many actions had been played then. */
export interface Line {
  readonly actor: number | null;
  readonly events: readonly Event[];
  readonly story: readonly Message[];
  readonly length: number;
}

/** The number of the first line since somebody's own last action; to a spectator, of the last line. */
export function news(lines: readonly Line[], seat: number | null): number {
  return seat === null ? Math.max(0, lines.length - 1) : lines.map(({ actor }) => actor).lastIndexOf(seat) + 1;
}

export class Log {
  readonly element = el("div", { class: "log", role: "log", tabindex: 0 });
  constructor(private readonly symbols: Symbols) {}

  draw(lines: readonly Line[], { words, company, past }: Model): void {
    this.element.setAttribute("aria-label", words.word("page.log"));
    const since = company.seat === null ? 0 : news(lines, company.seat);
    const other = renew(this.element, ...lines.flatMap(({ actor, story, length }, at) => {
      const text = story.map((one) => words.say(one)).join(" ");
      const divider = at === since && at > 0 && at < lines.length && el("p", { class: "divider" }, words.word("page.since"), el("button", { class: "btn tiny", "data-do": "again" }, words.word("page.show_again")));
      return [divider, text && el("p", { class: past === length ? "now" : "", "data-moment": length }, el("i", { class: actor === null ? "" : `h${actor}` }), actor !== null && this.symbols.sign(actor, 16), el("span", {}, text))];
    }));
    if (other) this.element.scrollTop = this.element.scrollHeight; // do not scroll away from what somebody reads
  }

  /** The newest lines, for screens without room for more. */
  peek(lines: readonly Line[], { words }: Model): Child[] {
    return lines.filter(({ story }) => story.length).slice(-2).map(({ actor, story }) => el("p", {}, el("i", { class: actor === null ? "" : `h${actor}` }), actor !== null && this.symbols.sign(actor, 16), el("span", {}, story.map((one) => words.say(one)).join(" "))));
  }
}
