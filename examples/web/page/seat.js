// The table: what a seat sees, what it can choose, and what has happened. The page knows no rule of the game: the server
// sends what can be pointed at, what follows from it, and why the rest is not possible.

import { aboutName, ask, chooseLanguage, find, hosted, language, make, tables, word } from "./common.js";
import { dragging } from "./drag.js";
import { Drawing, dress, natural, symbol, wait } from "./drawing.js";
import { Lesson } from "./lesson.js";

const seat = location.pathname.split("/").pop();
const bots = await ask("/api/bots");
const MOST_OFFERS = 8;
const LONGEST_PAUSE = 15_000; // milliseconds between two attempts to reach the server
const narrow = matchMedia("(max-width: 1199px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

let drawing, stream, now, hurry = false, busy = false;
let listening = 0, attempts = 0, retry;
let picked = [];
let possible = new Set(); // the parts of all moves
const waiting = []; // letters that are not shown yet
const past = []; // scenes, questions and motions, by the length of the log
const story = []; // who did what where: the log
const ids = []; // parts by number
const sentences = []; // reasons by number
const parts = new Map(); // the names of all parts
const reasons = new Map();
let people = null, lesson = null;

// Letters

async function listen() {
  if (!find("board")) return showNothing(); // in another language
  const turn = ++listening;
  clearTimeout(retry);
  hangUp();
  delete document.body.dataset.layout; // which may limit the width
  const wide = find("board").clientWidth;
  const layout = wide >= 964 ? "wide" : wide >= 645 ? "tablet" : "phone";
  document.body.dataset.layout = layout;
  const board = await ask(`/api/seats/${seat}/board?language=${language}&layout=${layout}`).catch((error) => error);
  if (turn !== listening) return; // another language or width was chosen meanwhile
  if (board instanceof Error) return board.code === "no_such_table" ? showNothing() : tryAgain();
  waiting.length = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = (stream = new WebSocket(`${scheme}://${location.host}/api/seats/${seat}/page?language=${language}`));
  stream.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    if (said.type === "refusal") return refused(said);
    if (said.type === "done") return; // the letter says all of it
    if (said.type === "people") return showPeople((people = said));
    if (said.type === "past") return recall(said);
    find("lost").hidden = true;
    attempts = 0;
    waiting.push({ ...said, board });
    if (!busy) read();
  };
  stream.onclose = () => {
    if (mine === stream) tryAgain(); // otherwise another one has taken its place
  };
}

function showLost(words) {
  find("lost").textContent = words;
  find("lost").hidden = false;
}

/** There is no such seat: nothing but words, and the way back. */
function showNothing() {
  find("past").hidden = find("menu").hidden = true;
  document.querySelector("main").replaceChildren(make("section", { id: "nowhere" },
    make("p", { role: "alert" }, word("no_seat")), make("a", { class: "button main", href: "/" }, word("new_game"))));
}

/** The server cannot be reached: ask again, less and less often. */
function tryAgain() {
  showLost(word("lost"));
  clearTimeout(retry);
  retry = setTimeout(listen, Math.min(1000 * 2 ** attempts++, LONGEST_PAUSE));
}
addEventListener("online", () => { if (!find("lost").hidden) listen(); });

const connected = () => stream?.readyState === WebSocket.OPEN;

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
async function read() {
  busy = true;
  while (waiting.length) {
    const letter = waiting.shift();
    if (letter.whole) {
      drawing = new Drawing(letter.board, letter.names);
      document.body.classList.remove("past"); // which begins with this letter
      for (const known of [parts, reasons]) known.clear();
      past.length = story.length = ids.length = sentences.length = 0;
      for (const id of ["log", "turn"]) find(id).replaceChildren();
      tables.add(seat);
    } else {
      hurry = waiting.length > 3 || document.hidden;
      if (!away()) await move(letter.steps);
    }
    show(letter);
  }
  busy = false;
}

async function move(steps) {
  for (const [kind, flights, words, which] of steps) {
    if (kind === "DuelBegan") openStage(words, which);
    if (kind === "RoundFought") await fought(flights[0], words, which);
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

/** The stage comes down from the sky, or opens below the space that the duel is about. */
function openStage(words, step = null) {
  const space = step === null ? null : drawing.where(`space:${step}`);
  find("stage").style.setProperty("--from", space && space.top < 330 ? `${Math.max(52, space.bottom + 6)}px` : "52px");
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
  for (const [number, id, label] of letter.parts) {
    ids[number] = id;
    label === null ? parts.delete(id) : parts.set(id, label);
  }
  if (letter.fresh) sentences.length = 0;
  sentences.push(...letter.sentences);
  reasons.clear();
  for (const [number, which] of letter.reasons) for (const part of which ?? [null]) reasons.set(part === null ? null : ids[part], sentences[number]);
  now.moves = letter.moves.map(([which, text, action, special], number) => ({ number, parts: which.map((part) => ids[part]), text, action, odds: [], ...special }));
  possible = new Set(now.moves.flatMap((move) => move.parts));
  showTurn();
  drawing.know(letter.known);
  tell(letter.log);
  if (away()) past[story.length] = { items: changed(past[past.length - 1].items, letter.scene), prompt: letter.prompt, steps: letter.steps };
  else {
    drawing.apply(letter.scene);
    past[story.length] = { items: new Map(drawing.items), prompt: letter.prompt, steps: letter.steps };
  }
  past.length = story.length + 1; // what was taken back never was
  find("history").max = story.length;
  if (!away() || find("history").value > story.length) present();
  else showMoment();
  const mine = letter.active === letter.seat && letter.seat !== null;
  document.body.classList.toggle("waiting", !letter.moves.length);
  document.title = mine && !letter.outcome ? `● ${word("your_turn")} – Toledo` : "Toledo";
  if (mine) yourTurn();
  document.querySelectorAll(".mat").forEach((mat, number) => mat.classList.toggle("on", number === letter.active));
  explain();
  for (const id of ["deeds", "offers"]) find(id).scrollTo(0, 0); // what is possible comes first
  lesson?.now(now.moves, story.length, mine);
  draw();
  if (letter.outcome && letter.steps.length) showScores();
  if (find("told").open) showProse();
  if (people) showPeople(people);
  document.body.dataset.version = letter.version;
}

const changed = (items, news) => {
  const found = new Map(items);
  for (const [id, item] of Object.entries(news)) item ? found.set(id, item) : found.delete(id);
  return found;
};

/** The places of the first card and of the card for the movement tile. */
function showTurn() {
  if (find("turn").children.length) return;
  for (const place of ["front", "extra"]) {
    const [, , width, height] = drawing.places[place];
    find("turn").append(make("span", { class: "cell", "data-place": place, "data-part": place === "front" ? place : null, style: `width:${width}px;height:${height}px` }));
  }
}

const left = (more = []) => now.moves.filter((move) => [...picked, ...more].every((part) => move.parts.includes(part)));

function look(id) {
  const usable = left([id]).length > 0;
  const chosen = picked.includes(id);
  const [rule, text] = possible.has(id) ? [] : reasons.get(id) ?? reasons.get(null) ?? [];
  const few = now.moves.length <= 30;
  return {
    label: [[parts.get(id) ?? id, drawing.items.get(id)?.[2]].filter(Boolean).join(", "), text].filter(Boolean).join(". "),
    usable, picked: chosen, lit: usable && !chosen && !id.startsWith("circle:") && (picked.length > 0 || few), rule, text,
  };
}

/** Everything that depends on what is chosen. In the past nothing can be chosen. */
function draw() {
  if (away()) return;
  const focus = document.activeElement?.dataset.part ?? document.activeElement?.dataset.key;
  find("prompt").textContent = now.prompt;
  drawing.mark(look);
  showHand();
  showDeeds();
  showOffers();
  showTools();
  markSince();
  for (const node of document.querySelectorAll(".advised")) node.classList.remove("advised");
  for (const id of lesson?.shown() ?? []) for (const node of document.querySelectorAll(`[data-part="${id}"]`)) node.classList.add("advised");
  const last = find("offers").querySelector(`[data-key="move:${lesson?.chosen(picked, left())?.number}"]`);
  last?.classList.add("advised");
  if (last) find("offers").scrollTop = last.offsetTop - find("offers").offsetTop;
  lesson?.show(last !== null);
  if (focus) document.querySelector(`[data-part="${focus}"][tabindex], [data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

/** Things to choose among, other than cards, once somebody has said what to do: they may be out of sight, so they come to the dock. */
function rack() {
  const deed = picked.some((id) => id.startsWith("deed:"));
  const things = new Set(deed ? left().flatMap((move) => move.parts.filter((id) => THINGS.test(id))) : []);
  return [...things].some((id) => picked.includes(id)) || things.size < 2 ? [] : [...things];
}
const THINGS = /^(player:\d+|supply):(shop|sword|tile|painting):/;

function showRack(things) {
  find("hand").replaceChildren(make("div", { class: "pocket rack" }, ...things.map((id) => {
    const thing = make("button", { class: "thing-button", "data-part": id }, natural(drawing.items.get(id)[0]));
    dress(thing, look(id));
    return thing;
  })));
}

function showHand() {
  const things = rack();
  if (things.length) return showRack(things);
  const pockets = new Map();
  for (const place of Object.keys(drawing.places)) if (place.startsWith("pocket:")) pockets.set(Number(place.slice(7)), []);
  for (const card of now.hand) pockets.get(card[2]).push(card);
  find("hand").hidden = now.seat === null;
  find("hand").dataset.part = `hand:${now.seat}`;
  find("hand").replaceChildren(...[...pockets].map(([value, cards]) =>
    make("div", { class: cards.length ? "pocket" : "pocket empty", "data-place": `pocket:${value}`, style: `--cards:${cards.length}` },
      ...(cards.length ? cards.map(showCard) : [make("span", { class: "none", "aria-hidden": "true" }, String(value))]))));
  fitHand([...pockets.values()]);
}

/** Cards are as large as they can be without lying over another pocket; those of one value lie on each other first. */
function fitHand(pockets) {
  const hand = find("hand");
  hand.style.removeProperty("--card");
  const filled = pockets.filter((cards) => cards.length).length;
  const [strips, gaps] = [now.hand.length - filled, pockets.length - 1];
  const room = hand.clientWidth - STRIP * strips - EMPTY * (pockets.length - filled) - EDGE * filled - GAP * gaps;
  const wanted = parseFloat(getComputedStyle(hand).getPropertyValue("--card"));
  hand.classList.toggle("crowded", filled > 0 && room / filled < SMALLEST);
  if (getComputedStyle(hand).display === "flex" && filled) hand.style.setProperty("--card", `${Math.floor(Math.max(SMALLEST, Math.min(wanted, room / filled)))}px`);
}
const [STRIP, EMPTY, EDGE, GAP, SMALLEST] = [26, 20, 6, 4, 40]; // pixels, as in the style

function showCard([id, name, , count]) {
  const view = document.getElementById(`tl-${name}`).viewBox.baseVal;
  const card = make("button", { class: "card", "data-part": id },
    symbol(name, view.width, view.height), count > 1 ? make("b", {}, `×${count}`) : "");
  dress(card, look(id));
  return card;
}

/** Everything that a player can ever do: what is possible now, and after it the rest, which has its reasons. */
function showDeeds() {
  const playing = now.seat !== null && !now.outcome;
  const deeds = playing ? [...parts.keys()].filter((id) => id.startsWith("deed:")) : [];
  deeds.sort((one, other) => possible.has(other) - possible.has(one));
  find("deeds").replaceChildren(...deeds.map((id) => {
    const can = possible.has(id);
    const deed = make("button", { "data-part": id, class: can ? "deed" : "deed cannot" }, parts.get(id));
    dress(deed, look(id));
    deed.setAttribute("aria-disabled", String(!can));
    if (can) deed.removeAttribute("aria-label");
    return deed;
  }));
  for (const deed of find("deeds").children) deed.classList.toggle("long", deed.scrollHeight > deed.clientHeight); // it needs more room
}

const odds = (move) => move.odds.map(([rival, percent]) => word("odds", { percent, name: now.names[rival] })).join(", ");

/** The moves that are left, as sentences to click. */
function showOffers() {
  const moves = left();
  const few = moves.length <= MOST_OFFERS && moves.length > 0;
  find("offers").replaceChildren(...(few ? moves.map((move) =>
    make("button", { class: "offer", "data-key": `move:${move.number}`, onclick: () => play(move) },
      move.text, move.points ? make("small", { class: "points" }, ` ${move.points > 0 ? "+" : ""}${signed(move.points)} ★`) : "", move.odds.length ? make("small", {}, ` ${odds(move)}`) : "")) : []),
  ...(!few && !picked.length && moves.length ? [make("p", { class: "quiet" }, word("hint"))] : []),
  ...(picked.length ? [make("button", { "data-key": "clear", onclick: clear }, word("clear"))] : []));
}

function showTools() {
  const tool = (key, refusal, onclick) => make("button", {
    "data-key": key, "aria-disabled": refusal ? "true" : false, class: refusal ? "cannot" : "",
    onclick: () => (refusal ? explain(...refusal) : onclick()),
  }, word(key));
  const nothing = ["A-132", word("hint")];
  const tools = now.seat === null ? [] : [
    tool("undo", now.undo, () => act("undo")), tool("undo_turn", now.undo, undoTurn), tool("redo", now.redo, () => act("redo")),
    tool("advice", now.moves.length ? null : reasons.get(null) ?? nothing, advise)];
  const again = people?.rematch
    ? [make("a", { class: "button main", href: people.rematch }, word("rematch_ready"))]
    : now.seat === null ? [] : [make("button", { class: "main", "data-key": "rematch", onclick: rematch }, word("rematch"))];
  find("tools").replaceChildren(...(now.outcome ? again : tools), tool("scores", null, showScores),
    ...(now.outcome ? [make("a", { class: "button", href: `/api/seats/${seat}/record`, download: "" }, word("record")), make("a", { class: "button", href: "/" }, word("new_game"))] : []));
}

/** The entry of the log with which the others' turns begin: everything since the reader's last deed. */
const begun = () => (now.seat === null ? story.length : story.findLastIndex(({ actor }) => actor === now.seat) + 1);

/** Point out where something has happened since the reader's last turn, and where that begins in the log. */
function markSince() {
  const spaces = new Set(story.slice(begun()).flatMap(({ steps }) => steps.map((step) => `space:${step}`)));
  for (const [id, node] of drawing.nodes) node.classList.toggle("since", spaces.has(id));
  find("again").hidden = begun() === 0 || !past.slice(begun() + 1).some((moment) => moment?.steps?.length);
}

/** Show once more what has happened since the reader's last turn. */
async function showAgain() {
  if (busy) return;
  present();
  busy = true;
  hurry = false;
  for (let length = begun() + 1; length < past.length; length += 1) {
    if (!past[length]?.steps || !past[length - 1]) continue;
    drawing.show(past[length - 1].items);
    await move(past[length].steps);
  }
  busy = false;
  present();
}
find("again").addEventListener("click", showAgain);

// Choosing

const SPOTS = /^(space|cathedral|alcazar)/;
const PLACES = /^(space|circle|cathedral|deed|player:\d+$|supply|figure)/;

function pick(id) {
  if (!now || away()) return;
  if (!connected()) return explain("", word("lost"));
  if (people?.substitutes[now.seat]) return explain("", word("plays_for_you"));
  if (busy) { hurry = true; return; } // a click while something moves ends the motion, and is no move
  const before = picked;
  const goes = left([id]).length > 0;
  if (picked.includes(id)) picked = picked.filter((one) => one !== id);
  else if (goes) picked = [...picked, id];
  else if (!startOver(id)) return explainTogether(before, [id]);
  explain();
  const moves = left();
  // Only a click on a place or on a deed plays at once: never what cannot be taken back, nor a place that was meant for something else.
  const atOnce = id.startsWith("deed:") || (goes && PLACES.test(id) && !id.startsWith("figure"));
  if (moves.length === 1 && picked.length && atOnce && !moves[0].reveals) return play(moves[0]);
  draw();
  reveal();
  if (!goes) explainTogether(before, [id]);
}

/** Scroll to what can be chosen, if none of it is in sight. The dock may lie over the board, or beside it. */
function reveal() {
  const lit = [...document.querySelectorAll("#board .lit")].map((node) => node.getBoundingClientRect());
  const [dock, board] = ["dock", "board"].map((id) => find(id).getBoundingClientRect());
  const low = dock.left < board.right ? Math.min(dock.top, innerHeight) : innerHeight;
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

const why = (id) => {
  const { rule, text } = look(id);
  return [rule, text];
};

/** Say why things that were chosen do not go with the first of these parts that could belong to them; or why that part cannot be used at all; or else what is said instead. */
async function explainTogether(chosen, others, instead = "") {
  const [rule, text] = why(others[0]);
  explain(rule, text || instead);
  if (!chosen.length) return;
  const [asked, choice] = [now, picked];
  const parameters = [["language", language], ...chosen.map((id) => ["picked", id]), ...others.map((id) => ["with", id])];
  const found = await ask(`/api/seats/${seat}/why?${new URLSearchParams(parameters)}`).catch(() => []);
  if (found.length && asked === now && choice === picked) explain(...found);
}

function clear() {
  picked = [];
  explain();
  draw();
}

let kept = false; // a reason or a hint, which stays until the next choice

function explain(rule, text) {
  kept = Boolean(text);
  const link = rule ? make("a", { href: `/rules/${rule}.html?language=${language}`, class: "rule", target: "_blank" }, ` ${rule}`) : "";
  find("why").replaceChildren(...(text ? [text, link] : []));
  find("ask").classList.remove("brief");
  find("ask").classList.toggle("brief", kept && find("why").scrollHeight > find("why").clientHeight); // the question makes room
}

function play(move) {
  if (act("play", { action: move.action })) lesson?.played(move);
}

/** Ask for something by the protocol. One thing after the other: a second click on the same button is no move. */
function act(type, more = {}) {
  if (!connected()) explain("", word("lost"));
  if (!connected() || document.body.dataset.acting) return false;
  document.body.dataset.acting = type;
  stream.send(JSON.stringify({ type, id: null, expect: now.version, ...more }));
  return true;
}

async function undoTurn() {
  if (!connected()) return explain("", word("lost"));
  if (document.body.dataset.acting) return;
  document.body.dataset.acting = "undo";
  const refusal = await ask(`/api/seats/${seat}/undo?language=${language}`, { expect: now.version }).catch(({ message }) => ["", message]);
  if (refusal.length) refused({ rule: refusal[0], text: refusal[1] });
}

async function advise() {
  if (!connected()) return explain("", word("lost"));
  const asked = now;
  const { move, message } = await ask(`/api/seats/${seat}/hint`).catch((error) => error);
  if (asked !== now) return; // it is about another position
  if (message) return explain("", message);
  clear();
  explain("", word("advised", { move: now.moves[move].text }));
  for (const id of now.moves[move].parts) for (const node of document.querySelectorAll(`[data-part="${id}"]`)) node.classList.add("advised");
}

dragging((id) => {
  if (!now || busy || away()) return null;
  if (!picked.includes(id)) {
    if (left([id]).length) picked = [...picked, id];
    else if (!startOver(id)) return null;
  }
  draw();
  const name = drawing.items.get(id)?.[0] ?? now.hand.find(([card]) => card === id)?.[1];
  return name ? natural(name) : null;
}, (under) => {
  const target = under.find((id) => left([id]).length && !picked.includes(id));
  if (target) return pick(target);
  const chosen = picked;
  clear();
  const others = under.filter((id) => parts.has(id)).sort((one, other) => SPOTS.test(other) - SPOTS.test(one));
  if (others.length) explainTogether(chosen, others, word("apart", { one: parts.get(chosen.at(-1)), other: parts.get(others[0]) }));
});

document.addEventListener("click", (event) => {
  const part = event.target.closest("[data-part]");
  if (find("menu").open && !event.target.closest("#menu")) find("menu").open = false; // and that is all that a click beside it does
  else if (part && drawing && !event.target.closest("a")) pick(part.dataset.part);
});

document.addEventListener("keydown", (event) => {
  const field = event.target.matches("input, select");
  if (event.ctrlKey || event.metaKey || event.altKey || !now || (field && event.target !== find("history"))) return;
  const part = event.target.closest?.("[data-part]");
  if (["PageUp", "PageDown"].includes(event.key)) {
    event.preventDefault();
    goTo(Number(find("history").value) + (event.key === "PageUp" ? -1 : 1));
  } else if (field) return; // arrows move the slider
  else if (["Enter", " "].includes(event.key) && part && part.tagName !== "BUTTON") {
    event.preventDefault();
    pick(part.dataset.part);
  } else if (event.key === "Escape" && find("menu").open) {
    find("menu").open = false;
    find("menu").firstElementChild.focus();
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
    if (!kept) find("why").textContent = label;
  }, 500);
});

// What happened

function tell({ keep, new: entries }) {
  const log = find("log");
  log.querySelector(".divider")?.remove();
  while (log.children.length > keep) log.lastElementChild.remove();
  story.length = keep;
  for (const [actor, text, steps] of entries) {
    story.push({ actor, steps });
    const length = story.length;
    log.append(make("li", { hidden: !text, class: actor === null ? "" : "deed", style: actor === null ? "" : `--own:var(--tl-p${actor})`, onclick: () => goTo(length) },
      actor === null ? "" : symbol(`sign-${actor}`, 24, 24), make("span", {}, text)));
  }
  const first = begun();
  if (first > 0 && first < story.length) log.insertBefore(make("li", { class: "divider" }, word("since")), log.children[first]);
  pin();
}

const pin = () => { find("scroll").scrollTop = find("scroll").scrollHeight; };
new ResizeObserver(pin).observe(find("scroll"));

async function showProse() {
  const text = await ask(`/api/seats/${seat}/prose?language=${language}`).catch(({ message }) => message);
  find("prose").replaceChildren(...text.split("\n").map((line) => make("p", {}, line)));
}
find("told").addEventListener("toggle", () => find("told").open && showProse());

// The past: a page that has not seen it asks for the whole game

const away = () => document.body.classList.contains("past");

function goTo(length) {
  if (!now || length < 0) return;
  if (length >= story.length) return present();
  document.body.classList.add("past");
  find("history").value = length;
  showMoment();
  closeDock();
  if (!past[length]) return askForPast();
  drawing.show(past[length].items);
  drawing.mark(() => ({ label: "", usable: false, lit: false, picked: false }));
  find("prompt").textContent = past[length].prompt;
}

function askForPast() {
  if (connected()) return stream.send(JSON.stringify({ type: "ask", id: null, what: "replay" }));
  present();
  explain("", word("lost"));
}

function showMoment() {
  find("moment").textContent = `${find("history").value} / ${story.length}`;
  find("present").hidden = !away();
}

/** Hand, deeds and offers belong to the present: none of them is to be had in the past. */
function closeDock() {
  picked = [];
  explain();
  for (const id of ["deeds", "hand", "tools"]) find(id).replaceChildren();
  find("offers").replaceChildren(make("button", { class: "main", "data-key": "present", onclick: present }, word("present")));
}

/** All moments of the game have come. */
function recall({ moments }) {
  let items = new Map();
  moments.slice(0, story.length).forEach(([news, prompt], length) => {
    items = changed(items, news);
    past[length] ??= { items, prompt };
  });
  if (away()) goTo(Number(find("history").value));
}

function present() {
  document.body.classList.remove("past");
  find("history").value = story.length;
  showMoment();
  drawing.show(past[story.length].items);
  draw();
}

find("present").addEventListener("click", present);
find("history").addEventListener("input", () => goTo(Number(find("history").value)));
find("back").addEventListener("click", () => goTo(Number(find("history").value) - 1));
find("on").addEventListener("click", () => goTo(Number(find("history").value) + 1));

// People: who has left, who plays for whom, who plays again

function showPeople({ bots: computers, substitutes, left: gone, free, table, watchers, rematch: link }) {
  if (!now) return;
  const [me, name] = [now.seat, (one) => now.names[one]];
  const substitute = (one, bot) => () => ask(`/api/seats/${seat}/bot`, { seat: one, bot }).catch((error) => explain("", error.message));
  const able = bots.find((bot) => bot.stands_in).spec;
  const lines = now.outcome ? [] : substitutes.flatMap((bot, one) => !bot ? [] : one === me
    ? [make("p", {}, `${word("plays_for_you")} `, make("button", { class: "main", onclick: substitute(me, null) }, word("back_again")))]
    : [make("p", {}, word("plays_for", { name: name(one) }))]);
  if (!now.outcome) for (const one of gone) lines.push(make("p", {}, `${word("has_left", { name: name(one) })} `,
    me === null ? "" : make("button", { onclick: substitute(one, able) }, word("take_over", { name: name(one) }))));
  if (!now.outcome) for (const one of free) lines.push(make("p", {}, word("not_come", { name: name(one) })));
  find("people").replaceChildren(...lines);
  find("room").hidden = !table;
  find("room").href = table ?? "/";
  // Where the players' areas are out of sight, the dock is not.
  if (narrow.matches) find("dock").append(find("people"));
  else find("mats").after(find("people"));
  find("watchers").textContent = watchers ? word("watchers", { number: watchers }) : "";
  find("who").textContent = me === null ? word("watching") : word("you_are", { name: name(me) });
  document.querySelectorAll(".mat .name").forEach((mat, one) => {
    mat.textContent = name(one);
    mat.closest(".mat").classList.toggle("gone", gone.includes(one));
  });
  const playing = me !== null && !computers[me] && !now.outcome;
  find("rename").hidden = find("leave").hidden = !playing;
  find("leave").onclick = () => { find("menu").open = false; substitute(me, able)(); };
  if (now.outcome && !away()) showTools();
}

find("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = find("name").value;
  ask(`/api/seats/${seat}/name`, { name }).then(() => { find("menu").open = false; },
    (error) => { find("name-error").textContent = aboutName(error, now.names.with(now.seat, name)); });
});
find("menu").querySelector("summary").addEventListener("click", () => { // at once: `toggle` comes after the first letters
  find("name-error").textContent = "";
  if (now?.seat != null && document.activeElement !== find("name")) find("name").value = now.names[now.seat]; // unless they type already
});

async function rematch() {
  try {
    const opened = await ask(`/api/seats/${seat}/rematch`, {});
    hosted.add(opened);
    location.href = opened.seat;
  } catch (error) {
    explain("", error.message);
  }
}

// It is the reader's turn: a sound, and a notice of the browser for those who look elsewhere; both only if they want it

function yourTurn() {
  sound("TurnBegan");
  if (find("notices").checked && document.hidden) new Notification(word("your_turn"), { body: now.prompt, tag: seat });
}
find("notices").closest("label").hidden = !("Notification" in window);
find("notices").checked = localStorage.getItem("notices") === "on" && window.Notification?.permission === "granted";
find("notices").addEventListener("change", async () => {
  const allowed = find("notices").checked && (await Notification.requestPermission()) === "granted";
  find("notices").checked = allowed;
  localStorage.setItem("notices", allowed ? "on" : "off");
});

find("skip").addEventListener("click", () => { hurry = true; find("stage").hidden = true; });

// The score, by places once the game is over

const signed = (points) => String(points).replace("-", "−");

function showScores() {
  const order = now.outcome ? now.outcome.places : now.names.map((name, one) => [name, one]);
  const rule = (number) => make("a", { href: `/rules/${number}.html?language=${language}`, class: "rule", target: "_blank" }, number);
  find("result").textContent = now.outcome?.text ?? "";
  find("scores").replaceChildren(...order.map(([caption, one]) => make("table", {},
    make("caption", {}, caption),
    make("tbody", {}, ...now.scores[one][1].map(([number, words, points]) => make("tr", {}, make("th", { scope: "row" }, `${words} `, rule(number)), make("td", {}, signed(points)))),
      make("tr", { class: "total" }, make("th", { scope: "row" }, word("total")), make("td", {}, signed(now.scores[one][0])))))));
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
  if (!find("board")) return;
  if (now && !away()) showHand();
  if (Math.abs(innerWidth - width) < 40) return;
  width = innerWidth;
  listen();
});
if (location.hash === "#lesson") lesson = await Lesson.begin(seat, () => now && draw());
chooseLanguage(listen);
