// The lobby: a first game, who plays a new one, the tables of this browser; and the waiting room of a table, where people claim seats.

import { aboutName, ask, chooseLanguage, find, hosted, language, make, tables, twice, word } from "./common.js";

const NAMES = ["Ana", "Ben", "Carla", "Diego"];
const here = /^\/table\//.test(location.pathname) && location.pathname;
const bots = here ? [] : await ask("/api/bots");
const terms = await ask("/api/terms").catch(() => null);
const readings = here ? [] : await ask("/api/readings").catch(() => []);
const room = (table) => `/api${table.replace("/table/", "/tables/")}`;
let table = null;
let seats = [];

const rows = NAMES.map((name) => ({
  name: make("input", { value: name, maxlength: 20, required: true, "aria-describedby": "name-error" }),
  bot: make("select", {}, make("option", { value: "" }), ...bots.map((bot) => make("option", { value: bot.spec }))),
}));
for (const row of bots.length ? rows.slice(1) : []) row.bot.value = (bots.find(({ level }) => level >= 3) ?? bots[0]).spec;

/** A bot by its strength, if anybody has said it; one that the catalogues do not know has the title that its author gave it. */
const called = ({ name, title, level }) => {
  const known = word(`bot_${name}`) ?? (title || name);
  return level ? word("computer", { level, title: known }) : known;
};

/** What a ruling says where it is read otherwise, with a link to it. */
const reading = (ruling) => {
  const number = `A-${ruling.slice(1)}`;
  return [`${word(`reading_${ruling}`)} `, make("a", { href: `/rules/${number}.html?language=${language}`, target: "_blank" }, number)];
};
const readingBoxes = new Map(readings.map((ruling) => [ruling, make("input", { type: "checkbox", name: ruling })]));

function showReadings() {
  find("readings").querySelector("ul").replaceChildren(...[...readingBoxes].map(([ruling, box]) => {
    const [text, link] = reading(ruling);
    return make("li", {}, make("label", {}, box, make("span", {}, text)), link);
  }));
  find("readings").hidden = !readings.length;
}

function showForm() {
  showReadings();
  for (const id of ["new", "learning"]) find(id).hidden = false;
  find("picture").src = `/data/picture-${language}.svg`;
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
  if (!here) showMine();
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

/** The waiting room: free seats to claim, each with a name; a link for the others, and one to watch. */
function showTable() {
  if (table instanceof Error) {
    find("table").replaceChildren(make("p", { role: "alert" }, table.code === "no_such_table" ? word("no_table") : table.message));
    return;
  }
  if (!table) return; // it is still asked for
  const copy = (link) => make("button", { onclick: async () => {
    await navigator.clipboard?.writeText(new URL(link, location.href).href);
    find("copied").textContent = word("copied");
  } }, word("copy_link"));
  find("read").hidden = !table.readings.length;
  find("read").querySelector("ul").replaceChildren(...table.readings.map((ruling) => make("li", {}, ...reading(ruling))));
  const mine = new Map(seats.filter((one) => one.table === here).map(({ seat, token }) => [seat, token]));
  find("links").replaceChildren(
    make("li", {}, copy(here)),
    ...table.seats.map((seat, number) => make("li", { class: `player ${seat.colour}` }, ...chair(seat, number, mine.get(number)))),
    make("li", {}, make("a", { class: "button", href: table.watch, target: "_blank" }, word("watch")), copy(table.watch)),
    ...(table.rematch ? [make("li", {}, make("a", { class: "button", href: table.rematch }, word("new_round")))] : []),
    ...(hosted.get(here) ? [make("li", {}, make("button", { id: "delete", onclick: remove }, word("delete_table")))] : []),
  );
}

function chair({ name, bot, free }, number, token) {
  if (token) return [make("a", { class: "button main", href: `/seat/${token}` }, word("my_seat", { name }))];
  if (!free) return [make("span", {}, bot ? word("by_computer", { name }) : word("sits", { name }))];
  const field = make("input", { value: name, maxlength: 20, required: true, "aria-label": word("name"), "aria-describedby": "claim-error" });
  const names = () => table.seats.map((seat, at) => (at === number ? field.value : seat.name));
  return [make("form", { class: "claim", onsubmit: (event) => { event.preventDefault(); claim(number, names()); } }, field, make("button", { class: "main" }, word("sit_here")))];
}

async function claim(seat, names) {
  try {
    location.href = (await ask(room(here), { seat, name: names[seat] })).seat;
  } catch (error) {
    find("claim-error").textContent = aboutName(error, names);
    look();
  }
}

async function remove() {
  try {
    await ask(room(`/table/${hosted.get(here)}`), null, "DELETE");
    hosted.remove(here);
    location.href = "/";
  } catch (error) {
    find("claim-error").textContent = error.message;
  }
}

/** Ask who is there; what somebody has typed stays as long as nothing is new. */
async function look() {
  const found = await ask(room(here)).catch((error) => error);
  if (found instanceof Error ? table && found.code !== "no_such_table" : JSON.stringify(found) === JSON.stringify(table)) return;
  table = found;
  await refresh();
  showTable();
}

async function start(event) {
  event.preventDefault();
  const [file] = find("record").files;
  const chosen = rows.slice(0, Number(find("number").value));
  const wish = { seats: chosen.map(({ name, bot }) => ({ name: name.value, bot: bot.value || null })) };
  if (file) wish.record = await file.text();
  else wish.readings = readings.filter((ruling) => readingBoxes.get(ruling).checked);
  await open("/api/tables", wish, wish.seats.map(({ name }) => name));
}

function learn() {
  const [name, teacher] = rows.map((row) => row.name.value);
  return open("/api/lessons", { name, teacher, chapter: 0 }, [name, teacher]);
}

/** Say what is wrong with a wish: with a name beside the names, at which the reader is then. */
function complain(error, names) {
  const about = error.code === "name";
  find("name-error").textContent = about ? aboutName(error, names) : "";
  find("error").textContent = about ? "" : error.message;
  if (!about) return;
  const wrong = names.findLastIndex((name) => !name.trim() || name.trim() === twice(names));
  rows[Math.max(0, wrong)].name.focus();
  find("name-error").scrollIntoView({ block: "nearest" });
}

/** Open a table, and go there. A waiting room is for several people: whoever plays alone, or wants to watch, sits down at once. */
async function open(path, wish, names) {
  try {
    const opened = await ask(path, wish);
    hosted.add(opened);
    location.href = opened.seat ?? (await onlySeat(opened.table)) ?? opened.table;
  } catch (error) {
    complain(error, names);
  }
}

async function onlySeat(opened) {
  const { seats: all, watch } = await ask(room(opened));
  const free = all.filter((seat) => seat.free);
  if (free.length > 1) return null;
  return free.length ? (await ask(room(opened), { seat: all.indexOf(free[0]), name: free[0].name })).seat : watch;
}

find("number").addEventListener("change", showForm);
find("new").addEventListener("submit", start);
find("learn").addEventListener("click", learn);
find("table").hidden = !here;
await chooseLanguage(() => {
  find("stored").textContent = terms ? word("stored", terms) : "";
  here ? showTable() : showForm();
});
const again = here ? look : refresh;
again();
setInterval(again, here ? 4_000 : 15_000);
