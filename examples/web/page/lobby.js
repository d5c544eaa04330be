// The lobby: a first game, who plays a new one, the tables of this browser; and for the host of a table a link for each player.

import { aboutName, ask, chooseLanguage, find, make, tables, twice, word } from "./common.js";

const NAMES = ["Ana", "Ben", "Carla", "Diego"];
const host = location.pathname.match(/^\/table\/(.+)$/)?.[1];
const bots = host ? [] : await ask("/api/bots");
const table = host && (await ask(`/api/tables/${host}`).catch((error) => error));
let seats = [];

const rows = NAMES.map((name) => ({
  name: make("input", { value: name, maxlength: 20, required: true, "aria-describedby": "name-error" }),
  bot: make("select", {}, make("option", { value: "" }), ...bots.map((bot) => make("option", { value: bot.name }))),
}));
if (bots.length) for (const row of rows.slice(1)) row.bot.value = bots[Math.min(1, bots.length - 1)].name;

/** A bot by its strength, if anybody has said it; one that the catalogues do not know has the title that its author gave it. */
const called = ({ name, title, level }) => {
  const known = word(`bot_${name}`) ?? (title || name);
  return level ? word("computer", { level, title: known }) : known;
};

function showForm() {
  for (const id of ["new", "learning"]) find(id).hidden = false;
  const number = Number(find("number").value);
  for (const row of rows) {
    [...row.bot.options].forEach((option, at) => { option.textContent = at ? called(bots[at - 1]) : word("person"); });
    row.name.setAttribute("aria-label", word("name"));
    row.bot.setAttribute("aria-label", word("played_by"));
  }
  find("seats").replaceChildren(
    ...rows.slice(0, number).map((row) => make("div", { class: "seat" }, row.name, row.bot)),
  );
  showMine();
}

/** The tables of this browser: the server says which of them there are, and whose turn it is. */
async function refresh() {
  const tokens = tables.all();
  const found = tokens.length ? await ask("/api/mine", { seats: tokens }).catch(() => null) : [];
  if (!found) return; // it is asked again
  tables.keep(tokens.filter((_, at) => found[at]));
  seats = tokens.map((token, at) => ({ token, ...found[at] })).filter(({ names }) => names);
  showMine();
}

function showMine() {
  find("mine").hidden = !seats.length;
  find("tables").replaceChildren(...seats.map(({ token, names, seat, active }) => {
    const mine = seat !== null && active === seat;
    const state = active === null ? word("is_over") : mine ? word("your_turn") : word("is_next", { name: names[active] });
    return make("li", { class: mine ? "turn" : "" },
      make("a", { class: "button", href: `/seat/${token}` }, names.join(", ")),
      make("span", {}, seat === null ? `${word("watch")}. ${state}` : state),
      make("button", { class: "quiet", "aria-label": `${word("forget")}: ${names.join(", ")}`, title: word("forget"), onclick: () => { tables.keep(tables.all().filter((one) => one !== token)); refresh(); } }, "×"));
  }));
}

function showTable() {
  if (table instanceof Error) return find("table").replaceChildren(make("p", { role: "alert" }, word("no_seat")));
  const copy = (link) => make("button", { onclick: async () => {
    await navigator.clipboard?.writeText(new URL(link, location.href).href);
    find("copied").textContent = word("copied");
  } }, word("copy_link"));
  find("links").replaceChildren(
    ...table.seats.map(({ name, colour, link }) =>
      make("li", { class: `player ${colour}` },
        ...(link ? [make("a", { class: "button", href: link, target: "_blank" }, word("play_as", { name })), copy(link)] : [word("by_computer", { name })]))),
    make("li", {}, make("a", { class: "button", href: table.watch, target: "_blank" }, word("watch")), copy(table.watch)),
    ...(table.rematch ? [make("li", {}, make("a", { class: "button", href: table.rematch }, word("new_round")))] : []),
  );
}

async function start(event) {
  event.preventDefault();
  const [file] = find("record").files;
  const chosen = rows.slice(0, Number(find("number").value));
  const wish = { seats: chosen.map(({ name, bot }) => ({ name: name.value, bot: bot.value || null })) };
  if (file) wish.record = await file.text();
  await open("/api/tables", wish, wish.seats.map(({ name }) => name));
}

function learn() {
  const [name, teacher] = rows.map((row) => row.name.value);
  return open("/api/lessons", { name, teacher }, [name, teacher]);
}

/** Say what is wrong with a wish: with a name beside the names, at which the reader is then. */
function complain(error, names) {
  const about = error.code === "name";
  find("name-error").textContent = about ? aboutName(error, names) : "";
  find("error").textContent = about ? "" : error.message;
  if (!about) return;
  const wrong = names.findLastIndex((name) => !name.trim() || name.trim() === twice(names));
  rows[Math.max(0, wrong)].name.focus();
}

/** Open a table, and go there. Links are for several people: whoever plays alone, or wants to watch, sits down at once. */
async function open(path, wish, names) {
  try {
    const { table: opened, seat } = await ask(path, wish);
    location.href = seat ?? (await onlySeat(opened)) ?? opened;
  } catch (error) {
    complain(error, names);
  }
}

async function onlySeat(opened) {
  const { seats, watch } = await ask(`/api${opened.replace("table", "tables")}`);
  const links = seats.map(({ link }) => link).filter(Boolean);
  return links.length > 1 ? null : (links[0] ?? watch);
}

find("number").addEventListener("change", showForm);
find("new").addEventListener("submit", start);
find("learn").addEventListener("click", learn);
find("table").hidden = !host;
chooseLanguage(host ? showTable : showForm);
if (!host) {
  refresh();
  setInterval(refresh, 15_000);
}
