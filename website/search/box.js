// The search box: results while one types, each with the answer itself. Large on the first page and on the page of
// answers, small in the head of every page. It needs no server: the index is a script that is loaded when it is wanted.
// It speaks the language of the page; on an English page, results are in the language of the question. On pages for
// programmers it finds the names of the API first, and guides without being asked to.
"use strict";

{
  const root = new URL("..", document.currentScript.src);
  const ours = document.documentElement.lang in ToledoControls ? document.documentElement.lang : "en";
  const programming = document.querySelector("meta[name=reader]")?.content === "programmer";
  const SHOWN = 6;
  const narrow = window.matchMedia("(max-width: 44.9em)");
  let index = null;
  let search = null;
  let loading = null;

  const script = (file) =>
    new Promise((resolve, reject) => {
      const made = document.createElement("script");
      made.src = new URL(`assets/${file}.js`, root);
      made.addEventListener("load", resolve);
      made.addEventListener("error", reject);
      document.head.append(made);
    });

  const load = () => {
    loading ??= Promise.all(["search-index", "search", "symbols"].map(script)).then(async () => {
      index = await ToledoPacked.open(ToledoSearchIndex);
      search = ToledoSearch.open(index);
      await learn(ours);
    });
    return loading;
  };

  // What is said in another language is loaded when the page or a question is in it.
  const learning = { en: Promise.resolve() };
  const learn = (code) => {
    learning[code] ??= script(`search-${code}`).then(async () => {
      search.learn(code, await ToledoPacked.open(ToledoSearchSpoken[code]));
    });
    return learning[code];
  };

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // Names of the API that are meant: those that end so, then those whose last part begins so, then all that have it in
  // them. `State` is the class before any `state`, and what a module has comes before what a class has.
  const symbols = (question) => {
    const written = question.replace(/\(.*$/, "");
    const asked = written.toLowerCase();
    if (!/^[\w.]{2,}$/.test(asked)) return [];
    const found = [[], [], []];
    for (const [name, where, said] of ToledoSymbols) {
      const low = name.toLowerCase();
      const last = low.slice(low.lastIndexOf(".") + 1);
      const rank = `.${low}`.endsWith(`.${asked}`) ? 0 : last.startsWith(asked) ? 1 : low.includes(asked) ? 2 : -1;
      if (rank >= 0) found[rank].push({ id: name, kind: "symbol", title: name, answer: said, where });
    }
    const far = ({ id }) => (id.endsWith(written) ? 0 : 1000) + 100 * id.split(".").length + id.length;
    return found.flatMap((some) => some.sort((a, b) => far(a) - far(b)));
  };

  // An entry in a language: title, text and address, and the language that they are really in.
  const translated = (entry, language) => {
    const { spoken, headed, told } = entry;
    if (spoken?.[language]) return [...spoken[language], language];
    if (language !== "en" && headed?.[language]) {
      const [title, where] = headed[language];
      return [title, told[language] ?? entry.answer, where, language];
    }
    return [entry.title, entry.answer, entry.where, "en"];
  };

  // The number of a rule: it leads to the rule in the language, to its paragraph in the rulebook, or to the English page.
  const number = (id, language) => {
    const entry = search.ids.get(id);
    const where = entry?.spoken[language]?.[2] ?? entry?.headed[language]?.[1];
    const href = new URL(where ?? `${id}.html`, root);
    return element("a", { class: "id", href, hreflang: where ? language : "en" }, id);
  };

  // The first sentence, and what comes after it. On a phone only the first result shows more than that at once.
  const split = (answer) => {
    const [, first, rest] = answer.match(/^(.+?[.!?:])\s+(.+)$/s) ?? [null, answer, ""];
    return [first, rest];
  };

  const unfold = (label) => {
    const button = element("button", { type: "button", class: "ask__unfold", "aria-label": label }, "…");
    button.addEventListener("click", () => button.closest("li").classList.add("ask__whole"));
    return button;
  };

  const result = (entry, language, question) => {
    const words = ToledoControls[language].search;
    const [title, whole, where, lang] = translated(entry, language);
    const answer = search.told(question, { title, answer: whole }, lang);
    const link = element("a", { href: new URL(where, root), lang, hreflang: lang }, title);
    const named = ["term", "guide", "symbol"].includes(entry.kind) ? "" : ` ${entry.id}`;
    const foreign = lang === language ? "" : `, ${words.english}`;
    const kind = element("span", { class: "ask__kind" }, `${words.kinds[entry.kind]}${named}${foreign}`);
    const [first, rest] = split(answer);
    const said = element("p", { class: "ask__said", lang }, first);
    if (rest) said.append(element("span", { class: "ask__rest" }, ` ${rest}`), " ", unfold(words.more));
    const foot = element("p", { class: "ask__foot" });
    const paragraph = lang !== "en" && !entry.spoken?.[lang];
    const standing = (paragraph && entry.weighed) || entry.standing; // of the words that are shown
    if (standing) {
      const { kind: weight, label } = standing;
      const badge = index.standings[label]?.[language] ?? label;
      foot.append(element("span", { class: `standing ${weight}` }, badge));
    }
    for (const id of entry.rules || []) foot.append(" ", number(id, language));
    if (paragraph && entry.kind !== "answer" && where !== entry.where) {
      foot.append(" ", number(entry.id, "en"), ` (${words.english})`);
    }
    const head = element("p", { class: "ask__head" }, kind, " ", link);
    return element("li", { lang: language }, head, said, ...(foot.childNodes.length ? [foot] : []));
  };

  const box = (place, large) => {
    const { asking, ...controls } = ToledoControls[ours].search;
    const label = programming ? controls.programming : controls.label;
    const input = element(large ? "textarea" : "input", {
      ...(large ? { rows: 1 } : { type: "search" }),
      class: "ask__text",
      name: "q",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "search",
      "aria-label": label,
      placeholder: large ? asking : label,
    });
    const guides = element("input", { type: "checkbox" });
    guides.checked = programming;
    const list = element("ol", { class: "ask__results" });
    const status = element("p", { class: "ask__status", role: "status" });
    const more = element("button", { type: "button", class: "ask__more" });
    const wide = element("span");
    const also = element("label", { class: "ask__wide" }, guides, " ", wide);
    const form = element("form", { class: "ask__form", role: "search", "aria-label": label }, input);
    const panel = element("div", { class: "ask__panel" }, status, list, more, also);
    let shown = SHOWN;

    const speak = (language) => {
      const words = ToledoControls[language].search;
      panel.lang = language;
      more.textContent = words.more;
      wide.textContent = words.guides;
      return words;
    };

    // A long story stays in sight while it is typed.
    const grow = () => {
      if (!large) return;
      input.style.height = "auto";
      input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`;
    };

    const show = () => {
      grow();
      const question = input.value.trim();
      place.classList.toggle("ask--open", question !== "");
      if (!question) {
        list.replaceChildren();
        status.textContent = "";
        return;
      }
      if (!search?.learned.has(ours)) {
        const { looking, missing } = speak(ours);
        status.textContent = looking;
        load().then(show, () => {
          status.textContent = missing;
        });
        return;
      }
      const asked = search.language(question);
      const language = ours === "en" && search.learned.has(asked) ? asked : ours;
      if (question.includes(" ") && !(asked in learning)) learn(asked).then(show, () => {});
      const { nothing } = speak(language);
      const named = guides.checked ? symbols(question) : [];
      const found = [...named, ...search.find(question, { guides: guides.checked }).map(({ entry }) => entry)];
      list.replaceChildren(...found.slice(0, shown).map((entry) => result(entry, language, question)));
      more.hidden = found.length <= shown;
      status.textContent = found.length ? "" : nothing;
    };

    input.addEventListener("focus", load, { once: true });
    input.addEventListener("focus", () => {
      if (large && narrow.matches) place.scrollIntoView({ block: "start" });
    });
    input.addEventListener("input", () => {
      shown = SHOWN;
      show();
    });
    guides.addEventListener("change", show);
    more.addEventListener("click", () => {
      shown += SHOWN;
      show();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show();
      const address = new URL(location);
      address.searchParams.set("q", input.value.trim());
      if (large && location.protocol !== "file:") history.replaceState(null, "", address);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && large) {
        event.preventDefault();
        form.requestSubmit();
      }
      if (event.key === "Escape") {
        input.value = "";
        show();
      }
    });
    place.append(form, panel);
    for (const example of large ? document.querySelectorAll(".asks button") : []) {
      example.addEventListener("click", () => {
        input.value = example.textContent;
        show();
        input.focus();
      });
    }
    const asked = large && new URLSearchParams(location.search).get("q");
    if (asked) {
      input.value = asked;
      show();
    } else if (large) {
      (window.requestIdleCallback || setTimeout)(load);
    }
    return input;
  };

  const place = document.querySelector("div.ask");
  let input;
  if (place) {
    input = box(place, true);
  } else {
    const head = document.querySelector(".md-header__inner");
    if (head) {
      const small = element("div", { class: "ask ask--small" });
      head.append(small);
      input = box(small, false);
      document.addEventListener("click", (event) => {
        if (!small.contains(event.target)) small.classList.remove("ask--open");
      });
      small.addEventListener("focusin", () => small.classList.toggle("ask--open", input.value !== ""));
    }
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (input && event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });

  // Not from the board, which has enough to load: whoever comes by a link to a position reads no other page yet.
  if ("serviceWorker" in navigator && location.protocol !== "file:") {
    navigator.serviceWorker.register(new URL("sw.js", root)).catch(() => {
      // Without it the site works as before, only not offline.
    });
  }
}
