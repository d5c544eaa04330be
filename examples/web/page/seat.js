// A seat at the table. The server says what there is to see, to do, and why not; here it is shown and clicked.
//
// A move is made of things: its kind, a card, a figure, a space ... Whoever clicks things chooses them, in any order;
// what remains are the moves that have all the chosen things. The page knows no rule: what is legal, it was told.

import { ask, chooseLanguage, find, language, make, word } from "./common.js";

const seat = location.pathname.match(/^\/seat\/(.+)$/)[1];
const narrow = matchMedia("(max-width: 760px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const KINDS = ["take_cards", "place_shop", "play_card", "return_figure", "use_space", "deliver", "challenge", "end_turn", "pass"];
const GROUPS = { card: "hand", sword: "swords", tile: "tiles", rival: "rivals", own_sword: "own_swords", own_tile: "own_tiles", shop: "shops" };
const FEW = 12; // so many moves are listed as sentences

let now = null; // what the server said last
let chosen = {}; // things by what they are: {card: "3va", figure: "0"}
let stream = null;
let acted = 0; // the last version that we acted on
let duels = 0;

// What can be done

const has = (move, things) => Object.entries(things).every(([what, id]) => move.things[what] === id);
const legal = (things) => now.moves.filter((move) => !move.why && has(move, things));
const possible = (things) => now.moves.some((move) => !move.why && has(move, things));
const reason = (why) => (why ? `${why.words} (${why.rule})` : "");

/** A step of the road can be where a figure stands, or a space to go to. */
const meanings = (what) => (what === "step" ? ["figure", "space"] : [what]);

/** What a click on a thing would choose: together with what is chosen, else alone, else nothing. */
function meant(what, id) {
  const ways = meanings(what).map((name) => ({ [name]: id }));
  if (what === "step" && chosen.figure) ways.reverse();
  return ways.map((way) => ({ ...chosen, ...way })).find(possible) ?? ways.find(possible);
}

/** Why a thing does not go with what is chosen, or with nothing at all. */
function whyNot(what, id) {
  const ways = meanings(what).reverse().map((name) => ({ [name]: id }));
  const together = ways.map((way) => ({ ...chosen, ...way }));
  if (together.some(possible)) return "";
  for (const way of [...together, ...ways]) {
    const move = now.moves.find((move) => move.why && has(move, way));
    if (move) return reason(move.why);
  }
  return "";
}

/** How a thing looks: chosen, possible together with what is chosen, possible otherwise, impossible. */
function state(what, id) {
  if (!now.moves.length) return "idle";
  if (meanings(what).some((name) => chosen[name] === id)) return "chosen";
  if (meanings(what).some((name) => possible({ ...chosen, [name]: id }))) return "can";
  return meant(what, id) ? "other" : "cannot";
}

function pick(what, id) {
  if (!now.moves.length) return;
  const again = meanings(what).find((name) => chosen[name] === id);
  const wish = again ? { ...chosen } : meant(what, id);
  if (!wish) return explain(whyNot(what, id));
  if (again) delete wish[again];
  chosen = wish;
  const [move, ...others] = legal(chosen);
  const last = !again && !others.length && (chosen.space === id || Object.keys(move.things).length === 1);
  if (last) act("play", { action: move.action });
  else show();
}

async function act(deed, body = {}) {
  if (acted === now.version) return; // a second click
  acted = now.version; // what comes of it is news, and can be here before the answer
  try {
    find("duel").close();
    await ask(`/api/seats/${seat}/${deed}?language=${language}`, { version: now.version, ...body });
  } catch (error) {
    acted = 0;
    explain(error.message);
  }
}

// What there is to see

const explain = (text) => (find("why").textContent = text);

function show() {
  const focus = document.activeElement?.dataset.key;
  const mine = now.view.seat === null ? null : now.names[now.view.seat];
  explain("");
  find("who").textContent = mine === null ? word("watching") : word("you_are", { name: mine });
  find("pending").textContent = now.outcome?.words ?? now.pending;
  document.body.classList.toggle("mine", now.moves.length > 0);
  document.title = [now.moves.length && "●", mine, "Toledo"].filter(Boolean).join(" ");
  mark();
  const first = (kind) => (narrow.matches && state("kind", kind) === "cannot" ? 1 : 0); // there is little room
  const kinds = now.moves.length ? KINDS.toSorted((one, other) => first(one) - first(other)) : [];
  find("kinds").replaceChildren(...kinds.map(kindButton));
  find("things").replaceChildren(...(narrow.matches ? Object.keys(GROUPS).flatMap(group) : []));
  find("choices").replaceChildren(...choices());
  find("tools").replaceChildren(...tools());
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

function thingButton(what, id, label, kind, ...children) {
  const looks = state(what, id);
  return make("button", {
    class: `${kind} ${looks}`, title: label, "aria-label": label, "data-key": `${what}:${id}`,
    "aria-pressed": String(looks === "chosen"), "aria-disabled": looks === "cannot" && "true",
  }, ...children);
}

function kindButton(kind) {
  const move = now.moves.find((move) => move.things.kind === kind && Object.keys(move.things).length === 1);
  return thingButton("kind", kind, move && !move.why ? move.words : word(kind), "kind", word(kind));
}

/** Things as buttons, where the picture is too small to click them. */
function group(what) {
  const placing = chosen.kind === "place_shop" || "shop" in chosen;
  const shown = what === "card" || (what === "shop" ? placing : legal(chosen).some((move) => what in move.things));
  const items = (shown && now.things[what]) || [];
  if (!items.length) return [];
  const buttons = items.map(({ id, words, is }) =>
    what === "card" ? thingButton(what, id, words, "card", copyOf(`[id="hand:${now.view.seat}:${id}"]`)) : thingButton(what, id, words, "thing", words));
  return [make("div", { class: "group" }, make("h2", {}, word(GROUPS[what])), make("div", { class: "row" }, ...buttons))];
}

/** A part of the picture, once more. */
function copyOf(part) {
  const original = find("board").querySelector(part);
  const { x, y, width, height } = original.getBBox();
  const copy = svg("svg", { viewBox: `${x - 1} ${y - 1} ${width + 2} ${height + 2}`, class: original.closest("svg").getAttribute("class"), "aria-hidden": "true" });
  copy.append(...original.cloneNode(true).children);
  return copy;
}

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The moves that are left, as sentences to click; and those that are not possible, with the reason. */
function choices() {
  if (!now.moves.length) return [];
  const begun = Object.keys(chosen).length > 0 || now.view.phase.type !== "turn_start";
  const late = ({ things: { kind } }) => (kind === "end_turn" ? 2 : kind === "play_card" ? 1 : 0);
  const open = legal(chosen).sort((one, other) => late(one) - late(other));
  const list = begun && open.length <= FEW
    ? open.map(({ action, words }) => make("button", { class: "choice", "data-key": words, onclick: () => act("play", { action }) }, words))
    : [make("p", { class: "quiet" }, word("hint"))];
  if (Object.keys(chosen).length) list.push(make("button", { "data-key": "clear", onclick: clear }, word("clear")));
  const refused = begun ? now.moves.filter((move) => move.why && has(move, chosen)).slice(0, 60) : [];
  if (refused.length) {
    const lines = refused.map(({ words, why }) => make("li", {}, words, make("em", {}, reason(why))));
    list.push(make("details", {}, make("summary", { "data-key": "why-not" }, word("why_not")), make("ul", {}, ...lines)));
  }
  return list;
}

function clear() {
  chosen = {};
  show();
}

function tools() {
  const tool = (key, run, refusal = null) => make("button", {
    "data-key": key, "data-why": reason(refusal), class: refusal ? "cannot" : "can", "aria-disabled": refusal && "true",
    onclick: () => (refusal ? explain(reason(refusal)) : run()),
  }, word(key));
  const taking = now.view.seat === null ? [] : [tool("undo", () => act("undo"), now.undo), tool("redo", () => act("redo"), now.redo)];
  const record = now.outcome ? [make("a", { class: "button", href: `/api/seats/${seat}/record`, download: true }, word("record"))] : [];
  return [...taking, tool("scores", showScores), ...record];
}

// The picture

/** What a part of the picture is to a player: ["card", "3va"], or nothing. */
function thingIn({ id }) {
  const [place, seat, kind, name] = id.split(":");
  const mine = seat === String(now.view.seat);
  if (id === "cathedral") return ["step", "0"];
  if (place === "space") return ["step", seat];
  if (place === "hand" && mine && kind) return ["card", kind];
  if (place === "supply" && ["sword", "tile"].includes(seat)) return [seat, kind];
  if (place === "player" && !kind) return ["rival", seat];
  if (place === "player" && mine && kind === "shop") return ["shop", name];
  if (place === "player" && mine && ["sword", "tile"].includes(kind)) return [`own_${kind}`, name];
  return null;
}

/** Outlines what is chosen and what goes with it, greys out what cannot be used, and lets the keyboard reach the rest. */
function mark() {
  const picture = find("board").querySelector("svg");
  picture.setAttribute("role", "group");
  for (const old of picture.querySelectorAll(".mark")) old.remove();
  const begun = Object.keys(chosen).length > 0;
  for (const part of picture.querySelectorAll(":scope > g[id], [id^='hand:'] g[id]")) {
    const [what, id] = thingIn(part) ?? [];
    if (!what) continue;
    const looks = state(what, id);
    const usable = looks !== "idle" && looks !== "cannot";
    part.dataset.key = `${what}:${id}`;
    part.classList.toggle("usable", usable);
    part.classList.toggle("grey", looks === "cannot" && ["card", "shop"].includes(what));
    for (const [name, value] of [["tabindex", "0"], ["role", "button"]])
      if (usable) part.setAttribute(name, value);
      else part.removeAttribute(name);
    const target = looks === "can" && (what === "step" ? possible({ ...chosen, space: id }) : !(what in chosen));
    if (looks === "chosen") outline(part, "tl-origin");
    else if (begun && target) outline(part, "tl-target");
  }
}

function outline(part, kind) {
  const { x, y, width, height } = part.getBBox();
  part.append(svg("rect", { x, y, width, height, rx: 7, class: `mark ${kind} tl-s-accent`, fill: "none", "stroke-width": 3, "stroke-dasharray": kind === "tl-origin" ? "9 4" : "none" }));
}

// Clicks and keys, on buttons and on the picture

const keyOf = (event) => {
  const key = event.target.closest("[data-key]")?.dataset.key ?? "";
  return key.includes(":") ? key.split(":") : [];
};

function onClick(event) {
  const [what, id] = keyOf(event);
  if (id !== undefined && what in { ...GROUPS, kind: 1, step: 1 }) pick(what, id);
}

function onKey(event) {
  if (event.key === "Escape" && Object.keys(chosen).length) clear();
  if (!["Enter", " "].includes(event.key) || !event.target.closest("svg")) return;
  event.preventDefault();
  onClick(event);
}

function onPoint(event) {
  const [what, id] = keyOf(event);
  const tool = event.target.closest("[data-why]");
  if (tool) explain(tool.dataset.why);
  else if (id !== undefined && now?.moves.length) explain(whyNot(what, id));
}

// What happened

function tell({ keep, new: entries }, fresh) {
  const log = find("log");
  while (log.children.length > keep) log.lastChild.remove();
  for (const { actor, lines } of entries)
    if (lines.length) log.append(make("li", { class: `player ${now.colours[actor]}` }, ...lines.map((line) => make("p", {}, line))));
    else log.append(make("li", { hidden: true }));
  log.scrollTop = log.scrollHeight;
  const duel = !fresh && entries.findLast((entry) => entry.duel.length);
  if (duel) fight(duel.duel);
}

/** A duel, round by round. */
async function fight(events) {
  const number = ++duels;
  find("rounds").replaceChildren();
  find("duel").show();
  for (const { event, words } of events) {
    const score = event.type === "round_fought" ? `${event.attacker_wins} : ${event.defender_wins}` : "";
    find("rounds").append(make("p", { class: event.type }, make("b", { class: event.card?.colour ?? "" }, score), words));
    if (!still.matches) await new Promise((done) => setTimeout(done, 900));
    if (number !== duels) return; // another one has begun
  }
}

const number = (points) => `${points}`.replace("-", "\u2212");

function showScores() {
  const place = (seat) => now.outcome.places.find((standing) => standing.seat === seat).place;
  const sheets = now.scores.map(({ total, lines }, seat) => make("table", {},
    make("caption", { class: `player ${now.colours[seat]}` },
      now.outcome ? `${now.names[seat]} · ${word("place", { place: place(seat) })}` : now.names[seat]),
    ...(lines.length ? lines : [{ words: word("no_points"), rule: "", points: 0 }]).map(({ words, rule, points }) =>
      make("tr", {}, make("td", {}, words, " ", make("small", {}, rule)), make("td", {}, number(points)))),
    make("tr", { class: "total" }, make("td", {}, word("total")), make("td", {}, number(total)))));
  find("result").textContent = now.outcome?.words ?? "";
  find("scores").replaceChildren(...sheets);
  if (!find("sheet").open) find("sheet").showModal();
}

// News

function listen() {
  stream?.close();
  let fresh = true;
  const layout = narrow.matches ? "phone" : "wide";
  stream = new EventSource(`/api/seats/${seat}/events?language=${language}&layout=${layout}`);
  stream.onmessage = ({ data }) => {
    const before = now;
    now = JSON.parse(data);
    chosen = {};
    find("lost").hidden = true;
    find("board").innerHTML = now.picture;
    if (fresh) find("log").replaceChildren();
    show();
    tell(now.log, fresh);
    if (now.outcome && !before?.outcome) showScores();
    fresh = false;
    document.body.dataset.version = now.version; // all of it is shown
  };
  stream.onerror = () => {
    fresh = true; // the browser connects again by itself, and is told everything anew
    find("lost").textContent = word(stream.readyState === EventSource.CLOSED ? "no_seat" : "lost");
    find("lost").hidden = false;
  };
}

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("mouseover", onPoint);
document.addEventListener("focusin", onPoint);
narrow.addEventListener("change", listen);
chooseLanguage(listen);
