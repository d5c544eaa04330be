// <toledo-table>: shows what a transport tells, and asks it for what somebody has picked. It holds no rule.

import type { Action, PartId } from "../toledo.js";
import type { Speech } from "../speech.js";
import { Board } from "./board.js";
import { type BoardData, type LanguageCode, type Layout, boardData, speech } from "./data.js";
import { Dock } from "./dock.js";
import { type Child, el, renew } from "./dom.js";
import { listenToDrags } from "./drag.js";
import { type Keyed, lead, listenToKeys } from "./keys.js";
import { type Frame, frameOf, layoutOf, type Model, type Said } from "./model.js";
import { type Ground, type Pace, play, sound } from "./motion.js";
import { Past } from "./past.js";
import { type Picking, point, settle } from "./picking.js";
import { Header, type Line, Log, Mats, news } from "./players.js";
import { ProsePanel } from "./prose.js";
import { scene } from "./scene.js";
import { type Leaf, Sheets } from "./sheets.js";
import { STYLE, palette } from "./style.js";
import { Symbols } from "./symbols.js";
import type { Company, Status, TableOffer, TableState, Transport } from "./transport.js";
import { Words } from "./words.js";

export { loadDataBy, speech } from "./data.js";

/** Panels that can be left out or added: `panels="log mats history score"`. */
export type Panel = "log" | "mats" | "history" | "score" | "moves" | "prose";
const PANELS: readonly Panel[] = ["log", "mats", "history", "score"];

const NOBODY: Company = { seat: null, names: [] };
/** Deeds that are done by one click: nothing is left to choose, and nothing is revealed. */
const AT_ONCE: ReadonlySet<Action["type"]> = new Set<Action["type"]>(["end_turn", "pass"]);
const NONE: ReadonlySet<PartId> = new Set();
/** The states in which nobody is there to carry out a request. */
const DEAF: ReadonlySet<Status> = new Set<Status>(["connecting", "lost", "refused", "closed"]);

export class ToledoTable extends HTMLElement {
  static readonly observedAttributes = ["language", "theme", "panels", "data", "still"];

  /** Who sits at the table, as the transport says. */
  company = NOBODY;
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly screen = el("div", { class: "scr" });
  private readonly colours = el("style");
  private transport: Transport | null = null;
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
  private held = "";
  /** What happened is being shown, and can be cut short. */
  private moving: AbortController | null = null;
  private readonly sheets = new Sheets(this.screen, () => this.leaf);

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
    this.sheets.close();
    this.current = this.past = null;
    this.lines = [];
    this.moment = null;
    transport.open({
      company: (company) => { this.company = company; this.draw(); },
      state: (state) => { this.waiting++; this.queue = this.queue.then(() => (transport === this.transport ? this.receive(state) : void this.waiting--)).catch((error: unknown) => { console.error(error); }); },
      refused: ({ message, rule }) => { this.sent = null; this.reset(); this.say(this.words?.say(message) ?? "", rule); },
      status: (status, reason) => {
        this.status = status;
        this.dataset["status"] = status;
        if (reason) this.say(this.words?.say(reason) ?? "");
        this.draw();
        this.tell("status", { status, reason });
      },
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
  /** A player by name, or by colour if there is none. */
  who(seat: number): string {
    return this.words?.who(seat) ?? "";
  }
  /** Close the drawer, or the score. */
  closeSheets(): void {
    this.sheets.close();
  }
  /** Let nothing be chosen, and say this instead, as long as somebody else plays for this seat; an empty text ends it. */
  hold(text: string): void {
    this.held = text;
  }
  private tell(what: "status" | "state" | "pick" | "play" | "rematch", detail: unknown = null): void {
    this.dispatchEvent(new CustomEvent(`toledo-${what}`, { detail, bubbles: true, composed: true }));
  }
  get language(): LanguageCode {
    return this.getAttribute("language") ?? (document.documentElement.lang || "en");
  }
  /** Frameworks set a property where there is one. */
  set language(language: LanguageCode) {
    this.setAttribute("language", language);
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
    if (this.views) this.ready();
    this.sheets.renew();
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
      if (this.speech) this.ready();
    }
    this.size();
    this.draw();
  }

  private build(data: BoardData): Views {
    const place = el("div", { class: "bd" }), board = new Board(data, place), symbols = new Symbols(place), rule = (said: Said): Child => this.rule(said);
    const views: Views = { place, board, symbols, header: new Header(symbols), mats: new Mats(symbols), log: new Log(symbols), prose: new ProsePanel(), moves: el("div", { class: "moves", role: "group" }), dock: new Dock(symbols, rule), side: el("aside", { class: "side" }), notice: el("div", { class: "notice" }, el("slot", { name: "notice" })) };
    views.side.append(views.mats.element, views.moves, el("slot", { name: "side" }), views.log.element, views.prose.element);
    views.prose.element.addEventListener("toggle", () => this.draw());
    this.screen.replaceChildren(views.dock.element, views.place, views.notice, views.side, views.header.element); // in the order in which one chooses; the style puts them where they belong
    return views;
  }

  /** Scale and crop of the board: nothing that is needed for a move is ever scrolled to. */
  private size(): void {
    if (!this.views) return;
    const { board } = this.views, { clientWidth: width, clientHeight: height, frame } = this, full = board.height, players = this.current?.view.players.length ?? 4;
    const fold = board.fold - 4, dock = this.hasAttribute("still") ? 0 : 1; // a still picture has none
    let scale = 1, top = 0, shown = full;
    if (frame === "wide") scale = Math.min(1.4, (width - 392) / board.width, (height - 60 - 172 * dock) / full);
    else if (frame === "broad") scale = Math.min((width - 344 * dock) / board.width, (height - 60) / full);
    else if (frame === "tall") scale = Math.min(width / (board.width + 8), (height - 56 - 236 * dock) / full);
    else {
      const road = board.roadHeight, room = frame === "halves" ? height - 50 : height - 48 - 292 * dock;
      shown = road;
      scale = frame === "halves" ? Math.min((width - 330 * dock) / board.width, room / (road - fold)) : width / board.width;
      top = Math.max(0, Math.min(fold, road - room / scale));
      shown = road - top;
      scale = Math.min(scale, room / shown);
    }
    board.crop(frame, scale, top, shown, players);
    this.screen.className = `scr f-${frame}`;
    this.screen.style.setProperty("--bw", `${(board.width * scale).toFixed(0)}px`);
    this.screen.style.setProperty("--bh", `${(shown * scale).toFixed(0)}px`);
    this.screen.classList.toggle("more", this.querySelector("[slot=menu]") !== null);
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
      await this.show(this.views, before, state, new Words(this.speech!, { ...state, view: before.view }, this.company));
    }
    this.covered = this.getAttribute("hands") === "covered" && this.company.seat === null && state.view.seat !== null && (this.covered || before?.view.seat !== state.view.seat);
    this.current = state;
    this.record(state); // not before it was shown: the log would tell how a duel ends
    this.dataset["version"] = String(state.version);
    this.reset();
    this.said = null;
    this.advised = NONE;
    this.size();
    if (state.result && !before?.result && this.panel("score")) this.sheets.show("score");
    else if (before?.result && !state.result) this.sheets.close();
    if (!before) performance.mark("toledo-first-board");
    this.tell("state", state);
    if (state.change === null) void this.remember();
  }

  private record({ number, change, actor, events, story }: TableState): void {
    if (number === null) return;
    this.lines = this.lines.filter(({ length }) => length < number);
    if (change !== "undone") this.lines.push({ actor, events, story, length: number });
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

  /** Show how one position became another; a click meanwhile cuts it short. */
  private async show({ board, symbols }: Views, before: TableState, after: TableState, words: Words): Promise<void> {
    this.moving = new AbortController();
    const ground: Ground = { root: this.root, screen: this.screen, board, symbols, cut: this.moving.signal, rule: (said) => this.rule(said), pace: () => this.pace, waiting: () => this.waiting, sound: (event) => { if (this.hasAttribute("sound")) sound(event); } };
    await play(ground, before, after, words).finally(() => (this.moving = null));
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
      recent: this.moment !== null ? [] : this.lines.slice(news(this.lines, this.company.seat)).flatMap(({ events }) => events),
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
    views.prose.element.hidden = !this.panel("prose");
    views.prose.draw(model);
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
    this.choose(settle(this.current?.offers ?? []));
  }

  private choose(picking: Picking<TableOffer>): void {
    this.picking = picking;
    this.hovered = null;
    this.draw();
    this.tell("pick", picking.picked);
  }

  /** Point at a part: what a click, a key and a test do. */
  pick(part: PartId, touch = false): void {
    const { current: state, picking: now, transport } = this;
    if (!state || !transport || this.sent || this.covered || this.moment !== null) return;
    if (this.moving) return this.moving.abort(); // and is no move
    if (this.held) return this.say(this.held);
    const last = ({ slots, action, reveals }: TableOffer): boolean => AT_ONCE.has(action.type) || (!reveals && slots.some((stand) => (stand.slot === "where" || stand.slot === "whom") && stand.parts.includes(part)));
    if (now.ready && now.picked.at(-1) === part && !OWN.test(part)) return this.send(now.ready); // pointed at twice
    const found = point(state.offers, now, part);
    if (!found) return void this.explain([...now.picked, part], part);
    this.said = null;
    this.advised = NONE;
    this.hovered = null;
    this.picking = found;
    const { ready } = found;
    if (ready && last(ready) && (!touch || AT_ONCE.has(ready.action.type))) return this.send(ready);
    this.choose(found);
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
    if (!this.current || DEAF.has(this.status)) return this.draw(); // the prompt says so
    this.sent = offer;
    this.said = null;
    this.tell("play", offer);
    this.draw();
    this.transport?.play(offer.action, this.current.version);
  }

  // Pointers

  /** The parts that elements stand for; what a page has put into the slots is not part of the table. */
  private parts(nodes: readonly Element[]): PartId[] {
    return nodes.filter((node) => this.root.contains(node)).flatMap((node) => node.closest<HTMLElement>("[data-part]")?.dataset["part"] ?? []);
  }

  /** The part under the pointer that is the most useful: lit, then usable, then the topmost. */
  private under(event: PointerEvent): PartId | null {
    const target = event.target as Element, nodes = (event.detail === 0 && event.type === "click") || target.closest(".cover, .stage") ? [target] : this.root.elementsFromPoint(event.clientX, event.clientY);
    const parts = [...new Set(this.parts(nodes))];
    return parts.find((part) => this.picking.lit.has(part) && this.picking.picked.length > 0) ?? parts.find((part) => this.current?.offers.some((offer) => offer.parts.includes(part))) ?? parts[0] ?? null;
  }

  private clicked(event: PointerEvent): void {
    const target = event.target as Element, button = target.closest<HTMLElement>("[data-do]"), back = target.closest<HTMLElement>("[data-back]"), moment = target.closest<HTMLElement>("[data-moment]");
    if (target.closest("a") || !this.screen.contains(target)) return; // what the page has put into it is its own
    if (button) return this.act(button.dataset["do"]!);
    if (back) {
      const at = this.picking.picked.indexOf(back.dataset["back"]!);
      return this.choose(settle(this.current?.offers ?? [], this.picking.picked.slice(0, at)));
    }
    if (moment) return this.showPast(Number(moment.dataset["moment"]));
    const listed = this.current?.offers[Number(target.closest<HTMLElement>("[data-move]")?.dataset["move"] ?? NaN)];
    if (listed) return this.choose(settle(this.current!.offers, listed.slots.flatMap(({ slot, parts }) => (slot === "cost" ? [] : parts.slice(0, 1)))));
    const touch = this.touched && event.detail > 0, part = this.turned(target, touch) ?? this.under(event);
    if (!part || (event.detail > 1 && this.picking.ready?.reveals)) return; // the second half of a double click does nothing for good
    if (/^player:\d+$/.test(part) && !this.current?.offers.some((offer) => offer.parts.includes(part)) && target.closest(".plate")) return this.sheets.show("menu");
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
    if (event.pointerType !== "mouse" && !event.buttons) return;
    const part = this.under(event), name = part ? this.words?.part(part) ?? "" : "";
    if (this.screen.title !== name) this.screen.title = name;
    this.point(part);
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
    const parts = this.parts(this.root.elementsFromPoint(event.clientX, event.clientY));
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
    if (this.sheets.close()) return;
    if (this.moment !== null) return this.showPast(Infinity);
    this.said = null;
    this.choose(settle(this.current?.offers ?? [], this.picking.picked.slice(0, -1)));
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
        return this.sheets.show("score");
      case "menu":
        return this.sheets.show("menu");
      case "close":
        return void this.sheets.close();
      case "present":
        return this.showPast(Infinity);
      case "earlier":
        return this.keyed.step(-1);
      case "later":
        return this.keyed.step(1);
      case "look-back":
        return this.showPast(0);
      case "show-hand":
        this.covered = false;
        return this.draw();
      case "again":
        return void this.showAgain();
      case "rematch":
        this.tell("rematch");
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
    this.sheets.close();
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
    const past = (this.past = new Past(replay)), first = news(this.lines, this.company.seat);
    for (const { entry, story } of replay.steps.slice(first)) {
      const from = { ...current, ...past.at(entry.number - 1) }, to = { ...current, ...past.at(entry.number), events: entry.events, story };
      this.showPast(entry.number - 1);
      await this.show(views, from, to, new Words(said, from, this.company));
    }
    this.showPast(Infinity);
  }

  private get leaf(): Leaf | null {
    const model = this.model(), { views, lines } = this;
    return model && views && { model, lines, symbols: views.symbols, again: this.getAttribute("rematch") !== "none", rule: (said) => this.rule(said), panel: (panel) => this.panel(panel) };
  }
}

/** Cards and figures: pointing at them twice takes the choice back. */
const OWN = /^(hand|figure):/;

/** Everything that is made anew for another layout. */
interface Views {
  readonly place: HTMLElement;
  readonly board: Board;
  readonly symbols: Symbols;
  readonly header: Header;
  readonly mats: Mats;
  readonly log: Log;
  readonly prose: ProsePanel;
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
