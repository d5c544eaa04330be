// The keyboard: arrows walk along what can be chosen, Enter chooses, digits are cards, Escape goes back.

import type { PartId } from "../toledo.js";

/** What keys can do. */
export interface Keyed {
  readonly root: ShadowRoot;
  lit(): ReadonlySet<PartId>;
  ready(): boolean;
  pick(part: PartId): void;
  act(what: string): void;
  back(): void;
  /** Go through the past. */
  step(by: number): void;
  /** Whether the page around it has keys of its own. */
  shared(): boolean;
}

/** Letters that stand for a button, whatever the language. */
const LETTERS: { readonly [key: string]: string } = { e: "end", u: "undo", h: "hint", s: "score" };

/** Listen to keys in the table, and in the page around it while nothing else has the focus. */
export function listenToKeys(table: Keyed): () => void {
  const heard = (event: KeyboardEvent): void => {
    const from = event.composedPath()[0], inside = event.composedPath().includes(table.root);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!inside && (table.shared() || (from !== document.body && from !== document.documentElement))) return;
    if (from instanceof Element && from.matches("input, select, textarea") && !["PageUp", "PageDown"].includes(event.key)) return;
    if (press(table, event.key, from)) event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

function press(table: Keyed, key: string, from: EventTarget | undefined): boolean {
  const part = from instanceof Element ? from.closest<HTMLElement | SVGElement>("[data-part]") : null;
  if ((key === "Enter" || key === " ") && part && part.tagName !== "BUTTON") {
    table.pick(part.dataset["part"]!);
    lead(table, 0);
    return true;
  }
  if (key.startsWith("Arrow")) {
    lead(table, key === "ArrowRight" || key === "ArrowDown" ? 1 : -1);
    return true;
  }
  if (key === "Escape") {
    table.back();
    return true;
  }
  if (key === "PageUp" || key === "PageDown") {
    table.step(key === "PageUp" ? -1 : 1);
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const cards = [...table.root.querySelectorAll<HTMLElement>(`[data-pocket="${key}"] .card.usable`)];
    cards[(cards.indexOf(table.root.activeElement as HTMLElement) + 1) % cards.length]?.focus();
    return cards.length > 0;
  }
  const what = LETTERS[key.toLowerCase()];
  if (what) table.act(what);
  return what !== undefined;
}

/** Go to the first part of the next choice, or from one to the next; to the button, if everything is chosen. */
export function lead({ root, lit, ready }: Keyed, by: number): void {
  const all = [...root.querySelectorAll<HTMLElement | SVGElement>("[data-part]")].filter((node) =>
    lit().has(node.dataset["part"]!) && node.matches("button, [tabindex='0']") && !node.closest(".mats, .head") && node.getBoundingClientRect().width > 0);
  const at = all.indexOf(root.activeElement as HTMLElement), next = all[at < 0 ? (by < 0 ? all.length - 1 : 0) : (at + by + all.length) % all.length];
  const go = by === 0 && ready() ? root.querySelector<HTMLElement>("[data-do=go]") : null;
  (go ?? next)?.focus({ preventScroll: true });
}
