// The tables of the site, in one script: examples on any page, and the pages that are a table.

import { example, told } from "./example.js";
import { game } from "./game.js";
import { type PageData, board } from "./page.js";
import { play } from "./play.js";

declare global {
  var ToledoTables: { readonly example: typeof example; readonly game: typeof game; readonly told: typeof told };
}
globalThis.ToledoTables = { example, game, told };

const pages = { board, play };
for (const [name, begin] of Object.entries(pages)) {
  const app = document.getElementById(name);
  if (app) void ToledoBoards.load(`${name}-${document.documentElement.lang}`).then((data) => begin(app, data as PageData));
}
