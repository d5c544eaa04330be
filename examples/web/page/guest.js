// Around a table: who is there, one's own name, sounds and notices, a first game. The table itself is <toledo-table> of
// clients/typescript, which `table.js` holds: it speaks the protocol with the server, and nothing else passes between them.

import { aboutName, ask, chooseLanguage, find, hosted, language, make, tables, word } from "./common.js";
import { Lesson } from "./lesson.js";
import { SocketTable, defineTable, websocket } from "./table.js";

const seat = location.pathname.split("/").pop();
const table = document.querySelector("toledo-table");
const bots = ask("/api/bots").catch(() => []);
let people = null, lesson = null, nowhere = "";

const me = () => table.company.seat;
const over = () => Boolean(table.state?.result);

// What happens

table.addEventListener("toledo-state", ({ detail: { view, result } }) => {
  const mine = view.active === me() && me() !== null && !result;
  tables.add(seat);
  document.title = mine ? `● ${word("your_turn")} – Toledo` : "Toledo";
  if (mine && find("notices").checked && document.hidden) new Notification(word("your_turn"), { tag: seat });
  for (const id of ["record", "fresh"]) find(id).hidden = !result;
  showPeople();
});

/** There is no such seat, or the server speaks another language: nothing but words, and the way back. */
table.addEventListener("toledo-status", ({ detail: { status, reason } }) => {
  if (me() === null) table.setAttribute("rematch", "none"); // spectators play nothing
  else table.removeAttribute("rematch");
  if (status !== "refused") return;
  nowhere = reason.key === "error.no_such_table" ? "no_seat" : reason.key.replace(".", "_");
  showNowhere();
});

function showNowhere() {
  find("nowhere").hidden = !nowhere;
  table.hidden = find("bar").hidden = Boolean(nowhere);
  find("nowhere").firstElementChild.textContent = nowhere && word(nowhere);
}

// People: who has left, who plays for whom, who plays again

const substitute = (one, bot) => () => ask(`/api/seats/${seat}/bot`, { seat: one, bot }).catch((error) => table.say(error.message));

/** The bot that plays for those who are not there. */
const able = async () => (await bots).find((bot) => bot.stands_in)?.spec ?? "greedy";

async function showPeople() {
  if (!people || !table.state) return;
  const bot = await able(), name = (one) => table.who(one), { seats, rematch, watchers } = people;
  const lines = over() ? [] : seats.flatMap((presence, one) => LINES[presence]?.(one, name(one), bot) ?? []);
  if (over() && rematch) lines.push(make("p", {}, make("a", { class: "button main", href: rematch }, word("rematch_ready"))));
  if (lines.map((line) => line.outerHTML).join("") !== find("people").innerHTML) find("people").replaceChildren(...lines);
  table.hold(!over() && seats[me()] === "stand_in" ? word("plays_for_you") : "");
  find("who").textContent = me() === null ? word("watching") : word("you_are", { name: name(me()) });
  find("watchers").textContent = `${find("who").textContent} ${watchers ? word("watchers", { number: watchers }) : ""}`;
  find("watchers").hidden = false;
  find("rename").hidden = find("leave").hidden = me() === null || over();
  find("leave").onclick = () => { table.closeSheets(); substitute(me(), bot)(); };
  if (document.activeElement !== find("name")) find("name").value = me() === null ? "" : name(me());
}

/** What is said of a player, by who is at the seat. */
const LINES = {
  stand_in: (one, name) => [one === me()
    ? make("p", {}, `${word("plays_for_you")} `, make("button", { class: "main", onclick: substitute(one, null) }, word("back_again")))
    : make("p", {}, word("plays_for", { name }))],
  left: (one, name, bot) => [make("p", {}, `${word("has_left", { name })} `,
    me() === null ? "" : make("button", { onclick: substitute(one, bot) }, word("take_over", { name })))],
  free: (_one, name) => [make("p", {}, word("not_come", { name }))],
};

find("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = find("name").value, names = table.company.names;
  find("name-error").textContent = "";
  ask(`/api/seats/${seat}/name`, { name }).then(() => { find("name").blur(); table.closeSheets(); },
    (error) => { find("name-error").textContent = aboutName(error, names.with(me(), name)); });
});

ask("/api/mine", { seats: [seat] }).then(([mine]) => {
  find("room").hidden = !mine?.table;
  find("room").href = mine?.table ?? "/";
}, () => undefined);

table.addEventListener("toledo-rematch", async () => {
  if (people?.rematch) return location.assign(people.rematch);
  try {
    const opened = await ask(`/api/seats/${seat}/rematch`, {});
    hosted.add(opened);
    location.href = opened.seat;
  } catch (error) {
    table.closeSheets();
    table.say(error.message);
  }
});

// What this browser remembers: sounds, notices, day or night

find("notices").closest("label").hidden = !("Notification" in window);
find("notices").checked = localStorage.getItem("notices") === "on" && window.Notification?.permission === "granted";
find("notices").addEventListener("change", async () => {
  const allowed = find("notices").checked && (await Notification.requestPermission()) === "granted";
  find("notices").checked = allowed;
  localStorage.setItem("notices", allowed ? "on" : "off");
});

const setSound = () => table.toggleAttribute("sound", find("sound").checked);
find("sound").checked = localStorage.getItem("sound") === "on";
find("sound").addEventListener("change", () => {
  localStorage.setItem("sound", find("sound").checked ? "on" : "off");
  setSound();
});
setSound();

const theme = localStorage.getItem("theme");
if (theme === "light" || theme === "dark") table.setAttribute("theme", document.documentElement.dataset.theme = theme);
new MutationObserver(() => {
  document.documentElement.dataset.theme = table.getAttribute("theme");
  localStorage.setItem("theme", table.getAttribute("theme"));
}).observe(table, { attributeFilter: ["theme"] });

// Sit down

find("record").href = `/api/seats/${seat}/record`;
if (location.hash.startsWith("#lesson-")) lesson = await Lesson.begin(seat, table);
await chooseLanguage(() => {
  table.setAttribute("language", language);
  showNowhere();
  showPeople();
  lesson?.show();
});
defineTable();
const scheme = location.protocol === "https:" ? "wss" : "ws";
table.join(new SocketTable(websocket(`${scheme}://${location.host}/api/seats/${seat}/ws`), (message) => {
  if (message.type !== "people") return;
  people = message;
  showPeople();
}));
