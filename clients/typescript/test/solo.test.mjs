// The page of the guide (examples/typescript/solo.ts), compiled against the installed package, in a document of a few lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecord, replay } from "toledo-rules-client/rules";
import { play } from "../solo.js";

class FakeElement {
  children = [];
  text = "";
  append(child) {
    this.children.push(child);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  get textContent() {
    return this.text;
  }
  set textContent(text) {
    [this.text, this.children] = [text, []];
  }
}

test("the page of the guide plays a game to its end, and keeps it", () => {
  const elements = { "#told": new FakeElement(), "#choices": new FakeElement(), "#points": new FakeElement() };
  play({ querySelector: (name) => elements[name], createElement: () => new FakeElement() }, 2008);
  const { "#choices": choices, "#told": told, "#points": points } = elements;
  assert.match(points.textContent, /^0 : 0 : 0$/);
  for (let click = 0; choices.children.length; click++) {
    const buttons = choices.children.filter(({ text }) => !text.startsWith("return"));
    buttons[(7 * click) % buttons.length].onclick();
  }
  assert.match(told.children.at(-1).textContent, /won$/);
  const { record, problems } = readRecord(choices.textContent);
  assert.deepEqual(problems, []);
  assert.equal([...replay(record)].length, record.entries.length);
});
