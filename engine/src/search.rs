//! A player: whole turns by best-first search with the value at their ends, then turns of the others in sampled hands.

use crate::play::{determinize, drawn, Luck};
use crate::rules::*;
use crate::runtime::*;
use crate::value::{Ground, Net};

/// How far a search for a turn goes.
#[derive(Clone, Copy)]
pub struct Breadth {
    /// Positions that are looked at.
    pub positions: usize,
    /// Places for shops that are tried.
    pub sites: V,
    /// Fees of different values that are tried for the same use.
    pub fees: usize,
}
/// The whole turn, if the game ends with it.
const ALL: Breadth = Breadth { positions: 4_000, sites: 1_000, fees: 99 };
/// Samples of what chance may do.
const SAMPLES: usize = 4;
/// What points are worth where they decide nothing: of lines that win or lose alike, the one with more points.
const EDGE: f32 = 0.01;
const FAR: f32 = 50.0;

/// Turns of each player, in a game that is played on.
const MOST_TURNS: V = 80;

/// A way to play a turn, up to its end or up to where chance decides.
#[derive(Clone)]
pub struct Plan {
    pub acts: Vec<V>,
    pub value: f32,
}
/// A plan after the race: the mean of its values, and how often it was tried.
pub struct Ranked {
    pub acts: Vec<V>,
    pub value: f32,
    pub tries: u32,
}

/// Sizes of a search.
struct Effort {
    root: Breadth,
    reply: Breadth,
    arms: usize,
    margin: f32,
}
impl Effort {
    /// For so many values of positions.
    fn of(nodes: u64) -> Effort {
        let n = nodes as f32;
        Effort {
            root: Breadth { positions: (2.0 * n.sqrt()).clamp(24.0, 400.0) as usize, sites: 1_000, fees: 3 },
            reply: Breadth { positions: (0.35 * n.powf(0.33)).clamp(3.0, 24.0) as usize, sites: 4, fees: 1 },
            arms: (0.12 * n.sqrt()).clamp(2.0, 16.0) as usize,
            margin: 0.15,
        }
    }
}

/// A search in progress.
pub struct Mind<'a> {
    pub game: &'a Game,
    pub ground: &'a Ground,
    pub net: &'a Net,
    pub seats: V,
    pub luck: Luck,
    /// Positions whose value was asked for.
    pub nodes: u64,
}

pub fn is_over(s: &Position) -> bool {
    s.phase == C_OVER
}

impl<'a> Mind<'a> {
    pub fn new(game: &'a Game, ground: &'a Ground, net: &'a Net, seats: V, seed: u64) -> Mind<'a> {
        Mind { game, ground, net, seats, luck: Luck(seed), nodes: 0 }
    }

    /// Of a position at the start of a turn or at the end, for a player.
    pub fn value(&mut self, s: &Position, me: V) -> f32 {
        self.nodes += 1;
        let chance = if is_over(s) {
            let winners = self.game.ask_winners(s);
            if winners.contains(&me) { 1.0 / winners.len() as f32 } else { 0.0 }
        } else {
            self.ground.chance(self.net, &self.ground.sheet(self.game, s), me)
        };
        let points = |seat: V| self.game.goal_bf(s, seat);
        let best = (0..self.seats).filter(|seat| *seat != me).map(points).max().unwrap_or(0);
        let lead = (points(me) - best) as f32;
        EDGE + (1.0 - 2.0 * EDGE) * chance + EDGE * (lead / FAR).clamp(-1.0, 1.0)
    }
    /// If the turn ends here.
    fn ended(&mut self, s: &Position, me: V) -> f32 {
        let mut after = s.copy();
        self.game.apply(&mut after, &Move::new(me, C_END_TURN));
        self.value(&after, me)
    }
    fn last_turn(&self, s: &Position) -> bool {
        s.trigger != NO && self.game.clockwise_bf.get(s.active) == s.trigger
    }
    /// Draws until somebody has to decide.
    pub fn settle(&mut self, s: &mut Position) {
        loop {
            let draws = self.game.weight_ff(s);
            if draws.is_empty() {
                return;
            }
            let card = drawn(draws, &mut self.luck);
            self.game.apply(s, &Move::new(C_CHANCE, card))
        }
    }
    /// The value of something that chance decides.
    fn sampled(&mut self, s: &Position, act: V, me: V) -> f32 {
        let mut begun = s.copy();
        self.game.apply(&mut begun, &Move::new(me, act));
        let mut whole = 0.0;
        for _ in 0..SAMPLES {
            let mut after = begun.copy();
            self.settle(&mut after);
            whole += if is_over(&after) || after.active != me {
                self.value(&after, me)
            } else {
                let mut best = self.ended(&after, me);
                let uses: Vec<V> = self.moves(&after, Breadth { positions: 0, sites: 0, fees: 1 }).into_iter().filter(|act| act >> TAG == F_USE_SPACE3).collect();
                for act in uses {
                    let mut used = after.copy();
                    self.game.apply(&mut used, &Move::new(me, act));
                    if used.phase >> TAG != F_DRAWING2 {
                        best = best.max(self.ended(&used, me))
                    }
                }
                best
            }
        }
        whole / SAMPLES as f32
    }

    /// The legal moves without those that can hardly be better than another: of cards of the same value one, of fees the
    /// lowest, of swords to deliver the best, of places for shops some.
    fn moves(&mut self, s: &Position, breadth: Breadth) -> Vec<V> {
        let kit = &self.game.kit;
        let legal = self.game.legal_ff(s);
        let places = legal.chunks_exact(2).filter(|row| row[1] >> TAG == F_PLACE_SHOP2).count() as V;
        let mut found = Vec::with_capacity(legal.len() / 2);
        let (mut plays, mut fees): (Vec<(V, V)>, Vec<(V, V)>) = (vec![], vec![]);
        let mut delivery = NO;
        for row in legal.chunks_exact(2) {
            let act = row[1];
            match act >> TAG {
                F_PLAY_CARD3 => {
                    let key = (kit.arg(0, act & PIECE), act >> PIECE_BITS);
                    if !plays.contains(&key) {
                        plays.push(key);
                        found.push(act)
                    }
                }
                F_USE_SPACE3 if act & PIECE != C_NONE => {
                    let key = (kit.arg(0, act & PIECE), act >> PIECE_BITS);
                    if !fees.contains(&key) && fees.iter().filter(|fee| fee.1 == key.1).count() < breadth.fees {
                        fees.push(key);
                        found.push(act)
                    }
                }
                F_DELIVER1 => {
                    if delivery == NO || kit.arg(0, act & PIECE) > kit.arg(0, delivery & PIECE) {
                        delivery = act
                    }
                }
                F_PLACE_SHOP2 if places > breadth.sites && self.luck.below(places) >= breadth.sites => {}
                _ => found.push(act),
            }
        }
        if delivery != NO {
            found.push(delivery)
        }
        found
    }

    /// Plans of the player on turn. Of what is hidden, only the own hand is looked at.
    pub fn plans(&mut self, s: &Position, breadth: Breadth) -> Vec<Plan> {
        let me = s.active;
        let mut waiting: Vec<(f32, Position, Vec<V>)> = vec![(2.0, s.copy(), vec![])];
        let (mut seen, mut found): (Vec<u64>, Vec<Plan>) = (vec![], vec![]);
        let mut looked_at = 0;
        while !waiting.is_empty() && (looked_at < breadth.positions || found.is_empty()) {
            looked_at += 1;
            let (place, _) = waiting.iter().enumerate().fold((0, f32::MIN), |best, (place, one)| if one.0 > best.1 { (place, one.0) } else { best });
            let (now, position, before) = waiting.swap_remove(place);
            for act in self.moves(&position, breadth) {
                let value = if act == C_END_TURN {
                    now
                } else if act == C_TAKE_CARDS || act >> TAG == F_CHALLENGE1 {
                    self.sampled(&position, act, me)
                } else {
                    let mut after = position.copy();
                    self.game.apply(&mut after, &Move::new(me, act));
                    if is_over(&after) || after.active != me {
                        self.value(&after, me)
                    } else if after.phase >> TAG == F_DRAWING2 {
                        self.sampled(&position, act, me)
                    } else {
                        let key = after.at.digest ^ (after.phase as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        if !seen.contains(&key) {
                            seen.push(key);
                            // a turn cannot end in transit, so it has no value of its own
                            let value = if after.phase >> TAG == F_TRANSIT1 { now } else { self.ended(&after, me) };
                            let mut acts = before.clone();
                            acts.push(act);
                            waiting.push((value, after, acts))
                        }
                        continue;
                    }
                };
                let mut acts = before.clone();
                acts.push(act);
                found.push(Plan { acts, value })
            }
        }
        found
    }
    /// The best plan.
    pub fn best(&mut self, s: &Position, breadth: Breadth) -> Plan {
        let breadth = if self.last_turn(s) { Breadth { positions: 8 * breadth.positions, ..breadth } } else { breadth };
        let plans = self.plans(s, breadth);
        plans.into_iter().reduce(|best, plan| if plan.value > best.value { plan } else { best }).expect("somebody can always do something")
    }
    /// Plays a plan as far as it goes.
    pub fn play(&mut self, s: &mut Position, acts: &[V]) {
        for act in acts {
            let who = s.active;
            if !self.game.legal_ff(s).chunks_exact(2).any(|row| row[0] == who && row[1] == *act) {
                return;
            }
            self.game.apply(s, &Move::new(who, *act));
            self.settle(s)
        }
    }
    /// Plays the rest of a turn.
    pub fn play_turn(&mut self, s: &mut Position, breadth: Breadth) {
        let seat = s.active;
        loop {
            let plan = self.best(s, breadth);
            self.play(s, &plan.acts);
            if is_over(s) || s.active != seat || s.phase == C_START {
                return;
            }
        }
    }
    /// The same with mistakes: the values are blurred before the best plan is chosen.
    pub fn play_turn_blurred(&mut self, s: &mut Position, breadth: Breadth, blur: f32) {
        let seat = s.active;
        loop {
            let mut plans = self.plans(s, breadth);
            for plan in &mut plans {
                plan.value += blur * self.luck.gumbel()
            }
            let best = plans.into_iter().reduce(|best, plan| if plan.value > best.value { plan } else { best }).expect("somebody can always do something");
            self.play(s, &best.acts);
            if is_over(s) || s.active != seat || s.phase == C_START {
                return;
            }
        }
    }
    /// Plays to the end, or as long as a game can sensibly last: nothing forces players to end it.
    pub fn play_out(&mut self, s: &mut Position, breadth: Breadth) {
        self.settle(s);
        for _ in 0..MOST_TURNS * self.seats {
            if is_over(s) {
                return;
            }
            self.play_turn(s, breadth)
        }
    }

    /// Who wins; of a game that was broken off, who has most points.
    pub fn winners(&self, s: &Position) -> Vec<V> {
        if is_over(s) {
            return self.game.ask_winners(s).to_vec();
        }
        let points = |seat: &V| self.game.goal_bf(s, *seat);
        let most = (0..self.seats).map(|seat| points(&seat)).max();
        (0..self.seats).filter(|seat| Some(points(seat)) == most).collect()
    }

    /// Plans for the rest of the turn, the best first, by about so many values of positions. Of a position only what the player
    /// on turn sees is used. With a blur the player makes mistakes: values that differ by less are often confused. A plan that is
    /// named is judged too, whether it looks good or not.
    pub fn think(&mut self, s: &Position, nodes: u64, blur: f32, also: &[V]) -> Vec<Ranked> {
        let me = s.active;
        let effort = Effort::of(nodes);
        let (game, seats) = (self.game, self.seats);
        let sample = |luck: &mut Luck| {
            let mut world = s.copy();
            determinize(game, &mut world, seats, me, luck);
            world
        };
        let mut luck = Luck(self.luck.next());
        let exact = self.last_turn(s) && nodes > 0;
        let world = sample(&mut luck);
        let mut plans = self.plans(&world, if exact { ALL } else { effort.root });
        if blur > 0.0 {
            for plan in &mut plans {
                plan.value += blur * luck.gumbel()
            }
        }
        plans.sort_by(|one, other| other.value.total_cmp(&one.value));
        let mut race: Vec<Ranked> = plans.into_iter().map(|plan| Ranked { acts: plan.acts, value: plan.value, tries: 0 }).collect();
        let mut named = None;
        if !also.is_empty() {
            race.retain(|one| one.acts != also);
            let whole: f32 = (0..SAMPLES).map(|_| self.attempt(also, &sample(&mut luck), luck.next(), &effort)).sum();
            named = Some(Ranked { acts: also.to_vec(), value: whole / SAMPLES as f32, tries: SAMPLES as u32 })
        }
        if nodes == 0 || exact {
            race.extend(named);
            race.sort_by(|one, other| other.value.total_cmp(&one.value));
            return race;
        }
        let least = race.first().map_or(0.0, |best| best.value) - effort.margin;
        let mut kinds: Vec<V> = vec![];
        let mut arms = 0;
        let (mut running, mut out): (Vec<Ranked>, Vec<Ranked>) = (vec![], vec![]);
        for one in race.drain(..) {
            let same = kinds.iter().filter(|kind| **kind == one.acts[0]).count();
            if arms < effort.arms && same < 3 && one.value >= least {
                kinds.push(one.acts[0]);
                arms += 1;
                running.push(one)
            } else {
                out.push(one)
            }
        }
        let begin = self.nodes;
        let halvings = (arms.max(1) as f32).log2();
        let mut fallen: Vec<Ranked> = vec![];
        while running.len() + named.iter().len() > 1 && self.nodes < begin + nodes {
            let world = sample(&mut luck);
            let seed = luck.next();
            for one in running.iter_mut().chain(&mut named) {
                let value = self.attempt(&one.acts, &world, seed, &effort);
                // the first impression counts as a try
                one.value = (one.value * (one.tries + 1) as f32 + value) / (one.tries + 2) as f32;
                one.tries += 1
            }
            running.sort_by(|one, other| other.value.total_cmp(&one.value));
            let spent = (self.nodes - begin) as f32 / nodes as f32;
            let stay = (arms as f32 / (spent * halvings).floor().exp2()).ceil() as usize;
            while running.len() > stay.max(1) {
                fallen.extend(running.pop())
            }
        }
        running.extend(fallen.into_iter().rev());
        if let Some(named) = named {
            let place = running.iter().position(|one| one.value < named.value).unwrap_or(running.len());
            running.insert(place, named)
        }
        running.extend(out);
        running
    }
    /// The value after a plan, a turn of each of the others, and the best next turn of the player.
    fn attempt(&mut self, acts: &[V], world: &Position, seed: u64, effort: &Effort) -> f32 {
        let me = world.active;
        self.luck = Luck(seed);
        let mut s = world.copy();
        self.play(&mut s, acts);
        while !is_over(&s) && s.active == me && s.phase != C_START {
            self.play_turn(&mut s, effort.reply)
        }
        while !is_over(&s) && s.active != me {
            self.play_turn(&mut s, effort.reply)
        }
        if is_over(&s) {
            self.value(&s, me)
        } else {
            self.best(&s, effort.reply).value
        }
    }
}
/// The chance to win that is part of a value.
pub fn chance_of(value: f32) -> f32 {
    ((value - EDGE) / (1.0 - 2.0 * EDGE)).clamp(0.0, 1.0)
}
/// The piece at the beginning of a packed move.
const PIECE_BITS: u32 = 13;
const PIECE: V = (1 << PIECE_BITS) - 1;
