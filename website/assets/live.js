// Live boards: the place of a scene becomes a board to click. Which part belongs to which move, what follows and why not
// was asked of the engine when the site was built; it comes as data (website/pages/live.py), and there is no rule in this file.
// Every part can be reached by keyboard: Tab goes to the board, the hand and so on, arrow keys move inside, Enter chooses.
"use strict";

var ToledoLive = (() => {
  const NS = "http://www.w3.org/2000/svg";
  const LEAST = 25; // size of what can be clicked, in units of the board
  const MOST_BUTTONS = 12; // moves that are listed one by one; of more, the parts that go on are lit
  const root = new URL("..", document.currentScript.src);
  const narrow = matchMedia("(max-width: 38em)");
  const touched = matchMedia("(hover: none)"); // where there is nothing to click with
  const files = new Map();
  const data = new Map();

  const put = (name, packed) => data.set(name, packed);

  /** Load a script that calls `put`; a page in a folder may load nothing else. */
  const load = (name) => {
    if (!files.has(name)) {
      files.set(
        name,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = new URL(`live/${name}.js`, root);
          script.addEventListener("load", () => resolve(ToledoPacked.open(data.get(name))));
          script.addEventListener("error", () => reject(new Error(`${name} is missing`)));
          document.head.append(script);
        }),
      );
    }
    return files.get(name);
  };

  const make = (tag, attributes = {}, ...children) => dressed(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) => dressed(document.createElementNS(NS, tag), attributes, children);
  const dressed = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
    element.append(...children.filter((child) => child != null));
    return element;
  };
  const button = (text, attributes, onclick) => {
    const made = make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", onclick);
    return made;
  };
  const parsed = (text) => {
    const holder = draw("g");
    holder.innerHTML = text;
    return holder;
  };

  const SPACES = new Set(["circle", "cathedral", "alcazar"]);

  /** The kinds of parts to choose from until one of these moves is left. A kind that some moves do without is no step. */
  const kindsToChoose = (moves, kindOf) => {
    const kind = (part) => (SPACES.has(kindOf(part)) ? "space" : kindOf(part));
    const having = (move, one) => move.parts.filter((part) => kind(part) === one);
    const chosen = [];
    const told = () => new Set(moves.map((move) => chosen.map((one) => having(move, one).sort().join(" ")).join(", "))).size;
    for (const one of new Set(moves.flatMap((move) => move.parts.map(kind)))) {
      if (!moves.every((move) => having(move, one).length)) continue;
      const before = told();
      chosen.push(one);
      if (told() === before) chosen.pop();
    }
    return chosen;
  };

  /** The next step of a choice in words: "Choose a shop and a space."; empty if what is left are only ways to do it. */
  const nextStep = (moves, kindOf, words, language) => {
    const things = kindsToChoose(moves, kindOf).map((kind) => words[`a_${kind}`]).filter(Boolean);
    const list = new Intl.ListFormat(language, { type: "conjunction" });
    return things.length ? words.next.replace("{things}", list.format(things)) : "";
  };

  /** The symbols that all boards of a page use, once. */
  const symbols = (board) => {
    let sprite = document.getElementById("live-symbols");
    if (!sprite) {
      const style = make("link", { rel: "stylesheet", href: new URL("assets/live-board.css", root) });
      document.head.append(style);
      sprite = draw("svg", { id: "live-symbols", class: "tl-live", width: 0, height: 0, "aria-hidden": "true", focusable: "false" });
      document.body.append(sprite);
    }
    if (sprite.board !== board) {
      sprite.innerHTML = `<defs>${board.symbols}</defs>`;
      sprite.board = board;
    }
  };

  class LiveBoard {
    constructor(figure, scene, { page, said }, board, language) {
      Object.assign(this, { figure, scene, page, said, board, language });
      this.at = Number(figure.dataset.at);
      this.move = null; // the move whose outcome is shown, if it leads away from the scene
      this.came = null; // the move that led here
      this.past = [];
      this.picked = [];
      this.refusal = null;
      this.pointed = null; // the part that was chosen last
      this.build();
      this.show();
    }

    get state() {
      return this.scene.states[this.at];
    }

    build() {
      const { page } = this;
      this.prompt = make("p", { class: "live__prompt" });
      this.above = this.group(page.table);
      this.hand = this.group(page.hand, "div", "live__hand");
      this.deeds = this.group(page.deeds, "div", "live__deeds");
      this.mats = this.group(page.players);
      this.verdict = make("div", { class: "live__verdict", role: "status", tabindex: "-1" });
      this.tools = make("div", { class: "live__tools" });
      this.every = make("details", { class: "live__every" });
      this.box = make(
        "div",
        { class: "live", role: "group", "aria-label": page.board },
        ...[this.prompt, this.above, this.hand, this.deeds, this.verdict, this.tools, this.every, this.mats],
      );
      this.box.addEventListener("click", (event) => {
        const part = event.target.closest("[data-part]");
        if (part && this.box.contains(part)) this.choose(part.dataset.part);
      });
      this.box.addEventListener("keydown", (event) => this.typed(event));
    }

    group(label, tag = "svg", kind = "live__board") {
      const made = tag === "svg" ? draw("svg", { class: `tl-live ${kind}` }) : make(tag, { class: kind });
      return dressed(made, { role: "group", "aria-label": label }, []);
    }

    // What is shown

    /** Show everything again. The focus stays where it is, or goes to the part that is wanted; without such a part, to the verdict. */
    show(wanted = null) {
      const inside = this.box.contains(document.activeElement);
      const focus = inside ? wanted || document.activeElement.dataset.part : null;
      const { state, page } = this;
      this.labels = new Map(state.parts.map(([id, word]) => [id, this.said[word]]));
      this.numbers = new Map(state.parts.map(([id], number) => [id, number]));
      this.items = new Map(state.items.map(([id, ...item]) => [id, item]));
      for (const [id, ...item] of this.move?.items || []) {
        if (item.length) this.items.set(id, item);
        else this.items.delete(id);
      }
      this.prompt.textContent = this.said[this.move ? this.move.then : state.prompt];
      this.drawBoard();
      this.drawMats();
      this.drawHand();
      this.deeds.hidden = this.move !== null;
      this.deeds.replaceChildren(
        ...[...this.labels.keys()].filter((id) => id.startsWith("deed:")).map((id) => this.dress(button(this.labels.get(id), {}, () => {}), id)),
      );
      this.tellVerdict();
      this.drawTools();
      this.listMoves();
      for (const group of [this.above, this.hand, this.deeds, this.mats]) {
        const all = [...group.querySelectorAll("[data-part]")];
        (all.find((one) => one.dataset.part === focus) || all[0])?.setAttribute("tabindex", "0");
      }
      if (!inside) return;
      if (focus) this.box.querySelector(`[data-part="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
      const lost = !this.box.contains(document.activeElement) || (this.every.hidden && this.every.contains(document.activeElement));
      if (lost) this.verdict.focus({ preventScroll: true });
    }

    drawBoard() {
      const { zones, width, places } = this.board;
      const bottom = zones.supply[1] + zones.supply[3];
      const [spaces, things, figures] = [draw("g"), draw("g"), draw("g")];
      for (const id of ["cathedral", "alcazar"]) spaces.append(this.dress(draw("g", {}, this.area(places[id])), id, places[id]));
      for (const [id, item] of this.items) {
        const place = places[item[1] || id];
        if (!place || place[1] >= bottom) continue;
        (id.startsWith("figure:") ? figures : id.startsWith("space:") ? spaces : things).append(this.item(id, item));
      }
      for (const id of this.move?.last || this.came?.last || []) {
        if (places[id]) spaces.append(this.frame(places[id], "live__last"));
      }
      this.above.setAttribute("viewBox", `0 0 ${width} ${bottom}`);
      this.above.replaceChildren(parsed(this.board.ground), spaces, things, parsed(this.board.signs), figures);
    }

    drawMats() {
      const { zones, width, places, labels } = this.board;
      const mats = draw("g");
      const drawn = [];
      let [top, bottom] = [Infinity, 0];
      for (let seat = 0; seat < this.scene.seats; seat += 1) {
        const box = zones[`player:${seat}`];
        [top, bottom] = [Math.min(top, box[1]), Math.max(bottom, box[1] + box[3])];
      }
      for (const [id, item] of this.items) {
        if ((places[item[1] || id] || [0, 0])[1] >= top) (id.split(":").length === 2 ? mats : { append: (one) => drawn.push(one) }).append(this.item(id, item));
      }
      for (let seat = 0; seat < this.scene.seats; seat += 1) {
        drawn.push(this.text(labels[`player:${seat}`], this.labels.get(`player:${seat}`) || "", "tl-n"));
        if (seat === this.state.seat && !this.move) mats.append(this.frame(zones[`player:${seat}`], "live__turn"));
        const [x, y, , height] = places[`known:${seat}`] || [0, 0, 0, 0];
        for (const [number, card] of this.state.known[seat].entries()) {
          const at = [x + number * 30, y, 28, height];
          const shown = draw("g", {}, this.area(at), draw("use", { href: `#tl-stamp-${card}`, x: at[0], y, width: 28, height }));
          drawn.push(this.dress(shown, `player:${seat}:known:${card}`, at));
        }
      }
      this.mats.setAttribute("viewBox", `0 ${top - 4} ${width} ${bottom - top + 8}`);
      this.mats.replaceChildren(mats, ...drawn);
    }

    drawHand() {
      const { seat } = this.state;
      const cards = (this.move?.hand || this.state.hand).map(([card, number]) => {
        const view = document.getElementById(`tl-card-${card}`).viewBox.baseVal;
        const picture = draw("svg", { viewBox: `0 0 ${view.width} ${view.height}`, class: "tl-live", "aria-hidden": "true" });
        picture.append(draw("use", { href: `#tl-card-${card}`, width: view.width, height: view.height }));
        return this.dress(make("button", { type: "button" }, picture, number > 1 ? `×${number}` : ""), `hand:${seat}:${card}`, null, number > 1 ? `×${number}` : "");
      });
      const turn = [...this.items].filter(([id]) => id === "front" || id === "extra").map(([id, [symbol, , text]]) => {
        const view = document.getElementById(`tl-${symbol}`).viewBox.baseVal;
        const picture = draw("svg", { viewBox: `0 0 ${view.width} ${view.height}`, class: "tl-live", "aria-hidden": "true" });
        picture.append(draw("use", { href: `#tl-${symbol}`, width: view.width, height: view.height }));
        return this.dress(make("button", { type: "button", class: "live__front" }, picture, text || ""), id, null, text);
      });
      this.hand.replaceChildren(make("span", { class: "live__label" }, `${this.page.hand}: `), ...cards, ...turn);
      if (turn.length) turn[0].before(make("span", { class: "live__label" }, `${this.page.turn}: `));
    }

    item(id, [symbol, where, text, gone]) {
      const place = where || id;
      const box = this.board.places[place];
      const area = id.startsWith("space:") ? this.board.places[id] : grown(box);
      const node = draw("g", gone ? { class: "tl-gone" } : {}, this.area(area));
      if (symbol) node.append(draw("use", { href: `#tl-${symbol}`, x: box[0], y: box[1], width: box[2], height: box[3] }));
      if (text) node.append(this.text(this.board.labels[place], text, "tl-b"));
      return this.dress(node, id, area, text);
    }

    area([x, y, width, height]) {
      return draw("rect", { x, y, width, height, class: "live__area" });
    }

    frame([x, y, width, height], kind) {
      return draw("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 7, class: kind });
    }

    text([x, y, size, at], written, kind) {
      const anchor = { c: "middle", l: "start", e: "end" }[at];
      return draw("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": anchor, class: `${kind} tl-f-ink` }, written);
    }

    /** Name a part, and say whether it can be chosen. What is no part of the game is only a picture. */
    dress(node, id, area = null, text = "") {
      if (!this.labels.has(id) || this.move) {
        if (node.tagName === "BUTTON") dressed(node, { disabled: "", "aria-label": this.labels.get(id) || id.split(":").pop() }, []);
        else node.setAttribute("aria-hidden", "true");
        return node;
      }
      if (area) node.append(this.frame(area, "live__ring"));
      const number = this.numbers.get(id);
      const label = text && !this.labels.get(id).includes(text) ? `${this.labels.get(id)}, ${text}` : this.labels.get(id);
      const chosen = this.picked.includes(number);
      const open = this.open();
      const lit = this.picked.length > 0 && !chosen && open.some((move) => move.parts.includes(number)) && !open.every((move) => move.parts.includes(number));
      node.classList.toggle("live__usable", !(number in this.state.reasons));
      node.classList.toggle("live__picked", chosen);
      node.classList.toggle("live__lit", lit);
      return dressed(node, { "data-part": id, role: "button", tabindex: "-1", "aria-label": label, "aria-pressed": String(chosen) }, []);
    }

    // What is said

    tellVerdict() {
      const { page, said } = this;
      const shown = this.move || this.came;
      const found = [];
      if (this.refusal) {
        found.push(...this.tellRefusal(this.refusal));
      } else if (this.picked.length) {
        const [open, barred] = [this.open(), this.barred()];
        const next = open.length > 1 ? nextStep(open, (number) => this.state.parts[number][2], page, this.language) : "";
        found.push(next ? this.verdictLine("yes", page.allowed, next) : this.verdictLine("yes", page.choose));
        if (open.length <= MOST_BUTTONS) {
          found.push(make("ul", {}, ...open.map((move) => make("li", {}, button(said[move.says], {}, () => this.play(move))))));
        }
        if (barred.length && barred.length <= MOST_BUTTONS) {
          found.push(this.verdictLine("no", page.refused), this.listReasons(barred.map((one) => one.slice(1))));
        }
      } else if (shown) {
        found.push(this.verdictLine("yes", page.allowed, said[shown.says]));
        const told = [...shown.told, shown.then].map((word) => make("li", {}, said[word]));
        found.push(make("p", {}, page.follows), make("ol", {}, ...told));
      } else if (this.state.moves.length) {
        found.push(make("p", {}, touched.matches ? page.hint_by_touch : page.hint, " ", make("span", { class: "live__keys" }, page.keys)));
      } else {
        found.push(make("p", {}, page.nothing));
      }
      this.verdict.replaceChildren(...found);
    }

    /** One reason in a line, several as a list, each with what it refuses. */
    tellRefusal(reasons) {
      const { page, said } = this;
      const [[word, rule, says]] = reasons;
      if (reasons.length > 1) return [this.verdictLine("no", page.refused, page.many_reasons), this.listReasons(reasons)];
      const what = says === undefined ? [] : [`${said[says]} `];
      return [this.verdictLine("no", page.refused, ...what, `${said[word]} `, this.rule(rule))];
    }

    listReasons(reasons) {
      const { said } = this;
      return make("ul", {}, ...reasons.map(([word, rule, says]) => make("li", {}, said[says], " ", make("q", {}, said[word]), " ", this.rule(rule))));
    }

    verdictLine(kind, verdict, ...more) {
      return make("p", {}, make("strong", { class: `live__${kind}` }, verdict), " ", ...more);
    }

    rule(id) {
      const link = make("a", { class: "id", href: new URL(`${id}.html`, root), hreflang: "en", title: this.page.rule }, id);
      return make("span", {}, link, this.language === "en" ? "" : ` (${ToledoControls[this.language].search.english})`);
    }

    drawTools() {
      const { page, said } = this;
      const found = [];
      const own = this.move ? null : this.state.moves.find((move) => move.own);
      if (this.picked.length || this.refusal) found.push(button(page.clear, {}, () => this.again()));
      if (this.past.length) found.push(button(page.back, { class: "live__back" }, () => this.back()));
      if (own && !this.picked.length) found.push(button(`${page.example} ${said[own.says]}`, {}, () => this.play(own)));
      const link = this.figure.dataset.open;
      if (link) {
        const edition = this.scene.edition === "kosmos-2008" ? "" : `&edition=${this.scene.edition}`;
        const spoken = this.language === "en" ? "" : `&language=${this.language}`; // who reads English may read something else too
        const position = `${link}#position=${encodeURIComponent(this.state.position)}${edition}${spoken}`;
        // What is written here ends with a move of the reader's own; the board plays it, and goes on.
        if (this.move) found.push(make("a", { class: "live__on", href: `${position}&play=${encodeURIComponent(this.move.line)}` }, page.play_on));
        else found.push(make("a", { href: position }, page.open));
      }
      this.tools.replaceChildren(...found);
    }

    /** All moves as a list, for those who would rather read than point. */
    listMoves() {
      const { page, said, state } = this;
      this.every.hidden = !state.moves.length || this.move !== null;
      if (this.every.listed === state) return;
      this.every.listed = state;
      const entries = state.menu.map(([word, options]) => {
        if (options.length === 1) return make("li", {}, button(said[word], {}, () => this.play(state.moves[options[0][0]])));
        const ways = options.map(([move, label]) =>
          button(said[label], { "aria-label": said[state.moves[move].says] }, () => this.play(state.moves[move])),
        );
        return make("li", {}, said[word], " ", ...ways);
      });
      this.every.replaceChildren(make("summary", {}, `${page.every} (${state.moves.length})`), make("ul", {}, ...entries));
    }

    // What is done

    /** The moves that all chosen parts stand for together. */
    open(picked = this.picked) {
      return this.state.moves.filter((move) => picked.every((part) => move.parts.includes(part)));
    }

    /** What goes with some of the chosen parts and not with all: the engine refuses it. */
    barred(picked = this.picked) {
      return picked.length ? this.state.refused.filter(([parts]) => picked.every((part) => parts.includes(part))) : [];
    }

    choose(id) {
      const number = this.numbers.get(id);
      if (number === undefined || this.move) return;
      this.refusal = null;
      this.pointed = id;
      if (this.picked.includes(number)) {
        this.picked = this.picked.filter((one) => one !== number);
      } else if (number in this.state.reasons) {
        this.refusal = this.together(number) || this.state.reasons[number];
      } else if (this.open([...this.picked, number]).length) {
        this.picked.push(number);
      } else {
        this.refusal = this.together(number);
        if (!this.refusal) this.picked = [number];
      }
      const open = this.open();
      if (this.picked.length && !this.refusal && open.length === 1 && !this.barred().length) this.play(open[0]);
      else this.show();
    }

    /** All reasons why this part does not go with those that are chosen. */
    together(number) {
      if (!this.picked.length) return null;
      const found = new Map(this.barred([...this.picked, number]).reverse().map(([, word, rule, says]) => [word, [word, rule, says]]));
      return found.size ? [...found.values()].reverse() : null;
    }

    play(move) {
      this.past.push([this.at, this.came, this.pointed]);
      this.pointed = null;
      this.picked = [];
      this.refusal = null;
      if (move.to === undefined) this.move = move;
      else [this.at, this.came, this.move] = [move.to, move, null];
      this.show();
    }

    back() {
      [this.at, this.came, this.pointed] = this.past.pop();
      this.again();
    }

    again() {
      this.move = null;
      this.picked = [];
      this.refusal = null;
      this.show(this.pointed);
    }

    typed(event) {
      const part = event.target.closest("[data-part]");
      if (!part) return;
      const all = [...part.closest("[role=group]").querySelectorAll("[data-part]")];
      const place = all.indexOf(part);
      const next = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
      if (next !== undefined) {
        event.preventDefault();
        const target = all[(next + all.length) % all.length];
        part.setAttribute("tabindex", "-1");
        target.setAttribute("tabindex", "0");
        target.focus();
      } else if ((event.key === "Enter" || event.key === " ") && part.tagName !== "BUTTON") {
        event.preventDefault();
        this.choose(part.dataset.part);
      } else if (event.key === "Escape") {
        this.pointed = part.dataset.part;
        this.again();
      }
    }
  }

  const grown = ([x, y, width, height]) => {
    const [w, h] = [Math.max(width, LEAST), Math.max(height, LEAST)];
    return [x + width / 2 - w / 2, y + height / 2 - h / 2, w, h];
  };

  /** Turn a figure into a live board; without its data it stays a sentence. */
  const enliven = async (figure) => {
    const language = figure.closest("[data-language]")?.dataset.language || "en";
    const layout = narrow.matches ? "phone" : "tablet";
    try {
      const [scene, words, board] = await Promise.all([
        load(figure.dataset.board),
        load(`words-${language}`),
        load(`board-${layout}`),
      ]);
      symbols(board);
      const made = new LiveBoard(figure, scene, words, board, language);
      figure.querySelector(".live")?.remove();
      figure.prepend(made.box);
      figure.classList.add("is-live");
      figure.board = made;
    } catch (error) {
      console.warn(error.message);
      figure.classList.remove("is-live");
    }
  };

  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        enliven(target);
      }
    },
    { rootMargin: "300px" },
  );
  const figures = (place) => [...place.querySelectorAll("figure[data-board]")];
  /** Let the figures of a place become boards when they come into sight. */
  const watch = (place) => {
    for (const figure of figures(place)) {
      figure.classList.add("is-live"); // its place is kept
      near.observe(figure);
    }
  };
  watch(document);
  narrow.addEventListener("change", () => figures(document).filter((figure) => figure.board).forEach(enliven));
  return { put, load, symbols, nextStep, watch };
})();
