// What happened, shown: things fly from place to place, one event after the other, and a duel is played on its stage.

import type { Event } from "../toledo.js";
import type { Board } from "./board.js";
import { type Child, wait } from "./dom.js";
import type { Said } from "./model.js";
import { type Flight, flights } from "./seating.js";
import { Stage } from "./stage.js";
import type { Symbols } from "./symbols.js";
import type { TableState } from "./transport.js";
import type { Words } from "./words.js";

/** How long things take; with `calm`, for people who want no movement, nothing travels. */
export type Pace = "full" | "calm" | "none";

const EASE = "cubic-bezier(.5,0,.2,1)";
/** Milliseconds by event, where it is not the usual time. */
const TIMES: { readonly [event: string]: number } = { circle_taken: 160, card_drawn: 300, shop_placed: 420, figure_moved: 480, figure_sent_back: 600, figure_returned: 600 };
const USUAL = 380;

/** What moves on the screen. */
export interface Ground {
  readonly root: ShadowRoot;
  readonly screen: HTMLElement;
  readonly board: Board;
  readonly symbols: Symbols;
  readonly rule: (said: Said) => Child;
  pace(): Pace;
  /** How many changes wait to be shown: the more, the quicker. */
  waiting(): number;
  sound(event: Event["type"]): void;
  /** Somebody is in a hurry: everything in flight arrives at once. */
  readonly cut: AbortSignal;
}

/** Show all events of a change, from the state before it. */
export async function play(ground: Ground, before: TableState, after: TableState, words: Words): Promise<void> {
  const { events } = after, pace = ground.pace();
  if (pace === "none" || ground.waiting() > 4 || document.hidden) return;
  const quick = ground.waiting() > 1 ? 0.5 : 1, flown = flights(events, before.view, before.seating, after.view.seat);
  let stage: Stage | null = null;
  try {
    for (const [at, event] of events.entries()) {
      ground.sound(event.type);
      if (event.type === "duel_began") {
        stage = new Stage(event, before.view, words, ground.symbols, ground.rule, pace === "calm" ? { turn: 0, read: 900 } : { turn: 320 * quick, read: 1700 * quick });
        ground.screen.append(stage.element);
        clear(ground, stage.element, `space:${event.step}`);
        ground.board.spot(event.step);
        await stage.begin();
      } else if (event.type === "round_fought" && stage) await stage.round(event);
      else if (event.type === "duel_ended" && stage) {
        await stage.end(event, events[at + 1]?.type === "figure_sent_back");
        stage.element.remove();
        ground.board.spot(null);
        stage = null;
      } else if (pace === "full" && !ground.cut.aborted) await Promise.all((flown[at] ?? []).map((flight) => fly(ground, flight, (TIMES[event.type] ?? USUAL) * quick)));
    }
  } finally {
    stage?.element.remove();
    ground.board.spot(null);
  }
}

/** Put the stage above the space that the duel is about, or else below it; on phones it has a place of its own. */
function clear({ screen, board }: Ground, stage: HTMLElement, place: string): void {
  const space = board.onScreen(place), { y, height } = screen.getBoundingClientRect(), high = stage.offsetHeight;
  if (!space || getComputedStyle(stage).bottom === "0px" || stage.offsetTop + high <= space.top - y) return;
  stage.style.top = `${Math.max(48, Math.min(space.bottom - y + 10, height - high - 6))}px`;
}

/** Where a place is: a cell of dock or mats that can be seen, or on the board. */
function locate({ root, board }: Ground, place: string): DOMRect | null {
  const mat = /^player:(\d+):/.exec(place); // a thing that is not there yet has no cell: it flies to the mat
  for (const wanted of [place, ...(mat ? [`hand:${mat[1]}`] : [])]) {
    for (const cell of root.querySelectorAll(`[data-place="${CSS.escape(wanted)}"]`)) {
      const box = cell.getBoundingClientRect();
      if (box.width > 0) return box;
    }
  }
  return board.onScreen(place);
}

async function fly(ground: Ground, { thing, origin, target }: Flight, milliseconds: number): Promise<void> {
  const from = locate(ground, origin), to = locate(ground, target), host = ground.screen.getBoundingClientRect();
  if (!from || !to) return; // on a phone the supply is out of sight
  ground.board.hide(origin, thing);
  const node = ground.symbols.icon(thing, Math.min(Math.max(from.height, 28), 97), { class: "flying" });
  ground.screen.append(node);
  const { width, height } = node.getBoundingClientRect();
  const at = ({ x, y, width: w, height: h }: DOMRect): string => `translate(${x + w / 2 - width / 2 - host.x}px,${y + h / 2 - height / 2 - host.y}px)`;
  const flight = node.animate([{ transform: at(from) }, { transform: at(to) }], { duration: milliseconds, easing: EASE, fill: "forwards" });
  const cut = new Promise((done) => ground.cut.addEventListener("abort", done));
  await Promise.race([flight.finished, wait(milliseconds + 300), cut]).catch(() => undefined); // a hidden page holds its animations
  node.remove();
}

// Sounds: off until somebody wants them

const TONES: { readonly [event: string]: readonly [pitch: number, milliseconds: number] } = {
  figure_moved: [180, 60], circle_taken: [140, 60], card_played: [900, 40], card_drawn: [900, 40], metal_taken: [2100, 140], gem_taken: [3200, 140], sword_forged: [620, 300], round_fought: [1600, 120], turn_began: [520, 220],
};
let audio: AudioContext | null = null;

export function sound(event: Event["type"]): void {
  const tone = TONES[event];
  if (!tone) return;
  audio ??= new AudioContext();
  const [pitch, milliseconds] = tone, source = audio.createOscillator(), gain = audio.createGain(), end = audio.currentTime + milliseconds / 1000;
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.06, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(gain).connect(audio.destination);
  source.start();
  source.stop(end);
}
