// What both pages need: words in the reader's language, elements, and a way to ask the server.

const names = await (await fetch(new URL("languages.json", import.meta.url))).json();
const wished = [localStorage.getItem("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
export let language = wished.find((code) => code in names) ?? "en";
let words = {};

/** The words of a language: those of the pages by key, and those of errors by `error_` and code. */
async function wordsOf(code) {
  const { page, error, typography = {} } = await (await fetch(`/data/words-${code}.json`)).json();
  const set = (text) => Object.entries(typography).reduce((all, [old, fresh]) => all.replaceAll(old, fresh), text);
  const found = [...Object.entries(page), ...Object.entries(error).map(([key, text]) => [`error_${key}`, text])];
  return Object.fromEntries(found.map(([key, text]) => [key, set(text)]));
}

export const word = (key, values = {}) => words[key]?.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export const find = (id) => document.getElementById(id);

/** An element with attributes, listeners (onclick: ...) and children, texts among them. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** No answer: the server refuses, and `code` says why, or it cannot be reached, and there is no code. */
class NoAnswer extends Error {
  constructor(code) {
    super(code ? word(`error_${code}`) : word("unreachable"));
    this.code = code;
  }
}

/** The server's answer as JSON; it throws the server's words when it refuses. */
export async function ask(path, body, method = body ? "POST" : "GET") {
  const how = { method, body: body && JSON.stringify(body) };
  const answer = await fetch(path, how).catch(() => null);
  const said = await answer?.json().catch(() => null); // whoever stands between here and the server may answer anything
  if (!answer?.ok || said === null) throw new NoAnswer(said?.code);
  return said;
}

/** The first name that two of these have; people's names have no spaces around them. */
export function twice(names) {
  const trimmed = names.map((name) => name.trim());
  return trimmed.find((name, at) => trimmed.indexOf(name) < at);
}

/** The words for a refused name: whose it is, if somebody has it. */
export function aboutName(error, names) {
  const name = error.code === "name" && twice(names);
  return name ? word("name_taken", { name }) : error.message;
}

/** The seats that were opened in this browser, the newest first: a list of tokens. */
export const tables = {
  all() {
    try {
      const found = JSON.parse(localStorage.getItem("tables") ?? "[]");
      return Array.isArray(found) ? found.filter((token) => typeof token === "string").slice(0, 30) : [];
    } catch {
      return [];
    }
  },
  keep: (tokens) => localStorage.setItem("tables", JSON.stringify(tokens.slice(0, 30))),
  add: (token) => tables.keep([token, ...tables.all().filter((one) => one !== token)]),
};

/** The tables that were opened in this browser, which may delete them: the host's token by the address of the waiting room. */
export const hosted = {
  get: (table) => localStorage.getItem(`host:${table}`),
  add: ({ table, host }) => { if (host) localStorage.setItem(`host:${table}`, host); },
  remove: (table) => localStorage.removeItem(`host:${table}`),
};

/** A choice of languages; `changed` is called after each change, and once before this ends. */
export async function chooseLanguage(changed) {
  const choice = find("language");
  choice.append(...Object.entries(names).map(([code, name]) => make("option", { value: code, lang: code }, name)));
  choice.value = language;
  const apply = async () => {
    const wanted = choice.value, found = await wordsOf(wanted).catch(() => null);
    if (!found || wanted !== choice.value) return; // the server is gone, or another one was chosen meanwhile
    words = found;
    language = document.documentElement.lang = wanted;
    for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(element.dataset.label));
    changed();
  };
  choice.addEventListener("change", () => {
    localStorage.setItem("language", choice.value);
    apply();
  });
  await apply();
}
