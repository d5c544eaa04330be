// The coach of a first game: one step after the other, each points at parts of the table. It knows no rule: a step holds when the
// table offers a move that goes through its parts, and is done when such a move was played.

import { ask, find, word } from "./common.js";

export class Lesson {
  over = false;

  constructor(seat, steps, table) {
    this.key = `lesson:${seat}`;
    this.steps = steps;
    this.table = table;
    this.at = Number(sessionStorage.getItem(this.key) ?? 0); // a page may be loaded again
    this.length = 0;
    this.done = []; // the step after so many moves, so that it goes back with what is taken back
    find("coach-next").addEventListener("click", () => this.go(this.at + 1));
    find("coach-stop").addEventListener("click", () => this.stop());
    table.addEventListener("toledo-state", ({ detail }) => this.now(detail));
    table.addEventListener("toledo-pick", () => this.show());
    table.addEventListener("toledo-play", ({ detail: { parts } }) => this.played(parts));
  }

  static async begin(seat, table) {
    return new Lesson(seat, await ask("/api/lessons"), table);
  }

  get step() { return this.steps[this.at]; }

  go(at) {
    if (at >= this.steps.length) return this.stop();
    this.at = at;
    this.show();
  }

  stop() {
    this.over = true;
    sessionStorage.removeItem(this.key);
    history.replaceState(null, "", location.pathname); // the address of the lesson is that of its table now
    find("coach").hidden = true;
    this.table.advise([]);
  }

  /** A move goes through parts of the table: is it what the step asks for? */
  played(parts) {
    if (!this.over && this.step.move.length && this.step.move.every((part) => parts.includes(part))) this.at += 1;
  }

  /** Things stand like this now: the step that fits, beginning with the one that is next. */
  now({ offers, number, change }) {
    if (this.over) return;
    const length = change === "undone" ? number - 1 : number ?? this.length;
    if (length < this.length) this.at = this.done[length] ?? 0;
    const fits = ({ move }) => !move.length || offers.some(({ parts }) => move.every((part) => parts.includes(part)));
    const next = this.steps.findIndex((step, at) => at >= this.at && fits(step));
    if (offers.length && next >= 0) this.at = next;
    this.length = length;
    this.done[length] = this.at;
    this.show();
  }

  /** Show the step, point at what is still to be chosen, and say how a move is confirmed that is chosen. */
  show() {
    if (this.over || !this.table.state) return;
    const { step, table, at, steps } = this, { picked, ready, lit } = table.choosing;
    sessionStorage.setItem(this.key, at);
    find("coach").hidden = false;
    find("coach-title").textContent = `${word("lesson")}: ${word("lesson_step", { number: at + 1, all: steps.length })}`;
    const chosen = ready && step.move.length && step.move.every((part) => ready.parts.includes(part));
    const text = [word(step.word), ...(chosen ? [word("lesson_offer")] : [])].join(" ");
    if (find("coach-text").textContent !== text) find("coach-text").textContent = text; // it is announced once
    const last = at === steps.length - 1;
    find("coach-next").hidden = step.move.length > 0;
    find("coach-next").textContent = last ? word("lesson_play_on") : word("lesson_next");
    find("coach-stop").hidden = last;
    const open = step.shown.filter((part) => !picked.includes(part)), next = open.filter((part) => lit.has(part));
    table.advise(chosen ? [] : picked.length && next.length ? next : open);
  }
}
