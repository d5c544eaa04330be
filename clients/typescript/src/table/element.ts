// <toledo-table>: shows what a transport tells, and asks it for what somebody has picked. It holds no rule.

import type { Action, PartId } from "../toledo.js";
import type { Speech } from "../speech.js";
import { Board } from "./board.js";
import { type BoardData, type LanguageCode, type Layout, boardData, speech } from "./data.js";
import { Dock } from "./dock.js";
import { type Child, el, renew } from "./dom.js";
import { listenToDrags } from "./drag.js";
import { scoreSheet } from "./end.js";
import { type Keyed, lead, listenToKeys } from "./keys.js";
import { type Frame, frameOf, layoutOf, type Model, type Said } from "./model.js";
import { type Ground, type Pace, play, sound } from "./motion.js";
import { Past } from "./past.js";
import { type Picking, point, settle } from "./picking.js";
import { Header, type Line, Log, Mats, tools } from "./players.js";
import { scene } from "./scene.js";
import { STYLE, palette } from "./style.js";
import { Symbols, closeIcon } from "./symbols.js";
import type { Company, Status, TableOffer, TableState, Transport } from "./transport.js";
import { Words } from "./words.js";

export { loadDataBy, speech } from "./data.js";

/** Panels that can be left out or added: `panels="log mats history score"`. */
export type Panel = "log" | "mats" | "history" | "score" | "moves";
const PANELS: readonly Panel[] = ["log", "mats", "history", "score"];

const NOBODY: Company = { seat: null, names: [] };
/** Deeds that are done by one click: nothing is left to choose, and nothing is revealed. */
const AT_ONCE: ReadonlySet<Action["type"]> = new Set<Action["type"]>(["end_turn", "pass"]);
const NONE: ReadonlySet<PartId> = new Set();

export class ToledoTable extends HTMLElement {
  static readonly observedAttributes = ["language", "theme", "panels", "data"];

  private readonly root = this.attachShadow({ mode: "open" });
  private readonly screen = el("div", { class: "scr" });
  private readonly colours = el("style");
  private transport: Transport | null = null;
  private company = NOBODY;
  private current: TableState | null = null;
  private speech: Speech | null = null;
  private views: Views | null = null;
  private frame: Frame = "wide";
  private layout: Layout | null = null;

  private picking: Picking<TableOffer> = settle<TableOffer>([]);
  private hovered: TableOffer | null = null;
  private said: Said | null = null;
  private sent: TableOffer | null = null;
  private status: Status = "connecting";
  private advised: ReadonlySet<PartId> = NONE;
  private lines: Line[] = [];
  private past: Past | null = null;
  private moment: number | null = null;
  private touched = false;
  private covered = false;

  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private ready: () => void = () => undefined;
  private readonly loaded = new Promise<void>((done) => (this.ready = done));
  private readonly resize = new ResizeObserver(() => void this.lay());
  private deaf: () => void = () => undefined;

  constructor() {
    super();
    const sheet = new CSSStyleSheet(); // before any layout is there: an inline element has no size to choose one by
    sheet.replaceSync(STYLE);
    this.root.adoptedStyleSheets = [sheet];
    this.root.append(this.colours, this.screen);
    this.screen.addEventListener("click", (event) => this.clicked(event as PointerEvent));
    this.screen.addEventListener("pointermove", (event) => this.over(event));
    this.screen.addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch"));
    this.screen.addEventListener("pointerleave", () => this.point(null));
    this.screen.addEventListener("input", (event) => { if ((event.target as Element).matches(".slider")) this.showPast(Number((event.target as HTMLInputElement).value)); });
    listenToDrags({ screen: this.screen, take: (part) => this.take(part), over: (event) => this.over(event), drop: (event) => this.drop(event) });
  }

  connectedCallback(): void {
    this.resize.observe(this);
    this.deaf = listenToKeys(this.keyed);
    void this.learn();
  }
  disconnectedCallback(): void {
    this.resize.disconnect();
    this.deaf();
    this.transport?.close();
  }
  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (name === "language") void this.learn();
    else if (name === "data") this.layout = null;
    if (name !== "language") void this.lay();
  }

  // For the page around it

  /** Sit down at a table. */
  join(transport: Transport): void {
    this.transport?.close();
    this.transport = transport;
    this.current = this.past = null;
    this.lines = [];
    this.moment = null;
    transport.open({
      company: (company) => { this.company = company; this.draw(); },
      state: (state) => { this.waiting++; this.queue = this.queue.then(() => this.receive(state)).catch((error: unknown) => { console.error(error); }); },
      refused: ({ message, rule }) => { this.sent = null; this.reset(); this.say(this.words?.say(message) ?? "", rule); },
      status: (status, reason) => { this.status = status; this.dataset["status"] = status; if (reason) this.say(this.words?.say(reason) ?? ""); this.draw(); },
    });
  }
  get state(): TableState | null {
    return this.current;
  }
  get choosing(): Picking<TableOffer> {
    return this.picking;
  }
  /** When everything that was told has been shown. */
  get settled(): Promise<void> {
    return this.queue;
  }
  /** Point at parts, for a hint or a lesson. */
  advise(parts: Iterable<PartId>, text?: string): void {
    this.advised = new Set(parts);
    if (text !== undefined) this.say(text);
    this.draw();
  }
  /** Say something in the reason line. */
  say(text: string, rule = ""): void {
    this.said = text ? { text, rule } : null;
    this.draw();
  }
  get language(): LanguageCode {
    return this.getAttribute("language") ?? (document.documentElement.lang || "en");
  }

  // What is loaded

  private get base(): string {
    return this.getAttribute("data") ?? new URL("../../data/", import.meta.url).href;
  }

  private async learn(): Promise<void> {
    const { language } = this, learned = await speech(this.base, language);
    if (language !== this.language) return; // another one was chosen meanwhile
    this.speech = learned;
    this.redraw();
  }

  /** Choose a frame by the size of the element, and the board that fits it. */
  private async lay(): Promise<void> {
    const { clientWidth: width, clientHeight: height } = this;
    if (!width || !height) return;
    this.frame = frameOf(width, height);
    const layout = layoutOf(this.frame);
    if (layout !== this.layout) {
      this.layout = layout;
      const data = await boardData(this.base, layout);
      if (layout !== this.layout) return;
      this.colours.textContent = palette(data);
      this.views = this.build(data);
      this.redraw();
      this.ready();
    }
    this.size();
    this.draw();
  }

  private build(data: BoardData): Views {
    const place = el("div", { class: "bd" }), board = new Board(data, place), symbols = new Symbols(place), rule = (said: Said): Child => this.rule(said);
    const views: Views = { place, board, symbols, header: new Header(symbols), mats: new Mats(symbols), log: new Log(symbols), moves: el("div", { class: "moves", role: "group" }), dock: new Dock(symbols, rule), side: el("aside", { class: "side" }), notice: el("div", { class: "notice" }, el("slot", { name: "notice" })) };
    views.side.append(views.mats.element, views.moves, el("slot", { name: "side" }), views.log.element);
    this.screen.replaceChildren(views.dock.element, views.place, views.notice, views.side, views.header.element); // in the order in which one chooses; the style puts them where they belong
    return views;
  }

  /** Scale and crop of the board: nothing that is needed for a move is ever scrolled to. */
  private size(): void {
    if (!this.views) return;
    const { board } = this.views, { clientWidth: width, clientHeight: height, frame } = this, full = board.height, players = this.current?.view.players.length ?? 4;
    const fold = board.fold - 4;
    let scale = 1, top = 0, shown = full;
    if (frame === "wide") scale = Math.min(1.4, (width - 392) / board.width, (height - 232) / full);
    else if (frame === "broad") scale = Math.min((width - 344) / board.width, (height - 60) / full);
    else if (frame === "tall") scale = Math.min(width / (board.width + 8), (height - 276) / full);
    else {
      const road = board.roadHeight, room = frame === "halves" ? height - 50 : height - 48 - 292;
      shown = road;
      scale = frame === "halves" ? Math.min((width - 330) / board.width, room / (road - fold)) : width / board.width;
      top = Math.max(0, Math.min(fold, road - room / scale));
      shown = road - top;
      scale = Math.min(scale, room / shown);
    }
    board.crop(frame, scale, top, shown, players);
    this.screen.className = `scr f-${frame}`;
    this.screen.style.setProperty("--bw", `${(board.width * scale).toFixed(0)}px`);
    this.screen.style.setProperty("--bh", `${(shown * scale).toFixed(0)}px`);
    this.screen.classList.toggle("peeks", frame === "phone" && height - 48 - shown * scale >= 352);
  }

  private rule({ rule }: Said): Child {
    const address = this.getAttribute("rules");
    if (!rule || !address) return rule ? el("span", { class: "rule" }, rule) : null;
    return el("a", { class: "rule", target: "_blank", href: address.replace("{rule}", rule).replace("{language}", this.language) }, rule);
  }

  // What happens

  private async receive(state: TableState): Promise<void> {
    await this.loaded;
    const before = this.current;
    this.sent = null;
    this.picking = settle<TableOffer>([]);
    this.hovered = null;
    this.waiting--;
    if (before && this.views && this.words && state.events.length && this.moment === null) {
      this.draw();
      await play(this.ground(this.views), before, state, new Words(this.speech!, { ...state, view: before.view }, this.company));
    }
    this.covered = this.getAttribute("hands") === "covered" && this.company.seat === null && state.view.seat !== null && (this.covered || before?.view.seat !== state.view.seat);
    this.current = state;
    this.record(state); // not before it was shown: the log would tell how a duel ends
    this.dataset["version"] = String(state.version);
    this.reset();
    this.said = null;
    this.advised = NONE;
    this.size();
    if (state.result && !before?.result && this.panel("score")) this.openScore();
    if (!before) performance.mark("toledo-first-board");
    this.dispatchEvent(new CustomEvent("toledo-state", { detail: state, bubbles: true, composed: true }));
    if (state.change === null) void this.remember();
  }

  private record({ number, change, actor, story }: TableState): void {
    if (number === null) return;
    this.lines = this.lines.filter(({ length }) => length < number);
    if (change !== "undone") this.lines.push({ actor, story, length: number });
    this.past = null;
  }

  /** The whole log, after one has come or come back. */
  private async remember(): Promise<void> {
    const replay = await this.transport?.review();
    if (!replay) return;
    this.past = new Past(replay);
    this.lines = this.past.lines;
    this.draw();
  }

  private ground({ board, symbols }: Views): Ground {
    return { root: this.root, screen: this.screen, board, symbols, rule: (said) => this.rule(said), pace: () => this.pace, waiting: () => this.waiting, sound: (event) => { if (this.hasAttribute("sound")) sound(event); } };
  }
  private get pace(): Pace {
    const wanted = this.getAttribute("motion");
    if (wanted === "none" || wanted === "calm" || wanted === "full") return wanted;
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? "calm" : "full";
  }

  // Drawing

  private get words(): Words | null {
    return this.speech && this.current && new Words(this.speech, this.current, this.company);
  }
  private panel(panel: Panel): boolean {
    return (this.getAttribute("panels")?.split(/\s+/) ?? PANELS).includes(panel);
  }

  private model(): Model | null {
    const { words } = this;
    if (!this.current || !words) return null;
    const state = this.moment === null || !this.past ? this.current : { ...this.current, ...this.past.at(this.moment), offers: [], events: [], result: null };
    const points = this.moment === null ? state.scores.map(({ total }) => total) : [];
    return {
      state, words, company: this.company, frame: this.frame, status: this.status,
      items: new Map(scene(state.view, state.seating, points).map((item) => [item.id, item])),
      picking: this.picking, shown: this.hovered ?? this.picking.ready, said: this.said, sent: this.sent, advised: this.advised,
      usable: this.moment === null ? new Set(this.current.offers.flatMap(({ parts }) => parts)) : NONE,
      covered: this.covered, past: this.moment,
    };
  }

  private redraw(): void {
    this.size();
    this.draw();
  }

  private draw(): void {
    const model = this.model(), { views } = this;
    if (!model || !views) return;
    const active = this.root.activeElement as HTMLElement | null, focus = active?.dataset["part"] ?? active?.dataset["do"];
    views.board.draw(model);
    views.board.mark(model);
    views.dock.draw(model);
    views.header.draw(model);
    views.mats.element.hidden = !this.panel("mats");
    views.log.element.hidden = !this.panel("log");
    views.mats.draw(model);
    views.log.draw(this.lines, model);
    views.moves.hidden = !this.panel("moves") || this.covered;
    views.moves.setAttribute("aria-label", model.words.word("play.moves"));
    renew(views.moves, ...model.state.offers.map(({ message }, at) => el("button", { "data-move": at }, model.words.say(message))));
    renew(views.dock.peek, ...views.log.peek(this.lines, model));
    this.drawHistory(model, views);
    this.classList.toggle("past", this.moment !== null);
    this.screen.classList.toggle("past", this.moment !== null);
    if (focus && this.root.activeElement === null) this.root.querySelector<HTMLElement>(`[data-part="${CSS.escape(focus)}"]:is(button,[tabindex]), [data-do="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  private drawHistory({ words }: Model, { header }: Views): void {
    const length = this.lines.at(-1)?.length ?? 0, at = this.moment ?? length, { history } = header;
    history.hidden = !this.panel("history");
    history.setAttribute("aria-label", words.word("page.history"));
    if (!history.firstChild) {
      history.append(el("button", { class: "step", "data-do": "earlier" }, "◀"), el("input", { type: "range", class: "slider", min: 0 }), el("button", { class: "step", "data-do": "later" }, "▶"), el("span", { class: "num" }));
    }
    const [back, slider, on, number] = history.children as unknown as [HTMLElement, HTMLInputElement, HTMLElement, HTMLElement];
    back.setAttribute("aria-label", words.word("page.step_back"));
    on.setAttribute("aria-label", words.word("page.step_on"));
    slider.setAttribute("aria-label", words.word("page.history"));
    slider.max = String(length);
    slider.value = String(at);
    number.textContent = `${at} / ${length}`;
  }

  // Choosing

  private reset(): void {
    this.picking = settle(this.current?.offers ?? []);
    this.hovered = null;
    this.draw();
  }

  /** Point at a part: what a click, a key and a test do. */
  pick(part: PartId, touch = false): void {
    const { current: state, picking: now, transport } = this;
    if (!state || !transport || this.sent || this.covered || this.moment !== null) return;
    this.advised = NONE;
    const last = ({ slots, action, reveals }: TableOffer): boolean => AT_ONCE.has(action.type) || (!reveals && slots.some((stand) => (stand.slot === "where" || stand.slot === "whom") && stand.parts.includes(part)));
    if (now.ready && now.picked.at(-1) === part) return this.send(now.ready); // pointed at twice
    const found = point(state.offers, now, part);
    if (!found) return void this.explain([...now.picked, part], part);
    this.said = null;
    this.hovered = null;
    this.picking = found;
    const { ready } = found;
    if (ready && last(ready) && (!touch || AT_ONCE.has(ready.action.type))) return this.send(ready);
    this.dispatchEvent(new CustomEvent("toledo-pick", { detail: found.picked, bubbles: true, composed: true }));
    this.draw();
  }

  /** Say why a part cannot be used, or does not go with what is chosen. */
  private async explain(parts: readonly PartId[], part: PartId): Promise<void> {
    const { transport, current: asked, words } = this;
    const together = parts.length > 1 ? await transport?.why(parts) : null, reason = together ?? (await transport?.why([part]));
    if (asked !== this.current || !words) return; // it is about another position
    this.dispatchEvent(new CustomEvent("toledo-why", { detail: together ? parts : [part], bubbles: true, composed: true }));
    if (reason) this.say(words.say(reason.message), reason.rule);
    else if (parts.length > 1) this.say(words.word("page.apart", { one: words.part(parts[0]!), other: words.part(part) }));
  }

  private send(offer: TableOffer): void {
    if (!this.current) return;
    this.sent = offer;
    this.said = null;
    this.dispatchEvent(new CustomEvent("toledo-play", { detail: offer, bubbles: true, composed: true }));
    this.draw();
    this.transport?.play(offer.action, this.current.version);
  }

  // Pointers

  /** The part under the pointer that is the most useful: lit, then usable, then the topmost. */
  private under(event: PointerEvent): PartId | null {
    const nodes = event.detail === 0 && event.type === "click" ? [event.target as Element] : this.root.elementsFromPoint(event.clientX, event.clientY);
    const parts = [...new Set(nodes.map((node) => node.closest<HTMLElement>("[data-part]")?.dataset["part"]).filter((part): part is string => part !== undefined))];
    return parts.find((part) => this.picking.lit.has(part) && this.picking.picked.length > 0) ?? parts.find((part) => this.current?.offers.some((offer) => offer.parts.includes(part))) ?? parts[0] ?? null;
  }

  private clicked(event: PointerEvent): void {
    const target = event.target as Element, button = target.closest<HTMLElement>("[data-do]"), back = target.closest<HTMLElement>("[data-back]"), moment = target.closest<HTMLElement>("[data-moment]");
    if (target.closest("a")) return;
    if (button) return this.act(button.dataset["do"]!);
    if (back) {
      const at = this.picking.picked.indexOf(back.dataset["back"]!);
      this.picking = settle(this.current?.offers ?? [], this.picking.picked.slice(0, at));
      return this.draw();
    }
    if (moment) return this.showPast(Number(moment.dataset["moment"]));
    const listed = this.current?.offers[Number(target.closest<HTMLElement>("[data-move]")?.dataset["move"] ?? NaN)];
    if (listed) {
      this.picking = settle(this.current!.offers, listed.slots.flatMap(({ slot, parts }) => (slot === "cost" ? [] : parts.slice(0, 1))));
      return this.draw();
    }
    const touch = this.touched && event.detail > 0, part = this.turned(target, touch) ?? this.under(event);
    if (!part) return;
    if (/^player:\d+$/.test(part) && !this.current?.offers.some((offer) => offer.parts.includes(part)) && target.closest(".plate")) return this.openMenu();
    this.pick(part, touch);
    if (event.detail === 0) lead(this.keyed, 0);
  }

  /** A tap on a pocket: the card on top, or the next kind of the same value. */
  private turned(target: Element, touch: boolean): PartId | null {
    const pocket = target.closest<HTMLElement>(".pocket"), cards = [...(pocket?.querySelectorAll<HTMLElement>(".card") ?? [])];
    if (!touch || cards.length < 2) return null;
    const parts = cards.map((card) => card.dataset["part"]!), chosen = parts.find((part) => this.picking.picked.includes(part)), fits = parts.filter((part) => this.current?.offers.some((offer) => offer.parts.includes(part)));
    if (!chosen) return fits.at(-1) ?? null;
    const kinds = [...fits].sort(), next = kinds[kinds.indexOf(chosen) + 1];
    return next ?? kinds[0] ?? null;
  }

  private over(event: PointerEvent): void {
    if (event.pointerType === "mouse" || event.buttons) this.point(this.under(event));
  }
  /** Show what a click would do. */
  private point(part: PartId | null): void {
    const { picking: { picked, lit, ready }, current } = this;
    const found = part && picked.length && !ready && lit.has(part) ? settle(current?.offers ?? [], [...picked, part]).ready : null;
    if (found === this.hovered) return;
    this.hovered = found;
    this.draw();
  }

  private take(part: PartId): Element | null {
    const { current: state, views } = this;
    if (!state || !views || this.sent || this.moment !== null || !state.offers.some((offer) => offer.parts.includes(part))) return null;
    if (!this.picking.picked.includes(part)) this.picking = point(state.offers, this.picking, part) ?? this.picking;
    this.draw();
    const item = this.model()?.items.get(part), symbol = part.startsWith("hand:") ? `card-${part.split(":")[2]}` : item?.symbol;
    return symbol ? views.symbols.icon(symbol, part.startsWith("figure:") ? 44 : 84) : null;
  }
  private drop(event: PointerEvent): void {
    const nodes = this.root.elementsFromPoint(event.clientX, event.clientY), parts = nodes.flatMap((node) => node.closest<HTMLElement>("[data-part]")?.dataset["part"] ?? []);
    const target = parts.find((part) => this.picking.lit.has(part) && !this.picking.picked.includes(part)), chosen = this.picking.picked;
    if (target) return this.pick(target);
    const other = parts.find((part) => /^(space|cathedral|alcazar|player)/.test(part));
    this.reset();
    if (other && chosen.length) void this.explain([...chosen, other], other);
  }

  // Buttons and keys

  private readonly keyed: Keyed = {
    root: this.root,
    lit: () => this.picking.lit,
    ready: () => this.picking.ready !== null,
    pick: (part) => this.pick(part),
    act: (what) => this.act(what),
    back: () => this.back(),
    step: (by) => this.showPast((this.moment ?? this.lines.at(-1)?.length ?? 0) + by),
    shared: () => this.getAttribute("keys") === "inside",
  };

  private back(): void {
    if (this.closeSheets()) return;
    if (this.moment !== null) return this.showPast(Infinity);
    this.said = null;
    this.picking = settle(this.current?.offers ?? [], this.picking.picked.slice(0, -1));
    this.draw();
  }

  private act(what: string): void {
    const { current: state, transport } = this;
    if (!state || !transport) return;
    const refuse = (reason: TableState["undo"]): void => { if (reason) this.say(this.words!.say(reason.message), reason.rule); };
    switch (what) {
      case "go":
        return this.picking.ready ? this.send(this.picking.ready) : undefined;
      case "clear":
        this.said = null;
        return this.reset();
      case "undo":
      case "undo-turn":
        return state.undo ? refuse(state.undo) : transport.undo(state.version, what === "undo-turn");
      case "redo":
        return state.redo ? refuse(state.redo) : transport.redo(state.version);
      case "end":
        return this.pick("deed:end_turn");
      case "hint":
        return void this.advice();
      case "theme":
        return this.setAttribute("theme", this.dark ? "light" : "dark");
      case "score":
        return this.openScore();
      case "menu":
        return this.openMenu();
      case "close":
        return void this.closeSheets();
      case "present":
        return this.showPast(Infinity);
      case "earlier":
        return this.keyed.step(-1);
      case "later":
        return this.keyed.step(1);
      case "look-back":
        this.closeSheets();
        return this.showPast(0);
      case "show-hand":
        this.covered = false;
        return this.draw();
      case "again":
        return void this.showAgain();
      case "rematch":
        this.dispatchEvent(new CustomEvent("toledo-rematch", { bubbles: true, composed: true }));
    }
  }

  private get dark(): boolean {
    const theme = this.getAttribute("theme");
    return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  private async advice(): Promise<void> {
    const asked = this.current, action = await this.transport?.hint();
    if (!asked || asked !== this.current || !this.words) return;
    const wanted = JSON.stringify(action), offer = asked.offers.find((one) => JSON.stringify(one.action) === wanted);
    if (!offer) return;
    this.reset();
    this.advise(offer.slots.filter(({ slot }) => slot !== "cost").flatMap(({ parts }) => parts), this.words.word("page.advised", { move: this.words.say(offer.message) }));
  }

  // The past

  /** Show the position after so many actions; beyond the last it is now. */
  showPast(length: number): void {
    const end = this.lines.at(-1)?.length ?? 0;
    this.moment = length >= end ? null : Math.max(0, length);
    this.picking = settle(this.moment === null ? this.current?.offers ?? [] : []);
    if (this.moment === null || this.past) return this.draw();
    void this.transport?.review().then((replay) => {
      if (!replay) return;
      this.past = new Past(replay);
      this.draw();
    });
  }

  /** Play again what has happened since one's own last action. */
  private async showAgain(): Promise<void> {
    const replay = await this.transport?.review(), { views, current, speech: said } = this;
    if (!replay || !views || !current || !said) return;
    const past = (this.past = new Past(replay)), first = views.log.news;
    for (const { entry, story } of replay.steps.slice(first)) {
      const from = { ...current, ...past.at(entry.number - 1) }, to = { ...current, ...past.at(entry.number), events: entry.events, story };
      this.showPast(entry.number - 1);
      await play(this.ground(views), from, to, new Words(said, from, this.company));
    }
    this.showPast(Infinity);
  }

  // Sheets

  private closeSheets(): boolean {
    const open = this.screen.querySelectorAll(".cover");
    for (const sheet of open) sheet.remove();
    this.root.querySelector(".menu")?.setAttribute("aria-expanded", "false");
    return open.length > 0;
  }

  private cover(sheet: HTMLElement): void {
    this.closeSheets();
    const cover = el("div", { class: "cover" }, sheet);
    cover.addEventListener("click", (event) => { if (event.target === cover) this.closeSheets(); });
    this.screen.append(cover);
    sheet.querySelector<HTMLElement>("[tabindex='-1'], button")?.focus({ preventScroll: true });
  }

  private openScore(): void {
    const model = this.model();
    if (model && this.views) this.cover(scoreSheet(model, this.views.symbols, (said) => this.rule(said)));
  }

  /** What has no room on a small screen: the players' mats, the log, and tools. */
  private openMenu(): void {
    const model = this.model(), { views } = this;
    if (!model || !views) return;
    this.root.querySelector(".menu")?.setAttribute("aria-expanded", "true");
    const mats = new Mats(views.symbols), log = new Log(views.symbols);
    mats.draw(model);
    log.draw(this.lines, model);
    this.cover(el("section", { class: "drawer", role: "dialog", "aria-modal": "true", "aria-label": model.words.word("page.menu") },
      el("div", { class: "row" }, el("h2", { tabindex: -1 }, model.words.word("page.menu")), el("button", { class: "btn ico", "data-do": "close", "aria-label": model.words.word("page.close") }, closeIcon())),
      el("div", { class: "row wrap" }, ...tools(model)),
      el("slot", { name: "menu" }), this.panel("mats") && mats.element, this.panel("log") && log.element));
    log.element.scrollTop = log.element.scrollHeight;
  }
}

/** Everything that is made anew for another layout. */
interface Views {
  readonly place: HTMLElement;
  readonly board: Board;
  readonly symbols: Symbols;
  readonly header: Header;
  readonly mats: Mats;
  readonly log: Log;
  readonly moves: HTMLElement;
  readonly dock: Dock;
  readonly side: HTMLElement;
  readonly notice: HTMLElement;
}

declare global {
  interface HTMLElementTagNameMap {
    "toledo-table": ToledoTable;
  }
}

/** Make the element known to the page; a second time does nothing. */
export function defineTable(name = "toledo-table"): void {
  if (!customElements.get(name)) customElements.define(name, ToledoTable);
}
