// The coach of a first game: one step after the other, each points at parts of the table. It knows no rule: a step holds when the
// server offers a move that goes through its parts, and is done when such a move was played.

import { ask, find, word } from "./common.js";

export class Lesson {
  over = false;

  constructor(seat, steps, changed) {
    this.key = `lesson:${seat}`;
    this.steps = steps;
    this.changed = changed;
    this.at = Number(sessionStorage.getItem(this.key) ?? 0); // a page may be loaded again
    this.length = 0;
    this.done = []; // the step at each length of the log, so that it goes back with what is taken back
    find("coach-next").addEventListener("click", () => this.go(this.at + 1));
    find("coach-stop").addEventListener("click", () => this.stop());
  }

  static async begin(seat, changed) {
    return new Lesson(seat, await ask("/api/lessons"), changed);
  }

  get step() { return this.steps[this.at]; }

  /** The parts to point at now. */
  shown = () => (this.over ? [] : this.step.shown);

  go(at) {
    if (at >= this.steps.length) return this.stop();
    this.at = at;
    this.show();
    this.changed();
  }

  stop() {
    this.over = true;
    sessionStorage.removeItem(this.key);
    history.replaceState(null, "", location.pathname); // the address of the lesson is that of its table now
    find("coach").hidden = true;
    document.body.classList.remove("lesson");
    this.changed();
  }

  /** The move that the step asks for, once it is chosen and only has to be confirmed. */
  chosen(picked, moves) {
    if (this.over || !picked.length || !this.step.move.length) return null;
    const fitting = moves.filter(({ parts }) => this.step.move.every((part) => parts.includes(part)));
    return moves.length === 1 || this.step.move.every((part) => picked.includes(part)) ? fitting[0] : null;
  }

  /** A move goes through parts of the table: is it what the step asks for? */
  played(move) {
    if (!this.over && this.step.move.length && this.step.move.every((part) => move.parts.includes(part))) this.at += 1;
  }

  /** Things stand like this now: the step that fits, beginning with the one that is next. */
  now(moves, length, mine) {
    if (this.over) return;
    if (length < this.length) this.at = this.done[length] ?? 0;
    const fits = ({ move }) => !move.length || moves.some(({ parts }) => move.every((part) => parts.includes(part)));
    if (mine && !fits(this.step)) this.at = this.steps.findIndex((step, at) => at > this.at && fits(step));
    this.length = length;
    this.done[length] = this.at;
    this.show();
  }

  /** Show the step, and say how a move is confirmed that is chosen. */
  show(confirm = false) {
    if (this.over) return;
    sessionStorage.setItem(this.key, this.at);
    find("coach").hidden = false;
    document.body.classList.add("lesson");
    find("coach-title").textContent = `${word("lesson")}: ${word("lesson_step", { number: this.at + 1, all: this.steps.length })}`;
    const text = [word(this.step.word), ...(confirm ? [word("lesson_offer")] : [])].join(" ");
    if (find("coach-text").textContent !== text) find("coach-text").textContent = text; // it is announced once
    const last = this.at === this.steps.length - 1;
    find("coach-next").hidden = this.step.move.length > 0;
    find("coach-next").textContent = last ? word("lesson_play_on") : word("lesson_next");
    find("coach-stop").hidden = last;
  }
}
