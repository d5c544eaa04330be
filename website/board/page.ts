// The board: a table for any position, and all that can be asked about it. What is allowed, and why the rest is not, the rules say.

import type { Action, Entry, Refusal, State, View } from "toledo-rules-client";
import { KOSMOS_2008, NotationError, duelOdds, editionOf, formatAction, formatPosition, formatRecord, legalActions, parsePosition, parseTurn, readRecord, score, step, view } from "toledo-rules-client/rules";
import { Telling, prose } from "toledo-rules-client/table";
import { edit } from "./editor.js";
import { type Speech, type Words, filled, make, moveButtons, reasonList, speechOf, table } from "./site.js";
import { type Eyes, StudyTable, type Studied } from "./study.js";
import { type Level, Thinker } from "./thinking.js";

export interface PageData {
  readonly words: Words;
  /** The pages by language, and the board in the language of this one. */
  readonly board: string;
  readonly addresses: { readonly [language: string]: string };
  /** The names of the languages. */
  readonly languages: { readonly [language: string]: string };
  readonly levels: readonly Level[];
  /** What is said of a page that is there in English only; empty on an English page. */
  readonly english: string;
  /** The same, if rules are in English. */
  readonly elsewhere: string;
}

const MOST_PLANS = 3;
const QUICK = 3; // the level that answers a hint
const PANELS = ["moves", "type", "bots", "duels", "words", "share", "paste", "new"] as const;
type Panel = (typeof PANELS)[number];

/** What was kept under a name, if the browser lets a page keep anything; with a text, keep that. */
export function kept(store: "localStorage" | "sessionStorage", name: string, text?: string): string | null {
  try {
    if (text !== undefined) window[store].setItem(`toledo-board-${name}`, text);
    return window[store].getItem(`toledo-board-${name}`);
  } catch {
    return null;
  }
}

const given = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));
const percent = (share: number): number => Math.round(100 * share);
const shuffled = <T>(things: readonly T[]): T[] => things.map((thing) => [Math.random(), thing] as const).sort(([a], [b]) => a - b).map(([, thing]) => thing);

/** A text that cannot be opened: the sentence about it, and what is only known in English. */
class Unread extends Error {
  constructor(readonly kind: string, english: string) {
    super(english);
  }
}

/** Open a position or a record, in notation or JSON. */
function opened(text: string): Studied & { readonly misfit?: string } {
  const plain = text.trim().replace(/^\ufeff/, "");
  const kind = /^toledo-record/.test(plain) ? "record" : plain.startsWith("{") ? "json" : /^toledo1/i.test(plain) ? "position" : "nothing";
  const drawn = (state: State): State => {
    if (editionOf(state).name !== KOSMOS_2008.name) throw new Unread("edition", `[${editionOf(state).name}]`);
    return state;
  };
  const record = (written: string): Studied & { readonly misfit?: string } => {
    const { record: found, problems } = readRecord(written), told = problems.map(({ where, found: there, expected }) => `${where}: found ${there}, expected ${expected}`);
    if (!found) throw new Unread("record", told.join("\n"));
    drawn(found.start);
    const misfit = told[0] ?? "";
    return { start: found.start, entries: found.entries, names: found.names, ...(misfit ? { misfit } : {}) };
  };
  if (kind === "nothing") throw new Unread(kind, plain.slice(0, 30));
  if (kind === "record") return record(plain);
  try {
    if (kind === "position") return { start: drawn(parsePosition(plain)) };
    const { kind: what, value } = JSON.parse(plain) as { kind?: string; value: never };
    if (what === "record") return record(formatRecord(value));
    if (what !== "state") throw new TypeError(`found ${what}, expected a position with all hands, or a record`);
    return { start: drawn(parsePosition(formatPosition(value))) };
  } catch (error) {
    if (error instanceof Unread) throw error;
    throw new Unread(error instanceof SyntaxError ? "broken_json" : kind, String((error as Error).message));
  }
}

export async function board(app: HTMLElement, data: PageData): Promise<void> {
  const language = document.documentElement.lang, { words, english, elsewhere } = data;
  const wanted = [given().get("language"), language === "en" ? null : language, kept("localStorage", "language"), ...navigator.languages];
  const chosen = wanted.map((code) => (code ?? "").slice(0, 2)).find((code) => code in data.addresses) ?? "en";
  if (chosen !== language) return location.replace(inLanguage(chosen)); // each language has a page of its own
  const said: Speech = await speechOf(language);
  const word = (key: string, values: { readonly [name: string]: string | number } = {}): string => filled(words[key] ?? key, values);
  const thinker = new Thinker(new URL("board/engine.js", ToledoBoards.root)), hint = thinker.bot(data.levels[QUICK]!);
  const element = table(language, { panels: "log mats score" }), page = new Map<string, HTMLElement>();
  let study: StudyTable, eyes: Eyes = "open", atRandom: number | null = null;

  /** The address of this page in a language, with the same position. English is also what is read without a choice: it says so. */
  function inLanguage(other: string): string {
    const hash = given();
    hash.delete("language");
    if (other === "en") hash.set("language", other);
    const carried = hash.toString().replaceAll("+", "%20");
    return data.addresses[other]! + (carried && `#${carried}`);
  }
  const part = <Tag extends keyof HTMLElementTagNameMap>(name: string, tag: Tag, attributes = {}, ...content: (Node | string)[]): HTMLElementTagNameMap[Tag] => {
    const made = make(tag, { "data-part": name, class: name, ...attributes }, ...content);
    page.set(name, made);
    return made;
  };
  const find = (name: string): HTMLElement => page.get(name)!;
  const button = (key: string, click: () => void, attributes = {}): HTMLButtonElement => make("button", { type: "button", class: "button", click, "data-part": key, ...attributes }, word(key));
  const field = (key: string, input: HTMLElement): HTMLElement => make("label", { class: "field" }, make("span", {}, word(key)), " ", input);
  const nameOf = (seat: number): string => said.name(new Telling(view(study.state, null), study.names).who(seat));
  const sentence = (action: Action, of: View): string => said.render(new Telling(of, study.names).action(action));
  const refused = (refusal: Refusal, of: View): { text: string; rule: string } => ({ text: said.render(new Telling(of, study.names).refusal(refusal)), rule: refusal.rule });
  /** A sentence, and what is only known in English. */
  const detail = (text: string, more: string): (Node | string)[] => [text, make("details", {}, make("summary", {}, word("details") + english), make("pre", { lang: "en", tabindex: 0 }, more))];

  // Beginning

  function begin(options: Studied, { from = eyes, dealt = null as number | null, at = Infinity } = {}): void {
    study = new StudyTable({ ...options, eyes: from, bot: hint });
    const seats = study.state.players.length;
    eyes = typeof from === "number" && from >= seats ? "open" : from;
    study.eyes = eyes;
    atRandom = dealt !== null && dealt < seats ? dealt : null;
    if (at < study.at) study.go(at);
    element.join(study);
  }

  /** Open a text, or say why not. */
  function open(text: string, more: Parameters<typeof begin>[1] = {}): boolean {
    try {
      const { misfit, ...found } = opened(text);
      begin(found, more);
      tell(misfit ? detail(word("misfit"), misfit) : atRandom === null ? [] : [word("at_random", { name: nameOf(atRandom) })]);
      find("unread").replaceChildren();
      return true;
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      const told = detail(word(`unread_${error.kind}`, { open: "{", close: "}" }), error.message);
      find("unread").replaceChildren(...told);
      if (!(find("paste") as HTMLDetailsElement).open) tell(detail(word(`unread_${error.kind}`, { open: "{", close: "}" }), error.message));
      return false;
    }
  }

  const anySeed = (): string => String(Math.floor(Math.random() * 10000));
  const seedOf = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text);
  function deal(players: number, seed: string): void {
    begin({ players, seed: seedOf(seed) }, { from: eyes });
    tell([word("dealt", { seed })]);
  }

  /** The game that was on this page before it was loaded again, or in another language, if the link leads to where it was. */
  function goOn(position: string, more: Parameters<typeof begin>[1]): boolean {
    const game = JSON.parse(kept("sessionStorage", "game") ?? "null") as { position: string; record: string; at: number } | null;
    return game?.record && game.position === position ? open(game.record, { ...more, at: game.at }) : open(position, more);
  }

  function openFromLink(loaded: boolean): boolean {
    const link = given(), text = link.get("record") ?? link.get("position");
    if (!text) return false;
    const seat = (name: string): number | null => (/^\d$/.test(link.get(name) ?? "") ? Number(link.get(name)) : null);
    const more = { from: link.get("eyes") === "turn" ? "turn" as const : seat("eyes") ?? "open" as const, dealt: seat("at_random") };
    const done = loaded && !link.has("record") ? goOn(text, more) : open(text, more);
    if (done && link.get("play")) enter(link.get("play")!);
    if (done && link.has("edit")) change();
    return done;
  }

  // What is said beside the table

  /** Say something above the board; it goes with the next state. */
  function tell(content: readonly (Node | string)[]): void {
    find("said").replaceChildren(...content);
    find("notice").hidden = !content.length;
  }

  element.addEventListener("toledo-why", (event) => {
    const found = study.against((event as CustomEvent<string[]>).detail);
    if (found.length < 2) return tell([]);
    const seen = view(study.state, study.state.active);
    tell([make("p", {}, word("many_reasons")), reasonList(found.map(({ reason, action }) => ({ text: said.render(reason.message), rule: reason.rule, says: action && sentence(action, seen) })), language, elsewhere)]);
  });
  element.addEventListener("toledo-play", () => tell([]));
  element.addEventListener("toledo-pick", (event) => { if ((event as CustomEvent<string[]>).detail.length) tell([]); }); // nothing is picked in a new state
  element.addEventListener("toledo-state", shown);

  /** Change the position piece by piece, and go on from there. */
  function change(): void {
    tell([]);
    const done = (state: State | null): void => (state ? begin({ start: state }) : element.join(study));
    void edit(app, { element, start: study.state, said, word, done });
  }

  /** A state is shown: everything else follows it. */
  function shown(): void {
    if (app.classList.contains("editing")) return;
    const position = formatPosition(study.state), link = { position, ...(eyes === "open" ? {} : { eyes: String(eyes) }), ...(atRandom === null ? {} : { at_random: String(atRandom) }), ...(given().has("language") ? { language } : {}) };
    app.dataset["state"] = "ready";
    app.dataset["position"] = position;
    kept("sessionStorage", "game", JSON.stringify({ position, record: recorded(study.entries), at: study.at }));
    history.replaceState(null, "", `#${new URLSearchParams(link).toString().replaceAll("+", "%20")}`);
    if (study.chance) tell([make("button", { type: "button", class: "button", "data-part": "draw", click: () => { tell([]); study.draw(); } }, word("draw"))]);
    drawBar();
    find("plans").replaceChildren();
    find("refused").replaceChildren();
    for (const panel of PANELS) if ((find(panel) as HTMLDetailsElement).open) fill(panel);
  }
  const recorded = (entries: Entry[]): string => formatRecord({ ...study.record, entries, scores: entries.length === study.at ? study.record.scores : null });

  function drawBar(): void {
    const go = (key: string, to: number, sign: string, enabled: boolean): HTMLButtonElement =>
      make("button", { type: "button", class: "button step", "data-part": key, title: word(key), "aria-label": word(key), disabled: !enabled, click: () => { tell([]); study.go(to); } }, sign);
    const focus = (document.activeElement as HTMLElement | null)?.dataset["part"], { at, length } = study;
    const seats = make("select", { "data-part": "eyes", change: () => {
      eyes = seats.value === "open" || seats.value === "turn" ? seats.value : Number(seats.value);
      study.look(eyes);
    } }, ...[["open", word("hands_open")], ["turn", word("hands_turn")], ...study.state.players.map((_, seat) => [String(seat), word("hands_seat", { name: nameOf(seat) })])]
      .map(([value, text]) => make("option", { value, selected: value === String(eyes) }, text!)));
    find("steps").replaceChildren(
      go("first", 0, "«", at > 0), go("back", at - 1, "‹", at > 0), make("span", { class: "moment" }, word("moment", { at, length })),
      go("forward", at + 1, "›", at < length), go("last", length, "»", at < length), field("hands", seats));
    find("links").replaceChildren(...links());
    if (focus && !document.activeElement?.matches("[data-part]")) app.querySelector<HTMLElement>(`[data-part="${focus}"]:not(:disabled)`)?.focus({ preventScroll: true });
  }

  // Playing by words

  /** Play a line of notation, or say why not where it was written. */
  function enter(line: string): void {
    const seen = view(study.state, study.state.active);
    try {
      const reasons = study.enter(parseTurn(line, editionOf(study.state)));
      if (!reasons.length) return;
      find("refused").replaceChildren(reasonList(reasons.map((one) => refused(one, seen)), language, elsewhere));
    } catch (error) {
      const readable = error instanceof NotationError ? said.word("error.notation", { text: line, column: error.column }) : said.word("error.malformed");
      find("refused").replaceChildren(...detail(readable, String((error as Error).message)));
    }
    (find("type") as HTMLDetailsElement).open = true;
  }

  const fillers: { readonly [panel in Panel]?: () => void } = {
    moves() {
      const offers = element.state?.offers ?? [];
      find("menu").replaceChildren(...moveButtons(offers, said, nameOf, ({ action }) => study.play(action, element.state!.version)));
      if (!offers.length) find("menu").textContent = said.render(element.state!.prompt);
    },
    type() {
      const example = legalActions(study.state).at(-1);
      find("example").textContent = example ? word("type_hint", { example: formatAction(example, editionOf(study.state)) }) : "";
    },
    duels() {
      const seen = view(study.state, study.state.active), { phase } = seen;
      const rivals = new Set([...(element.state?.offers ?? []).flatMap(({ duels }) => duels.map(({ rival }) => rival)), ...(phase.type === "duel" ? [phase.rival] : [])]);
      const odds = [...rivals].sort().map((rival) => ({ rival, ...duelOdds(seen, rival) })), chance = ([n, d]: readonly [bigint, bigint]): number => percent(Number(n) / Number(d));
      find("odds").replaceChildren(make("p", {}, odds.length ? word("duels_of", { name: nameOf(seen.active) }) : word("no_duel")),
        make("ul", {}, ...odds.map(({ rival, attackerWins, scores }) => make("li", {}, word("duel_line", { name: nameOf(rival), percent: chance(attackerWins), exact: attackerWins.join("/") }), make("br"),
          make("small", {}, scores.map(({ rounds: [mine, theirs], chance: of }) => word("rounds", { mine, theirs, percent: chance(of) })).join(", "))))));
    },
    words() {
      const { state } = study, seen = view(state, study.watcher), points = seen.players.map((_, seat) => score(seen, seat).total);
      const hands = eyes === "open" ? state.players.map(({ hand }, seat) => [seat, hand] as const) : seen.seat === null ? [] : [[seen.seat, seen.hand] as const];
      find("prose").replaceChildren(...prose(seen, points, hands, said, study.names).map((line) => make("p", {}, line)));
    },
  };
  const fill = (panel: Panel): void => fillers[panel]?.();

  // Bots think in a worker, so that the board goes on, and so that they can be stopped

  async function advise(level: number): Promise<void> {
    const { state } = study, place = find("plans"), seen = view(state, state.active);
    if (!legalActions(state).length) return place.replaceChildren(said.render(element.state!.prompt));
    place.replaceChildren(word("thinking"), " ", button("stop", () => { thinker.stop("stopped"); place.replaceChildren(); }));
    try {
      const [plans, chances] = await Promise.all([thinker.plans(seen, data.levels[level - 1]!, MOST_PLANS), thinker.chances(seen)]);
      if (state !== study.state) return;
      const now = chances.map((one, seat) => `${nameOf(seat)} ${percent(one)} %`).join(", ");
      place.replaceChildren(make("p", {}, word("outlook", { chances: now })), make("ol", {}, ...plans.map(({ actions, chance }) => make("li", {}, `${planned(actions, state)} `, make("small", {}, word("wins", { percent: percent(chance) })), " ",
        make("button", { type: "button", class: "button", "data-part": "follow", click: () => void study.enter([{ action: actions[0]!, draws: [] }]) }, word("play"))))));
      const first = element.state?.offers.find(({ action }) => formatAction(action, editionOf(state)) === formatAction(plans[0]!.actions[0]!, editionOf(state)));
      element.advise(first?.slots.filter(({ slot }) => slot !== "cost").flatMap(({ parts }) => parts) ?? []);
    } catch (error) {
      const { message } = error as Error;
      if (message !== "stopped") place.replaceChildren(location.protocol === "file:" ? word("folder") : word("failed", { reason: message }));
    }
  }
  /** A plan in sentences, up to where chance decides. */
  function planned(actions: readonly Action[], from: State): string {
    const told: string[] = [];
    let state = from;
    for (const action of actions) {
      if (!legalActions(state).length) break;
      told.push(sentence(action, view(state, state.active)));
      state = step(state, action).state;
    }
    return told.join(" ");
  }

  // Sharing

  function copier(key: string, text: () => string, values: { readonly [name: string]: string } = {}): HTMLButtonElement {
    const copy = make("button", { type: "button", class: "button", "data-part": key, click: async () => {
      const copied = text();
      try {
        await navigator.clipboard.writeText(copied);
      } catch { // some browsers keep the clipboard closed: then it is shown, to be copied by hand
        return void window.prompt(word(key, values), copied);
      }
      copy.textContent = word("copied");
      setTimeout(() => { copy.textContent = word(key, values); }, 2000);
    } }, word(key, values));
    return copy;
  }
  /** Links to be copied, each with what it shows. They lead on to the page in the reader's language. */
  function links(): HTMLElement[] {
    const seat = typeof eyes === "number" ? eyes : study.watcher;
    const address = (what: { readonly [key: string]: string }): string => new URL(`${data.addresses["en"]}#${new URLSearchParams(what).toString().replaceAll("+", "%20")}`, location.href).href;
    return [
      copier("link_open", () => address({ position: formatPosition(study.state) })),
      ...(seat === null ? [] : [copier("link_seat", () => address({ position: formatPosition(study.known(seat, shuffled)), eyes: String(seat), at_random: String(seat) }), { name: nameOf(seat) })]),
      copier("link_game", () => address({ record: recorded(study.record.entries) })),
      make("p", { class: "hint" }, word("link_hint")),
    ];
  }

  // The page

  const panel = (name: Panel, ...content: HTMLElement[]): HTMLElement => part(name, "details", { class: "panel", toggle: () => { if ((find(name) as HTMLDetailsElement).open) fill(name); } }, make("summary", {}, word(name)), ...content);
  const languages = make("select", { "data-part": "language", change: () => {
    kept("localStorage", "language", languages.value);
    location.assign(inLanguage(languages.value));
  } }, ...Object.entries(data.languages).map(([code, name]) => make("option", { value: code, selected: code === language }, name)));
  const line = make("input", { "data-part": "line", size: 30, spellcheck: "false", autocapitalize: "off", "aria-label": word("type") });
  const level = make("select", { "data-part": "bot", "aria-label": word("bots") }, ...data.levels.map((_, at) => make("option", { value: at + 1, selected: at + 1 === QUICK + 1 }, word("bot_searcher", { level: at + 1 }))));
  const text = make("textarea", { "data-part": "text", rows: 4, spellcheck: "false", "aria-label": word("paste_hint"), placeholder: word("paste_hint") });
  const players = make("select", { "data-part": "players" }, ...[2, 3, 4].map((number) => make("option", { value: number, selected: number === 3 }, String(number))));
  const seed = make("input", { "data-part": "seed", value: anySeed(), size: 6, required: true, "aria-describedby": "seed-hint" });
  app.replaceChildren(
    make("div", { class: "bar" }, part("steps", "span"), make("button", { type: "button", class: "button edit", "data-part": "edit", title: word("edit"), click: change }, make("span", { "aria-hidden": "true" }, "✎"), make("span", { class: "name" }, word("edit"))), field("language", languages), make("details", { class: "linking", "data-part": "link" }, make("summary", { class: "button" }, word("copy_link")), part("links", "div"))),
    element,
    make("div", { class: "panels" },
      panel("moves", part("menu", "div")),
      panel("type", make("form", { class: "typing", submit: (event: SubmitEvent) => { event.preventDefault(); enter(line.value); } }, line, make("button", { class: "button", "data-part": "try" }, word("play")), part("refused", "div", { role: "status" }), part("example", "p", { class: "hint" }))),
      panel("bots", make("div", {}, level, " ", button("ask", () => void advise(Number(level.value))), part("plans", "div", { role: "status" }))),
      panel("duels", part("odds", "div")),
      panel("words", part("prose", "div")),
      panel("share", make("div", {}, copier("copy_position", () => formatPosition(study.state)), copier("copy_json", () => JSON.stringify({ format: 1, kind: "state", value: study.state })), copier("copy_record", () => recorded(study.record.entries)), make("p", { class: "hint" }, word("share_hint")))),
      panel("paste", make("div", {}, text, button("open", () => open(text.value)), part("unread", "div", { role: "status" }))),
      panel("new", make("form", { class: "setup", submit: (event: SubmitEvent) => { event.preventDefault(); deal(Number(players.value), seed.value.trim()); seed.value = anySeed(); } },
        field("players", players), field("seed", seed), make("button", { class: "button", "data-part": "deal" }, word("deal")), make("p", { class: "hint", id: "seed-hint" }, word("seed_hint"))))));
  element.append(part("notice", "div", { slot: "notice", hidden: true, role: "status" }, part("said", "div"), make("button", { type: "button", class: "close", "aria-label": said.word("page.close"), click: () => tell([]) }, "×")));
  element.addEventListener("toledo-rematch", () => deal(study.state.players.length, anySeed()));
  addEventListener("hashchange", () => openFromLink(false));
  if (!openFromLink(true)) {
    const unread = [...find("said").childNodes];
    begin({ players: 3, seed: seedOf(seed.value) });
    if (unread.length) tell(unread);
    seed.value = anySeed();
  }
}
