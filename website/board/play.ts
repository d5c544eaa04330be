// A game against bots, without a server: it is kept in this browser, and its record can be taken along.

import type { Action, Entry, State } from "toledo-rules-client";
import { type LocalOptions, LocalTable } from "toledo-rules-client/local";
import { READINGS, editionOf, formatRecord, legalActions, readRecord } from "toledo-rules-client/rules";
import { type PageData, kept } from "./page.js";
import { filled, make, ruleIn, table } from "./site.js";
import { type Level, Thinker } from "./thinking.js";

const ADVISER = 5; // the level that gives hints
const GAME = "play";

/** A game as it is kept: its record, the seat of the person, and the level of the others. */
interface Kept {
  readonly record: string;
  readonly seat: number;
  readonly level: number;
}

/** A table at which bots play a level, and hints come from another one. */
class BotTable extends LocalTable {
  constructor(
    private readonly thinker: Thinker,
    private readonly adviser: Level,
    options: LocalOptions,
  ) {
    super(options);
  }
  override async hint(): Promise<Action | null> {
    const actions = legalActions(this.seen);
    return actions.length ? this.thinker.bot(this.adviser)(this.seen, actions) : null;
  }
}

export async function play(app: HTMLElement, data: PageData): Promise<void> {
  const language = document.documentElement.lang, thinker = new Thinker(new URL("board/engine.js", ToledoBoards.root));
  const word = (key: string, values = {}): string => filled(data.words[key] ?? key, values);
  const element = table(language, {}), notice = make("div", { slot: "notice", class: "notice", hidden: true, role: "status" });
  let game: BotTable, seat = 0, level = 2;

  const chosen = (name: string, values: readonly (readonly [value: number, text: string])[], now: number): HTMLSelectElement =>
    make("select", { "data-part": name }, ...values.map(([value, text]) => make("option", { value, selected: value === now }, text)));
  const field = (key: string, input: HTMLElement): HTMLElement => make("label", { class: "field" }, make("span", {}, word(key)), " ", input);
  const random = (below: number): number => Math.floor(Math.random() * below);

  function join(options: { readonly players?: number; readonly edition?: string; readonly start?: State; readonly entries?: readonly Entry[] }): void {
    game = new BotTable(thinker, data.levels[ADVISER - 1]!, { ...options, seat, seed: `${Date.now()} ${random(1e9)}`, bot: thinker.bot(data.levels[level - 1]!) });
    element.join(game);
  }
  function begin(number: number): void {
    seat = random(number);
    const read = others.filter(([, { checked }]) => checked).map(([ruling]) => `${ruling}=${READINGS[ruling][1]}`);
    join({ players: number, edition: ["kosmos-2008", ...read].join(" ") });
  }
  /** The game that was played here before, if it can be read. */
  function goOn(): boolean {
    try {
      const found = JSON.parse(kept("localStorage", GAME) ?? "null") as Kept | null, { record } = readRecord(found?.record ?? "");
      if (!found || !record) return false;
      seat = found.seat;
      level = data.levels[found.level - 1] ? found.level : level;
      join({ start: record.start, entries: record.entries });
      return true;
    } catch {
      return false; // kept by another version of this page
    }
  }

  element.addEventListener("toledo-state", () => {
    const record = formatRecord(game.record);
    kept("localStorage", GAME, JSON.stringify({ record, seat, level } satisfies Kept));
    app.dataset["state"] = "ready";
    app.dataset["length"] = String(game.record.entries.length);
    study.href = `${data.board}#record=${encodeURIComponent(record)}&eyes=${seat}${language === "en" ? "" : `&language=${language}`}`;
    notice.hidden = !thinker.failed;
    notice.textContent = thinker.failed ? word("simple") : "";
  });
  /** The rulings that tables read differently, each with its other reading; they count from the next new game on. */
  const rulings = Object.keys(READINGS) as (keyof typeof READINGS)[];
  const others = rulings.map((ruling) => [ruling, make("input", { type: "checkbox", "data-part": ruling })] as const);
  const readings = make("details", { class: "readings", "data-part": "readings" }, make("summary", {}, word("readings")), make("ul", {}, ...others.map(([ruling, box]) => {
    const number = `A-${ruling.slice(1)}`;
    return make("li", {}, make("label", {}, box, ` ${word(`reading_${ruling}`)} `), make("a", { href: new URL(ruleIn(number, language), ToledoBoards.root).href, target: "_blank" }, number));
  })));

  element.addEventListener("toledo-rematch", () => begin(game.state.players.length));

  function download(): void {
    const address = URL.createObjectURL(new Blob([formatRecord(game.record)], { type: "text/plain" }));
    make("a", { href: address, download: "game.toledo" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
  const study = make("a", { class: "button", "data-part": "study", href: "" }, word("study"));
  const old = goOn();
  if (old) for (const [ruling, box] of others) box.checked = editionOf(game!.record.start).readings?.[ruling] === READINGS[ruling][1];
  const players = chosen("players", [2, 3, 4].map((number) => [number, String(number)] as const), old ? game!.state.players.length : 2);
  const levels = chosen("level", data.levels.map((_, at) => [at + 1, `${at + 1}: ${word(`level_${at + 1}`)}`] as const), level);
  const languages = make("select", { "data-part": "language", change: () => location.assign(data.addresses[languages.value]!) },
    ...Object.entries(data.languages).map(([code, name]) => make("option", { value: code, selected: code === language }, name)));
  const again = make("button", { type: "button", class: "button", "data-part": "begin", click: () => {
    const under = game.record.entries.length > 0 && !element.state?.result;
    if (under && !window.confirm(word("replace"))) return;
    level = Number(levels.value);
    begin(Number(players.value));
  } }, word("new"));
  levels.addEventListener("change", () => { // it counts from now on
    level = Number(levels.value);
    join({ start: game.record.start, entries: game.record.entries });
  });
  const taken = make("button", { type: "button", class: "button", "data-part": "download", click: download }, word("download"));
  app.replaceChildren(make("div", { class: "bar" }, field("players", players), field("level", levels), again), element, make("div", { class: "below" }, taken, study, field("language", languages)), readings);
  element.append(notice);
  if (!old) begin(Number(players.value));
}
