// The end of a game: scores side by side, kinds of points down, the winner's laurel, and play again.

import type { ScoreKind, ScoreSheet } from "../toledo.js";
import { type Child, el } from "./dom.js";
import type { Model, Said } from "./model.js";
import { signed } from "./pieces.js";
import { closeIcon, laurel, type Symbols } from "./symbols.js";

const KINDS: readonly [kinds: readonly ScoreKind[], icon: string, key: string, rule: string][] = [
  [["delivered_sword"], "i-sword", "delivered_swords", "SCO-01"],
  [["sword_in_front", "swords_in_front"], "i-sword", "other_swords", "SCO-02"],
  [["painting"], "i-painting", "paintings", "SCO-03"],
  [["gems"], "i-gem", "gem_pairs", "SCO-04"],
  [["movement_tile"], "i-movement", "movement_tile", "SCO-05"],
];

/** A table of points. After the game it is by places, and the winner has a laurel. */
export function scoreSheet(model: Model, symbols: Symbols, rule: (said: Said) => Child, again: boolean): HTMLElement {
  const { state: { scores, result, view }, words } = model, small = model.frame === "phone" || model.frame === "halves";
  const order = result ? result.places.map(({ seat }) => seat) : view.players.map((_, seat) => seat);
  const place = (seat: number): number => result?.places.find((one) => one.seat === seat)?.place ?? 0, won = (seat: number): string => (place(seat) === 1 ? "win" : "");
  const best = Math.max(1, ...scores.map(({ total }) => total));
  const cell = (sheet: ScoreSheet | undefined, kinds: readonly ScoreKind[]): Child[] => {
    const lines = sheet?.lines.filter((line) => kinds.includes(line.kind)) ?? [], points = lines.reduce((sum, line) => sum + line.points, 0);
    return lines.length ? [el("b", {}, signed(points)), el("small", {}, lines.length > 1 ? lines.map((line) => signed(line.points)).join(" + ") : "")] : [el("span", { "aria-label": "0" }, "·")];
  };
  return el("section", { class: `sheet ${result ? "over" : ""}`, role: "dialog", "aria-modal": "true", "aria-label": words.word("page.scores") },
    el("div", { class: "azulejo" }),
    el("h1", { tabindex: -1 }, result ? words.say(result.message) : words.word("page.scores")),
    el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), ...order.map((seat) => el("th", { scope: "col", class: won(seat) }, el("div", { class: "hd" }, place(seat) === 1 && laurel(small ? 74 : 112), symbols.sign(seat, small ? 28 : 38)), el("div", { class: "nm" }, words.who(seat)))))),
      el("tbody", {}, ...KINDS.map(([kinds, icon, key, number]) => el("tr", {}, el("th", { scope: "row" }, symbols.icon(icon, small ? 20 : 26), el("span", {}, words.word(`label.${key}`), " ", rule({ text: "", rule: number }) || el("small", {}, number))), ...order.map((seat) => el("td", { class: won(seat) }, ...cell(scores[seat], kinds))))),
        el("tr", { class: "total" }, el("th", { scope: "row" }, words.word("label.fame")), ...order.map((seat) => {
          const total = scores[seat]?.total ?? 0;
          return el("td", { class: won(seat) }, el("b", {}, signed(total)), el("div", { class: "bar" }, el("i", { class: `h${seat}`, style: `width:${Math.max(0, (100 * total) / best).toFixed(0)}%` })), result && el("small", {}, words.word("play.place", { place: place(seat) })));
        }))))),
    el("div", { class: "row end" },
      result && again && el("button", { class: "btn main", "data-do": "rematch" }, words.word("page.rematch")),
      result && el("button", { class: "btn", "data-do": "look-back" }, words.word("play.look_back")),
      el("slot", { name: "end" }),
      el("button", { class: "btn", "data-do": "close" }, closeIcon(), words.word("page.close"))));
}
