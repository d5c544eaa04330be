// The table: what a seat sees, what it can choose, and what has happened. The page knows no rule of the game: the server
// sends what can be pointed at, what follows from it, and why the rest is not possible.

import { ask, chooseLanguage, find, language, make, word } from "./common.js";
import { Drawing, dress, symbol, wait } from "./drawing.js";

const seat = location.pathname.split("/").pop();
const MOST_OFFERS = 8;
const still = matchMedia("(prefers-reduced-motion: reduce)");

let drawing, stream, now, hurry = false, busy = false;
let listening = 0;
let picked = [];
const waiting = []; // letters that are not shown yet
const history = []; // scenes of the past
const parts = new Map(); // the names of all parts
const reasons = new Map();

// Letters

async function listen() {
  const turn = ++listening;
  hangUp();
  const wide = find("board").parentElement.clientWidth - (innerWidth > 1100 ? 396 : 16);
  const layout = wide >= 964 ? "wide" : wide >= 699 ? "tablet" : "phone";
  document.body.dataset.layout = layout;
  const board = await ask(`/api/seats/${seat}/board?language=${language}&layout=${layout}`).catch(() => null);
  if (turn !== listening) return; // another language or width was chosen meanwhile
  if (!board) return Object.assign(find("lost"), { hidden: false, textContent: word("no_seat") });
  drawing = null;
  for (const known of [parts, reasons]) known.clear();
  waiting.length = history.length = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = (stream = new WebSocket(`${scheme}://${location.host}/api/seats/${seat}/page?language=${language}`));
  stream.onmessage = ({ data }) => {
    find("lost").hidden = true;
    const said = JSON.parse(data);
    if (said.type === "refusal") return refused(said);
    waiting.push(said);
    if (!busy) read(board);
  };
  stream.onclose = () => {
    if (mine !== stream) return; // another one has taken its place
    find("lost").hidden = false;
    find("lost").textContent = word("lost");
    setTimeout(listen, 2000);
  };
}

function hangUp() {
  const before = stream;
  stream = null;
  if (!before) return;
  before.onmessage = null;
  if (before.readyState === WebSocket.CONNECTING) before.onopen = () => before.close();
  else before.close();
}

function refused({ rule, text }) {
  delete document.body.dataset.acting;
  if (now) clear();
  explain(rule, text);
}

/** One letter after the other: first what moves, then how it is. Nothing of a letter is seen before it has moved. */
async function read(board) {
  busy = true;
  while (waiting.length) {
    const letter = waiting.shift();
    if (!drawing) {
      drawing = new Drawing(board, letter.names);
      parts.clear();
      history.length = 0;
      find("log").replaceChildren();
    } else {
      hurry = waiting.length > 3 || document.hidden;
      await move(letter);
    }
    show(letter);
  }
  busy = false;
}

async function move({ steps }) {
  for (const [kind, flights, words, winner] of steps) {
    if (kind === "DuelBegan") openStage(words);
    if (kind === "RoundFought") await fought(flights[0], words, winner);
    else if (kind === "DuelEnded") await closeStage(words);
    else if (!hurry) {
      sound(kind);
      for (const [thing, origin] of flights) drawing.hide(origin, thing);
      await Promise.all(flights.map(([thing, from, to]) => drawing.fly(thing, from, to, kind === "CircleTaken" ? 160 : 420)));
    }
  }
  closeStage("", true);
}

// A duel, round by round

function openStage(words) {
  find("rounds").replaceChildren();
  find("verdict").textContent = words;
  find("stage").hidden = false;
}

async function fought([thing], words, winner) {
  if (find("stage").hidden) openStage("");
  const round = make("div", { class: "round" }, symbol(thing, 76, 114), symbol(`sign-${winner}`, 24, 24, { class: "winner" }));
  find("rounds").append(round);
  find("verdict").textContent = words;
  sound("RoundFought");
  if (!hurry) await wait(still.matches ? 250 : 1100);
}

async function closeStage(words, atOnce = false) {
  if (find("stage").hidden) return;
  if (words) find("verdict").textContent = words;
  if (!hurry && !atOnce) await wait(still.matches ? 250 : 1500);
  find("stage").hidden = true;
}

// What is there

function show(letter) {
  now = letter;
  picked = [];
  delete document.body.dataset.acting;
  for (const [id, label] of Object.entries(letter.parts)) label === null ? parts.delete(id) : parts.set(id, label);
  reasons.clear();
  for (const [rule, text, ids] of letter.reasons) for (const id of ids ?? [null]) reasons.set(id, [rule, text]);
  showTurn();
  drawing.apply(letter.scene);
  history.push({ items: new Map(drawing.items), prompt: letter.prompt });
  find("history").max = history.length - 1;
  if (find("history").value === String(history.length - 2) || history.length === 1 || !document.body.classList.contains("past")) present();
  const mine = letter.active === letter.seat && letter.seat !== null;
  document.title = mine && !letter.outcome ? `● ${word("your_turn")} – Toledo` : "Toledo";
  if (mine) sound("TurnBegan");
  find("who").textContent = letter.seat === null ? word("watching") : word("you_are", { name: letter.names[letter.seat] });
  document.querySelectorAll(".mat").forEach((mat, number) => mat.classList.toggle("on", number === letter.active));
  tell(letter.log);
  find("why").replaceChildren();
  draw();
  if (letter.outcome) showScores();
  if (find("told").open) showProse();
  document.body.dataset.version = letter.version;
}

/** The places of the first card and of the card for the movement tile. */
function showTurn() {
  if (find("turn").children.length) return;
  for (const place of ["front", "extra"]) {
    const [, , width, height] = drawing.places[place];
    find("turn").append(make("span", { class: "cell", "data-place": place, style: `width:${width}px;height:${height}px` }));
  }
}

const left = (more = []) => now.moves.map((move, number) => ({ ...move, number })).filter((move) => [...picked, ...more].every((part) => move.parts.includes(part)));

function look(id) {
  const usable = left([id]).length > 0;
  const chosen = picked.includes(id);
  const [rule, text] = usable ? [] : reasons.get(id) ?? reasons.get(null) ?? [];
  const few = now.moves.length <= 30;
  return {
    label: [parts.get(id) ?? id, drawing.items.get(id)?.[2], text].filter(Boolean).join(", "),
    usable, picked: chosen, lit: usable && !chosen && !id.startsWith("circle:") && (picked.length > 0 || few), rule, text,
  };
}

/** Everything that depends on what is chosen. */
function draw() {
  const focus = document.activeElement?.dataset.part ?? document.activeElement?.dataset.key;
  find("prompt").textContent = now.prompt;
  drawing.mark(look);
  showHand();
  showDeeds();
  showOffers();
  showTools();
  markSince();
  if (focus) document.querySelector(`[data-part="${focus}"][tabindex], [data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

function showHand() {
  const pockets = new Map();
  for (const place of Object.keys(drawing.places)) if (place.startsWith("pocket:")) pockets.set(Number(place.slice(7)), []);
  for (const card of now.hand) pockets.get(card[2]).push(card);
  find("hand").hidden = now.seat === null;
  find("hand").setAttribute("aria-label", word("hand"));
  find("hand").replaceChildren(...[...pockets].map(([value, cards]) =>
    make("div", { class: "pocket", "data-place": `pocket:${value}`, style: `flex-grow:${cards.length || 0.5}` },
      ...(cards.length ? cards.map(showCard) : [make("span", { class: "none", "aria-hidden": "true" }, String(value))]))));
}

function showCard([id, name, , count]) {
  const view = document.getElementById(`tl-${name}`).viewBox.baseVal;
  const card = make("button", { class: "card", "data-part": id },
    symbol(name, view.width, view.height), count > 1 ? make("b", {}, `×${count}`) : "");
  dress(card, look(id));
  return card;
}

function showDeeds() {
  find("deeds").replaceChildren(...[...parts.keys()].filter((id) => id.startsWith("deed:")).filter((id) => look(id).usable || !picked.length)
    .filter((id) => now.moves.some((move) => move.parts.includes(id))).map((id) => {
      const deed = make("button", { "data-part": id, class: "deed" }, parts.get(id));
      dress(deed, look(id));
      deed.removeAttribute("aria-label");
      return deed;
    }));
}

const odds = (move) => move.odds.map(([rival, percent]) => word("odds", { percent, name: now.names[rival] })).join(", ");

/** The moves that are left, as sentences to click. */
function showOffers() {
  const moves = left();
  const few = moves.length <= MOST_OFFERS && moves.length > 0;
  find("offers").replaceChildren(...(few ? moves.map((move) =>
    make("button", { class: "offer", "data-key": `move:${move.number}`, onclick: () => play(move) }, move.text, move.odds.length ? make("small", {}, ` ${odds(move)}`) : "")) : []),
  ...(picked.length ? [make("button", { "data-key": "clear", onclick: clear }, word("clear"))] : []));
}

function showTools() {
  const tool = (key, refusal, onclick) => make("button", {
    "data-key": key, "aria-disabled": refusal ? "true" : false, class: refusal ? "cannot" : "",
    onclick: () => (refusal ? explain(...refusal) : onclick()),
  }, word(key));
  const nothing = ["A-132", word("hint")];
  const tools = now.seat === null ? [] : [
    tool("undo", now.undo, () => act("undo")), tool("redo", now.redo, () => act("redo")),
    tool("advice", now.moves.length ? null : reasons.get(null) ?? nothing, advise)];
  find("tools").replaceChildren(...tools, tool("scores", null, showScores),
    ...(now.outcome ? [make("a", { class: "button", href: `/api/seats/${seat}/record`, download: "" }, word("record")), make("a", { class: "button", href: "/" }, word("new_game"))] : []));
}

/** Point out where something has happened since the reader's last turn. */
function markSince() {
  for (const [id, node] of drawing.nodes) node.classList.toggle("since", now.since.some((step) => id === `space:${step}`));
}

// Choosing

const PLACES = /^(space|circle|cathedral|deed|player:\d+$|supply|figure)/;

function pick(id) {
  if (!now || document.body.classList.contains("past")) return;
  if (busy) { hurry = true; return; } // a click while something moves ends the motion, and is no move
  if (picked.includes(id)) picked = picked.filter((one) => one !== id);
  else if (left([id]).length) picked.push(id);
  else if (!picked.length || !startOver(id)) {
    const { rule, text } = look(id);
    return explain(rule, text);
  }
  explain();
  const moves = left();
  // Only a click on a place or on a deed plays at once, and never what cannot be taken back.
  if (moves.length === 1 && picked.length && PLACES.test(id) && !id.startsWith("figure") && !moves[0].reveals) play(moves[0]);
  else {
    draw();
    reveal();
  }
}

/** Scroll to what can be chosen, if none of it is in sight. */
function reveal() {
  const lit = [...document.querySelectorAll("#board .lit")].map((node) => node.getBoundingClientRect());
  const low = find("dock").getBoundingClientRect().top;
  if (lit.length && !lit.some((box) => box.top >= 0 && box.bottom <= low))
    scrollBy({ top: lit[0].top - low / 3, behavior: still.matches ? "auto" : "smooth" });
}

/** Whatever does not go with what is chosen begins a new choice, if it can. */
function startOver(id) {
  const before = picked;
  picked = [];
  if (left([id]).length) picked = [id];
  else picked = before;
  return picked !== before;
}

function clear() {
  picked = [];
  explain();
  draw();
}

function explain(rule, text) {
  const link = rule ? make("a", { href: `/rules/${rule}.html`, class: "rule", target: "_blank" }, ` ${rule}`) : "";
  find("why").replaceChildren(...(text ? [text, link] : []));
}

const play = (move) => act("play", { action: move.action });

/** Ask for something by the protocol. One thing after the other: a second click on the same button is no move. */
function act(type, more = {}) {
  if (document.body.dataset.acting || stream.readyState !== WebSocket.OPEN) return;
  document.body.dataset.acting = type;
  stream.send(JSON.stringify({ type, id: null, expect: now.version, ...more }));
}

async function advise() {
  const { move } = await ask(`/api/seats/${seat}/hint`);
  picked = [];
  explain("", word("advised", { move: now.moves[move].text }));
  for (const part of now.moves[move].parts) drawing.nodes.get(part)?.classList.add("advised");
}

document.addEventListener("click", (event) => {
  const part = event.target.closest("[data-part]");
  if (part && drawing && !event.target.closest("a")) pick(part.dataset.part);
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey || !now) return;
  const part = event.target.closest?.("[data-part]");
  if (["Enter", " "].includes(event.key) && part && part.tagName !== "BUTTON") {
    event.preventDefault();
    pick(part.dataset.part);
  } else if (event.key === "Escape") clear();
  else if (/^[1-9]$/.test(event.key)) {
    const cards = [...document.querySelectorAll(`[data-place="pocket:${event.key}"] .card.usable`)];
    cards[(cards.indexOf(document.activeElement) + 1) % cards.length]?.focus();
  } else if (event.key.startsWith("Arrow")) {
    const all = [...document.querySelectorAll("[data-part][tabindex='0'], button[data-part]")];
    const next = all[all.indexOf(document.activeElement) + (["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  }
});

// A hint on what is under the pointer, for those who have one, and not at once.
let resting;
document.addEventListener("pointerover", (event) => {
  clearTimeout(resting);
  const part = event.pointerType === "mouse" && event.target.closest("[data-part]");
  if (part && drawing && now) resting = setTimeout(() => {
    const { label } = look(part.dataset.part);
    part.setAttribute("title", label);
    find("why").textContent = label;
  }, 500);
});

// What happened

function tell({ keep, new: entries }) {
  const log = find("log");
  while (log.children.length > keep) log.lastElementChild.remove();
  for (const { seat: actor, lines } of entries)
    log.append(make("li", { hidden: lines.length === 0, class: actor === null ? "" : "deed", style: actor === null ? "" : `--own:var(--tl-p${actor})` },
      actor === null ? "" : symbol(`sign-${actor}`, 24, 24), make("span", {}, lines.join(" "))));
  pin();
}

const pin = () => { find("scroll").scrollTop = find("scroll").scrollHeight; };
new ResizeObserver(pin).observe(find("scroll"));

async function showProse() {
  const text = await ask(`/api/seats/${seat}/prose?language=${language}`);
  find("prose").replaceChildren(...text.split("\n").map((line) => make("p", {}, line)));
}
find("told").addEventListener("toggle", () => find("told").open && showProse());

function present() {
  document.body.classList.remove("past");
  find("history").value = history.length - 1;
  find("present").hidden = true;
  drawing.show(history.at(-1).items);
  if (now) draw();
}

find("present").addEventListener("click", present);
find("history").addEventListener("input", () => {
  const number = Number(find("history").value);
  if (number === history.length - 1) return present();
  document.body.classList.add("past");
  find("present").hidden = false;
  drawing.show(history[number].items);
  drawing.mark(() => ({ label: "", usable: false, lit: false, picked: false }));
  find("prompt").textContent = history[number].prompt;
});

find("skip").addEventListener("click", () => { hurry = true; find("stage").hidden = true; });

// The score, by places once the game is over

function showScores() {
  const order = now.outcome ? now.outcome.places.map(([place, one]) => [place, one]) : now.names.map((_, one) => [null, one]);
  find("result").textContent = now.outcome?.text ?? "";
  find("scores").replaceChildren(...order.map(([place, one]) => make("table", {},
    make("caption", {}, `${place ? `${word("place", { place })}: ` : ""}${now.names[one]}`),
    make("tbody", {}, ...now.scores[one].lines.map(([rule, words, points]) => make("tr", {}, make("th", { scope: "row" }, words, make("small", {}, ` ${rule}`)), make("td", {}, String(points)))),
      make("tr", { class: "total" }, make("th", { scope: "row" }, word("total")), make("td", {}, String(now.scores[one].total)))))));
  if (!find("sheet").open) find("sheet").showModal();
}

// Sounds: off until somebody wants them

let audio;
const TONES = { FigureMoved: [180, 60], CircleTaken: [140, 60], CardPlayed: [900, 40], CardDrawn: [900, 40], MetalTaken: [2100, 140], GemTaken: [3200, 140], SwordForged: [620, 300], RoundFought: [1600, 120], TurnBegan: [520, 220] };
function sound(kind) {
  if (!find("sound").checked || !TONES[kind]) return;
  audio ??= new AudioContext();
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  const [pitch, ms] = TONES[kind];
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.06, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + ms / 1000);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + ms / 1000);
}
find("sound").checked = localStorage.getItem("sound") === "on";
find("sound").addEventListener("change", () => localStorage.setItem("sound", find("sound").checked ? "on" : "off"));

// Another width may need another layout of the board

let width = innerWidth;
addEventListener("resize", () => {
  if (Math.abs(innerWidth - width) < 40) return;
  width = innerWidth;
  listen();
});
chooseLanguage(listen);
