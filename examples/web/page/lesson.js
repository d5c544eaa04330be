// The coach of a first game: one step after the other, each points at parts of the table. It knows no rule: a step holds when the
// table offers a move that goes through its parts, and is done when such a move was played. Each chapter has a table of its own.

import { ask, find, hosted, word } from "./common.js";

export class Lesson {
  over = false;

  constructor(seat, chapters, table) {
    this.key = `lesson:${seat}`;
    this.chapter = Number(location.hash.split("-")[1]);
    this.chapters = chapters;
    this.steps = chapters[this.chapter];
    this.table = table;
    this.at = Number(sessionStorage.getItem(this.key) ?? 0); // a page may be loaded again
    this.astray = false; // nothing that it could say fits
    this.length = 0;
    this.done = []; // the step after so many moves, so that it goes back with what is taken back
    find("coach-next").addEventListener("click", () => this.go());
    find("coach-stop").addEventListener("click", () => this.stop());
    table.addEventListener("toledo-state", ({ detail }) => this.now(detail));
    table.addEventListener("toledo-pick", () => this.show());
    table.addEventListener("toledo-play", ({ detail: { parts } }) => this.played(parts));
  }

  static async begin(seat, table) {
    return new Lesson(seat, await ask("/api/lessons"), table);
  }

  get step() { return this.steps[this.at]; }
  get last() { return this.at === this.steps.length - 1; }

  /** The step after one that was read: the next chapter has a table of its own. */
  async go() {
    if (!this.last) {
      this.done[this.length] = this.at += 1;
      return this.show();
    }
    const { company: { names, seat } } = this.table, name = names[seat], teacher = names.find((one) => one !== name);
    try {
      const opened = await ask("/api/lessons", { name, teacher, chapter: this.chapter + 1 });
      hosted.add(opened);
      sessionStorage.removeItem(this.key);
      location.href = opened.seat;
    } catch (error) {
      this.table.say(error.message);
    }
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
    if (!this.over && this.step.move.length && this.step.move.every((part) => parts.includes(part)) && !this.last) this.at += 1;
  }

  /** Things stand like this now: the next step, if it fits, or the last, for whoever has gone another way. */
  now({ offers, number, change, result }) {
    if (this.over) return;
    const length = change === "undone" ? number - 1 : number ?? this.length;
    if (length < this.length) this.at = this.done[length] ?? 0;
    const fits = ({ move, over }) => over === Boolean(result) && (!move.length || offers.some(({ parts }) => move.every((part) => parts.includes(part))));
    const next = [this.at, this.steps.length - 1].find((at) => fits(this.steps[at]));
    if (offers.length || result) this.astray = next === undefined;
    if (offers.length || result) this.at = next ?? this.at;
    this.length = length;
    this.done[length] = this.at;
    this.show();
  }

  /** Show the step, point at what is still to be chosen, and say how a move is confirmed that is chosen. */
  show() {
    if (this.over || !this.table.state) return;
    const { step, table, at, last, chapter, chapters } = this, { picked, ready, lit } = table.choosing;
    sessionStorage.setItem(this.key, at);
    find("coach").hidden = this.astray || step.over && !table.state.result;
    if (find("coach").hidden) return table.advise([]);
    const before = chapters.slice(0, chapter).flat().length;
    find("coach-title").textContent = `${word("lesson")}: ${word("lesson_step", { number: before + at + 1, all: chapters.flat().length })}`;
    const chosen = ready && step.move.length && step.move.every((part) => ready.parts.includes(part));
    const text = [word(step.word), ...(chosen ? [word("lesson_offer")] : [])].join(" ");
    if (find("coach-text").textContent !== text) find("coach-text").textContent = text; // it is announced once
    find("coach-next").hidden = step.move.length > 0 || step.over;
    find("coach-next").textContent = word("lesson_next");
    find("coach-stop").textContent = step.over ? word("close") : last ? word("lesson_play_on") : word("lesson_stop");
    const open = step.shown.filter((part) => !picked.includes(part)), next = open.filter((part) => lit.has(part));
    table.advise(chosen ? [] : picked.length && next.length ? next : open);
  }
}
