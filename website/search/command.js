// `python -m website.search '...'`: print the entries that the page would show for a question, best first.
//
//   node command.js INDEX QUESTION        in words
//   node command.js INDEX < QUESTIONS     a line of JSON for each line: the ids of the first ten entries
"use strict";

const { readFileSync } = require("node:fs");
const ToledoSearch = require("./search.js");

const SHOWN = 6; // as on the page

const [file, question] = process.argv.slice(2);
const index = JSON.parse(readFileSync(file, "utf-8"));
const search = ToledoSearch.open(index);
for (const [code, said] of Object.entries(index.languages)) search.learn(code, said);
if (question === undefined) {
  for (const line of readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
    const found = search.find(line).slice(0, 10);
    console.log(JSON.stringify(found.map(({ entry }) => entry.id)));
  }
} else {
  const { language, meanings } = search.explain(question);
  const understood = Object.keys(meanings);
  console.log(`${question}\n(${language}: ${understood.join(", ") || "nothing understood"})\n`);
  search
    .find(question)
    .slice(0, SHOWN)
    .forEach(({ entry, score }, place) => {
      const [title, answer] = entry.spoken?.[language] || [entry.title, entry.answer];
      const standing = entry.standing ? `\n   ${entry.standing.label}` : "";
      console.log(`${place + 1}. ${entry.id}  ${title}  [${score.toFixed(2)}]\n   ${answer}${standing}\n`);
    });
}
