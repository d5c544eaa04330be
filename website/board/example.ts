// A figure of a page becomes a table to try: its position, its own moves one after the other, and anything else that is allowed.

import type { Entry } from "toledo-rules-client";
import { editionOf, formatPosition, parsePosition, parseTurn, view } from "toledo-rules-client/rules";
import { Telling, same } from "toledo-rules-client/table";
import { type Words, make, moveButtons, reasonList, speechOf, table } from "./site.js";
import { StudyTable } from "./study.js";

export interface Example {
  readonly language: string;
  readonly words: Words;
  /** What is said of a page that is there in English only; empty on an English page. */
  readonly english: string;
}

/** The position of a scene before and after its moves, as the tables read it: for tests. */
export function told(position: string, line: string): [before: string, after: string] {
  const start = parsePosition(position), study = new StudyTable({ start, entries: line ? parseTurn(line, editionOf(start)) : [] });
  return [formatPosition(start), formatPosition(study.state)];
}

export async function example(figure: HTMLElement, { language, words, english }: Example): Promise<void> {
  const { position = "" } = figure.closest<HTMLElement>("[data-position]")!.dataset, { line = "", open } = figure.dataset, said = await speechOf(language);
  const start = parsePosition(position), edition = editionOf(start), own = line ? parseTurn(line, edition) : [];
  const study = new StudyTable({ start, seed: position });
  const element = table(language, { panels: "mats log history" }), why = make("div", { class: "try__why", role: "status" }), tools = make("div", { class: "try__tools" });
  const word = (key: string): string => words[key] ?? key;

  /** How many of the example's moves were played, if nothing else was. */
  const followed = (): number | null => {
    const played = study.record.entries;
    return played.length <= own.length && played.every((entry, at) => same(entry.action, own[at]!.action)) ? played.length : null;
  };
  const sentence = ({ action }: Entry): string => said.render(new Telling(view(study.state, study.state.active), []).action(action));
  const button = (text: string, click: () => void, attributes = {}): HTMLElement => make("button", { type: "button", click, ...attributes }, text);

  function drawTools(): void {
    const at = followed(), next = at === null ? undefined : own[at];
    const spoken = language === "en" ? "" : `&language=${language}`; // who reads English may read something else too
    tools.replaceChildren(
      ...(next ? [button(`${word("example")} ${sentence(next)}`, () => study.enter([next]), { class: "try__own" })] : []),
      ...(study.at ? [button(word("back"), () => study.undo(element.state!.version), { class: "try__back" })] : []),
      ...(open ? [make("a", { class: study.at ? "try__on" : null, href: `${open}#position=${encodeURIComponent(formatPosition(study.state))}${spoken}` }, word(study.at ? "play_on" : "open")), make("a", { class: "try__change", href: `${open}#position=${encodeURIComponent(formatPosition(study.state))}${spoken}&edit=1` }, word("change"))] : []));
  }
  const every = make("details", { class: "try__every", toggle: listMoves }, make("summary", {}, word("every")), make("div"));
  /** All moves as a list, for those who would rather read than point. */
  function listMoves(): void {
    const offers = element.state?.offers ?? [];
    every.hidden = !offers.length;
    if (every.open) every.lastElementChild!.replaceChildren(...moveButtons(offers, said, (seat) => said.name(new Telling(view(study.state, null), []).who(seat)), ({ action }) => study.play(action, element.state!.version)));
  }
  element.addEventListener("toledo-state", () => {
    why.replaceChildren();
    drawTools();
    listMoves();
  });
  element.addEventListener("toledo-why", (event) => {
    const found = study.against((event as CustomEvent<string[]>).detail);
    if (found.length < 2) return why.replaceChildren();
    const told = found.map(({ reason, action }) => ({ text: said.render(reason.message), rule: reason.rule, says: action && sentence({ action, draws: [] }) }));
    why.replaceChildren(make("p", {}, word("many_reasons")), reasonList(told, language, english));
  });
  figure.querySelector(".try")?.remove();
  figure.prepend(make("div", { class: "try", role: "group", "aria-label": word("board") }, element, why, tools, every));
  figure.classList.add("is-live");
  element.join(study);
}
