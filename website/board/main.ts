// The tables of the site, in one script: examples on any page, and the page that is a table.

import { example, told } from "./example.js";
import { type PageData, board } from "./page.js";

declare global {
  var ToledoTables: { readonly example: typeof example; readonly told: typeof told };
}
globalThis.ToledoTables = { example, told };

const app = document.getElementById("board");
if (app) {
  const { lang } = document.documentElement;
  void ToledoBoards.load(`page-${lang}`).then((data) => board(app, data as PageData));
}
