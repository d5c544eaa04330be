// Sheets over the table: the score, and a drawer for what has no room on the screen.

import { type Child, el } from "./dom.js";
import { scoreSheet } from "./end.js";
import type { Model, Said } from "./model.js";
import { type Line, Log, Mats, tools } from "./players.js";
import { ProsePanel } from "./prose.js";
import { type Symbols, closeIcon } from "./symbols.js";

/** What a sheet is made of. */
export interface Leaf {
  readonly model: Model;
  readonly symbols: Symbols;
  readonly lines: readonly Line[];
  /** The same players may play again. */
  readonly again: boolean;
  readonly rule: (said: Said) => Child;
  readonly panel: (panel: "mats" | "log" | "prose") => boolean;
}

export class Sheets {
  private open: "score" | "menu" | null = null;

  constructor(
    private readonly screen: HTMLElement,
    private readonly leaf: () => Leaf | null,
  ) {}

  /** Close what is open; false if nothing is. */
  close(): boolean {
    const open = this.screen.querySelectorAll(".cover");
    for (const sheet of open) sheet.remove();
    this.expanded(false);
    this.open = null;
    return open.length > 0;
  }

  /** Say it again, in another language. */
  renew(): void {
    if (this.open) this.show(this.open);
  }

  show(what: "score" | "menu"): void {
    const leaf = this.leaf();
    if (!leaf) return;
    this.close();
    this.open = what;
    const sheet = what === "score" ? scoreSheet(leaf.model, leaf.symbols, leaf.rule, leaf.again) : this.drawer(leaf), cover = el("div", { class: "cover" }, sheet);
    cover.addEventListener("click", (event) => { if (event.target === cover) this.close(); });
    this.screen.append(cover);
    this.expanded(what === "menu");
    const log = sheet.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
    if (!this.screen.contains(document.activeElement)) sheet.querySelector<HTMLElement>("[tabindex='-1'], button")?.focus({ preventScroll: true });
  }

  private expanded(open: boolean): void {
    this.screen.querySelector(".menu")?.setAttribute("aria-expanded", String(open));
  }

  /** On a wide screen only what the page around the table has put there; on others also tools, mats and log. */
  private drawer({ model, symbols, lines, panel }: Leaf): HTMLElement {
    const { words } = model, small = model.frame !== "wide", mats = new Mats(symbols), log = new Log(symbols), prose = new ProsePanel();
    mats.draw(model);
    log.draw(lines, model);
    prose.draw(model);
    prose.element.addEventListener("toggle", () => prose.draw(model));
    return el("section", { class: "drawer", role: "dialog", "aria-modal": "true", "aria-label": words.word("page.menu") },
      el("div", { class: "row" }, el("h2", { tabindex: -1 }, words.word("page.menu")), el("button", { class: "btn ico", "data-do": "close", "aria-label": words.word("page.close") }, closeIcon())),
      small && el("div", { class: "row wrap" }, ...tools(model)),
      small && panel("mats") && mats.element, small && panel("log") && log.element, small && panel("prose") && prose.element,
      el("slot", { name: "menu" }));
  }
}
