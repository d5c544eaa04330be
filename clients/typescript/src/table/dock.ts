// The dock: what is asked, with what it is answered, and what can be done. Main actions never change their places.

import type { Action, Card, PartId } from "../toledo.js";
import { type Child, el, renew } from "./dom.js";
import { type Frame, type Model, type Said, ownSeat } from "./model.js";
import { Codes, distinct, shopsInOrder } from "./pieces.js";
import type { Symbols } from "./symbols.js";
import { flagIcon, shopIcon, undoIcon } from "./symbols.js";
import type { Slot } from "./stands.js";
import type { TableOffer } from "./transport.js";

type Deed = Action["type"];

/** The first of the four deeds in the middle of a turn. */
const AT_HAND: { readonly [phase: string]: Deed } = { arrived: "use_space", moving: "use_space", entered: "deliver", transit: "challenge", duel: "challenge" };
const ICONS: { readonly [deed: string]: string } = { take_cards: "i-cards", play_card: "i-movement", return_figure: "i-cathedral", use_space: "i-artist", deliver: "i-inside", challenge: "i-fencing" };
const HEIGHT = { phone: 78, halves: 78, tall: 92, broad: 96, wide: 97 } as const;

/** Frames in which the four deeds alone say what can be done. */
const SMALL: ReadonlySet<Frame> = new Set<Frame>(["phone", "halves"]);
/** Letters of a question that three lines of a phone have room for. */
const LONG = 72;

export class Dock {
  readonly element = el("section", { class: "dock" });
  private readonly ask = el("div", { class: "ask" });
  private readonly crumbs = el("div", { class: "crumbs" });
  private readonly prompt = el("h2", { class: "prompt", "aria-live": "polite" });
  private readonly why = el("div", { class: "why", role: "status" });
  private readonly main = el("div", { class: "mainrow" });
  private readonly deeds = el("div", { class: "deeds" });
  private readonly hold = el("div", { class: "hold", role: "group" });
  private readonly turn = el("div", { class: "turn" });
  private readonly purse = el("div", { class: "purse", role: "group" });
  readonly peek = el("div", { class: "peek", "aria-hidden": "true" });

  constructor(
    private readonly symbols: Symbols,
    private readonly rule: (said: Said) => Child,
  ) {
    this.ask.append(this.crumbs, el("div", { class: "line" }, this.prompt, this.why));
    this.element.append(this.ask, this.main, this.deeds, this.hold, this.turn, this.purse, this.peek);
  }

  draw(model: Model): void {
    const { words, state } = model;
    this.element.setAttribute("aria-label", ownSeat(model) === state.view.active ? words.word("play.on_turn", { seat: words.named(state.view.active) }) : words.say(state.prompt)); // what no heading says
    renew(this.crumbs, ...this.drawCrumbs(model));
    const [question, own] = this.question(model);
    if (this.prompt.textContent !== question) this.prompt.textContent = question; // it is read aloud once
    this.prompt.classList.toggle("muted", !own);
    this.prompt.classList.toggle("long", question.length > LONG);
    renew(this.why, ...this.reason(model));
    renew(this.main, ...this.drawMain(model));
    renew(this.deeds, ...this.drawDeeds(model));
    renew(this.hold, this.drawHold(model));
    renew(this.turn, ...this.drawTurn(model));
    renew(this.purse, ...this.drawPurse(model));
  }

  // What is asked

  private deed({ picking: { picked, fitting } }: Model): Deed | null {
    const kinds = new Set(fitting.map(({ action }) => action.type));
    return picked.length && kinds.size === 1 ? [...kinds][0]! : null;
  }

  private question(model: Model): [text: string, own: boolean] {
    const { words, state, picking: { open, ready, picked }, past, status, sent } = model, deed = this.deed(model);
    const mine = ownSeat(model) === state.view.active;
    if (past !== null) return [words.word("play.past", { number: past }), false];
    if (status === "lost" || status === "connecting") return [words.word("page.lost"), false];
    if (status === "silent") return [words.word("play.silent"), false];
    if (state.result) return [words.say(state.result.message), true];
    if (sent) return [this.sentence(sent, model), true];
    if (!mine) return [words.word("play.on_turn", { seat: words.named(state.view.active) }), false];
    if (ready) return [this.sentence(ready, model), true];
    if (deed && open[0]) return [words.word(`ask.${deed}_${open[0]}`), true];
    if (picked.length || state.view.phase.type === "turn_start") return [words.word("ask.what"), true];
    return [words.say(state.prompt), true];
  }

  /** What was chosen, as a question that fits its place. */
  private sentence({ action, message }: TableOffer, { words }: Model): string {
    if (action.type === "play_card") return words.word("ask.play_card", { origin: words.where(action.origin), target: words.where(action.origin + action.card.value) });
    return action.type === "place_shop" ? words.word("ask.place_shop", { shop: { type: "shop_tile", ...action.shop }, step: words.where(action.step) }) : words.say(message);
  }

  /** What it would cost to use the space where a figure goes. */
  private price({ action }: TableOffer, { words, state: { view } }: Model): string[] {
    const step = action.type === "play_card" ? action.origin + action.card.value : -1, printed = Codes.of(view).edition.road[step], shop = view.shops[step];
    if (!printed || printed.kind === "entrance" || (!shop && printed.kind === "site")) return [];
    if (shop?.owner === view.active) return [words.word("play.free")];
    return [shop ? words.word("play.price", { owner: words.named(shop.owner), price: printed.price }) : words.word("play.price_nobody", { price: printed.price })];
  }

  private reason(model: Model): Child[] {
    const { words, said, shown, picking: { ready, picked }, state, sent, status, past } = model;
    if (said) return [said.text, " ", this.rule(said)];
    if (sent || status === "silent" || status === "lost") return [words.word("play.sent")];
    if (shown) {
      const odds = shown.duels.map(({ rival, wins }) => words.word("page.odds", { percent: percent(wins), name: words.who(rival) }));
      const points = shown.points ? [words.word("play.points", { points: shown.points })] : [];
      const final = shown.reveals ? [words.word("play.final")] : [];
      return [[...(ready ? [] : [this.sentence(shown, model)]), ...this.price(shown, model), ...points, ...odds, ...final].join(" ")];
    }
    if (past === null && !picked.length && !SMALL.has(model.frame) && ownSeat(model) === state.view.active && state.view.phase.type === "turn_start") return [words.say(state.prompt)];
    return [];
  }

  /** What was chosen, is asked, and will be: each is a way back. */
  private drawCrumbs(model: Model): Child[] {
    const { picking: { picked, fitting, open }, words } = model;
    if (!this.deed(model)) return [];
    const offer = fitting[0]!, slots = [...new Set(offer.slots.map(({ slot }) => slot))].filter((slot) => slot !== "cost");
    return slots.flatMap((slot, at) => {
      const parts = offer.slots.filter((stand) => stand.slot === slot).flatMap((stand) => stand.parts);
      if (!parts.length && !open.includes(slot)) return [];
      if (slot === "also" && !parts.some((one) => picked.includes(one))) return []; // nobody has to say "without"
      const part = picked.find((one) => parts.includes(one)), done = part !== undefined || !open.includes(slot);
      const text = done && (part ?? parts[0]) ? this.short(part ?? parts[0]!, slot, model) : words.word(`slot.${slot}`);
      const state = done ? "done" : open[0] === slot ? "now" : "", mark = el("i");
      return [at > 0 && el("span", { class: "sep" }), part ? el("button", { class: state, "data-back": part }, mark, text) : el("span", { class: state }, mark, text)];
    });
  }

  /** A part in a word or two. */
  private short(part: PartId, slot: Slot | "deed", { words, state: { view } }: Model): string {
    const [kind = "", second = "", third = "", fourth = ""] = part.split(":"), codes = Codes.of(view);
    if (slot === "deed") return words.word(`deed.${second}`, {}, "short");
    if (kind === "space" || kind === "circle") return second;
    if (kind === "figure") return String(view.players[Number(second)]?.figures[Number(third)] || words.word("place.cathedral", { step: 0 }));
    const card = kind === "hand" && codes.edition.cards.find((one) => codes.card(one) === third);
    if (card) return `${card.value} ${words.name({ type: "term", group: "colour", name: card.colour })}`;
    const shop = third === "shop" && codes.edition.shops.find((one) => codes.shop(one) === fourth);
    return shop ? `${words.kind(shop.kind)}, ${words.word("label.circles", { circles: shop.circles })}` : words.part(part);
  }

  // What is done

  private drawMain(model: Model): Child[] {
    const { words, state, picking: { ready, picked }, past, sent, company } = model;
    if (past !== null) return [el("button", { class: "btn main go", "data-do": "present" }, words.word("page.present"))];
    if (state.result) return [el("button", { class: "btn main go", "data-do": "score" }, words.word("page.scores"))];
    if (company.seat === null && ownSeat(model) === null) return []; // a spectator
    const label = ready && (ready.action.type === "play_card" ? words.word("play.go_to", { step: ready.action.origin + ready.action.card.value }) : words.word(`deed.${ready.action.type}`, {}, "go"));
    const back = picked.length
      ? el("button", { class: "btn back", "data-do": "clear", "aria-label": words.word("play.back") }, undoIcon(), el("span", {}, words.word("play.back")))
      : el("button", { class: "btn back", "data-do": "undo", "aria-disabled": String(state.undo !== null), "aria-label": words.word("page.undo") }, undoIcon(), el("span", {}, words.word("page.undo")));
    return [ready && !sent && el("button", { class: "btn main go", "data-do": "go" }, label), back, ownSeat(model) !== null && this.end(model)];
  }

  /** The end of the turn; or the only way out, when nothing else is possible. */
  private end(model: Model): HTMLElement {
    const { usable, words, state, advised } = model, deed: Deed = usable.has("deed:pass") && !usable.has("deed:end_turn") ? "pass" : "end_turn";
    const only = state.offers.length === 1 && usable.has(`deed:${deed}`);
    return el("button", { class: `btn endturn ${only ? "main" : ""} ${advised.has(`deed:${deed}`) ? "advised" : ""}`, "data-part": `deed:${deed}`, "aria-disabled": String(!usable.has(`deed:${deed}`)) }, flagIcon(), el("span", {}, words.word(`deed.${deed}`, {}, "short")));
  }

  private drawDeeds(model: Model): Child[] {
    const { state: { view }, usable, words, advised } = model, now = this.deed(model), phase = view.phase.type;
    if (model.past !== null) return [["earlier", "page.step_back"], ["later", "page.step_on"]].map(([what, key]) => el("button", { class: "deed", "data-do": what }, words.word(key!)));
    if (ownSeat(model) === null) return [];
    const first: Deed = AT_HAND[phase] ?? "take_cards", kinds: Deed[] = [first, "place_shop", "play_card", "return_figure"];
    return [...kinds.map((deed) => {
      const part = `deed:${deed}`, off = !usable.has(part), icon = deed === "place_shop" ? shopIcon(ownSeat(model) ?? 0) : this.symbols.icon(this.useIcon(deed, model), 20);
      return el("button", { class: `deed ${deed === now ? "picked" : off ? "off" : ""} ${advised.has(part) ? "advised" : ""}`, "data-part": part, "data-place": deed === "take_cards" ? "pile" : null, "aria-disabled": String(off), "aria-pressed": String(deed === now) }, el("span", { class: "ic" }, icon), words.word(part.replace(":", "."), {}, "short"));
    })];
  }

  /** The sign of what a space gives. */
  private useIcon(deed: Deed, { state: { view } }: Model): string {
    if (deed !== "use_space" || view.phase.type !== "arrived") return ICONS[deed] ?? "i-turn";
    return `i-${view.shops[view.phase.step]?.kind ?? Codes.of(view).edition.road[view.phase.step]!.kind}`;
  }

  // With what

  private drawHold(model: Model): HTMLElement {
    const { picking: { open, lit, picked } } = model, deed = this.deed(model);
    const seat = ownSeat(model);
    if (seat === null) return el("div", { class: "hand" });
    if (model.covered) return el("div", { class: "cover-hand" }, model.words.word("play.hand_over", { seat: model.words.named(seat) }), el("button", { class: "btn main", "data-do": "show-hand" }, model.words.word("play.show_hand")));
    if (deed === "place_shop") return this.rack(model);
    const goods = [...lit, ...picked].filter((id) => /^(supply:(sword|tile)|player:\d+:(sword|tile):)/.test(id) && !id.startsWith("deed:"));
    if (deed && (open[0] === "take" || open[0] === "give" || (deed === "deliver" && open[0] === "with"))) return this.goods([...new Set(goods)], model);
    if (deed === "challenge") return this.rivals(model);
    return this.hand(model);
  }

  private dress(id: PartId, { picking: { picked, lit }, usable, advised, sent }: Model): string {
    return `${picked.includes(id) ? "picked" : lit.has(id) && picked.length && !sent ? "can" : ""} ${usable.has(id) ? "usable" : ""} ${advised.has(id) ? "advised" : ""}`;
  }

  /** Six pockets, one for each value. Equal cards lie on each other; a tap on a pocket goes through its kinds. */
  private hand(model: Model): HTMLElement {
    const { state: { view }, picking: { picked, lit }, words, frame, advised } = model, codes = Codes.of(view), high = HEIGHT[frame], all = `hand:${view.seat}`;
    const values = distinct(codes.edition.cards.map(({ value }) => value)).sort((a, b) => a - b);
    return el("div", { class: `hand ${advised.has(all) ? "advised" : ""}`, "data-part": all, "aria-label": words.word("page.hand") }, ...values.map((value) => {
      const mine = view.hand.filter((card) => card.value === value), first = view.front?.value === value;
      const place = { "data-place": `pocket:${value}`, "data-pocket": value };
      if (!mine.length) return el("div", { class: `pocket none ${first ? "first" : ""}`, ...place }, String(value));
      const part = (card: Card): PartId => `hand:${view.seat}:${codes.card(card)}`, kinds = distinct(mine);
      const top = kinds.find((card) => picked.includes(part(card))), ordered = top ? [...kinds.filter((card) => card !== top), top] : kinds;
      const can = !top && kinds.some((card) => lit.has(part(card))) && picked.length > 0;
      return el("div", { class: `pocket ${can ? "can" : ""} ${top ? "sel" : ""} ${first ? "first" : ""}`, ...place },
        ...ordered.map((card, at) => el("button", { class: `card ${this.dress(part(card), model)}`, "data-part": part(card), "aria-label": words.part(part(card)), "aria-pressed": String(card === top), style: `--at:${at - (ordered.length - 1) / 2}` }, this.symbols.icon(`card-${codes.card(card)}`, high))),
        mine.length > 1 && el("span", { class: "x" }, top && kinds.length > 1 ? `${kinds.indexOf(top) + 1}/${kinds.length}` : `×${mine.length}`), top && el("span", { class: "tick" }, "✓"));
    }));
  }

  /** The shops in a fixed order; those that are placed leave an empty slot. */
  private rack(model: Model): HTMLElement {
    const { state: { view }, words, frame, items } = model, codes = Codes.of(view), size = frame === "wide" ? 66 : frame === "tall" || frame === "broad" ? 58 : 48;
    return el("div", { class: "rack" }, ...shopsInOrder(codes.edition).map((shop) => {
      const id = `player:${view.seat}:shop:${codes.shop(shop)}`, name = words.kind(shop.kind);
      if (!items.has(id)) return el("div", { class: "slot none" }, el("span", {}, "–"), name);
      return el("button", { class: `slot ${this.dress(id, model)}`, "data-part": id, "data-place": id, "aria-label": words.part(id) }, this.symbols.icon(`shop-${view.seat}-${codes.shop(shop)}`, size), name, model.picking.picked.includes(id) && el("span", { class: "tick" }, "✓"));
    }));
  }

  /** What can be taken or given: on small screens the supply is out of sight. */
  private goods(parts: readonly PartId[], model: Model): HTMLElement {
    const size = model.frame === "wide" ? 88 : model.frame === "tall" || model.frame === "broad" ? 84 : 74;
    return el("div", { class: "goods", style: `--many:${Math.max(4, parts.length)}` }, ...parts.map((id) => {
      const [from, kind = "", code = "", last = ""] = id.split(":"), symbol = from === "supply" ? `${kind}-${code}` : `own-${code}-${last}`;
      return el("button", { class: `slot ${this.dress(id, model)}`, "data-part": id, "aria-label": model.words.part(id) }, this.symbols.icon(symbol, size));
    }));
  }

  /** Whom to challenge, with the odds. */
  private rivals(model: Model): HTMLElement {
    const { state: { offers }, words } = model;
    return el("div", { class: "goods", style: "--many:3" }, ...offers.flatMap(({ action, duels }) => {
      if (action.type !== "challenge") return [];
      const id = `player:${action.rival}`, wins = duels[0] ? `${percent(duels[0].wins)} %` : "";
      return [el("button", { class: `slot rival ${this.dress(id, model)}`, "data-part": id }, this.symbols.sign(action.rival, 30), el("b", {}, words.who(action.rival)), wins)];
    }));
  }

  /** The first card of the turn, and the card that the movement tile was used for. */
  private drawTurn({ state: { view }, words }: Model): Child[] {
    const codes = Codes.of(view), card = view.front && this.symbols.icon(`card-${codes.card(view.front)}`, 82);
    return [
      el("div", { class: "fc", "data-part": "front", title: words.part("front") }, el("small", {}, words.word("label.first_card")), el("span", { class: "ph", "data-place": "front" }, card)),
      el("div", { class: "fc", title: words.word("label.movement") }, el("small", {}, words.word("label.movement")), el("span", { class: "ph", "data-place": "extra" }, view.tile_value === null ? this.symbols.icon("i-movement", 20) : String(view.tile_value))),
    ];
  }

  /** Everything of the player's own that a choice may need. */
  private drawPurse(model: Model): Child[] {
    const seat = ownSeat(model), { state: { view }, items, words } = model, me = seat === null ? undefined : view.players[seat];
    if (seat === null || !me) return [];
    const counted = (what: "metal" | "gems" | "figures", icon: string, number: number): HTMLElement => {
      const id = `player:${seat}:${what}`;
      return el("span", { class: `thing ${this.dress(id, model)}`, "data-part": id, "data-place": id, title: words.part(id) }, this.symbols.icon(icon, 20), String(number));
    };
    const things = ["sword", "tile", "painting"].flatMap((kind) => [...items.values()].filter(({ id }) => id.startsWith(`player:${seat}:${kind}:`)));
    return [
      el("span", { class: "lbl" }, words.word("play.yours")),
      counted("metal", "i-metal", me.metal), counted("gems", "i-gem", me.gems),
      ...things.map(({ id, symbol, text }) => el("button", { class: `thing ${this.dress(id, model)}`, "data-part": id, "data-place": id, "aria-label": words.part(id) }, this.symbols.icon(symbol, 31), text && el("b", {}, text))),
      el("span", { class: "thing", title: words.word("label.shops") }, shopIcon(seat), String(me.shops.length)),
      counted("figures", "i-figures", me.figures.filter((step) => step === 0).length),
    ];
  }
}

/** A probability as a whole number of percent. */
export function percent(fraction: string): number {
  const [a = 0, b = 1] = fraction.split("/").map(Number);
  return Math.round((100 * a) / b);
}
