// What all ways to ask have in common, learned before anybody asks: for each meaning, and each pair of meanings, how much
// it speaks for each entry and against it. A question is then judged by all that it means at once, where search.js would
// otherwise only find the one way to ask that is most like it.
//
//   node learn.js < INDEX > LEARNED        see website/search/searching.py
//
// This is a logistic regression with one class for each entry, fitted by AdaGrad; chance comes from a seed, so that the
// same ways to ask give the same weights.
"use strict";

const { readFileSync } = require("node:fs");
const ToledoSearch = require("./search.js");

const ROUNDS = 8; // how often every way to ask is looked at
const BATCH = 128;
const RATE = 0.5;
const BODY = 0.5; // what the text of an entry counts, beside a way to ask for it
const CALM = 0.2; // how fast the weights follow that stand for how often an entry is asked for
const SELDOM = 2; // a pair of meanings that is asked for less often says nothing
const FAINT = 1; // weights below are left out

// Every way to ask for an entry, and what it says: the features, its place among the entries, and what that counts.
function* lessons({ words, small, entries }) {
  const reader = ToledoSearch.reader({ words, small });
  for (const [place, entry] of entries.entries()) {
    for (const code of Object.keys(small)) {
      const { heads, body } = ToledoSearch.words(entry, code);
      for (const way of new Set(heads.filter(Boolean))) {
        yield { features: ToledoSearch.features(reader.read(way, code)), place, weight: 1 };
      }
      yield { features: ToledoSearch.features(reader.read(body, code), { pairs: false }), place, weight: BODY };
    }
  }
}

// Numbers between 0 and 1, the same ones every time (mulberry32).
function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle(some, random) {
  for (let last = some.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [some[last], some[other]] = [some[other], some[last]];
  }
}

// A row of weights: one for each entry, and how far each has been moved.
const row = (classes) => ({ weights: new Float32Array(classes), squares: new Float32Array(classes).fill(1e-6) });

function fit(lessons, classes) {
  const count = new Map();
  for (const { features } of lessons) for (const name of features.keys()) count.set(name, (count.get(name) || 0) + 1);
  const telling = [...count].filter(([name, many]) => many > SELDOM || !name.includes("|"));
  const rows = new Map(telling.map(([name]) => [name, row(classes)]));
  const bias = row(classes);
  const known = lessons.map(({ features, place, weight }) => {
    const inputs = [...features].filter(([name]) => rows.has(name)).map(([name, value]) => [rows.get(name), value]);
    return { inputs: ToledoSearch.scaled(inputs), place, weight };
  });
  const random = chance(1);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(known, random);
    for (let start = 0; start < known.length; start += BATCH) step(known.slice(start, start + BATCH), bias, classes);
  }
  return { rows, bias };
}

// One step down the slope, for some of the lessons.
function step(batch, bias, classes) {
  const slopes = new Map();
  const along = (row) => {
    if (!slopes.has(row)) slopes.set(row, new Float32Array(classes));
    return slopes.get(row);
  };
  for (const { inputs, place, weight } of batch) {
    const wrong = ToledoSearch.softmax(inputs.map(([row, value]) => [row.weights, value]), bias.weights);
    wrong[place] -= 1;
    for (const [row, value] of [...inputs, [bias, CALM]]) {
      const slope = along(row);
      const share = (value * weight) / batch.length;
      for (let k = 0; k < classes; k++) slope[k] += share * wrong[k];
    }
  }
  for (const [{ weights, squares }, slope] of slopes) {
    for (let k = 0; k < classes; k++) {
      squares[k] += slope[k] * slope[k];
      weights[k] -= (RATE * slope[k]) / Math.sqrt(squares[k]);
    }
  }
}

// Weights as whole numbers, without those that hardly matter: place, weight, place, weight, ...
const packed = ({ weights }) =>
  [...weights].flatMap((weight, place) =>
    Math.abs(weight) < FAINT ? [] : [place, Math.round(weight * ToledoSearch.SCALE)],
  );

const index = JSON.parse(readFileSync(0, "utf-8"));
const { rows, bias } = fit([...lessons(index)], index.entries.length);
const learned = {
  entries: index.entries.map(({ id }) => id),
  bias: packed(bias),
  weights: Object.fromEntries([...rows].map(([name, row]) => [name, packed(row)]).filter(([, row]) => row.length)),
};
process.stdout.write(JSON.stringify(learned));
