// The board: symbols in their places, and marks that follow from what is picked. Places and symbols are the library's.

import type { Box } from "../places.js";
import type { PartId } from "../toledo.js";
import type { BoardData } from "./data.js";
import { type Attributes, type Child, fill, rect, svg } from "./dom.js";
import { type Frame, type Model } from "./model.js";
import type { Item } from "./scene.js";
import { same } from "./pieces.js";
import type { TableOffer } from "./transport.js";

/** The states of a target: what could be chosen, what is asked for, what is chosen, what a hint points at, what happened last. */
type Mark = "could" | "target" | "chosen" | "advised" | "last" | "duel";
const STROKE: Readonly<Record<Mark, number>> = { could: 1.8, target: 3, chosen: 4.5, advised: 3.4, last: 2.6, duel: 3.5 };
const ANCHOR = { c: "middle", l: "start", e: "end", r: "end" } as const;

/** Parts that screen readers announce elsewhere: circles and figures with their space, plaques with the player. */
const UNHEARD = /^(circle|plaque|figure):/;

/** The places that an offer is about: where a figure or a shop goes, what is taken. */
const targets = ({ slots }: TableOffer): PartId[] => slots.filter(({ slot }) => slot === "where" || slot === "take").flatMap(({ parts }) => parts);

export class Board {
  readonly element: SVGSVGElement;
  private readonly nodes = new Map<PartId, SVGElement>();
  private items: ReadonlyMap<PartId, Item> = new Map();
  private readonly layers: Readonly<Record<"areas" | "spaces" | "goods" | "figures" | "ghosts" | "marks", SVGElement>>;
  /** Where the letter of a player is written, in symbols and on towers. */
  private readonly letters: readonly (readonly [Element, seat: number])[];
  private readonly bottom: number;
  private inSight = Infinity;

  constructor(
    private readonly data: BoardData,
    host: HTMLElement,
  ) {
    host.innerHTML = data.svg;
    this.element = host.querySelector("svg")!;
    this.letters = [...this.element.querySelectorAll("text[class*=tl-f-ip]")].map((one) => [one, Number(/tl-f-ip(\d+)/.exec(one.getAttribute("class")!)![1])]);
    const { zones, places } = data.places, supply = zones["supply"]!;
    this.bottom = supply[1] + supply[3];
    const things = this.element.querySelector<SVGElement>("#things")!, figures = this.element.querySelector<SVGElement>("#figures")!;
    const layer = (): SVGElement => svg("g");
    this.layers = { areas: layer(), spaces: layer(), goods: layer(), figures, ghosts: svg("g", { "pointer-events": "none", "aria-hidden": "true" }), marks: svg("g", { "pointer-events": "none", "aria-hidden": "true" }) };
    things.append(this.layers.areas, this.layers.spaces, this.layers.goods);
    things.after(this.layers.ghosts); // below the signs: a ghost never hides number and fee
    figures.after(this.layers.marks);
    for (const child of this.element.children) if (child !== things && child !== figures) child.setAttribute("aria-hidden", "true"); // scenery, and symbols before their use
    for (const id of ["cathedral", "alcazar"]) {
      const box = places[id];
      if (!box) continue;
      const area = svg("g", { "data-part": id }, rect(box, { class: "hit" }));
      this.nodes.set(id, area);
      this.layers.areas.append(area);
    }
    fill(this.element, { role: "group", "aria-label": "Toledo" });
  }

  get width(): number {
    return this.data.places.width;
  }

  /** Show a part of the picture at a scale, and the banners of those who play. */
  crop(frame: Frame, scale: number, top: number, height: number, players: number): void {
    const margin = frame === "tall" || frame === "broad" ? 4 : 0;
    this.inSight = top + height;
    fill(this.element, { viewBox: `0 ${top + margin} ${this.width} ${height - 2 * margin}`, width: (this.width * scale).toFixed(1), height: ((height - 2 * margin) * scale).toFixed(1) });
    for (let seat = 0; seat < 4; seat++) this.element.querySelector(`[id="banner:${seat}"]`)?.toggleAttribute("hidden", seat >= players);
  }

  get height(): number {
    return this.bottom;
  }
  /** The height without the supply, which small screens show in the dock when it is needed. */
  get roadHeight(): number {
    return this.data.places.zones["supply"]![1];
  }
  /** The part of the picture above the road, which can be folded away on small screens. */
  get fold(): number {
    const road = Object.entries(this.data.places.places).filter(([id]) => id.startsWith("space:")).map(([, box]) => box[1]);
    return Math.max(0, Math.min(...road) - 4);
  }

  /** The box of a place, if it is on this board and not in the dock. */
  box(place: string): Box | null {
    const box = this.data.places.places[place];
    return box && box[1] < this.bottom && !/^(front|extra|pocket|player|known|duel)/.test(place) ? box : null;
  }

  /** Where a place is on the screen. */
  onScreen(place: string): DOMRect | null {
    const box = this.box(place), matrix = this.element.getScreenCTM();
    if (!box || box[1] >= this.inSight) return null;
    return matrix && new DOMRect(box[0] * matrix.a + matrix.e, box[1] * matrix.d + matrix.f, box[2] * matrix.a, box[3] * matrix.d);
  }

  // Things

  draw({ items, words, state }: Model): void {
    for (const [id, old] of this.items) {
      const now = items.get(id);
      if (now && same(old, now)) continue;
      this.nodes.get(id)?.remove();
      this.nodes.delete(id);
    }
    this.items = items;
    const after = new Map<SVGElement, Node | null>(); // in the order of the scene, whatever was drawn when
    for (const [id, item] of [...items].reverse()) {
      const node = this.nodes.get(id) ?? this.thing(item);
      if (!node) continue;
      node.classList.remove("away");
      this.nodes.set(id, node);
      const layer = this.layers[id.startsWith("figure:") ? "figures" : /^(space|circle):/.test(id) ? "spaces" : "goods"];
      const next = after.get(layer) ?? null;
      if (node.parentNode !== layer || node.nextSibling !== next) layer.insertBefore(node, next);
      after.set(layer, node);
    }
    for (const [id, node] of this.nodes) node.setAttribute("aria-label", words.part(id));
    for (const [text, seat] of this.letters) {
      const letter = words.letter(seat) ?? text.textContent;
      if (letter !== text.textContent) text.textContent = letter; // a symbol that changes is drawn anew wherever it is used
    }
    this.banner(words.word(state.view.trigger === null || state.result ? "play.on_turn" : "label.last_round", { seat: words.named(state.view.active) }), state.result ? null : state.view.active);
  }

  /** Who is on turn, or that the last round has begun: a banner in the sky, where there is one. */
  private banner(text: string, seat: number | null): void {
    this.element.querySelector(".banner")?.remove();
    if (!this.big || seat === null) return;
    const width = 62 + text.length * 9, ribbon = (d: string): SVGElement => svg("path", { d, fill: "#b9623f", stroke: "var(--ink)", "stroke-width": 1.4 });
    this.layers.ghosts.before(svg("g", { class: "banner", transform: "translate(36 30)", "aria-hidden": "true" },
      ribbon("M-14 8h30v30h-30l9-15z"), ribbon(`M${width + 14} 8h-30v30h30l-9-15z`), rect([0, 0, width, 36], { rx: 3, fill: "var(--face)", stroke: "var(--ink)", "stroke-width": 1.6 }),
      this.use(`sign-${seat}`, [10, 7, 22, 22]), svg("text", { x: 42, y: 24, "font-size": 16, "font-weight": 700, fill: "var(--ink)", style: "font-family:var(--serif)" }, text)));
  }

  private thing(item: Item): SVGElement | null {
    const box = this.box(item.place);
    if (!box || (item.id.startsWith("player:") && !item.id.includes(":delivered:"))) return null;
    const area = item.id.startsWith("space:") ? this.data.places.places[item.id] ?? box : box;
    const node = svg("g", { "data-part": item.id }, rect(area, { class: "hit" }));
    if (item.symbol) node.append(this.use(item.symbol, box, item.gone ? { class: "tl-gone" } : {}));
    const label = this.data.places.labels[item.place];
    if (item.text && label) {
      const [x, y, size, at] = label;
      node.append(svg("text", { x, y: y + size * 0.36, "font-size": size, "font-weight": 700, "text-anchor": ANCHOR[at as keyof typeof ANCHOR], class: "tl-b tl-f-ink", "aria-hidden": "true" }, item.text));
    }
    return node;
  }

  private use(symbol: string, [x, y, width, height]: Box, more: Attributes = {}): SVGElement {
    return svg("use", { "aria-hidden": "true", href: `#tl-${symbol}`, x, y, width, height, ...more });
  }

  /** Hide a thing that flies. */
  hide(place: string, symbol: string): void {
    for (const [id, item] of this.items) {
      if (item.place !== place || item.symbol !== symbol) continue;
      this.nodes.get(id)?.classList.add("away");
      return;
    }
  }

  // Marks

  /** Frames, ghosts, ways and tabs. Nothing is lit that the next choice does not need. */
  mark(model: Model): void {
    const { picking: { picked, lit, fitting, open }, usable, shown, sent, advised, state } = model;
    const here = sent ?? shown, marks: Child[] = [], ghosts: Child[] = [], choosing = picked.length > 0 && !sent, waiting: Box[] = [];
    const chosen = new Set(here ? targets(here) : []);
    // Whoever has chosen a target still sees the others: those that go with all but the last choice.
    const others = new Set(here && choosing ? state.offers.filter(({ parts, action }) => action.type === here.action.type && picked.slice(0, -1).every((part) => parts.includes(part))).flatMap(targets) : []);
    for (const [id, node] of this.nodes) {
      const on = choosing && lit.has(id), reachable = usable.has(id);
      node.classList.toggle("usable", reachable);
      node.classList.toggle("advised", advised.has(id));
      node.setAttribute("role", on ? "button" : "img");
      if (on) node.setAttribute("tabindex", "0");
      else node.removeAttribute("tabindex");
      node.toggleAttribute("aria-hidden", false);
      if (!on && UNHEARD.test(id)) node.setAttribute("aria-hidden", "true");
      else node.removeAttribute("aria-hidden");
      if (id.startsWith("circle:") || id.startsWith("plaque:")) continue;
      const place = this.items.get(id)?.place ?? id, box = id.startsWith("space:") ? this.data.places.places[id] : this.box(place);
      if (!box) continue;
      if (id.startsWith("figure:")) {
        if (picked.includes(id) && choosing) marks.push(...this.ring([box], true));
        else if (on && place.startsWith("cathedral")) waiting.push(box);
        else if (on) marks.push(...this.ring([box], false));
      } else if (chosen.has(id)) marks.push(...this.frame(box, "chosen"));
      else if (on || others.has(id)) marks.push(...this.frame(box, here ? "could" : "target"));
      if (advised.has(id)) marks.push(...this.frame(box, "advised"));
    }
    if (waiting.length) marks.push(...this.ring(waiting, false)); // one is as good as another
    const offers = here ? [here] : choosing && open.includes("where") ? fitting : [];
    const seen = new Set<string>();
    for (const offer of offers) {
      this.ghost(offer, model, here !== null, seen, marks, ghosts);
    }
    if (!choosing && !sent) marks.push(...this.last(model));
    this.layers.marks.replaceChildren(...marks.filter((mark): mark is Node => mark instanceof Node));
    this.layers.ghosts.replaceChildren(...ghosts.filter((mark): mark is Node => mark instanceof Node));
    this.layers.marks.classList.toggle("sent", sent !== null);
  }

  /** The space a duel is about, and nothing else. */
  spot(step: number | null): void {
    const box = step === null ? null : this.data.places.places[`space:${step}`];
    this.element.querySelector(".veil")?.remove();
    if (!box) return;
    const [x, y, w, h] = box, hole = `M0 0H${this.width}V${this.bottom}H0zM${x - 3} ${y - 3}v${h + 6}h${w + 6}v${-h - 6}z`;
    this.layers.marks.after(svg("g", { class: "veil", "aria-hidden": "true" }, svg("path", { d: hole, "fill-rule": "evenodd", fill: "#0b0810", opacity: 0.58 }), ...this.frame(box, "duel")));
  }

  private get big(): boolean {
    return this.data.places.layout !== "phone";
  }

  private frame([x, y, w, h]: Box, mark: Mark): SVGElement[] {
    const m = this.big ? 3 : 1, box: Box = [x - m, y - m, w + 2 * m, h + 2 * m], stroke = STROKE[mark], colour = { last: "var(--ink)", duel: "var(--gold)" }[mark as "last"] ?? "var(--accent)";
    const dash = mark === "last" ? { "stroke-dasharray": "0.1 6", "stroke-linecap": "round" } : mark === "advised" ? { "stroke-dasharray": "7 5" } : {};
    return [
      ...(mark === "last" ? [] : [rect(box, { rx: 8, fill: "none", stroke: "var(--face)", "stroke-width": stroke + 3 })]),
      ...(mark === "target" || mark === "chosen" ? [rect(box, { rx: 8, fill: "var(--accent)", opacity: mark === "target" ? 0.1 : 0.16 })] : []),
      rect(box, { rx: 8, fill: "none", stroke: colour, "stroke-width": stroke, ...dash }),
    ];
  }

  /** A ring around figures that stand side by side. */
  private ring(boxes: readonly Box[], chosen: boolean): SVGElement[] {
    const [, y, w, h] = boxes[0]!, xs = boxes.map(([x]) => x), left = Math.min(...xs), r = Math.max(w, h) / 2 + (this.big ? 1 : -0.5);
    const box: Box = [left + w / 2 - r, y + h * 0.56 - r, Math.max(...xs) - left + 2 * r, 2 * r];
    return [rect(box, { rx: r, fill: "none", stroke: "var(--face)", "stroke-width": chosen ? 6 : 5 }), rect(box, { rx: r, fill: "none", stroke: "var(--accent)", "stroke-width": chosen ? 3.4 : 2.4 })];
  }

  /** A preview on the board: a translucent figure or house, its way, and the value of the card on a tab. */
  private ghost({ action }: TableOffer, { state }: Model, strong: boolean, seen: Set<string>, marks: Child[], ghosts: Child[]): void {
    const { view, seating } = state, seat = view.active;
    if (action.type === "place_shop" && strong) {
      const house = this.box(`house:${action.step}`), from = this.data.places.places["space:4"], to = this.data.places.places[`space:${action.step}`];
      if (!house || !from || !to) return;
      const rings = Array.from({ length: action.shop.circles }, (_, at) => {
        const circle = this.data.places.places[`circle:4:${at}`];
        return circle && this.use(`ring-${seat}`, [circle[0] - from[0] + to[0], circle[1] - from[1] + to[1], circle[2], circle[3]]);
      });
      ghosts.push(svg("g", { class: "ghost", opacity: 0.72 }, this.use(`house-${seat}-${action.shop.kind}`, house), ...rings));
    }
    if (action.type !== "play_card") return;
    const step = action.origin + action.card.value, free = seating.circles[step]?.indexOf(null) ?? -1;
    const inside = !this.data.places.places[`circle:${step}:0`] && view.players[seat] ? `alcazar:${seat}:${view.players[seat].inside}` : null;
    const place = inside ?? (free >= 0 ? `circle:${step}:${free}` : `transit:${step}`);
    if (seen.has(place)) return;
    seen.add(place);
    const box = this.box(place), space = this.data.places.places[`space:${step}`];
    if (box) marks.push(this.use(`figure-${seat}`, box, { class: "ghost", opacity: strong ? 0.85 : 0.5 }));
    if (strong) marks.unshift(...this.way(action.origin, step));
    if (space) marks.push(...this.tab(space, String(action.card.value)));
  }

  private tab([x, y, w, h]: Box, text: string): SVGElement[] {
    const [width, height, size] = this.big ? [34, 19, 14] : [24, 15, 12], middle = x + w / 2, top = y + h + (this.big ? 1 : 0);
    return [
      rect([middle - width / 2, top, width, height], { rx: 4, fill: "var(--accent)", stroke: "var(--face)", "stroke-width": 1.6 }),
      svg("text", { x: middle, y: top + height / 2 + size * 0.36, "font-size": size, "font-weight": 700, "text-anchor": "middle", fill: "var(--on-accent)" }, text),
    ];
  }

  /** Dots along the road, up the stairs between its rows. */
  private way(from: number, to: number): SVGElement[] {
    const points = this.data.ways.slice(from + 1, to + 1).flat(), dot = this.big ? 4.6 : 3.6;
    if (!points.length) return [];
    const d = `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
    const line = { d, fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" };
    return [svg("path", { ...line, stroke: "var(--face)", "stroke-width": dot + 4 }), svg("path", { ...line, stroke: "var(--accent)", "stroke-width": dot, "stroke-dasharray": `0.1 ${(dot * 1.9).toFixed(1)}` })];
  }

  /** The spaces where something has happened. */
  private last({ recent }: Model): SVGElement[] {
    const steps = new Set(recent.flatMap((event) => [...("step" in event ? [event.step] : []), ...("origin" in event ? [event.origin] : [])]));
    return [...steps].flatMap((step) => {
      const box = step ? this.data.places.places[`space:${step}`] : undefined;
      return box ? this.frame(box, "last") : [];
    });
  }
}
