// The rules of Toledo, generated from the clauses 4838730e48bb74d1 of the specification. Not to be changed by hand.

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

const c_hopeless = -1;
const c_means = -2;
const c_choice = -3;
const c_worth = -4;
const c_aim = -5;
const c_metal = -6;
const c_gems = -7;
const c_back = -8;
const c_site = -9;
const c_tavern = -10;
const c_artist = -11;
const c_least_players = -12;
const c_cmp01 = -13;
const c_most_players = -14;
const c_cmp03 = -15;
const c_a05 = -16;
const c_neutral = -17;
const c_a06 = -18;
const c_a08 = -19;
const c_a07 = -20;
const c_cmp07 = -21;
const c_cmp08 = -22;
const c_movement = -23;
const c_cmp10 = -24;
const c_a04 = -25;
const c_cathedral = -26;
const c_a09 = -27;
const c_entrance = -28;
const c_a155 = -29;
const c_a10 = -30;
const c_a11 = -31;
const c_due09 = -32;
const c_a112 = -33;
const c_figures = -34;
const c_a116 = -35;
const c_fen04 = -36;
const c_sco02 = -37;
const c_sco04 = -38;
const c_sco05 = -39;
const c_a16 = -40;
const c_set06 = -41;
const c_tak01 = -42;
const c_tav02 = -43;
const c_spectator = -44;
const c_discards = -45;
const c_front = -46;
const c_figure = -47;
const c_pile = -48;
const c_board = -49;
const c_supply = -50;
const c_gem = -51;
const c_start = -52;
const c_transit = -53;
const c_moving = -54;
const c_entered = -55;
const c_over = -56;
const c_take = -57;
const c_none = -58;
const c_plain = -59;
const c_tile = -60;
const c_chance = -61;
const c_pass = -62;
const c_take_cards = -63;
const c_end_turn = -64;
const c_smith = -65;
const c_fencing = -66;
const c_delivered = -67;
const c_in_front = -68;
const c_paintings = -69;
const c_movement_tile = -70;
const c_tak03 = -71;
const c_shp03 = -72;
const c_i19 = -73;
const c_mov07 = -74;
const c_i28 = -75;
const c_occ06 = -76;
const c_stuck = -77;
const c_alc04 = -78;
const c_i36 = -79;
const c_i21 = -80;
const c_i22 = -81;
const c_i38 = -82;
const c_i31 = -83;
const c_i34 = -84;
const c_i01 = -85;
const c_i02 = -86;
const c_i03 = -87;
const c_i04 = -88;
const c_i05 = -89;
const c_i06 = -90;
const c_i07 = -91;
const c_i08 = -92;
const c_fen03 = -93;
const c_til02 = -94;
const c_til04 = -95;
const c_til07 = -96;
const c_til08 = -97;
const c_i20 = -98;
const c_i23 = -99;
const c_i24 = -100;
const c_i25 = -101;
const c_i26 = -102;
const c_i27 = -103;
const c_i32 = -104;
const c_form = -105;
const c_pieces = -106;
const c_i09 = -107;
const c_i10 = -108;
const c_i11 = -109;
const c_i12 = -110;
const c_i13 = -111;
const c_i42 = -112;
const c_i14 = -113;
const c_i15 = -114;
const c_i16 = -115;
const c_i33 = -116;
const c_i37 = -117;
const c_attacker = -118;
const c_defender = -119;
const c_game_ended = -120;
const c_unseen = -121;
const c_alc02 = -122;
const c_not_just_entered = -123;
const c_a106 = -124;
const c_alc03 = -125;
const c_a102 = -126;
const c_not_in_transit = -127;
const c_occ01 = -128;
const c_occ05 = -129;
const c_a54 = -130;
const c_not_just_arrived = -131;
const c_use01 = -132;
const c_use02 = -133;
const c_a41 = -134;
const c_trn04 = -135;
const c_no_card_played = -136;
const c_a111 = -137;
const c_not_at_turn_start = -138;
const c_a20 = -139;
const c_end03 = -140;
const c_game_over = -141;
const c_a136 = -142;
const c_not_a_chance_step = -143;
const c_trn02 = -144;
const c_chance_is_next = -145;
const c_a66 = -146;
const c_no_painting_left = -147;
const c_a63 = -148;
const c_no_metal_left = -149;
const c_a64 = -150;
const c_no_gems_left = -151;
const c_fen01 = -152;
const c_fen05 = -153;
const c_fen06 = -154;
const c_a151 = -155;
const c_fen07 = -156;
const c_a75 = -157;
const c_smi01 = -158;
const c_smi02 = -159;
const c_a70 = -160;
const c_use03 = -161;
const c_use04 = -162;
const c_a59 = -163;
const c_use05 = -164;
const c_use08 = -165;
const c_use09 = -166;
const c_mov01 = -167;
const c_mov02 = -168;
const c_mov04 = -169;
const c_a37 = -170;
const c_mov08 = -171;
const c_til01 = -172;
const c_no_movement_tile = -173;
const c_a84 = -174;
const c_a80 = -175;
const c_a83 = -176;
const c_a53 = -177;
const c_occ04 = -178;
const c_a28 = -179;
const c_nothing_to_reveal = -180;
const c_shp01 = -181;
const c_a30 = -182;
const c_shp02 = -183;
const c_ret01 = -184;
const c_a27 = -185;
const c_nothing_to_draw = -186;
const c_a19 = -187;
const c_due04 = -188;
const c_occ02 = -189;
const c_own_figure = -190;
const c_a109 = -191;
const c_already_at_cathedral = -192;
const c_nowhere = -193;
const f_card = 1;
const f_shop = 2;
const f_sword = 3;
const f_master = 4;
const f_known = 5;
const f_hand = 6;
const f_stack = 7;
const f_painting = 8;
const f_figure = 9;
const f_area = 10;
const f_alcazar = 11;
const f_arrived = 12;
const f_transit = 13;
const f_drawing = 14;
const f_duel = 15;
const f_run = 16;
const f_draw = 17;
const f_deliver = 18;
const f_challenge = 19;
const f_place_shop = 20;
const f_return_figure = 21;
const f_use_space = 22;
const f_play_card = 23;
const f_card_played = 24;
const f_figure_moved = 25;
const f_alcazar_entered = 26;
const f_fee_paid = 27;
const f_tile_given_back = 28;
const f_metal_taken = 29;
const f_gem_taken = 30;
const f_sword_forged = 31;
const f_tile_taken = 32;
const f_painting_taken = 33;
const f_card_drawn = 34;
const f_round_fought = 35;
const f_duel_ended = 36;
const f_figure_sent_back = 37;
const f_passed = 38;
const f_shop_placed = 39;
const f_figure_returned = 40;
const f_sword_delivered = 41;
const f_duel_began = 42;
const f_drawing_began = 43;
const f_circle_taken = 44;
const f_space_full = 45;
const f_pile_reshuffled = 46;
const f_front_card_discarded = 47;
const f_turn_ended = 48;
const f_last_round_began = 49;
const f_turn_began = 50;
const f_hand_shown = 51;
const f_figure_in_transit = 52;
const f_not_on_turn = 53;
const f_sword_not_in_front = 54;
const f_no_tile_chosen = 55;
const f_tile_already_held = 56;
const f_tile_limit_reached = 57;
const f_tile_not_held = 58;
const f_tile_not_on_board = 59;
const f_nothing_to_give_back = 60;
const f_below_tile_limit = 61;
const f_no_sword_chosen = 62;
const f_sword_not_on_board = 63;
const f_too_little_metal = 64;
const f_too_few_gems = 65;
const f_nothing_to_choose = 66;
const f_own_shop_is_free = 67;
const f_fee_missing = 68;
const f_fee_not_in_hand = 69;
const f_fee_too_low = 70;
const f_card_not_in_hand = 71;
const f_no_figure_there = 72;
const f_no_shop_there = 73;
const f_beyond_the_alcazar = 74;
const f_value_not_repeated = 75;
const f_movement_tile_spent = 76;
const f_tile_not_needed = 77;
const f_same_value_as_tile_card = 78;
const f_other_figure_in_transit = 79;
const f_no_way_on = 80;
const f_no_duel_and_no_way_on = 81;
const f_rival_not_there = 82;
const f_shop_not_in_tray = 83;
const f_site_taken = 84;
const f_not_a_site = 85;
const f_no_such_step = 86;
const f_no_figure_to_return = 87;
const f_something_else_is_possible = 88;
const f_card_not_in_pile = 89;
const NAMES = ["hopeless", "means", "choice", "worth", "aim", "metal", "gems", "back", "site", "tavern", "artist", "least_players", "cmp01", "most_players", "cmp03", "a05", "neutral", "a06", "a08", "a07", "cmp07", "cmp08", "movement", "cmp10", "a04", "cathedral", "a09", "entrance", "a155", "a10", "a11", "due09", "a112", "figures", "a116", "fen04", "sco02", "sco04", "sco05", "a16", "set06", "tak01", "tav02", "spectator", "discards", "front", "figure", "pile", "board", "supply", "gem", "start", "transit", "moving", "entered", "over", "take", "none", "plain", "tile", "chance", "pass", "take_cards", "end_turn", "smith", "fencing", "delivered", "in_front", "paintings", "movement_tile", "tak03", "shp03", "i19", "mov07", "i28", "occ06", "stuck", "alc04", "i36", "i21", "i22", "i38", "i31", "i34", "i01", "i02", "i03", "i04", "i05", "i06", "i07", "i08", "fen03", "til02", "til04", "til07", "til08", "i20", "i23", "i24", "i25", "i26", "i27", "i32", "form", "pieces", "i09", "i10", "i11", "i12", "i13", "i42", "i14", "i15", "i16", "i33", "i37", "attacker", "defender", "game_ended", "unseen", "alc02", "not_just_entered", "a106", "alc03", "a102", "not_in_transit", "occ01", "occ05", "a54", "not_just_arrived", "use01", "use02", "a41", "trn04", "no_card_played", "a111", "not_at_turn_start", "a20", "end03", "game_over", "a136", "not_a_chance_step", "trn02", "chance_is_next", "a66", "no_painting_left", "a63", "no_metal_left", "a64", "no_gems_left", "fen01", "fen05", "fen06", "a151", "fen07", "a75", "smi01", "smi02", "a70", "use03", "use04", "a59", "use05", "use08", "use09", "mov01", "mov02", "mov04", "a37", "mov08", "til01", "no_movement_tile", "a84", "a80", "a83", "a53", "occ04", "a28", "nothing_to_reveal", "shp01", "a30", "shp02", "ret01", "a27", "nothing_to_draw", "a19", "due04", "occ02", "own_figure", "a109", "already_at_cathedral", "nowhere"];
const FUNCTORS = ["card", "shop", "sword", "master", "known", "hand", "stack", "painting", "figure", "area", "alcazar", "arrived", "transit", "drawing", "duel", "run", "draw", "deliver", "challenge", "place_shop", "return_figure", "use_space", "play_card", "card_played", "figure_moved", "alcazar_entered", "fee_paid", "tile_given_back", "metal_taken", "gem_taken", "sword_forged", "tile_taken", "painting_taken", "card_drawn", "round_fought", "duel_ended", "figure_sent_back", "passed", "shop_placed", "figure_returned", "sword_delivered", "duel_began", "drawing_began", "circle_taken", "space_full", "pile_reshuffled", "front_card_discarded", "turn_ended", "last_round_began", "turn_began", "hand_shown", "figure_in_transit", "not_on_turn", "sword_not_in_front", "no_tile_chosen", "tile_already_held", "tile_limit_reached", "tile_not_held", "tile_not_on_board", "nothing_to_give_back", "below_tile_limit", "no_sword_chosen", "sword_not_on_board", "too_little_metal", "too_few_gems", "nothing_to_choose", "own_shop_is_free", "fee_missing", "fee_not_in_hand", "fee_too_low", "card_not_in_hand", "no_figure_there", "no_shop_there", "beyond_the_alcazar", "value_not_repeated", "movement_tile_spent", "tile_not_needed", "same_value_as_tile_card", "other_figure_in_transit", "no_way_on", "no_duel_and_no_way_on", "rival_not_there", "shop_not_in_tray", "site_taken", "not_a_site", "no_such_step", "no_figure_to_return", "something_else_is_possible", "card_not_in_pile"];

/** A position, and what was asked of it. */
export class Position {
  legal_ff: readonly number[] | undefined = undefined;
  may_ff: readonly number[] | undefined = undefined;
  card_to_reveal: boolean | undefined = undefined;
  drawable_f: number | null | undefined = undefined;
  size_bf_pile: number | null | undefined = undefined;
  size_bf_discards: number | null | undefined = undefined;
  now_ff: readonly number[] | undefined = undefined;
  base_f: number | null | undefined = undefined;
  tile_card_f: number | null | undefined = undefined;
  mover_f: readonly number[] | undefined = undefined;
  resting: boolean | undefined = undefined;
  in_hand_fx: readonly number[] | undefined = undefined;
  now_xf: readonly number[] | undefined = undefined;
  vacant_f: readonly number[] | undefined = undefined;
  fee_f: readonly number[] | undefined = undefined;
  host_f: number | null | undefined = undefined;
  offer_ff: readonly number[] | undefined = undefined;
  top_ff: number[] | null | undefined = undefined;
  here_f: number | null | undefined = undefined;
  masters_f: number | null | undefined = undefined;
  lesson_f: readonly number[] | undefined = undefined;
  owns_bf_metal: number | null | undefined = undefined;
  owns_bf_gem: number | null | undefined = undefined;
  weight_ff: readonly number[] | undefined = undefined;
  points_fff: readonly number[] | undefined = undefined;
  goal_ff: readonly number[] | undefined = undefined;
  size_ff: readonly number[] | undefined = undefined;
  leads_f: readonly number[] | undefined = undefined;
  goal_xf: readonly number[] | undefined = undefined;
  winner_f: readonly number[] | undefined = undefined;
  terminal: boolean | undefined = undefined;
  rank_fb_1: readonly number[] | undefined = undefined;
  notes_fff: readonly number[] | undefined = undefined;
  broken_f: readonly number[] | undefined = undefined;
  lost_f: readonly number[] | undefined = undefined;
  lost_b_metal: boolean | undefined = undefined;
  lost_b_gem: boolean | undefined = undefined;
  finished_f: readonly number[] | undefined = undefined;
  inside_ff: readonly number[] | undefined = undefined;
  finished_x: boolean | undefined = undefined;
  inside_xf: readonly number[] | undefined = undefined;
  move_turn: boolean | undefined = undefined;
  hovers_x: boolean | undefined = undefined;
  awaits_card: boolean | undefined = undefined;
  size_bb_pile_0: boolean | undefined = undefined;
  room_ff: readonly number[] | undefined = undefined;
  hovers_f: readonly number[] | undefined = undefined;
  delivered_ff: readonly number[] | undefined = undefined;
  duellist_ff: readonly number[] | undefined = undefined;
  duellist_xf: readonly number[] | undefined = undefined;
  size_bb_pile_1: boolean | undefined = undefined;
  level_ff: readonly number[] | undefined = undefined;
  at_no_entrance: boolean | undefined = undefined;
  under_way: boolean | undefined = undefined;
  chance_next: boolean | undefined = undefined;
  some_phase: boolean | undefined = undefined;
  alternatives_f: number | null | undefined = undefined;
  some_phase1: boolean | undefined = undefined;
  leg_bfff: Map<Key, number[]> | undefined = undefined;
  comes_ffx: readonly number[] | undefined = undefined;
  comes_fff: readonly number[] | undefined = undefined;
  leg_fxxb: Map<Key, number[]> | undefined = undefined;
  stuck_b: Set<Key> | undefined = undefined;
  good_b: Set<Key> | undefined = undefined;
  may_bx: Set<Key> | undefined = undefined;
  legal_bf: Map<Key, number[]> | undefined = undefined;
  points_bff: Map<Key, number[]> | undefined = undefined;
  leads_b: Set<Key> | undefined = undefined;
  legal_bb: Set<Key> | undefined = undefined;
  points_bbb: Set<Key> | undefined = undefined;
  to_come_b: Set<Key> | undefined = undefined;
  legal_xx: boolean | undefined = undefined;
  legal_bx: Set<Key> | undefined = undefined;
  points_fbf: Map<Key, number[]> | undefined = undefined;
  winner_x: boolean | undefined = undefined;
  leg_bbbf: Map<Key, number> | undefined = undefined;
  solve_comes: Readonly<Record<"leg" | "from" | "stuck" | "comes", number[]>> | undefined = undefined;
  solve_good: Readonly<Record<"good", number[]>> | undefined = undefined;
  solve_to_come: Readonly<Record<"to_come", number[]>> | undefined = undefined;
  constructor(readonly at: Pieces, readonly active: number, readonly phase: number, readonly tile_card: number | null, readonly trigger: number | null) {}
}
/** A move in a position, and what was asked of it. */
export class Move {
  round_f: number | null | undefined = undefined;
  revealed_f: number | null | undefined = undefined;
  happens_ff: readonly number[] | undefined = undefined;
  discarded_ff: readonly number[] | undefined = undefined;
  turn_ends: boolean | undefined = undefined;
  last_draw_f: number | null | undefined = undefined;
  paid_fff: number[] | null | undefined = undefined;
  drawn_ff: number[] | null | undefined = undefined;
  rounds_ff: number[] | null | undefined = undefined;
  follows_f: number | null | undefined = undefined;
  lands_ff: number[] | null | undefined = undefined;
  won_f: number | null | undefined = undefined;
  game_ends: boolean | undefined = undefined;
  passes_on: boolean | undefined = undefined;
  lost_by_ff: number[] | null | undefined = undefined;
  reshuffle: boolean | undefined = undefined;
  needs_card: boolean | undefined = undefined;
  shows_f: readonly number[] | undefined = undefined;
  left_in_all_ff: readonly number[] | undefined = undefined;
  reason_fff: readonly number[] | undefined = undefined;
  untimely_ff: readonly number[] | undefined = undefined;
  timely: boolean | undefined = undefined;
  dead_end_f: number | null | undefined = undefined;
  lifted_f: number | null | undefined = undefined;
  discarded_bb: Set<Key> | undefined = undefined;
  discarded_fb: Map<Key, number[]> | undefined = undefined;
  left_bff: Map<Key, number[]> | undefined = undefined;
  left_in_all_bf: Map<Key, number> | undefined = undefined;
  behind_b: Set<Key> | undefined = undefined;
  shows_b: Set<Key> | undefined = undefined;
  secret_bb: Set<Key> | undefined = undefined;
  shows_x: boolean | undefined = undefined;
  untimely_xx: boolean | undefined = undefined;
  against_bff: Map<Key, number[]> | undefined = undefined;
  sooner_b: Set<Key> | undefined = undefined;
  constructor(readonly s: Position, readonly who: number, readonly act: number) {}
}

/** The questions about an edition, given by its facts. */
export function game(facts: readonly Term[]) {
  const { F, A0, A1, A2, A3, A4, make, encode, decode } = table(NAMES, FUNCTORS);
  const given = relations(facts, ["cards_taken", "circles", "colour", "copies", "dealt", "duel_colour", "gems_per_point", "hand_size", "init.tile_card", "init.trigger", "last_round_at", "movement_penalty", "named", "number", "painting", "players", "price", "printed", "rounds_to_win", "row", "space", "sword_divisor", "tavern_cards", "tile_limit"], encode);
  const cards_taken_f = given[0]![0] ?? null;
  const circles_bx = tests(given[1]!, "bx");
  const circles_xf = columns(given[1]!, "xf");
  const circles_bf = ones(given[1]!, "bf", (row) => row[0]!);
  const circles_ff = columns(given[1]!, "ff");
  const colour_fx = columns(given[2]!, "fx");
  const colour_ff = columns(given[2]!, "ff");
  const colour_fb = several(given[2]!, "fb");
  const copies_fx = columns(given[3]!, "fx");
  const copies_ff = columns(given[3]!, "ff");
  const copies_bf = ones(given[3]!, "bf", (row) => row[0]!);
  const dealt_fbf = several(given[4]!, "fbf");
  const dealt_fff = columns(given[4]!, "fff");
  const dealt_bff = several(given[4]!, "bff");
  const duel_colour_xb = tests(given[5]!, "xb");
  const duel_colour_ff = columns(given[5]!, "ff");
  const duel_colour_fb = several(given[5]!, "fb");
  const gems_per_point_f = given[6]![0] ?? null;
  const hand_size_f = given[7]![0] ?? null;
  const init_tile_card_f = given[8]![0] ?? null;
  const init_trigger_f = given[9]![0] ?? null;
  const last_round_at_f = given[10]![0] ?? null;
  const movement_penalty_f = given[11]![0] ?? null;
  const named_f = given[12]![0] ?? null;
  const named_x = given[12]!.length > 0;
  const number_bf = several(given[13]!, "bf");
  const painting_xf = columns(given[14]!, "xf");
  const painting_ff = columns(given[14]!, "ff");
  const painting_bf = ones(given[14]!, "bf", (row) => row[0]!);
  const painting_fb = several(given[14]!, "fb");
  const players_f = given[15]![0] ?? null;
  const price_bx = tests(given[16]!, "bx");
  const price_xf = columns(given[16]!, "xf");
  const price_fx = columns(given[16]!, "fx");
  const price_bf = ones(given[16]!, "bf", (row) => row[0]!);
  const printed_fb = several(given[17]!, "fb");
  const printed_bf = several(given[17]!, "bf");
  const printed_ff = columns(given[17]!, "ff");
  const printed_bx = tests(given[17]!, "bx");
  const rounds_to_win_f = given[18]![0] ?? null;
  const row_bx = tests(given[19]!, "bx");
  const row_fx = columns(given[19]!, "fx");
  const row_bf = several(given[19]!, "bf");
  const row_bb = tests(given[19]!, "bb");
  const space_fx = columns(given[20]!, "fx");
  const space_fb = several(given[20]!, "fb");
  const space_bx = tests(given[20]!, "bx");
  const space_bb = tests(given[20]!, "bb");
  const space_bf = ones(given[20]!, "bf", (row) => row[0]!);
  const space_ff = columns(given[20]!, "ff");
  const sword_divisor_f = given[21]![0] ?? null;
  const tavern_cards_f = given[22]![0] ?? null;
  const tile_limit_f = given[23]![0] ?? null;
  function all_role(): readonly number[] {
    const out: number[] = [];
    // vocabulary: role(0..N-1) :- players(N).
    const p1 = players_f;
    if (p1 !== null) {
      for (let x2 = 0; x2 <= (p1 - 1); x2++) {
        out.push(x2);
      }
    }
    return out;
  }
  const all_role_rows = all_role();
  const role_f = columns(all_role_rows, "f");
  const role_b = tests(all_role_rows, "b");

  function all_clockwise(): readonly number[] {
    const out: number[] = [];
    // TRN-02: clockwise(P,(P+1) \ N) :- role(P), players(N).
    const p1 = players_f;
    if (p1 !== null) {
      for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p2 = _r1[_i1]!;
        out.push(p2, ((p2 + 1) % p1));
      }
    }
    return out;
  }
  const all_clockwise_rows = all_clockwise();
  const clockwise_bf = ones(all_clockwise_rows, "bf", (row) => row[0]!);
  const clockwise_ff = once(() => columns(all_clockwise_rows, "ff"));
  const clockwise_bb = tests(all_clockwise_rows, "bb");

  function all_on_road(): readonly number[] {
    const out: number[] = [];
    // A-40: on_road(0).
    out.push(0);
    // A-40: on_road(S) :- space(S,_).
    for (let _r1 = space_fx, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const s1 = _r1[_i1]!;
      add(out, s1);
    }
    return out;
  }
  const all_on_road_rows = all_on_road();
  const on_road_f = columns(all_on_road_rows, "f");
  const on_road_b = tests(all_on_road_rows, "b");

  function all_last_step(): readonly number[] {
    const out: number[] = [];
    // A-30: last_step(S) :- on_road(S), not on_road(S+1).
    for (let _r1 = on_road_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const s1 = _r1[_i1]!;
      if (!on_road_b.has((s1 + 1))) {
        out.push(s1);
      }
    }
    return out;
  }
  const all_last_step_rows = all_last_step();
  const last_step_f = all_last_step_rows[0] ?? null;

  function all_order(): readonly number[] {
    const out: number[] = [];
    // vocabulary: order(hopeless,2). order(means,3). order(choice,4). order(worth,5).
    out.push(c_hopeless, 2);
    // vocabulary: order(means,3). order(choice,4). order(worth,5).
    out.push(c_means, 3);
    // vocabulary: order(choice,4). order(worth,5).
    out.push(c_choice, 4);
    // vocabulary: order(worth,5).
    out.push(c_worth, 5);
    // vocabulary: order(aim,6). order(metal,7). order(gems,8). order(back,9).
    out.push(c_aim, 6);
    // vocabulary: order(metal,7). order(gems,8). order(back,9).
    out.push(c_metal, 7);
    // vocabulary: order(gems,8). order(back,9).
    out.push(c_gems, 8);
    // vocabulary: order(back,9).
    out.push(c_back, 9);
    return out;
  }
  const all_order_rows = all_order();
  const order_ff = columns(all_order_rows, "ff");

  function all_pays(): readonly number[] {
    const out: number[] = [];
    // A-09: pays(S) :- printed(S,K), K = (site;tavern;artist).
    for (const k1 of [c_site, c_tavern, c_artist]) {
      for (let _r2 = (printed_fb.get(k1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const s2 = _r2[_i2]!;
        add(out, s2);
      }
    }
    return out;
  }
  const all_pays_rows = once(() => all_pays());
  const pays_f = once(() => columns(all_pays_rows(), "f"));
  const pays_b = once(() => tests(all_pays_rows(), "b"));

  function some_copies(): boolean {
    for (let _r1 = copies_fx, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_card) {
        return true;
      }
    }
    return false;
  }

  function all_ill_formed(): readonly number[] {
    const out: number[] = [];
    // CMP-01: ill_formed(cmp01) :- number(least_players,N), N < 2.
    for (let _r1 = (number_bf.get(c_least_players) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const n1 = _r1[_i1]!;
      if (n1 < 2) {
        add(out, c_cmp01);
      }
    }
    // CMP-01: ill_formed(cmp01) :- number(least_players,L), number(most_players,M), M < L.
    for (let _r2 = (number_bf.get(c_least_players) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
      const l2 = _r2[_i2]!;
      for (let _r3 = (number_bf.get(c_most_players) ?? NONE), _i3 = 0; _i3 < _r3.length; _i3 += 1) {
        const m3 = _r3[_i3]!;
        if (m3 < l2) {
          add(out, c_cmp01);
        }
      }
    }
    // CMP-01: ill_formed(cmp01) :- number(most_players,M), #count { I : colour(I,_) } < M.
    for (let _r4 = (number_bf.get(c_most_players) ?? NONE), _i4 = 0; _i4 < _r4.length; _i4 += 1) {
      const m4 = _r4[_i4]!;
      let count5 = 0;
      const seen_count5: number[] = [];
      for (let _r5 = colour_fx, _i5 = 0; _i5 < _r5.length; _i5 += 1) {
        const i6 = _r5[_i5]!;
        if (add(seen_count5, i6)) count5 += 1;
      }
      if (count5 < m4) {
        add(out, c_cmp01);
      }
    }
    // CMP-03: ill_formed(cmp03) :- copies(shop(_,C),_), C < 1.
    for (let _r6 = copies_fx, _i6 = 0; _i6 < _r6.length; _i6 += 1) {
      const y7 = _r6[_i6]!;
      if (F[~y7] === f_shop) {
        const c8 = A1[~y7]!;
        if (c8 < 1) {
          add(out, c_cmp03);
        }
      }
    }
    // A-05: ill_formed(a05) :- copies(card(V,_,_),_), V < 1.
    for (let _r7 = copies_fx, _i7 = 0; _i7 < _r7.length; _i7 += 1) {
      const y9 = _r7[_i7]!;
      if (F[~y9] === f_card) {
        const v10 = A0[~y9]!;
        if (v10 < 1) {
          add(out, c_a05);
        }
      }
    }
    // A-05: ill_formed(a05) :- not copies(card(_,_,_),_).
    if (!some_copies()) {
      add(out, c_a05);
    }
    // A-06: ill_formed(a06) :- copies(card(_,K,_),_), K != neutral, not duel_colour(_,K).
    for (let _r8 = copies_fx, _i8 = 0; _i8 < _r8.length; _i8 += 1) {
      const y11 = _r8[_i8]!;
      if (F[~y11] === f_card) {
        const k12 = A1[~y11]!;
        if (k12 !== c_neutral && !duel_colour_xb.has(k12)) {
          add(out, c_a06);
        }
      }
    }
    // A-08: ill_formed(a08) :- painting(_,V), V < 1.
    for (let _r9 = painting_xf, _i9 = 0; _i9 < _r9.length; _i9 += 1) {
      const v13 = _r9[_i9]!;
      if (v13 < 1) {
        add(out, c_a08);
      }
    }
    // A-08: ill_formed(a08) :- painting(H,V), painting(H+1,W), W < V.
    for (let _r10 = painting_ff, _i10 = 0; _i10 < _r10.length; _i10 += 2) {
      const h14 = _r10[_i10]!, v15 = _r10[_i10 + 1]!;
      const p16 = (painting_bf.get((h14 + 1)) ?? null);
      if (p16 !== null && p16 < v15) {
        add(out, c_a08);
      }
    }
    // A-07: ill_formed(a07) :- copies(sword(V,_,_),_), V < 1.
    for (let _r11 = copies_fx, _i11 = 0; _i11 < _r11.length; _i11 += 1) {
      const y17 = _r11[_i11]!;
      if (F[~y17] === f_sword) {
        const v18 = A0[~y17]!;
        if (v18 < 1) {
          add(out, c_a07);
        }
      }
    }
    // A-07: ill_formed(a07) :- copies(sword(_,M,_),_), M < 1.
    for (let _r12 = copies_fx, _i12 = 0; _i12 < _r12.length; _i12 += 1) {
      const y19 = _r12[_i12]!;
      if (F[~y19] === f_sword) {
        const m20 = A1[~y19]!;
        if (m20 < 1) {
          add(out, c_a07);
        }
      }
    }
    // A-07: ill_formed(a07) :- copies(sword(_,_,G),_), G < 0.
    for (let _r13 = copies_fx, _i13 = 0; _i13 < _r13.length; _i13 += 1) {
      const y21 = _r13[_i13]!;
      if (F[~y21] === f_sword) {
        const g22 = A2[~y21]!;
        if (g22 < 0) {
          add(out, c_a07);
        }
      }
    }
    // A-07: ill_formed(a07) :- copies(sword(_,M,_),_), number(metal,N), M > N.
    for (let _r14 = (number_bf.get(c_metal) ?? NONE), _i14 = 0; _i14 < _r14.length; _i14 += 1) {
      const n23 = _r14[_i14]!;
      for (let _r15 = copies_fx, _i15 = 0; _i15 < _r15.length; _i15 += 1) {
        const y24 = _r15[_i15]!;
        if (F[~y24] === f_sword) {
          const m25 = A1[~y24]!;
          if (m25 > n23) {
            add(out, c_a07);
          }
        }
      }
    }
    // A-07: ill_formed(a07) :- copies(sword(_,_,G),_), number(gems,N), G > N.
    for (let _r16 = (number_bf.get(c_gems) ?? NONE), _i16 = 0; _i16 < _r16.length; _i16 += 1) {
      const n26 = _r16[_i16]!;
      for (let _r17 = copies_fx, _i17 = 0; _i17 < _r17.length; _i17 += 1) {
        const y27 = _r17[_i17]!;
        if (F[~y27] === f_sword) {
          const g28 = A2[~y27]!;
          if (g28 > n26) {
            add(out, c_a07);
          }
        }
      }
    }
    // CMP-07: ill_formed(cmp07) :- number(metal,N), N < 0.
    for (let _r18 = (number_bf.get(c_metal) ?? NONE), _i18 = 0; _i18 < _r18.length; _i18 += 1) {
      const n29 = _r18[_i18]!;
      if (n29 < 0) {
        add(out, c_cmp07);
      }
    }
    // CMP-08: ill_formed(cmp08) :- number(gems,N), N < 0.
    for (let _r19 = (number_bf.get(c_gems) ?? NONE), _i19 = 0; _i19 < _r19.length; _i19 += 1) {
      const n30 = _r19[_i19]!;
      if (n30 < 0) {
        add(out, c_cmp08);
      }
    }
    // CMP-10: ill_formed(cmp10) :- copies(master(K),_), K != movement, not duel_colour(_,K).
    for (let _r20 = copies_fx, _i20 = 0; _i20 < _r20.length; _i20 += 1) {
      const y31 = _r20[_i20]!;
      if (F[~y31] === f_master) {
        const k32 = A0[~y31]!;
        if (k32 !== c_movement && !duel_colour_xb.has(k32)) {
          add(out, c_cmp10);
        }
      }
    }
    // A-04: ill_formed(a04) :- duel_colour(_,K), K = (neutral;movement).
    for (const k33 of [c_neutral, c_movement]) {
      if (duel_colour_xb.has(k33)) {
        add(out, c_a04);
      }
    }
    // A-04: ill_formed(a04) :- duel_colour(I,K), duel_colour(J,K), I < J.
    for (let _r22 = duel_colour_ff, _i22 = 0; _i22 < _r22.length; _i22 += 2) {
      const i34 = _r22[_i22]!, k35 = _r22[_i22 + 1]!;
      for (let _r23 = (duel_colour_fb.get(k35) ?? NONE), _i23 = 0; _i23 < _r23.length; _i23 += 1) {
        const j36 = _r23[_i23]!;
        if (i34 < j36) {
          add(out, c_a04);
        }
      }
    }
    // A-09: ill_formed(a09) :- printed(S,cathedral), S > 0.
    for (let _r24 = (printed_fb.get(c_cathedral) ?? NONE), _i24 = 0; _i24 < _r24.length; _i24 += 1) {
      const s37 = _r24[_i24]!;
      if (s37 > 0) {
        add(out, c_a09);
      }
    }
    // A-09: ill_formed(a09) :- printed(0,K), K != cathedral.
    for (let _r25 = (printed_bf.get(0) ?? NONE), _i25 = 0; _i25 < _r25.length; _i25 += 1) {
      const k38 = _r25[_i25]!;
      if (k38 !== c_cathedral) {
        add(out, c_a09);
      }
    }
    // A-09: ill_formed(a09) :- pays(S), not row(S,_).
    for (let _r26 = pays_f(), _i26 = 0; _i26 < _r26.length; _i26 += 1) {
      const s39 = _r26[_i26]!;
      if (!row_bx.has(s39)) {
        add(out, c_a09);
      }
    }
    // A-09: ill_formed(a09) :- row(S,_), not pays(S).
    for (let _r27 = row_fx, _i27 = 0; _i27 < _r27.length; _i27 += 1) {
      const s40 = _r27[_i27]!;
      if (!pays_b().has(s40)) {
        add(out, c_a09);
      }
    }
    // A-155: ill_formed(a155) :- printed(S,entrance), printed(S+1,K), K != entrance.
    for (let _r28 = (printed_fb.get(c_entrance) ?? NONE), _i28 = 0; _i28 < _r28.length; _i28 += 1) {
      const s41 = _r28[_i28]!;
      for (let _r29 = (printed_bf.get((s41 + 1)) ?? NONE), _i29 = 0; _i29 < _r29.length; _i29 += 1) {
        const k42 = _r29[_i29]!;
        if (k42 !== c_entrance) {
          add(out, c_a155);
        }
      }
    }
    // A-155: ill_formed(a155) :- printed(S,K), K != entrance, not printed(S+1,_).
    for (let _r30 = printed_ff, _i30 = 0; _i30 < _r30.length; _i30 += 2) {
      const s43 = _r30[_i30]!, k44 = _r30[_i30 + 1]!;
      if (k44 !== c_entrance && !printed_bx.has((s43 + 1))) {
        add(out, c_a155);
      }
    }
    // A-10: ill_formed(a10) :- printed(S,K), K = (tavern;artist), not circles(S,_).
    for (const k45 of [c_tavern, c_artist]) {
      for (let _r32 = (printed_fb.get(k45) ?? NONE), _i32 = 0; _i32 < _r32.length; _i32 += 1) {
        const s46 = _r32[_i32]!;
        if (!circles_bx.has(s46)) {
          add(out, c_a10);
        }
      }
    }
    // A-10: ill_formed(a10) :- circles(_,N), N < 1.
    for (let _r33 = circles_xf, _i33 = 0; _i33 < _r33.length; _i33 += 1) {
      const n47 = _r33[_i33]!;
      if (n47 < 1) {
        add(out, c_a10);
      }
    }
    // A-10: ill_formed(a10) :- circles(S,_), printed(S,K), K = (site;cathedral;entrance).
    for (const k48 of [c_site, c_cathedral, c_entrance]) {
      for (let _r35 = (printed_fb.get(k48) ?? NONE), _i35 = 0; _i35 < _r35.length; _i35 += 1) {
        const s49 = _r35[_i35]!;
        if (circles_bx.has(s49)) {
          add(out, c_a10);
        }
      }
    }
    // A-11: ill_formed(a11) :- pays(S), not price(S,_).
    for (let _r36 = pays_f(), _i36 = 0; _i36 < _r36.length; _i36 += 1) {
      const s50 = _r36[_i36]!;
      if (!price_bx.has(s50)) {
        add(out, c_a11);
      }
    }
    // A-11: ill_formed(a11) :- price(_,V), V < 1.
    for (let _r37 = price_xf, _i37 = 0; _i37 < _r37.length; _i37 += 1) {
      const v51 = _r37[_i37]!;
      if (v51 < 1) {
        add(out, c_a11);
      }
    }
    // A-11: ill_formed(a11) :- price(S,_), not pays(S).
    for (let _r38 = price_fx, _i38 = 0; _i38 < _r38.length; _i38 += 1) {
      const s52 = _r38[_i38]!;
      if (!pays_b().has(s52)) {
        add(out, c_a11);
      }
    }
    // A-11: ill_formed(a11) :- printed(S,site), printed(R,site), row(S,X), row(R,X), price(S,V), price(R,W), V < W.
    for (let _r39 = (printed_fb.get(c_site) ?? NONE), _i39 = 0; _i39 < _r39.length; _i39 += 1) {
      const s53 = _r39[_i39]!;
      const p54 = (price_bf.get(s53) ?? null);
      if (p54 !== null) {
        for (let _r40 = (printed_fb.get(c_site) ?? NONE), _i40 = 0; _i40 < _r40.length; _i40 += 1) {
          const r55 = _r40[_i40]!;
          const p56 = (price_bf.get(r55) ?? null);
          if (p56 !== null && p54 < p56) {
            for (let _r41 = (row_bf.get(s53) ?? NONE), _i41 = 0; _i41 < _r41.length; _i41 += 1) {
              const x57 = _r41[_i41]!;
              if (row_bb.has(pair(r55, x57))) {
                add(out, c_a11);
              }
            }
          }
        }
      }
    }
    // DUE-09: ill_formed(due09) :- rounds_to_win(N), N < 1.
    const r58 = rounds_to_win_f;
    if (r58 !== null && r58 < 1) {
      out.push(c_due09);
    }
    // A-112: ill_formed(a112) :- last_round_at(N), N < 1.
    const l59 = last_round_at_f;
    if (l59 !== null && l59 < 1) {
      out.push(c_a112);
    }
    // A-116: ill_formed(a116) :- last_round_at(N), number(figures,M), N > M.
    const l60 = last_round_at_f;
    if (l60 !== null) {
      for (let _r42 = (number_bf.get(c_figures) ?? NONE), _i42 = 0; _i42 < _r42.length; _i42 += 1) {
        const m61 = _r42[_i42]!;
        if (l60 > m61) {
          add(out, c_a116);
        }
      }
    }
    // FEN-04: ill_formed(fen04) :- tile_limit(N), N < 1.
    const t62 = tile_limit_f;
    if (t62 !== null && t62 < 1) {
      out.push(c_fen04);
    }
    // SCO-02: ill_formed(sco02) :- sword_divisor(N), N < 1.
    const s63 = sword_divisor_f;
    if (s63 !== null && s63 < 1) {
      out.push(c_sco02);
    }
    // SCO-04: ill_formed(sco04) :- gems_per_point(N), N < 1.
    const g64 = gems_per_point_f;
    if (g64 !== null && g64 < 1) {
      out.push(c_sco04);
    }
    // SCO-05: ill_formed(sco05) :- movement_penalty(N), N < 0.
    const m65 = movement_penalty_f;
    if (m65 !== null && m65 < 0) {
      out.push(c_sco05);
    }
    // A-16: ill_formed(a16) :- colour(I,K), colour(J,K), I < J.
    for (let _r43 = colour_ff, _i43 = 0; _i43 < _r43.length; _i43 += 2) {
      const i66 = _r43[_i43]!, k67 = _r43[_i43 + 1]!;
      for (let _r44 = (colour_fb.get(k67) ?? NONE), _i44 = 0; _i44 < _r44.length; _i44 += 1) {
        const j68 = _r44[_i44]!;
        if (i66 < j68) {
          add(out, c_a16);
        }
      }
    }
    // SET-06: ill_formed(set06) :- hand_size(N), N < 0.
    const h69 = hand_size_f;
    if (h69 !== null && h69 < 0) {
      out.push(c_set06);
    }
    // SET-06: ill_formed(set06) :- hand_size(N), number(most_players,M), #sum { K,C : copies(C,K), C = card(_,_,_) } < N*M.
    const h70 = hand_size_f;
    if (h70 !== null) {
      for (let _r45 = (number_bf.get(c_most_players) ?? NONE), _i45 = 0; _i45 < _r45.length; _i45 += 1) {
        const m71 = _r45[_i45]!;
        let sum72 = 0;
        for (let _r46 = copies_ff, _i46 = 0; _i46 < _r46.length; _i46 += 2) {
          const c73 = _r46[_i46]!, k74 = _r46[_i46 + 1]!;
          if (F[~c73] === f_card) {
            sum72 += k74;
          }
        }
        if (sum72 < (h70 * m71)) {
          add(out, c_set06);
        }
      }
    }
    // TAK-01: ill_formed(tak01) :- cards_taken(N), N < 1.
    const c75 = cards_taken_f;
    if (c75 !== null && c75 < 1) {
      out.push(c_tak01);
    }
    // TAV-02: ill_formed(tav02) :- tavern_cards(N), N < 1.
    const t76 = tavern_cards_f;
    if (t76 !== null && t76 < 1) {
      out.push(c_tav02);
    }
    return out;
  }
  const all_ill_formed_rows = once(() => all_ill_formed());
  const ill_formed_f = once(() => columns(all_ill_formed_rows(), "f"));

  function all_viewer(): readonly number[] {
    const out: number[] = [];
    // A-128: viewer(P) :- role(P).
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      out.push(p1);
    }
    // A-128: viewer(spectator).
    add(out, c_spectator);
    return out;
  }
  const all_viewer_rows = all_viewer();
  const viewer_f = columns(all_viewer_rows, "f");
  const viewer_b = tests(all_viewer_rows, "b");

  function all_other(): readonly number[] {
    const out: number[] = [];
    // A-130: other(W,P) :- viewer(W), role(P), W != P.
    for (let _r1 = viewer_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const w1 = _r1[_i1]!;
      for (let _r2 = role_f, _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const p2 = _r2[_i2]!;
        if (w1 !== p2) {
          out.push(w1, p2);
        }
      }
    }
    return out;
  }
  const all_other_rows = all_other();
  const other_ff = columns(all_other_rows, "ff");
  const other_bf = several(all_other_rows, "bf");
  const other_bb = tests(all_other_rows, "bb");

  function all_in_sight(): readonly number[] {
    const out: number[] = [];
    // A-130: in_sight(W,X) :- viewer(W), X = (discards;front).
    for (const x1 of [c_discards, c_front]) {
      for (let _r2 = viewer_f, _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const w2 = _r2[_i2]!;
        out.push(w2, x1);
      }
    }
    // A-130: in_sight(W,known(P)) :- other(W,P).
    for (let _r3 = other_ff, _i3 = 0; _i3 < _r3.length; _i3 += 2) {
      const w3 = _r3[_i3]!, p4 = _r3[_i3 + 1]!;
      add(out, w3, make(f_known, 1, p4));
    }
    // A-130: in_sight(P,hand(P)) :- role(P).
    for (let _r4 = role_f, _i4 = 0; _i4 < _r4.length; _i4 += 1) {
      const p5 = _r4[_i4]!;
      add(out, p5, make(f_hand, 1, p5));
    }
    return out;
  }
  const all_in_sight_rows = all_in_sight();
  const in_sight_bf = several(all_in_sight_rows, "bf");

  function solve_seats_on(): Readonly<Record<"seats_on", number[]>> {
    const rows_seats_on: number[] = [];
    const todo: number[] = [], t_seats_on = 0;
    // A-136: seats_on(P,P,0) :- role(P).
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p4 = _r1[_i1]!;
      if (add(rows_seats_on, p4, p4, 0)) todo.push(t_seats_on, p4, p4, 0);
    }
    for (let next = 0; next < todo.length; ) {
      switch (todo[next++]) {
        case t_seats_on: {
          const y1 = todo[next + 0]!, y2 = todo[next + 1]!, y3 = todo[next + 2]!;
          next += 3;
          // A-136: seats_on(Q,P,K+1) :- seats_on(Q,R,K), clockwise(R,P), P != Q.
          const c5 = (clockwise_bf.get(y2) ?? null);
          if (c5 !== null && c5 !== y1) {
            if (add(rows_seats_on, y1, c5, (y3 + 1))) todo.push(t_seats_on, y1, c5, (y3 + 1));
          }
          break;
        }
      }
    }
    return { "seats_on": rows_seats_on };
  }
  const solve_seats_on_all = solve_seats_on();
  const seats_on_bff = several(solve_seats_on_all["seats_on"], "bff");

  function all_left_in_deck(): readonly number[] {
    const out: number[] = [];
    // SET-05: left_in_deck(C,N-D) :- copies(C,N), C = card(_,_,_), N > D, D = #sum { K,P : dealt(P,C,K) }.
    for (let _r1 = copies_ff, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const c1 = _r1[_i1]!, n2 = _r1[_i1 + 1]!;
      if (F[~c1] === f_card) {
        let sum3 = 0;
        for (let _r2 = (dealt_fbf.get(c1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const k5 = _r2[_i2 + 1]!;
          sum3 += k5;
        }
        if (n2 > sum3) {
          out.push(c1, (n2 - sum3));
        }
      }
    }
    return out;
  }
  const all_left_in_deck_rows = once(() => all_left_in_deck());
  const left_in_deck_ff = once(() => columns(all_left_in_deck_rows(), "ff"));

  function all_init_at(): readonly number[] {
    const out: number[] = [];
    // SET-02: init(at(stack(H),painting(V),1)) :- painting(H,V).
    for (let _r1 = painting_ff, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const h1 = _r1[_i1]!, v2 = _r1[_i1 + 1]!;
      out.push(make(f_stack, 1, h1), make(f_painting, 1, v2), 1);
    }
    // SET-03: init(at(0,figure(P),N)) :- role(P), copies(figure,N).
    const c3 = (copies_bf.get(c_figure) ?? null);
    if (c3 !== null) {
      for (let _r2 = role_f, _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const p4 = _r2[_i2]!;
        out.push(0, make(f_figure, 1, p4), c3);
      }
    }
    // SET-04: init(at(area(P),shop(P,K,C),N)) :- role(P), copies(shop(K,C),N).
    for (let _r3 = role_f, _i3 = 0; _i3 < _r3.length; _i3 += 1) {
      const p5 = _r3[_i3]!;
      for (let _r4 = copies_ff, _i4 = 0; _i4 < _r4.length; _i4 += 2) {
        const y6 = _r4[_i4]!, n7 = _r4[_i4 + 1]!;
        if (F[~y6] === f_shop) {
          const k8 = A0[~y6]!;
          const c9 = A1[~y6]!;
          out.push(make(f_area, 1, p5), make(f_shop, 3, p5, k8, c9), n7);
        }
      }
    }
    // SET-06: init(at(hand(P),C,N)) :- dealt(P,C,N).
    for (let _r5 = dealt_fff, _i5 = 0; _i5 < _r5.length; _i5 += 3) {
      const p10 = _r5[_i5]!, c11 = _r5[_i5 + 1]!, n12 = _r5[_i5 + 2]!;
      out.push(make(f_hand, 1, p10), c11, n12);
    }
    // SET-07: init(at(pile,C,N)) :- left_in_deck(C,N).
    for (let _r6 = left_in_deck_ff(), _i6 = 0; _i6 < _r6.length; _i6 += 2) {
      const c13 = _r6[_i6]!, n14 = _r6[_i6 + 1]!;
      out.push(c_pile, c13, n14);
    }
    // SET-08: init(at(board,S,N)) :- copies(S,N), S = sword(_,_,_).
    for (let _r7 = copies_ff, _i7 = 0; _i7 < _r7.length; _i7 += 2) {
      const s15 = _r7[_i7]!, n16 = _r7[_i7 + 1]!;
      if (F[~s15] === f_sword) {
        out.push(c_board, s15, n16);
      }
    }
    // SET-08: init(at(board,T,N)) :- copies(T,N), T = master(_).
    for (let _r8 = copies_ff, _i8 = 0; _i8 < _r8.length; _i8 += 2) {
      const t17 = _r8[_i8]!, n18 = _r8[_i8 + 1]!;
      if (F[~t17] === f_master) {
        add(out, c_board, t17, n18);
      }
    }
    // SET-09: init(at(supply,metal,N)) :- copies(metal,N).
    const c19 = (copies_bf.get(c_metal) ?? null);
    if (c19 !== null) {
      out.push(c_supply, c_metal, c19);
    }
    // SET-09: init(at(supply,gem,N)) :- copies(gem,N).
    const c20 = (copies_bf.get(c_gem) ?? null);
    if (c20 !== null) {
      out.push(c_supply, c_gem, c20);
    }
    return out;
  }
  const all_init_at_rows = once(() => all_init_at());
  const init_at_fff = once(() => columns(all_init_at_rows(), "fff"));

  function all_waits_for_cards(): readonly number[] {
    const out: number[] = [];
    // SET-06: waits_for_cards(P) :- role(P), hand_size(N), #sum { K,C : dealt(P,C,K) } < N.
    const h1 = hand_size_f;
    if (h1 !== null) {
      for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p2 = _r1[_i1]!;
        let sum3 = 0;
        for (let _r2 = (dealt_bff.get(p2) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const k5 = _r2[_i2 + 1]!;
          sum3 += k5;
        }
        if (sum3 < h1) {
          out.push(p2);
        }
      }
    }
    return out;
  }
  const all_waits_for_cards_rows = once(() => all_waits_for_cards());
  const waits_for_cards_f = once(() => columns(all_waits_for_cards_rows(), "f"));

  function all_lowest_seat(): readonly number[] {
    const out: number[] = [];
    // A-18: lowest_seat(0).
    out.push(0);
    return out;
  }
  const all_lowest_seat_rows = once(() => all_lowest_seat());
  const lowest_seat_b = once(() => tests(all_lowest_seat_rows(), "b"));
  const lowest_seat_f = once(() => columns(all_lowest_seat_rows(), "f"));

  function solve_sits_before(): Readonly<Record<"sits_before", number[]>> {
    const rows_sits_before: number[] = [];
    const todo: number[] = [], t_sits_before = 0;
    // A-18: sits_before(P,Q) :- clockwise(P,Q), not lowest_seat(Q).
    for (let _r1 = clockwise_ff(), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const p3 = _r1[_i1]!, q4 = _r1[_i1 + 1]!;
      if (!lowest_seat_b().has(q4)) {
        if (add(rows_sits_before, p3, q4)) todo.push(t_sits_before, p3, q4);
      }
    }
    for (let next = 0; next < todo.length; ) {
      switch (todo[next++]) {
        case t_sits_before: {
          const y1 = todo[next + 0]!, y2 = todo[next + 1]!;
          next += 2;
          // A-18: sits_before(P,R) :- sits_before(P,Q), clockwise(Q,R), not lowest_seat(R).
          const c5 = (clockwise_bf.get(y2) ?? null);
          if (c5 !== null && !lowest_seat_b().has(c5)) {
            if (add(rows_sits_before, y1, c5)) todo.push(t_sits_before, y1, c5);
          }
          break;
        }
      }
    }
    return { "sits_before": rows_sits_before };
  }
  const solve_sits_before_all = once(() => solve_sits_before());
  const sits_before_bf = once(() => several(solve_sits_before_all()["sits_before"], "bf"));

  function all_later(): readonly number[] {
    const out: number[] = [];
    // A-18: later(Q) :- waits_for_cards(P), sits_before(P,Q).
    for (let _r1 = waits_for_cards_f(), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      for (let _r2 = (sits_before_bf().get(p1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const q2 = _r2[_i2]!;
        add(out, q2);
      }
    }
    return out;
  }
  const all_later_rows = once(() => all_later());
  const later_b = once(() => tests(all_later_rows(), "b"));

  function all_deals_to(): readonly number[] {
    const out: number[] = [];
    // A-18: deals_to(P) :- waits_for_cards(P), not later(P).
    for (let _r1 = waits_for_cards_f(), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      if (!later_b().has(p1)) {
        out.push(p1);
      }
    }
    return out;
  }
  const all_deals_to_rows = once(() => all_deals_to());
  const deals_to_f = once(() => all_deals_to_rows()[0] ?? null);

  function all_deal(): readonly number[] {
    const out: number[] = [];
    // SET-05: deal(P,C,N) :- deals_to(P), left_in_deck(C,N).
    const d1 = deals_to_f();
    if (d1 !== null) {
      for (let _r1 = left_in_deck_ff(), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const c2 = _r1[_i1]!, n3 = _r1[_i1 + 1]!;
        out.push(d1, c2, n3);
      }
    }
    return out;
  }
  const all_deal_rows = once(() => all_deal());
  const deal_fff = once(() => columns(all_deal_rows(), "fff"));

  function all_first(): readonly number[] {
    const out: number[] = [];
    // A-15: first(P) :- named(P).
    const n1 = named_f;
    if (n1 !== null) {
      out.push(n1);
    }
    // A-15: first(P) :- lowest_seat(P), not named(_).
    if (!named_x) {
      for (let _r1 = lowest_seat_f(), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p2 = _r1[_i1]!;
        out.push(p2);
      }
    }
    return out;
  }
  const all_first_rows = once(() => all_first());
  const first_f = once(() => all_first_rows()[0] ?? null);

  function all_init_active(): readonly number[] {
    const out: number[] = [];
    // A-15: init(active(P)) :- first(P).
    const f1 = first_f();
    if (f1 !== null) {
      out.push(f1);
    }
    return out;
  }
  const all_init_active_rows = once(() => all_init_active());
  const init_active_f = once(() => all_init_active_rows()[0] ?? null);

  function all_init_phase(): readonly number[] {
    const out: number[] = [];
    // A-15: init(phase(start)).
    out.push(c_start);
    return out;
  }
  const all_init_phase_rows = once(() => all_init_phase());
  const init_phase_f = once(() => all_init_phase_rows()[0] ?? null);

  function all_total(): readonly number[] {
    const out: number[] = [];
    // pieces: total(T,N) :- copies(T,N), T = (metal;gem).
    for (const t1 of [c_metal, c_gem]) {
      const c2 = (copies_bf.get(t1) ?? null);
      if (c2 !== null) {
        out.push(t1, c2);
      }
    }
    // pieces: total(T,N) :- copies(T,N), T = card(_,_,_).
    for (let _r2 = copies_ff, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
      const t3 = _r2[_i2]!, n4 = _r2[_i2 + 1]!;
      if (F[~t3] === f_card) {
        add(out, t3, n4);
      }
    }
    // pieces: total(T,N) :- copies(T,N), T = sword(_,_,_).
    for (let _r3 = copies_ff, _i3 = 0; _i3 < _r3.length; _i3 += 2) {
      const t5 = _r3[_i3]!, n6 = _r3[_i3 + 1]!;
      if (F[~t5] === f_sword) {
        add(out, t5, n6);
      }
    }
    // pieces: total(T,N) :- copies(T,N), T = master(_).
    for (let _r4 = copies_ff, _i4 = 0; _i4 < _r4.length; _i4 += 2) {
      const t7 = _r4[_i4]!, n8 = _r4[_i4 + 1]!;
      if (F[~t7] === f_master) {
        add(out, t7, n8);
      }
    }
    // pieces: total(figure(P),N) :- copies(figure,N), role(P).
    const c9 = (copies_bf.get(c_figure) ?? null);
    if (c9 !== null) {
      for (let _r5 = role_f, _i5 = 0; _i5 < _r5.length; _i5 += 1) {
        const p10 = _r5[_i5]!;
        add(out, make(f_figure, 1, p10), c9);
      }
    }
    // pieces: total(shop(P,K,C),N) :- copies(shop(K,C),N), role(P).
    for (let _r6 = copies_ff, _i6 = 0; _i6 < _r6.length; _i6 += 2) {
      const y11 = _r6[_i6]!, n12 = _r6[_i6 + 1]!;
      if (F[~y11] === f_shop) {
        const k13 = A0[~y11]!;
        const c14 = A1[~y11]!;
        for (let _r7 = role_f, _i7 = 0; _i7 < _r7.length; _i7 += 1) {
          const p15 = _r7[_i7]!;
          add(out, make(f_shop, 3, p15, k13, c14), n12);
        }
      }
    }
    // pieces: total(painting(V),N) :- painting(_,V), N = #count { H : painting(H,V) }.
    for (let _r8 = painting_xf, _i8 = 0; _i8 < _r8.length; _i8 += 1) {
      const v16 = _r8[_i8]!;
      let count17 = 0;
      for (let _r9 = (painting_fb.get(v16) ?? NONE), _i9 = 0; _i9 < _r9.length; _i9 += 1) {
        count17 += 1;
      }
      add(out, make(f_painting, 1, v16), count17);
    }
    return out;
  }
  const all_total_rows = once(() => all_total());
  const total_fx = once(() => columns(all_total_rows(), "fx"));
  const total_bx = once(() => tests(all_total_rows(), "bx"));
  const total_ff = once(() => columns(all_total_rows(), "ff"));
  const total_bf = once(() => ones(all_total_rows(), "bf", (row) => row[0]!));

  function all_home(): readonly number[] {
    const out: number[] = [];
    // pieces: home(T,X) :- total(T,_), T = card(_,_,_), X = (pile;discards;front).
    for (const x1 of [c_pile, c_discards, c_front]) {
      for (let _r2 = total_fx(), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const t2 = _r2[_i2]!;
        if (F[~t2] === f_card) {
          out.push(t2, x1);
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = card(_,_,_), X = hand(P), role(P).
    for (let _r3 = total_fx(), _i3 = 0; _i3 < _r3.length; _i3 += 1) {
      const t3 = _r3[_i3]!;
      if (F[~t3] === f_card) {
        for (let _r4 = role_f, _i4 = 0; _i4 < _r4.length; _i4 += 1) {
          const p4 = _r4[_i4]!;
          const x5 = make(f_hand, 1, p4);
          add(out, t3, x5);
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = (metal;gem), X = (supply;area(P)), role(P).
    for (const t6 of [c_metal, c_gem]) {
      if (total_bx().has(t6)) {
        for (let _r6 = role_f, _i6 = 0; _i6 < _r6.length; _i6 += 1) {
          const p7 = _r6[_i6]!;
          for (const x8 of [c_supply, make(f_area, 1, p7)]) {
            add(out, t6, x8);
          }
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = sword(_,_,_), X = (board;area(P);alcazar(P)), role(P).
    for (let _r8 = total_fx(), _i8 = 0; _i8 < _r8.length; _i8 += 1) {
      const t9 = _r8[_i8]!;
      if (F[~t9] === f_sword) {
        for (let _r9 = role_f, _i9 = 0; _i9 < _r9.length; _i9 += 1) {
          const p10 = _r9[_i9]!;
          for (const x11 of [c_board, make(f_area, 1, p10), make(f_alcazar, 1, p10)]) {
            add(out, t9, x11);
          }
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = master(_), X = (board;area(P)), role(P).
    for (let _r11 = total_fx(), _i11 = 0; _i11 < _r11.length; _i11 += 1) {
      const t12 = _r11[_i11]!;
      if (F[~t12] === f_master) {
        for (let _r12 = role_f, _i12 = 0; _i12 < _r12.length; _i12 += 1) {
          const p13 = _r12[_i12]!;
          for (const x14 of [c_board, make(f_area, 1, p13)]) {
            add(out, t12, x14);
          }
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = painting(V), X = stack(H), painting(H,V).
    for (let _r14 = total_fx(), _i14 = 0; _i14 < _r14.length; _i14 += 1) {
      const t15 = _r14[_i14]!;
      if (F[~t15] === f_painting) {
        const v16 = A0[~t15]!;
        for (let _r15 = (painting_fb.get(v16) ?? NONE), _i15 = 0; _i15 < _r15.length; _i15 += 1) {
          const h17 = _r15[_i15]!;
          const x18 = make(f_stack, 1, h17);
          add(out, t15, x18);
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = painting(_), X = area(P), role(P).
    for (let _r16 = total_fx(), _i16 = 0; _i16 < _r16.length; _i16 += 1) {
      const t19 = _r16[_i16]!;
      if (F[~t19] === f_painting) {
        for (let _r17 = role_f, _i17 = 0; _i17 < _r17.length; _i17 += 1) {
          const p20 = _r17[_i17]!;
          const x21 = make(f_area, 1, p20);
          add(out, t19, x21);
        }
      }
    }
    // pieces: home(T,0) :- total(T,_), T = figure(_).
    for (let _r18 = total_fx(), _i18 = 0; _i18 < _r18.length; _i18 += 1) {
      const t22 = _r18[_i18]!;
      if (F[~t22] === f_figure) {
        add(out, t22, 0);
      }
    }
    // pieces: home(T,X) :- total(T,_), T = figure(P), X = (transit;alcazar(P)).
    for (let _r19 = total_fx(), _i19 = 0; _i19 < _r19.length; _i19 += 1) {
      const t23 = _r19[_i19]!;
      if (F[~t23] === f_figure) {
        const p24 = A0[~t23]!;
        for (const x25 of [c_transit, make(f_alcazar, 1, p24)]) {
          add(out, t23, x25);
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = figure(_), space(X,_).
    for (let _r21 = total_fx(), _i21 = 0; _i21 < _r21.length; _i21 += 1) {
      const t26 = _r21[_i21]!;
      if (F[~t26] === f_figure) {
        for (let _r22 = space_fx, _i22 = 0; _i22 < _r22.length; _i22 += 1) {
          const x27 = _r22[_i22]!;
          add(out, t26, x27);
        }
      }
    }
    // pieces: home(T,X) :- total(T,_), T = shop(P,_,_), X = area(P).
    for (let _r23 = total_fx(), _i23 = 0; _i23 < _r23.length; _i23 += 1) {
      const t28 = _r23[_i23]!;
      if (F[~t28] === f_shop) {
        const p29 = A0[~t28]!;
        const x30 = make(f_area, 1, p29);
        add(out, t28, x30);
      }
    }
    // pieces: home(T,X) :- total(T,_), T = shop(_,_,_), space(X,site).
    for (let _r24 = (space_fb.get(c_site) ?? NONE), _i24 = 0; _i24 < _r24.length; _i24 += 1) {
      const x31 = _r24[_i24]!;
      for (let _r25 = total_fx(), _i25 = 0; _i25 < _r25.length; _i25 += 1) {
        const t32 = _r25[_i25]!;
        if (F[~t32] === f_shop) {
          add(out, t32, x31);
        }
      }
    }
    return out;
  }
  const all_home_rows = once(() => all_home());
  const home_bf = once(() => several(all_home_rows(), "bf"));
  const home_bb = once(() => tests(all_home_rows(), "bb"));

  function all_possible(): readonly number[] {
    const out: number[] = [];
    // pieces: possible(start).
    out.push(c_start);
    // pieces: possible(moving).
    out.push(c_moving);
    // pieces: possible(entered).
    out.push(c_entered);
    // pieces: possible(over).
    out.push(c_over);
    // pieces: possible(arrived(S)) :- space(S,_).
    for (let _r1 = space_fx, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const s1 = _r1[_i1]!;
      out.push(make(f_arrived, 1, s1));
    }
    // pieces: possible(transit(S)) :- space(S,_).
    for (let _r2 = space_fx, _i2 = 0; _i2 < _r2.length; _i2 += 1) {
      const s2 = _r2[_i2]!;
      out.push(make(f_transit, 1, s2));
    }
    // pieces: possible(drawing(1..N,take)) :- cards_taken(N).
    const c3 = cards_taken_f;
    if (c3 !== null) {
      for (let x4 = 1; x4 <= c3; x4++) {
        out.push(make(f_drawing, 2, x4, c_take));
      }
    }
    // pieces: possible(drawing(1..N,tavern)) :- tavern_cards(N).
    const t5 = tavern_cards_f;
    if (t5 !== null) {
      for (let x6 = 1; x6 <= t5; x6++) {
        add(out, make(f_drawing, 2, x6, c_tavern));
      }
    }
    // pieces: possible(duel(S,Q,0..N-1,0..N-1)) :- space(S,_), role(Q), rounds_to_win(N).
    const r7 = rounds_to_win_f;
    if (r7 !== null) {
      for (let x8 = 0; x8 <= (r7 - 1); x8++) {
        for (let x9 = 0; x9 <= (r7 - 1); x9++) {
          for (let _r7 = space_fx, _i7 = 0; _i7 < _r7.length; _i7 += 1) {
            const s10 = _r7[_i7]!;
            for (let _r8 = role_f, _i8 = 0; _i8 < _r8.length; _i8 += 1) {
              const q11 = _r8[_i8]!;
              out.push(make(f_duel, 4, s10, q11, x8, x9));
            }
          }
        }
      }
    }
    return out;
  }
  const all_possible_rows = once(() => all_possible());
  const possible_b = once(() => tests(all_possible_rows(), "b"));

  function all_value(): readonly number[] {
    const out: number[] = [];
    // pieces: value(V) :- total(card(V,_,_),_).
    for (let _r1 = total_fx(), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_card) {
        const v2 = A0[~y1]!;
        add(out, v2);
      }
    }
    return out;
  }
  const all_value_rows = once(() => all_value());
  const value_b = once(() => tests(all_value_rows(), "b"));

  function all_watched(): readonly number[] {
    const out: number[] = [];
    // invariants: watched(T) :- total(T,_).
    for (let _r1 = total_fx(), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const t1 = _r1[_i1]!;
      out.push(t1);
    }
    return out;
  }
  const all_watched_rows = once(() => all_watched());
  const watched_f = once(() => columns(all_watched_rows(), "f"));

  function all_note(): readonly number[] {
    const out: number[] = [];
    // pieces: note(T,X) :- total(T,_), T = card(_,_,_), X = known(P), role(P).
    for (let _r1 = total_fx(), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const t1 = _r1[_i1]!;
      if (F[~t1] === f_card) {
        for (let _r2 = role_f, _i2 = 0; _i2 < _r2.length; _i2 += 1) {
          const p2 = _r2[_i2]!;
          const x3 = make(f_known, 1, p2);
          out.push(t1, x3);
        }
      }
    }
    return out;
  }
  const all_note_rows = once(() => all_note());
  const note_bb = once(() => tests(all_note_rows(), "bb"));

  function solve_comes(s: Position): Readonly<Record<"leg" | "from" | "stuck" | "comes", number[]>> {
    if (s.solve_comes !== undefined) return s.solve_comes;
    const active = s.active;
    const at = s.at;
    const rows_leg: number[] = [];
    const rows_from: number[] = [];
    const rows_stuck: number[] = [];
    const rows_comes: number[] = [];
    const todo: number[] = [], t_leg = 0, t_from = 1, t_stuck = 2, t_comes = 3;
    // A-43: from(R) :- now(_,R).
    for (let _r1 = now_xf(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const r32 = _r1[_i1]!;
      if (add(rows_from, r32)) todo.push(t_from, r32);
    }
    for (let next = 0; next < todo.length; ) {
      switch (todo[next++]) {
        case t_leg: {
          const y4 = todo[next + 3]!;
          next += 4;
          // A-43: comes(R,S,N) :- leg(_,_,_,R), R = run(S,_,_,_,N).
          const s33 = A0[~y4]!;
          const n34 = A4[~y4]!;
          if (add(rows_comes, y4, s33, n34)) todo.push(t_comes, y4, s33, n34);
          break;
        }
        case t_from: {
          const y5 = todo[next + 0]!;
          next += 1;
          // MOV-01: leg(R,V,plain,run(E,V,none,1,N)) :- from(R), R = run(S,none,none,0,N), reaches(S,V,E).
          const s10 = A0[~y5]!;
          if (A1[~y5]! === c_none && A2[~y5]! === c_none && A3[~y5]! === 0) {
            const n11 = A4[~y5]!;
            for (let _r2 = reaches_bff(s, s10), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
              const v12 = _r2[_i2]!, e13 = _r2[_i2 + 1]!;
              if (add(rows_leg, y5, v12, c_plain, make(f_run, 5, e13, v12, c_none, 1, n11))) todo.push(t_leg, y5, v12, c_plain, make(f_run, 5, e13, v12, c_none, 1, n11));
            }
          }
          // MOV-08: leg(R,V,plain, run(E,V,T,K+1,N+1)) :- from(R), R = run(S,V,T,K,N), in_hand(V,H), H > K, reaches(S,V,E).
          const s14 = A0[~y5]!;
          const v15 = A1[~y5]!;
          const t16 = A2[~y5]!;
          const k17 = A3[~y5]!;
          const n18 = A4[~y5]!;
          if (v15 >= 0) {
            const i19 = in_hand_bf(s, v15);
            if (i19 !== null && i19 > k17) {
              const r20 = reaches_bbf(s, s14, v15);
              if (r20 !== null) {
                if (add(rows_leg, y5, v15, c_plain, make(f_run, 5, r20, v15, t16, (k17 + 1), (n18 + 1)))) todo.push(t_leg, y5, v15, c_plain, make(f_run, 5, r20, v15, t16, (k17 + 1), (n18 + 1)));
              }
            }
          }
          // TIL-01: leg(R,V,tile,run(E,B,V,K,N+1)) :- from(R), R = run(S,B,none,K,N), reaches(S,V,E), V != B, active(P), at(area(P),master(movement),_).
          const s21 = A0[~y5]!;
          const b22 = A1[~y5]!;
          if (A2[~y5]! === c_none) {
            const k23 = A3[~y5]!;
            const n24 = A4[~y5]!;
            if (held(at, make(f_area, 1, active), make(f_master, 1, c_movement)) !== null) {
              for (let _r3 = reaches_bff(s, s21), _i3 = 0; _i3 < _r3.length; _i3 += 2) {
                const v25 = _r3[_i3]!, e26 = _r3[_i3 + 1]!;
                if (v25 !== b22) {
                  if (add(rows_leg, y5, v25, c_tile, make(f_run, 5, e26, b22, v25, k23, (n24 + 1)))) todo.push(t_leg, y5, v25, c_tile, make(f_run, 5, e26, b22, v25, k23, (n24 + 1)));
                }
              }
            }
          }
          // TIL-06: leg(R,V,plain,run(E,V,T,1,N)) :- from(R), R = run(S,none,T,0,N), T != none, reaches(S,V,E), V != T.
          const s27 = A0[~y5]!;
          if (A1[~y5]! === c_none) {
            const t28 = A2[~y5]!;
            if (A3[~y5]! === 0) {
              const n29 = A4[~y5]!;
              if (t28 !== c_none) {
                for (let _r4 = reaches_bff(s, s27), _i4 = 0; _i4 < _r4.length; _i4 += 2) {
                  const v30 = _r4[_i4]!, e31 = _r4[_i4 + 1]!;
                  if (v30 !== t28) {
                    if (add(rows_leg, y5, v30, c_plain, make(f_run, 5, e31, v30, t28, 1, n29))) todo.push(t_leg, y5, v30, c_plain, make(f_run, 5, e31, v30, t28, 1, n29));
                  }
                }
              }
            }
          }
          break;
        }
        case t_stuck: {
          const y6 = todo[next + 0]!;
          next += 1;
          // A-43: from(R) :- stuck(R).
          if (add(rows_from, y6)) todo.push(t_from, y6);
          break;
        }
        case t_comes: {
          const y7 = todo[next + 0]!, y8 = todo[next + 1]!, y9 = todo[next + 2]!;
          next += 3;
          // A-43: stuck(R) :- comes(R,S,_), full(S), not rival(_,S).
          if (full_b(s, y8) && !rival_xb(s, y8)) {
            if (add(rows_stuck, y7)) todo.push(t_stuck, y7);
          }
          // A-143: stuck(R) :- comes(R,S,0), full(S).
          if (y9 === 0 && full_b(s, y8)) {
            if (add(rows_stuck, y7)) todo.push(t_stuck, y7);
          }
          break;
        }
      }
    }
    return s.solve_comes = { "leg": rows_leg, "from": rows_from, "stuck": rows_stuck, "comes": rows_comes };
  }

  function solve_good(s: Position): Readonly<Record<"good", number[]>> {
    if (s.solve_good !== undefined) return s.solve_good;
    const rows_good: number[] = [];
    const todo: number[] = [], t_good = 0;
    // ALC-01: good(R) :- comes(R,S,_), space(S,entrance).
    for (let _r1 = comes_ffx(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const r2 = _r1[_i1]!, s3 = _r1[_i1 + 1]!;
      if (space_bb.has(pair(s3, c_entrance))) {
        if (add(rows_good, r2)) todo.push(t_good, r2);
      }
    }
    // MOV-05: good(R) :- comes(R,S,_), free(S).
    for (let _r2 = comes_ffx(s), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
      const r4 = _r2[_i2]!, s5 = _r2[_i2 + 1]!;
      if (free_b(s, s5)) {
        if (add(rows_good, r4)) todo.push(t_good, r4);
      }
    }
    // A-143: good(R) :- comes(R,S,N), rival(_,S), N > 0.
    for (let _r3 = comes_fff(s), _i3 = 0; _i3 < _r3.length; _i3 += 3) {
      const r6 = _r3[_i3]!, s7 = _r3[_i3 + 1]!, n8 = _r3[_i3 + 2]!;
      if (n8 > 0 && rival_xb(s, s7)) {
        if (add(rows_good, r6)) todo.push(t_good, r6);
      }
    }
    for (let next = 0; next < todo.length; ) {
      switch (todo[next++]) {
        case t_good: {
          const y1 = todo[next + 0]!;
          next += 1;
          // A-44: good(R) :- stuck(R), leg(R,_,_,E), good(E).
          for (let _r4 = (leg_fxxb(s).get(y1) ?? NONE), _i4 = 0; _i4 < _r4.length; _i4 += 1) {
            const r9 = _r4[_i4]!;
            if (stuck_b(s).has(r9)) {
              if (add(rows_good, r9)) todo.push(t_good, r9);
            }
          }
          break;
        }
      }
    }
    return s.solve_good = { "good": rows_good };
  }

  function solve_to_come(s: Position): Readonly<Record<"to_come", number[]>> {
    if (s.solve_to_come !== undefined) return s.solve_to_come;
    const active = s.active;
    const trigger = s.trigger;
    const rows_to_come: number[] = [];
    const todo: number[] = [], t_to_come = 0;
    // I-20: to_come(Q) :- active(P), clockwise(P,Q), not trigger(Q).
    const c2 = (clockwise_bf.get(active) ?? null);
    if (c2 !== null && trigger !== c2) {
      if (add(rows_to_come, c2)) todo.push(t_to_come, c2);
    }
    for (let next = 0; next < todo.length; ) {
      switch (todo[next++]) {
        case t_to_come: {
          const y1 = todo[next + 0]!;
          next += 1;
          // I-20: to_come(R) :- to_come(Q), clockwise(Q,R), not trigger(R), not active(R).
          const c3 = (clockwise_bf.get(y1) ?? null);
          if (c3 !== null && trigger !== c3 && active !== c3) {
            if (add(rows_to_come, c3)) todo.push(t_to_come, c3);
          }
          break;
        }
      }
    }
    return s.solve_to_come = { "to_come": rows_to_come };
  }

  function leg_bfff(s: Position): Map<Key, number[]> {
    return (s.leg_bfff ??= several(solve_comes(s)["leg"], "bfff"));
  }

  function comes_ffx(s: Position): readonly number[] {
    return (s.comes_ffx ??= columns(solve_comes(s)["comes"], "ffx"));
  }

  function comes_fff(s: Position): readonly number[] {
    return (s.comes_fff ??= columns(solve_comes(s)["comes"], "fff"));
  }

  function leg_fxxb(s: Position): Map<Key, number[]> {
    return (s.leg_fxxb ??= several(solve_comes(s)["leg"], "fxxb"));
  }

  function stuck_b(s: Position): Set<Key> {
    return (s.stuck_b ??= tests(solve_comes(s)["stuck"], "b"));
  }

  function good_b(s: Position): Set<Key> {
    return (s.good_b ??= tests(solve_good(s)["good"], "b"));
  }

  function may_bx(s: Position): Set<Key> {
    return (s.may_bx ??= tests(may_ff(s), "bx"));
  }

  function legal_bf(s: Position): Map<Key, number[]> {
    return (s.legal_bf ??= several(legal_ff(s), "bf"));
  }

  function points_bff(s: Position): Map<Key, number[]> {
    return (s.points_bff ??= several(points_fff(s), "bff"));
  }

  function leads_b(s: Position): Set<Key> {
    return (s.leads_b ??= tests(leads_f(s), "b"));
  }

  function legal_bb(s: Position): Set<Key> {
    return (s.legal_bb ??= tests(legal_ff(s), "bb"));
  }

  function points_bbb(s: Position): Set<Key> {
    return (s.points_bbb ??= tests(points_fff(s), "bbb"));
  }

  function to_come_b(s: Position): Set<Key> {
    return (s.to_come_b ??= tests(solve_to_come(s)["to_come"], "b"));
  }

  function legal_xx(s: Position): boolean {
    return (s.legal_xx ??= legal_ff(s).length > 0);
  }

  function legal_bx(s: Position): Set<Key> {
    return (s.legal_bx ??= tests(legal_ff(s), "bx"));
  }

  function points_fbf(s: Position): Map<Key, number[]> {
    return (s.points_fbf ??= several(points_fff(s), "fbf"));
  }

  function winner_x(s: Position): boolean {
    return (s.winner_x ??= winner_f(s).length > 0);
  }

  function discarded_bb(m: Move): Set<Key> {
    return (m.discarded_bb ??= tests(discarded_ff(m), "bb"));
  }

  function discarded_fb(m: Move): Map<Key, number[]> {
    return (m.discarded_fb ??= several(discarded_ff(m), "fb"));
  }

  function left_bff(m: Move): Map<Key, number[]> {
    return (m.left_bff ??= several(left_fff(m), "bff"));
  }

  function left_in_all_bf(m: Move): Map<Key, number> {
    return (m.left_in_all_bf ??= ones(left_in_all_ff(m), "bf", (row) => row[0]!));
  }

  function behind_b(m: Move): Set<Key> {
    return (m.behind_b ??= tests(behind_f(m), "b"));
  }

  function shows_b(m: Move): Set<Key> {
    return (m.shows_b ??= tests(shows_f(m), "b"));
  }

  function secret_bb(m: Move): Set<Key> {
    return (m.secret_bb ??= tests(secret_ff(m), "bb"));
  }

  function shows_x(m: Move): boolean {
    return (m.shows_x ??= shows_f(m).length > 0);
  }

  function untimely_xx(m: Move): boolean {
    return (m.untimely_xx ??= untimely_ff(m).length > 0);
  }

  function leg_bbbf(s: Position): Map<Key, number> {
    return (s.leg_bbbf ??= ones(solve_comes(s)["leg"], "bbbf", (row) => row[0]!));
  }

  function against_bff(m: Move): Map<Key, number[]> {
    return (m.against_bff ??= several(against_fff(m), "bff"));
  }

  function sooner_b(m: Move): Set<Key> {
    return (m.sooner_b ??= tests(sooner_f(m), "b"));
  }

  function legal_ff(s: Position): readonly number[] {
    if (s.legal_ff !== undefined) return s.legal_ff;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_duel) {
      // DUE-04: legal(chance,draw(C)) :- phase(duel(_,_,_,_)), at(pile,C,_).
      for (let _r1 = at.get(c_pile) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const c1 = _r1[_i1]!;
        out.push(c_chance, make(f_draw, 1, c1));
      }
    } else if (F[~phase] === f_drawing) {
      // TAK-01: legal(chance,draw(C)) :- phase(drawing(_,_)), at(pile,C,_).
      for (let _r2 = at.get(c_pile) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const c3 = _r2[_i2]!;
        out.push(c_chance, make(f_draw, 1, c3));
      }
    } else if (phase === c_start) {
      // A-147: legal(P,pass) :- active(P), phase(start), not may(P,_).
      if (!may_bx(s).has(active)) {
        out.push(active, c_pass);
      }
    }
    // A-147: legal(P,A) :- may(P,A).
    for (let _r3 = may_ff(s), _i3 = 0; _i3 < _r3.length; _i3 += 2) {
      const p5 = _r3[_i3]!, a6 = _r3[_i3 + 1]!;
      out.push(p5, a6);
    }
    return (s.legal_ff = out);
  }

  function may_ff(s: Position): readonly number[] {
    if (s.may_ff !== undefined) return s.may_ff;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (phase === c_entered) {
      // ALC-02: may(P,deliver(S)) :- active(P), phase(entered), at(area(P),S,_), S = sword(_,_,_).
      for (let _r1 = at.get(make(f_area, 1, active)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const s1 = _r1[_i1]!;
        if (F[~s1] === f_sword) {
          out.push(active, make(f_deliver, 1, s1));
        }
      }
    } else if (F[~phase] === f_transit) {
      // DUE-01: may(P,challenge(Q)) :- active(P), phase(transit(S)), rival(Q,S), card_to_reveal.
      const s3 = A0[~phase]!;
      if (card_to_reveal(s)) {
        for (let _r2 = rival_fb(s, s3), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
          const q4 = _r2[_i2]!;
          out.push(active, make(f_challenge, 1, q4));
        }
      }
    } else if (phase === c_start) {
      // SHP-01: may(P,place_shop(T,S)) :- active(P), phase(start), vacant(S), at(area(P),T,_), T = shop(_,_,_).
      for (let _r3 = vacant_f(s), _i3 = 0; _i3 < _r3.length; _i3 += 1) {
        const s12 = _r3[_i3]!;
        for (let _r4 = at.get(make(f_area, 1, active)) ?? NONE, _i4 = 0; _i4 < _r4.length; _i4 += 2) {
          const t13 = _r4[_i4]!;
          if (F[~t13] === f_shop) {
            out.push(active, make(f_place_shop, 2, t13, s12));
          }
        }
      }
      // RET-01: may(P,return_figure(S)) :- active(P), phase(start), at(S,figure(P),_), space(S,_).
      for (let _r5 = space_fx, _i5 = 0; _i5 < _r5.length; _i5 += 1) {
        const s15 = _r5[_i5]!;
        if (held(at, s15, make(f_figure, 1, active)) !== null) {
          out.push(active, make(f_return_figure, 1, s15));
        }
      }
      // TAK-01: may(P,take_cards) :- active(P), phase(start), drawable(N), N > 0.
      const d16 = drawable_f(s);
      if (d16 !== null && d16 > 0) {
        out.push(active, c_take_cards);
      }
    } else if (F[~phase] === f_arrived) {
      // USE-01: may(P,use_space(C,T,B)) :- active(P), fee(C), offer(T,B).
      for (let _r6 = fee_f(s), _i6 = 0; _i6 < _r6.length; _i6 += 1) {
        const c17 = _r6[_i6]!;
        for (let _r7 = offer_ff(s), _i7 = 0; _i7 < _r7.length; _i7 += 2) {
          const t18 = _r7[_i7]!, b19 = _r7[_i7 + 1]!;
          out.push(active, make(f_use_space, 3, c17, t18, b19));
        }
      }
    }
    // MOV-02: may(P,play_card(C,S,M)) :- active(P), at(hand(P),C,_), C = card(V,_,_), now(S,R), leg(R,V,M,E), good(E).
    for (let _r8 = now_ff(s), _i8 = 0; _i8 < _r8.length; _i8 += 2) {
      const s5 = _r8[_i8]!, r6 = _r8[_i8 + 1]!;
      for (let _r9 = (leg_bfff(s).get(r6) ?? NONE), _i9 = 0; _i9 < _r9.length; _i9 += 3) {
        const v7 = _r9[_i9]!, m8 = _r9[_i9 + 1]!, e9 = _r9[_i9 + 2]!;
        if (good_b(s).has(e9)) {
          for (let _r10 = at.get(make(f_hand, 1, active)) ?? NONE, _i10 = 0; _i10 < _r10.length; _i10 += 2) {
            const c10 = _r10[_i10]!;
            if (F[~c10] === f_card && A0[~c10]! === v7) {
              out.push(active, make(f_play_card, 3, c10, s5, m8));
            }
          }
        }
      }
    }
    // A-41: may(P,end_turn) :- active(P), resting.
    if (resting(s)) {
      out.push(active, c_end_turn);
    }
    return (s.may_ff = out);
  }

  function card_to_reveal(s: Position): boolean {
    if (s.card_to_reveal !== undefined) return s.card_to_reveal;
    // A-28: card_to_reveal :- drawable(N), N > 0.
    const d1 = drawable_f(s);
    if (d1 !== null && d1 > 0) {
      return (s.card_to_reveal = true);
    }
    return (s.card_to_reveal = false);
  }

  function drawable_f(s: Position): number | null {
    if (s.drawable_f !== undefined) return s.drawable_f;
    // A-28: drawable(M+N) :- size(pile,M), size(discards,N).
    const s1 = size_bf_pile(s);
    if (s1 !== null) {
      const s2 = size_bf_discards(s);
      if (s2 !== null) {
        return (s.drawable_f = (s1 + s2));
      }
    }
    return (s.drawable_f = null);
  }

  function size_bf_pile(s: Position): number | null {
    if (s.size_bf_pile !== undefined) return s.size_bf_pile;
    const at = s.at;
    // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
    let sum1 = 0;
    for (let _r1 = at.get(c_pile) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const k3 = _r1[_i1 + 1]!;
      sum1 += k3;
    }
    return (s.size_bf_pile = sum1);
    return (s.size_bf_pile = null);
  }

  function size_bf_discards(s: Position): number | null {
    if (s.size_bf_discards !== undefined) return s.size_bf_discards;
    const at = s.at;
    // vocabulary: size(discards,N) :- N = #sum { K,C : at(discards,C,K) }.
    let sum1 = 0;
    for (let _r1 = at.get(c_discards) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const k3 = _r1[_i1 + 1]!;
      sum1 += k3;
    }
    return (s.size_bf_discards = sum1);
    return (s.size_bf_discards = null);
  }

  function rival_fb(s: Position, step1: number): readonly number[] {
    const active = s.active;
    const at = s.at;
    const out: number[] = [];
    // OCC-02: rival(Q,S) :- active(P), space(S,_), at(S,figure(Q),_), Q != P.
    if (space_bx.has(step1)) {
      for (let _r1 = at.get(step1) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y1 = _r1[_i1]!;
        if (F[~y1] === f_figure) {
          const q3 = A0[~y1]!;
          if (q3 !== active) {
            out.push(q3);
          }
        }
      }
    }
    return out;
  }

  function now_ff(s: Position): readonly number[] {
    if (s.now_ff !== undefined) return s.now_ff;
    const out: number[] = [];
    // A-43: now(S,run(S,B,T,0,N)) :- mover(S), base(B), tile_card(T), drawable(N).
    const b1 = base_f(s);
    if (b1 !== null) {
      const t2 = tile_card_f(s);
      if (t2 !== null) {
        const d3 = drawable_f(s);
        if (d3 !== null) {
          for (let _r1 = mover_f(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
            const s4 = _r1[_i1]!;
            out.push(s4, make(f_run, 5, s4, b1, t2, 0, d3));
          }
        }
      }
    }
    return (s.now_ff = out);
  }

  function base_f(s: Position): number | null {
    if (s.base_f !== undefined) return s.base_f;
    const at = s.at;
    // MOV-01: base(V) :- at(front,card(V,_,_),_).
    for (let _r1 = at.get(c_front) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_card) {
        const v3 = A0[~y1]!;
        return (s.base_f = v3);
      }
    }
    // MOV-01: base(none) :- not at(front,_,_).
    if (!at.has(c_front)) {
      return (s.base_f = c_none);
    }
    return (s.base_f = null);
  }

  function tile_card_f(s: Position): number | null {
    if (s.tile_card_f !== undefined) return s.tile_card_f;
    const tile_card = s.tile_card;
    // A-84: tile_card(V) :- true(tile_card(V)).
    if (tile_card !== null) {
      return (s.tile_card_f = tile_card);
    }
    // A-84: tile_card(none) :- not true(tile_card(_)).
    if (tile_card === null) {
      return (s.tile_card_f = c_none);
    }
    return (s.tile_card_f = null);
  }

  function mover_f(s: Position): readonly number[] {
    if (s.mover_f !== undefined) return s.mover_f;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (phase === c_start) {
      // A-40: mover(S) :- phase(start), active(P), at(S,figure(P),_), on_road(S).
      for (let _r1 = on_road_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const s1 = _r1[_i1]!;
        if (held(at, s1, make(f_figure, 1, active)) !== null) {
          out.push(s1);
        }
      }
    } else if (F[~phase] === f_transit) {
      // A-53: mover(S) :- phase(transit(S)).
      const s3 = A0[~phase]!;
      out.push(s3);
    }
    // A-40: mover(S) :- resting, active(P), at(S,figure(P),_), on_road(S).
    if (resting(s)) {
      for (let _r2 = on_road_f, _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const s2 = _r2[_i2]!;
        if (held(at, s2, make(f_figure, 1, active)) !== null) {
          out.push(s2);
        }
      }
    }
    return (s.mover_f = out);
  }

  function resting(s: Position): boolean {
    if (s.resting !== undefined) return s.resting;
    const phase = s.phase;
    if (phase === c_moving) {
      // A-41: resting :- phase(moving).
      return (s.resting = true);
    } else if (F[~phase] === f_arrived) {
      // A-41: resting :- phase(arrived(_)).
      return (s.resting = true);
    } else if (phase === c_entered) {
      // A-41: resting :- phase(entered).
      return (s.resting = true);
    }
    return (s.resting = false);
  }

  function reaches_bff(s: Position, step0: number): readonly number[] {
    const out: number[] = [];
    // MOV-02: reaches(S,V,S+V) :- on_road(S), in_hand(V,_), may_end(S+V).
    if (on_road_b.has(step0)) {
      for (let _r1 = in_hand_fx(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const v1 = _r1[_i1]!;
        if (may_end_b(s, (step0 + v1))) {
          out.push(v1, (step0 + v1));
        }
      }
    }
    return out;
  }

  function in_hand_fx(s: Position): readonly number[] {
    if (s.in_hand_fx !== undefined) return s.in_hand_fx;
    const active = s.active;
    const at = s.at;
    const out: number[] = [];
    // MOV-08: in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }.
    for (let _r1 = at.get(make(f_hand, 1, active)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_card) {
        const v3 = A0[~y1]!;
        add(out, v3);
      }
    }
    return (s.in_hand_fx = out);
  }

  function may_end_b(s: Position, step0: number): boolean {
    // MOV-04: may_end(S) :- room(S,_).
    if (room_bx(s, step0)) {
      return true;
    }
    // MOV-04: may_end(S) :- space(S,entrance).
    if (space_bb.has(pair(step0, c_entrance))) {
      return true;
    }
    return false;
  }

  function room_bx(s: Position, step0: number): boolean {
    const at = s.at;
    // A-52: room(S,N) :- circles(S,N).
    if (circles_bx.has(step0)) {
      return true;
    }
    // SHP-04: room(S,N) :- space(S,site), at(S,shop(_,_,N),_).
    if (space_bb.has(pair(step0, c_site))) {
      for (let _r1 = at.get(step0) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y1 = _r1[_i1]!;
        if (F[~y1] === f_shop) {
          return true;
        }
      }
    }
    return false;
  }

  function in_hand_bf(s: Position, value0: number): number | null {
    const active = s.active;
    const at = s.at;
    // MOV-08: in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }.
    let sum1 = 0;
    for (let _r1 = at.get(make(f_hand, 1, active)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y2 = _r1[_i1]!, n3 = _r1[_i1 + 1]!;
      if (F[~y2] === f_card && A0[~y2]! === value0) {
        sum1 += n3;
      }
    }
    for (let _r2 = at.get(make(f_hand, 1, active)) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
      const y6 = _r2[_i2]!;
      if (F[~y6] === f_card && A0[~y6]! === value0) {
        return sum1;
      }
    }
    return null;
  }

  function reaches_bbf(s: Position, step0: number, value1: number): number | null {
    // MOV-02: reaches(S,V,S+V) :- on_road(S), in_hand(V,_), may_end(S+V).
    if (on_road_b.has(step0) && may_end_b(s, (step0 + value1)) && in_hand_bx(s, value1)) {
      return (step0 + value1);
    }
    return null;
  }

  function in_hand_bx(s: Position, value0: number): boolean {
    const active = s.active;
    const at = s.at;
    // MOV-08: in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }.
    for (let _r1 = at.get(make(f_hand, 1, active)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_card && A0[~y1]! === value0) {
        return true;
      }
    }
    return false;
  }

  function now_xf(s: Position): readonly number[] {
    if (s.now_xf !== undefined) return s.now_xf;
    const out: number[] = [];
    // A-43: now(S,run(S,B,T,0,N)) :- mover(S), base(B), tile_card(T), drawable(N).
    const b1 = base_f(s);
    if (b1 !== null) {
      const t2 = tile_card_f(s);
      if (t2 !== null) {
        const d3 = drawable_f(s);
        if (d3 !== null) {
          for (let _r1 = mover_f(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
            const s4 = _r1[_i1]!;
            out.push(make(f_run, 5, s4, b1, t2, 0, d3));
          }
        }
      }
    }
    return (s.now_xf = out);
  }

  function full_b(s: Position, step0: number): boolean {
    // OCC-01: full(S) :- room(S,_), not free(S).
    if (room_bx(s, step0) && !free_b(s, step0)) {
      return true;
    }
    return false;
  }

  function free_b(s: Position, step0: number): boolean {
    const at = s.at;
    // MOV-05: free(S) :- room(S,C), #sum { N,P : at(S,figure(P),N) } < C.
    const r1 = room_bf(s, step0);
    if (r1 !== null) {
      let sum2 = 0;
      for (let _r1 = at.get(step0) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y3 = _r1[_i1]!, n4 = _r1[_i1 + 1]!;
        if (F[~y3] === f_figure) {
          sum2 += n4;
        }
      }
      if (sum2 < r1) {
        return true;
      }
    }
    return false;
  }

  function room_bf(s: Position, step0: number): number | null {
    const at = s.at;
    // A-52: room(S,N) :- circles(S,N).
    const c1 = (circles_bf.get(step0) ?? null);
    if (c1 !== null) {
      return c1;
    }
    // SHP-04: room(S,N) :- space(S,site), at(S,shop(_,_,N),_).
    if (space_bb.has(pair(step0, c_site))) {
      for (let _r1 = at.get(step0) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y2 = _r1[_i1]!;
        if (F[~y2] === f_shop) {
          const n4 = A2[~y2]!;
          return n4;
        }
      }
    }
    return null;
  }

  function rival_xb(s: Position, step1: number): boolean {
    const active = s.active;
    const at = s.at;
    // OCC-02: rival(Q,S) :- active(P), space(S,_), at(S,figure(Q),_), Q != P.
    if (space_bx.has(step1)) {
      for (let _r1 = at.get(step1) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y1 = _r1[_i1]!;
        if (F[~y1] === f_figure) {
          const q3 = A0[~y1]!;
          if (q3 !== active) {
            return true;
          }
        }
      }
    }
    return false;
  }

  function vacant_f(s: Position): readonly number[] {
    if (s.vacant_f !== undefined) return s.vacant_f;
    const out: number[] = [];
    // A-30: vacant(S) :- space(S,site), not at(S,shop(_,_,_),_).
    for (let _r1 = (space_fb.get(c_site) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const s1 = _r1[_i1]!;
      if (!some_at(s, s1)) {
        out.push(s1);
      }
    }
    return (s.vacant_f = out);
  }

  function some_at(s: Position, p0: number): boolean {
    const at = s.at;
    for (let _r1 = at.get(p0) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_shop) {
        return true;
      }
    }
    return false;
  }

  function fee_f(s: Position): readonly number[] {
    if (s.fee_f !== undefined) return s.fee_f;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_arrived) {
      // USE-03: fee(none) :- active(P), host(P).
      if (host_f(s) === active) {
        out.push(c_none);
      }
      // USE-05: fee(C) :- active(P), not host(P), phase(arrived(S)), price(S,R), at(hand(P),C,_), C = card(V,_,_), V >= R.
      const s1 = A0[~phase]!;
      const p2 = (price_bf.get(s1) ?? null);
      if (p2 !== null && host_f(s) !== active) {
        for (let _r1 = at.get(make(f_hand, 1, active)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
          const c3 = _r1[_i1]!;
          if (F[~c3] === f_card) {
            const v5 = A0[~c3]!;
            if (v5 >= p2) {
              add(out, c3);
            }
          }
        }
      }
    }
    return (s.fee_f = out);
  }

  function host_f(s: Position): number | null {
    if (s.host_f !== undefined) return s.host_f;
    const at = s.at;
    const phase = s.phase;
    if (F[~phase] === f_arrived) {
      // USE-03: host(Q) :- phase(arrived(S)), at(S,shop(Q,_,_),_).
      const s1 = A0[~phase]!;
      for (let _r1 = at.get(s1) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y2 = _r1[_i1]!;
        if (F[~y2] === f_shop) {
          const q4 = A0[~y2]!;
          return (s.host_f = q4);
        }
      }
    }
    return (s.host_f = null);
  }

  function offer_ff(s: Position): readonly number[] {
    if (s.offer_ff !== undefined) return s.offer_ff;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_arrived) {
      // A-66: offer(none,none) :- top(_,_).
      const t1 = top_ff(s);
      if (t1 !== null) {
        out.push(c_none, c_none);
      }
      // A-63: offer(none,none) :- here(metal), at(supply,metal,_).
      if (held(at, c_supply, c_metal) !== null && here_f(s) === c_metal) {
        add(out, c_none, c_none);
      }
      // A-64: offer(none,none) :- here(gem), at(supply,gem,_).
      if (held(at, c_supply, c_gem) !== null && here_f(s) === c_gem) {
        add(out, c_none, c_none);
      }
      // FEN-04: offer(T,none) :- lesson(T), masters(N), tile_limit(L), N < L.
      const t2 = tile_limit_f;
      if (t2 !== null) {
        const m3 = masters_f(s);
        if (m3 !== null && m3 < t2) {
          for (let _r1 = lesson_f(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
            const t4 = _r1[_i1]!;
            add(out, t4, c_none);
          }
        }
      }
      // FEN-06: offer(T,B) :- lesson(T), masters(N), tile_limit(N), active(P), at(area(P),B,_), B = master(_).
      const t5 = tile_limit_f;
      if (t5 !== null && masters_f(s) === t5) {
        for (let _r2 = lesson_f(s), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
          const t6 = _r2[_i2]!;
          for (let _r3 = at.get(make(f_area, 1, active)) ?? NONE, _i3 = 0; _i3 < _r3.length; _i3 += 2) {
            const b7 = _r3[_i3]!;
            if (F[~b7] === f_master) {
              add(out, t6, b7);
            }
          }
        }
      }
      // A-65: offer(sword(V,M,G),none) :- here(smith), at(board,sword(V,M,G),_), owns(metal,X), X >= M, owns(gem,Y), Y >= G.
      if (here_f(s) === c_smith) {
        const o9 = owns_bf_metal(s);
        if (o9 !== null) {
          const o10 = owns_bf_gem(s);
          if (o10 !== null) {
            for (let _r4 = at.get(c_board) ?? NONE, _i4 = 0; _i4 < _r4.length; _i4 += 2) {
              const y11 = _r4[_i4]!;
              if (F[~y11] === f_sword) {
                const m14 = A1[~y11]!;
                const g15 = A2[~y11]!;
                if (o9 >= m14 && o10 >= g15) {
                  add(out, y11, c_none);
                }
              }
            }
          }
        }
      }
      // A-148: offer(none,none) :- here(tavern).
      if (here_f(s) === c_tavern) {
        add(out, c_none, c_none);
      }
    }
    return (s.offer_ff = out);
  }

  function top_ff(s: Position): number[] | null {
    if (s.top_ff !== undefined) return s.top_ff;
    const at = s.at;
    const phase = s.phase;
    if (F[~phase] === f_arrived) {
      // ART-01: top(H,T) :- here(artist), at(stack(H),T,_), not at(stack(H+1),_,_).
      if (here_f(s) === c_artist) {
        for (const place1 of at.keys()) {
          if (place1 < 0 && F[~place1] === f_stack) {
            const h2 = A0[~place1]!;
            for (let _r2 = at.get(place1) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
              const t3 = _r2[_i2]!;
              if (!at.has(make(f_stack, 1, (h2 + 1)))) {
                return (s.top_ff = [h2, t3]);
              }
            }
          }
        }
      }
    }
    return (s.top_ff = null);
  }

  function here_f(s: Position): number | null {
    if (s.here_f !== undefined) return s.here_f;
    const at = s.at;
    const phase = s.phase;
    if (F[~phase] === f_arrived) {
      // USE-01: here(K) :- phase(arrived(S)), at(S,shop(_,K,_),_).
      const s1 = A0[~phase]!;
      for (let _r1 = at.get(s1) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y2 = _r1[_i1]!;
        if (F[~y2] === f_shop) {
          const k4 = A1[~y2]!;
          return (s.here_f = k4);
        }
      }
      // USE-01: here(K) :- phase(arrived(S)), space(S,K), K != site.
      const s5 = A0[~phase]!;
      const s6 = (space_bf.get(s5) ?? null);
      if (s6 !== null && s6 !== c_site) {
        return (s.here_f = s6);
      }
    }
    return (s.here_f = null);
  }

  function masters_f(s: Position): number | null {
    if (s.masters_f !== undefined) return s.masters_f;
    const active = s.active;
    const at = s.at;
    // FEN-04: masters(N) :- active(P), N = #count { K : at(area(P),master(K),_) }.
    let count1 = 0;
    for (let _r1 = at.get(make(f_area, 1, active)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y2 = _r1[_i1]!;
      if (F[~y2] === f_master) {
        count1 += 1;
      }
    }
    return (s.masters_f = count1);
    return (s.masters_f = null);
  }

  function lesson_f(s: Position): readonly number[] {
    if (s.lesson_f !== undefined) return s.lesson_f;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_arrived) {
      // FEN-05: lesson(T) :- here(fencing), active(P), at(board,T,_), T = master(_), not at(area(P),T,_).
      if (here_f(s) === c_fencing) {
        for (let _r1 = at.get(c_board) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
          const t1 = _r1[_i1]!;
          if (F[~t1] === f_master && held(at, make(f_area, 1, active), t1) === null) {
            out.push(t1);
          }
        }
      }
    }
    return (s.lesson_f = out);
  }

  function owns_bf_metal(s: Position): number | null {
    if (s.owns_bf_metal !== undefined) return s.owns_bf_metal;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    // A-65: owns(T,N) :- here(smith), active(P), T = (metal;gem), at(area(P),T,N).
    if (true && F[~phase] === f_arrived) {
      const n1 = held(at, make(f_area, 1, active), c_metal);
      if (n1 !== null && here_f(s) === c_smith) {
        return (s.owns_bf_metal = n1);
      }
    }
    // A-65: owns(T,0) :- here(smith), active(P), T = (metal;gem), not at(area(P),T,_).
    if (true && F[~phase] === f_arrived && held(at, make(f_area, 1, active), c_metal) === null && here_f(s) === c_smith) {
      return (s.owns_bf_metal = 0);
    }
    return (s.owns_bf_metal = null);
  }

  function owns_bf_gem(s: Position): number | null {
    if (s.owns_bf_gem !== undefined) return s.owns_bf_gem;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    // A-65: owns(T,N) :- here(smith), active(P), T = (metal;gem), at(area(P),T,N).
    if (true && F[~phase] === f_arrived) {
      const n1 = held(at, make(f_area, 1, active), c_gem);
      if (n1 !== null && here_f(s) === c_smith) {
        return (s.owns_bf_gem = n1);
      }
    }
    // A-65: owns(T,0) :- here(smith), active(P), T = (metal;gem), not at(area(P),T,_).
    if (true && F[~phase] === f_arrived && held(at, make(f_area, 1, active), c_gem) === null && here_f(s) === c_smith) {
      return (s.owns_bf_gem = 0);
    }
    return (s.owns_bf_gem = null);
  }

  function weight_ff(s: Position): readonly number[] {
    if (s.weight_ff !== undefined) return s.weight_ff;
    const at = s.at;
    const out: number[] = [];
    // TAK-01: weight(draw(C),N) :- legal(chance,draw(C)), at(pile,C,N).
    for (let _r1 = (legal_bf(s).get(c_chance) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_draw) {
        const c2 = A0[~y1]!;
        const n3 = held(at, c_pile, c2);
        if (n3 !== null) {
          out.push(y1, n3);
        }
      }
    }
    return (s.weight_ff = out);
  }

  function points_fff(s: Position): readonly number[] {
    if (s.points_fff !== undefined) return s.points_fff;
    const at = s.at;
    const out: number[] = [];
    // SCO-01: points(P,delivered,N) :- role(P), N = #sum { V*K,S : at(alcazar(P),S,K), S = sword(V,_,_) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      for (let _r2 = at.get(make(f_alcazar, 1, p1)) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const s3 = _r2[_i2]!, k4 = _r2[_i2 + 1]!;
        if (F[~s3] === f_sword) {
          const v5 = A0[~s3]!;
          sum2 += (v5 * k4);
        }
      }
      out.push(p1, c_delivered, sum2);
    }
    // SCO-02: points(P,in_front,N) :- role(P), N = #sum { V/D*K,S : at(area(P),S,K), S = sword(V,_,_), sword_divisor(D) }.
    for (let _r3 = role_f, _i3 = 0; _i3 < _r3.length; _i3 += 1) {
      const p6 = _r3[_i3]!;
      let sum7 = 0;
      const s8 = sword_divisor_f;
      if (s8 !== null) {
        for (let _r4 = at.get(make(f_area, 1, p6)) ?? NONE, _i4 = 0; _i4 < _r4.length; _i4 += 2) {
          const s9 = _r4[_i4]!, k10 = _r4[_i4 + 1]!;
          if (F[~s9] === f_sword) {
            const v11 = A0[~s9]!;
            sum7 += (Math.trunc(v11 / s8) * k10);
          }
        }
      }
      out.push(p6, c_in_front, sum7);
    }
    // SCO-03: points(P,paintings,N) :- role(P), N = #sum { V*K,V : at(area(P),painting(V),K) }.
    for (let _r5 = role_f, _i5 = 0; _i5 < _r5.length; _i5 += 1) {
      const p12 = _r5[_i5]!;
      let sum13 = 0;
      for (let _r6 = at.get(make(f_area, 1, p12)) ?? NONE, _i6 = 0; _i6 < _r6.length; _i6 += 2) {
        const y14 = _r6[_i6]!, k15 = _r6[_i6 + 1]!;
        if (F[~y14] === f_painting) {
          const v16 = A0[~y14]!;
          sum13 += (v16 * k15);
        }
      }
      out.push(p12, c_paintings, sum13);
    }
    // SCO-04: points(P,gems,N/M) :- role(P), at(area(P),gem,N), gems_per_point(M).
    const g17 = gems_per_point_f;
    if (g17 !== null) {
      for (let _r7 = role_f, _i7 = 0; _i7 < _r7.length; _i7 += 1) {
        const p18 = _r7[_i7]!;
        const n19 = held(at, make(f_area, 1, p18), c_gem);
        if (n19 !== null) {
          out.push(p18, c_gems, Math.trunc(n19 / g17));
        }
      }
    }
    // SCO-05: points(P,movement_tile,-N) :- role(P), at(area(P),master(movement),_), movement_penalty(N).
    const m20 = movement_penalty_f;
    if (m20 !== null) {
      for (let _r8 = role_f, _i8 = 0; _i8 < _r8.length; _i8 += 1) {
        const p21 = _r8[_i8]!;
        if (held(at, make(f_area, 1, p21), make(f_master, 1, c_movement)) !== null) {
          out.push(p21, c_movement_tile, -m20);
        }
      }
    }
    return (s.points_fff = out);
  }

  function goal_bf(s: Position, seat0: number): number | null {
    // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
    if (role_b.has(seat0)) {
      let sum1 = 0;
      for (let _r1 = (points_bff(s).get(seat0) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const k3 = _r1[_i1 + 1]!;
        sum1 += k3;
      }
      return sum1;
    }
    return null;
  }

  function rank_bf(s: Position, seat0: number): number | null {
    // A-126: rank(P,1+N) :- role(P), N = #count { Q : better(Q,P) }.
    if (role_b.has(seat0)) {
      let count1 = 0;
      for (let _r1 = better_fb(s, seat0), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        count1 += 1;
      }
      return (1 + count1);
    }
    return null;
  }

  function better_fb(s: Position, seat1: number): readonly number[] {
    const out: number[] = [];
    // A-125: better(P,Q) :- outdoes(P,Q).
    for (let _r1 = outdoes_fb(s, seat1), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      out.push(p1);
    }
    // TIE-03: better(P,Q) :- leads(P), leads(Q), card_sum(P,M), card_sum(Q,N), M > N.
    if (leads_b(s).has(seat1)) {
      const c2 = card_sum_bf(s, seat1);
      if (c2 !== null) {
        for (let _r2 = leads_f(s), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
          const p3 = _r2[_i2]!;
          const c4 = card_sum_bf(s, p3);
          if (c4 !== null && c4 > c2) {
            add(out, p3);
          }
        }
      }
    }
    return out;
  }

  function outdoes_fb(s: Position, seat1: number): readonly number[] {
    const out: number[] = [];
    // TIE-01: outdoes(P,Q) :- goal(P,M), goal(Q,N), M > N.
    const g1 = goal_bf(s, seat1);
    if (g1 !== null) {
      for (let _r1 = goal_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const p2 = _r1[_i1]!, m3 = _r1[_i1 + 1]!;
        if (m3 > g1) {
          out.push(p2);
        }
      }
    }
    // TIE-02: outdoes(P,Q) :- level(P,Q), size(hand(P),M), size(hand(Q),N), M > N.
    const s4 = size_bf(s, make(f_hand, 1, seat1));
    if (s4 !== null) {
      for (let _r2 = size_ff(s), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const y5 = _r2[_i2]!, m6 = _r2[_i2 + 1]!;
        if (F[~y5] === f_hand) {
          const p7 = A0[~y5]!;
          if (m6 > s4 && level_bb(s, p7, seat1)) {
            add(out, p7);
          }
        }
      }
    }
    return out;
  }

  function goal_ff(s: Position): readonly number[] {
    if (s.goal_ff !== undefined) return s.goal_ff;
    const out: number[] = [];
    // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      for (let _r2 = (points_bff(s).get(p1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const k4 = _r2[_i2 + 1]!;
        sum2 += k4;
      }
      out.push(p1, sum2);
    }
    return (s.goal_ff = out);
  }

  function size_bf(s: Position, term0: number): number | null {
    const at = s.at;
    // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
    if (term0 === c_pile) {
      let sum1 = 0;
      for (let _r1 = at.get(c_pile) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const k3 = _r1[_i1 + 1]!;
        sum1 += k3;
      }
      return sum1;
    }
    // vocabulary: size(discards,N) :- N = #sum { K,C : at(discards,C,K) }.
    if (term0 === c_discards) {
      let sum4 = 0;
      for (let _r2 = at.get(c_discards) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const k6 = _r2[_i2 + 1]!;
        sum4 += k6;
      }
      return sum4;
    }
    // vocabulary: size(hand(P),N) :- role(P), N = #sum { K,C : at(hand(P),C,K) }.
    if (F[~term0] === f_hand) {
      const p7 = A0[~term0]!;
      if (role_b.has(p7)) {
        let sum8 = 0;
        for (let _r3 = at.get(term0) ?? NONE, _i3 = 0; _i3 < _r3.length; _i3 += 2) {
          const k10 = _r3[_i3 + 1]!;
          sum8 += k10;
        }
        return sum8;
      }
    }
    return null;
  }

  function size_ff(s: Position): readonly number[] {
    if (s.size_ff !== undefined) return s.size_ff;
    const at = s.at;
    const out: number[] = [];
    // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
    let sum1 = 0;
    for (let _r1 = at.get(c_pile) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const k3 = _r1[_i1 + 1]!;
      sum1 += k3;
    }
    out.push(c_pile, sum1);
    // vocabulary: size(discards,N) :- N = #sum { K,C : at(discards,C,K) }.
    let sum4 = 0;
    for (let _r2 = at.get(c_discards) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
      const k6 = _r2[_i2 + 1]!;
      sum4 += k6;
    }
    out.push(c_discards, sum4);
    // vocabulary: size(hand(P),N) :- role(P), N = #sum { K,C : at(hand(P),C,K) }.
    for (let _r3 = role_f, _i3 = 0; _i3 < _r3.length; _i3 += 1) {
      const p7 = _r3[_i3]!;
      let sum8 = 0;
      for (let _r4 = at.get(make(f_hand, 1, p7)) ?? NONE, _i4 = 0; _i4 < _r4.length; _i4 += 2) {
        const k10 = _r4[_i4 + 1]!;
        sum8 += k10;
      }
      out.push(make(f_hand, 1, p7), sum8);
    }
    return (s.size_ff = out);
  }

  function level_bb(s: Position, seat0: number, seat1: number): boolean {
    // TIE-02: level(P,Q) :- goal(P,N), goal(Q,N).
    const g1 = goal_bf(s, seat0);
    if (g1 !== null && goal_bb(s, seat1, g1)) {
      return true;
    }
    return false;
  }

  function goal_bb(s: Position, seat0: number, points1: number): boolean {
    // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
    if (role_b.has(seat0)) {
      let sum1 = 0;
      for (let _r1 = (points_bff(s).get(seat0) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const k3 = _r1[_i1 + 1]!;
        sum1 += k3;
      }
      if (sum1 === points1) {
        return true;
      }
    }
    return false;
  }

  function leads_f(s: Position): readonly number[] {
    if (s.leads_f !== undefined) return s.leads_f;
    const out: number[] = [];
    // A-125: leads(P) :- role(P), not outdoes(_,P).
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      if (!outdoes_xb(s, p1)) {
        out.push(p1);
      }
    }
    return (s.leads_f = out);
  }

  function outdoes_xb(s: Position, seat1: number): boolean {
    // TIE-01: outdoes(P,Q) :- goal(P,M), goal(Q,N), M > N.
    const g1 = goal_bf(s, seat1);
    if (g1 !== null) {
      for (let _r1 = goal_xf(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const m2 = _r1[_i1]!;
        if (m2 > g1) {
          return true;
        }
      }
    }
    // TIE-02: outdoes(P,Q) :- level(P,Q), size(hand(P),M), size(hand(Q),N), M > N.
    const s3 = size_bf(s, make(f_hand, 1, seat1));
    if (s3 !== null) {
      for (let _r2 = size_ff(s), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const y4 = _r2[_i2]!, m5 = _r2[_i2 + 1]!;
        if (F[~y4] === f_hand) {
          const p6 = A0[~y4]!;
          if (m5 > s3 && level_bb(s, p6, seat1)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  function goal_xf(s: Position): readonly number[] {
    if (s.goal_xf !== undefined) return s.goal_xf;
    const out: number[] = [];
    // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      for (let _r2 = (points_bff(s).get(p1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const k4 = _r2[_i2 + 1]!;
        sum2 += k4;
      }
      add(out, sum2);
    }
    return (s.goal_xf = out);
  }

  function card_sum_bf(s: Position, seat0: number): number | null {
    const at = s.at;
    // TIE-03: card_sum(P,N) :- role(P), N = #sum { V*K,C : at(hand(P),C,K), C = card(V,_,_) }.
    if (role_b.has(seat0)) {
      let sum1 = 0;
      for (let _r1 = at.get(make(f_hand, 1, seat0)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const c2 = _r1[_i1]!, k3 = _r1[_i1 + 1]!;
        if (F[~c2] === f_card) {
          const v4 = A0[~c2]!;
          sum1 += (v4 * k3);
        }
      }
      return sum1;
    }
    return null;
  }

  function winner_f(s: Position): readonly number[] {
    if (s.winner_f !== undefined) return s.winner_f;
    const phase = s.phase;
    const out: number[] = [];
    if (phase === c_over) {
      // A-126: winner(P) :- terminal, rank(P,1).
      if (terminal(s)) {
        for (let _r1 = rank_fb_1(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
          const p1 = _r1[_i1]!;
          out.push(p1);
        }
      }
    }
    return (s.winner_f = out);
  }

  function terminal(s: Position): boolean {
    if (s.terminal !== undefined) return s.terminal;
    const phase = s.phase;
    if (phase === c_over) {
      // END-03: terminal :- phase(over).
      return (s.terminal = true);
    }
    return (s.terminal = false);
  }

  function rank_fb_1(s: Position): readonly number[] {
    if (s.rank_fb_1 !== undefined) return s.rank_fb_1;
    const out: number[] = [];
    // A-126: rank(P,1+N) :- role(P), N = #count { Q : better(Q,P) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let count2 = 0;
      for (let _r2 = better_fb(s, p1), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        count2 += 1;
      }
      if (1 === (1 + count2)) {
        out.push(p1);
      }
    }
    return (s.rank_fb_1 = out);
  }

  function sure_bfff(s: Position, seat0: number): readonly number[] {
    const at = s.at;
    const out: number[] = [];
    // A-130: sure(W,P,C,N) :- other(W,P), at(known(P),C,N).
    for (let _r1 = (other_bf.get(seat0) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      for (let _r2 = at.get(make(f_known, 1, p1)) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const c2 = _r2[_i2]!, n3 = _r2[_i2 + 1]!;
        out.push(p1, c2, n3);
      }
    }
    // A-130: sure(W,P,C,K+N-M) :- unseen(W,C,N), elsewhere(W,P,M), N > M, notes(P,C,K).
    for (let _r3 = notes_fff(s), _i3 = 0; _i3 < _r3.length; _i3 += 3) {
      const p4 = _r3[_i3]!, c5 = _r3[_i3 + 1]!, k6 = _r3[_i3 + 2]!;
      const u7 = unseen_bbf(s, seat0, c5);
      if (u7 !== null) {
        const e8 = elsewhere_bbf(s, seat0, p4);
        if (e8 !== null && u7 > e8) {
          add(out, p4, c5, ((k6 + u7) - e8));
        }
      }
    }
    return out;
  }

  function notes_fff(s: Position): readonly number[] {
    if (s.notes_fff !== undefined) return s.notes_fff;
    const at = s.at;
    const out: number[] = [];
    // A-130: notes(P,C,K) :- at(known(P),C,K).
    for (const place1 of at.keys()) {
      if (place1 < 0 && F[~place1] === f_known) {
        const p2 = A0[~place1]!;
        for (let _r2 = at.get(place1) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const c3 = _r2[_i2]!, k4 = _r2[_i2 + 1]!;
          out.push(p2, c3, k4);
        }
      }
    }
    // A-130: notes(P,C,0) :- role(P), copies(C,_), C = card(_,_,_), not at(known(P),C,_).
    for (let _r3 = role_f, _i3 = 0; _i3 < _r3.length; _i3 += 1) {
      const p5 = _r3[_i3]!;
      for (let _r4 = copies_fx, _i4 = 0; _i4 < _r4.length; _i4 += 1) {
        const c6 = _r4[_i4]!;
        if (F[~c6] === f_card && held(at, make(f_known, 1, p5), c6) === null) {
          add(out, p5, c6, 0);
        }
      }
    }
    return (s.notes_fff = out);
  }

  function unseen_bbf(s: Position, seat0: number, term1: number): number | null {
    const at = s.at;
    // A-130: unseen(W,C,N-M) :- viewer(W), copies(C,N), C = card(_,_,_), M = #sum { K,X : in_sight(W,X), at(X,C,K) }.
    if (F[~term1] === f_card && viewer_b.has(seat0)) {
      const c1 = (copies_bf.get(term1) ?? null);
      if (c1 !== null) {
        let sum2 = 0;
        for (let _r1 = (in_sight_bf.get(seat0) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
          const x3 = _r1[_i1]!;
          const n4 = held(at, x3, term1);
          if (n4 !== null) {
            sum2 += n4;
          }
        }
        return (c1 - sum2);
      }
    }
    return null;
  }

  function elsewhere_bbf(s: Position, seat0: number, seat1: number): number | null {
    // A-130: elsewhere(W,P,N-M) :- other(W,P), N = #sum { K,C : unseen(W,C,K) }, unknown(P,M).
    if (other_bb.has(pair(seat0, seat1))) {
      const u1 = unknown_bf(s, seat1);
      if (u1 !== null) {
        let sum2 = 0;
        for (let _r1 = unseen_bff(s, seat0), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
          const k4 = _r1[_i1 + 1]!;
          sum2 += k4;
        }
        return (sum2 - u1);
      }
    }
    return null;
  }

  function unknown_bf(s: Position, seat0: number): number | null {
    const at = s.at;
    // A-130: unknown(P,N-M) :- size(hand(P),N), M = #sum { K,C : at(known(P),C,K) }.
    const s1 = size_bf(s, make(f_hand, 1, seat0));
    if (s1 !== null) {
      let sum2 = 0;
      for (let _r1 = at.get(make(f_known, 1, seat0)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const k4 = _r1[_i1 + 1]!;
        sum2 += k4;
      }
      return (s1 - sum2);
    }
    return null;
  }

  function unseen_bff(s: Position, seat0: number): readonly number[] {
    const at = s.at;
    const out: number[] = [];
    // A-130: unseen(W,C,N-M) :- viewer(W), copies(C,N), C = card(_,_,_), M = #sum { K,X : in_sight(W,X), at(X,C,K) }.
    if (viewer_b.has(seat0)) {
      for (let _r1 = copies_ff, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const c1 = _r1[_i1]!, n2 = _r1[_i1 + 1]!;
        if (F[~c1] === f_card) {
          let sum3 = 0;
          for (let _r2 = (in_sight_bf.get(seat0) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
            const x4 = _r2[_i2]!;
            const n5 = held(at, x4, c1);
            if (n5 !== null) {
              sum3 += n5;
            }
          }
          out.push(c1, (n2 - sum3));
        }
      }
    }
    return out;
  }

  function broken_f(s: Position): readonly number[] {
    if (s.broken_f !== undefined) return s.broken_f;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const tile_card = s.tile_card;
    const trigger = s.trigger;
    const out: number[] = [];
    if (phase === c_start) {
      // TAK-03: broken(tak03) :- phase(start), active(P), card_to_reveal, not legal(P,take_cards).
      if (card_to_reveal(s) && !legal_bb(s).has(pair(active, c_take_cards))) {
        out.push(c_tak03);
      }
      // SHP-03: broken(shp03) :- phase(start), active(P), at(area(P),T,_), T = shop(_,_,_), vacant(S), not legal(P,place_shop(T,S)).
      for (let _r1 = vacant_f(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const s12 = _r1[_i1]!;
        for (let _r2 = at.get(make(f_area, 1, active)) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const t13 = _r2[_i2]!;
          if (F[~t13] === f_shop && !legal_bb(s).has(pair(active, make(f_place_shop, 2, t13, s12)))) {
            add(out, c_shp03);
          }
        }
      }
      // I-19: broken(i19) :- phase(start), active(P), finished(P).
      if (finished_b(s, active)) {
        out.push(c_i19);
      }
    } else if (F[~phase] === f_arrived) {
      // MOV-07: broken(mov07) :- phase(arrived(_)), active(P), not legal(P,end_turn).
      if (!legal_bb(s).has(pair(active, c_end_turn))) {
        out.push(c_mov07);
      }
      // I-28: broken(i28) :- phase(arrived(S)), active(P), not at(S,figure(P),_).
      const s47 = A0[~phase]!;
      if (held(at, s47, make(f_figure, 1, active)) === null) {
        out.push(c_i28);
      }
      // I-28: broken(i28) :- phase(arrived(S)), not room(S,_).
      const s48 = A0[~phase]!;
      if (!room_bx(s, s48)) {
        add(out, c_i28);
      }
    } else if (F[~phase] === f_transit) {
      // OCC-06: broken(occ06) :- phase(transit(S)), active(P), rival(Q,S), card_to_reveal, not legal(P,challenge(Q)).
      const s15 = A0[~phase]!;
      if (card_to_reveal(s)) {
        for (let _r3 = rival_fb(s, s15), _i3 = 0; _i3 < _r3.length; _i3 += 1) {
          const q16 = _r3[_i3]!;
          if (!legal_bb(s).has(pair(active, make(f_challenge, 1, q16)))) {
            add(out, c_occ06);
          }
        }
      }
      // stuck: broken(stuck) :- phase(transit(_)), not legal(_,_).
      if (!legal_xx(s)) {
        out.push(c_stuck);
      }
    } else if (phase === c_entered) {
      // ALC-04: broken(alc04) :- phase(entered), active(P), not legal(P,end_turn).
      if (!legal_bb(s).has(pair(active, c_end_turn))) {
        out.push(c_alc04);
      }
      // I-36: broken(i36) :- phase(entered), active(P), delivered(P,N), inside(P,M), N >= M.
      const d60 = delivered_bf(s, active);
      if (d60 !== null) {
        const i61 = inside_bf(s, active);
        if (i61 !== null && d60 >= i61) {
          out.push(c_i36);
        }
      }
    } else if (phase === c_over) {
      // I-21: broken(i21) :- phase(over), active(P), clockwise(P,Q), not trigger(Q).
      const c36 = (clockwise_bf.get(active) ?? null);
      if (c36 !== null && trigger !== c36) {
        out.push(c_i21);
      }
      // I-22: broken(i22) :- phase(over), not finished(_).
      if (!finished_x(s)) {
        out.push(c_i22);
      }
      // I-38: broken(i38) :- terminal, not winner(_).
      if (terminal(s) && !winner_x(s)) {
        out.push(c_i38);
      }
      // I-38: broken(i38) :- winner(P), better(_,P).
      if (terminal(s)) {
        for (let _r4 = winner_f(s), _i4 = 0; _i4 < _r4.length; _i4 += 1) {
          const p150 = _r4[_i4]!;
          if (better_xb(s, p150)) {
            add(out, c_i38);
          }
        }
      }
      // I-38: broken(i38) :- winner(P), winner(Q), goal(P,M), goal(Q,N), M != N.
      if (terminal(s)) {
        for (let _r5 = winner_f(s), _i5 = 0; _i5 < _r5.length; _i5 += 1) {
          const p151 = _r5[_i5]!;
          const g152 = goal_bf(s, p151);
          if (g152 !== null) {
            for (let _r6 = winner_f(s), _i6 = 0; _i6 < _r6.length; _i6 += 1) {
              const q153 = _r6[_i6]!;
              const g154 = goal_bf(s, q153);
              if (g154 !== null && g152 !== g154) {
                add(out, c_i38);
              }
            }
          }
        }
      }
      // I-38: broken(i38) :- winner(P), winner(Q), size(hand(P),M), size(hand(Q),N), M != N.
      if (terminal(s)) {
        for (let _r7 = winner_f(s), _i7 = 0; _i7 < _r7.length; _i7 += 1) {
          const p155 = _r7[_i7]!;
          const s156 = size_bf(s, make(f_hand, 1, p155));
          if (s156 !== null) {
            for (let _r8 = winner_f(s), _i8 = 0; _i8 < _r8.length; _i8 += 1) {
              const q157 = _r8[_i8]!;
              const s158 = size_bf(s, make(f_hand, 1, q157));
              if (s158 !== null && s156 !== s158) {
                add(out, c_i38);
              }
            }
          }
        }
      }
      // I-38: broken(i38) :- winner(P), winner(Q), card_sum(P,M), card_sum(Q,N), M != N.
      if (terminal(s)) {
        for (let _r9 = winner_f(s), _i9 = 0; _i9 < _r9.length; _i9 += 1) {
          const p159 = _r9[_i9]!;
          const c160 = card_sum_bf(s, p159);
          if (c160 !== null) {
            for (let _r10 = winner_f(s), _i10 = 0; _i10 < _r10.length; _i10 += 1) {
              const q161 = _r10[_i10]!;
              const c162 = card_sum_bf(s, q161);
              if (c162 !== null && c160 !== c162) {
                add(out, c_i38);
              }
            }
          }
        }
      }
    } else if (F[~phase] === f_duel) {
      // I-31: broken(i31) :- phase(duel(_,P,_,_)), active(P).
      const p49 = A1[~phase]!;
      if (active === p49) {
        out.push(c_i31);
      }
      // I-31: broken(i31) :- phase(duel(S,Q,_,_)), not at(S,figure(Q),_).
      const s50 = A0[~phase]!;
      const q51 = A1[~phase]!;
      if (held(at, s50, make(f_figure, 1, q51)) === null) {
        add(out, c_i31);
      }
      // I-31: broken(i31) :- phase(duel(_,_,A,_)), rounds_to_win(N), A >= N.
      const a52 = A2[~phase]!;
      const r53 = rounds_to_win_f;
      if (r53 !== null && a52 >= r53) {
        add(out, c_i31);
      }
      // I-31: broken(i31) :- phase(duel(_,_,_,D)), rounds_to_win(N), D >= N.
      const d54 = A3[~phase]!;
      const r55 = rounds_to_win_f;
      if (r55 !== null && d54 >= r55) {
        add(out, c_i31);
      }
    } else if (F[~phase] === f_drawing) {
      // I-34: broken(i34) :- phase(drawing(L,take)), cards_taken(N), L > N.
      const l56 = A0[~phase]!;
      if (A1[~phase]! === c_take) {
        const c57 = cards_taken_f;
        if (c57 !== null && l56 > c57) {
          out.push(c_i34);
        }
      }
      // I-34: broken(i34) :- phase(drawing(L,tavern)), tavern_cards(N), L > N.
      const l58 = A0[~phase]!;
      if (A1[~phase]! === c_tavern) {
        const t59 = tavern_cards_f;
        if (t59 !== null && l58 > t59) {
          add(out, c_i34);
        }
      }
    }
    // I-01: broken(i01) :- lost(card(_,_,_)).
    for (let _r11 = lost_f(s), _i11 = 0; _i11 < _r11.length; _i11 += 1) {
      const y1 = _r11[_i11]!;
      if (F[~y1] === f_card) {
        add(out, c_i01);
      }
    }
    // I-02: broken(i02) :- lost(sword(_,_,_)).
    for (let _r12 = lost_f(s), _i12 = 0; _i12 < _r12.length; _i12 += 1) {
      const y2 = _r12[_i12]!;
      if (F[~y2] === f_sword) {
        add(out, c_i02);
      }
    }
    // I-03: broken(i03) :- lost(metal).
    if (lost_b_metal(s)) {
      out.push(c_i03);
    }
    // I-04: broken(i04) :- lost(gem).
    if (lost_b_gem(s)) {
      out.push(c_i04);
    }
    // I-05: broken(i05) :- lost(painting(_)).
    for (let _r13 = lost_f(s), _i13 = 0; _i13 < _r13.length; _i13 += 1) {
      const y3 = _r13[_i13]!;
      if (F[~y3] === f_painting) {
        add(out, c_i05);
      }
    }
    // I-05: broken(i05) :- at(stack(_),_,N), N > 1.
    for (const place4 of at.keys()) {
      if (place4 < 0 && F[~place4] === f_stack) {
        for (let _r15 = at.get(place4) ?? NONE, _i15 = 0; _i15 < _r15.length; _i15 += 2) {
          const n6 = _r15[_i15 + 1]!;
          if (n6 > 1) {
            add(out, c_i05);
          }
        }
      }
    }
    // I-05: broken(i05) :- at(stack(H),_,_), H > 1, not at(stack(H-1),_,_).
    for (const place7 of at.keys()) {
      if (place7 < 0 && F[~place7] === f_stack) {
        const h8 = A0[~place7]!;
        if (!(!at.has(place7)) && h8 > 1 && !at.has(make(f_stack, 1, (h8 - 1)))) {
          add(out, c_i05);
        }
      }
    }
    // I-06: broken(i06) :- lost(master(_)).
    for (let _r17 = lost_f(s), _i17 = 0; _i17 < _r17.length; _i17 += 1) {
      const y9 = _r17[_i17]!;
      if (F[~y9] === f_master) {
        add(out, c_i06);
      }
    }
    // I-07: broken(i07) :- lost(figure(_)).
    for (let _r18 = lost_f(s), _i18 = 0; _i18 < _r18.length; _i18 += 1) {
      const y10 = _r18[_i18]!;
      if (F[~y10] === f_figure) {
        add(out, c_i07);
      }
    }
    // I-08: broken(i08) :- lost(shop(_,_,_)).
    for (let _r19 = lost_f(s), _i19 = 0; _i19 < _r19.length; _i19 += 1) {
      const y11 = _r19[_i19]!;
      if (F[~y11] === f_shop) {
        add(out, c_i08);
      }
    }
    // FEN-03: broken(fen03) :- may(P,play_card(_,_,tile)), not at(area(P),master(movement),_).
    for (let _r20 = may_ff(s), _i20 = 0; _i20 < _r20.length; _i20 += 2) {
      const p17 = _r20[_i20]!, y18 = _r20[_i20 + 1]!;
      if (F[~y18] === f_play_card && A2[~y18]! === c_tile && held(at, make(f_area, 1, p17), make(f_master, 1, c_movement)) === null) {
        add(out, c_fen03);
      }
    }
    // TIL-02: broken(til02) :- may(_,play_card(card(V,_,_),_,tile)), base(V).
    const b19 = base_f(s);
    if (b19 !== null) {
      for (let _r21 = may_ff(s), _i21 = 0; _i21 < _r21.length; _i21 += 2) {
        const y21 = _r21[_i21 + 1]!;
        if (F[~y21] === f_play_card) {
          const c22 = A0[~y21]!;
          if (A0[~c22]! === b19 && A2[~y21]! === c_tile) {
            add(out, c_til02);
          }
        }
      }
    }
    // TIL-04: broken(til04) :- may(_,play_card(card(V,_,_),_,plain)), base(B), B != none, B != V.
    const b23 = base_f(s);
    if (b23 !== null && b23 !== c_none) {
      for (let _r22 = may_ff(s), _i22 = 0; _i22 < _r22.length; _i22 += 2) {
        const y25 = _r22[_i22 + 1]!;
        if (F[~y25] === f_play_card) {
          const c26 = A0[~y25]!;
          const v27 = A0[~c26]!;
          if (A2[~y25]! === c_plain && b23 !== v27) {
            add(out, c_til04);
          }
        }
      }
    }
    // TIL-07: broken(til07) :- may(_,play_card(card(V,_,_),_,plain)), base(none), tile_card(V).
    if (base_f(s) === c_none) {
      const t28 = tile_card_f(s);
      if (t28 !== null) {
        for (let _r23 = may_ff(s), _i23 = 0; _i23 < _r23.length; _i23 += 2) {
          const y30 = _r23[_i23 + 1]!;
          if (F[~y30] === f_play_card) {
            const c31 = A0[~y30]!;
            if (A0[~c31]! === t28 && A2[~y30]! === c_plain) {
              add(out, c_til07);
            }
          }
        }
      }
    }
    // TIL-08: broken(til08) :- at(area(P),master(movement),_), movement_penalty(N), not points(P,movement_tile,-N).
    const m32 = movement_penalty_f;
    if (m32 !== null) {
      for (const place33 of at.keys()) {
        if (place33 < 0 && F[~place33] === f_area) {
          const p34 = A0[~place33]!;
          if (held(at, place33, make(f_master, 1, c_movement)) !== null && !points_bbb(s).has([p34, c_movement_tile, -m32].join())) {
            add(out, c_til08);
          }
        }
      }
    }
    // I-20: broken(i20) :- trigger(P), not finished(P).
    if (trigger !== null && !finished_b(s, trigger)) {
      out.push(c_i20);
    }
    // I-20: broken(i20) :- trigger(P), active(P).
    if (trigger !== null && active === trigger) {
      add(out, c_i20);
    }
    // I-20: broken(i20) :- to_come(P), finished(P).
    for (let _r25 = finished_f(s), _i25 = 0; _i25 < _r25.length; _i25 += 1) {
      const p35 = _r25[_i25]!;
      if (to_come_b(s).has(p35)) {
        add(out, c_i20);
      }
    }
    // I-23: broken(i23) :- at(front,_,_), not move_turn.
    if (!move_turn(s) && !(!at.has(c_front))) {
      add(out, c_i23);
    }
    // I-23: broken(i23) :- true(tile_card(_)), not move_turn.
    if (tile_card !== null && !move_turn(s)) {
      add(out, c_i23);
    }
    // I-24: broken(i24) :- not terminal, not legal(_,_).
    if (!terminal(s) && !legal_xx(s)) {
      out.push(c_i24);
    }
    // I-24: broken(i24) :- legal(P,_), terminal.
    if (terminal(s) && legal_xx(s)) {
      add(out, c_i24);
    }
    // I-24: broken(i24) :- legal(P,_), legal(Q,_), P != Q.
    for (let _r26 = legal_ff(s), _i26 = 0; _i26 < _r26.length; _i26 += 2) {
      const p37 = _r26[_i26]!;
      for (let _r27 = legal_ff(s), _i27 = 0; _i27 < _r27.length; _i27 += 2) {
        const q39 = _r27[_i27]!;
        if (p37 !== q39) {
          add(out, c_i24);
        }
      }
    }
    // I-24: broken(i24) :- legal(P,_), role(P), not active(P).
    for (let _r28 = role_f, _i28 = 0; _i28 < _r28.length; _i28 += 1) {
      const p41 = _r28[_i28]!;
      if (active !== p41 && legal_bx(s).has(p41)) {
        add(out, c_i24);
      }
    }
    // I-25: broken(i25) :- #sum { N,C : at(front,C,N) } > 1.
    let sum42 = 0;
    for (let _r29 = at.get(c_front) ?? NONE, _i29 = 0; _i29 < _r29.length; _i29 += 2) {
      const n44 = _r29[_i29 + 1]!;
      sum42 += n44;
    }
    if (sum42 > 1) {
      out.push(c_i25);
    }
    // I-26: broken(i26) :- true(tile_card(V)), at(front,card(V,_,_),_).
    if (tile_card !== null) {
      for (let _r30 = at.get(c_front) ?? NONE, _i30 = 0; _i30 < _r30.length; _i30 += 2) {
        const y45 = _r30[_i30]!;
        if (F[~y45] === f_card && A0[~y45]! === tile_card) {
          add(out, c_i26);
        }
      }
    }
    // I-27: broken(i27) :- move_turn, not at(front,_,_), not true(tile_card(_)).
    if (tile_card === null && !at.has(c_front) && move_turn(s)) {
      out.push(c_i27);
    }
    // I-32: broken(i32) :- awaits_card, size(pile,0).
    if (awaits_card(s) && size_bb_pile_0(s)) {
      out.push(c_i32);
    }
    // form: broken(form) :- #count { P : active(P) } != 1.
    let count62 = 0;
    count62 += 1;
    if (count62 !== 1) {
      out.push(c_form);
    }
    // form: broken(form) :- active(P), not role(P).
    if (!role_b.has(active)) {
      add(out, c_form);
    }
    // form: broken(form) :- #count { X : phase(X) } != 1.
    let count63 = 0;
    count63 += 1;
    if (count63 !== 1) {
      add(out, c_form);
    }
    // form: broken(form) :- phase(X), not possible(X).
    if (!possible_b().has(phase)) {
      add(out, c_form);
    }
    // form: broken(form) :- trigger(P), not role(P).
    if (trigger !== null && !role_b.has(trigger)) {
      add(out, c_form);
    }
    // form: broken(form) :- trigger(P), trigger(Q), P != Q.
    if (trigger !== null && trigger !== null && trigger !== trigger) {
      add(out, c_form);
    }
    // form: broken(form) :- true(tile_card(V)), not value(V).
    if (tile_card !== null && !value_b().has(tile_card)) {
      add(out, c_form);
    }
    // form: broken(form) :- true(tile_card(V)), true(tile_card(W)), V < W.
    if (tile_card !== null && tile_card !== null && tile_card < tile_card) {
      add(out, c_form);
    }
    // pieces: broken(pieces) :- at(_,T,_), not total(T,_).
    for (const place64 of at.keys()) {
      for (let _r32 = at.get(place64) ?? NONE, _i32 = 0; _i32 < _r32.length; _i32 += 2) {
        const t65 = _r32[_i32]!;
        if (!total_bx().has(t65)) {
          add(out, c_pieces);
        }
      }
    }
    // pieces: broken(pieces) :- at(X,T,_), watched(T), not home(T,X), not note(T,X).
    for (let _r33 = watched_f(), _i33 = 0; _i33 < _r33.length; _i33 += 1) {
      const t67 = _r33[_i33]!;
      for (const place68 of at.keys()) {
        if (held(at, place68, t67) !== null && !home_bb().has(pair(t67, place68)) && !note_bb().has(pair(t67, place68))) {
          add(out, c_pieces);
        }
      }
    }
    // pieces: broken(pieces) :- at(_,T,N), watched(T), N < 1.
    for (let _r35 = watched_f(), _i35 = 0; _i35 < _r35.length; _i35 += 1) {
      const t69 = _r35[_i35]!;
      for (const place70 of at.keys()) {
        const n71 = held(at, place70, t69);
        if (n71 !== null && n71 < 1) {
          add(out, c_pieces);
        }
      }
    }
    // pieces: broken(pieces) :- at(X,T,N), at(X,T,M), watched(T), N < M.
    for (let _r37 = watched_f(), _i37 = 0; _i37 < _r37.length; _i37 += 1) {
      const t72 = _r37[_i37]!;
      for (const place73 of at.keys()) {
        const n74 = held(at, place73, t72);
        if (n74 !== null) {
          const n75 = held(at, place73, t72);
          if (n75 !== null && n74 < n75) {
            add(out, c_pieces);
          }
        }
      }
    }
    // I-09: broken(i09) :- at(S,shop(_,_,_),_), space(S,K), K != site.
    for (let _r39 = space_ff, _i39 = 0; _i39 < _r39.length; _i39 += 2) {
      const s76 = _r39[_i39]!, k77 = _r39[_i39 + 1]!;
      if (k77 !== c_site) {
        for (let _r40 = at.get(s76) ?? NONE, _i40 = 0; _i40 < _r40.length; _i40 += 2) {
          const y78 = _r40[_i40]!;
          if (F[~y78] === f_shop) {
            add(out, c_i09);
          }
        }
      }
    }
    // I-09: broken(i09) :- space(S,_), #sum { N,T : at(S,T,N), T = shop(_,_,_) } > 1.
    for (let _r41 = space_fx, _i41 = 0; _i41 < _r41.length; _i41 += 1) {
      const s80 = _r41[_i41]!;
      let sum81 = 0;
      for (let _r42 = at.get(s80) ?? NONE, _i42 = 0; _i42 < _r42.length; _i42 += 2) {
        const t82 = _r42[_i42]!, n83 = _r42[_i42 + 1]!;
        if (F[~t82] === f_shop) {
          sum81 += n83;
        }
      }
      if (sum81 > 1) {
        add(out, c_i09);
      }
    }
    // I-10: broken(i10) :- M = #count { S : space(S,site) }, #sum { N,S,T : at(S,T,N), T = shop(_,_,_), space(S,_) } > M.
    let count84 = 0;
    for (let _r43 = (space_fb.get(c_site) ?? NONE), _i43 = 0; _i43 < _r43.length; _i43 += 1) {
      count84 += 1;
    }
    let sum86 = 0;
    for (let _r44 = space_fx, _i44 = 0; _i44 < _r44.length; _i44 += 1) {
      const s87 = _r44[_i44]!;
      for (let _r45 = at.get(s87) ?? NONE, _i45 = 0; _i45 < _r45.length; _i45 += 2) {
        const t88 = _r45[_i45]!, n89 = _r45[_i45 + 1]!;
        if (F[~t88] === f_shop) {
          sum86 += n89;
        }
      }
    }
    if (sum86 > count84) {
      out.push(c_i10);
    }
    // I-11: broken(i11) :- room(S,C), #sum { N,P : at(S,figure(P),N) } > C.
    for (let _r46 = room_ff(s), _i46 = 0; _i46 < _r46.length; _i46 += 2) {
      const s90 = _r46[_i46]!, c91 = _r46[_i46 + 1]!;
      let sum92 = 0;
      for (let _r47 = at.get(s90) ?? NONE, _i47 = 0; _i47 < _r47.length; _i47 += 2) {
        const y93 = _r47[_i47]!, n94 = _r47[_i47 + 1]!;
        if (F[~y93] === f_figure) {
          sum92 += n94;
        }
      }
      if (sum92 > c91) {
        add(out, c_i11);
      }
    }
    // I-11: broken(i11) :- space(S,_), not room(S,_), at(S,figure(_),_).
    for (let _r48 = space_fx, _i48 = 0; _i48 < _r48.length; _i48 += 1) {
      const s96 = _r48[_i48]!;
      if (!room_bx(s, s96)) {
        for (let _r49 = at.get(s96) ?? NONE, _i49 = 0; _i49 < _r49.length; _i49 += 2) {
          const y97 = _r49[_i49]!;
          if (F[~y97] === f_figure) {
            add(out, c_i11);
          }
        }
      }
    }
    // I-12: broken(i12) :- at(X,figure(P),_), not home(figure(P),X).
    for (const place99 of at.keys()) {
      for (let _r51 = at.get(place99) ?? NONE, _i51 = 0; _i51 < _r51.length; _i51 += 2) {
        const y100 = _r51[_i51]!;
        if (F[~y100] === f_figure && !home_bb().has(pair(y100, place99))) {
          add(out, c_i12);
        }
      }
    }
    // I-13: broken(i13) :- hovers(_), active(P), not at(transit,figure(P),1).
    if (!some_at1(s, active) && hovers_x(s)) {
      add(out, c_i13);
    }
    // I-13: broken(i13) :- at(transit,_,_), not hovers(_).
    if (!hovers_x(s) && !(!at.has(c_transit))) {
      add(out, c_i13);
    }
    // I-13: broken(i13) :- at(transit,figure(Q),_), not active(Q).
    for (let _r52 = at.get(c_transit) ?? NONE, _i52 = 0; _i52 < _r52.length; _i52 += 2) {
      const y103 = _r52[_i52]!;
      if (F[~y103] === f_figure) {
        const q105 = A0[~y103]!;
        if (active !== q105) {
          add(out, c_i13);
        }
      }
    }
    // I-13: broken(i13) :- hovers(S), not full(S).
    for (let _r53 = hovers_f(s), _i53 = 0; _i53 < _r53.length; _i53 += 1) {
      const s106 = _r53[_i53]!;
      if (!full_b(s, s106)) {
        add(out, c_i13);
      }
    }
    // I-42: broken(i42) :- at(_,figure(P),_), not role(P).
    for (const place107 of at.keys()) {
      for (let _r55 = at.get(place107) ?? NONE, _i55 = 0; _i55 < _r55.length; _i55 += 2) {
        const y108 = _r55[_i55]!;
        if (F[~y108] === f_figure) {
          const p110 = A0[~y108]!;
          if (!role_b.has(p110)) {
            add(out, c_i42);
          }
        }
      }
    }
    // I-42: broken(i42) :- at(_,shop(P,_,_),_), not role(P).
    for (const place111 of at.keys()) {
      for (let _r57 = at.get(place111) ?? NONE, _i57 = 0; _i57 < _r57.length; _i57 += 2) {
        const y112 = _r57[_i57]!;
        if (F[~y112] === f_shop) {
          const p114 = A0[~y112]!;
          if (!role_b.has(p114)) {
            add(out, c_i42);
          }
        }
      }
    }
    // I-42: broken(i42) :- active(P), not role(P).
    if (!role_b.has(active)) {
      add(out, c_i42);
    }
    // I-42: broken(i42) :- trigger(P), not role(P).
    if (trigger !== null && !role_b.has(trigger)) {
      add(out, c_i42);
    }
    // I-14: broken(i14) :- at(area(_),master(_),N), N > 1.
    for (const place115 of at.keys()) {
      if (place115 < 0 && F[~place115] === f_area) {
        for (let _r59 = at.get(place115) ?? NONE, _i59 = 0; _i59 < _r59.length; _i59 += 2) {
          const y116 = _r59[_i59]!, n117 = _r59[_i59 + 1]!;
          if (F[~y116] === f_master && n117 > 1) {
            add(out, c_i14);
          }
        }
      }
    }
    // I-14: broken(i14) :- role(P), tile_limit(L), #sum { N,K : at(area(P),master(K),N) } > L.
    const t118 = tile_limit_f;
    if (t118 !== null) {
      for (let _r60 = role_f, _i60 = 0; _i60 < _r60.length; _i60 += 1) {
        const p119 = _r60[_i60]!;
        let sum120 = 0;
        for (let _r61 = at.get(make(f_area, 1, p119)) ?? NONE, _i61 = 0; _i61 < _r61.length; _i61 += 2) {
          const y121 = _r61[_i61]!, n122 = _r61[_i61 + 1]!;
          if (F[~y121] === f_master) {
            sum120 += n122;
          }
        }
        if (sum120 > t118) {
          add(out, c_i14);
        }
      }
    }
    // I-15: broken(i15) :- delivered(P,N), inside(P,M), N > M.
    for (let _r62 = delivered_ff(s), _i62 = 0; _i62 < _r62.length; _i62 += 2) {
      const p124 = _r62[_i62]!, n125 = _r62[_i62 + 1]!;
      const i126 = inside_bf(s, p124);
      if (i126 !== null && n125 > i126) {
        add(out, c_i15);
      }
    }
    // I-16: broken(i16) :- at(_,_,N), N < 1.
    for (const place127 of at.keys()) {
      for (let _r64 = at.get(place127) ?? NONE, _i64 = 0; _i64 < _r64.length; _i64 += 2) {
        const n129 = _r64[_i64 + 1]!;
        if (n129 < 1) {
          add(out, c_i16);
        }
      }
    }
    // I-16: broken(i16) :- at(known(P),C,N), not at(hand(P),C,_).
    for (const place130 of at.keys()) {
      if (place130 < 0 && F[~place130] === f_known) {
        const p131 = A0[~place130]!;
        for (let _r66 = at.get(place130) ?? NONE, _i66 = 0; _i66 < _r66.length; _i66 += 2) {
          const c132 = _r66[_i66]!;
          if (held(at, make(f_hand, 1, p131), c132) === null) {
            add(out, c_i16);
          }
        }
      }
    }
    // I-16: broken(i16) :- at(known(P),C,N), at(hand(P),C,M), N > M.
    for (const place134 of at.keys()) {
      if (place134 < 0 && F[~place134] === f_known) {
        const p135 = A0[~place134]!;
        for (let _r68 = at.get(place134) ?? NONE, _i68 = 0; _i68 < _r68.length; _i68 += 2) {
          const c136 = _r68[_i68]!, n137 = _r68[_i68 + 1]!;
          const n138 = held(at, make(f_hand, 1, p135), c136);
          if (n138 !== null && n137 > n138) {
            add(out, c_i16);
          }
        }
      }
    }
    // I-33: broken(i33) :- copies(T,N), T = master(_), players(M), N >= M, role(P), not at(area(P),T,_), not at(board,T,_).
    const p139 = players_f;
    if (p139 !== null) {
      for (let _r69 = copies_ff, _i69 = 0; _i69 < _r69.length; _i69 += 2) {
        const t140 = _r69[_i69]!, n141 = _r69[_i69 + 1]!;
        if (n141 >= p139 && F[~t140] === f_master && held(at, c_board, t140) === null) {
          for (let _r70 = role_f, _i70 = 0; _i70 < _r70.length; _i70 += 1) {
            const p142 = _r70[_i70]!;
            if (held(at, make(f_area, 1, p142), t140) === null) {
              add(out, c_i33);
            }
          }
        }
      }
    }
    // I-37: broken(i37) :- goal(_,N), movement_penalty(M), N < -M.
    const m143 = movement_penalty_f;
    if (m143 !== null) {
      for (let _r71 = goal_xf(s), _i71 = 0; _i71 < _r71.length; _i71 += 1) {
        const n144 = _r71[_i71]!;
        if (n144 < -m143) {
          add(out, c_i37);
        }
      }
    }
    // I-37: broken(i37) :- copies(gem,N), gems_per_point(M), #sum { K,P : points(P,gems,K) } > N/M.
    const c145 = (copies_bf.get(c_gem) ?? null);
    if (c145 !== null) {
      const g146 = gems_per_point_f;
      if (g146 !== null) {
        let sum147 = 0;
        for (let _r72 = (points_fbf(s).get(c_gems) ?? NONE), _i72 = 0; _i72 < _r72.length; _i72 += 2) {
          const k149 = _r72[_i72 + 1]!;
          sum147 += k149;
        }
        if (sum147 > Math.trunc(c145 / g146)) {
          add(out, c_i37);
        }
      }
    }
    return (s.broken_f = out);
  }

  function lost_f(s: Position): readonly number[] {
    if (s.lost_f !== undefined) return s.lost_f;
    const at = s.at;
    const out: number[] = [];
    // invariants: lost(T) :- total(T,N), #sum { K,X : at(X,T,K), home(T,X) } != N.
    for (let _r1 = total_ff(), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const t1 = _r1[_i1]!, n2 = _r1[_i1 + 1]!;
      let sum3 = 0;
      for (let _r2 = (home_bf().get(t1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const x4 = _r2[_i2]!;
        const n5 = held(at, x4, t1);
        if (n5 !== null) {
          sum3 += n5;
        }
      }
      if (sum3 !== n2) {
        out.push(t1);
      }
    }
    return (s.lost_f = out);
  }

  function lost_b_metal(s: Position): boolean {
    if (s.lost_b_metal !== undefined) return s.lost_b_metal;
    const at = s.at;
    // invariants: lost(T) :- total(T,N), #sum { K,X : at(X,T,K), home(T,X) } != N.
    const t1 = (total_bf().get(c_metal) ?? null);
    if (t1 !== null) {
      let sum2 = 0;
      for (let _r1 = (home_bf().get(c_metal) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const x3 = _r1[_i1]!;
        const n4 = held(at, x3, c_metal);
        if (n4 !== null) {
          sum2 += n4;
        }
      }
      if (sum2 !== t1) {
        return (s.lost_b_metal = true);
      }
    }
    return (s.lost_b_metal = false);
  }

  function lost_b_gem(s: Position): boolean {
    if (s.lost_b_gem !== undefined) return s.lost_b_gem;
    const at = s.at;
    // invariants: lost(T) :- total(T,N), #sum { K,X : at(X,T,K), home(T,X) } != N.
    const t1 = (total_bf().get(c_gem) ?? null);
    if (t1 !== null) {
      let sum2 = 0;
      for (let _r1 = (home_bf().get(c_gem) ?? NONE), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const x3 = _r1[_i1]!;
        const n4 = held(at, x3, c_gem);
        if (n4 !== null) {
          sum2 += n4;
        }
      }
      if (sum2 !== t1) {
        return (s.lost_b_gem = true);
      }
    }
    return (s.lost_b_gem = false);
  }

  function finished_b(s: Position, seat0: number): boolean {
    // I-19: finished(P) :- inside(P,N), last_round_at(M), N >= M.
    const l1 = last_round_at_f;
    if (l1 !== null) {
      const i2 = inside_bf(s, seat0);
      if (i2 !== null && i2 >= l1) {
        return true;
      }
    }
    return false;
  }

  function inside_bf(s: Position, seat0: number): number | null {
    const at = s.at;
    // I-15: inside(P,N) :- role(P), N = #sum { K : at(alcazar(P),figure(P),K) }.
    if (role_b.has(seat0)) {
      let sum1 = 0;
      const n2 = held(at, make(f_alcazar, 1, seat0), make(f_figure, 1, seat0));
      if (n2 !== null) {
        sum1 += n2;
      }
      return sum1;
    }
    return null;
  }

  function finished_f(s: Position): readonly number[] {
    if (s.finished_f !== undefined) return s.finished_f;
    const out: number[] = [];
    // I-19: finished(P) :- inside(P,N), last_round_at(M), N >= M.
    const l1 = last_round_at_f;
    if (l1 !== null) {
      for (let _r1 = inside_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const p2 = _r1[_i1]!, n3 = _r1[_i1 + 1]!;
        if (n3 >= l1) {
          out.push(p2);
        }
      }
    }
    return (s.finished_f = out);
  }

  function inside_ff(s: Position): readonly number[] {
    if (s.inside_ff !== undefined) return s.inside_ff;
    const at = s.at;
    const out: number[] = [];
    // I-15: inside(P,N) :- role(P), N = #sum { K : at(alcazar(P),figure(P),K) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      const n3 = held(at, make(f_alcazar, 1, p1), make(f_figure, 1, p1));
      if (n3 !== null) {
        sum2 += n3;
      }
      out.push(p1, sum2);
    }
    return (s.inside_ff = out);
  }

  function finished_x(s: Position): boolean {
    if (s.finished_x !== undefined) return s.finished_x;
    // I-19: finished(P) :- inside(P,N), last_round_at(M), N >= M.
    const l1 = last_round_at_f;
    if (l1 !== null) {
      for (let _r1 = inside_xf(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const n2 = _r1[_i1]!;
        if (n2 >= l1) {
          return (s.finished_x = true);
        }
      }
    }
    return (s.finished_x = false);
  }

  function inside_xf(s: Position): readonly number[] {
    if (s.inside_xf !== undefined) return s.inside_xf;
    const at = s.at;
    const out: number[] = [];
    // I-15: inside(P,N) :- role(P), N = #sum { K : at(alcazar(P),figure(P),K) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      const n3 = held(at, make(f_alcazar, 1, p1), make(f_figure, 1, p1));
      if (n3 !== null) {
        sum2 += n3;
      }
      add(out, sum2);
    }
    return (s.inside_xf = out);
  }

  function move_turn(s: Position): boolean {
    if (s.move_turn !== undefined) return s.move_turn;
    const phase = s.phase;
    if (F[~phase] === f_drawing) {
      // I-23: move_turn :- phase(drawing(_,tavern)).
      if (A1[~phase]! === c_tavern) {
        return (s.move_turn = true);
      }
    }
    // I-23: move_turn :- resting.
    if (resting(s)) {
      return (s.move_turn = true);
    }
    // I-23: move_turn :- hovers(_).
    if (hovers_x(s)) {
      return (s.move_turn = true);
    }
    return (s.move_turn = false);
  }

  function hovers_x(s: Position): boolean {
    if (s.hovers_x !== undefined) return s.hovers_x;
    const phase = s.phase;
    if (F[~phase] === f_transit) {
      // I-13: hovers(S) :- phase(transit(S)).
      return (s.hovers_x = true);
    } else if (F[~phase] === f_duel) {
      // I-13: hovers(S) :- phase(duel(S,_,_,_)).
      return (s.hovers_x = true);
    }
    return (s.hovers_x = false);
  }

  function awaits_card(s: Position): boolean {
    if (s.awaits_card !== undefined) return s.awaits_card;
    const phase = s.phase;
    if (F[~phase] === f_drawing) {
      // I-32: awaits_card :- phase(drawing(_,_)).
      return (s.awaits_card = true);
    } else if (F[~phase] === f_duel) {
      // I-32: awaits_card :- phase(duel(_,_,_,_)).
      return (s.awaits_card = true);
    }
    return (s.awaits_card = false);
  }

  function size_bb_pile_0(s: Position): boolean {
    if (s.size_bb_pile_0 !== undefined) return s.size_bb_pile_0;
    const at = s.at;
    // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
    let sum1 = 0;
    for (let _r1 = at.get(c_pile) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const k3 = _r1[_i1 + 1]!;
      sum1 += k3;
    }
    if (sum1 === 0) {
      return (s.size_bb_pile_0 = true);
    }
    return (s.size_bb_pile_0 = false);
  }

  function delivered_bf(s: Position, seat0: number): number | null {
    const at = s.at;
    // I-15: delivered(P,N) :- role(P), N = #sum { K,T : at(alcazar(P),T,K), T = sword(_,_,_) }.
    if (role_b.has(seat0)) {
      let sum1 = 0;
      for (let _r1 = at.get(make(f_alcazar, 1, seat0)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const t2 = _r1[_i1]!, k3 = _r1[_i1 + 1]!;
        if (F[~t2] === f_sword) {
          sum1 += k3;
        }
      }
      return sum1;
    }
    return null;
  }

  function room_ff(s: Position): readonly number[] {
    if (s.room_ff !== undefined) return s.room_ff;
    const at = s.at;
    const out: number[] = [];
    // A-52: room(S,N) :- circles(S,N).
    for (let _r1 = circles_ff, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const s1 = _r1[_i1]!, n2 = _r1[_i1 + 1]!;
      out.push(s1, n2);
    }
    // SHP-04: room(S,N) :- space(S,site), at(S,shop(_,_,N),_).
    for (let _r2 = (space_fb.get(c_site) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
      const s3 = _r2[_i2]!;
      for (let _r3 = at.get(s3) ?? NONE, _i3 = 0; _i3 < _r3.length; _i3 += 2) {
        const y4 = _r3[_i3]!;
        if (F[~y4] === f_shop) {
          const n6 = A2[~y4]!;
          add(out, s3, n6);
        }
      }
    }
    return (s.room_ff = out);
  }

  function some_at1(s: Position, p0: number): boolean {
    const at = s.at;
    const n1 = held(at, c_transit, make(f_figure, 1, p0));
    if (n1 !== null && n1 === 1) {
      return true;
    }
    return false;
  }

  function hovers_f(s: Position): readonly number[] {
    if (s.hovers_f !== undefined) return s.hovers_f;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_transit) {
      // I-13: hovers(S) :- phase(transit(S)).
      const s1 = A0[~phase]!;
      out.push(s1);
    } else if (F[~phase] === f_duel) {
      // I-13: hovers(S) :- phase(duel(S,_,_,_)).
      const s2 = A0[~phase]!;
      out.push(s2);
    }
    return (s.hovers_f = out);
  }

  function delivered_ff(s: Position): readonly number[] {
    if (s.delivered_ff !== undefined) return s.delivered_ff;
    const at = s.at;
    const out: number[] = [];
    // I-15: delivered(P,N) :- role(P), N = #sum { K,T : at(alcazar(P),T,K), T = sword(_,_,_) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      for (let _r2 = at.get(make(f_alcazar, 1, p1)) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const t3 = _r2[_i2]!, k4 = _r2[_i2 + 1]!;
        if (F[~t3] === f_sword) {
          sum2 += k4;
        }
      }
      out.push(p1, sum2);
    }
    return (s.delivered_ff = out);
  }

  function better_xb(s: Position, seat1: number): boolean {
    // A-125: better(P,Q) :- outdoes(P,Q).
    if (outdoes_xb(s, seat1)) {
      return true;
    }
    // TIE-03: better(P,Q) :- leads(P), leads(Q), card_sum(P,M), card_sum(Q,N), M > N.
    if (leads_b(s).has(seat1)) {
      const c1 = card_sum_bf(s, seat1);
      if (c1 !== null) {
        for (let _r1 = leads_f(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
          const p2 = _r1[_i1]!;
          const c3 = card_sum_bf(s, p2);
          if (c3 !== null && c3 > c1) {
            return true;
          }
        }
      }
    }
    return false;
  }

  function sees_size_bff(s: Position, seat0: number): readonly number[] {
    const out: number[] = [];
    // A-128: sees(W,size(pile,N)) :- viewer(W), size(pile,N).
    if (viewer_b.has(seat0)) {
      const s1 = size_bf_pile(s);
      if (s1 !== null) {
        out.push(c_pile, s1);
      }
    }
    // A-128: sees(W,size(hand(P),N)) :- viewer(W), size(hand(P),N).
    if (viewer_b.has(seat0)) {
      for (let _r1 = size_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const y2 = _r1[_i1]!, n3 = _r1[_i1 + 1]!;
        if (F[~y2] === f_hand) {
          out.push(y2, n3);
        }
      }
    }
    return out;
  }

  function round_f(m: Move): number | null {
    if (m.round_f !== undefined) return m.round_f;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (F[~act] === f_draw) {
      // DUE-06: round(W) :- revealed(card(_,K,_)), ahead(W,K).
      if (F[~phase] === f_duel) {
        const r1 = revealed_f(m);
        if (r1 !== null && F[~r1] === f_card) {
          const k2 = A1[~r1]!;
          for (let _r1 = ahead_fb(s, k2), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
            const w3 = _r1[_i1]!;
            return (m.round_f = w3);
          }
        }
      }
      // DUE-07: round(W) :- revealed(card(_,K,W)), not ahead(_,K).
      if (F[~phase] === f_duel) {
        const r4 = revealed_f(m);
        if (r4 !== null && F[~r4] === f_card) {
          const k5 = A1[~r4]!;
          const w6 = A2[~r4]!;
          if (!ahead_xb(s, k5)) {
            return (m.round_f = w6);
          }
        }
      }
    }
    return (m.round_f = null);
  }

  function revealed_f(m: Move): number | null {
    if (m.revealed_f !== undefined) return m.revealed_f;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    const who = m.who;
    if (who === c_chance) {
      // DUE-04: revealed(C) :- phase(duel(_,_,_,_)), does(chance,draw(C)).
      if (F[~act] === f_draw) {
        const c1 = A0[~act]!;
        if (F[~phase] === f_duel) {
          return (m.revealed_f = c1);
        }
      }
    }
    return (m.revealed_f = null);
  }

  function ahead_fb(s: Position, term1: number): readonly number[] {
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_duel) {
      // DUE-06: ahead(W,K) :- duellist(W,P), at(area(P),master(K),_), duellist(_,Q), not at(area(Q),master(K),_).
      for (let _r1 = duellist_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const w1 = _r1[_i1]!, p2 = _r1[_i1 + 1]!;
        if (held(at, make(f_area, 1, p2), make(f_master, 1, term1)) !== null) {
          for (let _r2 = duellist_xf(s), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
            const q3 = _r2[_i2]!;
            if (held(at, make(f_area, 1, q3), make(f_master, 1, term1)) === null) {
              add(out, w1);
            }
          }
        }
      }
    }
    return out;
  }

  function duellist_ff(s: Position): readonly number[] {
    if (s.duellist_ff !== undefined) return s.duellist_ff;
    const active = s.active;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_duel) {
      // DUE-06: duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P).
      out.push(c_attacker, active);
      // DUE-06: duellist(defender,Q) :- phase(duel(_,Q,_,_)).
      const q1 = A1[~phase]!;
      out.push(c_defender, q1);
    }
    return (s.duellist_ff = out);
  }

  function duellist_xf(s: Position): readonly number[] {
    if (s.duellist_xf !== undefined) return s.duellist_xf;
    const active = s.active;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~phase] === f_duel) {
      // DUE-06: duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P).
      out.push(active);
      // DUE-06: duellist(defender,Q) :- phase(duel(_,Q,_,_)).
      const q1 = A1[~phase]!;
      add(out, q1);
    }
    return (s.duellist_xf = out);
  }

  function ahead_xb(s: Position, term1: number): boolean {
    const at = s.at;
    const phase = s.phase;
    if (F[~phase] === f_duel) {
      // DUE-06: ahead(W,K) :- duellist(W,P), at(area(P),master(K),_), duellist(_,Q), not at(area(Q),master(K),_).
      for (let _r1 = duellist_xf(s), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p1 = _r1[_i1]!;
        if (held(at, make(f_area, 1, p1), make(f_master, 1, term1)) !== null) {
          for (let _r2 = duellist_xf(s), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
            const q2 = _r2[_i2]!;
            if (held(at, make(f_area, 1, q2), make(f_master, 1, term1)) === null) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  function happens_ff(m: Move): readonly number[] {
    if (m.happens_ff !== undefined) return m.happens_ff;
    const s = m.s;
    const act = m.act;
    const active = s.active;
    const phase = s.phase;
    const trigger = s.trigger;
    const who = m.who;
    const out: number[] = [];
    if (F[~act] === f_play_card) {
      // A-136: happens(1,card_played(P,C,front,plain)) :- does(P,play_card(C,_,plain)), base(none).
      const c1 = A0[~act]!;
      if (A2[~act]! === c_plain && base_f(s) === c_none) {
        out.push(1, make(f_card_played, 4, who, c1, c_front, c_plain));
      }
      // A-136: happens(1,card_played(P,C,discards,M)) :- does(P,play_card(C,_,M)), discarded(C,hand(P)).
      const c2 = A0[~act]!;
      const m3 = A2[~act]!;
      if (discarded_bb(m).has(pair(c2, make(f_hand, 1, who)))) {
        add(out, 1, make(f_card_played, 4, who, c2, c_discards, m3));
      }
      // A-136: happens(2,figure_moved(P,S,S+V)) :- does(P,play_card(card(V,_,_),S,_)).
      const c24 = A0[~act]!;
      const v25 = A0[~c24]!;
      const s26 = A1[~act]!;
      out.push(2, make(f_figure_moved, 3, who, s26, (s26 + v25)));
      // A-136: happens(4,alcazar_entered(P,S)) :- lands(P,S), follows(entered).
      if (follows_f(m) === c_entered) {
        const l48 = lands_ff(m);
        if (l48 !== null) {
          const p49 = l48[0]!;
          const s50 = l48[1]!;
          out.push(4, make(f_alcazar_entered, 2, p49, s50));
        }
      }
    } else if (F[~act] === f_use_space) {
      // A-136: happens(1,fee_paid(P,C,Q)) :- paid(P,C,Q).
      if (F[~phase] === f_arrived) {
        const p4 = paid_fff(m);
        if (p4 !== null) {
          const p5 = p4[0]!;
          const c6 = p4[1]!;
          const q7 = p4[2]!;
          out.push(1, make(f_fee_paid, 3, p5, c6, q7));
        }
      }
      // A-136: happens(1,fee_paid(P,C,none)) :- does(P,use_space(C,_,_)), discarded(C,hand(P)).
      const c8 = A0[~act]!;
      if (discarded_bb(m).has(pair(c8, make(f_hand, 1, who)))) {
        add(out, 1, make(f_fee_paid, 3, who, c8, c_none));
      }
      // A-136: happens(2,tile_given_back(P,B)) :- does(P,use_space(_,_,B)), B != none.
      const b35 = A2[~act]!;
      if (b35 !== c_none) {
        out.push(2, make(f_tile_given_back, 2, who, b35));
      }
      // A-136: happens(3,metal_taken(P)) :- does(P,use_space(_,_,_)), here(metal).
      if (F[~phase] === f_arrived && here_f(s) === c_metal) {
        out.push(3, make(f_metal_taken, 1, who));
      }
      // A-136: happens(3,gem_taken(P)) :- does(P,use_space(_,_,_)), here(gem).
      if (F[~phase] === f_arrived && here_f(s) === c_gem) {
        out.push(3, make(f_gem_taken, 1, who));
      }
      // A-136: happens(3,sword_forged(P,T)) :- does(P,use_space(_,T,_)), T = sword(_,_,_).
      const t39 = A1[~act]!;
      if (F[~t39] === f_sword) {
        out.push(3, make(f_sword_forged, 2, who, t39));
      }
      // A-136: happens(3,tile_taken(P,T)) :- does(P,use_space(_,T,_)), T = master(_).
      const t40 = A1[~act]!;
      if (F[~t40] === f_master) {
        out.push(3, make(f_tile_taken, 2, who, t40));
      }
      // A-136: happens(3,painting_taken(P,V)) :- does(P,use_space(_,_,_)), top(_,painting(V)).
      if (F[~phase] === f_arrived) {
        const t41 = top_ff(s);
        if (t41 !== null) {
          const p42 = t41[1]!;
          if (F[~p42] === f_painting) {
            const v43 = A0[~p42]!;
            out.push(3, make(f_painting_taken, 2, who, v43));
          }
        }
      }
    } else if (F[~act] === f_draw) {
      // A-136: happens(1,card_drawn(P,C)) :- drawn(P,C).
      if (F[~phase] === f_drawing) {
        const d9 = drawn_ff(m);
        if (d9 !== null) {
          const p10 = d9[0]!;
          const c11 = d9[1]!;
          out.push(1, make(f_card_drawn, 2, p10, c11));
        }
      }
      // A-136: happens(1,round_fought(C,P,A,D)) :- revealed(C), round(W), duellist(W,P), rounds(A,D).
      if (F[~phase] === f_duel) {
        const r12 = revealed_f(m);
        if (r12 !== null) {
          const r13 = round_f(m);
          if (r13 !== null) {
            const d14 = duellist_bf(s, r13);
            if (d14 !== null) {
              const r15 = rounds_ff(m);
              if (r15 !== null) {
                const a16 = r15[0]!;
                const d17 = r15[1]!;
                out.push(1, make(f_round_fought, 4, r12, d14, a16, d17));
              }
            }
          }
        }
      }
      // A-136: happens(2,duel_ended(P,Q,S)) :- won(W), duellist(W,P), lost_by(Q,S).
      if (F[~phase] === f_duel) {
        const w30 = won_f(m);
        if (w30 !== null) {
          const d31 = duellist_bf(s, w30);
          if (d31 !== null) {
            const l32 = lost_by_ff(m);
            if (l32 !== null) {
              const q33 = l32[0]!;
              const s34 = l32[1]!;
              out.push(2, make(f_duel_ended, 3, d31, q33, s34));
            }
          }
        }
      }
      // A-136: happens(3,figure_sent_back(Q,S)) :- lost_by(Q,S).
      if (F[~phase] === f_duel) {
        const l36 = lost_by_ff(m);
        if (l36 !== null) {
          const q37 = l36[0]!;
          const s38 = l36[1]!;
          out.push(3, make(f_figure_sent_back, 2, q37, s38));
        }
      }
    } else if (act === c_pass) {
      // A-136: happens(1,passed(P)) :- does(P,pass).
      out.push(1, make(f_passed, 1, who));
    } else if (F[~act] === f_place_shop) {
      // A-136: happens(1,shop_placed(P,T,S)) :- does(P,place_shop(T,S)).
      const t18 = A0[~act]!;
      const s19 = A1[~act]!;
      out.push(1, make(f_shop_placed, 3, who, t18, s19));
    } else if (F[~act] === f_return_figure) {
      // A-136: happens(1,figure_returned(P,S)) :- does(P,return_figure(S)).
      const s20 = A0[~act]!;
      out.push(1, make(f_figure_returned, 2, who, s20));
    } else if (F[~act] === f_deliver) {
      // A-136: happens(1,sword_delivered(P,T)) :- does(P,deliver(T)).
      const t21 = A0[~act]!;
      out.push(1, make(f_sword_delivered, 2, who, t21));
    } else if (F[~act] === f_challenge) {
      // A-136: happens(1,duel_began(P,Q,S)) :- does(P,challenge(Q)), phase(transit(S)).
      const q22 = A0[~act]!;
      if (F[~phase] === f_transit) {
        const s23 = A0[~phase]!;
        out.push(1, make(f_duel_began, 3, who, q22, s23));
      }
    }
    // A-136: happens(2,drawing_began(P,N,W)) :- does(P,_), role(P), follows(drawing(N,W)).
    if (who >= 0 && role_b.has(who)) {
      const f27 = follows_f(m);
      if (f27 !== null && F[~f27] === f_drawing) {
        const n28 = A0[~f27]!;
        const w29 = A1[~f27]!;
        out.push(2, make(f_drawing_began, 3, who, n28, w29));
      }
    }
    // A-136: happens(4,circle_taken(P,S)) :- active(P), follows(arrived(S)).
    const f44 = follows_f(m);
    if (f44 !== null && F[~f44] === f_arrived) {
      const s45 = A0[~f44]!;
      out.push(4, make(f_circle_taken, 2, active, s45));
    }
    // A-136: happens(4,space_full(P,S)) :- active(P), follows(transit(S)).
    const f46 = follows_f(m);
    if (f46 !== null && F[~f46] === f_transit) {
      const s47 = A0[~f46]!;
      out.push(4, make(f_space_full, 2, active, s47));
    }
    // A-136: happens(5,pile_reshuffled(M+K)) :- reshuffle, size(discards,M), K = #count { C,X : discarded(C,X) }.
    if (reshuffle(m)) {
      const s51 = size_bf_discards(s);
      if (s51 !== null) {
        let count52 = 0;
        for (let _r1 = discarded_ff(m), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
          count52 += 1;
        }
        out.push(5, make(f_pile_reshuffled, 1, (s51 + count52)));
      }
    }
    // A-136: happens(6,front_card_discarded(P,C)) :- active(P), discarded(C,front).
    for (let _r2 = (discarded_fb(m).get(c_front) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
      const c55 = _r2[_i2]!;
      out.push(6, make(f_front_card_discarded, 2, active, c55));
    }
    // A-136: happens(7,turn_ended(P)) :- active(P), turn_ends.
    if (turn_ends(m)) {
      out.push(7, make(f_turn_ended, 1, active));
    }
    // A-136: happens(8,last_round_began(P)) :- new(trigger(P)).
    if (turn_ends(m)) {
      const n56 = new_trigger_f(m);
      if (n56 !== null) {
        out.push(8, make(f_last_round_began, 1, n56));
      }
    }
    // A-136: happens(9,turn_began(P)) :- new(active(P)).
    if (passes_on(m)) {
      const n57 = new_active_f(m);
      if (n57 !== null) {
        out.push(9, make(f_turn_began, 1, n57));
      }
    }
    // A-136: happens(9+K,hand_shown(P,C,N)) :- shows(P), left(P,C,N), true(trigger(Q)), seats_on(Q,P,K).
    if (trigger !== null && game_ends(m)) {
      for (let _r3 = (seats_on_bff.get(trigger) ?? NONE), _i3 = 0; _i3 < _r3.length; _i3 += 2) {
        const p58 = _r3[_i3]!, k59 = _r3[_i3 + 1]!;
        if (shows_b(m).has(p58)) {
          for (let _r4 = (left_bff(m).get(p58) ?? NONE), _i4 = 0; _i4 < _r4.length; _i4 += 2) {
            const c60 = _r4[_i4]!, n61 = _r4[_i4 + 1]!;
            out.push((9 + k59), make(f_hand_shown, 3, p58, c60, n61));
          }
        }
      }
    }
    // A-136: happens(9+N,game_ended) :- game_ends, players(N).
    const p62 = players_f;
    if (p62 !== null && game_ends(m)) {
      out.push((9 + p62), c_game_ended);
    }
    return (m.happens_ff = out);
  }

  function discarded_ff(m: Move): readonly number[] {
    if (m.discarded_ff !== undefined) return m.discarded_ff;
    const s = m.s;
    const act = m.act;
    const at = s.at;
    const phase = s.phase;
    const who = m.who;
    const out: number[] = [];
    if (F[~act] === f_draw) {
      // DUE-04: discarded(C,pile) :- revealed(C).
      if (F[~phase] === f_duel) {
        const r1 = revealed_f(m);
        if (r1 !== null) {
          out.push(r1, c_pile);
        }
      }
    } else if (F[~act] === f_play_card) {
      // MOV-11: discarded(C,hand(P)) :- does(P,play_card(C,_,plain)), not base(none).
      const c2 = A0[~act]!;
      if (A2[~act]! === c_plain && base_f(s) !== c_none) {
        out.push(c2, make(f_hand, 1, who));
      }
      // MOV-11: discarded(C,hand(P)) :- does(P,play_card(C,_,tile)).
      const c3 = A0[~act]!;
      if (A2[~act]! === c_tile) {
        add(out, c3, make(f_hand, 1, who));
      }
    } else if (F[~act] === f_use_space) {
      // USE-08: discarded(C,hand(P)) :- does(P,use_space(C,_,_)), C != none, here(tavern).
      const c6 = A0[~act]!;
      if (c6 !== c_none && F[~phase] === f_arrived && here_f(s) === c_tavern) {
        out.push(c6, make(f_hand, 1, who));
      }
      // USE-09: discarded(C,hand(P)) :- does(P,use_space(C,_,_)), C != none, here(artist).
      const c7 = A0[~act]!;
      if (c7 !== c_none && F[~phase] === f_arrived && here_f(s) === c_artist) {
        add(out, c7, make(f_hand, 1, who));
      }
    }
    // MOV-12: discarded(C,front) :- turn_ends, at(front,C,_).
    if (turn_ends(m)) {
      for (let _r1 = at.get(c_front) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const c4 = _r1[_i1]!;
        out.push(c4, c_front);
      }
    }
    return (m.discarded_ff = out);
  }

  function turn_ends(m: Move): boolean {
    if (m.turn_ends !== undefined) return m.turn_ends;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (act === c_end_turn) {
      // A-41: turn_ends :- does(_,end_turn).
      return (m.turn_ends = true);
    } else if (F[~act] === f_place_shop) {
      // SHP-01: turn_ends :- does(_,place_shop(_,_)).
      return (m.turn_ends = true);
    } else if (F[~act] === f_return_figure) {
      // RET-02: turn_ends :- does(_,return_figure(_)).
      return (m.turn_ends = true);
    } else if (act === c_pass) {
      // A-147: turn_ends :- does(_,pass).
      return (m.turn_ends = true);
    }
    if (F[~phase] === f_drawing) {
      // TAK-01: turn_ends :- last_draw(take).
      if (last_draw_f(m) === c_take) {
        return (m.turn_ends = true);
      }
    }
    return (m.turn_ends = false);
  }

  function last_draw_f(m: Move): number | null {
    if (m.last_draw_f !== undefined) return m.last_draw_f;
    const s = m.s;
    const phase = s.phase;
    const who = m.who;
    if (who === c_chance) {
      // A-27: last_draw(W) :- does(chance,_), phase(drawing(1,W)).
      if (F[~phase] === f_drawing && A0[~phase]! === 1) {
        const w1 = A1[~phase]!;
        return (m.last_draw_f = w1);
      }
      // A-27: last_draw(W) :- does(chance,_), phase(drawing(_,W)), drawable(1).
      if (F[~phase] === f_drawing) {
        const w2 = A1[~phase]!;
        if (drawable_f(s) === 1) {
          return (m.last_draw_f = w2);
        }
      }
    }
    return (m.last_draw_f = null);
  }

  function paid_fff(m: Move): number[] | null {
    if (m.paid_fff !== undefined) return m.paid_fff;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    const who = m.who;
    if (F[~act] === f_use_space) {
      // USE-04: paid(P,C,Q) :- does(P,use_space(C,_,_)), C != none, host(Q).
      const c1 = A0[~act]!;
      if (c1 !== c_none && F[~phase] === f_arrived) {
        const h2 = host_f(s);
        if (h2 !== null) {
          return (m.paid_fff = [who, c1, h2]);
        }
      }
    }
    return (m.paid_fff = null);
  }

  function drawn_ff(m: Move): number[] | null {
    if (m.drawn_ff !== undefined) return m.drawn_ff;
    const s = m.s;
    const act = m.act;
    const active = s.active;
    const phase = s.phase;
    const who = m.who;
    if (who === c_chance) {
      // TAK-01: drawn(P,C) :- does(chance,draw(C)), phase(drawing(_,_)), active(P).
      if (F[~act] === f_draw) {
        const c1 = A0[~act]!;
        if (F[~phase] === f_drawing) {
          return (m.drawn_ff = [active, c1]);
        }
      }
    }
    return (m.drawn_ff = null);
  }

  function duellist_bf(s: Position, term0: number): number | null {
    const active = s.active;
    const phase = s.phase;
    // DUE-06: duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P).
    if (term0 === c_attacker && F[~phase] === f_duel) {
      return active;
    }
    // DUE-06: duellist(defender,Q) :- phase(duel(_,Q,_,_)).
    if (term0 === c_defender && F[~phase] === f_duel) {
      const q1 = A1[~phase]!;
      return q1;
    }
    return null;
  }

  function rounds_ff(m: Move): number[] | null {
    if (m.rounds_ff !== undefined) return m.rounds_ff;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (F[~act] === f_draw) {
      // DUE-09: rounds(A+1,D) :- round(attacker), phase(duel(_,_,A,D)).
      if (F[~phase] === f_duel) {
        const a1 = A2[~phase]!;
        const d2 = A3[~phase]!;
        if (round_f(m) === c_attacker) {
          return (m.rounds_ff = [(a1 + 1), d2]);
        }
      }
      // DUE-09: rounds(A,D+1) :- round(defender), phase(duel(_,_,A,D)).
      if (F[~phase] === f_duel) {
        const a3 = A2[~phase]!;
        const d4 = A3[~phase]!;
        if (round_f(m) === c_defender) {
          return (m.rounds_ff = [a3, (d4 + 1)]);
        }
      }
    }
    return (m.rounds_ff = null);
  }

  function follows_f(m: Move): number | null {
    if (m.follows_f !== undefined) return m.follows_f;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    const who = m.who;
    if (F[~act] === f_play_card) {
      // ALC-01: follows(entered) :- lands(_,S), space(S,entrance).
      const l1 = lands_ff(m);
      if (l1 !== null) {
        const s2 = l1[1]!;
        if (space_bb.has(pair(s2, c_entrance))) {
          return (m.follows_f = c_entered);
        }
      }
      // MOV-06: follows(arrived(S)) :- lands(_,S), free(S).
      const l12 = lands_ff(m);
      if (l12 !== null) {
        const s13 = l12[1]!;
        if (free_b(s, s13)) {
          return (m.follows_f = make(f_arrived, 1, s13));
        }
      }
      // OCC-01: follows(transit(S)) :- lands(_,S), full(S).
      const l14 = lands_ff(m);
      if (l14 !== null) {
        const s15 = l14[1]!;
        if (full_b(s, s15)) {
          return (m.follows_f = make(f_transit, 1, s15));
        }
      }
    } else if (F[~act] === f_deliver) {
      // ALC-03: follows(moving) :- does(_,deliver(_)).
      return (m.follows_f = c_moving);
    } else if (F[~act] === f_challenge) {
      // DUE-01: follows(duel(S,Q,0,0)) :- does(_,challenge(Q)), phase(transit(S)).
      const q3 = A0[~act]!;
      if (F[~phase] === f_transit) {
        const s4 = A0[~phase]!;
        return (m.follows_f = make(f_duel, 4, s4, q3, 0, 0));
      }
    } else if (F[~act] === f_draw) {
      // DUE-10: follows(duel(S,Q,A,D)) :- rounds(A,D), rounds_to_win(N), A < N, D < N, phase(duel(S,Q,_,_)).
      if (F[~phase] === f_duel) {
        const s5 = A0[~phase]!;
        const q6 = A1[~phase]!;
        const r7 = rounds_to_win_f;
        if (r7 !== null) {
          const r8 = rounds_ff(m);
          if (r8 !== null) {
            const a9 = r8[0]!;
            const d10 = r8[1]!;
            if (a9 < r7 && d10 < r7) {
              return (m.follows_f = make(f_duel, 4, s5, q6, a9, d10));
            }
          }
        }
      }
      // DUE-13: follows(arrived(S)) :- won(attacker), phase(duel(S,_,_,_)).
      if (F[~phase] === f_duel) {
        const s11 = A0[~phase]!;
        if (won_f(m) === c_attacker) {
          return (m.follows_f = make(f_arrived, 1, s11));
        }
      }
      // DUE-14: follows(moving) :- won(defender).
      if (F[~phase] === f_duel && won_f(m) === c_defender) {
        return (m.follows_f = c_moving);
      }
    } else if (act === c_take_cards) {
      // TAK-01: follows(drawing(N,take)) :- does(_,take_cards), cards_taken(N).
      const c16 = cards_taken_f;
      if (c16 !== null) {
        return (m.follows_f = make(f_drawing, 2, c16, c_take));
      }
    } else if (F[~act] === f_use_space) {
      // TAV-02: follows(drawing(N,tavern)) :- does(_,use_space(_,_,_)), here(tavern), tavern_cards(N).
      if (F[~phase] === f_arrived) {
        const t19 = tavern_cards_f;
        if (t19 !== null && here_f(s) === c_tavern) {
          return (m.follows_f = make(f_drawing, 2, t19, c_tavern));
        }
      }
      // USE-01: follows(moving) :- does(_,use_space(_,_,_)), not here(tavern).
      if (here_f(s) !== c_tavern) {
        return (m.follows_f = c_moving);
      }
    }
    if (who === c_chance) {
      // A-27: follows(drawing(L-1,W)) :- does(chance,_), phase(drawing(L,W)), not last_draw(W).
      if (F[~phase] === f_drawing) {
        const l17 = A0[~phase]!;
        const w18 = A1[~phase]!;
        if (last_draw_f(m) !== w18) {
          return (m.follows_f = make(f_drawing, 2, (l17 - 1), w18));
        }
      }
    }
    if (F[~phase] === f_drawing) {
      // TAV-03: follows(moving) :- last_draw(tavern).
      if (last_draw_f(m) === c_tavern) {
        return (m.follows_f = c_moving);
      }
    }
    // END-03: follows(over) :- game_ends.
    if (game_ends(m)) {
      return (m.follows_f = c_over);
    }
    // TRN-02: follows(start) :- passes_on.
    if (passes_on(m)) {
      return (m.follows_f = c_start);
    }
    return (m.follows_f = null);
  }

  function lands_ff(m: Move): number[] | null {
    if (m.lands_ff !== undefined) return m.lands_ff;
    const act = m.act;
    const who = m.who;
    if (F[~act] === f_play_card) {
      // MOV-02: lands(P,S+V) :- does(P,play_card(card(V,_,_),S,_)).
      const c1 = A0[~act]!;
      const v2 = A0[~c1]!;
      const s3 = A1[~act]!;
      return (m.lands_ff = [who, (s3 + v2)]);
    }
    return (m.lands_ff = null);
  }

  function won_f(m: Move): number | null {
    if (m.won_f !== undefined) return m.won_f;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (F[~act] === f_draw) {
      // DUE-09: won(attacker) :- rounds(N,_), rounds_to_win(N).
      if (F[~phase] === f_duel) {
        const r1 = rounds_to_win_f;
        if (r1 !== null) {
          const r2 = rounds_ff(m);
          if (r2 !== null && r2[0]! === r1) {
            return (m.won_f = c_attacker);
          }
        }
      }
      // DUE-09: won(defender) :- rounds(_,N), rounds_to_win(N).
      if (F[~phase] === f_duel) {
        const r3 = rounds_to_win_f;
        if (r3 !== null) {
          const r4 = rounds_ff(m);
          if (r4 !== null && r4[1]! === r3) {
            return (m.won_f = c_defender);
          }
        }
      }
    }
    return (m.won_f = null);
  }

  function game_ends(m: Move): boolean {
    if (m.game_ends !== undefined) return m.game_ends;
    const s = m.s;
    const active = s.active;
    const trigger = s.trigger;
    // END-02: game_ends :- turn_ends, active(P), clockwise(P,Q), true(trigger(Q)).
    if (trigger !== null && clockwise_bb.has(pair(active, trigger)) && turn_ends(m)) {
      return (m.game_ends = true);
    }
    return (m.game_ends = false);
  }

  function passes_on(m: Move): boolean {
    if (m.passes_on !== undefined) return m.passes_on;
    // TRN-02: passes_on :- turn_ends, not game_ends.
    if (turn_ends(m) && !game_ends(m)) {
      return (m.passes_on = true);
    }
    return (m.passes_on = false);
  }

  function lost_by_ff(m: Move): number[] | null {
    if (m.lost_by_ff !== undefined) return m.lost_by_ff;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (F[~act] === f_draw) {
      // A-136: lost_by(Q,S) :- won(W), duellist(L,Q), L != W, phase(duel(S,_,_,_)).
      if (F[~phase] === f_duel) {
        const s1 = A0[~phase]!;
        const w2 = won_f(m);
        if (w2 !== null) {
          for (let _r1 = duellist_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
            const l3 = _r1[_i1]!, q4 = _r1[_i1 + 1]!;
            if (l3 !== w2) {
              return (m.lost_by_ff = [q4, s1]);
            }
          }
        }
      }
    }
    return (m.lost_by_ff = null);
  }

  function reshuffle(m: Move): boolean {
    if (m.reshuffle !== undefined) return m.reshuffle;
    const s = m.s;
    const who = m.who;
    if (who === c_chance) {
      // A-22: reshuffle :- needs_card, size(pile,1), does(chance,_).
      if (needs_card(m) && size_bb_pile_1(s)) {
        return (m.reshuffle = true);
      }
    }
    // A-22: reshuffle :- needs_card, size(pile,0).
    if (needs_card(m) && size_bb_pile_0(s)) {
      return (m.reshuffle = true);
    }
    return (m.reshuffle = false);
  }

  function needs_card(m: Move): boolean {
    if (m.needs_card !== undefined) return m.needs_card;
    // A-22: needs_card :- follows(drawing(_,_)).
    const f1 = follows_f(m);
    if (f1 !== null && F[~f1] === f_drawing) {
      return (m.needs_card = true);
    }
    // A-22: needs_card :- follows(duel(_,_,_,_)).
    const f2 = follows_f(m);
    if (f2 !== null && F[~f2] === f_duel) {
      return (m.needs_card = true);
    }
    return (m.needs_card = false);
  }

  function size_bb_pile_1(s: Position): boolean {
    if (s.size_bb_pile_1 !== undefined) return s.size_bb_pile_1;
    const at = s.at;
    // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
    let sum1 = 0;
    for (let _r1 = at.get(c_pile) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const k3 = _r1[_i1 + 1]!;
      sum1 += k3;
    }
    if (sum1 === 1) {
      return (s.size_bb_pile_1 = true);
    }
    return (s.size_bb_pile_1 = false);
  }

  function new_trigger_f(m: Move): number | null {
    const s = m.s;
    const active = s.active;
    const at = s.at;
    const trigger = s.trigger;
    // END-01: new(trigger(P)) :- turn_ends, not true(trigger(_)), active(P), at(alcazar(P),figure(P),N), last_round_at(M), N >= M.
    if (trigger === null) {
      const l1 = last_round_at_f;
      if (l1 !== null) {
        const n2 = held(at, make(f_alcazar, 1, active), make(f_figure, 1, active));
        if (n2 !== null && n2 >= l1 && turn_ends(m)) {
          return active;
        }
      }
    }
    return null;
  }

  function new_active_f(m: Move): number | null {
    const s = m.s;
    const active = s.active;
    // TRN-02: new(active(Q)) :- passes_on, active(P), clockwise(P,Q).
    const c1 = (clockwise_bf.get(active) ?? null);
    if (c1 !== null && passes_on(m)) {
      return c1;
    }
    return null;
  }

  function shows_f(m: Move): readonly number[] {
    if (m.shows_f !== undefined) return m.shows_f;
    const out: number[] = [];
    // A-128: shows(P) :- left_in_all(P,N), N > 0, not behind(P), role(Q), not behind(Q), P != Q.
    if (game_ends(m)) {
      for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const q1 = _r1[_i1]!;
        if (!behind_b(m).has(q1)) {
          for (let _r2 = left_in_all_ff(m), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
            const p2 = _r2[_i2]!, n3 = _r2[_i2 + 1]!;
            if (n3 > 0 && p2 !== q1 && !behind_b(m).has(p2)) {
              add(out, p2);
            }
          }
        }
      }
    }
    return (m.shows_f = out);
  }

  function behind_f(m: Move): readonly number[] {
    const s = m.s;
    const out: number[] = [];
    // A-128: behind(P) :- goal(P,M), goal(_,N), M < N.
    for (let _r1 = goal_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const p1 = _r1[_i1]!, m2 = _r1[_i1 + 1]!;
      for (let _r2 = goal_xf(s), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const n3 = _r2[_i2]!;
        if (m2 < n3) {
          add(out, p1);
        }
      }
    }
    // A-128: behind(P) :- level(P,Q), left_in_all(P,M), left_in_all(Q,N), M < N.
    if (game_ends(m)) {
      for (let _r3 = level_ff(s), _i3 = 0; _i3 < _r3.length; _i3 += 2) {
        const p4 = _r3[_i3]!, q5 = _r3[_i3 + 1]!;
        const l6 = (left_in_all_bf(m).get(p4) ?? null);
        if (l6 !== null) {
          const l7 = (left_in_all_bf(m).get(q5) ?? null);
          if (l7 !== null && l6 < l7) {
            add(out, p4);
          }
        }
      }
    }
    return out;
  }

  function level_ff(s: Position): readonly number[] {
    if (s.level_ff !== undefined) return s.level_ff;
    const out: number[] = [];
    // TIE-02: level(P,Q) :- goal(P,N), goal(Q,N).
    for (let _r1 = goal_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const p1 = _r1[_i1]!, n2 = _r1[_i1 + 1]!;
      for (let _r2 = goal_fb(s, n2), _i2 = 0; _i2 < _r2.length; _i2 += 1) {
        const q3 = _r2[_i2]!;
        out.push(p1, q3);
      }
    }
    return (s.level_ff = out);
  }

  function goal_fb(s: Position, points1: number): readonly number[] {
    const out: number[] = [];
    // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
    for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const p1 = _r1[_i1]!;
      let sum2 = 0;
      for (let _r2 = (points_bff(s).get(p1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const k4 = _r2[_i2 + 1]!;
        sum2 += k4;
      }
      if (sum2 === points1) {
        out.push(p1);
      }
    }
    return out;
  }

  function left_in_all_ff(m: Move): readonly number[] {
    if (m.left_in_all_ff !== undefined) return m.left_in_all_ff;
    const out: number[] = [];
    // A-128: left_in_all(P,N) :- game_ends, role(P), N = #sum { K,C : left(P,C,K) }.
    if (game_ends(m)) {
      for (let _r1 = role_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p1 = _r1[_i1]!;
        let sum2 = 0;
        for (let _r2 = (left_bff(m).get(p1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const k4 = _r2[_i2 + 1]!;
          sum2 += k4;
        }
        out.push(p1, sum2);
      }
    }
    return (m.left_in_all_ff = out);
  }

  function left_fff(m: Move): readonly number[] {
    const s = m.s;
    const act = m.act;
    const at = s.at;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~act] === f_draw) {
      // A-128: left(P,C,N+1) :- game_ends, at(hand(P),C,N), drawn(P,C).
      if (F[~phase] === f_drawing && game_ends(m)) {
        const d5 = drawn_ff(m);
        if (d5 !== null) {
          const p6 = d5[0]!;
          const c7 = d5[1]!;
          const n8 = held(at, make(f_hand, 1, p6), c7);
          if (n8 !== null) {
            out.push(p6, c7, (n8 + 1));
          }
        }
      }
      // A-128: left(P,C,1) :- game_ends, drawn(P,C), not at(hand(P),C,_).
      if (F[~phase] === f_drawing && game_ends(m)) {
        const d9 = drawn_ff(m);
        if (d9 !== null) {
          const p10 = d9[0]!;
          const c11 = d9[1]!;
          if (held(at, make(f_hand, 1, p10), c11) === null) {
            add(out, p10, c11, 1);
          }
        }
      }
    }
    // A-128: left(P,C,N) :- game_ends, at(hand(P),C,N), not drawn(P,C).
    if (game_ends(m)) {
      for (const place1 of at.keys()) {
        if (place1 < 0 && F[~place1] === f_hand) {
          const p2 = A0[~place1]!;
          for (let _r2 = at.get(place1) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
            const c3 = _r2[_i2]!, n4 = _r2[_i2 + 1]!;
            if (!(F[~phase] === f_drawing && F[~act] === f_draw && some_drawn(m, p2, c3))) {
              out.push(p2, c3, n4);
            }
          }
        }
      }
    }
    return out;
  }

  function some_drawn(m: Move, p0: number, p1: number): boolean {
    const d1 = drawn_ff(m);
    if (d1 !== null && d1[0]! === p0 && d1[1]! === p1) {
      return true;
    }
    return false;
  }

  function told_fff(m: Move): readonly number[] {
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    const out: number[] = [];
    // A-131: told(W,N,E) :- viewer(W), happens(N,E), not secret(W,E).
    for (let _r1 = viewer_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
      const w1 = _r1[_i1]!;
      for (let _r2 = happens_ff(m), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const n2 = _r2[_i2]!, e3 = _r2[_i2 + 1]!;
        if (!(F[~phase] === f_drawing && F[~act] === f_draw && secret_bb(m).has(pair(w1, e3)))) {
          out.push(w1, n2, e3);
        }
      }
    }
    // A-131: told(W,N,card_drawn(P,unseen)) :- viewer(W), happens(N,card_drawn(P,_)), W != P.
    for (let _r3 = viewer_f, _i3 = 0; _i3 < _r3.length; _i3 += 1) {
      const w4 = _r3[_i3]!;
      for (let _r4 = happens_ff(m), _i4 = 0; _i4 < _r4.length; _i4 += 2) {
        const n5 = _r4[_i4]!, y6 = _r4[_i4 + 1]!;
        if (F[~y6] === f_card_drawn) {
          const p7 = A0[~y6]!;
          if (w4 !== p7) {
            add(out, w4, n5, make(f_card_drawn, 2, p7, c_unseen));
          }
        }
      }
    }
    return out;
  }

  function secret_ff(m: Move): readonly number[] {
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    const out: number[] = [];
    if (F[~act] === f_draw) {
      // A-131: secret(W,card_drawn(P,C)) :- viewer(W), drawn(P,C), W != P.
      if (F[~phase] === f_drawing) {
        const d1 = drawn_ff(m);
        if (d1 !== null) {
          const p2 = d1[0]!;
          const c3 = d1[1]!;
          for (let _r1 = viewer_f, _i1 = 0; _i1 < _r1.length; _i1 += 1) {
            const w4 = _r1[_i1]!;
            if (w4 !== p2) {
              out.push(w4, make(f_card_drawn, 2, p2, c3));
            }
          }
        }
      }
    }
    return out;
  }

  function reveals(m: Move): boolean {
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (F[~act] === f_draw) {
      // A-132: reveals :- drawn(_,_).
      if (F[~phase] === f_drawing) {
        const d1 = drawn_ff(m);
        if (d1 !== null) {
          return true;
        }
      }
      // A-132: reveals :- revealed(_).
      if (F[~phase] === f_duel) {
        const r2 = revealed_f(m);
        if (r2 !== null) {
          return true;
        }
      }
    } else if (F[~act] === f_use_space) {
      // A-132: reveals :- does(_,use_space(C,_,_)), C != none.
      const c3 = A0[~act]!;
      if (c3 !== c_none) {
        return true;
      }
    }
    // A-132: reveals :- reshuffle.
    if (reshuffle(m)) {
      return true;
    }
    // A-132: reveals :- shows(_).
    if (game_ends(m) && shows_x(m)) {
      return true;
    }
    return false;
  }

  function reason_fff(m: Move): readonly number[] {
    if (m.reason_fff !== undefined) return m.reason_fff;
    const out: number[] = [];
    // vocabulary: reason(1,R,E) :- untimely(R,E).
    for (let _r1 = untimely_ff(m), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const r1 = _r1[_i1]!, e2 = _r1[_i1 + 1]!;
      out.push(1, r1, e2);
    }
    // vocabulary: reason(N,R,E) :- against(L,R,E), order(L,N).
    for (let _r2 = order_ff, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
      const l3 = _r2[_i2]!, n4 = _r2[_i2 + 1]!;
      for (let _r3 = (against_bff(m).get(l3) ?? NONE), _i3 = 0; _i3 < _r3.length; _i3 += 2) {
        const r5 = _r3[_i3]!, e6 = _r3[_i3 + 1]!;
        add(out, n4, r5, e6);
      }
    }
    return (m.reason_fff = out);
  }

  function untimely_ff(m: Move): readonly number[] {
    if (m.untimely_ff !== undefined) return m.untimely_ff;
    const s = m.s;
    const act = m.act;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const who = m.who;
    const out: number[] = [];
    if (F[~act] === f_deliver) {
      // ALC-02: untimely(alc02,not_just_entered) :- does(P,deliver(_)), active(P), at_no_entrance, not at(alcazar(P),figure(P),_).
      if (active === who && held(at, make(f_alcazar, 1, who), make(f_figure, 1, who)) === null && at_no_entrance(s)) {
        out.push(c_alc02, c_not_just_entered);
      }
      // A-106: untimely(a106,not_just_entered) :- does(P,deliver(_)), active(P), at_no_entrance, not phase(moving), at(alcazar(P),figure(P),_).
      if (active === who && phase !== c_moving && held(at, make(f_alcazar, 1, who), make(f_figure, 1, who)) !== null && at_no_entrance(s)) {
        out.push(c_a106, c_not_just_entered);
      }
      // A-106: untimely(a106,not_just_entered) :- does(P,deliver(_)), active(P), phase(moving), at(alcazar(P),figure(P),_), not at(alcazar(P),sword(_,_,_),_).
      if (active === who && phase === c_moving && held(at, make(f_alcazar, 1, who), make(f_figure, 1, who)) !== null && !some_at2(s, who)) {
        out.push(c_a106, c_not_just_entered);
      }
      // ALC-03: untimely(alc03,not_just_entered) :- does(P,deliver(_)), active(P), phase(moving), at(alcazar(P),sword(_,_,_),_).
      if (active === who && phase === c_moving) {
        for (let _r1 = at.get(make(f_alcazar, 1, who)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
          const y1 = _r1[_i1]!;
          if (F[~y1] === f_sword) {
            add(out, c_alc03, c_not_just_entered);
          }
        }
      }
    } else if (F[~act] === f_challenge) {
      // A-102: untimely(a102,not_in_transit) :- does(P,challenge(_)), active(P), phase(entered).
      if (active === who && phase === c_entered) {
        out.push(c_a102, c_not_in_transit);
      }
      // OCC-01: untimely(occ01,not_in_transit) :- does(P,challenge(_)), active(P), phase(X), X = (start;moving).
      if (active === who && (phase === c_start || phase === c_moving)) {
        out.push(c_occ01, c_not_in_transit);
      }
      // OCC-05: untimely(occ05,not_in_transit) :- does(P,challenge(_)), active(P), phase(arrived(_)).
      if (active === who && F[~phase] === f_arrived) {
        out.push(c_occ05, c_not_in_transit);
      }
    } else if (F[~act] === f_use_space) {
      // A-54: untimely(a54,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(moving).
      if (active === who && phase === c_moving) {
        out.push(c_a54, c_not_just_arrived);
      }
      // USE-01: untimely(use01,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(entered).
      if (active === who && phase === c_entered) {
        out.push(c_use01, c_not_just_arrived);
      }
      // USE-01: untimely(use01,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(transit(_)).
      if (active === who && F[~phase] === f_transit) {
        out.push(c_use01, c_not_just_arrived);
      }
      // USE-02: untimely(use02,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(start).
      if (active === who && phase === c_start) {
        out.push(c_use02, c_not_just_arrived);
      }
    } else if (act === c_end_turn) {
      // A-41: untimely(a41,figure_in_transit(S)) :- does(P,end_turn), active(P), phase(transit(S)).
      if (active === who && F[~phase] === f_transit) {
        const s3 = A0[~phase]!;
        out.push(c_a41, make(f_figure_in_transit, 1, s3));
      }
      // TRN-04: untimely(trn04,no_card_played) :- does(P,end_turn), active(P), phase(start).
      if (active === who && phase === c_start) {
        out.push(c_trn04, c_no_card_played);
      }
    } else if (F[~act] === f_return_figure) {
      // A-111: untimely(a111,not_at_turn_start) :- does(P,return_figure(_)), active(P), under_way.
      if (active === who && under_way(s)) {
        out.push(c_a111, c_not_at_turn_start);
      }
    } else if (act === c_take_cards) {
      // A-20: untimely(a20,not_at_turn_start) :- does(P,take_cards), active(P), under_way.
      if (active === who && under_way(s)) {
        out.push(c_a20, c_not_at_turn_start);
      }
    } else if (F[~act] === f_place_shop) {
      // A-20: untimely(a20,not_at_turn_start) :- does(P,place_shop(_,_)), active(P), under_way.
      if (active === who && under_way(s)) {
        out.push(c_a20, c_not_at_turn_start);
      }
    } else if (act === c_pass) {
      // TRN-04: untimely(trn04,not_at_turn_start) :- does(P,pass), active(P), under_way.
      if (active === who && under_way(s)) {
        out.push(c_trn04, c_not_at_turn_start);
      }
    }
    if (phase === c_over) {
      // END-03: untimely(end03,game_over) :- does(P,_), role(P), terminal.
      if (who >= 0 && role_b.has(who) && terminal(s)) {
        out.push(c_end03, c_game_over);
      }
    }
    if (who === c_chance) {
      // A-136: untimely(a136,not_a_chance_step) :- does(chance,_), not chance_next.
      if (!chance_next(s)) {
        out.push(c_a136, c_not_a_chance_step);
      }
    }
    // TRN-02: untimely(trn02,not_on_turn(P,Q)) :- does(P,_), role(P), active(Q), P != Q, not terminal.
    if (who !== active && who >= 0 && role_b.has(who) && !terminal(s)) {
      out.push(c_trn02, make(f_not_on_turn, 2, who, active));
    }
    // A-136: untimely(a136,chance_is_next) :- does(P,_), active(P), chance_next.
    if (active === who && chance_next(s)) {
      out.push(c_a136, c_chance_is_next);
    }
    return (m.untimely_ff = out);
  }

  function at_no_entrance(s: Position): boolean {
    if (s.at_no_entrance !== undefined) return s.at_no_entrance;
    const phase = s.phase;
    if (F[~phase] === f_arrived) {
      // ALC-02: at_no_entrance :- phase(arrived(_)).
      return (s.at_no_entrance = true);
    } else if (F[~phase] === f_transit) {
      // ALC-02: at_no_entrance :- phase(transit(_)).
      return (s.at_no_entrance = true);
    }
    // ALC-02: at_no_entrance :- phase(X), X = (start;moving).
    if ((phase === c_start || phase === c_moving)) {
      return (s.at_no_entrance = true);
    }
    return (s.at_no_entrance = false);
  }

  function some_at2(s: Position, p0: number): boolean {
    const at = s.at;
    for (let _r1 = at.get(make(f_alcazar, 1, p0)) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      const y1 = _r1[_i1]!;
      if (F[~y1] === f_sword) {
        return true;
      }
    }
    return false;
  }

  function under_way(s: Position): boolean {
    if (s.under_way !== undefined) return s.under_way;
    const phase = s.phase;
    if (F[~phase] === f_transit) {
      // A-20: under_way :- phase(transit(_)).
      return (s.under_way = true);
    }
    // A-20: under_way :- resting.
    if (resting(s)) {
      return (s.under_way = true);
    }
    return (s.under_way = false);
  }

  function chance_next(s: Position): boolean {
    if (s.chance_next !== undefined) return s.chance_next;
    const phase = s.phase;
    if (F[~phase] === f_drawing) {
      // A-136: chance_next :- phase(drawing(_,_)).
      return (s.chance_next = true);
    } else if (F[~phase] === f_duel) {
      // A-136: chance_next :- phase(duel(_,_,_,_)).
      return (s.chance_next = true);
    }
    return (s.chance_next = false);
  }

  function against_fff(m: Move): readonly number[] {
    const s = m.s;
    const act = m.act;
    const at = s.at;
    const phase = s.phase;
    const tile_card = s.tile_card;
    const who = m.who;
    const out: number[] = [];
    if (F[~act] === f_deliver) {
      // ALC-02: against(means,alc02,sword_not_in_front(T)) :- does(P,deliver(T)), timely, not at(area(P),T,_).
      const t1 = A0[~act]!;
      if (held(at, make(f_area, 1, who), t1) === null && timely(m)) {
        out.push(c_means, c_alc02, make(f_sword_not_in_front, 1, t1));
      }
    } else if (F[~act] === f_use_space) {
      // A-66: against(hopeless,a66,no_painting_left) :- does(_,use_space(_,_,_)), timely, here(artist), not top(_,_).
      if (F[~phase] === f_arrived && timely(m) && here_f(s) === c_artist && top_ff(s) === null) {
        out.push(c_hopeless, c_a66, c_no_painting_left);
      }
      // A-63: against(hopeless,a63,no_metal_left) :- does(_,use_space(_,_,_)), timely, here(metal), not at(supply,metal,_).
      if (F[~phase] === f_arrived && held(at, c_supply, c_metal) === null && timely(m) && here_f(s) === c_metal) {
        out.push(c_hopeless, c_a63, c_no_metal_left);
      }
      // A-64: against(hopeless,a64,no_gems_left) :- does(_,use_space(_,_,_)), timely, here(gem), not at(supply,gem,_).
      if (F[~phase] === f_arrived && held(at, c_supply, c_gem) === null && timely(m) && here_f(s) === c_gem) {
        out.push(c_hopeless, c_a64, c_no_gems_left);
      }
      // FEN-01: against(aim,fen01,no_tile_chosen(none)) :- does(_,use_space(_,none,_)), timely, here(fencing).
      if (A1[~act]! === c_none && F[~phase] === f_arrived && timely(m) && here_f(s) === c_fencing) {
        out.push(c_aim, c_fen01, make(f_no_tile_chosen, 1, c_none));
      }
      // FEN-01: against(aim,fen01,no_tile_chosen(sword(V,M,G))) :- does(_,use_space(_,sword(V,M,G),_)), timely, here(fencing).
      const s3 = A1[~act]!;
      if (F[~s3] === f_sword && F[~phase] === f_arrived && timely(m) && here_f(s) === c_fencing) {
        add(out, c_aim, c_fen01, make(f_no_tile_chosen, 1, s3));
      }
      // FEN-05: against(aim,fen05,tile_already_held(master(K))) :- does(P,use_space(_,master(K),_)), timely, here(fencing), at(area(P),master(K),_).
      const m7 = A1[~act]!;
      if (F[~m7] === f_master && F[~phase] === f_arrived && held(at, make(f_area, 1, who), m7) !== null && timely(m) && here_f(s) === c_fencing) {
        out.push(c_aim, c_fen05, make(f_tile_already_held, 1, m7));
      }
      // FEN-06: against(back,fen06,tile_limit_reached(N,N)) :- does(_,use_space(_,_,none)), timely, here(fencing), masters(N), tile_limit(N).
      if (A2[~act]! === c_none && F[~phase] === f_arrived) {
        const t9 = tile_limit_f;
        if (t9 !== null && timely(m) && here_f(s) === c_fencing && masters_f(s) === t9) {
          out.push(c_back, c_fen06, make(f_tile_limit_reached, 2, t9, t9));
        }
      }
      // FEN-06: against(back,fen06,tile_not_held(master(K))) :- does(P,use_space(_,_,master(K))), timely, here(fencing), masters(N), tile_limit(N), not at(area(P),master(K),_).
      const m10 = A2[~act]!;
      if (F[~m10] === f_master && F[~phase] === f_arrived) {
        const t12 = tile_limit_f;
        if (t12 !== null && held(at, make(f_area, 1, who), m10) === null && timely(m) && here_f(s) === c_fencing && masters_f(s) === t12) {
          out.push(c_back, c_fen06, make(f_tile_not_held, 1, m10));
        }
      }
      // A-151: against(aim,a151,tile_not_on_board(master(K))) :- does(P,use_space(_,master(K),_)), timely, here(fencing), not at(area(P),master(K),_), not at(board,master(K),_).
      const m13 = A1[~act]!;
      if (F[~m13] === f_master && F[~phase] === f_arrived && held(at, make(f_area, 1, who), m13) === null && held(at, c_board, m13) === null && timely(m) && here_f(s) === c_fencing) {
        out.push(c_aim, c_a151, make(f_tile_not_on_board, 1, m13));
      }
      // FEN-07: against(back,fen07,nothing_to_give_back(K)) :- does(_,use_space(_,_,B)), timely, B != none, here(K), K != fencing.
      const b15 = A2[~act]!;
      if (b15 !== c_none && F[~phase] === f_arrived && timely(m)) {
        const h16 = here_f(s);
        if (h16 !== null && h16 !== c_fencing) {
          out.push(c_back, c_fen07, make(f_nothing_to_give_back, 1, h16));
        }
      }
      // A-75: against(back,a75,below_tile_limit(N,L)) :- does(_,use_space(_,_,master(_))), timely, here(fencing), masters(N), tile_limit(L), N < L.
      if (F[~A2[~act]!] === f_master && F[~phase] === f_arrived) {
        const t17 = tile_limit_f;
        if (t17 !== null && timely(m) && here_f(s) === c_fencing) {
          const m18 = masters_f(s);
          if (m18 !== null && m18 < t17) {
            out.push(c_back, c_a75, make(f_below_tile_limit, 2, m18, t17));
          }
        }
      }
      // SMI-01: against(aim,smi01,no_sword_chosen(none)) :- does(_,use_space(_,none,_)), timely, here(smith).
      if (A1[~act]! === c_none && F[~phase] === f_arrived && timely(m) && here_f(s) === c_smith) {
        out.push(c_aim, c_smi01, make(f_no_sword_chosen, 1, c_none));
      }
      // SMI-01: against(aim,smi01,no_sword_chosen(master(K))) :- does(_,use_space(_,master(K),_)), timely, here(smith).
      const m54 = A1[~act]!;
      if (F[~m54] === f_master && F[~phase] === f_arrived && timely(m) && here_f(s) === c_smith) {
        add(out, c_aim, c_smi01, make(f_no_sword_chosen, 1, m54));
      }
      // SMI-01: against(aim,smi01,sword_not_on_board(sword(V,M,G))) :- does(_,use_space(_,sword(V,M,G),_)), timely, here(smith), not at(board,sword(V,M,G),_).
      const s56 = A1[~act]!;
      if (F[~s56] === f_sword && F[~phase] === f_arrived && held(at, c_board, s56) === null && timely(m) && here_f(s) === c_smith) {
        out.push(c_aim, c_smi01, make(f_sword_not_on_board, 1, s56));
      }
      // SMI-02: against(metal,smi02,too_little_metal(N,M)) :- does(_,use_space(_,sword(_,M,_),_)), timely, owns(metal,N), N < M.
      const s60 = A1[~act]!;
      if (F[~s60] === f_sword) {
        const m61 = A1[~s60]!;
        if (F[~phase] === f_arrived && timely(m)) {
          const o62 = owns_bf_metal(s);
          if (o62 !== null && o62 < m61) {
            out.push(c_metal, c_smi02, make(f_too_little_metal, 2, o62, m61));
          }
        }
      }
      // SMI-02: against(gems,smi02,too_few_gems(N,G)) :- does(_,use_space(_,sword(_,_,G),_)), timely, owns(gem,N), N < G.
      const s63 = A1[~act]!;
      if (F[~s63] === f_sword) {
        const g64 = A2[~s63]!;
        if (F[~phase] === f_arrived && timely(m)) {
          const o65 = owns_bf_gem(s);
          if (o65 !== null && o65 < g64) {
            out.push(c_gems, c_smi02, make(f_too_few_gems, 2, o65, g64));
          }
        }
      }
      // A-70: against(aim,a70,nothing_to_choose(K)) :- does(_,use_space(_,T,_)), timely, T != none, here(K), K = (metal;gem;tavern;artist).
      const t69 = A1[~act]!;
      if (t69 !== c_none && F[~phase] === f_arrived && timely(m)) {
        const h70 = here_f(s);
        if (h70 !== null && (h70 === c_metal || h70 === c_gem || h70 === c_tavern || h70 === c_artist)) {
          out.push(c_aim, c_a70, make(f_nothing_to_choose, 1, h70));
        }
      }
      // USE-03: against(means,use03,own_shop_is_free(C)) :- does(P,use_space(C,_,_)), timely, C != none, host(P).
      const c71 = A0[~act]!;
      if (c71 !== c_none && F[~phase] === f_arrived && timely(m) && who >= 0 && host_f(s) === who) {
        out.push(c_means, c_use03, make(f_own_shop_is_free, 1, c71));
      }
      // USE-04: against(means,use04,fee_missing(N)) :- does(P,use_space(none,_,_)), charge(P,N), host(_).
      if (A0[~act]! === c_none && F[~phase] === f_arrived && who >= 0) {
        const c72 = charge_bf(s, who);
        if (c72 !== null) {
          const h73 = host_f(s);
          if (h73 !== null) {
            out.push(c_means, c_use04, make(f_fee_missing, 1, c72));
          }
        }
      }
      // A-59: against(means,a59,fee_not_in_hand(C)) :- does(P,use_space(C,_,_)), C != none, charge(P,_), not at(hand(P),C,_).
      const c74 = A0[~act]!;
      if (c74 !== c_none && F[~phase] === f_arrived && held(at, make(f_hand, 1, who), c74) === null && who >= 0 && charge_bx(s, who)) {
        out.push(c_means, c_a59, make(f_fee_not_in_hand, 1, c74));
      }
      // USE-05: against(worth,use05,fee_too_low(V,N)) :- does(P,use_space(card(V,_,_),_,_)), charge(P,N), host(_), V < N.
      const c75 = A0[~act]!;
      if (F[~c75] === f_card) {
        const v76 = A0[~c75]!;
        if (F[~phase] === f_arrived && who >= 0) {
          const c77 = charge_bf(s, who);
          if (c77 !== null && v76 < c77) {
            const h78 = host_f(s);
            if (h78 !== null) {
              out.push(c_worth, c_use05, make(f_fee_too_low, 2, v76, c77));
            }
          }
        }
      }
      // USE-08: against(means,use08,fee_missing(N)) :- does(P,use_space(none,_,_)), charge(P,N), here(tavern).
      if (A0[~act]! === c_none && F[~phase] === f_arrived && here_f(s) === c_tavern && who >= 0) {
        const c79 = charge_bf(s, who);
        if (c79 !== null) {
          out.push(c_means, c_use08, make(f_fee_missing, 1, c79));
        }
      }
      // USE-08: against(worth,use08,fee_too_low(V,N)) :- does(P,use_space(card(V,_,_),_,_)), charge(P,N), here(tavern), V < N.
      const c80 = A0[~act]!;
      if (F[~c80] === f_card) {
        const v81 = A0[~c80]!;
        if (F[~phase] === f_arrived && here_f(s) === c_tavern && who >= 0) {
          const c82 = charge_bf(s, who);
          if (c82 !== null && v81 < c82) {
            out.push(c_worth, c_use08, make(f_fee_too_low, 2, v81, c82));
          }
        }
      }
      // USE-09: against(means,use09,fee_missing(N)) :- does(P,use_space(none,_,_)), charge(P,N), here(artist).
      if (A0[~act]! === c_none && F[~phase] === f_arrived && here_f(s) === c_artist && who >= 0) {
        const c83 = charge_bf(s, who);
        if (c83 !== null) {
          out.push(c_means, c_use09, make(f_fee_missing, 1, c83));
        }
      }
      // USE-09: against(worth,use09,fee_too_low(V,N)) :- does(P,use_space(card(V,_,_),_,_)), charge(P,N), here(artist), V < N.
      const c84 = A0[~act]!;
      if (F[~c84] === f_card) {
        const v85 = A0[~c84]!;
        if (F[~phase] === f_arrived && here_f(s) === c_artist && who >= 0) {
          const c86 = charge_bf(s, who);
          if (c86 !== null && v85 < c86) {
            out.push(c_worth, c_use09, make(f_fee_too_low, 2, v85, c86));
          }
        }
      }
    } else if (F[~act] === f_play_card) {
      // MOV-01: against(means,mov01,card_not_in_hand(C)) :- does(P,play_card(C,_,_)), timely, not at(hand(P),C,_).
      const c19 = A0[~act]!;
      if (held(at, make(f_hand, 1, who), c19) === null && timely(m)) {
        out.push(c_means, c_mov01, make(f_card_not_in_hand, 1, c19));
      }
      // MOV-02: against(choice,mov02,no_figure_there(S)) :- does(P,play_card(_,S,_)), timely, not phase(transit(_)), not at(S,figure(P),_).
      const s20 = A1[~act]!;
      if (!some_phase(s) && held(at, s20, make(f_figure, 1, who)) === null && timely(m)) {
        out.push(c_choice, c_mov02, make(f_no_figure_there, 1, s20));
      }
      // MOV-04: against(aim,mov04,no_shop_there(S+V)) :- does(P,play_card(C,S,_)), timely, at(hand(P),C,_), C = card(V,_,_), mover(S), vacant(S+V).
      const c21 = A0[~act]!;
      const s22 = A1[~act]!;
      const v23 = A0[~c21]!;
      if (held(at, make(f_hand, 1, who), c21) !== null && timely(m) && mover_b(s, s22) && vacant_b(s, (s22 + v23))) {
        out.push(c_aim, c_mov04, make(f_no_shop_there, 1, (s22 + v23)));
      }
      // A-37: against(aim,a37,beyond_the_alcazar(S+V,L)) :- does(P,play_card(C,S,_)), timely, at(hand(P),C,_), C = card(V,_,_), mover(S), not on_road(S+V), last_step(L).
      const c24 = A0[~act]!;
      const s25 = A1[~act]!;
      const v26 = A0[~c24]!;
      const l27 = last_step_f;
      if (l27 !== null && held(at, make(f_hand, 1, who), c24) !== null && timely(m) && mover_b(s, s25) && !on_road_b.has((s25 + v26))) {
        out.push(c_aim, c_a37, make(f_beyond_the_alcazar, 2, (s25 + v26), l27));
      }
      // MOV-08: against(worth,mov08,value_not_repeated(V,B)) :- does(_,play_card(card(V,_,_),_,plain)), timely, base(B), B != none, V != B, not tile_card(V).
      const c28 = A0[~act]!;
      const v29 = A0[~c28]!;
      if (A2[~act]! === c_plain && timely(m)) {
        const b30 = base_f(s);
        if (b30 !== null && b30 !== c_none && v29 !== b30 && tile_card_f(s) !== v29) {
          out.push(c_worth, c_mov08, make(f_value_not_repeated, 2, v29, b30));
        }
      }
      // TIL-01: against(hopeless,til01,no_movement_tile) :- does(P,play_card(_,_,tile)), timely, not at(area(P),master(movement),_).
      if (A2[~act]! === c_tile && held(at, make(f_area, 1, who), make(f_master, 1, c_movement)) === null && timely(m)) {
        out.push(c_hopeless, c_til01, c_no_movement_tile);
      }
      // A-84: against(hopeless,a84,movement_tile_spent(V)) :- does(P,play_card(_,_,tile)), timely, at(area(P),master(movement),_), true(tile_card(V)).
      if (A2[~act]! === c_tile && tile_card !== null && held(at, make(f_area, 1, who), make(f_master, 1, c_movement)) !== null && timely(m)) {
        out.push(c_hopeless, c_a84, make(f_movement_tile_spent, 1, tile_card));
      }
      // A-80: against(worth,a80,tile_not_needed(V)) :- does(_,play_card(card(V,_,_),_,tile)), timely, base(V).
      const c31 = A0[~act]!;
      const v32 = A0[~c31]!;
      if (A2[~act]! === c_tile && timely(m) && base_f(s) === v32) {
        out.push(c_worth, c_a80, make(f_tile_not_needed, 1, v32));
      }
      // TIL-04: against(worth,til04,value_not_repeated(V,B)) :- does(_,play_card(card(V,_,_),_,plain)), timely, base(B), B != none, tile_card(V).
      const c33 = A0[~act]!;
      const v34 = A0[~c33]!;
      if (A2[~act]! === c_plain && timely(m) && tile_card_f(s) === v34) {
        const b35 = base_f(s);
        if (b35 !== null && b35 !== c_none) {
          out.push(c_worth, c_til04, make(f_value_not_repeated, 2, v34, b35));
        }
      }
      // A-83: against(worth,a83,same_value_as_tile_card(V)) :- does(_,play_card(card(V,_,_),_,plain)), timely, base(none), tile_card(V).
      const c36 = A0[~act]!;
      const v37 = A0[~c36]!;
      if (A2[~act]! === c_plain && timely(m) && base_f(s) === c_none && tile_card_f(s) === v37) {
        out.push(c_worth, c_a83, make(f_same_value_as_tile_card, 1, v37));
      }
      // A-53: against(choice,a53,other_figure_in_transit(S,X)) :- does(_,play_card(_,S,_)), timely, phase(transit(X)), S != X.
      const s40 = A1[~act]!;
      if (F[~phase] === f_transit) {
        const x41 = A0[~phase]!;
        if (s40 !== x41 && timely(m)) {
          out.push(c_choice, c_a53, make(f_other_figure_in_transit, 2, s40, x41));
        }
      }
      // OCC-04: against(aim,occ04,no_way_on(S)) :- dead_end(S), not rival(_,S).
      if (timely(m)) {
        const d42 = dead_end_f(m);
        if (d42 !== null && !rival_xb(s, d42)) {
          out.push(c_aim, c_occ04, make(f_no_way_on, 1, d42));
        }
      }
      // A-28: against(aim,a28,no_duel_and_no_way_on(S)) :- dead_end(S), rival(_,S).
      if (timely(m)) {
        const d67 = dead_end_f(m);
        if (d67 !== null && rival_xb(s, d67)) {
          add(out, c_aim, c_a28, make(f_no_duel_and_no_way_on, 1, d67));
        }
      }
    } else if (F[~act] === f_challenge) {
      // OCC-01: against(choice,occ01,rival_not_there(Q,S)) :- does(P,challenge(Q)), timely, P != Q, phase(transit(S)), not at(S,figure(Q),_).
      const q38 = A0[~act]!;
      if (who !== q38 && F[~phase] === f_transit) {
        const s39 = A0[~phase]!;
        if (held(at, s39, make(f_figure, 1, q38)) === null && timely(m)) {
          out.push(c_choice, c_occ01, make(f_rival_not_there, 2, q38, s39));
        }
      }
      // A-28: against(hopeless,a28,nothing_to_reveal) :- does(_,challenge(_)), timely, not card_to_reveal.
      if (timely(m) && !card_to_reveal(s)) {
        out.push(c_hopeless, c_a28, c_nothing_to_reveal);
      }
    } else if (F[~act] === f_place_shop) {
      // SHP-01: against(means,shp01,shop_not_in_tray(T)) :- does(P,place_shop(T,_)), timely, not at(area(P),T,_).
      const t43 = A0[~act]!;
      if (held(at, make(f_area, 1, who), t43) === null && timely(m)) {
        out.push(c_means, c_shp01, make(f_shop_not_in_tray, 1, t43));
      }
      // SHP-01: against(choice,shp01,site_taken(S,Q)) :- does(_,place_shop(_,S)), timely, at(S,shop(Q,_,_),_).
      const s44 = A1[~act]!;
      if (timely(m)) {
        for (let _r1 = at.get(s44) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
          const y45 = _r1[_i1]!;
          if (F[~y45] === f_shop) {
            const q47 = A0[~y45]!;
            add(out, c_choice, c_shp01, make(f_site_taken, 2, s44, q47));
          }
        }
      }
      // A-30: against(choice,a30,not_a_site(S,entrance)) :- does(_,place_shop(_,S)), timely, space(S,entrance).
      const s48 = A1[~act]!;
      if (space_bb.has(pair(s48, c_entrance)) && timely(m)) {
        out.push(c_choice, c_a30, make(f_not_a_site, 2, s48, c_entrance));
      }
      // A-30: against(choice,a30,not_a_site(0,cathedral)) :- does(_,place_shop(_,0)), timely.
      if (A1[~act]! === 0 && timely(m)) {
        add(out, c_choice, c_a30, make(f_not_a_site, 2, 0, c_cathedral));
      }
      // A-30: against(choice,a30,no_such_step(S,L)) :- does(_,place_shop(_,S)), timely, not on_road(S), last_step(L).
      const s49 = A1[~act]!;
      const l50 = last_step_f;
      if (l50 !== null && timely(m) && !on_road_b.has(s49)) {
        out.push(c_choice, c_a30, make(f_no_such_step, 2, s49, l50));
      }
      // SHP-02: against(choice,shp02,not_a_site(S,K)) :- does(_,place_shop(_,S)), timely, space(S,K), K = (tavern;artist).
      const s51 = A1[~act]!;
      const s52 = (space_bf.get(s51) ?? null);
      if (s52 !== null && (s52 === c_tavern || s52 === c_artist) && timely(m)) {
        out.push(c_choice, c_shp02, make(f_not_a_site, 2, s51, s52));
      }
    } else if (F[~act] === f_return_figure) {
      // RET-01: against(choice,ret01,no_figure_to_return(S)) :- does(P,return_figure(S)), timely, S != 0, not at(S,figure(P),_).
      const s53 = A0[~act]!;
      if (s53 !== 0 && held(at, s53, make(f_figure, 1, who)) === null && timely(m)) {
        out.push(c_choice, c_ret01, make(f_no_figure_to_return, 1, s53));
      }
    } else if (act === c_take_cards) {
      // A-27: against(hopeless,a27,nothing_to_draw) :- does(_,take_cards), timely, drawable(0).
      if (timely(m) && drawable_f(s) === 0) {
        out.push(c_hopeless, c_a27, c_nothing_to_draw);
      }
    } else if (act === c_pass) {
      // A-19: against(hopeless,a19,something_else_is_possible(N)) :- does(_,pass), timely, alternatives(N), N > 0.
      if (timely(m)) {
        const a68 = alternatives_f(s);
        if (a68 !== null && a68 > 0) {
          out.push(c_hopeless, c_a19, make(f_something_else_is_possible, 1, a68));
        }
      }
    }
    if (who === c_chance) {
      // DUE-04: against(means,due04,card_not_in_pile(C)) :- does(chance,draw(C)), phase(duel(_,_,_,_)), not at(pile,C,_).
      if (F[~act] === f_draw) {
        const c2 = A0[~act]!;
        if (F[~phase] === f_duel && held(at, c_pile, c2) === null) {
          out.push(c_means, c_due04, make(f_card_not_in_pile, 1, c2));
        }
      }
      // TAK-01: against(means,tak01,card_not_in_pile(C)) :- does(chance,draw(C)), phase(drawing(_,_)), not at(pile,C,_).
      if (F[~act] === f_draw) {
        const c66 = A0[~act]!;
        if (F[~phase] === f_drawing && held(at, c_pile, c66) === null) {
          out.push(c_means, c_tak01, make(f_card_not_in_pile, 1, c66));
        }
      }
    }
    // OCC-02: against(choice,occ02,own_figure) :- does(P,challenge(P)), timely.
    if (act === make(f_challenge, 1, who) && timely(m)) {
      out.push(c_choice, c_occ02, c_own_figure);
    }
    // A-109: against(choice,a109,already_at_cathedral) :- does(_,return_figure(0)), timely.
    if (act === make(f_return_figure, 1, 0) && timely(m)) {
      out.push(c_choice, c_a109, c_already_at_cathedral);
    }
    return out;
  }

  function timely(m: Move): boolean {
    if (m.timely !== undefined) return m.timely;
    // vocabulary: timely :- not untimely(_,_).
    if (!untimely_xx(m)) {
      return (m.timely = true);
    }
    return (m.timely = false);
  }

  function some_phase(s: Position): boolean {
    if (s.some_phase !== undefined) return s.some_phase;
    const phase = s.phase;
    if (F[~phase] === f_transit) {
      return (s.some_phase = true);
    }
    return (s.some_phase = false);
  }

  function mover_b(s: Position, step0: number): boolean {
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    if (phase === c_start) {
      // A-40: mover(S) :- phase(start), active(P), at(S,figure(P),_), on_road(S).
      if (on_road_b.has(step0) && held(at, step0, make(f_figure, 1, active)) !== null) {
        return true;
      }
    }
    // A-40: mover(S) :- resting, active(P), at(S,figure(P),_), on_road(S).
    if (on_road_b.has(step0) && held(at, step0, make(f_figure, 1, active)) !== null && resting(s)) {
      return true;
    }
    // A-53: mover(S) :- phase(transit(S)).
    if (phase === make(f_transit, 1, step0)) {
      return true;
    }
    return false;
  }

  function vacant_b(s: Position, step0: number): boolean {
    // A-30: vacant(S) :- space(S,site), not at(S,shop(_,_,_),_).
    if (space_bb.has(pair(step0, c_site)) && !some_at(s, step0)) {
      return true;
    }
    return false;
  }

  function dead_end_f(m: Move): number | null {
    if (m.dead_end_f !== undefined) return m.dead_end_f;
    const s = m.s;
    const act = m.act;
    const at = s.at;
    const who = m.who;
    if (F[~act] === f_play_card) {
      // OCC-04: dead_end(S) :- does(P,play_card(C,X,M)), timely, at(hand(P),C,_), C = card(V,_,_), now(X,R), leg(R,V,M,E), not good(E), E = run(S,_,_,_,_).
      const c1 = A0[~act]!;
      const x2 = A1[~act]!;
      const m3 = A2[~act]!;
      const v4 = A0[~c1]!;
      if (held(at, make(f_hand, 1, who), c1) !== null && timely(m)) {
        const n5 = now_bf(s, x2);
        if (n5 !== null) {
          const l6 = (leg_bbbf(s).get([n5, v4, m3].join()) ?? null);
          if (l6 !== null) {
            const s7 = A0[~l6]!;
            if (!good_b(s).has(l6)) {
              return (m.dead_end_f = s7);
            }
          }
        }
      }
    }
    return (m.dead_end_f = null);
  }

  function now_bf(s: Position, step0: number): number | null {
    // A-43: now(S,run(S,B,T,0,N)) :- mover(S), base(B), tile_card(T), drawable(N).
    if (mover_b(s, step0)) {
      const b1 = base_f(s);
      if (b1 !== null) {
        const t2 = tile_card_f(s);
        if (t2 !== null) {
          const d3 = drawable_f(s);
          if (d3 !== null) {
            return make(f_run, 5, step0, b1, t2, 0, d3);
          }
        }
      }
    }
    return null;
  }

  function alternatives_f(s: Position): number | null {
    if (s.alternatives_f !== undefined) return s.alternatives_f;
    // A-19: alternatives(N) :- N = #count { P,A : may(P,A) }.
    let count1 = 0;
    for (let _r1 = may_ff(s), _i1 = 0; _i1 < _r1.length; _i1 += 2) {
      count1 += 1;
    }
    return (s.alternatives_f = count1);
    return (s.alternatives_f = null);
  }

  function charge_bf(s: Position, seat0: number): number | null {
    const active = s.active;
    const phase = s.phase;
    // USE-04: charge(P,N) :- active(P), not host(P), phase(arrived(S)), price(S,N).
    if (active === seat0 && F[~phase] === f_arrived) {
      const s1 = A0[~phase]!;
      const p2 = (price_bf.get(s1) ?? null);
      if (p2 !== null && host_f(s) !== seat0) {
        return p2;
      }
    }
    return null;
  }

  function charge_bx(s: Position, seat0: number): boolean {
    const active = s.active;
    const phase = s.phase;
    // USE-04: charge(P,N) :- active(P), not host(P), phase(arrived(S)), price(S,N).
    if (active === seat0 && F[~phase] === f_arrived) {
      const s1 = A0[~phase]!;
      if (price_bx.has(s1) && host_f(s) !== seat0) {
        return true;
      }
    }
    return false;
  }

  function why_not_ff(m: Move): number[] | null {
    // vocabulary: why_not(R,E) :- reason(N,R,E), not sooner(N).
    for (let _r1 = reason_fff(m), _i1 = 0; _i1 < _r1.length; _i1 += 3) {
      const n1 = _r1[_i1]!, r2 = _r1[_i1 + 1]!, e3 = _r1[_i1 + 2]!;
      if (!sooner_b(m).has(n1)) {
        return [r2, e3];
      }
    }
    return null;
  }

  function sooner_f(m: Move): readonly number[] {
    const out: number[] = [];
    // vocabulary: sooner(N) :- reason(N,_,_), reason(M,_,_), M < N.
    for (let _r1 = reason_fff(m), _i1 = 0; _i1 < _r1.length; _i1 += 3) {
      const n1 = _r1[_i1]!;
      for (let _r2 = reason_fff(m), _i2 = 0; _i2 < _r2.length; _i2 += 3) {
        const m4 = _r2[_i2]!;
        if (m4 < n1) {
          add(out, n1);
        }
      }
    }
    return out;
  }

  function sees_active_bf(s: Position, seat0: number): number | null {
    const active = s.active;
    // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
    if (viewer_b.has(seat0)) {
      return active;
    }
    return null;
  }

  function gone_active_f(m: Move): number | null {
    const s = m.s;
    const active = s.active;
    // TRN-02: gone(active(P)) :- passes_on, active(P).
    if (passes_on(m)) {
      return active;
    }
    return null;
  }

  function sees_at_bfff(s: Position, seat0: number): readonly number[] {
    const at = s.at;
    const out: number[] = [];
    // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
    if (viewer_b.has(seat0)) {
      for (const place1 of at.keys()) {
        for (let _r2 = at.get(place1) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const at2 = _r2[_i2]!, at3 = _r2[_i2 + 1]!;
          if (!hidden_at_bbbb(s, seat0, place1, at2, at3)) {
            out.push(place1, at2, at3);
          }
        }
      }
    }
    return out;
  }

  function hidden_at_bbbb(s: Position, seat0: number, step1: number, term2: number, count3: number): boolean {
    const at = s.at;
    // A-128: hidden(W,at(pile,C,N)) :- viewer(W), at(pile,C,N).
    if (step1 === c_pile && viewer_b.has(seat0)) {
      const n1 = held(at, c_pile, term2);
      if (n1 !== null && n1 === count3) {
        return true;
      }
    }
    // A-128: hidden(W,at(hand(P),C,N)) :- viewer(W), at(hand(P),C,N), W != P.
    if (step1 < 0 && F[~step1] === f_hand) {
      const p2 = A0[~step1]!;
      if (seat0 !== p2 && viewer_b.has(seat0)) {
        const n3 = held(at, step1, term2);
        if (n3 !== null && n3 === count3) {
          return true;
        }
      }
    }
    return false;
  }

  function new_at_fff(m: Move): readonly number[] {
    const out: number[] = [];
    // A-128: new(at(known(P),C,N)) :- shows(P), left(P,C,N).
    if (game_ends(m)) {
      for (let _r1 = shows_f(m), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p1 = _r1[_i1]!;
        for (let _r2 = (left_bff(m).get(p1) ?? NONE), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const c2 = _r2[_i2]!, n3 = _r2[_i2 + 1]!;
          out.push(make(f_known, 1, p1), c2, n3);
        }
      }
    }
    return out;
  }

  function gone_at_fff(m: Move): readonly number[] {
    const s = m.s;
    const at = s.at;
    const out: number[] = [];
    // A-128: gone(at(known(P),C,N)) :- shows(P), at(known(P),C,N).
    if (game_ends(m)) {
      for (let _r1 = shows_f(m), _i1 = 0; _i1 < _r1.length; _i1 += 1) {
        const p1 = _r1[_i1]!;
        for (let _r2 = at.get(make(f_known, 1, p1)) ?? NONE, _i2 = 0; _i2 < _r2.length; _i2 += 2) {
          const c2 = _r2[_i2]!, n3 = _r2[_i2 + 1]!;
          out.push(make(f_known, 1, p1), c2, n3);
        }
      }
    }
    return out;
  }

  function sees_phase_bf(s: Position, seat0: number): number | null {
    const phase = s.phase;
    // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
    if (viewer_b.has(seat0)) {
      return phase;
    }
    return null;
  }

  function new_phase_f(m: Move): number | null {
    // vocabulary: new(phase(X)) :- follows(X).
    const f1 = follows_f(m);
    if (f1 !== null) {
      return f1;
    }
    return null;
  }

  function gone_phase_f(m: Move): number | null {
    const s = m.s;
    const phase = s.phase;
    // vocabulary: gone(phase(X)) :- phase(X).
    return phase;
    return null;
  }

  function sees_tile_card_bf(s: Position, seat0: number): number | null {
    const tile_card = s.tile_card;
    // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
    if (tile_card !== null && viewer_b.has(seat0)) {
      return tile_card;
    }
    return null;
  }

  function new_tile_card_f(m: Move): number | null {
    const act = m.act;
    if (F[~act] === f_play_card) {
      // A-84: new(tile_card(V)) :- does(_,play_card(card(V,_,_),_,tile)).
      const c1 = A0[~act]!;
      const v2 = A0[~c1]!;
      if (A2[~act]! === c_tile) {
        return v2;
      }
    }
    return null;
  }

  function gone_tile_card_f(m: Move): number | null {
    const s = m.s;
    const tile_card = s.tile_card;
    // A-84: gone(tile_card(V)) :- turn_ends, true(tile_card(V)).
    if (tile_card !== null && turn_ends(m)) {
      return tile_card;
    }
    return null;
  }

  function sees_trigger_bf(s: Position, seat0: number): number | null {
    const trigger = s.trigger;
    // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
    if (trigger !== null && viewer_b.has(seat0)) {
      return trigger;
    }
    return null;
  }

  function gone_trigger_f(_m: Move): number | null {
    return null;
  }

  function moves_ffff(m: Move): readonly number[] {
    const s = m.s;
    const act = m.act;
    const active = s.active;
    const at = s.at;
    const phase = s.phase;
    const who = m.who;
    const out: number[] = [];
    if (F[~act] === f_play_card) {
      // ALC-01: moves(1,figure(P),X,alcazar(P)) :- lands(P,S), lifted(X), space(S,entrance).
      const l1 = lands_ff(m);
      if (l1 !== null) {
        const p2 = l1[0]!;
        const s3 = l1[1]!;
        if (space_bb.has(pair(s3, c_entrance))) {
          const l4 = lifted_f(m);
          if (l4 !== null) {
            out.push(1, make(f_figure, 1, p2), l4, make(f_alcazar, 1, p2));
          }
        }
      }
      // MOV-01: moves(1,C,hand(P),front) :- does(P,play_card(C,_,plain)), base(none).
      const c20 = A0[~act]!;
      if (A2[~act]! === c_plain && base_f(s) === c_none) {
        out.push(1, c20, make(f_hand, 1, who), c_front);
      }
      // MOV-05: moves(1,figure(P),X,S) :- lands(P,S), lifted(X), free(S).
      const l21 = lands_ff(m);
      if (l21 !== null) {
        const p22 = l21[0]!;
        const s23 = l21[1]!;
        if (free_b(s, s23)) {
          const l24 = lifted_f(m);
          if (l24 !== null) {
            add(out, 1, make(f_figure, 1, p22), l24, s23);
          }
        }
      }
      // OCC-01: moves(1,figure(P),X,transit) :- lands(P,S), lifted(X), full(S).
      const l25 = lands_ff(m);
      if (l25 !== null) {
        const p26 = l25[0]!;
        const s27 = l25[1]!;
        if (full_b(s, s27)) {
          const l28 = lifted_f(m);
          if (l28 !== null) {
            add(out, 1, make(f_figure, 1, p26), l28, c_transit);
          }
        }
      }
    } else if (F[~act] === f_deliver) {
      // ALC-02: moves(1,S,area(P),alcazar(P)) :- does(P,deliver(S)).
      const s5 = A0[~act]!;
      out.push(1, s5, make(f_area, 1, who), make(f_alcazar, 1, who));
    } else if (F[~act] === f_use_space) {
      // ART-01: moves(1,T,stack(H),area(P)) :- does(P,use_space(_,_,_)), top(H,T).
      if (F[~phase] === f_arrived) {
        const t6 = top_ff(s);
        if (t6 !== null) {
          const h7 = t6[0]!;
          const t8 = t6[1]!;
          out.push(1, t8, make(f_stack, 1, h7), make(f_area, 1, who));
        }
      }
      // MET-01: moves(1,metal,supply,area(P)) :- does(P,use_space(_,_,_)), here(metal).
      if (F[~phase] === f_arrived && here_f(s) === c_metal) {
        out.push(1, c_metal, c_supply, make(f_area, 1, who));
      }
      // GEM-01: moves(1,gem,supply,area(P)) :- does(P,use_space(_,_,_)), here(gem).
      if (F[~phase] === f_arrived && here_f(s) === c_gem) {
        out.push(1, c_gem, c_supply, make(f_area, 1, who));
      }
      // FEN-01: moves(1,T,board,area(P)) :- does(P,use_space(_,T,_)), T = master(_).
      const t12 = A1[~act]!;
      if (F[~t12] === f_master) {
        out.push(1, t12, c_board, make(f_area, 1, who));
      }
      // FEN-06: moves(1,B,area(P),board) :- does(P,use_space(_,_,B)), B != none.
      const b13 = A2[~act]!;
      if (b13 !== c_none) {
        out.push(1, b13, make(f_area, 1, who), c_board);
      }
      // A-130: moves(1,C,nowhere,known(Q)) :- paid(_,C,Q).
      if (F[~phase] === f_arrived) {
        const p14 = paid_fff(m);
        if (p14 !== null) {
          const c15 = p14[1]!;
          const q16 = p14[2]!;
          out.push(1, c15, c_nowhere, make(f_known, 1, q16));
        }
      }
      // SMI-01: moves(1,S,board,area(P)) :- does(P,use_space(_,S,_)), S = sword(_,_,_).
      const s32 = A1[~act]!;
      if (F[~s32] === f_sword) {
        add(out, 1, s32, c_board, make(f_area, 1, who));
      }
      // SMI-03: moves(M,metal,area(P),supply) :- does(P,use_space(_,sword(_,M,_),_)), M > 0.
      const s33 = A1[~act]!;
      if (F[~s33] === f_sword) {
        const m34 = A1[~s33]!;
        if (m34 > 0) {
          out.push(m34, c_metal, make(f_area, 1, who), c_supply);
        }
      }
      // SMI-03: moves(G,gem,area(P),supply) :- does(P,use_space(_,sword(_,_,G),_)), G > 0.
      const s35 = A1[~act]!;
      if (F[~s35] === f_sword) {
        const g36 = A2[~s35]!;
        if (g36 > 0) {
          out.push(g36, c_gem, make(f_area, 1, who), c_supply);
        }
      }
      // USE-04: moves(1,C,hand(P),hand(Q)) :- paid(P,C,Q).
      if (F[~phase] === f_arrived) {
        const p46 = paid_fff(m);
        if (p46 !== null) {
          const p47 = p46[0]!;
          const c48 = p46[1]!;
          const q49 = p46[2]!;
          out.push(1, c48, make(f_hand, 1, p47), make(f_hand, 1, q49));
        }
      }
    } else if (F[~act] === f_draw) {
      // DUE-11: moves(1,figure(Q),S,0) :- won(attacker), phase(duel(S,Q,_,_)).
      if (F[~phase] === f_duel) {
        const s9 = A0[~phase]!;
        const q10 = A1[~phase]!;
        if (won_f(m) === c_attacker) {
          out.push(1, make(f_figure, 1, q10), s9, 0);
        }
      }
      // DUE-11: moves(1,figure(P),transit,0) :- won(defender), active(P).
      if (F[~phase] === f_duel && won_f(m) === c_defender) {
        add(out, 1, make(f_figure, 1, active), c_transit, 0);
      }
      // DUE-13: moves(1,figure(P),transit,S) :- won(attacker), active(P), phase(duel(S,_,_,_)).
      if (F[~phase] === f_duel) {
        const s11 = A0[~phase]!;
        if (won_f(m) === c_attacker) {
          add(out, 1, make(f_figure, 1, active), c_transit, s11);
        }
      }
      // TAK-01: moves(1,C,pile,hand(P)) :- drawn(P,C).
      if (F[~phase] === f_drawing) {
        const d37 = drawn_ff(m);
        if (d37 !== null) {
          const p38 = d37[0]!;
          const c39 = d37[1]!;
          out.push(1, c39, c_pile, make(f_hand, 1, p38));
        }
      }
    } else if (F[~act] === f_place_shop) {
      // SHP-01: moves(1,T,area(P),S) :- does(P,place_shop(T,S)).
      const t29 = A0[~act]!;
      const s30 = A1[~act]!;
      out.push(1, t29, make(f_area, 1, who), s30);
    } else if (F[~act] === f_return_figure) {
      // RET-01: moves(1,figure(P),S,0) :- does(P,return_figure(S)).
      const s31 = A0[~act]!;
      out.push(1, make(f_figure, 1, who), s31, 0);
    }
    // A-130: moves(1,C,known(P),nowhere) :- spent(P,C), at(known(P),C,_).
    const s17 = spent_ff(m);
    if (s17 !== null) {
      const p18 = s17[0]!;
      const c19 = s17[1]!;
      if (held(at, make(f_known, 1, p18), c19) !== null) {
        add(out, 1, c19, make(f_known, 1, p18), c_nowhere);
      }
    }
    // TAK-02: moves(N,C,discards,pile) :- reshuffle, at(discards,C,N).
    if (reshuffle(m)) {
      for (let _r1 = at.get(c_discards) ?? NONE, _i1 = 0; _i1 < _r1.length; _i1 += 2) {
        const c40 = _r1[_i1]!, n41 = _r1[_i1 + 1]!;
        add(out, n41, c40, c_discards, c_pile);
      }
    }
    // A-25: moves(1,C,X,discards) :- discarded(C,X), not reshuffle.
    if (!reshuffle(m)) {
      for (let _r2 = discarded_ff(m), _i2 = 0; _i2 < _r2.length; _i2 += 2) {
        const c42 = _r2[_i2]!, x43 = _r2[_i2 + 1]!;
        add(out, 1, c42, x43, c_discards);
      }
    }
    // A-25: moves(1,C,X,pile) :- discarded(C,X), reshuffle.
    if (reshuffle(m)) {
      for (let _r3 = discarded_ff(m), _i3 = 0; _i3 < _r3.length; _i3 += 2) {
        const c44 = _r3[_i3]!, x45 = _r3[_i3 + 1]!;
        add(out, 1, c44, x45, c_pile);
      }
    }
    return out;
  }

  function lifted_f(m: Move): number | null {
    if (m.lifted_f !== undefined) return m.lifted_f;
    const s = m.s;
    const act = m.act;
    const phase = s.phase;
    if (F[~act] === f_play_card) {
      // MOV-02: lifted(S) :- does(_,play_card(_,S,_)), not phase(transit(_)).
      const s1 = A1[~act]!;
      if (!some_phase1(s)) {
        return (m.lifted_f = s1);
      }
      // A-53: lifted(transit) :- does(_,play_card(_,_,_)), phase(transit(_)).
      if (F[~phase] === f_transit) {
        return (m.lifted_f = c_transit);
      }
    }
    return (m.lifted_f = null);
  }

  function some_phase1(s: Position): boolean {
    if (s.some_phase1 !== undefined) return s.some_phase1;
    const phase = s.phase;
    if (F[~phase] === f_transit) {
      return (s.some_phase1 = true);
    }
    return (s.some_phase1 = false);
  }

  function spent_ff(m: Move): number[] | null {
    const act = m.act;
    const who = m.who;
    if (F[~act] === f_play_card) {
      // A-130: spent(P,C) :- does(P,play_card(C,_,_)).
      const c1 = A0[~act]!;
      return [who, c1];
    } else if (F[~act] === f_use_space) {
      // A-130: spent(P,C) :- does(P,use_space(C,_,_)).
      const c2 = A0[~act]!;
      return [who, c2];
    }
    return null;
  }

  /** What holds goes on to hold unless it is gone, and what is new holds too. */
  function after(m: Move): Position {
    // vocabulary: touched(X,T) :- moves(_,T,X,_), X != nowhere.
    // vocabulary: touched(X,T) :- moves(_,T,_,X), X != nowhere.
    // vocabulary: change(X,T,D) :- touched(X,T), D = #sum { N,Y,in : moves(N,T,Y,X) ; -N,Y,out : moves(N,T,X,Y) }.
    // vocabulary: gone(at(X,T,N)) :- change(X,T,_), at(X,T,N).
    // vocabulary: new(at(X,T,N+D)) :- change(X,T,D), at(X,T,N), N+D > 0.
    // vocabulary: new(at(X,T,D)) :- change(X,T,D), not at(X,T,_).
    return new Position(
      carried(m.s.at, addedUp(moves_ffff(m), c_nowhere), gone_at_fff(m), new_at_fff(m)),
      next(m.s.active, gone_active_f(m), new_active_f(m))!,
      next(m.s.phase, gone_phase_f(m), new_phase_f(m))!,
      next(m.s.tile_card, gone_tile_card_f(m), new_tile_card_f(m)),
      next(m.s.trigger, gone_trigger_f(m), new_trigger_f(m)),
    );
  }
  /** A position, from its fluents. The numbers of equal pieces at a place are added up. */
  function position(fluents: Iterable<readonly Term[]>): Position {
    const [at, parts] = takenIn(fluents, encode);
    return new Position(at, always(parts, "active"), always(parts, "phase"), parts.get("tile_card") ?? null, parts.get("trigger") ?? null);
  }
  /** Everything that holds in a position. */
  const fluents = (s: Position) => laidOut(s.at, { active: s.active, phase: s.phase, tile_card: s.tile_card, trigger: s.trigger }, decode);
  return { encode, decode, position, fluents, after, legal: legal_ff, weights: weight_ff, points: points_fff, goal: goal_bf, rank: rank_bf, winners: winner_f, leads: leads_f, card_sum: card_sum_bf, sure: sure_bfff, broken: broken_f, sees_size: sees_size_bff, round: round_f, happens: happens_ff, told: told_fff, reveals: reveals, reasons: reason_fff, why_not: why_not_ff, get ill_formed() { return ill_formed_f(); }, get deal() { return deal_fff(); }, sees_active: sees_active_bf, get init_active() { return init_active_f(); }, new_active: new_active_f, gone_active: gone_active_f, sees_at: sees_at_bfff, get init_at() { return init_at_fff(); }, new_at: new_at_fff, gone_at: gone_at_fff, sees_phase: sees_phase_bf, get init_phase() { return init_phase_f(); }, new_phase: new_phase_f, gone_phase: gone_phase_f, sees_tile_card: sees_tile_card_bf, init_tile_card: init_tile_card_f, new_tile_card: new_tile_card_f, gone_tile_card: gone_tile_card_f, sees_trigger: sees_trigger_bf, init_trigger: init_trigger_f, new_trigger: new_trigger_f, gone_trigger: gone_trigger_f, moves: moves_ffff };
}

export type Game = ReturnType<typeof game>;
