//! The rules of Toledo, generated from the clauses 5733fa09daebd03d of the specification.
//! Not to be changed by hand.

#![allow(clippy::all, unreachable_code, unused_mut, unused_parens, unused_variables)]

use crate::runtime::*;

pub const SMALL: V = 2048;
pub const NAMES: V = 4096;
pub const PIECES: V = 4608;
pub const END: V = 8192;
pub const FIRST: V = 4736;
pub const TAG: u32 = 56;
pub const SEATS: V = 16;
pub const C_BOARD: V = 2048;
pub const C_DISCARDS: V = 2049;
pub const C_FRONT: V = 2050;
pub const C_NOWHERE: V = 2051;
pub const C_PILE: V = 2052;
pub const C_SUPPLY: V = 2053;
pub const C_TRANSIT: V = 2054;
pub const C_GEM: V = 4672;
pub const C_METAL: V = 4673;
pub const C_SPECTATOR: V = 4096;
pub const C_FIGURE: V = 4097;
pub const C_START: V = 4098;
pub const C_SITE: V = 4099;
pub const C_CHANCE: V = 4100;
pub const C_PASS: V = 4101;
pub const C_ENTERED: V = 4102;
pub const C_A109: V = 4103;
pub const C_OUTSIDE_ALCAZAR: V = 4104;
pub const C_TAKE_CARDS: V = 4105;
pub const C_END_TURN: V = 4106;
pub const C_NONE: V = 4107;
pub const C_MOVING: V = 4108;
pub const C_PLAIN: V = 4109;
pub const C_MOVEMENT: V = 4110;
pub const C_TILE: V = 4111;
pub const C_ENTRANCE: V = 4112;
pub const C_A82: V = 4113;
pub const C_IF_POSSIBLE: V = 4114;
pub const C_SMITH: V = 4115;
pub const C_TAVERN: V = 4116;
pub const C_ARTIST: V = 4117;
pub const C_FENCING: V = 4118;
pub const C_A160: V = 4119;
pub const C_VOLUNTARY: V = 4120;
pub const C_DELIVERED: V = 4121;
pub const C_A120: V = 4122;
pub const C_SUM: V = 4123;
pub const C_IN_FRONT: V = 4124;
pub const C_PAINTINGS: V = 4125;
pub const C_GEMS: V = 4126;
pub const C_MOVEMENT_TILE: V = 4127;
pub const C_OVER: V = 4128;
pub const C_UNSEEN: V = 4129;
pub const C_GAME_ENDED: V = 4130;
pub const C_TAKE: V = 4131;
pub const C_ATTACKER: V = 4132;
pub const C_DEFENDER: V = 4133;
pub const C_A22: V = 4134;
pub const C_USED_UP: V = 4135;
pub const C_A130: V = 4136;
pub const C_FORGOTTEN: V = 4137;
pub const T_ALCAZAR: V = 2064;
pub const T_AREA: V = 2080;
pub const T_HAND: V = 2096;
pub const T_KNOWN: V = 2112;
pub const T_STACK: V = 2128;
pub const T_FIGURE: V = 4608;
pub const F_CARD3: V = 1;
pub const F_MASTER1: V = 2;
pub const F_PAINTING1: V = 3;
pub const F_SHOP3: V = 4;
pub const F_SWORD3: V = 5;
pub const F_SHOP2: V = 6;
pub const F_DUEL4: V = 7;
pub const F_DRAW1: V = 8;
pub const F_DRAWING2: V = 9;
pub const F_DELIVER1: V = 10;
pub const F_TRANSIT1: V = 11;
pub const F_CHALLENGE1: V = 12;
pub const F_PLACE_SHOP2: V = 13;
pub const F_RETURN_FIGURE1: V = 14;
pub const F_ARRIVED1: V = 15;
pub const F_USE_SPACE3: V = 16;
pub const F_PLAY_CARD3: V = 17;
pub const F_RUN5: V = 18;
pub const F_CARD_DRAWN2: V = 19;
pub const F_CARD_PLAYED4: V = 20;
pub const F_FIGURE_MOVED3: V = 21;
pub const F_ALCAZAR_ENTERED2: V = 22;
pub const F_FEE_PAID3: V = 23;
pub const F_TILE_GIVEN_BACK2: V = 24;
pub const F_METAL_TAKEN1: V = 25;
pub const F_GEM_TAKEN1: V = 26;
pub const F_SWORD_FORGED2: V = 27;
pub const F_TILE_TAKEN2: V = 28;
pub const F_PAINTING_TAKEN2: V = 29;
pub const F_ROUND_FOUGHT4: V = 30;
pub const F_DUEL_ENDED3: V = 31;
pub const F_FIGURE_SENT_BACK2: V = 32;
pub const F_PASSED1: V = 33;
pub const F_SHOP_PLACED3: V = 34;
pub const F_FIGURE_RETURNED2: V = 35;
pub const F_SWORD_DELIVERED2: V = 36;
pub const F_DUEL_BEGAN3: V = 37;
pub const F_DRAWING_BEGAN3: V = 38;
pub const F_CIRCLE_TAKEN2: V = 39;
pub const F_SPACE_FULL2: V = 40;
pub const F_PILE_RESHUFFLED1: V = 41;
pub const F_FRONT_CARD_DISCARDED2: V = 42;
pub const F_TURN_ENDED1: V = 43;
pub const F_LAST_ROUND_BEGAN1: V = 44;
pub const F_TURN_BEGAN1: V = 45;
pub const F_HAND_SHOWN3: V = 46;
const BY_F_CARD3: usize = 0;
/// Kinds of pieces whose first argument is asked for.
pub const BY: [V; 1] = [F_CARD3];
/// Names, and the numbers that stand for them.
pub const WORDS: [(&str, V); 51] = [
    ("board", 2048),
    ("discards", 2049),
    ("front", 2050),
    ("nowhere", 2051),
    ("pile", 2052),
    ("supply", 2053),
    ("transit", 2054),
    ("gem", 4672),
    ("metal", 4673),
    ("spectator", 4096),
    ("figure", 4097),
    ("start", 4098),
    ("site", 4099),
    ("chance", 4100),
    ("pass", 4101),
    ("entered", 4102),
    ("a109", 4103),
    ("outside_alcazar", 4104),
    ("take_cards", 4105),
    ("end_turn", 4106),
    ("none", 4107),
    ("moving", 4108),
    ("plain", 4109),
    ("movement", 4110),
    ("tile", 4111),
    ("entrance", 4112),
    ("a82", 4113),
    ("if_possible", 4114),
    ("smith", 4115),
    ("tavern", 4116),
    ("artist", 4117),
    ("fencing", 4118),
    ("a160", 4119),
    ("voluntary", 4120),
    ("delivered", 4121),
    ("a120", 4122),
    ("sum", 4123),
    ("in_front", 4124),
    ("paintings", 4125),
    ("gems", 4126),
    ("movement_tile", 4127),
    ("over", 4128),
    ("unseen", 4129),
    ("game_ended", 4130),
    ("take", 4131),
    ("attacker", 4132),
    ("defender", 4133),
    ("a22", 4134),
    ("used_up", 4135),
    ("a130", 4136),
    ("forgotten", 4137),
];
/// Terms that are found by their argument: the functor, the first number, and how many there are.
pub const FAMILIES: [(&str, V, V); 6] = [
    ("alcazar", 2064, 16),
    ("area", 2080, 16),
    ("hand", 2096, 16),
    ("known", 2112, 16),
    ("stack", 2128, 1024),
    ("figure", 4608, 16),
];
/// Kinds of pieces, with their numbers of arguments.
pub const STORED: [(&str, usize); 5] = [
    ("card", 3),
    ("master", 1),
    ("painting", 1),
    ("shop", 3),
    ("sword", 3),
];
/// Packed terms, with the first bit and the number of bits of each argument.
pub const PACKED: [(&str, &[(u32, u32)]); 41] = [
    ("shop", &[(0, 13), (13, 11)]),
    ("duel", &[(0, 8), (8, 5), (13, 11), (24, 11)]),
    ("draw", &[(0, 13)]),
    ("drawing", &[(0, 11), (11, 13)]),
    ("deliver", &[(0, 13)]),
    ("transit", &[(0, 8)]),
    ("challenge", &[(0, 5)]),
    ("place_shop", &[(0, 13), (13, 8)]),
    ("return_figure", &[(0, 8)]),
    ("arrived", &[(0, 8)]),
    ("use_space", &[(0, 13), (13, 13), (26, 13)]),
    ("play_card", &[(0, 13), (13, 8), (21, 13)]),
    ("run", &[(0, 8), (8, 13), (21, 13), (34, 11), (45, 11)]),
    ("card_drawn", &[(0, 5), (5, 13)]),
    ("card_played", &[(0, 5), (5, 13), (18, 13), (31, 13)]),
    ("figure_moved", &[(0, 5), (5, 8), (13, 8)]),
    ("alcazar_entered", &[(0, 5), (5, 8)]),
    ("fee_paid", &[(0, 5), (5, 13), (18, 13)]),
    ("tile_given_back", &[(0, 5), (5, 13)]),
    ("metal_taken", &[(0, 5)]),
    ("gem_taken", &[(0, 5)]),
    ("sword_forged", &[(0, 5), (5, 13)]),
    ("tile_taken", &[(0, 5), (5, 13)]),
    ("painting_taken", &[(0, 5), (5, 11)]),
    ("round_fought", &[(0, 13), (13, 5), (18, 11), (29, 11)]),
    ("duel_ended", &[(0, 5), (5, 5), (10, 8)]),
    ("figure_sent_back", &[(0, 5), (5, 8)]),
    ("passed", &[(0, 5)]),
    ("shop_placed", &[(0, 5), (5, 13), (18, 8)]),
    ("figure_returned", &[(0, 5), (5, 8)]),
    ("sword_delivered", &[(0, 5), (5, 13)]),
    ("duel_began", &[(0, 5), (5, 5), (10, 8)]),
    ("drawing_began", &[(0, 5), (5, 11), (16, 13)]),
    ("circle_taken", &[(0, 5), (5, 8)]),
    ("space_full", &[(0, 5), (5, 8)]),
    ("pile_reshuffled", &[(0, 11)]),
    ("front_card_discarded", &[(0, 5), (5, 13)]),
    ("turn_ended", &[(0, 5)]),
    ("last_round_began", &[(0, 5)]),
    ("turn_began", &[(0, 5)]),
    ("hand_shown", &[(0, 5), (5, 13), (18, 11)]),
];
/// Events, with the keys of their parts in JSON.
pub const EVENTS: [(&str, &[&str]); 29] = [
    ("drawing_began", &["seat", "cards", "source"]),
    ("card_drawn", &["seat", "card"]),
    ("pile_reshuffled", &["cards"]),
    ("shop_placed", &["seat", "shop", "step"]),
    ("figure_returned", &["seat", "step"]),
    ("card_played", &["seat", "card", "to_front", "with_tile"]),
    ("figure_moved", &["seat", "origin", "step"]),
    ("circle_taken", &["seat", "step"]),
    ("space_full", &["seat", "step"]),
    ("alcazar_entered", &["seat", "step"]),
    ("duel_began", &["attacker", "defender", "step"]),
    ("round_fought", &["card", "winner", "attacker_wins", "defender_wins"]),
    ("duel_ended", &["winner", "loser", "step"]),
    ("figure_sent_back", &["seat", "step"]),
    ("fee_paid", &["seat", "card", "owner"]),
    ("metal_taken", &["seat"]),
    ("gem_taken", &["seat"]),
    ("sword_forged", &["seat", "sword"]),
    ("tile_given_back", &["seat", "tile"]),
    ("tile_taken", &["seat", "tile"]),
    ("painting_taken", &["seat", "value"]),
    ("sword_delivered", &["seat", "sword"]),
    ("passed", &["seat"]),
    ("front_card_discarded", &["seat", "card"]),
    ("turn_ended", &["seat"]),
    ("last_round_began", &["seat"]),
    ("turn_began", &["seat"]),
    ("hand_shown", &["seat", "cards"]),
    ("game_ended", &[]),
];
/// The facts of an edition, with their numbers of arguments.
pub const GIVEN: [(&str, usize); 20] = [
    ("cards_taken", 1),
    ("circles", 2),
    ("copies", 2),
    ("dealt", 3),
    ("gems_per_point", 1),
    ("hand_size", 1),
    ("init.tile_card", 1),
    ("init.trigger", 1),
    ("last_round_at", 1),
    ("movement_penalty", 1),
    ("named", 1),
    ("painting", 2),
    ("players", 1),
    ("price", 2),
    ("reading", 2),
    ("rounds_to_win", 1),
    ("space", 2),
    ("sword_divisor", 1),
    ("tavern_cards", 1),
    ("tile_limit", 1),
];

/// A position, and what was asked of it.
#[derive(Default)]
pub struct Position {
    pub active: V,
    pub phase: V,
    pub tile_card: V,
    pub trigger: V,
    pub at: At,
    /// Which answers are those of this one.
    now: u64,
    legal_ff: KeptRows,
    may_ff: KeptRows,
    drawable_f: Kept<V>,
    size_bf_pile: Kept<V>,
    size_bf_discards: Kept<V>,
    base_f: Kept<V>,
    tile_card_f: Kept<V>,
    mover_f: KeptRows,
    resting: Kept<bool>,
    in_hand_fx: KeptRows,
    free_b: KeptSteps,
    host_f: Kept<V>,
    offer_ff: KeptRows,
    top_ff: Kept<[V; 2]>,
    here_f: Kept<V>,
    masters_f: Kept<V>,
    lesson_f: KeptRows,
    weight_ff: KeptRows,
    points_fff: KeptRows,
    goal_ff: KeptRows,
    size_ff: KeptRows,
    goal_xf: KeptRows,
    leads_f: KeptRows,
    winner_f: KeptRows,
    duellist_ff: KeptRows,
    duellist_xf: KeptRows,
    size_bb_pile_0: Kept<bool>,
    size_bb_pile_1: Kept<bool>,
    level_ff: KeptRows,
    some_phase: Kept<bool>,
}

/// A move, and what was asked of it.
#[derive(Default)]
pub struct Move {
    pub who: V,
    pub act: V,
    /// Which answers are those of this one.
    now: u64,
    happens_ff: KeptRows,
    discarded_ff: KeptRows,
    revealed_f: Kept<V>,
    turn_ends: Kept<bool>,
    last_draw_f: Kept<V>,
    paid_fff: Kept<[V; 3]>,
    drawn_ff: Kept<[V; 2]>,
    round_f: Kept<V>,
    rounds_ff: Kept<[V; 2]>,
    follows_f: Kept<V>,
    lands_ff: Kept<[V; 2]>,
    won_f: Kept<V>,
    game_ends: Kept<bool>,
    passes_on: Kept<bool>,
    lost_by_ff: Kept<[V; 2]>,
    reshuffle: Kept<bool>,
    needs_card: Kept<bool>,
    last_card_goes: Kept<bool>,
    shows_f: KeptRows,
    behind_f: KeptRows,
    left_in_all_ff: KeptRows,
    left_fff: KeptRows,
    secret_ff: KeptRows,
    lifted_f: Kept<V>,
}

impl Move {
    pub fn new(who: V, act: V) -> Move {
        Move { who, act, now: 1, ..Move::default() }
    }
    /// Becomes another move, of the position as it is now.
    pub fn set(&mut self, who: V, act: V) {
        self.who = who;
        self.act = act;
        self.now += 1
    }
}

impl Position {
    /// To be called after a change.
    pub fn forget(&mut self) {
        self.now += 1
    }
    pub fn copy(&self) -> Position {
        Position { active: self.active, phase: self.phase, tile_card: self.tile_card, trigger: self.trigger, at: self.at.clone(), now: 1, ..Position::default() }
    }
}

/// The rules, for an edition and a number of players.
#[derive(Default)]
pub struct Game {
    pub kit: Kit,
    pub players_f: V,
    pub role_f: Flat,
    pub space_fx: Flat,
    pub clockwise_bf: Ones,
    pub copies_ff: Flat,
    pub dealt_fbf: Table,
    pub painting_ff: Flat,
    pub copies_bf: Ones,
    pub dealt_fff: Flat,
    pub left_in_deck_ff: Flat,
    pub hand_size_f: V,
    pub dealt_bff: Table,
    pub clockwise_ff: Flat,
    pub lowest_seat_b: Tests,
    pub waits_for_cards_f: Flat,
    pub sits_before_bf: Table,
    pub later_b: Tests,
    pub deals_to_f: V,
    pub named_f: V,
    pub named_x: bool,
    pub lowest_seat_f: Flat,
    pub first_f: V,
    pub painting_xf: Flat,
    pub painting_fb: Table,
    pub total_fx: Flat,
    pub total_bx: Tests,
    pub space_fb: Table,
    pub space_bx: Tests,
    pub on_road_f: Flat,
    pub on_road_b: Tests,
    pub circles_bx: Tests,
    pub space_bb: Ones,
    pub circles_bf: Ones,
    pub reading_bb: Ones,
    pub price_bf: Ones,
    pub space_bf: Ones,
    pub tile_limit_f: V,
    pub sword_divisor_f: V,
    pub gems_per_point_f: V,
    pub movement_penalty_f: V,
    pub role_b: Tests,
    pub viewer_b: Tests,
    pub viewer_f: Flat,
    pub rounds_to_win_f: V,
    pub clockwise_bb: Ones,
    pub cards_taken_f: V,
    pub tavern_cards_f: V,
    pub last_round_at_f: V,
    pub seats_on_bff: Table,
    pub deal_fff: Flat,
    pub init_active_f: V,
    pub init_at_fff: Flat,
    pub init_phase_f: V,
    pub init_tile_card_f: V,
    pub init_trigger_f: V,
    pub home_ff: Flat,
    pub note_ff: Flat,
    pub steps_space_fx: Steps,
    pub steps_on_road_f: Steps,
    pub k_master_c_movement: V,
}

impl Game {
    /// The rules for an edition, given by its pieces and by its facts in the order of `GIVEN`.
    pub fn new(kit: Kit, given: &[Flat]) -> Game {
        let mut g = Game { kit, ..Game::default() };
        g.k_master_c_movement = g.kit.piece(F_MASTER1, [C_MOVEMENT, 0, 0]);
        g.cards_taken_f = given[0].get(0).copied().unwrap_or(NO);
        g.circles_bx = Tests::new(&given[1], "bx");
        g.circles_bf = Ones::new(&given[1], "bf");
        g.copies_ff = columns(&given[2], "ff");
        g.copies_bf = Ones::new(&given[2], "bf");
        g.dealt_fbf = Table::new(&given[3], "fbf");
        g.dealt_fff = columns(&given[3], "fff");
        g.dealt_bff = Table::new(&given[3], "bff");
        g.gems_per_point_f = given[4].get(0).copied().unwrap_or(NO);
        g.hand_size_f = given[5].get(0).copied().unwrap_or(NO);
        g.init_tile_card_f = given[6].get(0).copied().unwrap_or(NO);
        g.init_trigger_f = given[7].get(0).copied().unwrap_or(NO);
        g.last_round_at_f = given[8].get(0).copied().unwrap_or(NO);
        g.movement_penalty_f = given[9].get(0).copied().unwrap_or(NO);
        g.named_f = given[10].get(0).copied().unwrap_or(NO);
        g.named_x = !given[10].is_empty();
        g.painting_ff = columns(&given[11], "ff");
        g.painting_xf = columns(&given[11], "xf");
        g.painting_fb = Table::new(&given[11], "fb");
        g.players_f = given[12].get(0).copied().unwrap_or(NO);
        g.price_bf = Ones::new(&given[13], "bf");
        g.reading_bb = Ones::new(&given[14], "bf");
        g.rounds_to_win_f = given[15].get(0).copied().unwrap_or(NO);
        g.space_fx = columns(&given[16], "fx");
        g.space_fb = Table::new(&given[16], "fb");
        g.space_bx = Tests::new(&given[16], "bx");
        g.space_bb = Ones::new(&given[16], "bf");
        g.space_bf = Ones::new(&given[16], "bf");
        g.sword_divisor_f = given[17].get(0).copied().unwrap_or(NO);
        g.tavern_cards_f = given[18].get(0).copied().unwrap_or(NO);
        g.tile_limit_f = given[19].get(0).copied().unwrap_or(NO);
        let rows = g.all_role();
        g.role_f = columns(&rows, "f");
        g.role_b = Tests::new(&rows, "b");
        let rows = g.all_clockwise();
        g.clockwise_bf = Ones::new(&rows, "bf");
        g.clockwise_ff = columns(&rows, "ff");
        g.clockwise_bb = Ones::new(&rows, "bf");
        let rows = g.all_on_road();
        g.on_road_f = columns(&rows, "f");
        g.on_road_b = Tests::new(&rows, "b");
        let rows = g.all_viewer();
        g.viewer_b = Tests::new(&rows, "b");
        g.viewer_f = columns(&rows, "f");
        let rows = g.solve_seats_on();
        g.seats_on_bff = Table::new(&rows[0], "bff");
        let rows = g.all_left_in_deck();
        g.left_in_deck_ff = columns(&rows, "ff");
        let rows = g.all_init_at();
        g.init_at_fff = columns(&rows, "fff");
        let rows = g.all_waits_for_cards();
        g.waits_for_cards_f = columns(&rows, "f");
        let rows = g.all_lowest_seat();
        g.lowest_seat_b = Tests::new(&rows, "b");
        g.lowest_seat_f = columns(&rows, "f");
        let rows = g.solve_sits_before();
        g.sits_before_bf = Table::new(&rows[0], "bf");
        let rows = g.all_later();
        g.later_b = Tests::new(&rows, "b");
        let rows = g.all_deals_to();
        g.deals_to_f = rows.get(0).copied().unwrap_or(NO);
        let rows = g.all_deal();
        g.deal_fff = columns(&rows, "fff");
        let rows = g.all_first();
        g.first_f = rows.get(0).copied().unwrap_or(NO);
        let rows = g.all_init_active();
        g.init_active_f = rows.get(0).copied().unwrap_or(NO);
        let rows = g.all_init_phase();
        g.init_phase_f = rows.get(0).copied().unwrap_or(NO);
        let rows = g.all_total();
        g.total_fx = columns(&rows, "fx");
        g.total_bx = Tests::new(&rows, "bx");
        let rows = g.all_home();
        g.home_ff = columns(&rows, "ff");
        let rows = g.all_note();
        g.note_ff = columns(&rows, "ff");
        g.steps_space_fx = steps(&g.space_fx);
        g.steps_on_road_f = steps(&g.on_road_f);
        let homes: Vec<&[V]> = g.home_ff.chunks_exact(2).chain(g.note_ff.chunks_exact(2)).collect();
        g.kit.lay_out(&homes);
        g
    }

    pub fn all_role(&self) -> Flat {
        let mut out = Flat::new();
        // vocabulary: role(0..N-1) :- players(N).
        let p1 = self.players_f;
        if p1 != NO {
            for x2 in 0..=(p1 - 1) {
                out.push([x2]);
            }
        }
        out.sorted(1)
    }

    pub fn all_clockwise(&self) -> Flat {
        let mut out = Flat::new();
        // TRN-02: clockwise(P,(P+1) \ N) :- role(P), players(N).
        let p1 = self.players_f;
        if p1 != NO {
            for row_1 in self.role_f.chunks_exact(1) {
                let p2 = row_1[0];
                out.push([p2, ((p2 + 1) % p1)]);
            }
        }
        out.sorted(2)
    }

    pub fn all_on_road(&self) -> Flat {
        let mut out = Flat::new();
        // A-40: on_road(0).
        out.push([0]);
        // A-40: on_road(S) :- space(S,_).
        for row_1 in self.space_fx.chunks_exact(1) {
            let s1 = row_1[0];
            out.push([s1]);
        }
        out.sorted(1)
    }

    pub fn all_viewer(&self) -> Flat {
        let mut out = Flat::new();
        // A-128: viewer(P) :- role(P).
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            out.push([p1]);
        }
        // A-128: viewer(spectator).
        out.push([C_SPECTATOR]);
        out.sorted(1)
    }

    pub fn solve_seats_on(&self) -> [Flat; 1] {
        let (mut rows_seats_on, mut next_seats_on) = (Flat::new(), 0);
        // A-136: seats_on(P,P,0) :- role(P).
        for row_1 in self.role_f.chunks_exact(1) {
            let p4 = row_1[0];
            rows_seats_on.add([p4, p4, 0]);
        }
        loop {
            if next_seats_on < rows_seats_on.len() {
                let [y1, y2, y3] = cells(&rows_seats_on[next_seats_on..]);
                next_seats_on += 3;
                // A-136: seats_on(Q,P,K+1) :- seats_on(Q,R,K), clockwise(R,P), P != Q.
                let c5 = self.clockwise_bf.get(y2);
                if c5 != NO && c5 != y1 {
                    rows_seats_on.add([y1, c5, (y3 + 1)]);
                }
                continue;
            }
            break;
        }
        [rows_seats_on]
    }

    pub fn all_left_in_deck(&self) -> Flat {
        let mut out = Flat::new();
        // SET-05: left_in_deck(C,N-D) :- copies(C,N), C = card(_,_,_), N > D, D = #sum { K,P : dealt(P,C,K) }.
        for row_1 in self.copies_ff.chunks_exact(2) {
            let c1 = row_1[0];
            let n2 = row_1[1];
            if self.kit.is_a(F_CARD3, c1) {
                let mut sum3: V = 0;
                for row_2 in self.dealt_fbf.rows(c1).chunks_exact(2) {
                    let k5 = row_2[1];
                    sum3 += k5;
                }
                if n2 > sum3 {
                    out.push([c1, (n2 - sum3)]);
                }
            }
        }
        out.sorted(2)
    }

    pub fn all_init_at(&self) -> Flat {
        let mut out = Flat::new();
        // SET-02: init(at(stack(H),painting(V),1)) :- painting(H,V).
        for row_1 in self.painting_ff.chunks_exact(2) {
            let h1 = row_1[0];
            let v2 = row_1[1];
            out.push([(T_STACK + h1), self.kit.piece(F_PAINTING1, [v2, 0, 0]), 1]);
        }
        // SET-03: init(at(0,figure(P),N)) :- role(P), copies(figure,N).
        let c3 = self.copies_bf.get(C_FIGURE);
        if c3 != NO {
            for row_2 in self.role_f.chunks_exact(1) {
                let p4 = row_2[0];
                out.push([0, (T_FIGURE + p4), c3]);
            }
        }
        // SET-04: init(at(area(P),shop(P,K,C),N)) :- role(P), copies(shop(K,C),N).
        for row_3 in self.role_f.chunks_exact(1) {
            let p5 = row_3[0];
            for row_4 in self.copies_ff.chunks_exact(2) {
                let y6 = row_4[0];
                let n7 = row_4[1];
                if y6 >> 56 == F_SHOP2 {
                    let k8 = (y6 & 8191);
                    let c9 = ((y6 >> 13) & 2047);
                    out.push([(T_AREA + p5), self.kit.piece(F_SHOP3, [p5, k8, c9]), n7]);
                }
            }
        }
        // SET-06: init(at(hand(P),C,N)) :- dealt(P,C,N).
        for row_5 in self.dealt_fff.chunks_exact(3) {
            let p10 = row_5[0];
            let c11 = row_5[1];
            let n12 = row_5[2];
            out.push([(T_HAND + p10), c11, n12]);
        }
        // SET-07: init(at(pile,C,N)) :- left_in_deck(C,N).
        for row_6 in self.left_in_deck_ff.chunks_exact(2) {
            let c13 = row_6[0];
            let n14 = row_6[1];
            out.push([C_PILE, c13, n14]);
        }
        // SET-08: init(at(board,S,N)) :- copies(S,N), S = sword(_,_,_).
        for row_7 in self.copies_ff.chunks_exact(2) {
            let s15 = row_7[0];
            let n16 = row_7[1];
            if self.kit.is_a(F_SWORD3, s15) {
                out.push([C_BOARD, s15, n16]);
            }
        }
        // SET-08: init(at(board,T,N)) :- copies(T,N), T = master(_).
        for row_8 in self.copies_ff.chunks_exact(2) {
            let t17 = row_8[0];
            let n18 = row_8[1];
            if self.kit.is_a(F_MASTER1, t17) {
                out.push([C_BOARD, t17, n18]);
            }
        }
        // SET-09: init(at(supply,metal,N)) :- copies(metal,N).
        let c19 = self.copies_bf.get(C_METAL);
        if c19 != NO {
            out.push([C_SUPPLY, C_METAL, c19]);
        }
        // SET-09: init(at(supply,gem,N)) :- copies(gem,N).
        let c20 = self.copies_bf.get(C_GEM);
        if c20 != NO {
            out.push([C_SUPPLY, C_GEM, c20]);
        }
        out.sorted(3)
    }

    pub fn all_waits_for_cards(&self) -> Flat {
        let mut out = Flat::new();
        // SET-06: waits_for_cards(P) :- role(P), hand_size(N), #sum { K,C : dealt(P,C,K) } < N.
        let h1 = self.hand_size_f;
        if h1 != NO {
            for row_1 in self.role_f.chunks_exact(1) {
                let p2 = row_1[0];
                let mut sum3: V = 0;
                for row_2 in self.dealt_bff.rows(p2).chunks_exact(2) {
                    let k5 = row_2[1];
                    sum3 += k5;
                }
                if sum3 < h1 {
                    out.push([p2]);
                }
            }
        }
        out.sorted(1)
    }

    pub fn all_lowest_seat(&self) -> Flat {
        let mut out = Flat::new();
        // A-18: lowest_seat(0).
        out.push([0]);
        out.sorted(1)
    }

    pub fn solve_sits_before(&self) -> [Flat; 1] {
        let (mut rows_sits_before, mut next_sits_before) = (Flat::new(), 0);
        // A-18: sits_before(P,Q) :- clockwise(P,Q), not lowest_seat(Q).
        for row_1 in self.clockwise_ff.chunks_exact(2) {
            let p3 = row_1[0];
            let q4 = row_1[1];
            if !(self.lowest_seat_b.get(q4)) {
                rows_sits_before.add([p3, q4]);
            }
        }
        loop {
            if next_sits_before < rows_sits_before.len() {
                let [y1, y2] = cells(&rows_sits_before[next_sits_before..]);
                next_sits_before += 2;
                // A-18: sits_before(P,R) :- sits_before(P,Q), clockwise(Q,R), not lowest_seat(R).
                let c5 = self.clockwise_bf.get(y2);
                if c5 != NO && !(self.lowest_seat_b.get(c5)) {
                    rows_sits_before.add([y1, c5]);
                }
                continue;
            }
            break;
        }
        [rows_sits_before]
    }

    pub fn all_later(&self) -> Flat {
        let mut out = Flat::new();
        // A-18: later(Q) :- waits_for_cards(P), sits_before(P,Q).
        for row_1 in self.waits_for_cards_f.chunks_exact(1) {
            let p1 = row_1[0];
            for row_2 in self.sits_before_bf.rows(p1).chunks_exact(1) {
                let q2 = row_2[0];
                out.push([q2]);
            }
        }
        out.sorted(1)
    }

    pub fn all_deals_to(&self) -> Flat {
        let mut out = Flat::new();
        // A-18: deals_to(P) :- waits_for_cards(P), not later(P).
        for row_1 in self.waits_for_cards_f.chunks_exact(1) {
            let p1 = row_1[0];
            if !(self.later_b.get(p1)) {
                out.push([p1]);
            }
        }
        out.sorted(1)
    }

    pub fn all_deal(&self) -> Flat {
        let mut out = Flat::new();
        // SET-05: deal(P,C,N) :- deals_to(P), left_in_deck(C,N).
        let d1 = self.deals_to_f;
        if d1 != NO {
            for row_1 in self.left_in_deck_ff.chunks_exact(2) {
                let c2 = row_1[0];
                let n3 = row_1[1];
                out.push([d1, c2, n3]);
            }
        }
        out.sorted(3)
    }

    pub fn all_first(&self) -> Flat {
        let mut out = Flat::new();
        // A-15: first(P) :- named(P).
        let n1 = self.named_f;
        if n1 != NO {
            out.push([n1]);
        }
        // A-15: first(P) :- lowest_seat(P), not named(_).
        if !(self.named_x) {
            for row_1 in self.lowest_seat_f.chunks_exact(1) {
                let p2 = row_1[0];
                out.push([p2]);
            }
        }
        out.sorted(1)
    }

    pub fn all_init_active(&self) -> Flat {
        let mut out = Flat::new();
        // A-15: init(active(P)) :- first(P).
        let f1 = self.first_f;
        if f1 != NO {
            out.push([f1]);
        }
        out.sorted(1)
    }

    pub fn all_init_phase(&self) -> Flat {
        let mut out = Flat::new();
        // A-15: init(phase(start)).
        out.push([C_START]);
        out.sorted(1)
    }

    pub fn all_total(&self) -> Flat {
        let mut out = Flat::new();
        // pieces: total(T,N) :- copies(T,N), T = (metal;gem).
        for t1 in [C_METAL, C_GEM] {
            let c2 = self.copies_bf.get(t1);
            if c2 != NO {
                out.push([t1, c2]);
            }
        }
        // pieces: total(T,N) :- copies(T,N), T = card(_,_,_).
        for row_1 in self.copies_ff.chunks_exact(2) {
            let t3 = row_1[0];
            let n4 = row_1[1];
            if self.kit.is_a(F_CARD3, t3) {
                out.push([t3, n4]);
            }
        }
        // pieces: total(T,N) :- copies(T,N), T = sword(_,_,_).
        for row_2 in self.copies_ff.chunks_exact(2) {
            let t5 = row_2[0];
            let n6 = row_2[1];
            if self.kit.is_a(F_SWORD3, t5) {
                out.push([t5, n6]);
            }
        }
        // pieces: total(T,N) :- copies(T,N), T = master(_).
        for row_3 in self.copies_ff.chunks_exact(2) {
            let t7 = row_3[0];
            let n8 = row_3[1];
            if self.kit.is_a(F_MASTER1, t7) {
                out.push([t7, n8]);
            }
        }
        // pieces: total(figure(P),N) :- copies(figure,N), role(P).
        let c9 = self.copies_bf.get(C_FIGURE);
        if c9 != NO {
            for row_4 in self.role_f.chunks_exact(1) {
                let p10 = row_4[0];
                out.push([(T_FIGURE + p10), c9]);
            }
        }
        // pieces: total(shop(P,K,C),N) :- copies(shop(K,C),N), role(P).
        for row_5 in self.copies_ff.chunks_exact(2) {
            let y11 = row_5[0];
            let n12 = row_5[1];
            if y11 >> 56 == F_SHOP2 {
                let k13 = (y11 & 8191);
                let c14 = ((y11 >> 13) & 2047);
                for row_6 in self.role_f.chunks_exact(1) {
                    let p15 = row_6[0];
                    out.push([self.kit.piece(F_SHOP3, [p15, k13, c14]), n12]);
                }
            }
        }
        // pieces: total(painting(V),N) :- painting(_,V), N = #count { H : painting(H,V) }.
        for row_7 in self.painting_xf.chunks_exact(1) {
            let v16 = row_7[0];
            let mut count17: V = 0;
            for row_8 in self.painting_fb.rows(v16).chunks_exact(1) {
                count17 += 1;
            }
            out.push([self.kit.piece(F_PAINTING1, [v16, 0, 0]), count17]);
        }
        out.sorted(2)
    }

    pub fn all_home(&self) -> Flat {
        let mut out = Flat::new();
        // pieces: home(T,X) :- total(T,_), T = card(_,_,_), X = (pile;discards;front).
        for x1 in [C_PILE, C_DISCARDS, C_FRONT] {
            for row_1 in self.total_fx.chunks_exact(1) {
                let t2 = row_1[0];
                if self.kit.is_a(F_CARD3, t2) {
                    out.push([t2, x1]);
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = card(_,_,_), X = hand(P), role(P).
        for row_2 in self.total_fx.chunks_exact(1) {
            let t3 = row_2[0];
            if self.kit.is_a(F_CARD3, t3) {
                for row_3 in self.role_f.chunks_exact(1) {
                    let p4 = row_3[0];
                    let x5 = (T_HAND + p4);
                    out.push([t3, x5]);
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = (metal;gem), X = (supply;area(P)), role(P).
        for t6 in [C_METAL, C_GEM] {
            if self.total_bx.get(t6) {
                for row_4 in self.role_f.chunks_exact(1) {
                    let p7 = row_4[0];
                    for x8 in [C_SUPPLY, (T_AREA + p7)] {
                        out.push([t6, x8]);
                    }
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = sword(_,_,_), X = (board;area(P);alcazar(P)), role(P).
        for row_5 in self.total_fx.chunks_exact(1) {
            let t9 = row_5[0];
            if self.kit.is_a(F_SWORD3, t9) {
                for row_6 in self.role_f.chunks_exact(1) {
                    let p10 = row_6[0];
                    for x11 in [C_BOARD, (T_AREA + p10), (T_ALCAZAR + p10)] {
                        out.push([t9, x11]);
                    }
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = master(_), X = (board;area(P)), role(P).
        for row_7 in self.total_fx.chunks_exact(1) {
            let t12 = row_7[0];
            if self.kit.is_a(F_MASTER1, t12) {
                for row_8 in self.role_f.chunks_exact(1) {
                    let p13 = row_8[0];
                    for x14 in [C_BOARD, (T_AREA + p13)] {
                        out.push([t12, x14]);
                    }
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = painting(V), X = stack(H), painting(H,V).
        for row_9 in self.total_fx.chunks_exact(1) {
            let t15 = row_9[0];
            if self.kit.is_a(F_PAINTING1, t15) {
                let v16 = self.kit.arg(0, t15);
                for row_10 in self.painting_fb.rows(v16).chunks_exact(1) {
                    let h17 = row_10[0];
                    let x18 = (T_STACK + h17);
                    out.push([t15, x18]);
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = painting(_), X = area(P), role(P).
        for row_11 in self.total_fx.chunks_exact(1) {
            let t19 = row_11[0];
            if self.kit.is_a(F_PAINTING1, t19) {
                for row_12 in self.role_f.chunks_exact(1) {
                    let p20 = row_12[0];
                    let x21 = (T_AREA + p20);
                    out.push([t19, x21]);
                }
            }
        }
        // pieces: home(T,0) :- total(T,_), T = figure(_).
        for row_13 in self.total_fx.chunks_exact(1) {
            let t22 = row_13[0];
            if (T_FIGURE..T_FIGURE + 16).contains(&(t22)) {
                out.push([t22, 0]);
            }
        }
        // pieces: home(T,X) :- total(T,_), T = figure(P), X = (transit;alcazar(P)).
        for row_14 in self.total_fx.chunks_exact(1) {
            let t23 = row_14[0];
            if (T_FIGURE..T_FIGURE + 16).contains(&(t23)) {
                let p24 = (t23 - T_FIGURE);
                for x25 in [C_TRANSIT, (T_ALCAZAR + p24)] {
                    out.push([t23, x25]);
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = figure(_), space(X,_).
        for row_15 in self.total_fx.chunks_exact(1) {
            let t26 = row_15[0];
            if (T_FIGURE..T_FIGURE + 16).contains(&(t26)) {
                for row_16 in self.space_fx.chunks_exact(1) {
                    let x27 = row_16[0];
                    out.push([t26, x27]);
                }
            }
        }
        // pieces: home(T,X) :- total(T,_), T = shop(P,_,_), X = area(P).
        for row_17 in self.total_fx.chunks_exact(1) {
            let t28 = row_17[0];
            if self.kit.is_a(F_SHOP3, t28) {
                let p29 = self.kit.arg(0, t28);
                let x30 = (T_AREA + p29);
                out.push([t28, x30]);
            }
        }
        // pieces: home(T,X) :- total(T,_), T = shop(_,_,_), space(X,site).
        for row_18 in self.space_fb.rows(C_SITE).chunks_exact(1) {
            let x31 = row_18[0];
            for row_19 in self.total_fx.chunks_exact(1) {
                let t32 = row_19[0];
                if self.kit.is_a(F_SHOP3, t32) {
                    out.push([t32, x31]);
                }
            }
        }
        out.sorted(2)
    }

    pub fn all_note(&self) -> Flat {
        let mut out = Flat::new();
        // pieces: note(T,X) :- total(T,_), T = card(_,_,_), X = known(P), role(P).
        for row_1 in self.total_fx.chunks_exact(1) {
            let t1 = row_1[0];
            if self.kit.is_a(F_CARD3, t1) {
                for row_2 in self.role_f.chunks_exact(1) {
                    let p2 = row_2[0];
                    let x3 = (T_KNOWN + p2);
                    out.push([t1, x3]);
                }
            }
        }
        out.sorted(2)
    }

    pub fn legal_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.legal_ff.get(s.now) {
            return kept;
        }
        let out = s.legal_ff.begin();
        if s.phase >> 56 == F_DUEL4 {
            // DUE-04: legal(chance,draw(C)) :- phase(duel(_,_,_,_)), at(pile,C,_).
            for c1 in self.kit.pieces(s, C_PILE, self.kit.all(C_PILE)) {
                out.push([C_CHANCE, (F_DRAW1 << 56 | c1)]);
            }
        } else if s.phase >> 56 == F_DRAWING2 {
            // TAK-01: legal(chance,draw(C)) :- phase(drawing(_,_)), at(pile,C,_).
            for c3 in self.kit.pieces(s, C_PILE, self.kit.all(C_PILE)) {
                out.push([C_CHANCE, (F_DRAW1 << 56 | c3)]);
            }
        } else if s.phase == C_START {
            // A-147: legal(P,pass) :- active(P), phase(start), not may(P,_).
            if !(self.may_ff(s).chunks_exact(2).any(|r| r[0] == s.active)) {
                out.push([s.active, C_PASS]);
            }
            // A-160: legal(P,pass) :- active(P), let_off.
            if self.let_off(s) {
                out.add([s.active, C_PASS]);
            }
        }
        // A-147: legal(P,A) :- may(P,A).
        for row_1 in self.may_ff(s).chunks_exact(2) {
            let p5 = row_1[0];
            let a6 = row_1[1];
            out.add([p5, a6]);
        }
        s.legal_ff.keep(s.now)
    }

    pub fn may_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.may_ff.get(s.now) {
            return kept;
        }
        let out = s.may_ff.begin();
        if s.phase == C_ENTERED {
            // ALC-02: may(P,deliver(S)) :- active(P), phase(entered), at(area(P),S,_), S = sword(_,_,_).
            for s1 in self.kit.pieces(s, (T_AREA + s.active), self.kit.kinds[F_SWORD3 as usize]) {
                out.push([s.active, (F_DELIVER1 << 56 | s1)]);
            }
        } else if s.phase >> 56 == F_TRANSIT1 {
            // DUE-01: may(P,challenge(Q)) :- active(P), phase(transit(S)), rival(Q,S), card_to_reveal.
            let s3 = (s.phase & 255);
            if self.card_to_reveal(s) {
                let mut got_1 = Rows::new();
                self.rival_fb(s, s3, &mut got_1);
                for row_1 in got_1.chunks_exact(1) {
                    let q4 = row_1[0];
                    out.push([s.active, (F_CHALLENGE1 << 56 | q4)]);
                }
            }
        } else if s.phase == C_START {
            // SHP-01: may(P,place_shop(T,S)) :- active(P), phase(start), vacant(S), at(area(P),T,_), T = shop(_,_,_).
            let mut got_2 = Rows::new();
            self.vacant_f(s, &mut got_2);
            for row_2 in got_2.chunks_exact(1) {
                let s8 = row_2[0];
                for t9 in self.kit.pieces(s, (T_AREA + s.active), self.kit.kinds[F_SHOP3 as usize]) {
                    out.push([s.active, (F_PLACE_SHOP2 << 56 | t9 | (s8) << 13)]);
                }
            }
            // RET-01: may(P,return_figure(S)) :- active(P), phase(start), at(S,figure(P),_), space(S,_).
            for s11 in self.kit.steps_of(s, (T_FIGURE + s.active), self.steps_space_fx) {
                out.push([s.active, (F_RETURN_FIGURE1 << 56 | s11)]);
            }
            // A-109: may(P,return_figure(0)) :- reading(a109,outside_alcazar), active(P), phase(start), at(0,figure(P),_).
            if self.reading_bb.get(C_A109) == C_OUTSIDE_ALCAZAR && self.kit.has(s, 0, (T_FIGURE + s.active)) {
                out.add([s.active, (F_RETURN_FIGURE1 << 56 | 0)]);
            }
            // TAK-01: may(P,take_cards) :- active(P), phase(start), drawable(N), N > 0.
            let d12 = self.drawable_f(s);
            if d12 != NO && d12 > 0 {
                out.push([s.active, C_TAKE_CARDS]);
            }
        } else if s.phase >> 56 == F_ARRIVED1 {
            // USE-01: may(P,use_space(C,T,B)) :- active(P), fee(C), offer(T,B).
            let mut got_3 = Rows::new();
            self.fee_f(s, &mut got_3);
            for row_3 in got_3.chunks_exact(1) {
                let c13 = row_3[0];
                for row_4 in self.offer_ff(s).chunks_exact(2) {
                    let t14 = row_4[0];
                    let b15 = row_4[1];
                    out.push([s.active, (F_USE_SPACE3 << 56 | c13 | (t14) << 13 | (b15) << 26)]);
                }
            }
        }
        // MOV-02: may(P,play_card(C,S,M)) :- active(P), playable(C,S,M).
        let mut got_5 = Rows::new();
        self.playable_fff(s, &mut got_5);
        for row_5 in got_5.chunks_exact(3) {
            let c5 = row_5[0];
            let s6 = row_5[1];
            let m7 = row_5[2];
            out.push([s.active, (F_PLAY_CARD3 << 56 | c5 | (s6) << 13 | (m7) << 21)]);
        }
        // A-41: may(P,end_turn) :- active(P), resting, not card_due.
        if self.resting(s) && !(self.card_due(s)) {
            out.push([s.active, C_END_TURN]);
        }
        s.may_ff.keep(s.now)
    }

    pub fn card_to_reveal(&self, s: &Position) -> bool {
        // A-28: card_to_reveal :- drawable(N), N > 0.
        let d1 = self.drawable_f(s);
        if d1 != NO && d1 > 0 {
            return true;
        }
        false
    }

    pub fn drawable_f(&self, s: &Position) -> V {
        if let Some(kept) = s.drawable_f.get(s.now) {
            return kept;
        }
        // A-28: drawable(M+N) :- size(pile,M), size(discards,N).
        let s1 = self.size_bf_pile(s);
        if s1 != NO {
            let s2 = self.size_bf_discards(s);
            if s2 != NO {
                return s.drawable_f.keep(s.now, (s1 + s2));
            }
        }
        s.drawable_f.keep(s.now, NO)
    }

    pub fn size_bf_pile(&self, s: &Position) -> V {
        if let Some(kept) = s.size_bf_pile.get(s.now) {
            return kept;
        }
        // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
        let sum1 = self.kit.total(s, C_PILE);
        return s.size_bf_pile.keep(s.now, sum1);
        s.size_bf_pile.keep(s.now, NO)
    }

    pub fn size_bf_discards(&self, s: &Position) -> V {
        if let Some(kept) = s.size_bf_discards.get(s.now) {
            return kept;
        }
        // vocabulary: size(discards,N) :- N = #sum { K,C : at(discards,C,K) }.
        let sum1 = self.kit.total(s, C_DISCARDS);
        return s.size_bf_discards.keep(s.now, sum1);
        s.size_bf_discards.keep(s.now, NO)
    }

    pub fn rival_fb(&self, s: &Position, step1: V, out: &mut Rows) {
        // OCC-02: rival(Q,S) :- active(P), space(S,_), at(S,figure(Q),_), Q != P.
        if self.space_bx.get(step1) {
            for y1 in self.kit.pieces(s, step1, FIGURES) {
                let q3 = (y1 - T_FIGURE);
                if q3 != s.active {
                    out.push([q3]);
                }
            }
        }
    }

    pub fn playable_fff(&self, s: &Position, out: &mut Rows) {
        // MOV-02: playable(C,S,M) :- active(P), at(hand(P),C,_), C = card(V,_,_), now(S,R), leg(R,V,M,E), good(E).
        let mut got_1 = Rows::new();
        self.now_ff(s, &mut got_1);
        for row_1 in got_1.chunks_exact(2) {
            let s1 = row_1[0];
            let r2 = row_1[1];
            let mut got_2 = Rows::new();
            self.leg_bfff(s, r2, &mut got_2);
            for row_2 in got_2.chunks_exact(3) {
                let v3 = row_2[0];
                let m4 = row_2[1];
                let e5 = row_2[2];
                if self.good_b(s, e5) {
                    for c6 in self.kit.pieces(s, (T_HAND + s.active), self.kit.by[BY_F_CARD3].get(v3)) {
                        out.push([c6, s1, m4]);
                    }
                }
            }
        }
    }

    pub fn now_ff(&self, s: &Position, out: &mut Rows) {
        // A-43: now(S,run(S,B,T,0,N)) :- mover(S), base(B), tile_card(T), drawable(N).
        let b1 = self.base_f(s);
        if b1 != NO {
            let t2 = self.tile_card_f(s);
            if t2 != NO {
                let d3 = self.drawable_f(s);
                if d3 != NO {
                    for row_1 in self.mover_f(s).chunks_exact(1) {
                        let s4 = row_1[0];
                        out.push([s4, (F_RUN5 << 56 | s4 | (b1) << 8 | (t2) << 21 | (0) << 34 | (d3) << 45)]);
                    }
                }
            }
        }
    }

    pub fn base_f(&self, s: &Position) -> V {
        if let Some(kept) = s.base_f.get(s.now) {
            return kept;
        }
        // MOV-01: base(V) :- at(front,card(V,_,_),_).
        for y1 in self.kit.pieces(s, C_FRONT, self.kit.kinds[F_CARD3 as usize]) {
            let v3 = self.kit.arg(0, y1);
            return s.base_f.keep(s.now, v3);
        }
        // MOV-01: base(none) :- not at(front,_,_).
        if self.kit.total(s, C_FRONT) == 0 {
            return s.base_f.keep(s.now, C_NONE);
        }
        s.base_f.keep(s.now, NO)
    }

    pub fn tile_card_f(&self, s: &Position) -> V {
        if let Some(kept) = s.tile_card_f.get(s.now) {
            return kept;
        }
        // A-84: tile_card(V) :- true(tile_card(V)).
        if s.tile_card != NO {
            return s.tile_card_f.keep(s.now, s.tile_card);
        }
        // A-84: tile_card(none) :- not true(tile_card(_)).
        if s.tile_card == NO {
            return s.tile_card_f.keep(s.now, C_NONE);
        }
        s.tile_card_f.keep(s.now, NO)
    }

    pub fn mover_f<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.mover_f.get(s.now) {
            return kept;
        }
        let out = s.mover_f.begin();
        if s.phase == C_START {
            // A-40: mover(S) :- phase(start), active(P), at(S,figure(P),_), on_road(S).
            for s1 in self.kit.steps_of(s, (T_FIGURE + s.active), self.steps_on_road_f) {
                out.push([s1]);
            }
        } else if s.phase >> 56 == F_TRANSIT1 {
            // A-53: mover(S) :- phase(transit(S)).
            let s3 = (s.phase & 255);
            out.push([s3]);
        }
        // A-40: mover(S) :- resting, active(P), at(S,figure(P),_), on_road(S).
        if self.resting(s) {
            for s2 in self.kit.steps_of(s, (T_FIGURE + s.active), self.steps_on_road_f) {
                out.push([s2]);
            }
        }
        s.mover_f.keep(s.now)
    }

    pub fn resting(&self, s: &Position) -> bool {
        if let Some(kept) = s.resting.get(s.now) {
            return kept;
        }
        if s.phase == C_MOVING {
            // A-41: resting :- phase(moving).
            return s.resting.keep(s.now, true);
        } else if s.phase >> 56 == F_ARRIVED1 {
            // A-41: resting :- phase(arrived(_)).
            return s.resting.keep(s.now, true);
        } else if s.phase == C_ENTERED {
            // A-41: resting :- phase(entered).
            return s.resting.keep(s.now, true);
        }
        s.resting.keep(s.now, false)
    }

    pub fn leg_bfff(&self, s: &Position, term0: V, out: &mut Rows) {
        // MOV-01: leg(R,V,plain,run(E,V,none,1,N)) :- from(R), R = run(S,none,none,0,N), reaches(S,V,E).
        let s1 = (term0 & 255);
        if ((term0 >> 8) & 8191) == C_NONE && ((term0 >> 21) & 8191) == C_NONE && ((term0 >> 34) & 2047) == 0 {
            let n2 = ((term0 >> 45) & 2047);
            let mut got_1 = Rows::new();
            self.reaches_bff(s, s1, &mut got_1);
            for row_1 in got_1.chunks_exact(2) {
                let v3 = row_1[0];
                let e4 = row_1[1];
                out.push([v3, C_PLAIN, (F_RUN5 << 56 | e4 | (v3) << 8 | (C_NONE) << 21 | (1) << 34 | (n2) << 45)]);
            }
        }
        // MOV-08: leg(R,V,plain, run(E,V,T,K+1,N+1)) :- from(R), R = run(S,V,T,K,N), in_hand(V,H), H > K, reaches(S,V,E).
        let s5 = (term0 & 255);
        let v6 = ((term0 >> 8) & 8191);
        let t7 = ((term0 >> 21) & 8191);
        let k8 = ((term0 >> 34) & 2047);
        let n9 = ((term0 >> 45) & 2047);
        if v6 < 2048 {
            let i10 = self.in_hand_bf(s, v6);
            if i10 != NO && i10 > k8 {
                let r11 = self.reaches_bbf(s, s5, v6);
                if r11 != NO {
                    out.add([v6, C_PLAIN, (F_RUN5 << 56 | r11 | (v6) << 8 | (t7) << 21 | ((k8 + 1)) << 34 | ((n9 + 1)) << 45)]);
                }
            }
        }
        // TIL-01: leg(R,V,tile,run(E,B,V,K,N+1)) :- from(R), R = run(S,B,none,K,N), reaches(S,V,E), V != B, active(P), at(area(P),master(movement),_).
        let s12 = (term0 & 255);
        let b13 = ((term0 >> 8) & 8191);
        if ((term0 >> 21) & 8191) == C_NONE {
            let k14 = ((term0 >> 34) & 2047);
            let n15 = ((term0 >> 45) & 2047);
            if self.kit.has(s, (T_AREA + s.active), self.k_master_c_movement) {
                let mut got_2 = Rows::new();
                self.reaches_bff(s, s12, &mut got_2);
                for row_2 in got_2.chunks_exact(2) {
                    let v16 = row_2[0];
                    let e17 = row_2[1];
                    if v16 != b13 {
                        out.push([v16, C_TILE, (F_RUN5 << 56 | e17 | (b13) << 8 | (v16) << 21 | (k14) << 34 | ((n15 + 1)) << 45)]);
                    }
                }
            }
        }
        // TIL-06: leg(R,V,plain,run(E,V,T,1,N)) :- from(R), R = run(S,none,T,0,N), T != none, reaches(S,V,E), V != T.
        let s18 = (term0 & 255);
        if ((term0 >> 8) & 8191) == C_NONE {
            let t19 = ((term0 >> 21) & 8191);
            if ((term0 >> 34) & 2047) == 0 {
                let n20 = ((term0 >> 45) & 2047);
                if t19 != C_NONE {
                    let mut got_3 = Rows::new();
                    self.reaches_bff(s, s18, &mut got_3);
                    for row_3 in got_3.chunks_exact(2) {
                        let v21 = row_3[0];
                        let e22 = row_3[1];
                        if v21 != t19 {
                            out.add([v21, C_PLAIN, (F_RUN5 << 56 | e22 | (v21) << 8 | (t19) << 21 | (1) << 34 | (n20) << 45)]);
                        }
                    }
                }
            }
        }
    }

    pub fn reaches_bff(&self, s: &Position, step0: V, out: &mut Rows) {
        // MOV-02: reaches(S,V,S+V) :- on_road(S), in_hand(V,_), may_end(S+V).
        if self.on_road_b.get(step0) {
            for row_1 in self.in_hand_fx(s).chunks_exact(1) {
                let v1 = row_1[0];
                if self.may_end_b(s, (step0 + v1)) {
                    out.push([v1, (step0 + v1)]);
                }
            }
        }
    }

    pub fn in_hand_fx<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.in_hand_fx.get(s.now) {
            return kept;
        }
        let out = s.in_hand_fx.begin();
        // MOV-08: in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }.
        for y1 in self.kit.pieces(s, (T_HAND + s.active), self.kit.kinds[F_CARD3 as usize]) {
            let v3 = self.kit.arg(0, y1);
            out.add([v3]);
        }
        s.in_hand_fx.keep(s.now)
    }

    pub fn may_end_b(&self, s: &Position, step0: V) -> bool {
        // MOV-04: may_end(S) :- room(S,_).
        if self.room_bx(s, step0) {
            return true;
        }
        // MOV-04: may_end(S) :- space(S,entrance).
        if self.space_bb.get(step0) == C_ENTRANCE {
            return true;
        }
        false
    }

    pub fn room_bx(&self, s: &Position, step0: V) -> bool {
        // A-52: room(S,N) :- circles(S,N).
        if self.circles_bx.get(step0) {
            return true;
        }
        // SHP-04: room(S,N) :- space(S,site), at(S,shop(_,_,N),_).
        if self.space_bb.get(step0) == C_SITE {
            if self.kit.any(s, step0, self.kit.kinds[F_SHOP3 as usize]) {
                return true;
            }
        }
        false
    }

    pub fn in_hand_bf(&self, s: &Position, value0: V) -> V {
        // MOV-08: in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }.
        let mut sum1: V = 0;
        for (y2, n3) in self.kit.amounts(s, (T_HAND + s.active), self.kit.by[BY_F_CARD3].get(value0)) {
            sum1 += n3;
        }
        for y6 in self.kit.pieces(s, (T_HAND + s.active), self.kit.by[BY_F_CARD3].get(value0)) {
            return sum1;
        }
        NO
    }

    pub fn reaches_bbf(&self, s: &Position, step0: V, value1: V) -> V {
        // MOV-02: reaches(S,V,S+V) :- on_road(S), in_hand(V,_), may_end(S+V).
        if self.on_road_b.get(step0) && self.may_end_b(s, (step0 + value1)) && self.in_hand_bx(s, value1) {
            return (step0 + value1);
        }
        NO
    }

    pub fn in_hand_bx(&self, s: &Position, value0: V) -> bool {
        // MOV-08: in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }.
        if self.kit.any(s, (T_HAND + s.active), self.kit.by[BY_F_CARD3].get(value0)) {
            return true;
        }
        false
    }

    pub fn good_b(&self, s: &Position, term0: V) -> bool {
        // ALC-01: good(R) :- comes(R,S,_), space(S,entrance).
        let s1 = (term0 & 255);
        if self.space_bb.get(s1) == C_ENTRANCE {
            return true;
        }
        // MOV-05: good(R) :- comes(R,S,_), free(S).
        let s2 = (term0 & 255);
        if self.free_b(s, s2) {
            return true;
        }
        // A-143: good(R) :- comes(R,S,N), rival(_,S), N > 0.
        let s3 = (term0 & 255);
        let n4 = ((term0 >> 45) & 2047);
        if n4 > 0 && self.rival_xb(s, s3) {
            return true;
        }
        // A-44: good(R) :- stuck(R), leg(R,_,_,E), good(E).
        if self.stuck_b(s, term0) {
            let mut got_1 = Rows::new();
            self.leg_bxxf(s, term0, &mut got_1);
            for row_1 in got_1.chunks_exact(1) {
                let e5 = row_1[0];
                if self.good_b(s, e5) {
                    return true;
                }
            }
        }
        false
    }

    pub fn free_b(&self, s: &Position, step0: V) -> bool {
        if let Some(kept) = s.free_b.get(s.now, step0) {
            return kept;
        }
        // MOV-05: free(S) :- room(S,C), #sum { N,P : at(S,figure(P),N) } < C.
        let r1 = self.room_bf(s, step0);
        if r1 != NO {
            let mut sum2: V = 0;
            for (y3, n4) in self.kit.amounts(s, step0, FIGURES) {
                sum2 += n4;
            }
            if sum2 < r1 {
                return s.free_b.keep(step0, true);
            }
        }
        s.free_b.keep(step0, false)
    }

    pub fn room_bf(&self, s: &Position, step0: V) -> V {
        // A-52: room(S,N) :- circles(S,N).
        let c1 = self.circles_bf.get(step0);
        if c1 != NO {
            return c1;
        }
        // SHP-04: room(S,N) :- space(S,site), at(S,shop(_,_,N),_).
        if self.space_bb.get(step0) == C_SITE {
            for y2 in self.kit.pieces(s, step0, self.kit.kinds[F_SHOP3 as usize]) {
                let n4 = self.kit.arg(2, y2);
                return n4;
            }
        }
        NO
    }

    pub fn rival_xb(&self, s: &Position, step1: V) -> bool {
        // OCC-02: rival(Q,S) :- active(P), space(S,_), at(S,figure(Q),_), Q != P.
        if self.space_bx.get(step1) {
            for y1 in self.kit.pieces(s, step1, FIGURES) {
                let q3 = (y1 - T_FIGURE);
                if q3 != s.active {
                    return true;
                }
            }
        }
        false
    }

    pub fn stuck_b(&self, s: &Position, term0: V) -> bool {
        // A-43: stuck(R) :- comes(R,S,_), full(S), not rival(_,S).
        let s1 = (term0 & 255);
        if self.full_b(s, s1) && !(self.rival_xb(s, s1)) {
            return true;
        }
        // A-143: stuck(R) :- comes(R,S,0), full(S).
        let s2 = (term0 & 255);
        if ((term0 >> 45) & 2047) == 0 && self.full_b(s, s2) {
            return true;
        }
        false
    }

    pub fn full_b(&self, s: &Position, step0: V) -> bool {
        // OCC-01: full(S) :- room(S,_), not free(S).
        if self.room_bx(s, step0) && !(self.free_b(s, step0)) {
            return true;
        }
        false
    }

    pub fn leg_bxxf(&self, s: &Position, term0: V, out: &mut Rows) {
        // MOV-01: leg(R,V,plain,run(E,V,none,1,N)) :- from(R), R = run(S,none,none,0,N), reaches(S,V,E).
        let s1 = (term0 & 255);
        if ((term0 >> 8) & 8191) == C_NONE && ((term0 >> 21) & 8191) == C_NONE && ((term0 >> 34) & 2047) == 0 {
            let n2 = ((term0 >> 45) & 2047);
            let mut got_1 = Rows::new();
            self.reaches_bff(s, s1, &mut got_1);
            for row_1 in got_1.chunks_exact(2) {
                let v3 = row_1[0];
                let e4 = row_1[1];
                out.push([(F_RUN5 << 56 | e4 | (v3) << 8 | (C_NONE) << 21 | (1) << 34 | (n2) << 45)]);
            }
        }
        // MOV-08: leg(R,V,plain, run(E,V,T,K+1,N+1)) :- from(R), R = run(S,V,T,K,N), in_hand(V,H), H > K, reaches(S,V,E).
        let s5 = (term0 & 255);
        let v6 = ((term0 >> 8) & 8191);
        let t7 = ((term0 >> 21) & 8191);
        let k8 = ((term0 >> 34) & 2047);
        let n9 = ((term0 >> 45) & 2047);
        if v6 < 2048 {
            let i10 = self.in_hand_bf(s, v6);
            if i10 != NO && i10 > k8 {
                let r11 = self.reaches_bbf(s, s5, v6);
                if r11 != NO {
                    out.add([(F_RUN5 << 56 | r11 | (v6) << 8 | (t7) << 21 | ((k8 + 1)) << 34 | ((n9 + 1)) << 45)]);
                }
            }
        }
        // TIL-01: leg(R,V,tile,run(E,B,V,K,N+1)) :- from(R), R = run(S,B,none,K,N), reaches(S,V,E), V != B, active(P), at(area(P),master(movement),_).
        let s12 = (term0 & 255);
        let b13 = ((term0 >> 8) & 8191);
        if ((term0 >> 21) & 8191) == C_NONE {
            let k14 = ((term0 >> 34) & 2047);
            let n15 = ((term0 >> 45) & 2047);
            if self.kit.has(s, (T_AREA + s.active), self.k_master_c_movement) {
                let mut got_2 = Rows::new();
                self.reaches_bff(s, s12, &mut got_2);
                for row_2 in got_2.chunks_exact(2) {
                    let v16 = row_2[0];
                    let e17 = row_2[1];
                    if v16 != b13 {
                        out.add([(F_RUN5 << 56 | e17 | (b13) << 8 | (v16) << 21 | (k14) << 34 | ((n15 + 1)) << 45)]);
                    }
                }
            }
        }
        // TIL-06: leg(R,V,plain,run(E,V,T,1,N)) :- from(R), R = run(S,none,T,0,N), T != none, reaches(S,V,E), V != T.
        let s18 = (term0 & 255);
        if ((term0 >> 8) & 8191) == C_NONE {
            let t19 = ((term0 >> 21) & 8191);
            if ((term0 >> 34) & 2047) == 0 {
                let n20 = ((term0 >> 45) & 2047);
                if t19 != C_NONE {
                    let mut got_3 = Rows::new();
                    self.reaches_bff(s, s18, &mut got_3);
                    for row_3 in got_3.chunks_exact(2) {
                        let v21 = row_3[0];
                        let e22 = row_3[1];
                        if v21 != t19 {
                            out.add([(F_RUN5 << 56 | e22 | (v21) << 8 | (t19) << 21 | (1) << 34 | (n20) << 45)]);
                        }
                    }
                }
            }
        }
    }

    pub fn card_due(&self, s: &Position) -> bool {
        // A-82: card_due :- reading(a82,if_possible), true(tile_card(_)), base(none), playable(_,_,_).
        if s.tile_card != NO && self.reading_bb.get(C_A82) == C_IF_POSSIBLE && self.base_f(s) == C_NONE && self.playable_xxx(s) {
            return true;
        }
        false
    }

    pub fn playable_xxx(&self, s: &Position) -> bool {
        // MOV-02: playable(C,S,M) :- active(P), at(hand(P),C,_), C = card(V,_,_), now(S,R), leg(R,V,M,E), good(E).
        let mut got_1 = Rows::new();
        self.now_xf(s, &mut got_1);
        for row_1 in got_1.chunks_exact(1) {
            let r1 = row_1[0];
            let mut got_2 = Rows::new();
            self.leg_bfxf(s, r1, &mut got_2);
            for row_2 in got_2.chunks_exact(2) {
                let v2 = row_2[0];
                let e3 = row_2[1];
                if self.good_b(s, e3) {
                    if self.kit.any(s, (T_HAND + s.active), self.kit.by[BY_F_CARD3].get(v2)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub fn now_xf(&self, s: &Position, out: &mut Rows) {
        // A-43: now(S,run(S,B,T,0,N)) :- mover(S), base(B), tile_card(T), drawable(N).
        let b1 = self.base_f(s);
        if b1 != NO {
            let t2 = self.tile_card_f(s);
            if t2 != NO {
                let d3 = self.drawable_f(s);
                if d3 != NO {
                    for row_1 in self.mover_f(s).chunks_exact(1) {
                        let s4 = row_1[0];
                        out.push([(F_RUN5 << 56 | s4 | (b1) << 8 | (t2) << 21 | (0) << 34 | (d3) << 45)]);
                    }
                }
            }
        }
    }

    pub fn leg_bfxf(&self, s: &Position, term0: V, out: &mut Rows) {
        // MOV-01: leg(R,V,plain,run(E,V,none,1,N)) :- from(R), R = run(S,none,none,0,N), reaches(S,V,E).
        let s1 = (term0 & 255);
        if ((term0 >> 8) & 8191) == C_NONE && ((term0 >> 21) & 8191) == C_NONE && ((term0 >> 34) & 2047) == 0 {
            let n2 = ((term0 >> 45) & 2047);
            let mut got_1 = Rows::new();
            self.reaches_bff(s, s1, &mut got_1);
            for row_1 in got_1.chunks_exact(2) {
                let v3 = row_1[0];
                let e4 = row_1[1];
                out.push([v3, (F_RUN5 << 56 | e4 | (v3) << 8 | (C_NONE) << 21 | (1) << 34 | (n2) << 45)]);
            }
        }
        // MOV-08: leg(R,V,plain, run(E,V,T,K+1,N+1)) :- from(R), R = run(S,V,T,K,N), in_hand(V,H), H > K, reaches(S,V,E).
        let s5 = (term0 & 255);
        let v6 = ((term0 >> 8) & 8191);
        let t7 = ((term0 >> 21) & 8191);
        let k8 = ((term0 >> 34) & 2047);
        let n9 = ((term0 >> 45) & 2047);
        if v6 < 2048 {
            let i10 = self.in_hand_bf(s, v6);
            if i10 != NO && i10 > k8 {
                let r11 = self.reaches_bbf(s, s5, v6);
                if r11 != NO {
                    out.add([v6, (F_RUN5 << 56 | r11 | (v6) << 8 | (t7) << 21 | ((k8 + 1)) << 34 | ((n9 + 1)) << 45)]);
                }
            }
        }
        // TIL-01: leg(R,V,tile,run(E,B,V,K,N+1)) :- from(R), R = run(S,B,none,K,N), reaches(S,V,E), V != B, active(P), at(area(P),master(movement),_).
        let s12 = (term0 & 255);
        let b13 = ((term0 >> 8) & 8191);
        if ((term0 >> 21) & 8191) == C_NONE {
            let k14 = ((term0 >> 34) & 2047);
            let n15 = ((term0 >> 45) & 2047);
            if self.kit.has(s, (T_AREA + s.active), self.k_master_c_movement) {
                let mut got_2 = Rows::new();
                self.reaches_bff(s, s12, &mut got_2);
                for row_2 in got_2.chunks_exact(2) {
                    let v16 = row_2[0];
                    let e17 = row_2[1];
                    if v16 != b13 {
                        out.add([v16, (F_RUN5 << 56 | e17 | (b13) << 8 | (v16) << 21 | (k14) << 34 | ((n15 + 1)) << 45)]);
                    }
                }
            }
        }
        // TIL-06: leg(R,V,plain,run(E,V,T,1,N)) :- from(R), R = run(S,none,T,0,N), T != none, reaches(S,V,E), V != T.
        let s18 = (term0 & 255);
        if ((term0 >> 8) & 8191) == C_NONE {
            let t19 = ((term0 >> 21) & 8191);
            if ((term0 >> 34) & 2047) == 0 {
                let n20 = ((term0 >> 45) & 2047);
                if t19 != C_NONE {
                    let mut got_3 = Rows::new();
                    self.reaches_bff(s, s18, &mut got_3);
                    for row_3 in got_3.chunks_exact(2) {
                        let v21 = row_3[0];
                        let e22 = row_3[1];
                        if v21 != t19 {
                            out.add([v21, (F_RUN5 << 56 | e22 | (v21) << 8 | (t19) << 21 | (1) << 34 | (n20) << 45)]);
                        }
                    }
                }
            }
        }
    }

    pub fn vacant_f(&self, s: &Position, out: &mut Rows) {
        // A-30: vacant(S) :- space(S,site), not at(S,shop(_,_,_),_).
        for row_1 in self.space_fb.rows(C_SITE).chunks_exact(1) {
            let s1 = row_1[0];
            if !(self.some_at(s, s1)) {
                out.push([s1]);
            }
        }
    }

    pub fn some_at(&self, s: &Position, p0: V) -> bool {
        if self.kit.any(s, p0, self.kit.kinds[F_SHOP3 as usize]) {
            return true;
        }
        false
    }

    pub fn fee_f(&self, s: &Position, out: &mut Rows) {
        if s.phase >> 56 == F_ARRIVED1 {
            // USE-03: fee(none) :- active(P), host(P).
            if self.host_f(s) == s.active {
                out.push([C_NONE]);
            }
            // USE-05: fee(C) :- active(P), not host(P), phase(arrived(S)), price(S,R), at(hand(P),C,_), C = card(V,_,_), V >= R.
            let s1 = (s.phase & 255);
            let p2 = self.price_bf.get(s1);
            if p2 != NO && self.host_f(s) != s.active {
                for c3 in self.kit.pieces(s, (T_HAND + s.active), self.kit.kinds[F_CARD3 as usize]) {
                    let v5 = self.kit.arg(0, c3);
                    if v5 >= p2 {
                        out.add([c3]);
                    }
                }
            }
        }
    }

    pub fn host_f(&self, s: &Position) -> V {
        if let Some(kept) = s.host_f.get(s.now) {
            return kept;
        }
        if s.phase >> 56 == F_ARRIVED1 {
            // USE-03: host(Q) :- phase(arrived(S)), at(S,shop(Q,_,_),_).
            let s1 = (s.phase & 255);
            for y2 in self.kit.pieces(s, s1, self.kit.kinds[F_SHOP3 as usize]) {
                let q4 = self.kit.arg(0, y2);
                return s.host_f.keep(s.now, q4);
            }
        }
        s.host_f.keep(s.now, NO)
    }

    pub fn offer_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.offer_ff.get(s.now) {
            return kept;
        }
        let out = s.offer_ff.begin();
        if s.phase >> 56 == F_ARRIVED1 {
            // A-66: offer(none,none) :- top(_,_).
            let t1 = self.top_ff(s);
            if t1[0] != NO {
                out.push([C_NONE, C_NONE]);
            }
            // A-63: offer(none,none) :- here(metal), at(supply,metal,_).
            if self.kit.has(s, C_SUPPLY, C_METAL) && self.here_f(s) == C_METAL {
                out.add([C_NONE, C_NONE]);
            }
            // A-64: offer(none,none) :- here(gem), at(supply,gem,_).
            if self.kit.has(s, C_SUPPLY, C_GEM) && self.here_f(s) == C_GEM {
                out.add([C_NONE, C_NONE]);
            }
            // FEN-04: offer(T,none) :- lesson(T), masters(N), tile_limit(L), N < L.
            let t2 = self.tile_limit_f;
            if t2 != NO {
                let m3 = self.masters_f(s);
                if m3 != NO && m3 < t2 {
                    for row_1 in self.lesson_f(s).chunks_exact(1) {
                        let t4 = row_1[0];
                        out.add([t4, C_NONE]);
                    }
                }
            }
            // FEN-06: offer(T,B) :- lesson(T), masters(N), tile_limit(N), active(P), at(area(P),B,_), B = master(_).
            let t5 = self.tile_limit_f;
            if t5 != NO && self.masters_f(s) == t5 {
                for row_2 in self.lesson_f(s).chunks_exact(1) {
                    let t6 = row_2[0];
                    for b7 in self.kit.pieces(s, (T_AREA + s.active), self.kit.kinds[F_MASTER1 as usize]) {
                        out.add([t6, b7]);
                    }
                }
            }
            // A-65: offer(sword(V,M,G),none) :- here(smith), at(board,sword(V,M,G),_), owns(metal,X), X >= M, owns(gem,Y), Y >= G.
            if self.here_f(s) == C_SMITH {
                let o9 = self.owns_bf_metal(s);
                if o9 != NO {
                    let o10 = self.owns_bf_gem(s);
                    if o10 != NO {
                        for y11 in self.kit.pieces(s, C_BOARD, self.kit.kinds[F_SWORD3 as usize]) {
                            let m14 = self.kit.arg(1, y11);
                            let g15 = self.kit.arg(2, y11);
                            if o9 >= m14 && o10 >= g15 {
                                out.add([y11, C_NONE]);
                            }
                        }
                    }
                }
            }
            // A-148: offer(none,none) :- here(tavern).
            if self.here_f(s) == C_TAVERN {
                out.add([C_NONE, C_NONE]);
            }
        }
        s.offer_ff.keep(s.now)
    }

    pub fn top_ff(&self, s: &Position) -> [V; 2] {
        if let Some(kept) = s.top_ff.get(s.now) {
            return kept;
        }
        if s.phase >> 56 == F_ARRIVED1 {
            // ART-01: top(H,T) :- here(artist), at(stack(H),T,_), not at(stack(H+1),_,_).
            if self.here_f(s) == C_ARTIST {
                for place1 in self.kit.places(s) {
                    if (T_STACK..T_STACK + 1024).contains(&(place1)) {
                        let h2 = (place1 - T_STACK);
                        for t3 in self.kit.pieces(s, place1, self.kit.all(place1)) {
                            if self.kit.total(s, (T_STACK + (h2 + 1))) == 0 {
                                return s.top_ff.keep(s.now, [h2, t3]);
                            }
                        }
                    }
                }
            }
        }
        s.top_ff.keep(s.now, [NO; 2])
    }

    pub fn here_f(&self, s: &Position) -> V {
        if let Some(kept) = s.here_f.get(s.now) {
            return kept;
        }
        if s.phase >> 56 == F_ARRIVED1 {
            // USE-01: here(K) :- phase(arrived(S)), at(S,shop(_,K,_),_).
            let s1 = (s.phase & 255);
            for y2 in self.kit.pieces(s, s1, self.kit.kinds[F_SHOP3 as usize]) {
                let k4 = self.kit.arg(1, y2);
                return s.here_f.keep(s.now, k4);
            }
            // USE-01: here(K) :- phase(arrived(S)), space(S,K), K != site.
            let s5 = (s.phase & 255);
            let s6 = self.space_bf.get(s5);
            if s6 != NO && s6 != C_SITE {
                return s.here_f.keep(s.now, s6);
            }
        }
        s.here_f.keep(s.now, NO)
    }

    pub fn masters_f(&self, s: &Position) -> V {
        if let Some(kept) = s.masters_f.get(s.now) {
            return kept;
        }
        // FEN-04: masters(N) :- active(P), N = #count { K : at(area(P),master(K),_) }.
        let mut count1: V = 0;
        for y2 in self.kit.pieces(s, (T_AREA + s.active), self.kit.kinds[F_MASTER1 as usize]) {
            count1 += 1;
        }
        return s.masters_f.keep(s.now, count1);
        s.masters_f.keep(s.now, NO)
    }

    pub fn lesson_f<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.lesson_f.get(s.now) {
            return kept;
        }
        let out = s.lesson_f.begin();
        if s.phase >> 56 == F_ARRIVED1 {
            // FEN-05: lesson(T) :- here(fencing), active(P), at(board,T,_), T = master(_), not at(area(P),T,_).
            if self.here_f(s) == C_FENCING {
                for t1 in self.kit.pieces(s, C_BOARD, self.kit.kinds[F_MASTER1 as usize]) {
                    if !(self.kit.has(s, (T_AREA + s.active), t1)) {
                        out.push([t1]);
                    }
                }
            }
        }
        s.lesson_f.keep(s.now)
    }

    pub fn owns_bf_metal(&self, s: &Position) -> V {
        // A-65: owns(T,N) :- here(smith), active(P), T = (metal;gem), at(area(P),T,N).
        if true && s.phase >> 56 == F_ARRIVED1 {
            let n1 = self.kit.held(s, (T_AREA + s.active), C_METAL);
            if n1 != NO && self.here_f(s) == C_SMITH {
                return n1;
            }
        }
        // A-65: owns(T,0) :- here(smith), active(P), T = (metal;gem), not at(area(P),T,_).
        if true && s.phase >> 56 == F_ARRIVED1 && !(self.kit.has(s, (T_AREA + s.active), C_METAL)) && self.here_f(s) == C_SMITH {
            return 0;
        }
        NO
    }

    pub fn owns_bf_gem(&self, s: &Position) -> V {
        // A-65: owns(T,N) :- here(smith), active(P), T = (metal;gem), at(area(P),T,N).
        if true && s.phase >> 56 == F_ARRIVED1 {
            let n1 = self.kit.held(s, (T_AREA + s.active), C_GEM);
            if n1 != NO && self.here_f(s) == C_SMITH {
                return n1;
            }
        }
        // A-65: owns(T,0) :- here(smith), active(P), T = (metal;gem), not at(area(P),T,_).
        if true && s.phase >> 56 == F_ARRIVED1 && !(self.kit.has(s, (T_AREA + s.active), C_GEM)) && self.here_f(s) == C_SMITH {
            return 0;
        }
        NO
    }

    pub fn let_off(&self, s: &Position) -> bool {
        if s.phase == C_START {
            // A-160: let_off :- reading(a160,voluntary), phase(start), not obliged.
            if self.reading_bb.get(C_A160) == C_VOLUNTARY && !(self.obliged(s)) {
                return true;
            }
        }
        false
    }

    pub fn obliged(&self, s: &Position) -> bool {
        // A-160: obliged :- may(_,take_cards).
        if self.may_ff(s).chunks_exact(2).any(|r| r[1] == C_TAKE_CARDS) {
            return true;
        }
        // A-160: obliged :- may(_,place_shop(_,_)).
        for row_1 in self.may_ff(s).chunks_exact(2) {
            let y2 = row_1[1];
            if y2 >> 56 == F_PLACE_SHOP2 {
                return true;
            }
        }
        // A-160: obliged :- may(_,play_card(_,_,_)).
        for row_2 in self.may_ff(s).chunks_exact(2) {
            let y4 = row_2[1];
            if y4 >> 56 == F_PLAY_CARD3 {
                return true;
            }
        }
        false
    }

    pub fn weight_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.weight_ff.get(s.now) {
            return kept;
        }
        let out = s.weight_ff.begin();
        if s.phase >> 56 == F_DUEL4 {
            // TAK-01: weight(draw(C),N) :- legal(chance,draw(C)), at(pile,C,N).
            for (c1, n2) in self.kit.amounts(s, C_PILE, self.kit.all(C_PILE)) {
                out.push([(F_DRAW1 << 56 | c1), n2]);
            }
        } else if s.phase >> 56 == F_DRAWING2 {
            // TAK-01: weight(draw(C),N) :- legal(chance,draw(C)), at(pile,C,N).
            for (c3, n4) in self.kit.amounts(s, C_PILE, self.kit.all(C_PILE)) {
                out.push([(F_DRAW1 << 56 | c3), n4]);
            }
        }
        s.weight_ff.keep(s.now)
    }

    pub fn points_fff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.points_fff.get(s.now) {
            return kept;
        }
        let out = s.points_fff.begin();
        // SCO-01: points(P,delivered,N) :- role(P), N = #sum { V*K,S : at(alcazar(P),S,K), S = sword(V,_,_) }.
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            let mut sum2: V = 0;
            for (s3, k4) in self.kit.amounts(s, (T_ALCAZAR + p1), self.kit.kinds[F_SWORD3 as usize]) {
                let v5 = self.kit.arg(0, s3);
                sum2 += (v5 * k4);
            }
            out.push([p1, C_DELIVERED, sum2]);
        }
        // SCO-02: points(P,in_front,N) :- role(P), not reading(a120,sum), N = #sum { V/D*K,S : at(area(P),S,K), S = sword(V,_,_), sword_divisor(D) }.
        if !(self.reading_bb.get(C_A120) == C_SUM) {
            for row_2 in self.role_f.chunks_exact(1) {
                let p6 = row_2[0];
                let mut sum7: V = 0;
                let s8 = self.sword_divisor_f;
                if s8 != NO {
                    for (s9, k10) in self.kit.amounts(s, (T_AREA + p6), self.kit.kinds[F_SWORD3 as usize]) {
                        let v11 = self.kit.arg(0, s9);
                        sum7 += ((v11 / s8) * k10);
                    }
                }
                out.push([p6, C_IN_FRONT, sum7]);
            }
        }
        // A-120: points(P,in_front,N/D) :- reading(a120,sum), role(P), sword_divisor(D), N = #sum { V*K,S : at(area(P),S,K), S = sword(V,_,_) }.
        if self.reading_bb.get(C_A120) == C_SUM {
            let s12 = self.sword_divisor_f;
            if s12 != NO {
                for row_3 in self.role_f.chunks_exact(1) {
                    let p13 = row_3[0];
                    let mut sum14: V = 0;
                    for (s15, k16) in self.kit.amounts(s, (T_AREA + p13), self.kit.kinds[F_SWORD3 as usize]) {
                        let v17 = self.kit.arg(0, s15);
                        sum14 += (v17 * k16);
                    }
                    out.push([p13, C_IN_FRONT, (sum14 / s12)]);
                }
            }
        }
        // SCO-03: points(P,paintings,N) :- role(P), N = #sum { V*K,V : at(area(P),painting(V),K) }.
        for row_4 in self.role_f.chunks_exact(1) {
            let p18 = row_4[0];
            let mut sum19: V = 0;
            for (y20, k21) in self.kit.amounts(s, (T_AREA + p18), self.kit.kinds[F_PAINTING1 as usize]) {
                let v22 = self.kit.arg(0, y20);
                sum19 += (v22 * k21);
            }
            out.push([p18, C_PAINTINGS, sum19]);
        }
        // SCO-04: points(P,gems,N/M) :- role(P), at(area(P),gem,N), gems_per_point(M).
        let g23 = self.gems_per_point_f;
        if g23 != NO {
            for row_5 in self.role_f.chunks_exact(1) {
                let p24 = row_5[0];
                let n25 = self.kit.held(s, (T_AREA + p24), C_GEM);
                if n25 != NO {
                    out.push([p24, C_GEMS, (n25 / g23)]);
                }
            }
        }
        // SCO-05: points(P,movement_tile,-N) :- role(P), at(area(P),master(movement),_), movement_penalty(N).
        let m26 = self.movement_penalty_f;
        if m26 != NO {
            for row_6 in self.role_f.chunks_exact(1) {
                let p27 = row_6[0];
                if self.kit.has(s, (T_AREA + p27), self.k_master_c_movement) {
                    out.push([p27, C_MOVEMENT_TILE, -m26]);
                }
            }
        }
        s.points_fff.keep(s.now)
    }

    pub fn goal_bf(&self, s: &Position, seat0: V) -> V {
        // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
        if self.role_b.get(seat0) {
            let mut sum1: V = 0;
            for row_1 in self.points_fff(s).chunks_exact(3) {
                if !(row_1[0] == seat0) {
                    continue;
                }
                let k3 = row_1[2];
                sum1 += k3;
            }
            return sum1;
        }
        NO
    }

    pub fn rank_bf(&self, s: &Position, seat0: V) -> V {
        // A-126: rank(P,1+N) :- role(P), N = #count { Q : better(Q,P) }.
        if self.role_b.get(seat0) {
            let mut count1: V = 0;
            let mut got_1 = Rows::new();
            self.better_fb(s, seat0, &mut got_1);
            for row_1 in got_1.chunks_exact(1) {
                count1 += 1;
            }
            return (1 + count1);
        }
        NO
    }

    pub fn better_fb(&self, s: &Position, seat1: V, out: &mut Rows) {
        // A-125: better(P,Q) :- outdoes(P,Q).
        let mut got_1 = Rows::new();
        self.outdoes_fb(s, seat1, &mut got_1);
        for row_1 in got_1.chunks_exact(1) {
            let p1 = row_1[0];
            out.push([p1]);
        }
        // TIE-03: better(P,Q) :- leads(P), leads(Q), card_sum(P,M), card_sum(Q,N), M > N.
        if self.leads_b(s, seat1) {
            let c2 = self.card_sum_bf(s, seat1);
            if c2 != NO {
                for row_2 in self.leads_f(s).chunks_exact(1) {
                    let p3 = row_2[0];
                    let c4 = self.card_sum_bf(s, p3);
                    if c4 != NO && c4 > c2 {
                        out.add([p3]);
                    }
                }
            }
        }
    }

    pub fn outdoes_fb(&self, s: &Position, seat1: V, out: &mut Rows) {
        // TIE-01: outdoes(P,Q) :- goal(P,M), goal(Q,N), M > N.
        let g1 = self.goal_bf(s, seat1);
        if g1 != NO {
            for row_1 in self.goal_ff(s).chunks_exact(2) {
                let p2 = row_1[0];
                let m3 = row_1[1];
                if m3 > g1 {
                    out.push([p2]);
                }
            }
        }
        // TIE-02: outdoes(P,Q) :- level(P,Q), size(hand(P),M), size(hand(Q),N), M > N.
        let s4 = self.size_bf(s, (T_HAND + seat1));
        if s4 != NO {
            for row_2 in self.size_ff(s).chunks_exact(2) {
                let y5 = row_2[0];
                let m6 = row_2[1];
                if (T_HAND..T_HAND + 16).contains(&(y5)) {
                    let p7 = (y5 - T_HAND);
                    if m6 > s4 && self.level_bb(s, p7, seat1) {
                        out.add([p7]);
                    }
                }
            }
        }
    }

    pub fn goal_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.goal_ff.get(s.now) {
            return kept;
        }
        let out = s.goal_ff.begin();
        // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            let mut sum2: V = 0;
            for row_2 in self.points_fff(s).chunks_exact(3) {
                if !(row_2[0] == p1) {
                    continue;
                }
                let k4 = row_2[2];
                sum2 += k4;
            }
            out.push([p1, sum2]);
        }
        s.goal_ff.keep(s.now)
    }

    pub fn size_bf(&self, s: &Position, term0: V) -> V {
        // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
        if term0 == C_PILE {
            let sum1 = self.kit.total(s, C_PILE);
            return sum1;
        }
        // vocabulary: size(discards,N) :- N = #sum { K,C : at(discards,C,K) }.
        if term0 == C_DISCARDS {
            let sum4 = self.kit.total(s, C_DISCARDS);
            return sum4;
        }
        // vocabulary: size(hand(P),N) :- role(P), N = #sum { K,C : at(hand(P),C,K) }.
        if (T_HAND..T_HAND + 16).contains(&(term0)) {
            let p7 = (term0 - T_HAND);
            if self.role_b.get(p7) {
                let sum8 = self.kit.total(s, term0);
                return sum8;
            }
        }
        NO
    }

    pub fn size_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.size_ff.get(s.now) {
            return kept;
        }
        let out = s.size_ff.begin();
        // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
        let sum1 = self.kit.total(s, C_PILE);
        out.push([C_PILE, sum1]);
        // vocabulary: size(discards,N) :- N = #sum { K,C : at(discards,C,K) }.
        let sum4 = self.kit.total(s, C_DISCARDS);
        out.push([C_DISCARDS, sum4]);
        // vocabulary: size(hand(P),N) :- role(P), N = #sum { K,C : at(hand(P),C,K) }.
        for row_1 in self.role_f.chunks_exact(1) {
            let p7 = row_1[0];
            let sum8 = self.kit.total(s, (T_HAND + p7));
            out.push([(T_HAND + p7), sum8]);
        }
        s.size_ff.keep(s.now)
    }

    pub fn level_bb(&self, s: &Position, seat0: V, seat1: V) -> bool {
        // TIE-02: level(P,Q) :- goal(P,N), goal(Q,N).
        let g1 = self.goal_bf(s, seat0);
        if g1 != NO && self.goal_bb(s, seat1, g1) {
            return true;
        }
        false
    }

    pub fn goal_bb(&self, s: &Position, seat0: V, points1: V) -> bool {
        // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
        if self.role_b.get(seat0) {
            let mut sum1: V = 0;
            for row_1 in self.points_fff(s).chunks_exact(3) {
                if !(row_1[0] == seat0) {
                    continue;
                }
                let k3 = row_1[2];
                sum1 += k3;
            }
            if sum1 == points1 {
                return true;
            }
        }
        false
    }

    pub fn leads_b(&self, s: &Position, seat0: V) -> bool {
        // A-125: leads(P) :- role(P), not outdoes(_,P).
        if self.role_b.get(seat0) && !(self.outdoes_xb(s, seat0)) {
            return true;
        }
        false
    }

    pub fn outdoes_xb(&self, s: &Position, seat1: V) -> bool {
        // TIE-01: outdoes(P,Q) :- goal(P,M), goal(Q,N), M > N.
        let g1 = self.goal_bf(s, seat1);
        if g1 != NO {
            for row_1 in self.goal_xf(s).chunks_exact(1) {
                let m2 = row_1[0];
                if m2 > g1 {
                    return true;
                }
            }
        }
        // TIE-02: outdoes(P,Q) :- level(P,Q), size(hand(P),M), size(hand(Q),N), M > N.
        let s3 = self.size_bf(s, (T_HAND + seat1));
        if s3 != NO {
            for row_2 in self.size_ff(s).chunks_exact(2) {
                let y4 = row_2[0];
                let m5 = row_2[1];
                if (T_HAND..T_HAND + 16).contains(&(y4)) {
                    let p6 = (y4 - T_HAND);
                    if m5 > s3 && self.level_bb(s, p6, seat1) {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub fn goal_xf<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.goal_xf.get(s.now) {
            return kept;
        }
        let out = s.goal_xf.begin();
        // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            let mut sum2: V = 0;
            for row_2 in self.points_fff(s).chunks_exact(3) {
                if !(row_2[0] == p1) {
                    continue;
                }
                let k4 = row_2[2];
                sum2 += k4;
            }
            out.add([sum2]);
        }
        s.goal_xf.keep(s.now)
    }

    pub fn card_sum_bf(&self, s: &Position, seat0: V) -> V {
        // TIE-03: card_sum(P,N) :- role(P), N = #sum { V*K,C : at(hand(P),C,K), C = card(V,_,_) }.
        if self.role_b.get(seat0) {
            let mut sum1: V = 0;
            for (c2, k3) in self.kit.amounts(s, (T_HAND + seat0), self.kit.kinds[F_CARD3 as usize]) {
                let v4 = self.kit.arg(0, c2);
                sum1 += (v4 * k3);
            }
            return sum1;
        }
        NO
    }

    pub fn leads_f<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.leads_f.get(s.now) {
            return kept;
        }
        let out = s.leads_f.begin();
        // A-125: leads(P) :- role(P), not outdoes(_,P).
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            if !(self.outdoes_xb(s, p1)) {
                out.push([p1]);
            }
        }
        s.leads_f.keep(s.now)
    }

    pub fn winner_f<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.winner_f.get(s.now) {
            return kept;
        }
        let out = s.winner_f.begin();
        if s.phase == C_OVER {
            // A-126: winner(P) :- terminal, rank(P,1).
            if self.terminal(s) {
                let mut got_1 = Rows::new();
                self.rank_fb_1(s, &mut got_1);
                for row_1 in got_1.chunks_exact(1) {
                    let p1 = row_1[0];
                    out.push([p1]);
                }
            }
        }
        s.winner_f.keep(s.now)
    }

    pub fn terminal(&self, s: &Position) -> bool {
        if s.phase == C_OVER {
            // END-03: terminal :- phase(over).
            return true;
        }
        false
    }

    pub fn rank_fb_1(&self, s: &Position, out: &mut Rows) {
        // A-126: rank(P,1+N) :- role(P), N = #count { Q : better(Q,P) }.
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            let mut count2: V = 0;
            let mut got_2 = Rows::new();
            self.better_fb(s, p1, &mut got_2);
            for row_2 in got_2.chunks_exact(1) {
                count2 += 1;
            }
            if 1 == (1 + count2) {
                out.push([p1]);
            }
        }
    }

    pub fn sees_size_bff(&self, s: &Position, seat0: V, out: &mut Rows) {
        // A-128: sees(W,size(pile,N)) :- viewer(W), size(pile,N).
        if self.viewer_b.get(seat0) {
            let s1 = self.size_bf_pile(s);
            if s1 != NO {
                out.push([C_PILE, s1]);
            }
        }
        // A-128: sees(W,size(hand(P),N)) :- viewer(W), size(hand(P),N).
        if self.viewer_b.get(seat0) {
            for row_1 in self.size_ff(s).chunks_exact(2) {
                let y2 = row_1[0];
                let n3 = row_1[1];
                if (T_HAND..T_HAND + 16).contains(&(y2)) {
                    out.push([y2, n3]);
                }
            }
        }
    }

    pub fn told_fff(&self, s: &Position, m: &Move, out: &mut Rows) {
        // A-131: told(W,N,E) :- viewer(W), happens(N,E), not secret(W,E).
        for row_1 in self.viewer_f.chunks_exact(1) {
            let w1 = row_1[0];
            for row_2 in self.happens_ff(s, m).chunks_exact(2) {
                let n2 = row_2[0];
                let e3 = row_2[1];
                if !(s.phase >> 56 == F_DRAWING2 && m.act >> 56 == F_DRAW1 && self.secret_ff(s, m).chunks_exact(2).any(|r| r[0] == w1 && r[1] == e3)) {
                    out.push([w1, n2, e3]);
                }
            }
        }
        // A-131: told(W,N,card_drawn(P,unseen)) :- viewer(W), happens(N,card_drawn(P,_)), W != P.
        for row_3 in self.viewer_f.chunks_exact(1) {
            let w4 = row_3[0];
            for row_4 in self.happens_ff(s, m).chunks_exact(2) {
                let n5 = row_4[0];
                let y6 = row_4[1];
                if y6 >> 56 == F_CARD_DRAWN2 {
                    let p7 = (y6 & 31);
                    if w4 != p7 {
                        out.add([w4, n5, (F_CARD_DRAWN2 << 56 | p7 | (C_UNSEEN) << 5)]);
                    }
                }
            }
        }
    }

    pub fn happens_ff<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.happens_ff.get(m.now) {
            return kept;
        }
        let out = m.happens_ff.begin();
        if m.act >> 56 == F_PLAY_CARD3 {
            // A-136: happens(1,card_played(P,C,front,plain)) :- does(P,play_card(C,_,plain)), base(none).
            let c1 = (m.act & 8191);
            if ((m.act >> 21) & 8191) == C_PLAIN && self.base_f(s) == C_NONE {
                out.push([1, (F_CARD_PLAYED4 << 56 | m.who | (c1) << 5 | (C_FRONT) << 18 | (C_PLAIN) << 31)]);
            }
            // A-136: happens(1,card_played(P,C,discards,M)) :- does(P,play_card(C,_,M)), discarded(C,hand(P)).
            let c2 = (m.act & 8191);
            let m3 = ((m.act >> 21) & 8191);
            if self.discarded_ff(s, m).chunks_exact(2).any(|r| r[0] == c2 && r[1] == (T_HAND + m.who)) {
                out.add([1, (F_CARD_PLAYED4 << 56 | m.who | (c2) << 5 | (C_DISCARDS) << 18 | (m3) << 31)]);
            }
            // A-136: happens(2,figure_moved(P,S,S+V)) :- does(P,play_card(card(V,_,_),S,_)).
            let c24 = (m.act & 8191);
            let v25 = self.kit.arg(0, c24);
            let s26 = ((m.act >> 13) & 255);
            out.push([2, (F_FIGURE_MOVED3 << 56 | m.who | (s26) << 5 | ((s26 + v25)) << 13)]);
            // A-136: happens(4,alcazar_entered(P,S)) :- lands(P,S), follows(entered).
            if self.follows_f(s, m) == C_ENTERED {
                let l48 = self.lands_ff(s, m);
                if l48[0] != NO {
                    let p49 = l48[0];
                    let s50 = l48[1];
                    out.push([4, (F_ALCAZAR_ENTERED2 << 56 | p49 | (s50) << 5)]);
                }
            }
        } else if m.act >> 56 == F_USE_SPACE3 {
            // A-136: happens(1,fee_paid(P,C,Q)) :- paid(P,C,Q).
            if s.phase >> 56 == F_ARRIVED1 {
                let p4 = self.paid_fff(s, m);
                if p4[0] != NO {
                    let p5 = p4[0];
                    let c6 = p4[1];
                    let q7 = p4[2];
                    out.push([1, (F_FEE_PAID3 << 56 | p5 | (c6) << 5 | (q7) << 18)]);
                }
            }
            // A-136: happens(1,fee_paid(P,C,none)) :- does(P,use_space(C,_,_)), discarded(C,hand(P)).
            let c8 = (m.act & 8191);
            if self.discarded_ff(s, m).chunks_exact(2).any(|r| r[0] == c8 && r[1] == (T_HAND + m.who)) {
                out.add([1, (F_FEE_PAID3 << 56 | m.who | (c8) << 5 | (C_NONE) << 18)]);
            }
            // A-136: happens(2,tile_given_back(P,B)) :- does(P,use_space(_,_,B)), B != none.
            let b35 = ((m.act >> 26) & 8191);
            if b35 != C_NONE {
                out.push([2, (F_TILE_GIVEN_BACK2 << 56 | m.who | (b35) << 5)]);
            }
            // A-136: happens(3,metal_taken(P)) :- does(P,use_space(_,_,_)), here(metal).
            if s.phase >> 56 == F_ARRIVED1 && self.here_f(s) == C_METAL {
                out.push([3, (F_METAL_TAKEN1 << 56 | m.who)]);
            }
            // A-136: happens(3,gem_taken(P)) :- does(P,use_space(_,_,_)), here(gem).
            if s.phase >> 56 == F_ARRIVED1 && self.here_f(s) == C_GEM {
                out.push([3, (F_GEM_TAKEN1 << 56 | m.who)]);
            }
            // A-136: happens(3,sword_forged(P,T)) :- does(P,use_space(_,T,_)), T = sword(_,_,_).
            let t39 = ((m.act >> 13) & 8191);
            if self.kit.is_a(F_SWORD3, t39) {
                out.push([3, (F_SWORD_FORGED2 << 56 | m.who | (t39) << 5)]);
            }
            // A-136: happens(3,tile_taken(P,T)) :- does(P,use_space(_,T,_)), T = master(_).
            let t40 = ((m.act >> 13) & 8191);
            if self.kit.is_a(F_MASTER1, t40) {
                out.push([3, (F_TILE_TAKEN2 << 56 | m.who | (t40) << 5)]);
            }
            // A-136: happens(3,painting_taken(P,V)) :- does(P,use_space(_,_,_)), top(_,painting(V)).
            if s.phase >> 56 == F_ARRIVED1 {
                let t41 = self.top_ff(s);
                if t41[0] != NO {
                    let p42 = t41[1];
                    if self.kit.is_a(F_PAINTING1, p42) {
                        let v43 = self.kit.arg(0, p42);
                        out.push([3, (F_PAINTING_TAKEN2 << 56 | m.who | (v43) << 5)]);
                    }
                }
            }
        } else if m.act >> 56 == F_DRAW1 {
            // A-136: happens(1,card_drawn(P,C)) :- drawn(P,C).
            if s.phase >> 56 == F_DRAWING2 {
                let d9 = self.drawn_ff(s, m);
                if d9[0] != NO {
                    let p10 = d9[0];
                    let c11 = d9[1];
                    out.push([1, (F_CARD_DRAWN2 << 56 | p10 | (c11) << 5)]);
                }
            }
            // A-136: happens(1,round_fought(C,P,A,D)) :- revealed(C), round(W), duellist(W,P), rounds(A,D).
            if s.phase >> 56 == F_DUEL4 {
                let r12 = self.revealed_f(s, m);
                if r12 != NO {
                    let r13 = self.round_f(s, m);
                    if r13 != NO {
                        let d14 = self.duellist_bf(s, r13);
                        if d14 != NO {
                            let r15 = self.rounds_ff(s, m);
                            if r15[0] != NO {
                                let a16 = r15[0];
                                let d17 = r15[1];
                                out.push([1, (F_ROUND_FOUGHT4 << 56 | r12 | (d14) << 13 | (a16) << 18 | (d17) << 29)]);
                            }
                        }
                    }
                }
            }
            // A-136: happens(2,duel_ended(P,Q,S)) :- won(W), duellist(W,P), lost_by(Q,S).
            if s.phase >> 56 == F_DUEL4 {
                let w30 = self.won_f(s, m);
                if w30 != NO {
                    let d31 = self.duellist_bf(s, w30);
                    if d31 != NO {
                        let l32 = self.lost_by_ff(s, m);
                        if l32[0] != NO {
                            let q33 = l32[0];
                            let s34 = l32[1];
                            out.push([2, (F_DUEL_ENDED3 << 56 | d31 | (q33) << 5 | (s34) << 10)]);
                        }
                    }
                }
            }
            // A-136: happens(3,figure_sent_back(Q,S)) :- lost_by(Q,S).
            if s.phase >> 56 == F_DUEL4 {
                let l36 = self.lost_by_ff(s, m);
                if l36[0] != NO {
                    let q37 = l36[0];
                    let s38 = l36[1];
                    out.push([3, (F_FIGURE_SENT_BACK2 << 56 | q37 | (s38) << 5)]);
                }
            }
        } else if m.act == C_PASS {
            // A-136: happens(1,passed(P)) :- does(P,pass).
            out.push([1, (F_PASSED1 << 56 | m.who)]);
        } else if m.act >> 56 == F_PLACE_SHOP2 {
            // A-136: happens(1,shop_placed(P,T,S)) :- does(P,place_shop(T,S)).
            let t18 = (m.act & 8191);
            let s19 = ((m.act >> 13) & 255);
            out.push([1, (F_SHOP_PLACED3 << 56 | m.who | (t18) << 5 | (s19) << 18)]);
        } else if m.act >> 56 == F_RETURN_FIGURE1 {
            // A-136: happens(1,figure_returned(P,S)) :- does(P,return_figure(S)).
            let s20 = (m.act & 255);
            out.push([1, (F_FIGURE_RETURNED2 << 56 | m.who | (s20) << 5)]);
        } else if m.act >> 56 == F_DELIVER1 {
            // A-136: happens(1,sword_delivered(P,T)) :- does(P,deliver(T)).
            let t21 = (m.act & 8191);
            out.push([1, (F_SWORD_DELIVERED2 << 56 | m.who | (t21) << 5)]);
        } else if m.act >> 56 == F_CHALLENGE1 {
            // A-136: happens(1,duel_began(P,Q,S)) :- does(P,challenge(Q)), phase(transit(S)).
            let q22 = (m.act & 31);
            if s.phase >> 56 == F_TRANSIT1 {
                let s23 = (s.phase & 255);
                out.push([1, (F_DUEL_BEGAN3 << 56 | m.who | (q22) << 5 | (s23) << 10)]);
            }
        }
        // A-136: happens(2,drawing_began(P,N,W)) :- does(P,_), role(P), follows(drawing(N,W)).
        if m.who < 2048 && self.role_b.get(m.who) {
            let f27 = self.follows_f(s, m);
            if f27 != NO && f27 >> 56 == F_DRAWING2 {
                let n28 = (f27 & 2047);
                let w29 = ((f27 >> 11) & 8191);
                out.push([2, (F_DRAWING_BEGAN3 << 56 | m.who | (n28) << 5 | (w29) << 16)]);
            }
        }
        // A-136: happens(4,circle_taken(P,S)) :- active(P), follows(arrived(S)).
        let f44 = self.follows_f(s, m);
        if f44 != NO && f44 >> 56 == F_ARRIVED1 {
            let s45 = (f44 & 255);
            out.push([4, (F_CIRCLE_TAKEN2 << 56 | s.active | (s45) << 5)]);
        }
        // A-136: happens(4,space_full(P,S)) :- active(P), follows(transit(S)).
        let f46 = self.follows_f(s, m);
        if f46 != NO && f46 >> 56 == F_TRANSIT1 {
            let s47 = (f46 & 255);
            out.push([4, (F_SPACE_FULL2 << 56 | s.active | (s47) << 5)]);
        }
        // A-136: happens(5,pile_reshuffled(M+K)) :- reshuffle, size(discards,M), K = #count { C,X : discarded(C,X) }.
        if self.reshuffle(s, m) {
            let s51 = self.size_bf_discards(s);
            if s51 != NO {
                let mut count52: V = 0;
                for row_1 in self.discarded_ff(s, m).chunks_exact(2) {
                    count52 += 1;
                }
                out.push([5, (F_PILE_RESHUFFLED1 << 56 | (s51 + count52))]);
            }
        }
        // A-136: happens(6,front_card_discarded(P,C)) :- active(P), discarded(C,front).
        for row_2 in self.discarded_ff(s, m).chunks_exact(2) {
            if !(row_2[1] == C_FRONT) {
                continue;
            }
            let c55 = row_2[0];
            out.push([6, (F_FRONT_CARD_DISCARDED2 << 56 | s.active | (c55) << 5)]);
        }
        // A-136: happens(7,turn_ended(P)) :- active(P), turn_ends.
        if self.turn_ends(s, m) {
            out.push([7, (F_TURN_ENDED1 << 56 | s.active)]);
        }
        // A-136: happens(8,last_round_began(P)) :- new(trigger(P)).
        if self.turn_ends(s, m) {
            let n56 = self.new_trigger_f(s, m);
            if n56 != NO {
                out.push([8, (F_LAST_ROUND_BEGAN1 << 56 | n56)]);
            }
        }
        // A-136: happens(9,turn_began(P)) :- new(active(P)).
        if self.passes_on(s, m) {
            let n57 = self.new_active_f(s, m);
            if n57 != NO {
                out.push([9, (F_TURN_BEGAN1 << 56 | n57)]);
            }
        }
        // A-136: happens(9+K,hand_shown(P,C,N)) :- shows(P), left(P,C,N), true(trigger(Q)), seats_on(Q,P,K).
        if s.trigger != NO && self.game_ends(s, m) {
            for row_3 in self.seats_on_bff.rows(s.trigger).chunks_exact(2) {
                let p58 = row_3[0];
                let k59 = row_3[1];
                if self.shows_f(s, m).chunks_exact(1).any(|r| r[0] == p58) {
                    for row_4 in self.left_fff(s, m).chunks_exact(3) {
                        if !(row_4[0] == p58) {
                            continue;
                        }
                        let c60 = row_4[1];
                        let n61 = row_4[2];
                        out.push([(9 + k59), (F_HAND_SHOWN3 << 56 | p58 | (c60) << 5 | (n61) << 18)]);
                    }
                }
            }
        }
        // A-136: happens(9+N,game_ended) :- game_ends, players(N).
        let p62 = self.players_f;
        if p62 != NO && self.game_ends(s, m) {
            out.push([(9 + p62), C_GAME_ENDED]);
        }
        m.happens_ff.keep(m.now)
    }

    pub fn discarded_ff<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.discarded_ff.get(m.now) {
            return kept;
        }
        let out = m.discarded_ff.begin();
        if m.act >> 56 == F_DRAW1 {
            // DUE-04: discarded(C,pile) :- revealed(C).
            if s.phase >> 56 == F_DUEL4 {
                let r1 = self.revealed_f(s, m);
                if r1 != NO {
                    out.push([r1, C_PILE]);
                }
            }
        } else if m.act >> 56 == F_PLAY_CARD3 {
            // MOV-11: discarded(C,hand(P)) :- does(P,play_card(C,_,plain)), not base(none).
            let c2 = (m.act & 8191);
            if ((m.act >> 21) & 8191) == C_PLAIN && self.base_f(s) != C_NONE {
                out.push([c2, (T_HAND + m.who)]);
            }
            // MOV-11: discarded(C,hand(P)) :- does(P,play_card(C,_,tile)).
            let c3 = (m.act & 8191);
            if ((m.act >> 21) & 8191) == C_TILE {
                out.add([c3, (T_HAND + m.who)]);
            }
        } else if m.act >> 56 == F_USE_SPACE3 {
            // USE-08: discarded(C,hand(P)) :- does(P,use_space(C,_,_)), C != none, here(tavern).
            let c6 = (m.act & 8191);
            if c6 != C_NONE && s.phase >> 56 == F_ARRIVED1 && self.here_f(s) == C_TAVERN {
                out.push([c6, (T_HAND + m.who)]);
            }
            // USE-09: discarded(C,hand(P)) :- does(P,use_space(C,_,_)), C != none, here(artist).
            let c7 = (m.act & 8191);
            if c7 != C_NONE && s.phase >> 56 == F_ARRIVED1 && self.here_f(s) == C_ARTIST {
                out.add([c7, (T_HAND + m.who)]);
            }
        }
        // MOV-12: discarded(C,front) :- turn_ends, at(front,C,_).
        if self.turn_ends(s, m) {
            for c4 in self.kit.pieces(s, C_FRONT, self.kit.all(C_FRONT)) {
                out.push([c4, C_FRONT]);
            }
        }
        m.discarded_ff.keep(m.now)
    }

    pub fn revealed_f(&self, s: &Position, m: &Move) -> V {
        if let Some(kept) = m.revealed_f.get(m.now) {
            return kept;
        }
        if m.who == C_CHANCE {
            // DUE-04: revealed(C) :- phase(duel(_,_,_,_)), does(chance,draw(C)).
            if m.act >> 56 == F_DRAW1 {
                let c1 = (m.act & 8191);
                if s.phase >> 56 == F_DUEL4 {
                    return m.revealed_f.keep(m.now, c1);
                }
            }
        }
        m.revealed_f.keep(m.now, NO)
    }

    pub fn turn_ends(&self, s: &Position, m: &Move) -> bool {
        if let Some(kept) = m.turn_ends.get(m.now) {
            return kept;
        }
        if m.act == C_END_TURN {
            // A-41: turn_ends :- does(_,end_turn).
            return m.turn_ends.keep(m.now, true);
        } else if m.act >> 56 == F_PLACE_SHOP2 {
            // SHP-01: turn_ends :- does(_,place_shop(_,_)).
            return m.turn_ends.keep(m.now, true);
        } else if m.act >> 56 == F_RETURN_FIGURE1 {
            // RET-02: turn_ends :- does(_,return_figure(_)).
            return m.turn_ends.keep(m.now, true);
        } else if m.act == C_PASS {
            // A-147: turn_ends :- does(_,pass).
            return m.turn_ends.keep(m.now, true);
        }
        if s.phase >> 56 == F_DRAWING2 {
            // TAK-01: turn_ends :- last_draw(take).
            if self.last_draw_f(s, m) == C_TAKE {
                return m.turn_ends.keep(m.now, true);
            }
        }
        m.turn_ends.keep(m.now, false)
    }

    pub fn last_draw_f(&self, s: &Position, m: &Move) -> V {
        if let Some(kept) = m.last_draw_f.get(m.now) {
            return kept;
        }
        if m.who == C_CHANCE {
            // A-27: last_draw(W) :- does(chance,_), phase(drawing(1,W)).
            if s.phase >> 56 == F_DRAWING2 && (s.phase & 2047) == 1 {
                let w1 = ((s.phase >> 11) & 8191);
                return m.last_draw_f.keep(m.now, w1);
            }
            // A-27: last_draw(W) :- does(chance,_), phase(drawing(_,W)), drawable(1).
            if s.phase >> 56 == F_DRAWING2 {
                let w2 = ((s.phase >> 11) & 8191);
                if self.drawable_f(s) == 1 {
                    return m.last_draw_f.keep(m.now, w2);
                }
            }
        }
        m.last_draw_f.keep(m.now, NO)
    }

    pub fn paid_fff(&self, s: &Position, m: &Move) -> [V; 3] {
        if let Some(kept) = m.paid_fff.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_USE_SPACE3 {
            // USE-04: paid(P,C,Q) :- does(P,use_space(C,_,_)), C != none, host(Q).
            let c1 = (m.act & 8191);
            if c1 != C_NONE && s.phase >> 56 == F_ARRIVED1 {
                let h2 = self.host_f(s);
                if h2 != NO {
                    return m.paid_fff.keep(m.now, [m.who, c1, h2]);
                }
            }
        }
        m.paid_fff.keep(m.now, [NO; 3])
    }

    pub fn drawn_ff(&self, s: &Position, m: &Move) -> [V; 2] {
        if let Some(kept) = m.drawn_ff.get(m.now) {
            return kept;
        }
        if m.who == C_CHANCE {
            // TAK-01: drawn(P,C) :- does(chance,draw(C)), phase(drawing(_,_)), active(P).
            if m.act >> 56 == F_DRAW1 {
                let c1 = (m.act & 8191);
                if s.phase >> 56 == F_DRAWING2 {
                    return m.drawn_ff.keep(m.now, [s.active, c1]);
                }
            }
        }
        m.drawn_ff.keep(m.now, [NO; 2])
    }

    pub fn round_f(&self, s: &Position, m: &Move) -> V {
        if let Some(kept) = m.round_f.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_DRAW1 {
            // DUE-06: round(W) :- revealed(card(_,K,_)), ahead(W,K).
            if s.phase >> 56 == F_DUEL4 {
                let r1 = self.revealed_f(s, m);
                if r1 != NO && self.kit.is_a(F_CARD3, r1) {
                    let k2 = self.kit.arg(1, r1);
                    let mut got_1 = Rows::new();
                    self.ahead_fb(s, k2, &mut got_1);
                    for row_1 in got_1.chunks_exact(1) {
                        let w3 = row_1[0];
                        return m.round_f.keep(m.now, w3);
                    }
                }
            }
            // DUE-07: round(W) :- revealed(card(_,K,W)), not ahead(_,K).
            if s.phase >> 56 == F_DUEL4 {
                let r4 = self.revealed_f(s, m);
                if r4 != NO && self.kit.is_a(F_CARD3, r4) {
                    let k5 = self.kit.arg(1, r4);
                    let w6 = self.kit.arg(2, r4);
                    if !(self.ahead_xb(s, k5)) {
                        return m.round_f.keep(m.now, w6);
                    }
                }
            }
        }
        m.round_f.keep(m.now, NO)
    }

    pub fn ahead_fb(&self, s: &Position, term1: V, out: &mut Rows) {
        if s.phase >> 56 == F_DUEL4 {
            // DUE-06: ahead(W,K) :- duellist(W,P), at(area(P),master(K),_), duellist(_,Q), not at(area(Q),master(K),_).
            for row_1 in self.duellist_ff(s).chunks_exact(2) {
                let w1 = row_1[0];
                let p2 = row_1[1];
                if self.kit.has(s, (T_AREA + p2), self.kit.piece(F_MASTER1, [term1, 0, 0])) {
                    for row_2 in self.duellist_xf(s).chunks_exact(1) {
                        let q3 = row_2[0];
                        if !(self.kit.has(s, (T_AREA + q3), self.kit.piece(F_MASTER1, [term1, 0, 0]))) {
                            out.add([w1]);
                        }
                    }
                }
            }
        }
    }

    pub fn duellist_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.duellist_ff.get(s.now) {
            return kept;
        }
        let out = s.duellist_ff.begin();
        if s.phase >> 56 == F_DUEL4 {
            // DUE-06: duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P).
            out.push([C_ATTACKER, s.active]);
            // DUE-06: duellist(defender,Q) :- phase(duel(_,Q,_,_)).
            let q1 = ((s.phase >> 8) & 31);
            out.push([C_DEFENDER, q1]);
        }
        s.duellist_ff.keep(s.now)
    }

    pub fn duellist_xf<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.duellist_xf.get(s.now) {
            return kept;
        }
        let out = s.duellist_xf.begin();
        if s.phase >> 56 == F_DUEL4 {
            // DUE-06: duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P).
            out.push([s.active]);
            // DUE-06: duellist(defender,Q) :- phase(duel(_,Q,_,_)).
            let q1 = ((s.phase >> 8) & 31);
            out.add([q1]);
        }
        s.duellist_xf.keep(s.now)
    }

    pub fn ahead_xb(&self, s: &Position, term1: V) -> bool {
        if s.phase >> 56 == F_DUEL4 {
            // DUE-06: ahead(W,K) :- duellist(W,P), at(area(P),master(K),_), duellist(_,Q), not at(area(Q),master(K),_).
            for row_1 in self.duellist_xf(s).chunks_exact(1) {
                let p1 = row_1[0];
                if self.kit.has(s, (T_AREA + p1), self.kit.piece(F_MASTER1, [term1, 0, 0])) {
                    for row_2 in self.duellist_xf(s).chunks_exact(1) {
                        let q2 = row_2[0];
                        if !(self.kit.has(s, (T_AREA + q2), self.kit.piece(F_MASTER1, [term1, 0, 0]))) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    pub fn duellist_bf(&self, s: &Position, term0: V) -> V {
        // DUE-06: duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P).
        if term0 == C_ATTACKER && s.phase >> 56 == F_DUEL4 {
            return s.active;
        }
        // DUE-06: duellist(defender,Q) :- phase(duel(_,Q,_,_)).
        if term0 == C_DEFENDER && s.phase >> 56 == F_DUEL4 {
            let q1 = ((s.phase >> 8) & 31);
            return q1;
        }
        NO
    }

    pub fn rounds_ff(&self, s: &Position, m: &Move) -> [V; 2] {
        if let Some(kept) = m.rounds_ff.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_DRAW1 {
            // DUE-09: rounds(A+1,D) :- round(attacker), phase(duel(_,_,A,D)).
            if s.phase >> 56 == F_DUEL4 {
                let a1 = ((s.phase >> 13) & 2047);
                let d2 = ((s.phase >> 24) & 2047);
                if self.round_f(s, m) == C_ATTACKER {
                    return m.rounds_ff.keep(m.now, [(a1 + 1), d2]);
                }
            }
            // DUE-09: rounds(A,D+1) :- round(defender), phase(duel(_,_,A,D)).
            if s.phase >> 56 == F_DUEL4 {
                let a3 = ((s.phase >> 13) & 2047);
                let d4 = ((s.phase >> 24) & 2047);
                if self.round_f(s, m) == C_DEFENDER {
                    return m.rounds_ff.keep(m.now, [a3, (d4 + 1)]);
                }
            }
        }
        m.rounds_ff.keep(m.now, [NO; 2])
    }

    pub fn follows_f(&self, s: &Position, m: &Move) -> V {
        if let Some(kept) = m.follows_f.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_PLAY_CARD3 {
            // ALC-01: follows(entered) :- lands(_,S), space(S,entrance).
            let l1 = self.lands_ff(s, m);
            if l1[0] != NO {
                let s2 = l1[1];
                if self.space_bb.get(s2) == C_ENTRANCE {
                    return m.follows_f.keep(m.now, C_ENTERED);
                }
            }
            // MOV-06: follows(arrived(S)) :- lands(_,S), free(S).
            let l12 = self.lands_ff(s, m);
            if l12[0] != NO {
                let s13 = l12[1];
                if self.free_b(s, s13) {
                    return m.follows_f.keep(m.now, (F_ARRIVED1 << 56 | s13));
                }
            }
            // OCC-01: follows(transit(S)) :- lands(_,S), full(S).
            let l14 = self.lands_ff(s, m);
            if l14[0] != NO {
                let s15 = l14[1];
                if self.full_b(s, s15) {
                    return m.follows_f.keep(m.now, (F_TRANSIT1 << 56 | s15));
                }
            }
        } else if m.act >> 56 == F_DELIVER1 {
            // ALC-03: follows(moving) :- does(_,deliver(_)).
            return m.follows_f.keep(m.now, C_MOVING);
        } else if m.act >> 56 == F_CHALLENGE1 {
            // DUE-01: follows(duel(S,Q,0,0)) :- does(_,challenge(Q)), phase(transit(S)).
            let q3 = (m.act & 31);
            if s.phase >> 56 == F_TRANSIT1 {
                let s4 = (s.phase & 255);
                return m.follows_f.keep(m.now, (F_DUEL4 << 56 | s4 | (q3) << 8 | (0) << 13 | (0) << 24));
            }
        } else if m.act >> 56 == F_DRAW1 {
            // DUE-10: follows(duel(S,Q,A,D)) :- rounds(A,D), rounds_to_win(N), A < N, D < N, phase(duel(S,Q,_,_)).
            if s.phase >> 56 == F_DUEL4 {
                let s5 = (s.phase & 255);
                let q6 = ((s.phase >> 8) & 31);
                let r7 = self.rounds_to_win_f;
                if r7 != NO {
                    let r8 = self.rounds_ff(s, m);
                    if r8[0] != NO {
                        let a9 = r8[0];
                        let d10 = r8[1];
                        if a9 < r7 && d10 < r7 {
                            return m.follows_f.keep(m.now, (F_DUEL4 << 56 | s5 | (q6) << 8 | (a9) << 13 | (d10) << 24));
                        }
                    }
                }
            }
            // DUE-13: follows(arrived(S)) :- won(attacker), phase(duel(S,_,_,_)).
            if s.phase >> 56 == F_DUEL4 {
                let s11 = (s.phase & 255);
                if self.won_f(s, m) == C_ATTACKER {
                    return m.follows_f.keep(m.now, (F_ARRIVED1 << 56 | s11));
                }
            }
            // DUE-14: follows(moving) :- won(defender).
            if s.phase >> 56 == F_DUEL4 && self.won_f(s, m) == C_DEFENDER {
                return m.follows_f.keep(m.now, C_MOVING);
            }
        } else if m.act == C_TAKE_CARDS {
            // TAK-01: follows(drawing(N,take)) :- does(_,take_cards), cards_taken(N).
            let c16 = self.cards_taken_f;
            if c16 != NO {
                return m.follows_f.keep(m.now, (F_DRAWING2 << 56 | c16 | (C_TAKE) << 11));
            }
        } else if m.act >> 56 == F_USE_SPACE3 {
            // TAV-02: follows(drawing(N,tavern)) :- does(_,use_space(_,_,_)), here(tavern), tavern_cards(N).
            if s.phase >> 56 == F_ARRIVED1 {
                let t19 = self.tavern_cards_f;
                if t19 != NO && self.here_f(s) == C_TAVERN {
                    return m.follows_f.keep(m.now, (F_DRAWING2 << 56 | t19 | (C_TAVERN) << 11));
                }
            }
            // USE-01: follows(moving) :- does(_,use_space(_,_,_)), not here(tavern).
            if self.here_f(s) != C_TAVERN {
                return m.follows_f.keep(m.now, C_MOVING);
            }
        }
        if m.who == C_CHANCE {
            // A-27: follows(drawing(L-1,W)) :- does(chance,_), phase(drawing(L,W)), not last_draw(W).
            if s.phase >> 56 == F_DRAWING2 {
                let l17 = (s.phase & 2047);
                let w18 = ((s.phase >> 11) & 8191);
                if self.last_draw_f(s, m) != w18 {
                    return m.follows_f.keep(m.now, (F_DRAWING2 << 56 | (l17 - 1) | (w18) << 11));
                }
            }
        }
        if s.phase >> 56 == F_DRAWING2 {
            // TAV-03: follows(moving) :- last_draw(tavern).
            if self.last_draw_f(s, m) == C_TAVERN {
                return m.follows_f.keep(m.now, C_MOVING);
            }
        }
        // END-03: follows(over) :- game_ends.
        if self.game_ends(s, m) {
            return m.follows_f.keep(m.now, C_OVER);
        }
        // TRN-02: follows(start) :- passes_on.
        if self.passes_on(s, m) {
            return m.follows_f.keep(m.now, C_START);
        }
        m.follows_f.keep(m.now, NO)
    }

    pub fn lands_ff(&self, s: &Position, m: &Move) -> [V; 2] {
        if let Some(kept) = m.lands_ff.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_PLAY_CARD3 {
            // MOV-02: lands(P,S+V) :- does(P,play_card(card(V,_,_),S,_)).
            let c1 = (m.act & 8191);
            let v2 = self.kit.arg(0, c1);
            let s3 = ((m.act >> 13) & 255);
            return m.lands_ff.keep(m.now, [m.who, (s3 + v2)]);
        }
        m.lands_ff.keep(m.now, [NO; 2])
    }

    pub fn won_f(&self, s: &Position, m: &Move) -> V {
        if let Some(kept) = m.won_f.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_DRAW1 {
            // DUE-09: won(attacker) :- rounds(N,_), rounds_to_win(N).
            if s.phase >> 56 == F_DUEL4 {
                let r1 = self.rounds_to_win_f;
                if r1 != NO {
                    let r2 = self.rounds_ff(s, m);
                    if r2[0] != NO && r2[0] == r1 {
                        return m.won_f.keep(m.now, C_ATTACKER);
                    }
                }
            }
            // DUE-09: won(defender) :- rounds(_,N), rounds_to_win(N).
            if s.phase >> 56 == F_DUEL4 {
                let r3 = self.rounds_to_win_f;
                if r3 != NO {
                    let r4 = self.rounds_ff(s, m);
                    if r4[0] != NO && r4[1] == r3 {
                        return m.won_f.keep(m.now, C_DEFENDER);
                    }
                }
            }
        }
        m.won_f.keep(m.now, NO)
    }

    pub fn game_ends(&self, s: &Position, m: &Move) -> bool {
        if let Some(kept) = m.game_ends.get(m.now) {
            return kept;
        }
        // END-02: game_ends :- turn_ends, active(P), clockwise(P,Q), true(trigger(Q)).
        if s.trigger != NO && self.clockwise_bb.get(s.active) == s.trigger && self.turn_ends(s, m) {
            return m.game_ends.keep(m.now, true);
        }
        m.game_ends.keep(m.now, false)
    }

    pub fn passes_on(&self, s: &Position, m: &Move) -> bool {
        if let Some(kept) = m.passes_on.get(m.now) {
            return kept;
        }
        // TRN-02: passes_on :- turn_ends, not game_ends.
        if self.turn_ends(s, m) && !(self.game_ends(s, m)) {
            return m.passes_on.keep(m.now, true);
        }
        m.passes_on.keep(m.now, false)
    }

    pub fn lost_by_ff(&self, s: &Position, m: &Move) -> [V; 2] {
        if let Some(kept) = m.lost_by_ff.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_DRAW1 {
            // A-136: lost_by(Q,S) :- won(W), duellist(L,Q), L != W, phase(duel(S,_,_,_)).
            if s.phase >> 56 == F_DUEL4 {
                let s1 = (s.phase & 255);
                let w2 = self.won_f(s, m);
                if w2 != NO {
                    for row_1 in self.duellist_ff(s).chunks_exact(2) {
                        let l3 = row_1[0];
                        let q4 = row_1[1];
                        if l3 != w2 {
                            return m.lost_by_ff.keep(m.now, [q4, s1]);
                        }
                    }
                }
            }
        }
        m.lost_by_ff.keep(m.now, [NO; 2])
    }

    pub fn reshuffle(&self, s: &Position, m: &Move) -> bool {
        if let Some(kept) = m.reshuffle.get(m.now) {
            return kept;
        }
        if m.who == C_CHANCE {
            // A-22: reshuffle :- needs_card, size(pile,1), does(chance,_).
            if self.needs_card(s, m) && self.size_bb_pile_1(s) {
                return m.reshuffle.keep(m.now, true);
            }
        }
        // A-22: reshuffle :- needs_card, size(pile,0).
        if self.needs_card(s, m) && self.size_bb_pile_0(s) {
            return m.reshuffle.keep(m.now, true);
        }
        // A-22: reshuffle :- last_card_goes, at(discards,_,_).
        if self.last_card_goes(s, m) && self.kit.total(s, C_DISCARDS) != 0 {
            return m.reshuffle.keep(m.now, true);
        }
        // A-22: reshuffle :- last_card_goes, discarded(_,_).
        if self.last_card_goes(s, m) && !self.discarded_ff(s, m).is_empty() {
            return m.reshuffle.keep(m.now, true);
        }
        m.reshuffle.keep(m.now, false)
    }

    pub fn needs_card(&self, s: &Position, m: &Move) -> bool {
        if let Some(kept) = m.needs_card.get(m.now) {
            return kept;
        }
        // A-22: needs_card :- follows(drawing(_,_)).
        let f1 = self.follows_f(s, m);
        if f1 != NO && f1 >> 56 == F_DRAWING2 {
            return m.needs_card.keep(m.now, true);
        }
        // A-22: needs_card :- follows(duel(_,_,_,_)).
        let f2 = self.follows_f(s, m);
        if f2 != NO && f2 >> 56 == F_DUEL4 {
            return m.needs_card.keep(m.now, true);
        }
        m.needs_card.keep(m.now, false)
    }

    pub fn size_bb_pile_0(&self, s: &Position) -> bool {
        if let Some(kept) = s.size_bb_pile_0.get(s.now) {
            return kept;
        }
        // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
        let sum1 = self.kit.total(s, C_PILE);
        if sum1 == 0 {
            return s.size_bb_pile_0.keep(s.now, true);
        }
        s.size_bb_pile_0.keep(s.now, false)
    }

    pub fn size_bb_pile_1(&self, s: &Position) -> bool {
        if let Some(kept) = s.size_bb_pile_1.get(s.now) {
            return kept;
        }
        // vocabulary: size(pile,N) :- N = #sum { K,C : at(pile,C,K) }.
        let sum1 = self.kit.total(s, C_PILE);
        if sum1 == 1 {
            return s.size_bb_pile_1.keep(s.now, true);
        }
        s.size_bb_pile_1.keep(s.now, false)
    }

    pub fn last_card_goes(&self, s: &Position, m: &Move) -> bool {
        if let Some(kept) = m.last_card_goes.get(m.now) {
            return kept;
        }
        if m.who == C_CHANCE {
            // A-22: last_card_goes :- reading(a22,used_up), size(pile,1), does(chance,_).
            if self.reading_bb.get(C_A22) == C_USED_UP && self.size_bb_pile_1(s) {
                return m.last_card_goes.keep(m.now, true);
            }
        }
        m.last_card_goes.keep(m.now, false)
    }

    pub fn new_trigger_f(&self, s: &Position, m: &Move) -> V {
        // END-01: new(trigger(P)) :- turn_ends, not true(trigger(_)), active(P), at(alcazar(P),figure(P),N), last_round_at(M), N >= M.
        if s.trigger == NO {
            let l1 = self.last_round_at_f;
            if l1 != NO {
                let n2 = self.kit.held(s, (T_ALCAZAR + s.active), (T_FIGURE + s.active));
                if n2 != NO && n2 >= l1 && self.turn_ends(s, m) {
                    return s.active;
                }
            }
        }
        NO
    }

    pub fn new_active_f(&self, s: &Position, m: &Move) -> V {
        // TRN-02: new(active(Q)) :- passes_on, active(P), clockwise(P,Q).
        let c1 = self.clockwise_bf.get(s.active);
        if c1 != NO && self.passes_on(s, m) {
            return c1;
        }
        NO
    }

    pub fn shows_f<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.shows_f.get(m.now) {
            return kept;
        }
        let out = m.shows_f.begin();
        // A-128: shows(P) :- left_in_all(P,N), N > 0, not behind(P), role(Q), not behind(Q), P != Q.
        if self.game_ends(s, m) {
            for row_1 in self.role_f.chunks_exact(1) {
                let q1 = row_1[0];
                if !(self.behind_f(s, m).chunks_exact(1).any(|r| r[0] == q1)) {
                    for row_2 in self.left_in_all_ff(s, m).chunks_exact(2) {
                        let p2 = row_2[0];
                        let n3 = row_2[1];
                        if n3 > 0 && p2 != q1 && !(self.behind_f(s, m).chunks_exact(1).any(|r| r[0] == p2)) {
                            out.add([p2]);
                        }
                    }
                }
            }
        }
        m.shows_f.keep(m.now)
    }

    pub fn behind_f<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.behind_f.get(m.now) {
            return kept;
        }
        let out = m.behind_f.begin();
        // A-128: behind(P) :- goal(P,M), goal(_,N), M < N.
        for row_1 in self.goal_ff(s).chunks_exact(2) {
            let p1 = row_1[0];
            let m2 = row_1[1];
            for row_2 in self.goal_xf(s).chunks_exact(1) {
                let n3 = row_2[0];
                if m2 < n3 {
                    out.add([p1]);
                }
            }
        }
        // A-128: behind(P) :- level(P,Q), left_in_all(P,M), left_in_all(Q,N), M < N.
        if self.game_ends(s, m) {
            for row_3 in self.level_ff(s).chunks_exact(2) {
                let p4 = row_3[0];
                let q5 = row_3[1];
                let l6 = self.left_in_all_ff(s, m).chunks_exact(2).find(|r| r[0] == p4).map_or(NO, |r| r[1]);
                if l6 != NO {
                    let l7 = self.left_in_all_ff(s, m).chunks_exact(2).find(|r| r[0] == q5).map_or(NO, |r| r[1]);
                    if l7 != NO && l6 < l7 {
                        out.add([p4]);
                    }
                }
            }
        }
        m.behind_f.keep(m.now)
    }

    pub fn level_ff<'a>(&self, s: &'a Position) -> &'a [V] {
        if let Some(kept) = s.level_ff.get(s.now) {
            return kept;
        }
        let out = s.level_ff.begin();
        // TIE-02: level(P,Q) :- goal(P,N), goal(Q,N).
        for row_1 in self.goal_ff(s).chunks_exact(2) {
            let p1 = row_1[0];
            let n2 = row_1[1];
            let mut got_2 = Rows::new();
            self.goal_fb(s, n2, &mut got_2);
            for row_2 in got_2.chunks_exact(1) {
                let q3 = row_2[0];
                out.push([p1, q3]);
            }
        }
        s.level_ff.keep(s.now)
    }

    pub fn goal_fb(&self, s: &Position, points1: V, out: &mut Rows) {
        // SCO-06: goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }.
        for row_1 in self.role_f.chunks_exact(1) {
            let p1 = row_1[0];
            let mut sum2: V = 0;
            for row_2 in self.points_fff(s).chunks_exact(3) {
                if !(row_2[0] == p1) {
                    continue;
                }
                let k4 = row_2[2];
                sum2 += k4;
            }
            if sum2 == points1 {
                out.push([p1]);
            }
        }
    }

    pub fn left_in_all_ff<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.left_in_all_ff.get(m.now) {
            return kept;
        }
        let out = m.left_in_all_ff.begin();
        // A-128: left_in_all(P,N) :- game_ends, role(P), N = #sum { K,C : left(P,C,K) }.
        if self.game_ends(s, m) {
            for row_1 in self.role_f.chunks_exact(1) {
                let p1 = row_1[0];
                let mut sum2: V = 0;
                for row_2 in self.left_fff(s, m).chunks_exact(3) {
                    if !(row_2[0] == p1) {
                        continue;
                    }
                    let k4 = row_2[2];
                    sum2 += k4;
                }
                out.push([p1, sum2]);
            }
        }
        m.left_in_all_ff.keep(m.now)
    }

    pub fn left_fff<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.left_fff.get(m.now) {
            return kept;
        }
        let out = m.left_fff.begin();
        if m.act >> 56 == F_DRAW1 {
            // A-128: left(P,C,N+1) :- game_ends, at(hand(P),C,N), drawn(P,C).
            if s.phase >> 56 == F_DRAWING2 && self.game_ends(s, m) {
                let d5 = self.drawn_ff(s, m);
                if d5[0] != NO {
                    let p6 = d5[0];
                    let c7 = d5[1];
                    let n8 = self.kit.held(s, (T_HAND + p6), c7);
                    if n8 != NO {
                        out.push([p6, c7, (n8 + 1)]);
                    }
                }
            }
            // A-128: left(P,C,1) :- game_ends, drawn(P,C), not at(hand(P),C,_).
            if s.phase >> 56 == F_DRAWING2 && self.game_ends(s, m) {
                let d9 = self.drawn_ff(s, m);
                if d9[0] != NO {
                    let p10 = d9[0];
                    let c11 = d9[1];
                    if !(self.kit.has(s, (T_HAND + p10), c11)) {
                        out.add([p10, c11, 1]);
                    }
                }
            }
        }
        // A-128: left(P,C,N) :- game_ends, at(hand(P),C,N), not drawn(P,C).
        if self.game_ends(s, m) {
            for place1 in self.kit.places(s) {
                if (T_HAND..T_HAND + 16).contains(&(place1)) {
                    let p2 = (place1 - T_HAND);
                    for (c3, n4) in self.kit.amounts(s, place1, self.kit.all(place1)) {
                        if !(s.phase >> 56 == F_DRAWING2 && m.act >> 56 == F_DRAW1 && self.some_drawn(s, m, p2, c3)) {
                            out.push([p2, c3, n4]);
                        }
                    }
                }
            }
        }
        m.left_fff.keep(m.now)
    }

    pub fn some_drawn(&self, s: &Position, m: &Move, p0: V, p1: V) -> bool {
        let d1 = self.drawn_ff(s, m);
        if d1[0] != NO && d1[0] == p0 && d1[1] == p1 {
            return true;
        }
        false
    }

    pub fn secret_ff<'a>(&self, s: &Position, m: &'a Move) -> &'a [V] {
        if let Some(kept) = m.secret_ff.get(m.now) {
            return kept;
        }
        let out = m.secret_ff.begin();
        if m.act >> 56 == F_DRAW1 {
            // A-131: secret(W,card_drawn(P,C)) :- viewer(W), drawn(P,C), W != P.
            if s.phase >> 56 == F_DRAWING2 {
                let d1 = self.drawn_ff(s, m);
                if d1[0] != NO {
                    let p2 = d1[0];
                    let c3 = d1[1];
                    for row_1 in self.viewer_f.chunks_exact(1) {
                        let w4 = row_1[0];
                        if w4 != p2 {
                            out.push([w4, (F_CARD_DRAWN2 << 56 | p2 | (c3) << 5)]);
                        }
                    }
                }
            }
        }
        m.secret_ff.keep(m.now)
    }

    pub fn reveals(&self, s: &Position, m: &Move) -> bool {
        if m.act >> 56 == F_DRAW1 {
            // A-132: reveals :- drawn(_,_).
            if s.phase >> 56 == F_DRAWING2 {
                let d1 = self.drawn_ff(s, m);
                if d1[0] != NO {
                    return true;
                }
            }
            // A-132: reveals :- revealed(_).
            if s.phase >> 56 == F_DUEL4 {
                let r2 = self.revealed_f(s, m);
                if r2 != NO {
                    return true;
                }
            }
        } else if m.act >> 56 == F_USE_SPACE3 {
            // A-132: reveals :- does(_,use_space(C,_,_)), C != none.
            let c3 = (m.act & 8191);
            if c3 != C_NONE {
                return true;
            }
        }
        // A-132: reveals :- reshuffle.
        if self.reshuffle(s, m) {
            return true;
        }
        // A-132: reveals :- shows(_).
        if self.game_ends(s, m) && !self.shows_f(s, m).is_empty() {
            return true;
        }
        false
    }

    pub fn sees_active_bf(&self, s: &Position, seat0: V) -> V {
        // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
        if self.viewer_b.get(seat0) {
            return s.active;
        }
        NO
    }

    pub fn gone_active_f(&self, s: &Position, m: &Move) -> V {
        // TRN-02: gone(active(P)) :- passes_on, active(P).
        if self.passes_on(s, m) {
            return s.active;
        }
        NO
    }

    pub fn sees_at_bfff(&self, s: &Position, seat0: V, out: &mut Rows) {
        // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
        if self.viewer_b.get(seat0) {
            for place1 in self.kit.places(s) {
                for (at2, at3) in self.kit.amounts(s, place1, self.kit.all(place1)) {
                    if !(self.hidden_at_bbbb(s, seat0, place1, at2, at3)) {
                        out.push([place1, at2, at3]);
                    }
                }
            }
        }
    }

    pub fn hidden_at_bbbb(&self, s: &Position, seat0: V, step1: V, term2: V, count3: V) -> bool {
        // A-128: hidden(W,at(pile,C,N)) :- viewer(W), at(pile,C,N).
        if step1 == C_PILE && self.viewer_b.get(seat0) {
            let n1 = self.kit.held(s, C_PILE, term2);
            if n1 != NO && n1 == count3 {
                return true;
            }
        }
        // A-128: hidden(W,at(hand(P),C,N)) :- viewer(W), at(hand(P),C,N), W != P.
        if (T_HAND..T_HAND + 16).contains(&(step1)) {
            let p2 = (step1 - T_HAND);
            if seat0 != p2 && self.viewer_b.get(seat0) {
                let n3 = self.kit.held(s, step1, term2);
                if n3 != NO && n3 == count3 {
                    return true;
                }
            }
        }
        false
    }

    pub fn new_at_fff(&self, s: &Position, m: &Move, out: &mut Rows) {
        // A-128: new(at(known(P),C,N)) :- shows(P), left(P,C,N).
        if self.game_ends(s, m) {
            for row_1 in self.shows_f(s, m).chunks_exact(1) {
                let p1 = row_1[0];
                for row_2 in self.left_fff(s, m).chunks_exact(3) {
                    if !(row_2[0] == p1) {
                        continue;
                    }
                    let c2 = row_2[1];
                    let n3 = row_2[2];
                    out.push([(T_KNOWN + p1), c2, n3]);
                }
            }
        }
    }

    pub fn gone_at_fff(&self, s: &Position, m: &Move, out: &mut Rows) {
        // A-128: gone(at(known(P),C,N)) :- shows(P), at(known(P),C,N).
        if self.game_ends(s, m) {
            for row_1 in self.shows_f(s, m).chunks_exact(1) {
                let p1 = row_1[0];
                for (c2, n3) in self.kit.amounts(s, (T_KNOWN + p1), self.kit.all((T_KNOWN + p1))) {
                    out.push([(T_KNOWN + p1), c2, n3]);
                }
            }
        }
    }

    pub fn sees_phase_bf(&self, s: &Position, seat0: V) -> V {
        // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
        if self.viewer_b.get(seat0) {
            return s.phase;
        }
        NO
    }

    pub fn new_phase_f(&self, s: &Position, m: &Move) -> V {
        // vocabulary: new(phase(X)) :- follows(X).
        let f1 = self.follows_f(s, m);
        if f1 != NO {
            return f1;
        }
        NO
    }

    pub fn gone_phase_f(&self, s: &Position, m: &Move) -> V {
        // vocabulary: gone(phase(X)) :- phase(X).
        return s.phase;
        NO
    }

    pub fn sees_tile_card_bf(&self, s: &Position, seat0: V) -> V {
        // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
        if s.tile_card != NO && self.viewer_b.get(seat0) {
            return s.tile_card;
        }
        NO
    }

    pub fn new_tile_card_f(&self, s: &Position, m: &Move) -> V {
        if m.act >> 56 == F_PLAY_CARD3 {
            // A-84: new(tile_card(V)) :- does(_,play_card(card(V,_,_),_,tile)).
            let c1 = (m.act & 8191);
            let v2 = self.kit.arg(0, c1);
            if ((m.act >> 21) & 8191) == C_TILE {
                return v2;
            }
        }
        NO
    }

    pub fn gone_tile_card_f(&self, s: &Position, m: &Move) -> V {
        // A-84: gone(tile_card(V)) :- turn_ends, true(tile_card(V)).
        if s.tile_card != NO && self.turn_ends(s, m) {
            return s.tile_card;
        }
        NO
    }

    pub fn sees_trigger_bf(&self, s: &Position, seat0: V) -> V {
        // A-129: sees(W,F) :- viewer(W), true(F), not hidden(W,F).
        if s.trigger != NO && self.viewer_b.get(seat0) {
            return s.trigger;
        }
        NO
    }

    pub fn gone_trigger_f(&self, s: &Position, m: &Move) -> V {
        NO
    }

    pub fn moves_ffff(&self, s: &Position, m: &Move, out: &mut Rows) {
        if m.act >> 56 == F_PLAY_CARD3 {
            // ALC-01: moves(1,figure(P),X,alcazar(P)) :- lands(P,S), lifted(X), space(S,entrance).
            let l1 = self.lands_ff(s, m);
            if l1[0] != NO {
                let p2 = l1[0];
                let s3 = l1[1];
                if self.space_bb.get(s3) == C_ENTRANCE {
                    let l4 = self.lifted_f(s, m);
                    if l4 != NO {
                        out.push([1, (T_FIGURE + p2), l4, (T_ALCAZAR + p2)]);
                    }
                }
            }
            // MOV-01: moves(1,C,hand(P),front) :- does(P,play_card(C,_,plain)), base(none).
            let c20 = (m.act & 8191);
            if ((m.act >> 21) & 8191) == C_PLAIN && self.base_f(s) == C_NONE {
                out.push([1, c20, (T_HAND + m.who), C_FRONT]);
            }
            // MOV-05: moves(1,figure(P),X,S) :- lands(P,S), lifted(X), free(S).
            let l21 = self.lands_ff(s, m);
            if l21[0] != NO {
                let p22 = l21[0];
                let s23 = l21[1];
                if self.free_b(s, s23) {
                    let l24 = self.lifted_f(s, m);
                    if l24 != NO {
                        out.add([1, (T_FIGURE + p22), l24, s23]);
                    }
                }
            }
            // OCC-01: moves(1,figure(P),X,transit) :- lands(P,S), lifted(X), full(S).
            let l25 = self.lands_ff(s, m);
            if l25[0] != NO {
                let p26 = l25[0];
                let s27 = l25[1];
                if self.full_b(s, s27) {
                    let l28 = self.lifted_f(s, m);
                    if l28 != NO {
                        out.add([1, (T_FIGURE + p26), l28, C_TRANSIT]);
                    }
                }
            }
        } else if m.act >> 56 == F_DELIVER1 {
            // ALC-02: moves(1,S,area(P),alcazar(P)) :- does(P,deliver(S)).
            let s5 = (m.act & 8191);
            out.push([1, s5, (T_AREA + m.who), (T_ALCAZAR + m.who)]);
        } else if m.act >> 56 == F_USE_SPACE3 {
            // ART-01: moves(1,T,stack(H),area(P)) :- does(P,use_space(_,_,_)), top(H,T).
            if s.phase >> 56 == F_ARRIVED1 {
                let t6 = self.top_ff(s);
                if t6[0] != NO {
                    let h7 = t6[0];
                    let t8 = t6[1];
                    out.push([1, t8, (T_STACK + h7), (T_AREA + m.who)]);
                }
            }
            // MET-01: moves(1,metal,supply,area(P)) :- does(P,use_space(_,_,_)), here(metal).
            if s.phase >> 56 == F_ARRIVED1 && self.here_f(s) == C_METAL {
                out.push([1, C_METAL, C_SUPPLY, (T_AREA + m.who)]);
            }
            // GEM-01: moves(1,gem,supply,area(P)) :- does(P,use_space(_,_,_)), here(gem).
            if s.phase >> 56 == F_ARRIVED1 && self.here_f(s) == C_GEM {
                out.push([1, C_GEM, C_SUPPLY, (T_AREA + m.who)]);
            }
            // FEN-01: moves(1,T,board,area(P)) :- does(P,use_space(_,T,_)), T = master(_).
            let t12 = ((m.act >> 13) & 8191);
            if self.kit.is_a(F_MASTER1, t12) {
                out.push([1, t12, C_BOARD, (T_AREA + m.who)]);
            }
            // FEN-06: moves(1,B,area(P),board) :- does(P,use_space(_,_,B)), B != none.
            let b13 = ((m.act >> 26) & 8191);
            if b13 != C_NONE {
                out.push([1, b13, (T_AREA + m.who), C_BOARD]);
            }
            // A-130: moves(1,C,nowhere,known(Q)) :- paid(_,C,Q), not reading(a130,forgotten).
            if s.phase >> 56 == F_ARRIVED1 {
                let p14 = self.paid_fff(s, m);
                if p14[0] != NO {
                    let c15 = p14[1];
                    let q16 = p14[2];
                    if !(self.reading_bb.get(C_A130) == C_FORGOTTEN) {
                        out.push([1, c15, C_NOWHERE, (T_KNOWN + q16)]);
                    }
                }
            }
            // SMI-01: moves(1,S,board,area(P)) :- does(P,use_space(_,S,_)), S = sword(_,_,_).
            let s32 = ((m.act >> 13) & 8191);
            if self.kit.is_a(F_SWORD3, s32) {
                out.add([1, s32, C_BOARD, (T_AREA + m.who)]);
            }
            // SMI-03: moves(M,metal,area(P),supply) :- does(P,use_space(_,sword(_,M,_),_)), M > 0.
            let s33 = ((m.act >> 13) & 8191);
            if self.kit.is_a(F_SWORD3, s33) {
                let m34 = self.kit.arg(1, s33);
                if m34 > 0 {
                    out.push([m34, C_METAL, (T_AREA + m.who), C_SUPPLY]);
                }
            }
            // SMI-03: moves(G,gem,area(P),supply) :- does(P,use_space(_,sword(_,_,G),_)), G > 0.
            let s35 = ((m.act >> 13) & 8191);
            if self.kit.is_a(F_SWORD3, s35) {
                let g36 = self.kit.arg(2, s35);
                if g36 > 0 {
                    out.push([g36, C_GEM, (T_AREA + m.who), C_SUPPLY]);
                }
            }
            // USE-04: moves(1,C,hand(P),hand(Q)) :- paid(P,C,Q).
            if s.phase >> 56 == F_ARRIVED1 {
                let p46 = self.paid_fff(s, m);
                if p46[0] != NO {
                    let p47 = p46[0];
                    let c48 = p46[1];
                    let q49 = p46[2];
                    out.push([1, c48, (T_HAND + p47), (T_HAND + q49)]);
                }
            }
        } else if m.act >> 56 == F_DRAW1 {
            // DUE-11: moves(1,figure(Q),S,0) :- won(attacker), phase(duel(S,Q,_,_)).
            if s.phase >> 56 == F_DUEL4 {
                let s9 = (s.phase & 255);
                let q10 = ((s.phase >> 8) & 31);
                if self.won_f(s, m) == C_ATTACKER {
                    out.push([1, (T_FIGURE + q10), s9, 0]);
                }
            }
            // DUE-11: moves(1,figure(P),transit,0) :- won(defender), active(P).
            if s.phase >> 56 == F_DUEL4 && self.won_f(s, m) == C_DEFENDER {
                out.add([1, (T_FIGURE + s.active), C_TRANSIT, 0]);
            }
            // DUE-13: moves(1,figure(P),transit,S) :- won(attacker), active(P), phase(duel(S,_,_,_)).
            if s.phase >> 56 == F_DUEL4 {
                let s11 = (s.phase & 255);
                if self.won_f(s, m) == C_ATTACKER {
                    out.add([1, (T_FIGURE + s.active), C_TRANSIT, s11]);
                }
            }
            // TAK-01: moves(1,C,pile,hand(P)) :- drawn(P,C).
            if s.phase >> 56 == F_DRAWING2 {
                let d37 = self.drawn_ff(s, m);
                if d37[0] != NO {
                    let p38 = d37[0];
                    let c39 = d37[1];
                    out.push([1, c39, C_PILE, (T_HAND + p38)]);
                }
            }
        } else if m.act >> 56 == F_PLACE_SHOP2 {
            // SHP-01: moves(1,T,area(P),S) :- does(P,place_shop(T,S)).
            let t29 = (m.act & 8191);
            let s30 = ((m.act >> 13) & 255);
            out.push([1, t29, (T_AREA + m.who), s30]);
        } else if m.act >> 56 == F_RETURN_FIGURE1 {
            // RET-01: moves(1,figure(P),S,0) :- does(P,return_figure(S)).
            let s31 = (m.act & 255);
            out.push([1, (T_FIGURE + m.who), s31, 0]);
        }
        // A-130: moves(1,C,known(P),nowhere) :- spent(P,C), at(known(P),C,_).
        let s17 = self.spent_ff(s, m);
        if s17[0] != NO {
            let p18 = s17[0];
            let c19 = s17[1];
            if self.kit.has(s, (T_KNOWN + p18), c19) {
                out.add([1, c19, (T_KNOWN + p18), C_NOWHERE]);
            }
        }
        // TAK-02: moves(N,C,discards,pile) :- reshuffle, at(discards,C,N).
        if self.reshuffle(s, m) {
            for (c40, n41) in self.kit.amounts(s, C_DISCARDS, self.kit.all(C_DISCARDS)) {
                out.add([n41, c40, C_DISCARDS, C_PILE]);
            }
        }
        // A-25: moves(1,C,X,discards) :- discarded(C,X), not reshuffle.
        if !(self.reshuffle(s, m)) {
            for row_1 in self.discarded_ff(s, m).chunks_exact(2) {
                let c42 = row_1[0];
                let x43 = row_1[1];
                out.add([1, c42, x43, C_DISCARDS]);
            }
        }
        // A-25: moves(1,C,X,pile) :- discarded(C,X), reshuffle.
        if self.reshuffle(s, m) {
            for row_2 in self.discarded_ff(s, m).chunks_exact(2) {
                let c44 = row_2[0];
                let x45 = row_2[1];
                out.add([1, c44, x45, C_PILE]);
            }
        }
    }

    pub fn lifted_f(&self, s: &Position, m: &Move) -> V {
        if let Some(kept) = m.lifted_f.get(m.now) {
            return kept;
        }
        if m.act >> 56 == F_PLAY_CARD3 {
            // MOV-02: lifted(S) :- does(_,play_card(_,S,_)), not phase(transit(_)).
            let s1 = ((m.act >> 13) & 255);
            if !(self.some_phase(s)) {
                return m.lifted_f.keep(m.now, s1);
            }
            // A-53: lifted(transit) :- does(_,play_card(_,_,_)), phase(transit(_)).
            if s.phase >> 56 == F_TRANSIT1 {
                return m.lifted_f.keep(m.now, C_TRANSIT);
            }
        }
        m.lifted_f.keep(m.now, NO)
    }

    pub fn some_phase(&self, s: &Position) -> bool {
        if let Some(kept) = s.some_phase.get(s.now) {
            return kept;
        }
        if s.phase >> 56 == F_TRANSIT1 {
            return s.some_phase.keep(s.now, true);
        }
        s.some_phase.keep(s.now, false)
    }

    pub fn spent_ff(&self, s: &Position, m: &Move) -> [V; 2] {
        if m.act >> 56 == F_PLAY_CARD3 {
            // A-130: spent(P,C) :- does(P,play_card(C,_,_)).
            let c1 = (m.act & 8191);
            return [m.who, c1];
        } else if m.act >> 56 == F_USE_SPACE3 {
            // A-130: spent(P,C) :- does(P,use_space(C,_,_)).
            let c2 = (m.act & 8191);
            return [m.who, c2];
        }
        [NO; 2]
    }

    /// The position becomes the one after a move; everything is asked before anything changes.
    pub fn apply(&self, s: &mut Position, m: &Move) {
        // vocabulary: touched(X,T) :- moves(_,T,X,_), X != nowhere.
        // vocabulary: touched(X,T) :- moves(_,T,_,X), X != nowhere.
        // vocabulary: change(X,T,D) :- touched(X,T), D = #sum { N,Y,in : moves(N,T,Y,X) ; -N,Y,out : moves(N,T,X,Y) }.
        // vocabulary: gone(at(X,T,N)) :- change(X,T,_), at(X,T,N).
        // vocabulary: new(at(X,T,N+D)) :- change(X,T,D), at(X,T,N), N+D > 0.
        // vocabulary: new(at(X,T,D)) :- change(X,T,D), not at(X,T,_).
        let mut moves = Rows::new();
        self.moves_ffff(s, m, &mut moves);
        let mut gone = Rows::new();
        self.gone_at_fff(s, m, &mut gone);
        let mut fresh = Rows::new();
        self.new_at_fff(s, m, &mut fresh);
        let active = next(s.active, self.gone_active_f(s, m), self.new_active_f(s, m));
        let phase = next(s.phase, self.gone_phase_f(s, m), self.new_phase_f(s, m));
        let tile_card = next(s.tile_card, self.gone_tile_card_f(s, m), self.new_tile_card_f(s, m));
        let trigger = next(s.trigger, self.gone_trigger_f(s, m), self.new_trigger_f(s, m));
        self.kit.carry(&mut s.at, &moves, &gone, &fresh);
        s.active = active;
        s.phase = phase;
        s.tile_card = tile_card;
        s.trigger = trigger;
        s.now += 1;
    }
}

impl Game {
    pub fn ask_legal(&self, s: &Position) -> Flat {
        Flat(self.legal_ff(s).to_vec())
    }

    pub fn ask_weights(&self, s: &Position) -> Flat {
        Flat(self.weight_ff(s).to_vec())
    }

    pub fn ask_points(&self, s: &Position) -> Flat {
        Flat(self.points_fff(s).to_vec())
    }

    pub fn ask_goal(&self, s: &Position, key: V) -> V {
        self.goal_bf(s, key)
    }

    pub fn ask_rank(&self, s: &Position, key: V) -> V {
        self.rank_bf(s, key)
    }

    pub fn ask_winners(&self, s: &Position) -> Flat {
        Flat(self.winner_f(s).to_vec())
    }

    pub fn ask_sees_size(&self, s: &Position, key: V) -> Flat {
        let mut out = Rows::new();
        self.sees_size_bff(s, key, &mut out);
        Flat(out.to_vec())
    }

    pub fn ask_told(&self, s: &Position, m: &Move) -> Flat {
        let mut out = Rows::new();
        self.told_fff(s, m, &mut out);
        Flat(out.to_vec())
    }

    pub fn ask_reveals(&self, s: &Position, m: &Move) -> bool {
        self.reveals(s, m)
    }

    pub fn ask_deal(&self) -> Flat {
        self.deal_fff.clone()
    }

    pub fn ask_sees_active(&self, s: &Position, key: V) -> V {
        self.sees_active_bf(s, key)
    }

    pub fn ask_init_active(&self) -> V {
        self.init_active_f
    }

    pub fn ask_sees_at(&self, s: &Position, key: V) -> Flat {
        let mut out = Rows::new();
        self.sees_at_bfff(s, key, &mut out);
        Flat(out.to_vec())
    }

    pub fn ask_init_at(&self) -> Flat {
        self.init_at_fff.clone()
    }

    pub fn ask_sees_phase(&self, s: &Position, key: V) -> V {
        self.sees_phase_bf(s, key)
    }

    pub fn ask_init_phase(&self) -> V {
        self.init_phase_f
    }

    pub fn ask_sees_tile_card(&self, s: &Position, key: V) -> V {
        self.sees_tile_card_bf(s, key)
    }

    pub fn ask_init_tile_card(&self) -> V {
        self.init_tile_card_f
    }

    pub fn ask_sees_trigger(&self, s: &Position, key: V) -> V {
        self.sees_trigger_bf(s, key)
    }

    pub fn ask_init_trigger(&self) -> V {
        self.init_trigger_f
    }

}
