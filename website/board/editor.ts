// Setting up a position by tapping: pieces on the board go back with a tap, and what is chosen below goes where one taps.

import type { Card, State } from "toledo-rules-client";
import type { ToledoTable } from "toledo-rules-client/element";
import { editionOf, formatCard, formatShop, formatSword, formatTile, parsePosition, view } from "toledo-rules-client/rules";
import { Telling } from "toledo-rules-client/table";
import { checked, deliver, discard, enter, giveCard, givePainting, giveSword, giveTile, hidden, leave, putFigure, putShop, recover, settled, showCard, takeCard, takeFigure, takePainting, takeShop, takeSword, takeTile, trade, turn, unearth } from "./editing.js";
import { type Speech, make } from "./site.js";
import { StudyTable } from "./study.js";

const WHAT = ["figures", "shops", "cards", "tiles", "swords", "paintings", "goods"] as const;
type What = (typeof WHAT)[number];

/** The symbol of a kind of pieces, for a player. */
const PICTURES: Readonly<Record<What, (seat: number) => string>> = {
  figures: (seat) => `figure-${seat}`, shops: (seat) => `shop-${seat}-m1`, cards: () => "i-cards", tiles: () => "own-tile-v", swords: () => "own-sword-2", paintings: () => "own-painting-3", goods: () => "i-metal",
};

interface Drawing {
  readonly svg: string;
  readonly style: string;
  readonly palette: { readonly [theme: string]: { readonly [variable: string]: string } };
}

/** Where pieces of a kind can be: what is there, and what happens if one comes from the supply or goes back. */
interface Place<T> {
  readonly label: string;
  readonly here: readonly T[];
  readonly put: (thing: T) => State | null;
  readonly take: (thing: T) => State;
}

export interface Editing {
  readonly element: ToledoTable;
  readonly start: State;
  readonly said: Speech;
  readonly word: (key: string, values?: { readonly [name: string]: string | number }) => string;
  /** Play on from the position, or from where one was before. */
  readonly done: (state: State | null) => void;
}

/** The symbols of the board for buttons outside of it. */
function showSymbols({ svg, style, palette }: Drawing): void {
  if (document.getElementById("symbols")) return;
  const variables = (colours: { readonly [variable: string]: string } = {}): string => Object.entries(colours).map(([name, value]) => `${name}:${value}`).join(";");
  const holder = make("div", { id: "symbols", class: "symbols" }); // what is not rendered cannot be used
  holder.innerHTML = `<style>${style}.tl-root{${variables(palette["light"])}}[data-md-color-scheme=slate] .tl-root{${variables(palette["dark"])}}</style><svg class="tl-root">${svg.slice(svg.indexOf("<defs>"), svg.indexOf("</defs>") + 7)}</svg>`;
  document.body.append(holder);
}
function icon(name: string, height: number): string {
  const symbol = document.getElementById(`tl-${name}`) as SVGSymbolElement | null, { width, height: tall } = symbol?.viewBox.baseVal ?? { width: 32, height: 32 };
  return `<svg class="tl-root" aria-hidden="true" viewBox="0 0 ${width} ${tall}" height="${height}" width="${((width * height) / tall).toFixed(1)}"><use href="#tl-${name}" width="${width}" height="${tall}"/></svg>`;
}

export async function edit(app: HTMLElement, { element, start, said, word, done }: Editing): Promise<void> {
  showSymbols((await ToledoBoards.load("board-phone")) as Drawing);
  const { colours } = editionOf(start);
  let draft = checked(settled(start)).state, seat = draft.active, what: What = "figures", shop = 0, where = 0;
  const past: State[] = [], panel = make("section", { class: "editor", "aria-label": word("edit") }), problem = make("div", { class: "problem", role: "status" });

  const telling = (): Telling => new Telling(view(draft, null), []);
  const named = (one: number): string => said.name(telling().who(one));
  const button = (label: string, click: () => void, { picture = "", on = false, part = "" } = {}): HTMLButtonElement => {
    const made = make("button", { type: "button", class: "piece", "aria-label": label, title: label, "aria-pressed": String(on), "data-part": part || null, click });
    made.innerHTML = picture;
    if (!picture) made.textContent = label;
    return made;
  };
  const kind = (one: What): string => (one === "goods" ? `${said.word("label.metal")}, ${said.word("label.gems")}` : said.word(`label.${one}`));
  const row = (label: string, ...buttons: HTMLElement[]): HTMLElement => make("div", { class: "row", role: "group", "aria-label": label }, make("b", {}, label), ...buttons);
  const strip = (label: string, ...buttons: HTMLElement[]): HTMLElement => {
    const made = row(label, ...buttons);
    made.classList.add("strip");
    return made;
  };

  /** Make a change, unless no game can come to what it leads to; null if there is no figure for it. */
  function change(next: State | null): void {
    if (!next) return problem.replaceChildren(word("no_figure"));
    const { state, broken } = checked(next);
    problem.replaceChildren();
    const known = broken.map((law) => `law_${law}`).filter((key) => word(key) !== key); // the others are about the same pieces
    if (broken.length) return problem.replaceChildren([word("impossible"), ...known.map((key) => word(key))].join(" "));
    past.push(draft);
    draft = state;
    show();
  }
  function show(): void {
    app.dataset["draft"] = String(past.length);
    element.join(new StudyTable({ start: draft, eyes: "open" }));
    draw();
  }

  /** A tap on the board. */
  function tap(part: string): void {
    const [kind, first, second] = part.split(":"), step = kind === "cathedral" ? 0 : Number(first);
    if (kind === "figure") {
      const owner = draft.players[Number(first)]!, from = owner.figures[Number(second)];
      if (from !== 0) change(from === undefined ? leave(draft, Number(first)) : takeFigure(draft, Number(first), from));
      return;
    }
    if (kind === "alcazar" || (kind === "space" && editionOf(draft).road[step]?.kind === "entrance")) return change(enter(draft, seat));
    if (kind !== "space" && kind !== "circle") return;
    const chosen = distinct(draft.players[seat]!.shops)[shop];
    if (what !== "shops") return change(putFigure(draft, seat, step));
    if (draft.shops[step]) change(takeShop(draft, step));
    else if (chosen) change(putShop(draft, seat, chosen, step));
  }
  const listen = (event: Event): void => {
    const part = event.composedPath().map((node) => (node instanceof Element ? (node as HTMLElement).dataset?.["part"] : undefined)).find(Boolean);
    event.stopPropagation();
    if (part && event.type === "click") tap(part);
  };
  const distinct = <T>(things: readonly T[]): T[] => [...new Map(things.map((one) => [JSON.stringify(one), one])).values()];

  /** Pieces in each place, to take back, and those of the supply, to put into the place that is chosen. */
  function exchange<T>(supply: readonly T[], code: (thing: T) => string, picture: (thing: T) => string, name: (thing: T) => string, ...places: readonly Place<T>[]): HTMLElement[] {
    const pieces = (things: readonly T[], act: (thing: T) => State | null, sign: string): HTMLElement[] =>
      distinct(things).map((thing) => button(`${sign} ${name(thing)}`, () => change(act(thing)), { picture: icon(picture(thing), 44), part: `${sign}${code(thing)}` }));
    const to = places[where] ?? places[0]!;
    const choice = places.map(({ label }, number) => button(label, () => { where = number; draw(); }, { on: number === where, part: `to-${number}` }));
    return [
      ...(places.length > 1 ? [row(word("put"), ...choice)] : []),
      ...places.filter(({ here }, number) => here.length || !number).map(({ label, here, take }) => strip(label, ...pieces(here, take, "-"))),
      strip(said.word("label.supply"), ...pieces(supply, to.put, "+")),
    ];
  }

  function palette(): HTMLElement[] {
    const player = draft.players[seat]!, edition = editionOf(draft);
    switch (what) {
      case "figures":
        return [make("p", {}, word("tap_figures"))];
      case "shops":
        return [make("p", {}, word("tap_shops")), strip(named(seat), ...distinct(player.shops).map((one, number) => button(said.name({ type: "shop_tile", ...one }), () => { shop = number; draw(); }, { picture: icon(`shop-${seat}-${formatShop(one, edition)}`, 52), on: number === shop, part: formatShop(one, edition) })))];
      case "cards": {
        const order = (one: Card): string => formatCard(one, edition), sorted = [...draft.pile].sort((a, b) => (order(a) < order(b) ? -1 : 1));
        return exchange(sorted, order, (card) => `stamp-${order(card)}`, (card) => said.name({ type: "card", ...card }),
          { label: said.word("label.hand"), here: hidden(player), put: (card) => giveCard(draft, seat, card), take: (card) => takeCard(draft, seat, card) },
          { label: said.word("label.known"), here: player.known, put: (card) => showCard(draft, seat, card), take: (card) => takeCard(draft, seat, card) },
          { label: said.word("label.discards"), here: draft.discards, put: (card) => discard(draft, card), take: (card) => recover(draft, card) });
      }
      case "tiles":
        return exchange(draft.tiles, (tile) => formatTile(tile, edition), (tile) => `own-tile-${formatTile(tile, edition)}`, (name) => said.name({ type: "term", group: "tile", name }),
          { label: named(seat), here: player.tiles, put: (tile) => giveTile(draft, seat, tile), take: (tile) => takeTile(draft, seat, tile) });
      case "swords":
        return exchange(draft.swords, (sword) => formatSword(sword, edition), (sword) => `own-sword-${formatSword(sword, edition)}`, (sword) => said.word("label.sword", { sword: { type: "sword", ...sword } }),
          { label: named(seat), here: player.swords, put: (sword) => giveSword(draft, seat, sword), take: (sword) => takeSword(draft, seat, sword) },
          { label: said.word("label.alcazar"), here: player.delivered, put: (sword) => deliver(draft, seat, sword), take: (sword) => unearth(draft, seat, sword) });
      case "paintings":
        return exchange(draft.paintings, String, (value) => `own-painting-${value}`, (value) => said.word("label.painting", { value }),
          { label: named(seat), here: player.paintings, put: (value) => givePainting(draft, seat, value), take: (value) => takePainting(draft, seat, value) });
      case "goods":
        return (["metal", "gems"] as const).map((ware) => row(`${said.word(`label.${ware}`)}: ${player[ware]}`, button(`- ${said.word(`label.${ware}`)}`, () => change(trade(draft, seat, ware, -1)), { picture: "−", part: `-${ware}` }), button(`+ ${said.word(`label.${ware}`)}`, () => change(trade(draft, seat, ware, 1)), { picture: "+", part: `+${ware}` })));
    }
  }

  function draw(): void {
    const focus = panel.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset["part"] : undefined;
    const seats = (label: string, chosen: number, act: (one: number) => void, part: string): HTMLElement =>
      row(label, ...draft.players.map((_, one) => button(named(one), () => act(one), { picture: icon(`sign-${one}`, 24), on: one === chosen, part: `${part}${one}` })));
    const empty = (players: number): State => parsePosition(`toledo1 ${colours[0]} / ${colours.slice(0, players).join(" / ")}`);
    panel.replaceChildren(
      make("div", { class: "row kinds", role: "group" }, ...WHAT.map((one) => button(kind(one), () => { what = one; where = 0; draw(); }, { picture: icon(PICTURES[one](seat), 32), on: one === what, part: `what-${one}` }))),
      make("h3", {}, kind(what)),
      seats(word("whose"), seat, (one) => { seat = one; shop = 0; draw(); }, "whose-"),
      ...palette(),
      seats(word("on_turn"), draft.active, (one) => change(turn(draft, one)), "turn-"),
      row(word("empty_table"), ...[2, 3, 4].map((players) => button(word("empty", { players }), () => { seat = shop = 0; change(empty(players)); }, { picture: String(players), part: `empty-${players}` }))),
      make("p", {}, word("within", { play: word("edited"), open: word("paste") })),
      make("div", { class: "row acts" }, problem,
        make("button", { type: "button", class: "button main", "data-part": "edited", click: () => finish(draft) }, word("edited")),
        make("button", { type: "button", class: "button", "data-part": "unedit", disabled: !past.length, click: () => { draft = past.pop()!; show(); } }, word("unedit")),
        make("button", { type: "button", class: "button", "data-part": "leave", click: () => finish(null) }, word("leave"))));
    if (focus) panel.querySelector<HTMLElement>(`[data-part="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  function finish(state: State | null): void {
    for (const type of ["click", "pointerdown", "pointermove"]) element.removeEventListener(type, listen, true);
    element.removeAttribute("still");
    app.classList.remove("editing");
    delete app.dataset["draft"];
    panel.remove();
    done(state);
  }

  for (const type of ["click", "pointerdown", "pointermove"]) element.addEventListener(type, listen, true);
  element.setAttribute("still", "");
  app.classList.add("editing");
  element.after(panel);
  show();
}
