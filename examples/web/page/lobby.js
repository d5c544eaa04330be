// The lobby: who plays, then a link for each.

import { ask, chooseLanguage, find, make, word } from "./common.js";

const NAMES = ["Ana", "Ben", "Carla", "Diego"];
const host = location.pathname.match(/^\/table\/(.+)$/)?.[1];
const bots = host ? [] : await ask("/api/bots");
const table = host && (await ask(`/api/tables/${host}`).catch((error) => error));

const rows = NAMES.map((name, number) => ({
  name: make("input", { value: name, maxlength: 20, required: true }),
  bot: make("select", {}, make("option", { value: "" }), ...bots.map((bot) => make("option", { value: bot }))),
  number,
}));
if (bots.includes("greedy")) for (const row of rows.slice(1)) row.bot.value = "greedy";

function showForm() {
  find("new").hidden = false;
  const number = Number(find("number").value);
  for (const row of rows) {
    for (const option of row.bot.options)
      option.textContent = option.value ? word("computer", { bot: option.value }) : word("person");
    row.name.setAttribute("aria-label", word("name"));
    row.bot.setAttribute("aria-label", word("played_by"));
  }
  find("seats").replaceChildren(
    ...rows.slice(0, number).map((row) => make("div", { class: "seat" }, row.name, row.bot)),
  );
}

function showTable() {
  if (table instanceof Error) return find("table").replaceChildren(make("p", { role: "alert" }, word("no_seat")));
  find("links").replaceChildren(
    ...table.seats.map(({ name, colour, link }) =>
      make("li", { class: `player ${colour}` },
        link ? make("a", { class: "button", href: link, target: "_blank" }, word("play_as", { name })) : word("by_computer", { name }))),
    make("li", {}, make("a", { class: "button", href: table.watch, target: "_blank" }, word("watch"))),
  );
}

async function start(event) {
  event.preventDefault();
  const [file] = find("record").files;
  const seats = rows.slice(0, Number(find("number").value));
  const wish = { seats: seats.map(({ name, bot }) => ({ name: name.value, bot: bot.value || null })) };
  if (file) wish.record = await file.text();
  try {
    location.href = (await ask("/api/tables", wish)).table;
  } catch (error) {
    find("error").textContent = error.message;
  }
}

find("number").addEventListener("change", showForm);
find("new").addEventListener("submit", start);
find("table").hidden = !host;
chooseLanguage(host ? showTable : showForm);
