// The page "What is on your board?": one question at a time, with a picture, and the edition file at the end.
"use strict";

{
  const data = ToledoFormData;
  const { words } = data;
  const say = (name, values) => ToledoForm.filled(words[name], values);
  const form = ToledoForm.open(data);
  const place = document.getElementById("box-form");
  const NS = "http://www.w3.org/2000/svg";
  let at = 0;
  let board = null;

  const make = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
    made.append(...children);
    return made;
  };
  const draw = (tag, attributes, ...children) => {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const button = (text, onclick, attributes = {}) => {
    const made = make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", onclick);
    return made;
  };
  const field = (label, input) => make("label", { class: "box-form__field" }, `${label} `, input);
  const number = (value, onchange, [min, max]) => {
    const input = make("input", { type: "number", min, max, step: 1, inputmode: "numeric" });
    input.value = value;
    input.addEventListener("input", () => onchange(input.value));
    return input;
  };
  const choice = (names, labels, value, onchange) => {
    const select = make("select", {}, ...names.map((name) => make("option", { value: name }, labels[name])));
    select.value = value;
    select.addEventListener("change", () => onchange(select.value));
    return select;
  };

  // Pictures

  const parsed = (text) => {
    const holder = draw("g", {});
    holder.innerHTML = text;
    return holder;
  };

  /** The road as the answers have it, the space in question framed. */
  const road = (question) => {
    const step = question.id.split(".")[2];
    const { ground, signs } = board;
    const { zones, width, places } = board.places;
    const top = Math.min(...data.document.board.road.map((line) => places[`space:${line.step}`][1]));
    const answers = new Map([...form.answers].filter(([, { says }]) => says === "no"));
    const houses = data.document.board.road.map((line) => {
      const kind = answers.get(`board.road.${line.step}`)?.kind || line.kind;
      const [x, y, wide, high] = places[`house:${line.step}`];
      return draw("use", { href: `#tl-${kind === "entrance" ? "gate" : kind}`, x, y, width: wide, height: high });
    });
    const [x, y, wide, high] = places[`space:${step}`];
    const frame = draw("rect", { x: x - 2, y: y - 2, width: wide + 4, height: high + 4, rx: 7, class: "box-form__frame" });
    const bottom = zones.board[1] + zones.board[3];
    const svg = draw("svg", { viewBox: `0 ${top - 6} ${width} ${bottom - top + 6}`, class: "tl-live", role: "img", "aria-label": say("road", { step }) });
    svg.append(parsed(ground), ...houses, parsed(signs), frame);
    return svg;
  };

  const piece = (name) => {
    const { width, height } = document.getElementById(`tl-${name}`).viewBox.baseVal;
    const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "tl-live box-form__piece", role: "img", "aria-label": name });
    svg.append(draw("use", { href: `#tl-${name}`, width, height }));
    return svg;
  };

  const picture = (question) => {
    if (!board) return make("div", { class: "box-form__picture" });
    return make("div", { class: "box-form__picture" }, ...(question.kind === "space" ? [road(question)] : question.symbols.map(piece)));
  };

  // One question

  const inputs = (question, changed) => {
    const said = form.answers.get(question.id);
    const set = (values) => {
      form.answer(question.id, values);
      changed();
    };
    const cell = (part) => field(words.parts[part], number(said[part], (value) => set({ [part]: value }), data.bounds[part]));
    if (question.kind === "space") {
      const row = choice(data.rows, words.rows, said.row || data.rows[0], (row) => set({ row }));
      return [field(words.it_is, choice(data.kinds, words.kinds, said.kind, (kind) => set({ kind, row: row.value }))), field(words.in_row, row)];
    }
    if (question.kind === "sword") {
      const none = make("input", { type: "checkbox" });
      none.checked = said.none;
      none.addEventListener("change", () => set({ none: none.checked }));
      return [...ToledoForm.PARTS.map(cell), make("label", {}, none, ` ${words.no_sword}`)];
    }
    if (question.kind === "picture") {
      return data.document.cards.values.is.map((value, index) =>
        field(say("of_value", { value }), number(said.copies[index], (text) => {
          const copies = [...form.answers.get(question.id).copies];
          copies[index] = text;
          set({ copies });
        }, data.bounds.pictured)),
      );
    }
    if (question.kind === "tile") return [cell("copies")];
    const colour = make("input", { type: "text", maxlength: 40, autocapitalize: "off" });
    colour.value = said.colour;
    colour.addEventListener("input", () => set({ colour: colour.value }));
    return [field(words.colour, colour)];
  };

  const ask = (question) => {
    const said = form.answers.get(question.id)?.says || "unsure";
    const more = make("div", { class: "box-form__inputs" });
    const shown = make("div", {}, picture(question));
    const instead = make("p", { class: "box-form__instead", role: "status" });
    const changed = () => {
      instead.textContent = form.denied.includes(question) ? words.unchanged : "";
      shown.replaceChildren(picture(question));
      progress();
      result();
    };
    const fill = () => {
      const different = form.answers.get(question.id)?.says === "no";
      more.replaceChildren(...(different ? inputs(question, changed) : []));
      more.hidden = !different;
    };
    const ways = Object.entries(words.ways).map(([says, text]) => {
      const radio = make("input", { type: "radio", name: "says", value: says });
      radio.checked = says === said;
      radio.addEventListener("change", () => {
        form.answer(question.id, { says });
        fill();
        changed();
      });
      return make("label", {}, radio, ` ${text}`);
    });
    fill();
    if (form.denied.includes(question)) instead.textContent = words.unchanged;
    const why = question.why ? ` (${question.why})` : "";
    const known = question.extra ? words.follows : words.assume;
    return make(
      "fieldset",
      {},
      make("legend", {}, question.title),
      shown,
      make("p", {}, `${known}: `, make("b", {}, question.told), why),
      make("div", { class: "box-form__ways" }, ...ways),
      more,
      instead,
    );
  };

  // All of it

  // Answers stay in this browser, if it lets a page keep anything: from a folder some do not.
  const DRAFT = "toledo-box-form";
  const stored = (work) => {
    try {
      return [work(localStorage)];
    } catch {
      return null;
    }
  };
  const kept = make("p", { class: "box-form__kept", role: "status" });
  const keep = () => {
    const done = stored((storage) => storage.setItem(DRAFT, JSON.stringify({ ...form.draft(), at })));
    const text = done ? words.kept : words.not_kept;
    if (kept.textContent !== text) kept.textContent = text; // what is written again is read out again
  };

  const heading = make("p", { class: "box-form__progress", role: "status" });
  const here = make("div", {});
  const overview = make("details", {});
  const problems = make("div", { class: "box-form__problems", role: "status" });
  const written = make("textarea", { readonly: true, rows: 8, "aria-label": words.file });
  const save = button(words.save, () => {
    const link = make("a", { href: URL.createObjectURL(new Blob([form.toml()], { type: "application/toml" })), download: `${form.name.trim()}.toml` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }, { class: "box-form__save" });

  const sent = make("textarea", { readonly: true, rows: 8, "aria-label": words.text });
  const copy = button(words.copy, async () => {
    sent.closest("details").open = true;
    sent.select();
    try {
      await navigator.clipboard.writeText(sent.value);
      copy.textContent = words.copied;
      setTimeout(() => (copy.textContent = words.copy), 1500);
    } catch {
      // From a folder some browsers keep the clipboard closed: the text is selected, to be copied by hand.
    }
  }, { class: "box-form__save" });

  const progress = () => {
    heading.textContent = say("progress", { at: at + 1, all: data.questions.length, answered: form.answered });
    const mark = (question) => (form.denied.includes(question) ? "? " : { yes: "✓ ", no: "≠ " }[form.answers.get(question.id)?.says] || "");
    overview.replaceChildren(
      make("summary", {}, words.all),
      make("ol", {}, ...data.questions.map((question, index) => make("li", {}, button(`${mark(question)}${question.title}`, () => go(index))))),
    );
  };

  const result = () => {
    const found = form.problems();
    save.disabled = found.length > 0;
    written.value = found.length ? "" : form.toml();
    sent.value = form.report();
    const lines = found.map(({ where, text }) => {
      const index = data.questions.findIndex(({ id }) => id === where);
      return make("li", {}, `${text} `, ...(index < 0 ? [] : [button(words.look, () => go(index))]));
    });
    const open = form.denied.map((question) => make("li", {}, `${say("instead", question)} `, button(words.look, () => go(data.questions.indexOf(question)))));
    problems.replaceChildren(
      ...(found.length ? [make("p", {}, words.misfits), make("ul", {}, ...lines)] : [make("p", {}, words.fits)]),
      ...(open.length ? [make("p", {}, words.denied), make("ul", {}, ...open)] : []),
    );
    keep();
  };

  const go = (index) => {
    at = (index + data.questions.length) % data.questions.length;
    here.replaceChildren(ask(data.questions[at]));
    overview.open = false;
    progress();
    keep();
    here.querySelector("input:checked").focus({ preventScroll: true });
  };

  const about = (name, label, more = {}) => {
    const input = make("input", { type: "text", ...more });
    input.value = form[name];
    input.addEventListener("input", () => {
      form[name] = input.value;
      result();
    });
    return field(label, input);
  };

  const swords = make("div", {});
  const listSwords = () => {
    swords.replaceChildren(
      ...form.more.map((sword, index) =>
        make(
          "div",
          { class: "box-form__inputs", role: "group", "aria-label": form.another(index) },
          ...ToledoForm.PARTS.map((part) =>
            field(words.parts[part], number(sword[part], (value) => { sword[part] = value; result(); }, data.bounds[part])),
          ),
          button(words.remove, () => { form.more.splice(index, 1); listSwords(); result(); }),
        ),
      ),
      button(words.add, () => {
        form.more.push({ value: 1, metal: 1, gems: 0, copies: 1 });
        listSwords();
        result();
      }),
    );
  };

  /** Everything, with the answers of a draft, or without any. */
  const begin = (draft, ...more) => {
    form.restore(draft);
    at = data.questions[draft?.at] ? draft.at : 0;
    place.replaceChildren(
      heading,
      here,
      make("div", { class: "box-form__steps" }, button(words.back, () => go(at - 1)), button(words.next, () => go(at + 1)), button(words.restart, restart), ...more),
      overview,
      make("h2", {}, words.heading),
      swords,
      about("name", words.named, { maxlength: 60, autocapitalize: "off" }),
      about("title", words.titled),
      about("source", words.who),
      problems,
      copy,
      " ",
      save,
      kept,
      make("details", {}, make("summary", {}, words.read_text), sent),
      make("details", {}, make("summary", {}, words.read_file), written),
    );
    listSwords();
    here.replaceChildren(ask(data.questions[at]));
    progress();
    result();
  };

  /** Forget all answers; whoever did not mean to gets them back. */
  const restart = () => {
    const old = JSON.parse(JSON.stringify({ ...form.draft(), at }));
    const undo = button(words.undo, () => {
      begin(old);
      here.querySelector("input:checked").focus({ preventScroll: true });
    });
    begin(null, undo);
    undo.focus({ preventScroll: true });
  };

  begin(stored((storage) => JSON.parse(storage.getItem(DRAFT)))?.[0]);
  /** The symbols of the board for the whole page, in the colours of its scheme; and what lies under and above the pieces. */
  const unpack = ({ svg, style, palette, places }) => {
    const [defined, drawn] = svg.split("</defs>");
    const [ground, above] = drawn.split('<g id="things"></g>');
    const variables = (colours) => Object.entries(colours).map(([name, value]) => `${name}:${value}`).join(";");
    const sprite = draw("svg", { id: "box-symbols", width: 0, height: 0, "aria-hidden": "true", focusable: "false" });
    sprite.innerHTML = `<style>${style}.tl-live,#box-symbols{${variables(palette.light)}}[data-md-color-scheme=slate] :is(.tl-live,#box-symbols){${variables(palette.dark)}}</style><defs>${defined.split("<defs>")[1]}</defs>`;
    document.body.append(sprite);
    return { ground, signs: above.split('<g id="figures">')[0], places };
  };
  const layout = matchMedia("(max-width: 38em)").matches ? "phone" : "tablet";
  // boards.js comes at the end of the page.
  addEventListener("DOMContentLoaded", () =>
    ToledoBoards.load(`board-${layout}`).then((loaded) => {
      board = unpack(loaded);
      here.replaceChildren(ask(data.questions[at]));
    }),
  );
}
