// Search over the rules: which entries answer a question, in any of six languages.
//
// A question becomes a handful of marks: its words, its pairs of neighbouring words, what they mean in the language (see
// asked/*.jsonl: "Darf ich zwei Karten zusammen bezahlen?" is may, combine, card, pay), and pairs of these meanings. So
// does every way to ask for an entry. An entry is good if many ways to ask for it have the rare marks of the question: the
// ranking is BM25. The page and `python -m website.search` both run this file.
//
//   const search = ToledoSearch.open(index);          // index: see website/search/searching.py
//   search.learn("fr", index.languages.fr);           // what is said in another language
//   search.find("Peut-on passer son tour ?");         // [{entry, score}, ...], best first
"use strict";

var ToledoSearch = (() => {
  // A number after one of these is a card of that value, not an amount: "a 3", "eine 3".
  const ARTICLES = new Set("a an the eine einer die der une un una il een la el le".split(" "));
  // Between two values they add up: "a 2 and a 3".
  const AND = new Set("and und et e en y plus mas piu".split(" "));
  const WIDER = 0.55; // what a wider meaning counts: a smith is also a shop
  const GUESSED = 0.75; // a word with a typing error
  const CERTAIN = 0.7; // weight of a meaning from which on it is looked at in pairs
  const PART = 0.5; // what a word, or a pair, counts beside a meaning
  const BODY = 0.5; // what the answer of an entry counts beside a way to ask for it
  const SATURATED = 4; // k of BM25: so many ways with the same mark are half of what any number of them can count
  const LENGTH = 0.7; // b of BM25: how much is taken off for an entry of which there is much to read
  const PRIOR = { answer: 1.1, rule: 1, ruling: 1, example: 0.8, term: 0.7, difference: 0.6, guide: 0.9 };

  // Words

  const plain = (text) =>
    text
      .toLowerCase()
      .replace(/ß/g, "ss")
      .replace(/œ/g, "oe")
      .replace(/zähl/g, "zaehl") // to count, in German, and not to pay
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "");

  const tokens = (text) => plain(text).match(/[a-z0-9]+/g) || [];

  // A word without its ending, in any of the languages: spada and spade, zwaard and zwaarden.
  const root = (word) => (word.length < 4 ? word : word.replace(/(?:en|er|es|[aeions])$/, "").slice(0, 7));

  // The number of typing errors between two words: letters that are missing, added, wrong or swapped.
  function errors(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [];
    let last = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++) {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1;
        let value = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          value = Math.min(value, before[j - 2] + 1);
        }
        row.push(value);
      }
      [before, last] = [last, row];
    }
    return last[b.length];
  }

  const tolerated = (length) => (length < 5 ? 0 : length < 8 ? 1 : 2);

  // One language: its small words, its words by meaning, its turns of phrase.
  class Language {
    constructor(code, words, small) {
      this.small = new Set(tokens(small));
      this.exact = new Map(); // word -> Set of meanings
      this.begin = new Map(); // beginning of words -> Set of meanings
      this.phrases = new Map(); // first word -> [{parts, meaning}]
      this.opening = new Map(); // beginning of the first word -> [{parts, meaning}]
      this.starts = new Map(); // word -> turns of phrase that may begin with it, once it was asked for
      this.longest = 0;
      for (const [meaning, entry] of Object.entries(words)) {
        for (const pattern of entry[code] || []) this.#add(pattern, meaning);
      }
      this.known = [...this.exact.keys(), ...this.begin.keys()];
    }

    #add(pattern, meaning) {
      const parts = plain(pattern)
        .match(/[a-z0-9]+\*?|_/g)
        .map((part) => ({ word: part.replace("*", ""), open: part.endsWith("*") }));
      if (parts.length > 1) {
        const [{ word, open }] = parts;
        const place = open ? this.opening : this.phrases;
        if (!place.has(word)) place.set(word, []);
        place.get(word).push({ parts, meaning });
      } else {
        const [{ word, open }] = parts;
        const place = open ? this.begin : this.exact;
        if (!place.has(word)) place.set(word, new Set());
        place.get(word).add(meaning);
        this.longest = Math.max(this.longest, word.length);
      }
    }

    // The turns of phrase that may begin with a word, the longest first.
    begun(word) {
      if (this.starts.has(word)) return this.starts.get(word);
      const found = [...(this.phrases.get(word) || [])];
      for (let length = 2; length <= word.length; length++) {
        found.push(...(this.opening.get(word.slice(0, length)) || []));
      }
      found.sort((a, b) => b.parts.length - a.parts.length);
      this.starts.set(word, found);
      return found;
    }

    // The meanings of a word as it stands, and how much of the word they explain.
    meanings(word) {
      const found = new Set(this.exact.get(word));
      if (found.size) {
        for (let length = word.length; length > Math.max(2, word.length - 3); length--) {
          for (const meaning of this.begin.get(word.slice(0, length)) || []) found.add(meaning);
        }
        return { found, length: word.length };
      }
      if (this.small.has(word)) return { found, length: word.length };
      for (let length = Math.min(word.length, this.longest); length > 1; length--) {
        const some = this.begin.get(word.slice(0, length));
        if (some) return { found: some, length };
      }
      return null;
    }

    // The meanings of the known word that comes closest to a mistyped one.
    guess(word) {
      let best = tolerated(word.length) + 1;
      let found = null;
      if (best === 1) return null;
      for (const known of this.known) {
        if (known.length < 4 || known[0] !== word[0] || word.startsWith(known)) continue;
        const open = this.begin.get(known);
        const most = Math.min(Math.floor(best), tolerated(known.length));
        const distances = this.exact.has(known) ? [errors(word, known, most)] : [];
        if (open && known.length > 4 && word.length - known.length < 6) {
          for (const extra of [-1, 0, 1]) {
            distances.push(errors(word.slice(0, known.length + extra), known, most));
          }
        }
        if (!distances.length) continue;
        const distance = Math.min(...distances);
        const badness = distance - known.length / 100; // of two equally close words the longer one says more
        if (distance <= most && badness < best) {
          best = badness;
          found = { found: new Set([...(this.exact.get(known) || []), ...(open || [])]), length: known.length };
        }
      }
      return found;
    }
  }

  class Reader {
    constructor(words, small) {
      this.words = words;
      this.spelled = {}; // the words of our own texts by language, which are no typing errors of others
      this.codes = Object.keys(small); // the languages
      this.seen = Object.fromEntries(this.codes.map((code) => [code, new Map()]));
      this.languages = Object.fromEntries(
        this.codes.map((code) => [code, new Language(code, words, small[code])]),
      );
    }

    // The language that a question is most likely in.
    language(text) {
      const said = tokens(text);
      const marks = { es: /[¿¡ñ]/i, de: /[ßäöü]/i, fr: /[çœêèà]|\b[ldjqs]['’]/i, it: /[òì]/i };
      let best = ["en", 0];
      for (const code of this.codes) {
        const language = this.languages[code];
        let score = marks[code] && marks[code].test(text) ? 1.5 : 0;
        for (const word of said) {
          if (language.small.has(word)) score += 1;
          else if (language.exact.has(word)) score += 1;
          else if (word.length > 3 && language.meanings(word)) score += 0.6;
        }
        if (score > best[1] + 1e-9) best = [code, score];
      }
      return best[0];
    }

    // The meanings of a text, each with a weight, and words that mean nothing in particular. Only what a reader typed is
    // looked through for typing errors: our own texts have none, and guessing takes time.
    read(text, code, typed = false) {
      const language = this.languages[code];
      const said = tokens(text);
      const weights = new Map();
      const add = (meaning, weight) => {
        weights.set(meaning, Math.max(weights.get(meaning) || 0, weight));
        for (const wider of this.words[meaning]?.of || []) add(wider, weight * WIDER);
      };
      const settled = said.map(() => null); // words inside a turn of phrase: its meaning
      const done = said.map(() => false);
      for (let start = 0; start < said.length; start++) {
        for (const { parts, meaning } of language.begun(said[start])) {
          const places = this.#match(parts, said, start, language);
          if (!places) continue;
          add(meaning, 1);
          for (const place of places) {
            settled[place] = meaning;
            if (this.words[meaning].whole) done[place] = true;
          }
        }
      }
      const values = said.map((word, place) => (this.#isValue(said, place, language) ? word : ""));
      said.forEach((word, place) => {
        if (done[place]) return;
        if (values[place]) {
          add("value", 1);
          return;
        }
        const { found, weight } = this.#word(word, code, typed);
        if (found.has(settled[place])) return;
        for (const meaning of found) add(meaning, found.size > 2 ? weight * 0.75 : weight);
      });
      const played = values.filter(Boolean);
      if (played.length > 1) {
        const paid = said.some((word) => AND.has(word)) ? "combine" : "change_money";
        add(new Set(played).size === 1 ? "same" : weights.has("pay") ? paid : "different", GUESSED);
      }
      return weights;
    }

    // Is a number the value of a card rather than an amount? "a 3", "a card of 6", "the price is 5".
    #isValue(said, place, language) {
      if (!/^[1-9]$/.test(said[place])) return false;
      if (ARTICLES.has(said[place - 1])) return true;
      let before = place - 1;
      while (before >= 0 && language.small.has(said[before])) before--;
      const meant = before >= 0 && language.meanings(said[before])?.found;
      return Boolean(meant) && ["card", "pay", "value", "play"].some((meaning) => meant.has(meaning));
    }

    // Small words may stand between the words of a turn of phrase, and where it has a gap (_) any words.
    #match(parts, said, start, language) {
      const places = [];
      let place = start;
      let gap = false;
      for (const { word, open } of parts) {
        if (word === "_") {
          gap = true;
          continue;
        }
        const here = (one) => one === word || (open && one?.startsWith(word));
        const last = places[places.length - 1];
        while (
          places.length &&
          place < said.length &&
          !here(said[place]) &&
          (gap || language.small.has(said[place])) &&
          place - last < (gap ? 6 : 4)
        ) {
          place++;
        }
        if (place >= said.length || !here(said[place])) return null;
        places.push(place++);
        gap = false;
      }
      return places;
    }

    // Our own texts have the same words again and again: each is looked up once.
    #word(word, code, typed) {
      if (typed) return this.#lookUp(word, code, true);
      const seen = this.seen[code];
      if (!seen.has(word)) seen.set(word, this.#lookUp(word, code, false));
      return seen.get(word);
    }

    #lookUp(word, code, typed) {
      const language = this.languages[code];
      const own = language.meanings(word);
      if (own && word.length - own.length < 5) return { found: own.found, weight: 1 };
      const guessed = typed && !this.spelled[code]?.has(word) && language.guess(word);
      if (guessed && !(own && guessed.length <= own.length + 2)) return { found: guessed.found, weight: GUESSED };
      return { found: own?.found ?? new Set(), weight: 1 };
    }
  }

  // Whether it is so: the first word of an answer, before the answer itself.
  const VERDICT = /^(?:yes|no|ja|nein|oui|non|s[iíì]|nee)[,:]\s+(.)/i;
  // Small words that turn a question round, and so matter to its answer.
  const TURNING = new Set(
    (
      "not never without only always nicht nie ohne kein keine keinen nur immer pas jamais sans seulement toujours " +
      "no nunca sin solo siempre non mai senza soltanto sempre niet nooit zonder geen alleen altijd"
    ).split(" "),
  );
  const ASIDE = new Set(["may", "person", "player", "figure", "happens"]); // said or left out, it is the same question

  // Entries

  // All that an entry says in a language: the ways to ask for it, and its answer.
  const said = ({ title, text, asked, spoken, headed, told }, code) => {
    const [question, answer = ""] = code === "en" ? [title, text] : (spoken[code] ?? headed[code]?.slice(0, 1) ?? [""]);
    const ways = [question, ...(asked[code] ?? [])];
    return { ways: ways.filter(Boolean), body: `${answer} ${told[code] ?? ""}` };
  };

  class Search {
    constructor({ words, small, entries }) {
      this.entries = entries;
      this.reader = new Reader(words, small);
      this.ids = new Map(entries.map((entry) => [entry.id.toUpperCase(), entry]));
      this.views = {};
      this.learned = new Set(["en"]);
      this.#view("en"); // at the start, when nobody waits
    }

    // Take in what is said in another language: by entry and field.
    learn(code, saying) {
      for (const entry of this.entries) {
        for (const [field, value] of Object.entries(saying[entry.id] ?? {})) entry[field][code] = value;
      }
      this.learned.add(code);
    }

    // The marks of a text, each with a weight.
    #marks(text, code, typed = false) {
      const meanings = this.reader.read(text, code, typed);
      const marks = new Map([...meanings].map(([meaning, weight]) => [`=${meaning}`, Math.min(1, weight)]));
      const certain = [...meanings].filter(([, weight]) => weight >= CERTAIN).map(([meaning]) => meaning);
      certain.sort().forEach((one, place) => {
        for (const other of certain.slice(place + 1)) marks.set(`=${one}|${other}`, PART);
      });
      const { small } = this.reader.languages[code];
      tokens(text).forEach((word, place, all) => {
        marks.set(small.has(word) ? `.${word}` : root(word), PART);
        if (place) marks.set(`${root(all[place - 1])} ${root(word)}`, PART);
      });
      return marks;
    }

    // The entries as they are met in a language: by the ways to ask for them in that language, and by what those in
    // English mean, in which there are the most. Made when a language is first asked in: most readers need one.
    #view(code) {
      if (this.views[code]) return this.views[code];
      const places = new Map(); // mark -> in how many entries it stands
      const known = new Set();
      const read = this.entries.map((entry) => {
        const counts = new Map();
        const count = (marks, weight) => {
          for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + weight);
        };
        const { ways, body } = said(entry, code);
        for (const way of ways) count(this.#marks(way, code).keys(), 1);
        if (code !== "en") {
          for (const mark of this.#english(entry)) count([mark], 1);
        }
        count([...this.#marks(body, code).keys()].filter((mark) => !/[| ]/.test(mark)), BODY);
        for (const mark of counts.keys()) places.set(mark, (places.get(mark) ?? 0) + 1);
        for (const word of tokens([...ways, body].join(" "))) known.add(word);
        return { entry, counts, length: [...counts.values()].reduce((a, b) => a + b, 0) };
      });
      this.reader.spelled[code] = known;
      const middle = read.reduce((sum, { length }) => sum + length, 0) / read.length;
      for (const one of read) one.damping = SATURATED * (1 - LENGTH + (LENGTH * one.length) / middle);
      return (this.views[code] = { read, rarity: (mark) => Math.log(1 + read.length / ((places.get(mark) ?? 0) + 2)) });
    }

    // What the English ways to ask for an entry mean.
    *#english(entry) {
      for (const way of said(entry, "en").ways) {
        for (const mark of this.#marks(way, "en").keys()) if (mark.startsWith("=")) yield mark;
      }
    }

    // The language that a question is most likely in.
    language(question) {
      return this.reader.language(question);
    }

    // An answer as it may be said to a question. "Yes" and "no" answer what the title of the entry asks: they are said only
    // where the question has the same facts, none more, fewer or turned round.
    told(question, { title, answer }, code) {
      const same = () => this.#facts(question, code) === this.#facts(title, code);
      return VERDICT.test(answer) && !same() ? answer.replace(VERDICT, (_, first) => first.toUpperCase()) : answer;
    }

    // What a text is about: what its words mean, those that mean nothing in particular, numbers, and words that turn it round.
    #facts(text, code) {
      const language = this.reader.languages[code];
      const meant = [...this.reader.read(text, code, true)].filter(([, weight]) => weight >= CERTAIN).map(([one]) => one);
      const plain = (word) => !language.small.has(word) && !language.meanings(word);
      const exact = (word) => TURNING.has(word) || /\d/.test(word);
      const bare = tokens(text).flatMap((word) => (exact(word) ? [word] : plain(word) ? [root(word)] : []));
      return [...new Set([...meant.filter((one) => !ASIDE.has(one)), ...bare])].sort().join(" ");
    }

    // The entries that answer a question, best first. With `guides` also guides and API.
    find(question, { guides = false } = {}) {
      const asked = this.#ids(question);
      const language = this.language(question);
      const code = this.learned.has(language) ? language : "en";
      const { read, rarity } = this.#view(code);
      const wanted = [...this.#marks(question, code, true)].map(([mark, weight]) => [mark, weight * rarity(mark)]);
      const found = [];
      for (const { entry, counts, damping } of read) {
        if (entry.kind === "guide" && !guides) continue;
        let score = 0;
        let telling = false; // small words alone say nothing
        for (const [mark, worth] of wanted) {
          const count = counts.get(mark);
          if (!count) continue;
          score += (worth * count) / (count + damping);
          telling ||= !mark.startsWith(".");
        }
        if (telling) found.push({ entry, score: score * PRIOR[entry.kind] });
      }
      found.sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1));
      const first = asked.map((entry) => ({ entry, score: Infinity }));
      return [...first, ...found.filter(({ entry }) => !asked.includes(entry))];
    }

    // What a question was understood as, for people who tend the words.
    explain(question) {
      const code = this.language(question);
      return { language: code, meanings: Object.fromEntries(this.reader.read(question, code, true)) };
    }

    // Numbers in a question: A-44, mov 5, ex 11d. "a 4" is a number only if nothing else was typed.
    #ids(question) {
      const found = [];
      const alone = /^\s*[A-Za-z]{1,3}[- ]?\d{1,3}[a-z]?\s*$/.test(question);
      for (const [, group, gap, number, letter] of question.matchAll(
        /(?<![\w-])([A-Za-z]{1,3})([- ]?)0*(\d{1,3})([a-z]?)\b/g,
      )) {
        if (!alone && gap === " " && group.length < 3) continue;
        for (const width of [1, 2, 3]) {
          const id = `${group}-${number.padStart(width, "0")}${letter}`.toUpperCase();
          if (this.ids.has(id) && !found.includes(this.ids.get(id))) found.push(this.ids.get(id));
        }
      }
      return found;
    }
  }

  return { open: (index) => new Search(index) };
})();

if (typeof module !== "undefined") module.exports = ToledoSearch;
