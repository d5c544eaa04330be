// A game against bots in a page, without a server: the table is the element, the rules play beside it.
// `table.html?players=3&seed=7&seat=1` is another game; without a seat, people pass the screen around,
// and whoever is next uncovers their hand (`open` shows all at once).

import { defineTable } from "toledo-rules-client/element";
import { LocalTable } from "toledo-rules-client/local";

defineTable();
const table = document.querySelector("toledo-table")!, asked = new URLSearchParams(location.search);
for (const name of ["language", "theme", "motion"]) if (asked.has(name)) table.setAttribute(name, asked.get(name)!);

if (!asked.has("seat") && !asked.has("open")) table.setAttribute("hands", "covered");

let seed = Number(asked.get("seed") ?? Date.now() % 1e6);
function begin(): void {
  const seat = asked.get("seat");
  const options = { players: Number(asked.get("players") ?? 2), seed: seed++, names: ["Ana", "Ben", "Carla", "Diego"] };
  table.join(new LocalTable(seat === null ? options : { ...options, seat: Number(seat) }));
}
table.addEventListener("toledo-rematch", begin);
begin();
