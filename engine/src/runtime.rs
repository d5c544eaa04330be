//! What the generated rules need: terms, rows, pieces by place, and answers that are kept. No rule of the game is here.

use crate::rules::*;
use std::cell::{Cell, UnsafeCell};
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::ops::Deref;

/// A term: a number, a place, a name, a piece, or a functor with its arguments, packed.
pub type V = i64;
/// No answer.
pub const NO: V = V::MIN;
/// A piece that the edition does not have.
const ABSENT: V = PIECES + 63;

// Rows of terms, one after the other

#[derive(Default, Clone)]
pub struct Flat(pub Vec<V>);

impl Flat {
    pub fn new() -> Flat {
        Flat(Vec::new())
    }
    #[inline(always)]
    pub fn push<const W: usize>(&mut self, row: [V; W]) {
        self.0.extend_from_slice(&row)
    }
    /// Adds a row that may be there already.
    #[inline(always)]
    pub fn add<const W: usize>(&mut self, row: [V; W]) {
        if !is_in(&self.0, &row) {
            self.push(row)
        }
    }
    /// The same rows, each once.
    pub fn sorted(self, width: usize) -> Flat {
        let mut rows: Vec<&[V]> = self.0.chunks_exact(width).collect();
        rows.sort();
        rows.dedup();
        Flat(rows.concat())
    }
}
impl Deref for Flat {
    type Target = [V];
    #[inline(always)]
    fn deref(&self) -> &[V] {
        &self.0
    }
}

/// Rows that live for a moment: the first ones need no memory of their own.
pub struct Rows {
    len: usize,
    near: [MaybeUninit<V>; NEAR],
    far: Vec<V>,
}
const NEAR: usize = 128;

impl Rows {
    #[inline(always)]
    pub fn new() -> Rows {
        Rows { len: 0, near: [MaybeUninit::uninit(); NEAR], far: Vec::new() }
    }
    #[inline(always)]
    pub fn push<const W: usize>(&mut self, row: [V; W]) {
        if self.far.is_empty() && self.len + W <= NEAR {
            for (cell, value) in self.near[self.len..self.len + W].iter_mut().zip(row) {
                *cell = MaybeUninit::new(value)
            }
            self.len += W
        } else {
            self.spill(&row)
        }
    }
    #[cold]
    fn spill(&mut self, row: &[V]) {
        if self.far.is_empty() {
            self.far = self.to_vec()
        }
        self.far.extend_from_slice(row)
    }
    /// Adds a row that may be there already.
    #[inline(always)]
    pub fn add<const W: usize>(&mut self, row: [V; W]) -> bool {
        let new = !is_in(self, &row);
        if new {
            self.push(row)
        }
        new
    }
}
impl Deref for Rows {
    type Target = [V];
    #[inline(always)]
    fn deref(&self) -> &[V] {
        if self.far.is_empty() {
            // SAFETY: the first `len` cells are written.
            unsafe { std::slice::from_raw_parts(self.near.as_ptr() as *const V, self.len) }
        } else {
            &self.far
        }
    }
}

/// Cell by cell: comparing slices would call a function.
#[inline(always)]
fn is_in<const W: usize>(rows: &[V], row: &[V; W]) -> bool {
    rows.chunks_exact(W).any(|r| (0..W).all(|i| r[i] == row[i]))
}
#[inline(always)]
pub fn cells<const W: usize>(rows: &[V]) -> [V; W] {
    rows[..W].try_into().unwrap()
}

// Answers that are kept for as long as `now` does not change

#[derive(Default)]
pub struct Kept<T> {
    stamp: Cell<u64>,
    value: Cell<T>,
}
impl<T: Copy> Kept<T> {
    #[inline(always)]
    pub fn get(&self, now: u64) -> Option<T> {
        if self.stamp.get() == now {
            Some(self.value.get())
        } else {
            None
        }
    }
    #[inline(always)]
    pub fn keep(&self, now: u64, value: T) -> T {
        self.value.set(value);
        self.stamp.set(now);
        value
    }
}

/// The stamp of rows that are being found.
const FILLING: u64 = u64::MAX;

#[derive(Default)]
pub struct KeptRows {
    stamp: Cell<u64>,
    rows: UnsafeCell<Flat>,
}
impl KeptRows {
    #[inline(always)]
    pub fn get(&self, now: u64) -> Option<&[V]> {
        if self.stamp.get() == now {
            // SAFETY: rows that are kept change only after `now` has, for which nobody may hold them: it needs `&mut`.
            Some(unsafe { &*self.rows.get() })
        } else {
            None
        }
    }
    /// Room for new rows: the memory of the old ones.
    #[inline(always)]
    pub fn begin(&self) -> &mut Flat {
        assert!(self.stamp.get() != FILLING, "an answer that depends on itself");
        self.stamp.set(FILLING);
        // SAFETY: it is asked for when nothing is kept, so nobody holds the rows; and once, until they are kept.
        let rows = unsafe { &mut *self.rows.get() };
        rows.0.clear();
        rows
    }
    /// The rows that were begun are all that there are.
    #[inline(always)]
    pub fn keep(&self, now: u64) -> &[V] {
        self.stamp.set(now);
        // SAFETY: as in `get`.
        unsafe { &*self.rows.get() }
    }
}

/// Answers for each step: which are known, and which are yes.
#[derive(Default)]
pub struct KeptSteps {
    stamp: Cell<u64>,
    known: Cell<Steps>,
    yes: Cell<Steps>,
}
impl KeptSteps {
    #[inline(always)]
    pub fn get(&self, now: u64, step: V) -> Option<bool> {
        if self.stamp.get() != now {
            self.stamp.set(now);
            self.known.set(Steps::default());
            self.yes.set(Steps::default());
            return None;
        }
        if self.known.get().has(step) {
            Some(self.yes.get().has(step))
        } else {
            None
        }
    }
    #[inline(always)]
    pub fn keep(&self, step: V, value: bool) -> bool {
        self.known.set(self.known.get().with(step));
        if value {
            self.yes.set(self.yes.get().with(step))
        }
        value
    }
}

/// A part of the position after a move.
#[inline(always)]
pub fn next(old: V, gone: V, new: V) -> V {
    if new != NO {
        new
    } else if gone == old {
        NO
    } else {
        old
    }
}

// Tables of the edition, by their first given column

/// Columns of some rows: those with this letter in the mode.
fn marked(row: &[V], mode: &str, letter: char) -> Vec<V> {
    row.iter().zip(mode.chars()).filter(|(_, m)| *m == letter).map(|(x, _)| *x).collect()
}
pub fn columns(rows: &[V], mode: &str) -> Flat {
    let found = rows.chunks_exact(mode.len()).flat_map(|row| marked(row, mode, 'f')).collect();
    Flat(found).sorted(mode.matches('f').count())
}
/// Values by a term: most are found by their number, packed terms are looked for.
#[derive(Default)]
struct Keyed<T> {
    near: Vec<Option<T>>,
    far: Vec<(V, T)>,
}
impl<T: Default> Keyed<T> {
    #[inline(always)]
    fn get(&self, key: V) -> Option<&T> {
        if (key as u64) < self.near.len() as u64 {
            self.near[key as usize].as_ref()
        } else if key < END {
            None
        } else {
            self.far.iter().find(|(found, _)| *found == key).map(|(_, value)| value)
        }
    }
    /// The value of a term, to be changed.
    fn entry(&mut self, key: V) -> &mut T {
        if (0..END).contains(&key) {
            while self.near.len() <= key as usize {
                self.near.push(None)
            }
            return self.near[key as usize].get_or_insert_with(T::default);
        }
        let found = self.far.iter().position(|(other, _)| *other == key);
        let place = found.unwrap_or_else(|| {
            self.far.push((key, T::default()));
            self.far.len() - 1
        });
        &mut self.far[place].1
    }
}

#[derive(Default)]
pub struct Tests(Keyed<()>);
impl Tests {
    pub fn new(rows: &[V], mode: &str) -> Tests {
        let mut found = Tests::default();
        for row in rows.chunks_exact(mode.len()) {
            found.0.entry(marked(row, mode, 'b')[0]);
        }
        found
    }
    #[inline(always)]
    pub fn get(&self, key: V) -> bool {
        self.0.get(key).is_some()
    }
}

#[derive(Default)]
pub struct Ones(Keyed<V>);
impl Ones {
    pub fn new(rows: &[V], mode: &str) -> Ones {
        let mut found = Ones::default();
        for row in rows.chunks_exact(mode.len()) {
            *found.0.entry(marked(row, mode, 'b')[0]) = marked(row, mode, 'f')[0]
        }
        found
    }
    #[inline(always)]
    pub fn get(&self, key: V) -> V {
        self.0.get(key).copied().unwrap_or(NO)
    }
}

/// Under each first key its rows: the other keys, and what is wanted.
#[derive(Default)]
pub struct Table(Keyed<Flat>);
impl Table {
    pub fn new(rows: &[V], mode: &str) -> Table {
        let mut found = Table::default();
        let width = mode.len() - mode.matches('x').count() - 1;
        for row in rows.chunks_exact(mode.len()) {
            let keys = marked(row, mode, 'b');
            let cells = [&keys[1..], &marked(row, mode, 'f')].concat();
            found.0.entry(keys[0]).0.extend(cells)
        }
        let Keyed { near, far } = &mut found.0;
        for rows in near.iter_mut().flatten().chain(far.iter_mut().map(|(_, rows)| rows)) {
            *rows = std::mem::take(rows).sorted(width)
        }
        found
    }
    #[inline(always)]
    pub fn rows(&self, key: V) -> &[V] {
        self.0.get(key).map_or(&[], |rows| rows)
    }
}

// Pieces and places

/// Some pieces that follow each other, as bits of words.
#[derive(Clone, Copy, Default)]
pub struct Kinds {
    word: u32,
    /// How many words follow the first.
    more: u32,
    mask: u64,
    last: u64,
}
pub const FIGURES: Kinds = Kinds { word: 0, more: 0, mask: (1 << SEATS) - 1, last: 0 };
impl Kinds {
    fn new(low: V, high: V) -> Kinds {
        if low >= high {
            return Kinds::default();
        }
        let (first, last) = (low - PIECES, high - 1 - PIECES);
        let (from, to) = (!0 << (first & 63), !0 >> (63 - (last & 63)));
        let more = (last / 64 - first / 64) as u32;
        Kinds { word: first as u32 / 64, more, mask: if more == 0 { from & to } else { from }, last: to }
    }
}

#[derive(Default)]
pub struct By(Keyed<Kinds>);
impl By {
    #[inline(always)]
    pub fn get(&self, key: V) -> Kinds {
        self.0.get(key).copied().unwrap_or_default()
    }
}

/// Some steps. Two words: the larger type would call functions in WebAssembly.
#[derive(Clone, Copy, Default)]
pub struct Steps([u64; 2]);
impl Steps {
    #[inline(always)]
    fn has(&self, step: V) -> bool {
        (step as u64) < STEPS as u64 && self.0[(step >> 6) as usize & 1] >> (step & 63) & 1 == 1
    }
    #[inline(always)]
    fn with(mut self, step: V) -> Steps {
        if (step as u64) < STEPS as u64 {
            self.0[(step >> 6) as usize & 1] |= 1 << (step & 63)
        }
        self
    }
    #[inline(always)]
    fn without(mut self, step: V) -> Steps {
        self.0[(step >> 6) as usize & 1] &= !(1 << (step & 63));
        self
    }
}
impl Iterator for Steps {
    type Item = V;
    #[inline(always)]
    fn next(&mut self) -> Option<V> {
        for (number, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((64 * number) as V + bit as V);
            }
        }
        None
    }
}
pub fn steps(rows: &[V]) -> Steps {
    rows.iter().fold(Steps::default(), |found, step| found.with(*step))
}

/// Where the numbers of a place lie in a position.
#[derive(Clone, Copy, Default)]
struct Row {
    mask: u32,
    count: u32,
    low: u16,
    len: u16,
    total: u32,
}
struct Layout(Box<[Row; NAMES as usize]>);
impl Default for Layout {
    fn default() -> Layout {
        Layout(Box::new([Row { low: PIECES as u16, ..Row::default() }; NAMES as usize]))
    }
}

/// The pieces of a position: how many of each at each place, which there are any of, and how many in all.
#[derive(Clone, Default)]
pub struct At {
    count: Vec<u16>,
    mask: Vec<u64>,
    total: Vec<u16>,
    /// A number that positions with other pieces hardly ever share.
    pub digest: u64,
    /// The steps on which each player has figures.
    figures: [Steps; SEATS as usize],
}

/// The pieces of an edition and the places where they can be.
#[derive(Default)]
pub struct Kit {
    names: BTreeMap<String, V>,
    texts: Vec<String>,
    pieces: Vec<[V; 3]>,
    ranges: Vec<(V, V)>,
    /// The pieces of each kind.
    pub kinds: Vec<Kinds>,
    /// The pieces with each first argument.
    pub by: Vec<By>,
    words: u32,
    layout: Layout,
    homes: Vec<V>,
    blank: At,
}
pub const STEPS: usize = 128;

impl Kit {
    /// The words of the vocabulary; an edition adds names and pieces.
    pub fn new() -> Kit {
        let mut kit = Kit { texts: vec![String::new(); END as usize], ..Kit::default() };
        for (name, at) in WORDS {
            kit.names.insert(name.to_string(), at);
            kit.texts[at as usize] = name.to_string()
        }
        kit.ranges = vec![(0, 0); STORED.len() + 1];
        kit
    }
    pub fn name(&mut self, text: &str) -> Result<V, String> {
        if let Some(found) = self.names.get(text) {
            return Ok(*found);
        }
        let used = self.names.values().filter(|at| (NAMES..PIECES).contains(at)).count() as V;
        if NAMES + used == PIECES {
            return Err("too many names".to_string());
        }
        self.names.insert(text.to_string(), NAMES + used);
        self.texts[(NAMES + used) as usize] = text.to_string();
        Ok(NAMES + used)
    }
    pub fn named(&self, text: &str) -> Option<V> {
        self.names.get(text).copied()
    }
    /// The pieces of the edition, each with its functor and arguments.
    pub fn lay_in(&mut self, mut pieces: Vec<(V, [V; 3])>) -> Result<(), String> {
        pieces.sort_unstable();
        pieces.dedup();
        self.by = BY.iter().map(|_| By::default()).collect();
        for kind in 1..=STORED.len() as V {
            while self.pieces.len() % 64 != 0 {
                self.pieces.push([NO; 3])
            }
            let some: Vec<[V; 3]> = pieces.iter().filter(|piece| piece.0 == kind).map(|piece| piece.1).collect();
            let low = FIRST + self.pieces.len() as V;
            let high = low + some.len() as V;
            self.pieces.extend(&some);
            self.ranges[kind as usize] = (low, high);
            for (by, _) in self.by.iter_mut().zip(BY).filter(|(_, functor)| functor == &kind) {
                for args in &some {
                    let from = some.partition_point(|other| other[0] < args[0]) as V;
                    let to = some.partition_point(|other| other[0] <= args[0]) as V;
                    *by.0.entry(args[0]) = Kinds::new(low + from, low + to)
                }
            }
        }
        let end = FIRST + self.pieces.len() as V;
        if end > END {
            return Err("too many kinds of pieces".to_string());
        }
        self.kinds = self.ranges.iter().map(|(low, high)| Kinds::new(*low, *high)).collect();
        self.words = ((end - PIECES + 63) / 64) as u32;
        Ok(())
    }
    /// Make room for each piece at its homes.
    pub fn lay_out(&mut self, homes: &[&[V]]) {
        let mut ranges: BTreeMap<V, (V, V)> = BTreeMap::new();
        for home in homes.iter().filter(|home| home[0] != ABSENT) {
            let range = ranges.entry(home[1]).or_insert((home[0], home[0]));
            *range = (range.0.min(home[0]), range.1.max(home[0]))
        }
        let words = self.words;
        let (mut count, mut mask, mut total) = (0, words, 1); // the first row is that of places where nothing can be
        for (place, (low, high)) in &ranges {
            let len = (high - low + 1) as u32;
            self.layout.0[row(*place)] = Row { mask, count, low: *low as u16, len: len as u16, total };
            count += len;
            mask += words;
            total += 1
        }
        self.homes = ranges.into_keys().collect();
        self.blank = At { count: vec![0; count as usize], mask: vec![0; mask as usize], total: vec![0; total as usize], ..At::default() }
    }
    /// No piece at any place.
    pub fn blank(&self) -> At {
        self.blank.clone()
    }

    #[inline(always)]
    pub fn arg(&self, number: usize, piece: V) -> V {
        self.pieces[(piece - FIRST) as usize][number]
    }
    pub fn piece(&self, kind: V, args: [V; 3]) -> V {
        let (low, high) = self.ranges[kind as usize];
        let some = &self.pieces[(low - FIRST) as usize..(high - FIRST) as usize];
        some.binary_search(&args).map_or(ABSENT, |n| low + n as V)
    }
    /// The pieces of a kind that the edition has.
    pub fn every(&self, kind: V) -> std::ops::Range<V> {
        let (low, high) = self.ranges[kind as usize];
        low..high
    }
    /// Whether a term is a piece of a kind.
    #[inline(always)]
    pub fn is_a(&self, kind: V, term: V) -> bool {
        let (low, high) = self.ranges[kind as usize];
        low <= term && term < high
    }

    #[inline(always)]
    pub fn count(&self, s: &Position, place: V, piece: V) -> V {
        let here = &self.layout.0[row(place)];
        let number = (piece - here.low as V) as u64;
        if number < here.len as u64 {
            s.at.count[(here.count + number as u32) as usize] as V
        } else {
            0
        }
    }
    #[inline(always)]
    pub fn held(&self, s: &Position, place: V, piece: V) -> V {
        let number = self.count(s, place, piece);
        if number == 0 {
            NO
        } else {
            number
        }
    }
    #[inline(always)]
    pub fn has(&self, s: &Position, place: V, piece: V) -> bool {
        self.count(s, place, piece) != 0
    }
    /// All pieces that can be at a place.
    #[inline(always)]
    pub fn all(&self, place: V) -> Kinds {
        let here = &self.layout.0[row(place)];
        let (low, len) = (here.low as u32 - PIECES as u32, here.len as u32);
        Kinds { word: low / 64, more: (low % 64 + len.saturating_sub(1)) / 64, mask: !0, last: !0 }
    }
    /// The pieces of some kinds at a place.
    #[inline(always)]
    pub fn pieces<'a>(&self, s: &'a Position, place: V, kinds: Kinds) -> Pieces<'a> {
        let masks = &s.at.mask[(self.layout.0[row(place)].mask + kinds.word) as usize..];
        Pieces { masks, word: masks[0] & kinds.mask, base: PIECES + 64 * kinds.word as V, more: kinds.more, last: kinds.last }
    }
    /// The same, each with how many there are.
    #[inline(always)]
    pub fn amounts<'a>(&self, s: &'a Position, place: V, kinds: Kinds) -> impl Iterator<Item = (V, V)> + 'a {
        let here = self.layout.0[row(place)];
        let counts = &s.at.count[here.count as usize..];
        self.pieces(s, place, kinds).map(move |piece| (piece, counts[(piece - here.low as V) as usize] as V))
    }
    #[inline(always)]
    pub fn any(&self, s: &Position, place: V, kinds: Kinds) -> bool {
        self.pieces(s, place, kinds).next().is_some()
    }
    #[inline(always)]
    pub fn total(&self, s: &Position, place: V) -> V {
        s.at.total[self.layout.0[row(place)].total as usize] as V
    }
    /// The steps of some on which a figure stands.
    #[inline(always)]
    pub fn steps_of(&self, s: &Position, figure: V, some: Steps) -> Steps {
        let Steps([one, other]) = s.at.figures[(figure - PIECES) as usize & (SEATS as usize - 1)];
        Steps([one & some.0[0], other & some.0[1]])
    }
    pub fn places(&self, s: &Position) -> Vec<V> {
        self.homes.iter().copied().filter(|place| self.total(s, *place) > 0).collect()
    }
    /// Whether a piece has a home at a place.
    #[inline(always)]
    pub fn is_home(&self, place: V, piece: V) -> bool {
        let here = &self.layout.0[row(place)];
        ((piece - here.low as V) as u64) < here.len as u64
    }
    #[inline(always)]
    pub fn book(&self, at: &mut At, place: V, piece: V, more: V) {
        assert!(self.is_home(place, piece), "a piece that cannot be there");
        let here = &self.layout.0[row(place)];
        let count = &mut at.count[here.count as usize + (piece - here.low as V) as usize];
        *count = count.wrapping_add(more as u16);
        let bit = (piece - PIECES) as u32;
        let (word, bit) = (&mut at.mask[(here.mask + bit / 64) as usize], 1 << (bit % 64));
        *word = if *count == 0 { *word & !bit } else { *word | bit };
        let one = ((place << 13 | piece) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        at.digest = at.digest.wrapping_add((one ^ one >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_mul(more as u64));
        let total = &mut at.total[here.total as usize];
        *total = total.wrapping_add(more as u16);
        if place < SMALL && piece < PIECES + SEATS {
            let steps = &mut at.figures[(piece - PIECES) as usize];
            *steps = if *count == 0 { steps.without(place) } else { steps.with(place) }
        }
    }
    /// What moves goes from place to place; what else is gone or new comes on top.
    #[inline(always)]
    pub fn carry(&self, at: &mut At, moves: &[V], gone: &[V], fresh: &[V]) {
        for g in gone.chunks_exact(3) {
            if !moves.chunks_exact(4).any(|r| r[1] == g[1] && (r[2] == g[0] || r[3] == g[0])) {
                self.book(at, g[0], g[1], -g[2])
            }
        }
        for r in moves.chunks_exact(4) {
            if r[2] != C_NOWHERE {
                self.book(at, r[2], r[1], -r[0])
            }
            if r[3] != C_NOWHERE {
                self.book(at, r[3], r[1], r[0])
            }
        }
        for f in fresh.chunks_exact(3) {
            self.book(at, f[0], f[1], f[2])
        }
    }
    /// A term, from its functor and arguments.
    pub fn term(&self, functor: &str, args: &[V]) -> Result<V, String> {
        for (name, first, size) in FAMILIES {
            if name == functor && args.len() == 1 && (0..size).contains(&args[0]) {
                return Ok(first + args[0]);
            }
        }
        for (number, (name, arity)) in STORED.iter().enumerate() {
            if *name == functor && *arity == args.len() {
                let mut three = [0; 3];
                three[..*arity].copy_from_slice(args);
                let found = self.piece(number as V + 1, three);
                return if found == ABSENT { Err(format!("no such {} in the edition", functor)) } else { Ok(found) };
            }
        }
        for (number, (name, layout)) in PACKED.iter().enumerate() {
            if *name == functor && layout.len() == args.len() {
                let mut found = ((STORED.len() + 1 + number) as V) << TAG;
                for ((bit, width), arg) in layout.iter().zip(args) {
                    if *arg >> width != 0 {
                        return Err(format!("a number of {} is too large", functor));
                    }
                    found |= arg << bit
                }
                return Ok(found);
            }
        }
        Err(format!("no {} is known", functor))
    }
    /// A term, taken apart.
    pub fn shown(&self, term: V) -> Shown<'_> {
        let tag = term >> TAG;
        if tag > 0 {
            let (functor, layout) = PACKED[tag as usize - 1 - STORED.len()];
            return Shown::Compound(functor, layout.iter().map(|(bit, width)| term >> bit & ((1 << width) - 1)).collect());
        }
        if term < SMALL {
            return Shown::Number(term);
        }
        for (functor, first, size) in FAMILIES {
            if (first..first + size).contains(&term) {
                return Shown::Compound(functor, vec![term - first]);
            }
        }
        for (number, (functor, arity)) in STORED.iter().enumerate() {
            if self.is_a(number as V + 1, term) {
                return Shown::Compound(functor, self.pieces[(term - FIRST) as usize][..*arity].to_vec());
            }
        }
        Shown::Name(&self.texts[term as usize])
    }
}

pub enum Shown<'a> {
    Number(V),
    Name(&'a str),
    Compound(&'a str, Vec<V>),
}

/// The number of a place.
#[inline(always)]
fn row(place: V) -> usize {
    (place & (NAMES - 1)) as usize
}

/// The pieces of some kinds at a place.
pub struct Pieces<'a> {
    masks: &'a [u64],
    word: u64,
    base: V,
    more: u32,
    last: u64,
}
impl Iterator for Pieces<'_> {
    type Item = V;
    #[inline(always)]
    fn next(&mut self) -> Option<V> {
        while self.word == 0 {
            if self.more == 0 {
                return None;
            }
            self.more -= 1;
            self.masks = &self.masks[1..];
            self.word = if self.more == 0 { self.masks[0] & self.last } else { self.masks[0] };
            self.base += 64
        }
        let bit = self.word.trailing_zeros() as V;
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}
