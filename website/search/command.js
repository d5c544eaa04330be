// `python -m website.search '...'`: print the entries that the page would show for a question, best first.
//
//   node command.js INDEX QUESTION        in words
//   node command.js INDEX < QUESTIONS     a line of JSON for each line: the first ten entries, and what each says
"use strict";

const { readFileSync } = require("node:fs");
const ToledoSearch = require("./search.js");

const SHOWN = 6; // as on the page

const [file, question] = process.argv.slice(2);
const index = JSON.parse(readFileSync(file, "utf-8"));
const search = ToledoSearch.open(index);
for (const [code, said] of Object.entries(index.languages)) search.learn(code, said);
// Title and answer, as the page shows them.
const said = (question, entry, language) => {
  const spoken = entry.spoken?.[language];
  const [title, answer] = spoken ?? [entry.title, entry.answer];
  return [title, search.told(question, { title, answer }, spoken ? language : "en")];
};

if (question === undefined) {
  for (const line of readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
    const found = search.find(line).slice(0, 10);
    const language = search.language(line);
    console.log(JSON.stringify(Object.fromEntries(found.map(({ entry }) => [entry.id, said(line, entry, language)[1]]))));
  }
} else {
  const { language, meanings } = search.explain(question);
  const understood = Object.keys(meanings);
  console.log(`${question}\n(${language}: ${understood.join(", ") || "nothing understood"})\n`);
  search
    .find(question)
    .slice(0, SHOWN)
    .forEach(({ entry, score }, place) => {
      const [title, answer] = said(question, entry, language);
      const standing = entry.standing ? `\n   ${entry.standing.label}` : "";
      console.log(`${place + 1}. ${entry.id}  ${title}  [${score.toFixed(2)}]\n   ${answer}${standing}\n`);
    });
}
