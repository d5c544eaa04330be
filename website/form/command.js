// For tests: read the data of the form and lists of answers, a line of JSON each, and print problems and file of each.
//
//   node command.js DATA < ANSWERS
"use strict";

const { readFileSync } = require("node:fs");
const ToledoForm = require("./form.js");

const data = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const line of readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
  const { answers = {}, draft, ...fields } = JSON.parse(line);
  const form = ToledoForm.open(data);
  if (draft !== undefined) form.restore(draft);
  Object.assign(form, fields);
  for (const [id, answer] of Object.entries(answers)) form.answer(id, answer);
  console.log(JSON.stringify({ problems: form.problems(), toml: form.toml(), report: form.report(), answered: form.answered, denied: form.denied.map(({ id }) => id), draft: form.draft() }));
}
