/** A term of the logic: a number, a name, or a name with arguments: ["hand", 0] is hand(0). */
export type Term = number | string | readonly Term[];
/** The pieces of a position by place: kinds of pieces and their numbers, in turn. */
type Pieces = ReadonlyMap<number, readonly number[]>;
type Key = number | string;

const NONE: readonly number[] = [];

/**
 * Terms as numbers: numbers are themselves, names and compound terms are negative. No sort with both has negative numbers.
 * `F[~t]` is the functor of a term, 0 for a name, and `A0[~t]` to `A4[~t]` are its arguments.
 */
function table(names: readonly string[], functors: readonly string[]) {
  const F: number[] = [], A0: number[] = [], A1: number[] = [], A2: number[] = [], A3: number[] = [], A4: number[] = [];
  const words = ["", ...functors], sizes: number[] = [], texts: string[] = [], known = new Map<string, number>();
  const decoded: Term[] = [];
  let slots = new Int32Array(1 << 12);

  const hash = (f: number, a: number, b: number, c: number, d: number, e: number): number => {
    let h = Math.imul(f, 0x9e3779b1) ^ Math.imul(a, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
    h ^= Math.imul(c, 0x27d4eb2f) ^ Math.imul(d, 0x165667b1) ^ Math.imul(e, 0x2c1b3c6d);
    return (h ^ (h >>> 15)) & (slots.length - 1);
  };
  function append(f: number, size: number, a: number, b: number, c: number, d: number, e: number): number {
    A0.push(a), A1.push(b), A2.push(c), A3.push(d), A4.push(e);
    sizes.push(size);
    return F.push(f);
  }
  function make(f: number, size: number, a = 0, b = 0, c = 0, d = 0, e = 0): number {
    let i = hash(f, a, b, c, d, e);
    for (let t = slots[i]!; t !== 0; t = slots[(i = (i + 1) & (slots.length - 1))]!) {
      const n = t - 1;
      if (F[n] === f && A0[n] === a && A1[n] === b && A2[n] === c && A3[n] === d && A4[n] === e) return -t;
    }
    const t = (slots[i] = append(f, size, a, b, c, d, e));
    if (2 * t > slots.length) {
      slots = new Int32Array(2 * slots.length);
      for (let n = 0; n < t; n++) {
        if (F[n] === 0) continue;
        let j = hash(F[n]!, A0[n]!, A1[n]!, A2[n]!, A3[n]!, A4[n]!);
        while (slots[j] !== 0) j = (j + 1) & (slots.length - 1);
        slots[j] = n + 1;
      }
    }
    return -t;
  }
  function name(text: string): number {
    let t = known.get(text);
    if (t === undefined) {
      t = -append(0, 0, 0, 0, 0, 0, 0);
      known.set(text, t);
      texts[~t] = text;
    }
    return t;
  }
  names.forEach(name);
  function encode(term: Term): number {
    if (typeof term === "number") return term;
    if (typeof term === "string") return name(term);
    const [word, ...parts] = term as [string, ...Term[]];
    let f = words.indexOf(word);
    if (f < 0) f = words.push(word) - 1;
    return make(f, parts.length, ...(parts.map(encode) as [number]));
  }
  function decode(t: number): Term {
    if (t >= 0) return t;
    const n = ~t;
    if (F[n] === 0) return texts[n]!;
    const parts = (): number[] => [A0[n]!, A1[n]!, A2[n]!, A3[n]!, A4[n]!].slice(0, sizes[n]);
    return (decoded[n] ??= [words[F[n]!]!, ...parts().map(decode)]);
  }
  return { F, A0, A1, A2, A3, A4, make, encode, decode };
}

/** Something that is made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

// Rows lie one after the other in an array.

/** A key for two values. */
const pair = (a: number, b: number): number => a * 0x4000000 + b;

/** Adds a row that may be there already. */
function add(rows: number[], ...row: number[]): boolean {
  const width = row.length;
  search: for (let i = 0; i < rows.length; i += width) {
    for (let j = 0; j < width; j++) if (rows[i + j] !== row[j]) continue search;
    return false;
  }
  rows.push(...row);
  return true;
}

/** The key of a row and what else is wanted of it, by the mode of a question. */
function* parts(rows: readonly number[], mode: string): Generator<[Key, number[]]> {
  for (let i = 0; i < rows.length; i += mode.length) {
    const key: number[] = [], wanted: number[] = [];
    for (let j = 0; j < mode.length; j++) {
      if (mode[j] === "b") key.push(rows[i + j]!);
      else if (mode[j] === "f") wanted.push(rows[i + j]!);
    }
    yield [key.length === 1 ? key[0]! : key.length === 2 ? pair(key[0]!, key[1]!) : key.join(), wanted];
  }
}
function tests(rows: readonly number[], mode: string): Set<Key> {
  const found = new Set<Key>();
  for (const [key] of parts(rows, mode)) found.add(key);
  return found;
}
function ones<T>(rows: readonly number[], mode: string, value: (wanted: number[]) => T): Map<Key, T> {
  const found = new Map<Key, T>();
  for (const [key, wanted] of parts(rows, mode)) found.set(key, value(wanted));
  return found;
}
function several(rows: readonly number[], mode: string): Map<Key, number[]> {
  const found = new Map<Key, number[]>();
  for (const [key, wanted] of parts(rows, mode)) {
    const here = found.get(key);
    if (here === undefined) found.set(key, wanted);
    else if (mode.includes("x")) add(here, ...wanted);
    else here.push(...wanted);
  }
  return found;
}
/** The wanted columns of a table. */
function columns(rows: readonly number[], mode: string): readonly number[] {
  return mode.includes("x") ? (several(rows, mode).get("") ?? NONE) : rows;
}

function relations(facts: readonly Term[], given: readonly string[], encode: (term: Term) => number): number[][] {
  const found: number[][] = given.map(() => []);
  for (const fact of facts) {
    const [word, ...cells] = fact as [string, ...Term[]];
    const rows = found[given.indexOf(word)];
    if (rows !== undefined) add(rows, ...cells.map(encode));
  }
  return found;
}

// Positions

const held = (at: Pieces, place: number, piece: number): number | null => {
  const here = at.get(place);
  if (here !== undefined) for (let i = 0; i < here.length; i += 2) if (here[i] === piece) return here[i + 1]!;
  return null;
};

/** How many more pieces of each kind there are at each place, or fewer: place, piece and number. */
function addedUp(moves: readonly number[], nowhere: number): number[] {
  const found: number[] = [];
  const add = (place: number, piece: number, more: number): void => {
    let i = 0;
    while (i < found.length && (found[i] !== place || found[i + 1] !== piece)) i += 3;
    if (i === found.length) found.push(place, piece, more);
    else found[i + 2]! += more;
  };
  for (let i = 0; i < moves.length; i += 4) {
    if (moves[i + 2] !== nowhere) add(moves[i + 2]!, moves[i + 1]!, -moves[i]!);
    if (moves[i + 3] !== nowhere) add(moves[i + 3]!, moves[i + 1]!, moves[i]!);
  }
  return found;
}

/** The pieces after a move: what moves is added up, what else is gone or new comes on top. */
function carried(
  at: Pieces,
  more: readonly number[],
  gone: readonly number[],
  fresh: readonly number[],
): Pieces {
  const after = new Map(at), copied: number[] = [];
  const set = (place: number, piece: number, number: number | null): void => {
    let here = after.get(place) as number[] | undefined;
    if (here === undefined || !copied.includes(place)) {
      after.set(place, (here = here === undefined ? [] : here.slice()));
      copied.push(place);
    }
    let i = 0;
    while (i < here.length && here[i] !== piece) i += 2;
    if (number === null) here.splice(i, 2);
    else (here[i] = piece), (here[i + 1] = number);
  };
  for (let i = 0; i < gone.length; i += 3) {
    if (held(at, gone[i]!, gone[i + 1]!) === gone[i + 2]) set(gone[i]!, gone[i + 1]!, null);
  }
  for (let i = 0; i < more.length; i += 3) {
    const before = held(at, more[i]!, more[i + 1]!), number = (before ?? 0) + more[i + 2]!;
    set(more[i]!, more[i + 1]!, number > 0 || before === null ? number : null);
  }
  for (let i = 0; i < fresh.length; i += 3) {
    const number = held(after, fresh[i]!, fresh[i + 1]!);
    if (number !== null && number !== fresh[i + 2]) throw new Error("two numbers of a piece at one place");
    set(fresh[i]!, fresh[i + 1]!, fresh[i + 2]!);
  }
  for (const place of copied) if (after.get(place)!.length === 0) after.delete(place);
  return after;
}
/** A part of the position after a move, of which there is one at most. */
function next(old: number | null, gone: number | null, fresh: number | null): number | null {
  const kept = old === gone ? null : old;
  if (kept !== null && fresh !== null && kept !== fresh) throw new Error("two values where there is one only");
  return fresh ?? kept;
}

/** The pieces of a position, and its other parts by their names. */
function takenIn(fluents: Iterable<readonly Term[]>, encode: (term: Term) => number): [Pieces, Map<string, number>] {
  const at = new Map<number, number[]>(), found = new Map<string, number>();
  for (const [kind, ...cells] of fluents) {
    const [first, piece, number] = cells.map(encode) as [number, number, number];
    if (kind !== "at") {
      found.set(kind as string, first);
      continue;
    }
    const here = at.get(first) ?? [];
    let i = 0;
    while (i < here.length && here[i] !== piece) i += 2;
    here[i] = piece;
    here[i + 1] = (here[i + 1] ?? 0) + number;
    at.set(first, here);
  }
  return [at, found];
}
function always(found: ReadonlyMap<string, number>, part: string): number {
  const value = found.get(part);
  if (value === undefined) throw new Error(`a position without ${part}`);
  return value;
}
function laidOut(at: Pieces, others: Readonly<Record<string, number | null>>, decode: (t: number) => Term): Term[][] {
  const found: Term[][] = [];
  for (const [place, here] of at) {
    for (let i = 0; i < here.length; i += 2) found.push(["at", decode(place), decode(here[i]!), here[i + 1]!]);
  }
  for (const [part, value] of Object.entries(others)) if (value !== null) found.push([part, decode(value)]);
  return found;
}
