// Search over the rules: which entries answer a question, in any of six languages.
//
// A question becomes a handful of meanings (see words.toml): "Darf ich zwei Karten zusammen bezahlen?" is may, combine,
// card, pay. So does every phrase under which an entry can be asked for. An entry is good if one of its phrases has the
// meanings of the question and few others, if its phrases taken together are like it, and if the very words stand in what
// it says in that language; rare meanings and words count for more. The page and `python -m website.search` both run this file.
//
//   const search = ToledoSearch.open(index);          // index: see website/search/searching.py
//   search.find("Peut-on passer son tour ?");         // [{entry, score}, ...], best first
"use strict";

var ToledoSearch = (() => {
  const COMPOUNDING = ["de", "nl"];
  // A number after one of these is a card of that value, not an amount: "a 3", "eine 3".
  const ARTICLES = new Set("a an the eine einer die der une un una il een la el le".split(" "));
  // Between two values they add up: "a 2 and a 3".
  const AND = new Set("and und et e en y plus mas piu".split(" "));
  const WIDER = 0.55; // what a wider meaning counts: a smith is also a shop
  const GENERAL = 0.6; // what a meaning counts where only a wider one stands: a smith, where shops are spoken of
  const FOREIGN = 0.8; // a word of another language than the question's
  const GUESSED = 0.75; // a word with a typing error
  const IN_TEXT = 0.5; // a meaning that stands in the text of an entry but in none of its phrases
  const MISSED = 0.9; // how much a meaning hurts that the entry lacks
  const BESIDES = 0.4; // how much a meaning hurts that was not asked for
  const PROFILE = 0.4; // what the likeness to all ways to ask for an entry counts, besides that to the best of them
  const SPELLED = 0.3; // what it counts that the very words of the question stand in an entry
  const PHRASED = 0.2; // what it counts that they stand together in one way to ask for it
  const LEARNED = 0.8; // what it counts that all ways to ask, taken together, speak for an entry
  const IN_BODY = 0.3; // a word of the question that stands in what an entry says, not in a way to ask for it
  const CERTAIN = 0.7; // weight of a meaning from which on it is looked at in pairs
  const PAIR = 0.5; // what a pair of meanings counts, beside one
  const SCALE = 10; // learned weights are whole tenths
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

  const stem = (word) =>
    word.length < 5 ? word : word.replace(/(?:ing|edly|ed|ly|es|s|e)$/, "").replace(/(.)\1$/, "$1");

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

    // A compound in its two halves: Edelstein-händler.
    halves(word) {
      for (let cut = word.length - 4; cut >= 4; cut--) {
        const head = this.meanings(word.slice(0, cut));
        if (!head || head.length < Math.min(cut, 4) || cut - head.length > 2) continue;
        const tail = this.meanings(word.slice(cut)) || this.meanings(word.slice(cut + 1));
        if (tail && tail.found.size) return new Set([...head.found, ...tail.found]);
      }
      return null;
    }
  }

  class Reader {
    constructor(words, small) {
      this.words = words;
      this.spelled = {}; // the words of our own texts by language, which are no typing errors of others
      this.codes = Object.keys(small); // the languages
      this.seen = Object.fromEntries(this.codes.map((code) => [code, new Map()]));
      this.joined = Object.entries(words).filter(([, { both }]) => both);
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
        const { found, weight, unknown } = this.#word(word, code, typed);
        if (settled[place] && (unknown || found.has(settled[place]))) return;
        for (const meaning of found) add(meaning, found.size > 2 ? weight * 0.75 : weight);
      });
      const played = values.filter(Boolean);
      if (played.length > 1) {
        const paid = said.some((word) => AND.has(word)) ? "combine" : "change_money";
        add(new Set(played).size === 1 ? "same" : weights.has("pay") ? paid : "different", GUESSED);
      }
      for (const [meaning, { both }] of this.joined) {
        if (both.every((part) => weights.has(part))) add(meaning, GUESSED);
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
      const split = COMPOUNDING.includes(code) && language.halves(word);
      if (split) return { found: split, weight: 1 };
      const guessed = typed && !this.spelled[code]?.has(word) && language.guess(word);
      if (own) {
        const better = guessed && guessed.length > own.length + 2;
        return { found: better ? guessed.found : own.found, weight: 1 };
      }
      if (word.length > 3) {
        for (const other of this.codes) {
          const found = other !== code && this.languages[other].meanings(word);
          if (!found || !found.found.size || word.length - found.length > 3) continue;
          return { found: found.found, weight: FOREIGN };
        }
      }
      if (guessed) return { found: guessed.found, weight: GUESSED };
      return { found: new Set(word.length > 1 ? [`=${stem(word)}`] : []), weight: 1, unknown: true };
    }
  }

  // Entries

  const merged = (readings) => {
    const all = new Map();
    for (const reading of readings) {
      for (const [meaning, weight] of reading) all.set(meaning, Math.max(all.get(meaning) || 0, weight));
    }
    return all;
  };

  // All that an entry says in a language: the ways to ask for it, and its answer.
  const words = ({ title, text, phrases, asked, spoken, told }, code) => {
    const [question, answer] = code === "en" ? [title, text] : spoken?.[code] || ["", ""];
    return {
      heads: [question, ...(code === "en" ? phrases : []), ...(asked?.[code] || [])],
      body: [answer, told?.[code] || ""].join(" "),
    };
  };

  // The same, word by word, for each entry.
  const texts = (entries, code) =>
    entries.map((entry) => {
      const { heads, body } = words(entry, code);
      return { heads: heads.map(tokens), body: tokens(body) };
    });

  // The words of one language as they are spelled, whatever they mean: a question may have words that no list of
  // meanings knows, and the texts in that language have them too. Rare words count for more.
  class Spelling {
    constructor(entries, said, small) {
      const roots = (some) => new Set(some.filter((word) => !small.has(word)).map(root));
      this.roots = (text) => roots(tokens(text));
      this.read = new Map();
      const count = new Map();
      said.forEach(({ heads, body }, place) => {
        const here = { head: roots(heads.flat()), heads: heads.map(roots), body: roots(body) };
        this.read.set(entries[place], here);
        for (const word of new Set([...here.head, ...here.body])) count.set(word, (count.get(word) || 0) + 1);
      });
      const rarities = new Map([...count].map(([word, many]) => [word, Math.log(1 + entries.length / (many + 2))]));
      this.rarity = (word) => rarities.get(word) || 0;
      for (const here of this.read.values()) {
        here.heads = here.heads.map((some) => ({ roots: some, worth: this.worth(some) }));
      }
    }

    worth(roots) {
      let square = 0;
      for (const word of roots) square += this.rarity(word) ** 2;
      return Math.sqrt(square);
    }

    // How much of a question stands in an entry, word for word, and together in one way to ask for it.
    likeness(asked, entry) {
      const { head, heads, body } = this.read.get(entry);
      let all = 0;
      let met = 0;
      for (const word of asked) {
        const rarity = this.rarity(word);
        all += rarity;
        met += rarity * (head.has(word) ? 1 : body.has(word) ? IN_BODY : 0);
      }
      if (!met) return 0;
      let closest = 0;
      for (const { roots, worth } of heads) {
        let shared = 0;
        for (const word of asked) if (roots.has(word)) shared += this.rarity(word) ** 2;
        if (shared) closest = Math.max(closest, shared / worth);
      }
      return (SPELLED * met) / all + (PHRASED * closest) / this.worth(asked);
    }
  }

  // The meanings of all entries, as a question in one language meets them: by the ways to ask for them in that language
  // and in English, in which there are the most. Rare meanings count for more.
  class Sense {
    constructor(entries, reader, read, code) {
      const count = new Map();
      this.read = entries.map((entry) => {
        const english = read.get(entry);
        const own = code === "en" ? [] : words(entry, code).heads.filter(Boolean);
        const phrases = [...english.phrases, ...own.map((way) => reader.read(way, code))];
        const text = merged([...phrases, english.text]);
        for (const meaning of text.keys()) count.set(meaning, (count.get(meaning) || 0) + 1);
        return { entry, phrases, text };
      });
      const rarities = new Map();
      for (const [meaning, many] of count) {
        const own = reader.words[meaning]?.weight ?? (meaning.startsWith("=") ? 0.6 : 1);
        rarities.set(meaning, own * Math.log(1 + entries.length / (many + 2)));
      }
      this.rarity = (meaning) => rarities.get(meaning) || 0; // what no entry has cannot tell them apart
      for (const one of this.read) {
        one.phrases = one.phrases.map((meanings) => ({ meanings, worth: this.#worth(meanings) }));
        one.profile = this.#profile(one.phrases);
      }
    }

    // The meanings of a question, with what each is worth.
    wanted(reading, words) {
      return [...reading].map(([meaning, weight]) => {
        const rarity = this.rarity(meaning);
        return { meaning, weight, rarity, worth: weight * rarity, wider: words[meaning]?.of || [] };
      });
    }

    #worth(meanings) {
      let sum = 0;
      for (const [meaning, weight] of meanings) sum += weight * this.rarity(meaning);
      return sum;
    }

    // The meanings of all ways to ask for an entry, those that most of them share before the others.
    #profile(phrases) {
      const sums = new Map();
      for (const { meanings } of phrases) {
        for (const [meaning, weight] of meanings) sums.set(meaning, (sums.get(meaning) || 0) + Math.min(1, weight));
      }
      const worths = new Map();
      for (const [meaning, sum] of sums) worths.set(meaning, this.rarity(meaning) * Math.sqrt(sum / phrases.length));
      return { worths, length: Math.hypot(...worths.values()) };
    }

    // The cosine between a question and a profile.
    likeness(wanted, { worths, length }) {
      let product = 0;
      let square = 0;
      for (const { meaning, worth } of wanted) {
        product += worth * (worths.get(meaning) || 0);
        square += worth * worth;
      }
      return product && product / (Math.sqrt(square) * length);
    }

    score(wanted, phrases, text) {
      const shares = wanted.map(({ meaning }) => IN_TEXT * Math.min(1, text.get(meaning) || 0));
      let all = 0;
      for (const { worth } of wanted) all += worth;
      let best = 0;
      for (const { meanings, worth: whole } of phrases) {
        let met = 0;
        let shared = 0;
        wanted.forEach(({ meaning, weight, worth, rarity, wider }, place) => {
          const said = meanings.get(meaning) || 0;
          let here = Math.max(shares[place], Math.min(1, said));
          for (const one of wider) here = Math.max(here, GENERAL * Math.min(1, meanings.get(one) || 0));
          met += worth * here;
          shared += said * rarity * Math.min(1, weight);
        });
        const score = met && met / (met + MISSED * (all - met) + BESIDES * (whole - shared));
        if (score > best) best = score;
      }
      return best;
    }
  }

  // What a reading is judged by: its meanings, and each pair of those that are certain.
  const features = (reading, { pairs = true } = {}) => {
    const found = new Map([...reading].map(([meaning, weight]) => [meaning, Math.min(1, weight)]));
    if (!pairs) return found;
    const certain = [...reading].filter(([meaning, weight]) => weight >= CERTAIN && !meaning.startsWith("="));
    const names = certain.map(([meaning]) => meaning).sort();
    names.forEach((one, place) => {
      for (const other of names.slice(place + 1)) found.set(`${one}|${other}`, PAIR);
    });
    return found;
  };

  // Inputs of the same length, whether a question is short or long.
  const scaled = (inputs) => {
    const length = Math.hypot(...inputs.map(([, value]) => value)) || 1;
    return inputs.map(([row, value]) => [row, value / length]);
  };

  // How likely each class is.
  const softmax = (inputs, bias) => {
    const found = Float32Array.from(bias);
    for (const [weights, value] of inputs) for (let k = 0; k < found.length; k++) found[k] += value * weights[k];
    const most = found.reduce((a, b) => Math.max(a, b));
    let sum = 0;
    for (let k = 0; k < found.length; k++) sum += found[k] = Math.exp(found[k] - most);
    return found.map((value) => value / sum);
  };

  // What was learned from all ways to ask (see learn.js), where the index has it.
  class Lesson {
    constructor({ entries, bias, weights }) {
      this.entries = entries;
      this.bias = this.#unpacked(bias);
      this.weights = weights;
      this.rows = new Map(); // unpacked when they are first asked for
    }

    #unpacked(packed) {
      const row = new Float32Array(this.entries.length);
      for (let k = 0; k < packed.length; k += 2) row[packed[k]] = packed[k + 1] / SCALE;
      return row;
    }

    #row(name) {
      if (!this.rows.has(name)) this.rows.set(name, this.#unpacked(this.weights[name]));
      return this.rows.get(name);
    }

    // How likely each entry is the one that was asked for; nothing, if nothing was understood.
    likelihoods(reading) {
      const known = [...features(reading)].filter(([name]) => name in this.weights);
      if (!known.length) return new Map();
      const found = softmax(scaled(known.map(([name, value]) => [this.#row(name), value])), this.bias);
      return new Map(this.entries.map((id, place) => [id, found[place]]));
    }
  }

  class Search {
    constructor(index) {
      this.entries = index.entries;
      this.reader = new Reader(index.words, index.small);
      this.ids = new Map(index.entries.map((entry) => [entry.id.toUpperCase(), entry]));
      this.english = new Map(
        index.entries.map((entry) => {
          const phrases = words(entry, "en").heads.map((way) => this.reader.read(way, "en"));
          return [entry, { phrases, text: this.reader.read(entry.text, "en") }];
        }),
      );
      this.lesson = index.learned ? new Lesson(index.learned) : null;
      this.views = {};
      this.#view("en");
    }

    // The entries as they are met in a language. Made when a language is first asked in: most readers need one. English
    // is made at the start, when nobody waits.
    #view(code) {
      if (!this.views[code]) {
        const said = texts(this.entries, code);
        this.reader.spelled[code] = new Set(said.flatMap(({ heads, body }) => [...heads.flat(), ...body]));
        this.views[code] = {
          sense: new Sense(this.entries, this.reader, this.english, code),
          spelling: new Spelling(this.entries, said, this.reader.languages[code].small),
        };
      }
      return this.views[code];
    }

    // The language that a question is most likely in.
    language(question) {
      return this.reader.language(question);
    }

    // The entries that answer a question, best first. With `guides` also guides and API.
    find(question, { guides = false } = {}) {
      const asked = this.#ids(question);
      const code = this.language(question);
      const { sense, spelling } = this.#view(code);
      const reading = this.reader.read(question, code, true);
      const wanted = sense.wanted(reading, this.reader.words);
      const likely = this.lesson ? this.lesson.likelihoods(reading) : new Map();
      const spelled = spelling.roots(question);
      const found = [];
      for (const { entry, phrases, text, profile } of sense.read) {
        if (entry.kind === "guide" && !guides) continue;
        const meant = sense.score(wanted, phrases, text) + PROFILE * sense.likeness(wanted, profile);
        const learned = LEARNED * Math.sqrt(likely.get(entry.id) || 0);
        const score = (meant + spelling.likeness(spelled, entry)) * PRIOR[entry.kind] + learned;
        if (score > 0.04) found.push({ entry, score });
      }
      found.sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1));
      const first = asked.map((entry) => ({ entry, score: 9 }));
      return [...first, ...found.filter(({ entry }) => !asked.includes(entry))];
    }

    // What a question was understood as, for people who tend the words.
    explain(question) {
      const code = this.language(question);
      this.#view(code);
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

  return {
    SCALE,
    open: (index) => new Search(index),
    reader: (index) => new Reader(index.words, index.small),
    words,
    features,
    scaled,
    softmax,
  };
})();

if (typeof module !== "undefined") module.exports = ToledoSearch;
