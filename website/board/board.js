// The board: it shows what Python says (worker.js, desk.py), and hands on what the reader points at. It knows no rule:
// what can be pointed at, what follows from it and why the rest is not possible are answers.
"use strict";

(() => {
  const app = document.getElementById("board");
  if (!app) return;
  const { words: WORDS, languages: LANGUAGES, addresses: ADDRESSES, editions: EDITIONS, bots: BOTS } = window.TOLEDO_BOARD;
  const MOST_OFFERS = 8;
  const MANY_MOVES = 30;
  const touched = matchMedia("(hover: none)");
  const PICTURES = ["picture", "hand", "areas"];

  // Words

  const given = () => new URLSearchParams(location.hash.slice(1));
  const known = (codes) => codes.map((code) => (code ?? "").slice(0, 2)).find((code) => code in WORDS);
  const own = document.documentElement.lang;
  // What the link says, what the page was made for, what was chosen before, what the browser prefers.
  const language = known([given().get("language"), own === "en" ? null : own, kept("localStorage", "language"), ...navigator.languages]) ?? "en";
  if (language !== own) return location.replace(inLanguage(language)); // each language has a page of its own
  const word = (key, values = {}) =>
    WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const sign = (mark) => (language === "fr" ? `\u00a0${mark}` : mark); // French sets a space before ; and :
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 });

  /** What was kept under a name, if the browser lets a page keep anything; with a text, keep that. */
  function kept(store, name, text) {
    try {
      if (text !== undefined) window[store].setItem(`toledo-board-${name}`, text);
      return window[store].getItem(`toledo-board-${name}`);
    } catch {
      return null;
    }
  }

  /** The address of this page in a language, with the same position. English is also what is read without a choice: it says so. */
  function inLanguage(chosen) {
    const hash = given();
    hash.delete("language");
    if (chosen === "en") hash.set("language", chosen);
    const carried = hash.toString().replaceAll("+", "%20");
    return ADDRESSES[chosen] + (carried && `#${carried}`);
  }

  /** An element with attributes and content; a function is called on a click. */
  function make(tag, attributes = {}, ...content) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(name, value);
      else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...content);
    return made;
  }
  const button = (key, click, more = {}) => make("button", { type: "button", class: "md-button", click, ...more }, word(key));
  const inEnglish = language === "en" ? "" : ` (${ToledoControls[language].search.english})`; // said of what is there in English only
  const link = (rule) => make("a", { href: `${rule}.html`, hreflang: "en", class: "id rule", title: word("rule", { rule }) + inEnglish }, rule);
  const find = (name) => app.querySelector(`[data-part="${name}"]`);

  // Python, in a worker; a second one thinks

  class Python {
    constructor(engine, progress) {
      this.questions = new Map();
      this.worker = new Worker("board/worker.js", { type: "module" });
      this.worker.onmessage = ({ data }) => {
        if (data.loaded) return progress(data.loaded);
        const { resolve, reject } = this.questions.get(data.id);
        this.questions.delete(data.id);
        if ("failure" in data) reject(new Error(data.failure));
        else resolve(data.answer);
      };
      this.worker.onerror = (event) => this.end(event.message || "worker");
      this.worker.postMessage({ engine });
    }
    ask(ask, more = {}) {
      return new Promise((resolve, reject) => {
        const id = (this.number = (this.number ?? 0) + 1);
        this.questions.set(id, { resolve, reject });
        this.worker.postMessage({ id, question: { ask, language, ...more } });
      });
    }
    end(reason) {
      this.worker.terminate();
      for (const { reject } of this.questions.values()) reject(new Error(reason));
      this.questions.clear();
    }
  }

  let engine, python, thinker, now, eyes = "open", picked = [], brought = null, advised = [];
  let atRandom = null; // the seat whose view a link carried, if the other cards were dealt at random

  async function findEngine() {
    if (location.protocol === "file:") return unable("folder");
    const response = await fetch("board/engine.json").catch(() => null);
    if (!response?.ok) return unable("unbuilt");
    engine = await response.json();
    return engine;
  }

  function unable(key) {
    const text = word(key).split(/`(.*?)`/).map((part, at) => (at % 2 ? make("code", {}, part) : part));
    app.replaceChildren(chooseLanguage(), make("p", { class: "admonition-like", role: "status" }, ...text, " ",
      make("a", { href: "rules/examples.html" }, word("examples")), "."));
    return null;
  }

  /** Start Python once, with a bar that shows how far it is. */
  function start() {
    if (!python) {
      const bar = make("progress", { max: engine.bytes, value: 0, "aria-label": word("start") });
      find("status").replaceChildren(bar, make("span", { "data-part": "percent" }));
      app.dataset.state = "loading";
      python = new Python(engine, (bytes) => {
        bar.value += bytes;
        const percent = Math.min(100, Math.round((100 * bar.value) / engine.bytes));
        const text = percent < 100 ? word("loading", { percent }) : word("starting");
        if (find("percent") && find("percent").textContent !== text) find("percent").textContent = text;
      });
    }
    return python;
  }

  /** Ask the desk, and say so if it cannot start. */
  async function ask(name, more) {
    try {
      return await start().ask(name, more);
    } catch (error) {
      app.dataset.state = "failed";
      python = null; // the next question tries again
      find("status").replaceChildren(word("failed", { reason: error.message }));
      throw error;
    }
  }

  // The page before the first board

  function chooseLanguage() {
    const choose = make("select", { "data-part": "language", "aria-label": word("language"), change: () => {
      kept("localStorage", "language", choose.value);
      kept("sessionStorage", "page", JSON.stringify(written()));
      location.assign(inLanguage(choose.value));
    } }, ...Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, selected: code === language }, name)));
    return field("language", choose);
  }

  const field = (key, input) => make("label", { class: "field" }, make("span", {}, word(key)), " ", input);
  const anySeed = () => String(Math.floor(Math.random() * 10000));

  function setUp() {
    const groups = { game: EDITIONS.slice(0, 1), own: brought ? [brought.entry] : [], study: EDITIONS.slice(1) };
    const edition = make("select", { "data-part": "edition", change: () => count() },
      ...Object.entries(groups).filter(([, entries]) => entries.length).map(([key, entries]) =>
        make("optgroup", { label: word(`editions_${key}`) }, ...entries.map(([name]) => make("option", { value: name }, name)))));
    const about = make("p", { class: "hint", "data-part": "edition-about", role: "status" });
    const players = make("select", { "data-part": "players" });
    const seed = make("input", { "data-part": "seed", value: anySeed(), size: 6, required: true, "aria-describedby": "seed-hint" });
    const count = () => {
      const [, least, most, spaces, cards, title] = Object.values(groups).flat().find(([name]) => name === edition.value);
      const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
      players.replaceChildren(...numbers.map((number) => make("option", { value: number, selected: number === Math.min(3, most) }, String(number))));
      const study = groups.study.some(([name]) => name === edition.value) ? ` ${word("edition_study")}` : "";
      const size = word("edition_size", { spaces, cards, players: [...new Set([least, most])].join("–") });
      about.replaceChildren(make("span", { lang: "en" }, title), `${sign(":")} ${size}${study}`);
    };
    count();
    const begin = make("form", { class: "setup", submit: (event) => {
      event.preventDefault();
      const text = seed.value.trim();
      const number = /^\d{1,15}$/.test(text) ? Number(text) : text;
      begun(ask("new", { edition: edition.value, players: Number(players.value), seed: number }), { status: word("dealt", { seed: text }) });
    } },
      field("edition", edition), field("players", players), field("seed", seed),
      make("button", { class: "md-button md-button--primary", "data-part": "deal" }, word("deal")),
      about, make("p", { class: "hint", id: "seed-hint" }, word("seed_hint")));
    const text = make("textarea", { "data-part": "text", rows: 4, spellcheck: "false", "aria-label": word("paste_hint"), placeholder: word("paste_hint") });
    const paste = make("details", { "data-part": "paste" }, make("summary", {}, word("paste")), text,
      button("open", () => begun(open(text.value)), { "data-part": "open" }));
    return [begin, paste];
  }

  /** Open a text. An edition of the reader's own stays with the links that are made from it. */
  async function open(text) {
    const found = await ask("open", { text, edition: given().get("edition") });
    if (found.brought) brought = { text, entry: found.brought };
    return found;
  }

  /** Show the game that was just begun, or why there is none. A link may say by whose eyes, and what it dealt at random. */
  async function begun(answer, { status = word("ready"), from = null, dealt = null } = {}) {
    const found = await answer;
    if (found.problem) {
      find("status").replaceChildren(word("ready"));
      return unread(found);
    }
    picked = [];
    advised = [];
    eyes = from ?? eyes;
    if (typeof eyes === "number" && eyes >= found.players) eyes = "open";
    atRandom = dealt < found.players ? dealt : null;
    if (find("seed")) find("seed").value = anySeed();
    await show();
    find("status").replaceChildren(status);
    keepInSight();
    if (found.misfit) explain(null, word("misfit", { reason: found.misfit }));
    else sayAtRandom();
  }

  /** Why a text cannot be opened: in a sentence, then as precisely as it is known. */
  function unread({ problem, english, unread: kind }) {
    if (!kind) return explain(null, problem);
    detail(word(`unread_${kind}`, { open: "{", close: "}" }), english ?? problem);
  }

  /** A sentence, and what is only known in English. */
  function detail(sentence, english) {
    find("why").replaceChildren(sentence,
      make("details", {}, make("summary", {}, word("details") + inEnglish), make("pre", { lang: "en", tabindex: 0 }, english)));
  }

  // The table

  const dark = () => document.body.dataset.mdColorScheme === "slate";
  const wide = () => app.clientWidth >= 900;

  /** Show the table as it is now. */
  async function show() {
    // Both at once: what is drawn and what the page says it is are never two positions.
    const [shown, { position, record }] = await Promise.all([
      ask("table", { eyes, theme: dark() ? "dark" : "light", layout: wide() ? "wide" : "phone" }), ask("position")]);
    if (shown.problem) return explain(null, shown.problem);
    now = shown;
    now.reasonOf = new Map(now.reasons.flatMap(([rule, text, parts]) => parts.map((part) => [part, [rule, text]])));
    if (app.dataset.state !== "ready") {
      app.dataset.state = "ready";
      keepingFocus(layOut);
    } else keepingFocus(draw);
    if (position !== app.dataset.position) forget();
    now.position = app.dataset.position = position;
    kept("sessionStorage", "game", JSON.stringify({ position, record, at: now.at }));
    const chosen = given().has("language") ? { language } : {};
    history.replaceState(null, "", linkTo({ position, ...(eyes === "open" ? {} : { eyes }), ...(atRandom === null ? {} : { at_random: atRandom }), ...chosen }));
  }

  /** Take away what was said about another position. Bots that still think see for themselves that they are late. */
  function forget() {
    find("verdict").replaceChildren();
    if (find("follow")) find("plans").replaceChildren();
  }

  /** A link that carries a position or a record, and what it takes to read it. Whoever gets it reads it in their language. */
  function linkTo(what) {
    const hash = new URLSearchParams({ ...what, edition: now.edition });
    if (brought?.entry[0] === now.edition) hash.set("edition_file", brought.text);
    return `#${hash.toString().replaceAll("+", "%20")}`;
  }

  /** What is open and what is written on the page, to be put back when it is laid out again. */
  const written = () => ({
    opened: [...app.querySelectorAll("details[open]")].map((one) => one.dataset.part),
    values: ["edition", "players", "seed", "text", "line", "bot"].map((name) => [name, find(name)?.value]),
  });

  function putBack({ opened, values }) {
    for (const one of app.querySelectorAll("details")) one.open = opened.includes(one.dataset.part);
    for (const [name, value] of values) {
      const field = find(name);
      const fits = field && typeof value === "string" && (!field.options || [...field.options].some((one) => one.value === value));
      if (!fits) continue;
      field.value = value;
      field.dispatchEvent(new Event("change"));
    }
  }

  /** The whole page. */
  function layOut() {
    app.lang = language;
    if (!engine) return unable(location.protocol === "file:" ? "folder" : "unbuilt");
    const before = written();
    const status = make("p", { role: "status", "data-part": "status", class: "status-line" });
    const why = make("div", { role: "status", "aria-live": "polite", "data-part": "why", class: "why" });
    if (!now) {
      const cost = make("p", { class: "cost" }, word("cost", { megabytes: megabytes(engine.bytes) }));
      app.replaceChildren(make("div", { class: "bar" }, chooseLanguage()), ...setUp(), cost, status, why);
      return putBack(before);
    }
    const part = (tag, name, more = {}) => make(tag, { "data-part": name, class: name, ...more });
    const panel = (name, ...content) => make("details", { "data-part": name, class: "panel", toggle: (event) => event.target.open && fill(name) },
      make("summary", {}, word(name)), ...content);
    app.replaceChildren(
      part("div", "bar"),
      make("div", { class: "table" }, picture("picture"), make("div", { class: "side" }, picture("hand"),
        make("div", { class: "dock" }, part("p", "prompt", { "aria-live": "polite", tabindex: -1 }), why, part("p", "next", { role: "status" }), part("div", "offers"), part("div", "deeds")),
        picture("areas")),
      make("div", { class: "panels" },
        panel("moves", part("div", "menu")),
        panel("type", typing()),
        panel("log", part("p", "log_empty"), part("ol", "entries")),
        panel("bots", advising()),
        panel("duels", part("div", "odds")),
        panel("logic", reasoning()),
        panel("score", part("div", "sheets")),
        panel("words", part("div", "prose")),
        panel("share", sharing()),
        make("details", { "data-part": "begin", class: "panel" }, make("summary", {}, word("new")), ...setUp()))),
      status);
    putBack(before);
    find("status").replaceChildren(word("ready"));
    draw();
  }

  /** On a phone, the pending decision is brought into sight if it is elsewhere. */
  function keepInSight() {
    const dock = app.querySelector(".dock");
    const { top, bottom } = dock.getBoundingClientRect();
    if (!wide() && (top < 0 || bottom > innerHeight + 1)) dock.scrollIntoView({ block: "end" });
  }

  /** A place for a picture, with ids and styles of its own. */
  function picture(name) {
    const place = make("div", { "data-part": name, class: name });
    place.attachShadow({ mode: "open" });
    place.shadowRoot.addEventListener("click", (event) => {
      const id = partOf(event.target);
      if (id) pick(id);
    });
    place.shadowRoot.addEventListener("keydown", (event) => keyed(event, place.shadowRoot));
    return place;
  }

  const STYLE = `svg { display: block; width: 100%; height: auto; touch-action: manipulation; }
    [data-usable] { cursor: pointer; }
    [data-reason] { cursor: help; }
    [tabindex]:focus { outline: none; }
    .mark { fill: none; pointer-events: none; stroke-width: 2.5; rx: 6; }
    .mark.lit { stroke: #1a7f37; stroke-dasharray: 5 3; }
    .mark.picked { stroke: #d4380d; stroke-width: 4; }
    .mark.advised { stroke: #6f42c1; stroke-width: 4; stroke-dasharray: 2 4; }
    .mark.focus { stroke: #0b6bcb; stroke-width: 3; }
    .dark .mark.lit { stroke: #7ee2a0; } .dark .mark.picked { stroke: #ff9c6e; }
    .dark .mark.advised { stroke: #d3b8ff; } .dark .mark.focus { stroke: #8ec8ff; }`;

  function partOf(node) {
    for (let at = node; at?.closest; at = at.parentNode) {
      const found = at.closest("[id]");
      if (!found) return null;
      if (found.id in now.parts) return found.id;
      at = found;
    }
    return null;
  }

  const left = (more = []) => now.moves.map((move, number) => ({ ...move, number }))
    .filter((move) => [...picked, ...more].every((part) => move.parts.includes(part)));

  /** Draw controls again, and leave the focus on the same one; if it is gone, on the pending decision. */
  function keepingFocus(work) {
    const old = document.activeElement;
    if (!app.contains(old)) return work();
    const inside = old.shadowRoot?.activeElement?.id;
    const named = ["part", "deed", "entry"].find((name) => name in old.dataset);
    const value = old.dataset[named];
    work();
    if (document.activeElement === old && !inside) return;
    const again = inside
      ? PICTURES.map((name) => find(name).shadowRoot.getElementById(inside)).find(Boolean)
      : named && [...app.querySelectorAll(`[data-${named}]`)].find((one) => one.dataset[named] === value);
    again?.focus({ preventScroll: true });
    if (!app.contains(document.activeElement)) (find("prompt") ?? find("status")).focus({ preventScroll: true });
  }

  /** Everything that depends on the position. */
  function draw() {
    const [top, middle] = now.zones;
    drawPicture(find("picture"), now.board);
    drawPicture(find("hand"), now.beside, top, middle);
    drawPicture(find("areas"), now.beside, middle);
    drawBar();
    find("prompt").textContent = now.result ?? now.prompt;
    find("why").replaceChildren();
    for (const one of app.querySelectorAll("details.panel[open]")) fill(one.dataset.part);
    choose();
  }

  /** Show a picture, or the part of it between two heights. */
  function drawPicture(place, content, top = 0, bottom = null) {
    place.shadowRoot.innerHTML = `<style>${STYLE}</style><div class="${dark() ? "dark" : ""}">${content ?? ""}</div>`;
    place.hidden = !content;
    const drawn = place.shadowRoot.querySelector("svg");
    if (!drawn) return;
    drawn.setAttribute("role", "group");
    if (!top) return;
    const [, , width, height] = drawn.getAttribute("viewBox").split(" ").map(Number);
    const tall = (bottom ?? height) - top;
    drawn.setAttribute("viewBox", `0 ${top} ${width} ${tall}`);
    drawn.setAttribute("height", tall);
    const frame = drawn.getBoundingClientRect();
    for (const node of drawn.querySelectorAll("[id]")) { // what is in another part of the picture is shown there
      if (node.closest("defs, symbol")) continue;
      const box = node.getBoundingClientRect();
      if (box.y + box.height / 2 < frame.y || box.y + box.height / 2 > frame.bottom) node.remove();
    }
  }

  function drawBar() {
    const go = (key, to, sign, enabled) => make("button", {
      type: "button", "data-part": key, class: "md-button step", title: word(key), "aria-label": word(key), disabled: !enabled,
      click: async () => { await ask("go", { to }); await show(); },
    }, sign);
    const seats = make("select", { "data-part": "eyes", change: () => {
      eyes = ["open", "turn"].includes(seats.value) ? seats.value : Number(seats.value);
      picked = [];
      show().then(sayAtRandom);
    } }, ...[["open", word("hands_open")], ["turn", word("hands_turn")], ...now.names.map((name, seat) => [seat, word("hands_seat", { name })])]
      .map(([value, text]) => make("option", { value, selected: value === eyes }, text)));
    find("bar").replaceChildren(
      make("span", { class: "steps" },
        go("first", 0, "«", now.at > 0), go("back", now.at - 1, "‹", now.at > 0),
        make("span", { class: "moment" }, word("moment", { at: now.at, length: now.length })),
        go("forward", now.at + 1, "›", now.at < now.length), go("last", now.length, "»", now.at < now.length)),
      field("hands", seats), chooseLanguage(),
      linking());
  }

  /** Links to be copied, each with what it shows. */
  function linking() {
    const seat = typeof eyes === "number" ? eyes : now.active;
    const address = (what) => new URL(ADDRESSES.en + linkTo(what), location.href).href; // it leads on to the page in the reader's language
    return make("details", { class: "linking", "data-part": "link" },
      make("summary", { class: "md-button" }, word("copy_link")),
      make("div", {}, copier("link_open", () => address({ position: now.position })),
        ...(seat === null ? [] : [copier("link_seat", async () => {
          const { known } = await ask("share", { eyes: seat });
          return address({ position: known, eyes: seat, at_random: seat });
        }, { name: now.names[seat] })]),
        ...(now.recorded ? [copier("link_game", async () => address({ record: (await ask("share")).record }))] : []),
        make("p", { class: "hint" }, word("link_hint"))));
  }

  /** Nobody is to believe in cards that a link made up. */
  function sayAtRandom() {
    if (atRandom !== null) explain(null, word("at_random", { name: now.names[atRandom] }));
  }

  // Choosing

  /** Everything that depends on what is chosen. */
  const choose = () => keepingFocus(drawChoice);

  function drawChoice() {
    const moves = left();
    const usable = new Set(moves.flatMap((move) => move.parts));
    for (const place of PICTURES.map(find)) {
      const drawn = place.shadowRoot.querySelector("svg");
      if (!drawn) continue;
      for (const old of drawn.querySelectorAll(".mark")) old.remove();
      for (const node of drawn.querySelectorAll("[id]")) {
        if (!(node.id in now.parts)) continue;
        const can = usable.has(node.id);
        node.setAttribute("tabindex", can ? "0" : "-1");
        const holds = [...node.querySelectorAll("[id]")].some((one) => one.id in now.parts);
        node.setAttribute("role", holds ? "group" : "button"); // a button has nothing inside that can be reached
        node.setAttribute("aria-label", now.parts[node.id]);
        node.setAttribute(holds ? "aria-current" : "aria-pressed", picked.includes(node.id));
        node.setAttribute("aria-description", can ? "" : now.reasonOf.get(node.id)?.[1] ?? "");
        node.toggleAttribute("data-usable", can);
        node.toggleAttribute("data-reason", !can);
        const few = picked.length > 0 || now.moves.length <= MANY_MOVES;
        if (picked.includes(node.id)) mark(drawn, node, "picked");
        else if (advised.includes(node.id)) mark(drawn, node, "advised");
        else if (can && few && !/^(circle|player:\d+$)/.test(node.id)) mark(drawn, node, "lit");
      }
    }
    const few = picked.length > 0 && moves.length <= MOST_OFFERS;
    find("offers").replaceChildren(
      ...(now.chance ? [make("button", { type: "button", class: "md-button md-button--primary", "data-part": "draw", click: async () => { await ask("draw"); await show(); } }, word("draw"))] : []),
      ...(few ? moves.map(offer) : []),
      ...(picked.length ? [button("clear", clear, { "data-part": "clear" })] : []));
    const hint = !now.moves.length || now.chance ? "" : picked.length ? nextStep(moves) : word(touched.matches ? "choose_by_touch" : "choose");
    if (find("next").textContent !== hint) find("next").textContent = hint;
    const deeds = Object.keys(now.parts).filter((id) => id.startsWith("deed:"));
    deeds.sort((one, other) => usable.has(other) - usable.has(one));
    find("deeds").replaceChildren(...deeds.map((id) => make("button", {
      type: "button", class: "deed", "data-deed": id.slice(5), "aria-pressed": String(picked.includes(id)), "data-cannot": !usable.has(id), "aria-description": now.reasonOf.get(id)?.[1] ?? null, click: () => pick(id),
    }, now.parts[id])));
  }

  /** What is to be chosen next, in words. */
  const nextStep = (moves) => (moves.length > 1 ? ToledoLive.nextStep(moves, (part) => now.kinds[part], WORDS[language], language) : "");

  /** A frame around a part of a picture. */
  function mark(drawn, node, kind) {
    const [box, whole] = [node.getBoundingClientRect(), drawn.getBoundingClientRect()];
    const [left, top, width] = drawn.getAttribute("viewBox").split(" ").map(Number);
    const scale = width / whole.width;
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const at = { x: left + (box.x - whole.x) * scale - 1, y: top + (box.y - whole.y) * scale - 1, width: box.width * scale + 2, height: box.height * scale + 2 };
    for (const [name, value] of Object.entries(at)) frame.setAttribute(name, value);
    frame.setAttribute("class", `mark ${kind}`);
    drawn.append(frame);
  }

  const offer = (move) => make("button", { type: "button", class: "offer", "data-move": move.number, click: () => play({ move: move.number }) },
    move.text, ...facts(move).map((fact) => make("small", {}, ` ${fact}`)));

  const facts = (move) => [
    ...move.odds.map(([name, percent]) => word("odds", { percent, name })),
    ...(move.points > 0 ? [`+${word("points", { points: move.points })}`] : []),
  ];

  async function pick(id) {
    const again = picked.length === 1 && picked[0] === id;
    if (again && left().length === 1) return play({ move: left()[0].number });
    if (picked.includes(id)) picked = picked.filter((one) => one !== id);
    else if (left([id]).length) picked = [...picked, id];
    else if (picked.length) return apart(id);
    else return refuse(id);
    explain(null, "");
    const moves = left();
    if (picked.length && moves.length === 1 && (picked.length > 1 || id.startsWith("deed:"))) return play({ move: moves[0].number });
    choose();
  }

  /** A part that does not go with those that are chosen: the reason, if there is one, else a new choice. */
  async function apart(id) {
    const { reasons } = await ask("why", { eyes, picked: [...picked, id] });
    if (reasons.length) return explain(...reasons[0]);
    if (now.reasonOf.has(id)) return refuse(id);
    picked = [id];
    explain(null, word("apart"));
    choose();
  }

  /** A part that cannot be used: all reasons, if each of the player's cards and figures has one of its own. */
  async function refuse(id) {
    explain(...(now.reasonOf.get(id) ?? [null, now.prompt]));
    const { reasons } = await ask("why", { eyes, picked: [id] });
    if (reasons.length < 2) return;
    find("why").replaceChildren(word("many_reasons"), make("ul", {}, ...reasons.map(([rule, text]) => make("li", {}, `${text} `, link(rule), inEnglish))));
  }

  function clear() {
    picked = [];
    explain(null, "");
    choose();
  }

  async function play(move) {
    const answer = await ask("play", move);
    if (answer.english) return detail(answer.problem, answer.english);
    if (answer.problem) return explain(null, answer.problem);
    if (answer.refused) return explain(answer.refused.rule, answer.refused.text);
    picked = [];
    advised = [];
    await show();
    keepInSight();
  }

  function explain(rule, text) {
    find("why").replaceChildren(...(text ? [text, ...(rule ? [" ", link(rule), inEnglish] : [])] : []));
  }

  function keyed(event, root) {
    const id = partOf(event.target);
    if (["Enter", " "].includes(event.key) && id) {
      event.preventDefault();
      pick(id).then(() => root.getElementById(id)?.focus({ preventScroll: true }));
    } else if (event.key.startsWith("Arrow")) {
      const all = [...root.querySelectorAll("[tabindex]")].filter((one) => one.id in now.parts);
      const next = all[all.indexOf(event.target) + (["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1)];
      if (next) { event.preventDefault(); next.focus(); }
    }
    for (const old of root.querySelectorAll(".mark.focus")) old.remove();
  }
  document.addEventListener("keydown", (event) => event.key === "Escape" && picked.length && clear());
  document.addEventListener("focusin", () => {
    const root = app.querySelector(":focus")?.shadowRoot;
    const node = root?.activeElement;
    if (!root) return;
    for (const old of root.querySelectorAll(".mark.focus")) old.remove();
    if (node?.id in (now?.parts ?? {})) mark(root.querySelector("svg"), node, "focus");
  });

  // Panels: filled when they are open

  const FILL = {
    moves() {
      const topics = Map.groupBy ? Map.groupBy(now.menu, (entry) => entry.topic) : now.menu.reduce((found, entry) => found.set(entry.topic, [...(found.get(entry.topic) ?? []), entry]), new Map());
      find("menu").replaceChildren(...[...topics].map(([topic, entries]) => make("section", {}, make("h4", {}, topic),
        ...entries.map((entry) => make("div", { class: "entry" }, entry.options.length === 1 && !entry.options[0][1]
          ? offer({ ...now.moves[entry.options[0][0]], number: entry.options[0][0] })
          : make("span", {}, `${entry.text} `, ...entry.options.map(([move, text]) => make("button", {
            type: "button", class: "option", "data-move": move, title: [now.moves[move].text, ...facts(now.moves[move])].join(" "), "aria-label": now.moves[move].text, click: () => play({ move }),
          }, text))))))));
      if (!now.menu.length) find("menu").textContent = now.prompt;
    },
    type() {
      const example = now.moves.at(-1)?.notation;
      find("example").textContent = example ? word("type_hint", { example }) : "";
    },
    log() {
      find("log_empty").textContent = now.log.length ? "" : word("log_empty");
      find("entries").replaceChildren(...now.log.map((entry, at) => make("li", { "aria-current": at + 1 === now.at ? "step" : false },
        make("button", { type: "button", class: "entry-text", "data-entry": at, click: async () => { await ask("go", { to: at + 1 }); await show(); } }, entry.text), " ", make("code", {}, entry.notation))));
    },
    async duels() {
      const { attacker, rivals } = await ask("odds");
      find("odds").replaceChildren(make("p", {}, rivals.length ? word("duels_of", { name: attacker }) : word("no_duel")),
        make("ul", {}, ...rivals.map((rival) => make("li", {}, word("duel_line", { name: rival.name, percent: rival.wins, exact: rival.exact }),
          make("br"), make("small", {}, rival.scores.map(([mine, theirs, percent]) => word("rounds", { mine, theirs, percent })).join(", "))))));
    },
    score() {
      find("sheets").replaceChildren(...now.scores.map(({ total, lines }, seat) => make("table", {}, make("caption", {}, now.names[seat]),
        make("tbody", {}, ...lines.map(([rule, text, points]) => make("tr", {}, make("td", {}, link(rule)), make("td", {}, text), make("td", {}, String(points)))),
          make("tr", {}, make("td", {}), make("th", { scope: "row" }, word("total")), make("td", {}, String(total)))))));
    },
    async words() {
      const { words } = await ask("words", { eyes });
      find("prose").replaceChildren(...words.split("\n").map((line) => make("p", {}, line)));
    },
  };
  const fill = (name) => FILL[name]?.();

  function typing() {
    const line = make("input", { "data-part": "line", size: 30, spellcheck: "false", autocapitalize: "off", "aria-label": word("type") });
    return make("form", { class: "typing", submit: (event) => {
      event.preventDefault();
      play({ line: line.value });
    } }, line, make("button", { class: "md-button", "data-part": "try" }, word("play")), make("p", { class: "hint", "data-part": "example" }));
  }

  // Bots think in a worker of their own, so that the board goes on, and so that they can be stopped

  function advising() {
    const bot = make("select", { "data-part": "bot", "aria-label": word("bots") }, ...BOTS.map((spec) => {
      const [name, level] = spec.split(":level=");
      return make("option", { value: spec, selected: spec === "analysis" }, word(`bot_${name}`, { level }));
    }));
    return make("div", { class: "advising" }, bot, button("ask", () => advise(bot.value), { "data-part": "advise" }),
      make("div", { "data-part": "plans", class: "plans", role: "status" }));
  }

  async function advise(bot) {
    const position = now.position;
    const place = find("plans");
    const halt = button("stop", () => { thinker?.end("stopped"); thinker = null; place.replaceChildren(); });
    place.replaceChildren(word(thinker ? "thinking" : "thinker"), " ", halt);
    try {
      thinker ??= new Python(engine, () => {});
      if (brought) await thinker.ask("open", { text: brought.text });
      await thinker.ask("open", { text: position, edition: now.edition });
      place.replaceChildren(word("thinking"), " ", halt);
      const answer = await thinker.ask("advice", { bot });
      if (position !== now.position) return place.replaceChildren();
      if (answer.problem) return place.replaceChildren(answer.problem);
      const even = answer.even > answer.plans.length ? [make("p", {}, word("even", { number: answer.even }))] : [];
      const chances = (answer.outlook ?? []).map(([name, percent, points]) => word("outlook_of", { name, percent, points })).join(`${sign(";")} `);
      place.replaceChildren(...(chances ? [make("p", {}, word("outlook", { chances }))] : []), ...even, make("ol", {}, ...answer.plans.map((plan) => make("li", {}, `${plan.text} `,
        make("small", {}, [
          ...(plan.chance === null ? [] : [word("wins", { percent: plan.chance })]),
          ...(plan.points === undefined ? [] : [word("expected", { points: plan.points })]),
        ].join(`${sign(";")} `)), " ",
        make("button", { type: "button", class: "option", "data-part": "follow", click: () => play({ line: plan.notation }) }, word("play"))))));
      advised = now.moves[answer.plans[0].move]?.parts ?? [];
      choose();
    } catch (error) {
      if (error.message !== "stopped") place.replaceChildren(word("failed", { reason: error.message }));
    }
  }

  // The logic, in a worker of its own

  let logician, consulted = Promise.resolve(); // one question at a time: answers do not say what they are about
  function reasoning() {
    const place = make("div", { "data-part": "verdict", role: "status" });
    return make("div", {}, make("p", {}, word("logic_about", { megabytes: megabytes(engine.logic) })),
      button("ask", async () => {
        place.replaceChildren(word("thinking"));
        const answer = (consulted = consulted.then(consult).catch((error) => [word("failed", { reason: error.message })]));
        const verdict = await answer;
        if (answer === consulted) place.replaceChildren(...verdict); // else the newest question is still thought about
      }, { "data-part": "consult" }), place);
  }

  async function consult() {
    const [{ position }, question] = await Promise.all([ask("position"), ask("logic")]);
    logician ??= new Worker("board/logic.js", { type: "module" });
    const { moves, failure } = await new Promise((resolve, reject) => {
      logician.onmessage = ({ data }) => resolve(data);
      logician.onerror = (event) => reject(new Error(event.message));
      logician.postMessage({ ...question, folder: engine.folder });
    });
    if (failure) throw new Error(failure);
    const [verdict, meanwhile] = await Promise.all([ask("verdict", { moves }), ask("position")]);
    if (meanwhile.position !== position) return []; // somebody has moved: the moves are those of another position
    const differences = ["only_logic", "only_library"].filter((side) => verdict[side].length);
    if (!differences.length) return [word("agree", { number: verdict.number })];
    return [make("strong", {}, word("disagree")), ...differences.flatMap((side) => [make("p", {}, word(side)), make("ul", {}, ...verdict[side].map((text) => make("li", {}, text)))])];
  }

  // Sharing

  function copier(key, text, values = {}) {
    const copy = make("button", { type: "button", class: "md-button", "data-part": key, click: async () => {
      const copied = await text();
      try {
        await navigator.clipboard.writeText(copied);
      } catch { // some browsers keep the clipboard closed: then it is shown, to be copied by hand
        return window.prompt(word(key, values), copied);
      }
      copy.textContent = word("copied");
      setTimeout(() => { copy.textContent = word(key, values); }, 2000);
    } }, word(key, values));
    return copy;
  }
  const sharing = () => make("div", { class: "sharing" },
    copier("copy_position", () => now.position),
    copier("copy_json", async () => (await ask("share")).json),
    copier("copy_record", async () => (await ask("share")).record),
    make("p", { class: "hint" }, word("share_hint")));

  /** The game that was on this page before it was loaded again, or in another language, if the link leads to where it was. */
  async function goOn(position) {
    const game = JSON.parse(kept("sessionStorage", "game"));
    if (!game?.record || game.position !== position) return open(position);
    const found = await open(game.record);
    if (!found.problem) await ask("go", { to: game.at });
    return found;
  }

  async function openFromLink({ loaded = false } = {}) {
    const link = given();
    const text = link.get("record") ?? link.get("position");
    if (!text) return;
    const seat = (name) => (/^\d$/.test(link.get(name) ?? "") ? Number(link.get(name)) : null);
    if (link.get("edition_file")) await open(link.get("edition_file"));
    await begun(loaded && !link.has("record") ? goOn(text) : open(text), { from: link.get("eyes") === "turn" ? "turn" : seat("eyes"), dealt: seat("at_random") });
    if (link.get("play")) await play({ line: link.get("play") });
  }

  addEventListener("hashchange", () => openFromLink());
  new MutationObserver(() => now && show()).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  let room = wide();
  addEventListener("resize", () => {
    if (now && wide() !== room) show();
    room = wide();
  });
  (async () => {
    if (!(await findEngine())) return;
    layOut();
    const before = JSON.parse(kept("sessionStorage", "page")); // of the page in another language, from where the reader came
    kept("sessionStorage", "page", "null");
    if (!before) return openFromLink({ loaded: true });
    putBack(before);
    find("language").focus({ preventScroll: true });
    await openFromLink({ loaded: true });
    putBack(before);
  })();
})();
