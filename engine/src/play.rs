//! Whole games inside the engine: playouts by chance, counts of lines, hidden cards dealt again.

use crate::rules::*;
use crate::runtime::*;

/// Random numbers: splitmix64.
pub struct Luck(pub u64);
impl Luck {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number of Gumbel's distribution: the largest of blurred values is each of them as often as a softmax says.
    pub fn gumbel(&mut self) -> f32 {
        let share = ((self.next() >> 40) as f32 + 0.5) / (1 << 24) as f32;
        -(-share.ln()).ln()
    }
    /// A number below another.
    pub fn below(&mut self, end: V) -> V {
        (((self.next() >> 32) * end as u64) >> 32) as V
    }
}

/// A move of chance, by its weight.
pub fn drawn(weights: &[V], luck: &mut Luck) -> V {
    let mut left = luck.below(weights.chunks_exact(2).map(|row| row[1]).sum());
    for row in weights.chunks_exact(2) {
        left -= row[1];
        if left < 0 {
            return row[0];
        }
    }
    unreachable!()
}

/// Plays to the end, each action as likely as any other. Returns the numbers of actions and of draws.
pub fn play_out(game: &Game, s: &mut Position, m: &mut Move, luck: &mut Luck) -> (V, V) {
    let (mut actions, mut draws) = (0, 0);
    loop {
        let cards = game.weight_ff(s);
        if !cards.is_empty() {
            draws += 1;
            m.set(C_CHANCE, drawn(cards, luck))
        } else {
            let legal = game.legal_ff(s);
            if legal.is_empty() {
                return (actions, draws);
            }
            actions += 1;
            let place = 2 * luck.below(legal.len() as V / 2) as usize;
            m.set(legal[place], legal[place + 1])
        }
        game.apply(s, m)
    }
}

/// The number of lines of so many moves, those of chance too.
pub fn perft(game: &Game, s: &Position, depth: u32) -> u64 {
    let legal = game.legal_ff(s);
    if depth <= 1 {
        return if depth == 0 { 1 } else { legal.len() as u64 / 2 };
    }
    let mut lines = 0;
    for row in legal.chunks_exact(2) {
        let mut after = s.copy();
        game.apply(&mut after, &Move::new(row[0], row[1]));
        lines += perft(game, &after, depth - 1)
    }
    lines
}

/// Deals the cards again that a watcher does not see, each hand as many as it has. What is known of a hand stays in it, and
/// whoever had something to do still has.
pub fn determinize(game: &Game, s: &mut Position, seats: V, watcher: V, luck: &mut Luck) {
    let kit = &game.kit;
    let busy = !game.legal_ff(s).is_empty();
    let places: Vec<V> = (0..seats).filter(|seat| *seat != watcher).map(|seat| T_HAND + seat).chain([C_PILE]).collect();
    let mut cards = vec![];
    let mut sizes = vec![];
    for place in &places {
        let known = if *place == C_PILE { C_NOWHERE } else { *place - T_HAND + T_KNOWN };
        let here: Vec<V> = kit.pieces(s, *place, kit.all(*place)).collect();
        let before = cards.len();
        for card in here {
            let number = kit.count(s, *place, card) - kit.count(s, known, card);
            kit.book(&mut s.at, *place, card, -number);
            cards.extend(std::iter::repeat(card).take(number as usize))
        }
        sizes.push(cards.len() - before)
    }
    cards.sort_unstable(); // what the watcher cannot tell apart gives the same deals
    loop {
        let mut rest = cards.clone();
        let mut dealt = vec![];
        for (place, size) in places.iter().zip(&sizes) {
            for _ in 0..*size {
                dealt.push((*place, rest.swap_remove(luck.below(rest.len() as V) as usize)))
            }
        }
        for (place, card) in &dealt {
            kit.book(&mut s.at, *place, *card, 1)
        }
        s.forget();
        if game.legal_ff(s).is_empty() != busy {
            return;
        }
        for (place, card) in &dealt {
            kit.book(&mut s.at, *place, *card, -1)
        }
    }
}
