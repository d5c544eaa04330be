//! The value of a position for a player: features of what the player sees, and a small network over them.
//!
//! A rival at a time: the network compares the player with one rival and says the log odds of finishing before them. Against
//! several, the odds of all are put together, so one network serves any number of players.

use crate::rules::*;
use crate::runtime::*;
use crate::values::{FIRST, FIRST_BIAS, SECOND, SECOND_BIAS};

/// Numbers that the network is given.
pub const FEATURES: usize = 261;
/// Of the hidden layer.
pub const HIDDEN: usize = 32;
/// The number that stands for 1 among the features; they go from -2 to 2.
const ONE: i32 = 60;
/// The number that stands for 1 among the weights of the first layer, and of the second.
const FIRST_ONE: f32 = 64.0;
const SECOND_ONE: f32 = 1024.0;
/// The largest output of a hidden unit.
const CLIP: f32 = 4.0 * ONE as f32 * FIRST_ONE;

pub type Row = [i8; FEATURES];

/// Kinds of spaces and shops, as the features have them.
const FENCING: u8 = 0;
const GEM: u8 = 1;
const METAL: u8 = 2;
const SMITH: u8 = 3;
const TAVERN: u8 = 5;
const ARTIST: u8 = 6;
const NOTHING: u8 = 9;
/// Steps of a road as long as that of the first edition; others are stretched to it.
const ROAD: usize = 20;
const VALUES: usize = 7;
const SWORDS: usize = 11;

#[derive(Clone, Copy)]
struct Space {
    kind: u8,
    circles: i32,
    owner: V,
    price: i32,
    free: i32,
}

/// What the features need of an edition.
pub struct Ground {
    seats: V,
    spaces: Vec<Space>,
    /// The first step of the Alcazar.
    gate: usize,
    /// Where each step would be on a road of twenty.
    stretched: Vec<usize>,
    swords: Vec<(V, i32, i32, i32)>,
    shops: Vec<(V, V, u8, i32)>,
    tiles: Vec<(V, usize)>,
    /// Cards of each value in the deck.
    deck: [i32; VALUES + 1],
    divisor: i32,
    last_round_at: i32,
}

/// A player's things, counted.
struct Side {
    hand: [i32; VALUES + 1],
    known: [i32; VALUES + 1],
    size: i32,
    /// The steps on which there are figures, from the last one, as often as there are.
    figures: Vec<usize>,
    on: [i32; ROAD],
    inside: i32,
    metal: i32,
    gems: i32,
    tiles: [bool; 4],
    swords: i32,
    /// The three best swords, and the three figures that are furthest.
    top: [i32; 3],
    front: [i32; 3],
    points: i32,
    paintings: i32,
    score: i32,
    left: [i32; 4],
    /// The best sword on the board for which so many pieces are missing.
    best: [i32; 4],
}

/// A position, counted.
pub struct Sheet {
    spaces: Vec<Space>,
    sides: Vec<Side>,
    discards: [i32; VALUES + 1],
    active: V,
    trigger: V,
    board: [bool; SWORDS],
    metal: i32,
    gems: i32,
    paintings: i32,
}

fn value_of(kit: &Kit, card: V) -> usize {
    (kit.arg(0, card) as usize).clamp(1, VALUES)
}

impl Ground {
    pub fn new(game: &Game, seats: V) -> Ground {
        let kit = &game.kit;
        let end = game.space_fx.iter().copied().max().unwrap_or(0) as usize + 1;
        let mut spaces = vec![Space { kind: NOTHING, circles: 0, owner: NO, price: 0, free: 0 }; end];
        let mut gate = end;
        for (step, space) in spaces.iter_mut().enumerate().skip(1) {
            let kind = game.space_bf.get(step as V);
            space.kind = if kind == C_TAVERN {
                TAVERN
            } else if kind == C_ARTIST {
                ARTIST
            } else {
                NOTHING
            };
            space.circles = game.circles_bf.get(step as V).max(0) as i32;
            space.price = game.price_bf.get(step as V).max(0) as i32;
            if kind == C_ENTRANCE {
                gate = gate.min(step)
            }
        }
        let stretched = (0..end).map(|step| if step == 0 { 0 } else { (1 + (step - 1) * (ROAD - 1) / (gate - 1).max(1)).min(ROAD - 1) }).collect();
        let mut deck = [0; VALUES + 1];
        let (mut swords, mut shops, mut tiles) = (vec![], vec![], vec![]);
        for row in game.copies_ff.chunks_exact(2) {
            let piece = row[0];
            if kit.is_a(F_CARD3, piece) {
                deck[value_of(kit, piece)] += row[1] as i32
            } else if kit.is_a(F_SWORD3, piece) {
                swords.push((piece, kit.arg(0, piece) as i32, kit.arg(1, piece) as i32, kit.arg(2, piece) as i32))
            } else if kit.is_a(F_MASTER1, piece) {
                let slot = if kit.arg(0, piece) == C_MOVEMENT { 3 } else { tiles.len().min(2) };
                tiles.push((piece, slot))
            }
        }
        swords.sort_unstable_by_key(|sword| sword.1);
        for seat in 0..seats {
            for piece in kit.every(F_SHOP3).filter(|piece| kit.arg(0, *piece) == seat) {
                let kind = match kit.arg(1, piece) {
                    C_FENCING => FENCING,
                    C_GEM => GEM,
                    C_METAL => METAL,
                    _ => SMITH,
                };
                shops.push((piece, seat, kind, kit.arg(2, piece) as i32))
            }
        }
        let (divisor, last_round_at) = (game.sword_divisor_f.max(1) as i32, game.last_round_at_f.max(1) as i32);
        Ground { seats, spaces, gate, stretched, swords, shops, tiles, deck, divisor, last_round_at }
    }

    pub fn sheet(&self, game: &Game, s: &Position) -> Sheet {
        let kit = &game.kit;
        let mut spaces = self.spaces.clone();
        for (step, space) in spaces.iter_mut().enumerate().take(self.gate).skip(1) {
            if let Some(shop) = kit.pieces(s, step as V, kit.kinds[F_SHOP3 as usize]).next() {
                let (_, owner, kind, circles) = self.shops[self.shops.partition_point(|one| one.0 < shop)];
                *space = Space { kind, circles, owner, ..*space }
            }
            space.free = space.circles
        }
        let mut board = [false; SWORDS];
        for (place, sword) in self.swords.iter().enumerate() {
            board[place.min(SWORDS - 1)] |= kit.has(s, C_BOARD, sword.0)
        }
        let mut discards = [0; VALUES + 1];
        for card in kit.pieces(s, C_DISCARDS, kit.kinds[F_CARD3 as usize]) {
            discards[value_of(kit, card)] += kit.count(s, C_DISCARDS, card) as i32
        }
        let sides: Vec<Side> = (0..self.seats).map(|seat| self.side(game, s, seat)).collect();
        for side in &sides {
            for step in &side.figures {
                spaces[*step].free -= 1
            }
        }
        Sheet {
            spaces,
            sides,
            discards,
            active: s.active,
            trigger: s.trigger,
            board,
            metal: kit.count(s, C_SUPPLY, C_METAL) as i32,
            gems: kit.count(s, C_SUPPLY, C_GEM) as i32,
            paintings: game.painting_ff.chunks_exact(2).filter(|row| kit.total(s, T_STACK + row[0]) > 0).count() as i32,
        }
    }

    fn side(&self, game: &Game, s: &Position, seat: V) -> Side {
        let kit = &game.kit;
        let (area, alcazar, figure) = (T_AREA + seat, T_ALCAZAR + seat, T_FIGURE + seat);
        let (mut hand, mut known) = ([0; VALUES + 1], [0; VALUES + 1]);
        for (place, cards) in [(T_HAND + seat, &mut hand), (T_KNOWN + seat, &mut known)] {
            for card in kit.pieces(s, place, kit.kinds[F_CARD3 as usize]) {
                cards[value_of(kit, card)] += kit.count(s, place, card) as i32
            }
        }
        let (mut figures, mut on) = (vec![], [0; ROAD]);
        for step in (0..self.gate).rev() {
            let number = kit.count(s, step as V, figure);
            for _ in 0..number {
                figures.push(step)
            }
            on[self.stretched[step]] += number as i32
        }
        let (metal, gems) = (kit.count(s, area, C_METAL) as i32, kit.count(s, area, C_GEM) as i32);
        let mut tiles = [false; 4];
        for (tile, slot) in &self.tiles {
            tiles[*slot] |= kit.has(s, area, *tile)
        }
        let (mut swords, mut top, mut best) = (0, [0; 3], [0; 4]);
        for (sword, value, costs_metal, costs_gems) in self.swords.iter().rev() {
            for _ in 0..kit.count(s, area, *sword) {
                if swords < 3 {
                    top[swords as usize] = *value
                }
                swords += 1
            }
            if kit.has(s, C_BOARD, *sword) {
                let missing = (costs_metal - metal).max(0) + (costs_gems - gems).max(0);
                for some in best.iter_mut().skip(missing as usize) {
                    *some = (*some).max(*value)
                }
            }
        }
        let mut front = [0; 3];
        for (one, step) in front.iter_mut().zip(&figures) {
            *one = self.stretched[*step] as i32
        }
        let (mut points, mut paintings) = (0, 0);
        for row in game.points_fff(s).chunks_exact(3).filter(|row| row[0] == seat) {
            if row[1] == C_DELIVERED {
                points += row[2] as i32
            } else if row[1] == C_PAINTINGS {
                paintings += row[2] as i32
            }
        }
        let mut left = [0; 4];
        for (shop, _, kind, _) in self.shops.iter().filter(|shop| shop.1 == seat) {
            left[*kind as usize] += kit.count(s, area, *shop) as i32
        }
        Side {
            hand,
            known,
            size: kit.total(s, T_HAND + seat) as i32,
            figures,
            on,
            inside: kit.count(s, alcazar, figure) as i32,
            metal,
            gems,
            tiles,
            swords,
            top,
            front,
            points: points + paintings,
            paintings,
            score: game.goal_bf(s, seat) as i32,
            left,
            best,
        }
    }

    /// The features of a player beside a rival.
    pub fn features(&self, sheet: &Sheet, me: V, you: V, row: &mut Row) {
        let mut out = Writer { row, at: 0 };
        let (mine, theirs) = (&sheet.sides[me as usize], &sheet.sides[you as usize]);
        let last = sheet.trigger != NO;
        out.flag(sheet.active == me);
        out.flag(last);
        out.flag(sheet.trigger == me);
        out.flag(sheet.trigger == you);
        for some in sheet.board {
            out.flag(some)
        }
        out.share(sheet.metal.min(8), 8);
        out.share(sheet.gems.min(8), 8);
        out.share(sheet.paintings, 6);
        let lead = mine.score - theirs.score;
        out.share(lead, 10);
        out.share(if last { lead } else { 0 }, 10);
        out.share(lead.signum(), 1);
        out.share(if last { lead.signum() } else { 0 }, 1);
        let walks = [self.side_features(&mut out, sheet, me, you, true), self.side_features(&mut out, sheet, you, me, false)];
        out.share(walks[1].0 - walks[0].0, 30);
        out.share(20 * lead + walks[0].1 - walks[1].1, 200);
        // what the trial did not have
        let turns = |seat: V| (seat - sheet.active).rem_euclid(self.seats) as i32;
        let left = if last { (sheet.trigger - sheet.active).rem_euclid(self.seats) as i32 } else { self.seats as i32 };
        out.flag(self.seats == 3);
        out.flag(self.seats > 3);
        out.share(turns(me), self.seats as i32);
        out.share(turns(you), self.seats as i32);
        out.flag(turns(me) >= left);
        out.flag(turns(you) >= left);
        out.share(mine.size - theirs.size, 8);
        out.share(if lead == 0 { (mine.size - theirs.size).signum() } else { 0 }, 1);
        let others = (0..self.seats).filter(|seat| *seat != me && *seat != you).map(|seat| &sheet.sides[seat as usize]);
        let (ahead, inside) = others.fold((-99, 0), |found, side| (found.0.max(side.score - mine.score), found.1.max(side.inside)));
        out.share(if self.seats > 2 { ahead } else { 0 }, 10);
        out.share(inside, self.last_round_at);
        debug_assert_eq!(out.at, FEATURES)
    }

    /// What is known of a player, and the steps that they have to walk and the worth of their swords by the way made.
    fn side_features(&self, out: &mut Writer, sheet: &Sheet, who: V, other: V, own: bool) -> (i32, i32) {
        let (side, rival) = (&sheet.sides[who as usize], &sheet.sides[other as usize]);
        out.among(side.inside, 4);
        out.share(side.points, 15);
        out.share(side.paintings, 3);
        for number in side.on {
            out.share(number.min(2), 1)
        }
        out.share(side.on[0], 5);
        for step in side.front {
            out.share(step, 20)
        }
        for value in side.top {
            out.share(value, 15)
        }
        out.among(side.swords, 4);
        for (value, step) in side.top.iter().zip(side.front) {
            out.share(value * step, 300)
        }
        out.among(side.metal, 6);
        out.among(side.gems, 6);
        out.share(side.gems, 5);
        out.share(side.metal, 5);
        for value in side.best {
            out.share(value, 15)
        }
        for tile in side.tiles {
            out.flag(tile)
        }
        out.share(side.size, 8);
        out.among(side.size / 2, 6);
        for number in &side.known[1..] {
            out.share((*number).min(2), 1)
        }
        for number in side.left {
            out.share(number.min(2), 2)
        }
        for kind in [FENCING, GEM, METAL, SMITH] {
            for (from, to) in [(1, 8), (8, 14), (14, ROAD)] {
                let there = |(step, space): (usize, &Space)| space.kind == kind && space.owner == who && (from..to).contains(&self.stretched[step]);
                out.flag(sheet.spaces.iter().take(self.gate).enumerate().any(there))
            }
        }
        let near: i32 = side.on[13..].iter().sum();
        out.share(near.min(3), 2);
        out.share(near.min(side.swords), 2);
        let worth = |place: usize| side.top[place] - side.top[place] / self.divisor;
        let lead = side.score - rival.score;
        if own {
            self.own_features(out, sheet, side, who, lead, worth)
        } else {
            self.threats(out, sheet, side, rival, -lead, worth(0))
        }
        let (mut walk, mut hope) = (0, 0);
        for place in 0..3 {
            if self.last_round_at - side.inside > place as i32 {
                walk += (20 - side.front[place]).max(0)
            }
            hope += worth(place) * side.front[place]
        }
        out.share(walk, 30);
        out.share(hope, 200);
        (walk, hope)
    }

    /// What the hand is good for: deliveries of this turn, and spaces within reach.
    fn own_features(&self, out: &mut Writer, sheet: &Sheet, side: &Side, me: V, lead: i32, worth: impl Fn(usize) -> i32) {
        for number in &side.hand[1..] {
            out.share((*number).min(3), 2)
        }
        for number in &side.hand[1..] {
            out.flag(*number > 0)
        }
        let highest = (1..=VALUES).rev().find(|value| side.hand[*value] > 0).unwrap_or(0) as i32;
        let (mut most, mut points, mut within) = (0, 0, [false; 7]);
        let mut cost = [99; STEPS + VALUES];
        for value in (1..=VALUES).filter(|value| side.hand[*value] > 0) {
            for step in (0..self.gate).rev() {
                let to = step + value;
                cost[step] = if to >= self.gate {
                    if to < self.spaces.len() { 1 } else { 99 }
                } else if sheet.spaces[to].free > 0 {
                    1 + cost[to]
                } else {
                    99
                }
            }
            let (mut spent, mut number) = (0, 0);
            for step in &side.figures {
                if spent + cost[*step] <= side.hand[value] {
                    spent += cost[*step];
                    number += 1
                }
            }
            let some = (0..3).filter(|place| number > *place).map(|place| worth(place as usize)).sum();
            if 10 * some + number > 10 * points + most {
                points = some;
                most = number
            }
            for step in &side.figures {
                let to = step + value;
                if to < self.gate && sheet.spaces[to].free > 0 {
                    let space = &sheet.spaces[to];
                    if space.kind < 7 && (space.owner == me || (side.size > 1 && highest >= space.price)) {
                        within[space.kind as usize] = true
                    }
                }
            }
        }
        out.among(most.min(2), 3);
        out.share(points, 10);
        out.share((lead + points).signum(), 1);
        out.share(lead + points, 10);
        let ends = most > 0 && side.inside + most >= self.last_round_at;
        out.flag(ends);
        out.share(if ends { (lead + points).clamp(-5, 5) } else { 0 }, 5);
        for kind in [FENCING, GEM, METAL, SMITH, TAVERN, ARTIST] {
            out.flag(within[kind as usize])
        }
        out.share(if within[SMITH as usize] { side.best[0] } else { 0 }, 15)
    }

    /// Whether a rival can deliver a sword with one card, by the cards that were not seen yet.
    fn threats(&self, out: &mut Writer, sheet: &Sheet, side: &Side, me: &Side, lead: i32, gain: i32) {
        let unseen = |value: usize| (self.deck[value] - me.hand[value] - sheet.discards[value]).max(0);
        let (mut all, mut fit, mut sure, mut known) = (0, 0, false, 0);
        for value in 1..=VALUES {
            all += unseen(value);
            known += side.known[value];
            if side.figures.iter().any(|step| (self.gate..self.spaces.len()).contains(&(step + value))) {
                fit += unseen(value);
                sure |= side.known[value] > 0
            }
        }
        let miss = 1.0 - fit as f32 / all.max(1) as f32;
        let likely = if sure { 1.0 } else { 1.0 - (0..(side.size - known).max(0)).fold(1.0, |left, _| left * miss) };
        let likely = (likely * ONE as f32) as i32;
        out.put(likely);
        out.put(likely * gain / 10);
        out.put(if side.inside + 1 >= self.last_round_at { likely } else { 0 });
        out.put((ONE * lead - likely * gain) / 10);
        out.share(if 10 * likely > 3 * ONE { (lead - gain).signum() } else { 0 }, 1);
        out.share(side.best[0], 15)
    }

    /// The chance of a player to win at the start of a turn, by the network.
    pub fn chance(&self, net: &Net, sheet: &Sheet, me: V) -> f32 {
        1.0 / (1.0 + self.odds(net, sheet, me).iter().sum::<f32>())
    }
    /// The odds of each seat against a player, by what that player sees; 0 for the player's own seat.
    pub fn odds(&self, net: &Net, sheet: &Sheet, me: V) -> Vec<f32> {
        let mut row = [0; FEATURES];
        (0..self.seats)
            .map(|you| {
                if you == me {
                    return 0.0;
                }
                self.features(sheet, me, you, &mut row);
                (-net.log_odds(&row)).exp()
            })
            .collect()
    }
}

struct Writer<'a> {
    row: &'a mut Row,
    at: usize,
}
impl Writer<'_> {
    #[inline(always)]
    fn put(&mut self, value: i32) {
        self.row[self.at] = value.clamp(-2 * ONE, 2 * ONE) as i8;
        self.at += 1
    }
    #[inline(always)]
    fn flag(&mut self, value: bool) {
        self.put(if value { ONE } else { 0 })
    }
    #[inline(always)]
    fn share(&mut self, value: i32, of: i32) {
        self.put(value * ONE / of)
    }
    #[inline(always)]
    fn among(&mut self, value: i32, number: i32) {
        for one in 0..number {
            self.flag(one == value.clamp(0, number - 1))
        }
    }
}

/// The network: a layer of clipped sums, and a sum of them. All numbers are whole and small enough to be exact.
pub struct Net {
    first: Vec<[f32; HIDDEN]>,
    first_bias: [f32; HIDDEN],
    second: [f32; HIDDEN],
    second_bias: f32,
}
impl Net {
    /// The one that comes with the engine.
    pub fn new() -> Net {
        Net::of(&FIRST, &FIRST_BIAS, &SECOND, SECOND_BIAS)
    }
    pub fn of(first: &[i8], first_bias: &[i16], second: &[i16], second_bias: i32) -> Net {
        let mut net = Net { first: vec![[0.0; HIDDEN]; FEATURES], first_bias: [0.0; HIDDEN], second: [0.0; HIDDEN], second_bias: second_bias as f32 / SECOND_ONE };
        for (row, given) in net.first.iter_mut().zip(first.chunks_exact(HIDDEN)) {
            for (weight, given) in row.iter_mut().zip(given) {
                *weight = *given as f32
            }
        }
        for (unit, (bias, weight)) in first_bias.iter().zip(second).enumerate() {
            net.first_bias[unit] = *bias as f32 * ONE as f32;
            net.second[unit] = *weight as f32
        }
        net
    }
    pub fn log_odds(&self, row: &Row) -> f32 {
        let mut sums = self.first_bias;
        for (feature, weights) in row.iter().zip(&self.first) {
            if *feature != 0 {
                let feature = *feature as f32;
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += feature * weight
                }
            }
        }
        let mut whole = 0.0;
        for (sum, weight) in sums.iter().zip(&self.second) {
            whole += sum.max(0.0).min(CLIP) * weight
        }
        whole / (ONE as f32 * FIRST_ONE * SECOND_ONE) + self.second_bias
    }
}
impl Default for Net {
    fn default() -> Net {
        Net::new()
    }
}
