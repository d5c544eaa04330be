// All bytes until a move can be clicked: a game without a server, one board, one language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const MOST = 120_000;
const here = createRequire(import.meta.url), packed = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const data = (name) => packed(here.resolve(`toledo-rules-client/data/${name}.json`));

test("a first move needs at most 120 kB", () => {
  const script = packed(new URL("../table.js", import.meta.url));
  for (const layout of ["wide", "tablet", "phone"]) {
    for (const language of ["en", "de", "fr", "es", "it", "nl"]) {
      const all = script + data(`board-${layout}`) + data(`words-${language}`);
      assert.ok(all <= MOST, `${all} bytes with ${layout} and ${language}`);
    }
  }
});
