// A duel as a stage: who attacks, who defends, the cards as they are turned up, and why each round was won.

import type { Event, View } from "../toledo.js";
import { type Child, el, wait } from "./dom.js";
import { Codes } from "./pieces.js";
import { fencer, type Symbols } from "./symbols.js";
import type { Words } from "./words.js";
import type { Said } from "./model.js";

type Began = Extract<Event, { type: "duel_began" }>;
type Fought = Extract<Event, { type: "round_fought" }>;
type Ended = Extract<Event, { type: "duel_ended" }>;

/** Milliseconds for each step; a click on *next card* goes on at once. */
interface Pace {
  readonly turn: number;
  readonly read: number;
}

export class Stage {
  readonly element: HTMLElement;
  private readonly rounds: HTMLElement[];
  private readonly said = el("div", { class: "verdict", role: "status" });
  private readonly next = el("button", { class: "btn main" });
  private fought = 0;
  private hurry = false;
  private go: () => void = () => undefined;

  constructor(
    private readonly duel: Began,
    private readonly before: View,
    private readonly words: Words,
    private readonly symbols: Symbols,
    private readonly rule: (said: Said) => Child,
    private readonly pace: Pace,
  ) {
    const title = words.word("play.duel_on", { step: words.where(duel.step) }), codes = Codes.of(before), enough = codes.edition.rounds_to_win ?? 2;
    this.rounds = Array.from({ length: 2 * enough - 1 }, (_, at) => el("div", { class: "round", "data-place": `duel:${at}` }, el("div", { class: "face" }, symbols.icon("back", 112)), el("span", { class: "rw none" }, String(at + 1)), el("p", { class: "ry" })));
    const all = el("button", { class: "btn" }, words.word("page.show_all"));
    all.addEventListener("click", () => { this.hurry = true; this.go(); });
    this.next.addEventListener("click", () => this.go());
    this.next.textContent = words.word("play.next_card");
    const side = (seat: number, role: "attacks" | "defends", facing: 1 | -1): HTMLElement => el("div", { class: `duelist ${role}`, "data-seat": seat },
      fencer(seat, facing, role === "attacks" ? "lunge" : "guard"),
      el("div", { class: `fn h${seat}` }, el("b", {}, symbols.sign(seat, 22), el("span", { class: "name" }, words.who(seat)), el("small", {}, words.word(`play.${role}`)))),
      el("div", { class: "stars" }, ...Array.from({ length: enough }, () => el("span", { class: "star" }, "☆"))),
      el("div", { class: "tiles" }, ...before.players[seat]!.tiles.map((tile) => el("span", { "data-tile": tile, title: words.tile(tile) }, symbols.icon(`own-tile-${codes.tile(tile)}`, 31)))));
    this.say(words.word("play.duel_begins", { attacker: words.named(duel.attacker), defender: words.named(duel.defender) }), words.word("play.how_won"), "DUE-06");
    this.element = el("section", { class: "stage", role: "dialog", "aria-label": title },
      el("h2", {}, title),
      el("div", { class: "stb" }, side(duel.attacker, "attacks", 1), el("div", { class: "rounds" }, ...this.rounds), side(duel.defender, "defends", -1)),
      this.said, el("div", { class: "row" }, this.next, all));
  }

  private say(head: string, text: string, rule = ""): void {
    this.said.replaceChildren(el("b", {}, head), el("p", {}, text, " ", rule ? el("span", {}, this.rule({ text, rule }) || rule) : ""));
  }

  /** Wait for the next click, but not for ever. */
  private async rest(milliseconds: number): Promise<void> {
    if (this.hurry) return;
    await Promise.race([new Promise<void>((done) => (this.go = done)), wait(milliseconds)]);
  }

  async begin(): Promise<void> {
    this.next.focus({ preventScroll: true });
    await this.rest(this.pace.read * 1.4);
  }

  /** A card is turned up; the tile that decides lights up, or the picture does. */
  async round(event: Fought): Promise<void> {
    const { card, winner } = event, { duel, words, before } = this, place = this.rounds[this.fought++];
    if (!place) return;
    const codes = Codes.of(before), [text, rule, tile] = this.why(event);
    place.classList.add("turned");
    place.querySelector(".face")!.replaceChildren(this.symbols.icon(`card-${codes.card(card)}`, 112));
    if (!this.hurry) await wait(this.pace.turn);
    if (tile) this.element.querySelector(`[data-seat="${winner}"] [data-tile="${CSS.escape(tile)}"]`)?.classList.add("lit");
    else place.querySelector(".face")!.classList.add("lit");
    const mark = place.querySelector(".rw")!;
    mark.className = "rw";
    mark.replaceChildren(this.symbols.sign(winner, 26));
    place.querySelector(".ry")!.replaceChildren(tile ? this.symbols.icon(`own-tile-${codes.tile(tile)}`, 26) : this.symbols.icon(`i-${card.stance}`, 26), el("span", {}, text));
    for (const [seat, wins] of [[duel.attacker, event.attacker_wins], [duel.defender, event.defender_wins]] as const) {
      this.element.querySelectorAll(`[data-seat="${seat}"] .star`).forEach((star, at) => {
        star.textContent = at < wins ? "★" : "☆";
        star.classList.toggle("won", at < wins);
      });
    }
    if (Math.max(event.attacker_wins, event.defender_wins) >= (codes.edition.rounds_to_win ?? 2)) this.next.textContent = words.word("play.go_on"); // no card is left to be turned up
    this.say(words.word("play.round", { number: this.fought, seat: words.named(winner) }), text, rule);
    await this.rest(this.pace.read);
    this.element.querySelectorAll(".tiles .lit").forEach((one) => one.classList.remove("lit"));
  }

  /** Why a round was won: by a tile that only the winner has, or by the picture. */
  private why({ card, winner }: Fought): [text: string, rule: string, tile: string | null] {
    const { duel, before, words } = this, colour = { type: "term" as const, group: "colour" as const, name: card.colour };
    const have = [duel.attacker, duel.defender].filter((seat) => before.players[seat]!.tiles.includes(card.colour)), seat = words.named(winner);
    if (!Codes.of(before).edition.duel_colours.includes(card.colour)) return [words.word("play.by_picture", { colour, seat }), "DUE-08", null];
    if (have.length === 1) return [words.word("play.by_tile", { colour, seat }), "DUE-06", card.colour];
    return [words.word(have.length ? "play.by_picture_both" : "play.by_picture_none", { colour, seat }), "DUE-07", null];
  }

  async end({ winner, loser }: Ended, figure: boolean): Promise<void> {
    const { words, duel } = this, { attacker } = duel, last = this.rounds.filter((one) => one.classList.contains("turned")).length;
    const beaten = this.element.querySelector(`[data-seat="${loser}"] .fencer`);
    beaten?.replaceWith(fencer(loser, loser === attacker ? 1 : -1, "beaten"));
    const wins = Codes.of(this.before).edition.rounds_to_win ?? 2;
    this.next.textContent = words.word("play.go_on");
    this.say(words.word("event.duel_decided", { winner: words.named(winner), loser: words.named(loser), wins, losses: last - wins }), winner === attacker && figure ? words.word("play.takes_circle", { seat: words.named(winner), step: words.where(duel.step) }) : words.word("play.turn_goes_on", { seat: words.named(attacker) }), winner === attacker ? "DUE-13" : "DUE-14");
    this.hurry = false;
    await this.rest(this.pace.read * 2);
  }
}
