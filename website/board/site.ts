// What the site's tables share: how they get their data, the scheme of the page, and small helpers for elements.

import { type ToledoTable, defineTable, loadDataBy, speech } from "toledo-rules-client/element";
import type { TableOffer } from "toledo-rules-client/table";

/** What assets/boards.js has: files of the folder `board`, as scripts, because a page in a folder may load nothing else. */
export interface Boards {
  readonly root: URL;
  load(name: string): Promise<unknown>;
}
declare global {
  var ToledoBoards: Boards;
}

export type Words = { readonly [key: string]: string };
export type Speech = Awaited<ReturnType<typeof speech>>;

defineTable();
loadDataBy((address) => ToledoBoards.load(address.replace(/\.json$/, "")));

/** The sentences of a language. */
export const speechOf = (language: string): Promise<Speech> => speech("", language);

/** The words of a page, with what is to be filled in. */
export const filled = (text: string, values: { readonly [name: string]: string | number } = {}): string =>
  text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));

type Content = Node | string | null | false;
type Listening = (event: never) => void;

/** An element with attributes and content; a function listens to the event of its name. */
export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: { readonly [name: string]: string | number | boolean | null | undefined | Listening } = {}, ...content: Content[]): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as (event: Event) => void);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...content.filter((one) => one !== null && one !== false));
  return made;
}

const scheme = (): string => (document.body.dataset["mdColorScheme"] === "slate" ? "dark" : "light");

/** The address of a rule; it leads to the rule in the language, if it is there. */
export const ruleIn = (rule: string, language: string): string => (language === "en" ? `${rule}.html` : `${rule}.html#${language}`);

/** A table in the scheme of the page. */
export function table(language: string, attributes: { readonly [name: string]: string }): ToledoTable {
  const rules = `${ToledoBoards.root.href}${ruleIn("{rule}", language)}`;
  const made = make("toledo-table", { data: "", keys: "inside", language, theme: scheme(), rules, ...attributes });
  new MutationObserver(() => made.setAttribute("theme", scheme())).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  return made;
}

/** Reasons with their rules, as a list; `english` says that the rules are in English, where they are. */
export function reasonList(reasons: readonly { readonly text: string; readonly rule: string; readonly says?: string | null }[], language: string, english: string): HTMLUListElement {
  return make("ul", {}, ...reasons.map(({ text, rule, says }) => make("li", {}, says ? make("span", { class: "says" }, `${says} `) : null, `${text} `, make("a", { class: "id", href: new URL(ruleIn(rule, language), ToledoBoards.root).href, hreflang: english ? "en" : language }, rule), english)));
}

/** All that is allowed, as buttons, each with what it brings; `name` names a rival. */
export function moveButtons(offers: readonly TableOffer[], said: Speech, name: (seat: number) => string, play: (offer: TableOffer) => void): HTMLButtonElement[] {
  const odds = (wins: string): number => {
    const [part = 0, whole = 1] = wins.split("/").map(Number);
    return Math.round((100 * part) / whole);
  };
  return offers.map((offer) => {
    const facts = [...offer.duels.map(({ rival, wins }) => said.word("page.odds", { percent: odds(wins), name: name(rival) })), ...(offer.points > 0 ? [said.word("play.points", { points: offer.points })] : [])];
    return make("button", { type: "button", class: "offer", click: () => play(offer) }, said.render(offer.message), ...facts.map((fact) => make("small", {}, ` ${fact}`)));
  });
}
