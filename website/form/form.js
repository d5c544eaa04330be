// The model of "What is on your board?": answers about a box become an edition file, or the list of what does not fit.
// All numbers and names in here are data of the library (website/pages/boxform.py); tests/website/test_box_form.py lets the
// library load what this file calls right, and expects it to refuse what this file calls wrong.
"use strict";

var ToledoForm = (() => {
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const whole = (text) => (/^\s*\d{1,6}\s*$/.test(String(text)) ? Number(text) : NaN);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const plain = (text) => (Number.isNaN(whole(text)) ? String(text).trim() : whole(text));
  const alike = (value, like) => {
    if (Array.isArray(like)) return Array.isArray(value) && value.length === like.length && value.every((one, place) => alike(one, like[place]));
    return typeof like === "boolean" ? typeof value === "boolean" : ["string", "number"].includes(typeof value);
  };
  const only = (given, parts) => Object.fromEntries(parts.map(([part]) => [part, given[part]]));
  const PARTS = ["value", "metal", "gems", "copies"];
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  class Form {
    constructor(data) {
      this.data = data;
      this.answers = new Map(); // by the id of the question: { says: "yes" | "no" | "unsure", and what was filled in }
      this.more = []; // further kinds of swords
      this.name = data.name;
      this.title = data.title;
      this.source = data.source;
    }

    /** Something that the form says, in the language of its page. */
    say(name, values = {}) {
      return filled(this.data.words[name], values);
    }

    /** So many of a thing. */
    counted(number, thing) {
      return filled(this.data.words.counted[thing][number === 1 ? 0 : 1], { number });
    }

    another(place) {
      return this.say("another", { number: place + 1 });
    }

    question(id) {
      return this.data.questions.find((one) => one.id === id);
    }

    /** What a question is answered with before anybody has said anything: what is assumed. */
    assumed(question) {
      const { document: base } = this.data;
      const last = question.id.split(".").slice(2).join(".");
      if (question.kind === "space") {
        const { kind, row } = base.board.road.find(({ step }) => String(step) === last);
        return { kind, row: row || "" };
      }
      if (question.kind === "sword") {
        const block = base.swords[Number(question.id.split(".")[1]) - 1];
        return { value: block.value.is, metal: block.cost.metal, gems: block.cost.gems, copies: block.copies.is, none: false };
      }
      if (question.kind === "picture") {
        const line = base.cards.pictures.find(({ colour, stance }) => `${colour}.${stance}` === last);
        return { copies: [...line.copies] };
      }
      if (question.kind === "tile") return { copies: base.masters.tiles.find(({ tile }) => tile === last).copies };
      return { colour: last };
    }

    answer(id, answer) {
      this.answers.set(id, { ...this.assumed(this.question(id)), ...this.answers.get(id), ...answer });
    }

    /** Whether a question is answered. Somebody who denies what is assumed has to say what it is instead. */
    stands(id) {
      const says = this.answers.get(id)?.says;
      return says === "yes" || (says === "no" && this.differs(id));
    }

    /** Whether what was filled in is something else than what is assumed. */
    differs(id) {
      const question = this.question(id);
      const told = (said) => {
        if (said.none) return "none";
        if (question.kind === "space") return `${said.kind} ${said.kind === "entrance" ? "" : said.row}`;
        return Object.keys(this.assumed(question)).map((part) => [said[part]].flat().map(plain)).join(" ");
      };
      return told(this.answers.get(id)) !== told(this.assumed(question));
    }

    /** The questions whose assumed answer is denied, without another one. */
    get denied() {
      return this.data.questions.filter(({ id }) => this.answers.get(id)?.says === "no" && !this.differs(id));
    }

    /** How many questions are answered. */
    get answered() {
      return [...this.answers.keys()].filter((id) => this.stands(id)).length;
    }

    /** Everything that was filled in, to be kept; each answer with what was assumed when it was given. */
    draft() {
      const answers = [...this.answers].map(([id, answer]) => ({ id, assumed: this.question(id).assumed, ...answer }));
      return { answers, more: this.more, name: this.name, title: this.title, source: this.source };
    }

    /** Go on with a draft, as far as it is one: an answer to what is no longer assumed says nothing now. */
    restore(draft) {
      this.answers.clear();
      for (const given of Array.isArray(draft?.answers) ? draft.answers : []) {
        const question = this.question(given?.id);
        if (!question || question.assumed !== given.assumed || !["yes", "no", "unsure"].includes(given.says)) continue;
        const parts = Object.entries(this.assumed(question));
        if (parts.every(([part, like]) => alike(given[part], like))) this.answer(question.id, { says: given.says, ...only(given, parts) });
      }
      const sword = Object.entries({ value: 1, metal: 1, gems: 1, copies: 1 });
      const more = Array.isArray(draft?.more) ? draft.more : [];
      this.more = more.filter((one) => one && sword.every(([part, like]) => alike(one[part], like))).map((one) => only(one, sword));
      for (const name of ["name", "title", "source"]) this[name] = typeof draft?.[name] === "string" ? draft[name] : this.data[name];
    }

    /** The edition as the answers have it. Only what fits the shape of a file may be written. */
    document() {
      const made = copy(this.data.document);
      const seen = { level: "published", source: this.source.trim() };
      [made.name, made.title] = [this.name.trim(), this.title.trim()];
      const swords = made.swords;
      made.swords = [];
      const gone = new Set();
      for (const [id, answer] of this.answers) {
        if (!this.stands(id)) continue;
        const question = this.question(id);
        const { kind } = question;
        const said = answer.says === "no" ? answer : this.assumed(question);
        const last = id.split(".").slice(2).join(".");
        if (kind === "space") {
          const place = made.board.road.findIndex(({ step }) => String(step) === last);
          const { step } = made.board.road[place];
          const row = said.kind === "entrance" ? {} : { row: said.row };
          made.board.road[place] = { step, kind: said.kind, ...row, ...seen };
        } else if (kind === "sword") {
          const number = Number(id.split(".")[1]) - 1;
          if (said.none) gone.add(number);
          else swords[number] = sword(said, seen);
        } else if (kind === "picture") {
          const line = made.cards.pictures.find(({ colour, stance }) => `${colour}.${stance}` === last);
          Object.assign(line, { copies: said.copies.map(whole) }, seen);
        } else if (kind === "tile") {
          Object.assign(made.masters.tiles.find(({ tile }) => tile === last), { copies: whole(said.copies) }, seen);
        }
      }
      made.swords = [...swords.filter((_, number) => !gone.has(number)), ...this.more.map((one) => sword(one, seen))];
      made.swords.sort((a, b) => a.value.is - b.value.is || a.cost.metal - b.cost.metal || a.cost.gems - b.cost.gems);
      this.count(made, seen);
      this.rename(made, seen);
      return made;
    }

    /** How many cards there are of each value follows from the pictures. */
    count(made, seen) {
      const { cards } = made;
      const sums = cards.values.is.map((_, place) => sum(cards.pictures.map(({ copies }) => copies[place])));
      const all = this.data.questions.filter(({ kind }) => kind === "picture").every(({ id }) => this.stands(id));
      if (all) cards.copies = { is: sums, ...seen };
      else if (String(sums) !== String(cards.copies.is)) cards.copies = { is: sums, level: "inferred", source: "the sum of the duel pictures" };
      cards.pictures = cards.pictures.filter(({ copies }) => copies.some((number) => number !== 0));
    }

    /** A colour has its name in three lists. */
    rename(made, seen) {
      for (const [id, answer] of this.answers) {
        if (this.question(id).kind !== "colour" || !this.stands(id)) continue;
        const old = id.split(".").slice(2).join(".");
        const name = answer.says === "no" ? String(answer.colour).trim() : old;
        Object.assign(made.masters.colours.find((line) => line.is === old), { is: name }, seen);
        for (const line of made.masters.tiles) if (line.tile === old) line.tile = name;
        for (const line of made.cards.pictures) if (line.colour === old) line.colour = name;
      }
    }

    /** Everything that does not fit, each with the question that it is about. */
    problems() {
      const found = [...this.misshapen()];
      return found.length ? found : [...this.misfits(this.document())];
    }

    *misshapen() {
      const { bounds, limits } = this.data;
      const number = (text, [least, most], what, where) => {
        const value = whole(text);
        return value >= least && value <= most ? [] : [{ where, text: this.say("whole_number", { what, least, most }) }];
      };
      const swordNumbers = (said, sword, where) =>
        PARTS.flatMap((part) => number(said[part], bounds[part], `${sword}: ${this.data.words.parts[part]}`, where));
      if (!this.isName(this.name)) yield { where: "name", text: this.nameRule(this.say("file_name")) };
      else if (this.data.shipped.includes(this.name.trim())) yield { where: "name", text: this.say("taken") };
      const named = this.answered || this.more.length ? [["source", this.source]] : [];
      for (const [where, text] of [["title", this.title], ...named]) {
        if (!this.isLine(text)) yield { where, text: this.say("line", { what: this.say(`the_${where}`), most: limits.line }) };
      }
      for (const [id, answer] of this.answers) {
        if (answer.says !== "no") continue;
        const { kind, title } = this.question(id);
        if (kind === "sword" && !answer.none) yield* swordNumbers(answer, title, id);
        if (kind === "tile") yield* number(answer.copies, bounds.copies, title, id);
        if (kind === "picture") for (const [place, one] of answer.copies.entries()) yield* number(one, bounds.pictured, this.say("value", { title, value: this.data.document.cards.values.is[place] }), id);
        if (kind === "colour" && !this.isName(answer.colour)) yield { where: id, text: this.nameRule(this.say("the_colour")) };
        if (kind === "space" && !this.data.kinds.includes(answer.kind)) yield { where: id, text: this.say("one_of", { title, names: this.names("kinds") }) };
        if (kind === "space" && answer.kind !== "entrance" && !this.data.rows.includes(answer.row)) yield { where: id, text: this.say("one_row", { title, names: this.names("rows") }) };
      }
      for (const [place, said] of this.more.entries()) yield* swordNumbers(said, this.another(place), "more");
    }

    names(list) {
      return this.data[list].map((one) => this.data.words[list][one]).join(", ");
    }

    isName(text) {
      const name = String(text).trim();
      return new RegExp(this.data.pattern).test(name) && name.length <= this.data.limits.name;
    }

    nameRule(what) {
      return this.say("name", { what, most: this.data.limits.name });
    }

    isLine(text) {
      const line = String(text).trim();
      return line !== "" && [...line].length <= this.data.limits.line && !/[^\P{C}]|[^\P{Z} ]/u.test(line);
    }

    *misfits(made) {
      const { data } = this;
      const counts = (name) => made.counts[name].is;
      const spaces = made.board.road.map(({ kind }) => kind);
      for (const [name, kind] of Object.entries(data.spaces)) {
        const number = spaces.filter((one) => one === kind).length;
        if (number === counts(name)) continue;
        const steps = made.board.road.filter((one) => one.kind === kind).map(({ step }) => step);
        const there = number ? filled(data.words.there[number === 1 ? 0 : 1], { steps: steps.join(", ") }) : "";
        yield { where: "board.road", text: this.say("spaces", { expected: this.counted(counts(name), kind), number, there }) };
      }
      const first = spaces.indexOf("entrance");
      if (first < 0 || spaces.slice(first).some((kind) => kind !== "entrance")) yield { where: "board.road", text: this.say("entrances") };
      const swords = made.swords;
      const total = sum(swords.map(({ copies }) => copies.is));
      if (total !== counts("swords")) yield { where: "swords", text: this.say("swords", { expected: counts("swords"), number: total }) };
      if (swords.length > data.limits.kinds) yield { where: "swords", text: this.say("most_kinds", { most: data.limits.kinds }) };
      const kinds = swords.map(({ value, cost }) => this.say("cost", { value: value.is, metal: cost.metal, gems: this.counted(cost.gems, "gem") }));
      for (const [place, kind] of kinds.entries()) {
        if (kinds.indexOf(kind) !== place) yield { where: "swords", text: this.say("twice", { kind }) };
      }
      for (const { value, cost } of swords) {
        for (const part of ["metal", "gems"]) {
          const said = { value: value.is, number: cost[part], part: data.words.parts[part], all: counts(part) };
          if (cost[part] > counts(part)) yield { where: "swords", text: this.say("too_dear", said) };
        }
      }
      const cards = made.cards.copies.is;
      if (sum(cards) !== counts("money_cards")) yield { where: "cards", text: this.say("cards", { expected: counts("money_cards"), number: sum(cards) }) };
      for (const [place, number] of cards.entries()) {
        if (number < 1 || number > data.limits.number) yield { where: "cards", text: this.say("cards_of", { value: made.cards.values.is[place], most: data.limits.number }) };
      }
      const tiles = sum(made.masters.tiles.filter(({ tile }) => tile !== "movement").map(({ copies }) => copies));
      if (tiles !== counts("duel_tiles")) yield { where: "masters", text: this.say("tiles", { expected: counts("duel_tiles"), number: tiles }) };
      const colours = made.masters.colours.map((line) => line.is);
      for (const [place, colour] of colours.entries()) {
        if (colours.indexOf(colour) !== place) yield { where: "masters", text: this.say("colour_twice", { colour }) };
        if (data.reserved.includes(colour)) yield { where: "masters", text: this.say("reserved", { colour }) };
      }
    }

    /** The answers as a text to send: what is as we assume, and what is not. */
    report() {
      const lines = this.data.questions
        .filter(({ id }) => this.stands(id))
        .map((question) => {
          const { says, ...said } = this.answers.get(question.id);
          const { told: assumed } = question;
          const told = says === "yes" ? this.say("as_assumed", { told: assumed }) : this.say("otherwise", { told: this.worded(question.kind, said), assumed });
          return `- ${question.title} ${told}`;
        });
      const more = this.more.map((said) => `- ${this.say("more", { told: this.worded("sword", said) })}`);
      const head = this.say("report", { title: this.title.trim(), source: this.source.trim() });
      return [head, ...lines, ...more].join("\n") + "\n";
    }

    worded(kind, said) {
      const { kinds, rows } = this.data.words;
      if (said.none) return this.say("none");
      if (kind === "space") return said.kind === "entrance" ? kinds.entrance : this.say("space", { kind: kinds[said.kind], row: rows[said.row] });
      if (kind === "sword") return this.say("sword", said);
      return kind === "colour" ? said.colour : [said.copies].flat().join(", ");
    }

    /** The text of the edition file. */
    toml() {
      const { name, title, swords, ...tables } = this.document();
      const parts = [`${this.data.about[""]}name = ${written(name)}\ntitle = ${written(title)}\n${swords.length ? "" : "swords = []\n"}`];
      for (const [table, lines] of Object.entries(tables)) {
        const inside = Object.entries(lines).map(([key, value]) => `${key} = ${listed(value)}\n`).join("");
        parts.push(`${this.data.about[table]}[${table}]\n${inside}`);
      }
      const blocks = swords.map((block) => `[[swords]]\n${Object.entries(block).map(([key, value]) => `${key} = ${written(value)}\n`).join("")}`);
      return `${parts.join("\n")}\n${this.data.about.swords}${blocks.join("\n")}`;
    }
  }

  const sword = (said, seen) => ({
    value: { is: whole(said.value), ...seen },
    cost: { metal: whole(said.metal), gems: whole(said.gems), ...seen },
    copies: { is: whole(said.copies), ...seen },
  });

  const listed = (value) =>
    Array.isArray(value) && typeof value[0] === "object" ? `[\n${value.map((one) => `    ${written(one)},\n`).join("")}]` : written(value);

  const written = (value) => {
    if (typeof value === "string") return JSON.stringify(value).replace(/\u007f/g, "\\u007f");
    if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
    if (typeof value === "object") return `{ ${Object.entries(value).map(([key, one]) => `${key} = ${written(one)}`).join(", ")} }`;
    return String(value);
  };

  return { open: (data) => new Form(data), PARTS, filled };
})();

if (typeof module !== "undefined") module.exports = ToledoForm;
