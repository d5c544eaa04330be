//! Editions, positions, moves and events: from JSON to terms of the logic, and back. It names things and counts them; it knows
//! no rule. `spec/conformance/terms.py` does the same.

use crate::json::{object, text, Fault, Json};
use crate::rules::*;
use crate::runtime::*;
use std::collections::BTreeMap;

/// Numbers of an edition: the largest, and how many seats, steps and paintings there can be.
const LARGEST: i64 = 999;
const MOST_SEATS: i64 = SEATS;
const MOST_STEPS: usize = STEPS - 1;
const MOST_PAINTINGS: usize = 999;

/// The numbers that an edition may leave out; each is 2 then.
const OPTIONAL: [&str; 3] = ["rounds_to_win", "gems_per_point", "sword_divisor"];
/// The numbers of an edition: their words in the logic, and their keys in JSON.
const NUMBERS: [(&str, &str); 9] = [
    ("hand_size", "hand"),
    ("cards_taken", "cards_taken"),
    ("tavern_cards", "tavern_cards"),
    ("tile_limit", "tile_limit"),
    ("last_round_at", "last_round_at"),
    ("movement_penalty", "movement_penalty"),
    ("rounds_to_win", "rounds_to_win"),
    ("gems_per_point", "gems_per_point"),
    ("sword_divisor", "sword_divisor"),
];
const MATERIALS: [(&str, V); 2] = [("metal", C_METAL), ("gems", C_GEM)];

/// The rules for an edition and a number of players.
pub struct Table {
    pub game: Game,
    pub seats: V,
    reference: Json,
    steps: V,
    heights: V,
}

type Counted = BTreeMap<V, V>;

fn small(json: &Json) -> Result<V, Fault> {
    let number = json.number()?;
    if (0..=LARGEST).contains(&number) {
        Ok(number)
    } else {
        Err(format!("found {}, expected a number from 0 to {}", number, LARGEST))
    }
}
fn add(counted: &mut Counted, piece: V, more: V) {
    if more > 0 {
        *counted.entry(piece).or_insert(0) += more
    }
}

/// The facts of an edition, in the order of `GIVEN`.
struct Facts(Vec<Flat>);
impl Facts {
    fn state(&mut self, word: &str, row: &[V]) {
        if let Some(number) = GIVEN.iter().position(|(name, _)| *name == word) {
            self.0[number].0.extend_from_slice(row)
        }
    }
}

impl Table {
    /// The rules for an edition. `first` is the seat that is named to begin, and `hands` are the cards dealt by now.
    pub fn new(edition: &Json, seats: V, first: Option<V>, hands: &[Json]) -> Result<Table, Fault> {
        if !(1..=MOST_SEATS).contains(&seats) {
            return Err(format!("found {} players, expected at most {}", seats, MOST_SEATS));
        }
        let (road, paintings) = (edition.get("road")?.list()?, edition.get("paintings")?.list()?);
        if road.len() > MOST_STEPS || paintings.len() > MOST_PAINTINGS {
            return Err(format!("found {} steps and {} paintings, expected at most {} and {}", road.len(), paintings.len(), MOST_STEPS, MOST_PAINTINGS));
        }
        let mut kit = Kit::new();
        let mut pieces = vec![];
        let mut names = |json: &Json| kit.name(json.text()?);
        for card in edition.get("cards")?.list()? {
            let args = [small(card.get("value")?)?, names(card.get("colour")?)?, names(card.get("stance")?)?];
            pieces.push((F_CARD3, args))
        }
        for tile in edition.get("tiles")?.list()? {
            pieces.push((F_MASTER1, [names(tile)?, 0, 0]))
        }
        for shop in edition.get("shops")?.list()? {
            let (kind, circles) = (names(shop.get("kind")?)?, small(shop.get("circles")?)?);
            pieces.extend((0..seats).map(|seat| (F_SHOP3, [seat, kind, circles])))
        }
        for space in road {
            names(space.get("kind")?)?;
        }
        for sword in edition.get("swords")?.list()? {
            pieces.push((F_SWORD3, [small(sword.get("value")?)?, small(sword.get("metal")?)?, small(sword.get("gems")?)?]))
        }
        for value in paintings {
            pieces.push((F_PAINTING1, [small(value)?, 0, 0]))
        }
        kit.lay_in(pieces)?;

        let mut facts = Facts(vec![Flat::new(); GIVEN.len()]);
        let mut copies = Counted::new();
        for key in ["cards", "swords", "tiles"] {
            for json in edition.get(key)?.list()? {
                add(&mut copies, kit.piece_of(key, json)?, 1)
            }
        }
        for shop in edition.get("shops")?.list()? {
            add(&mut copies, kit.term("shop", &[kit.word(shop.get("kind")?)?, small(shop.get("circles")?)?])?, 1)
        }
        for (key, material) in MATERIALS {
            add(&mut copies, material, small(edition.get(key)?)?)
        }
        add(&mut copies, C_FIGURE, small(edition.get("figures")?)?);
        for (piece, number) in copies {
            facts.state("copies", &[piece, number])
        }
        facts.state("players", &[seats]);
        for (height, value) in paintings.iter().rev().enumerate() {
            facts.state("painting", &[height as V + 1, small(value)?])
        }
        for (step, space) in road.iter().enumerate().skip(1) {
            facts.state("space", &[step as V, kit.word(space.get("kind")?)?]);
            for key in ["price", "circles"] {
                let number = small(space.get(key)?)?;
                if number > 0 {
                    facts.state(key, &[step as V, number])
                }
            }
        }
        for (word, key) in NUMBERS {
            let number = match edition.find(key) {
                None if OPTIONAL.contains(&key) => 2,
                _ => small(edition.get(key)?)?,
            };
            facts.state(word, &[number])
        }
        if let Some(readings) = edition.find("readings") {
            for (ruling, choice) in readings.pairs()? {
                match (kit.named(ruling), kit.named(choice.text()?)) {
                    (Some(ruling), Some(choice)) => facts.state("reading", &[ruling, choice]),
                    _ => return Err(format!("found the reading {}={}, which the rules do not name", ruling, choice.text()?)),
                }
            }
        }
        if let Some(seat) = first {
            facts.state("named", &[seat])
        }
        for (seat, hand) in hands.iter().enumerate() {
            for (card, number) in kit.counted("cards", hand)? {
                facts.state("dealt", &[seat as V, card, number])
            }
        }
        let reference = edition.find("reference").unwrap_or(edition).clone();
        Ok(Table { game: Game::new(kit, &facts.0), seats, reference, steps: road.len() as V, heights: paintings.len() as V })
    }

    // From JSON to terms

    pub fn position(&self, json: &Json) -> Result<Position, Fault> {
        let kit = &self.game.kit;
        let mut s = Position::default();
        s.at = kit.blank();
        let mut put = |place: V, piece: V, number: V| {
            if number == 0 {
                Ok(())
            } else if kit.is_home(place, piece) {
                kit.book(&mut s.at, place, piece, number);
                Ok(())
            } else {
                Err(format!("{} cannot be at {}", self.json_of(piece), self.json_of(place)))
            }
        };
        let mut put_all = |place: V, key: &str, json: &Json| -> Result<(), Fault> {
            kit.counted(key, json)?.into_iter().try_for_each(|(piece, number)| put(place, piece, number))
        };
        let active = self.seat(json.get("active")?)?;
        for (seat, player) in json.get("players")?.list()?.iter().enumerate() {
            let (seat, area, alcazar) = (seat as V, T_AREA + seat as V, T_ALCAZAR + seat as V);
            for (place, key) in [(T_HAND + seat, "hand"), (T_KNOWN + seat, "known"), (area, "swords"), (alcazar, "delivered"), (area, "tiles"), (area, "paintings")] {
                put_all(place, key, player.get(key)?)?
            }
        }
        put_all(C_DISCARDS, "cards", json.get("discards")?)?;
        put_all(C_PILE, "cards", json.get("pile")?)?;
        put_all(C_BOARD, "swords", json.get("swords")?)?;
        put_all(C_BOARD, "tiles", json.get("tiles")?)?;
        for (height, value) in json.get("paintings")?.list()?.iter().rev().enumerate() {
            put(T_STACK + height as V + 1, kit.piece_of("paintings", value)?, 1)?
        }
        for (seat, player) in json.get("players")?.list()?.iter().enumerate() {
            let (seat, area, figure) = (seat as V, T_AREA + seat as V, T_FIGURE + seat as V);
            for step in player.get("figures")?.list()? {
                put(self.step(step)?, figure, 1)?
            }
            put(T_ALCAZAR + seat, figure, small(player.get("inside")?)?)?;
            for shop in player.get("shops")?.list()? {
                put(area, self.shop(seat, shop)?, 1)?
            }
            for (key, material) in MATERIALS {
                put(area, material, small(player.get(key)?)?)?
            }
        }
        for (step, shop) in json.get("shops")?.list()?.iter().enumerate().filter(|(_, shop)| !shop.is_null()) {
            put(step as V, self.shop(self.seat(shop.get("owner")?)?, shop)?, 1)?
        }
        let phase = json.get("phase")?;
        if matches!(phase.get("type")?.text()?, "transit" | "duel") {
            put(C_TRANSIT, T_FIGURE + active, 1)?
        }
        if !json.get("front")?.is_null() {
            put(C_FRONT, kit.piece_of("cards", json.get("front")?)?, 1)?
        }
        for (key, material) in MATERIALS {
            put(C_SUPPLY, material, small(json.get(key)?)?)?
        }
        s.active = active;
        s.phase = self.phase(phase)?;
        let (trigger, tile) = (json.get("trigger")?, json.get("tile_value")?);
        s.trigger = if trigger.is_null() { NO } else { self.seat(trigger)? };
        s.tile_card = if tile.is_null() { NO } else { small(tile)? };
        s.forget();
        Ok(s)
    }
    fn seat(&self, json: &Json) -> Result<V, Fault> {
        let seat = json.number()?;
        if (0..self.seats).contains(&seat) {
            Ok(seat)
        } else {
            Err(format!("found the seat {}, expected one below {}", seat, self.seats))
        }
    }
    fn step(&self, json: &Json) -> Result<V, Fault> {
        let step = json.number()?;
        if (0..self.steps).contains(&step) {
            Ok(step)
        } else {
            Err(format!("found the step {}, expected one below {}", step, self.steps))
        }
    }
    fn shop(&self, seat: V, json: &Json) -> Result<V, Fault> {
        self.game.kit.term("shop", &[seat, self.game.kit.word(json.get("kind")?)?, small(json.get("circles")?)?])
    }
    fn phase(&self, json: &Json) -> Result<V, Fault> {
        let kit = &self.game.kit;
        match json.get("type")?.text()? {
            "turn_start" => Ok(C_START),
            name @ ("arrived" | "transit") => kit.term(name, &[self.step(json.get("step")?)?]),
            "drawing" => kit.term("drawing", &[small(json.get("left")?)?, kit.word(json.get("source")?)?]),
            "duel" => {
                let (step, rival) = (self.step(json.get("step")?)?, self.seat(json.get("rival")?)?);
                kit.term("duel", &[step, rival, small(json.get("attacker_wins")?)?, small(json.get("defender_wins")?)?])
            }
            name => kit.named(name).ok_or_else(|| format!("found the phase {}", name)),
        }
    }
    /// Who does what: a player's action, or chance's draw.
    pub fn act(&self, json: &Json, active: V) -> Result<(V, V), Fault> {
        let kit = &self.game.kit;
        let optional = |key: &str, kind: &str| match json.get(key)? {
            Json::Null => Ok(C_NONE),
            Json::Text(_) => kit.piece_of("tiles", json.get(key)?),
            found => kit.piece_of(kind, found),
        };
        let act = match json.get("type")?.text()? {
            "place_shop" => kit.term("place_shop", &[self.shop(active, json.get("shop")?)?, self.step(json.get("step")?)?]),
            "return_figure" => kit.term("return_figure", &[self.step(json.get("step")?)?]),
            "play_card" => {
                let way = if *json.get("with_tile")? == Json::Bool(true) { C_TILE } else { C_PLAIN };
                kit.term("play_card", &[kit.piece_of("cards", json.get("card")?)?, self.step(json.get("origin")?)?, way])
            }
            "challenge" => kit.term("challenge", &[self.seat(json.get("rival")?)?]),
            "use_space" => kit.term("use_space", &[optional("pay", "cards")?, optional("take", "swords")?, optional("give_back", "tiles")?]),
            "deliver" => kit.term("deliver", &[kit.piece_of("swords", json.get("sword")?)?]),
            "draw" => return Ok((C_CHANCE, kit.term("draw", &[kit.piece_of("cards", json.get("card")?)?])?)),
            name => kit.named(name).ok_or_else(|| format!("found the action {}", name)),
        };
        Ok((active, act?))
    }

    // From terms to JSON

    /// A number, a name, or what stands for a piece.
    pub fn json_of(&self, term: V) -> Json {
        match self.game.kit.shown(term) {
            Shown::Number(number) => Json::Number(number),
            Shown::Name(name) => text(name),
            Shown::Compound("card", args) => self.object(&["value", "colour", "stance"], &args),
            Shown::Compound("sword", args) => self.object(&["value", "metal", "gems"], &args),
            Shown::Compound("shop", args) => self.object(&["kind", "circles"], &args[1..]),
            Shown::Compound(_, args) => self.json_of(args[0]),
        }
    }
    fn object(&self, keys: &[&str], args: &[V]) -> Json {
        object(keys.iter().copied().zip(args.iter().map(|arg| self.json_of(*arg))).collect())
    }
    fn optional(&self, term: V) -> Json {
        if [NO, C_NONE, C_UNSEEN].contains(&term) {
            Json::Null
        } else {
            self.json_of(term)
        }
    }
    fn typed(&self, term: V, keys: &[&str]) -> Json {
        let (name, args) = match self.game.kit.shown(term) {
            Shown::Compound(name, args) => (name, args),
            Shown::Name(name) => (name, vec![]),
            Shown::Number(_) => unreachable!(),
        };
        let parts = keys.iter().copied().zip(args.iter().map(|arg| self.optional(*arg)));
        object(std::iter::once(("type", text(name))).chain(parts).collect())
    }
    fn phase_json(&self, term: V) -> Json {
        match self.game.kit.shown(term) {
            Shown::Name("start") => object(vec![("type", text("turn_start"))]),
            Shown::Compound("drawing", _) => self.typed(term, &["left", "source"]),
            Shown::Compound("duel", _) => self.typed(term, &["step", "rival", "attacker_wins", "defender_wins"]),
            _ => self.typed(term, &["step"]),
        }
    }
    pub fn act_json(&self, term: V) -> Json {
        match self.game.kit.shown(term) {
            Shown::Compound("play_card", args) => object(vec![
                ("type", text("play_card")),
                ("card", self.json_of(args[0])),
                ("origin", Json::Number(args[1])),
                ("with_tile", Json::Bool(args[2] == C_TILE)),
            ]),
            Shown::Compound("place_shop", _) => self.typed(term, &["shop", "step"]),
            Shown::Compound("return_figure", _) => self.typed(term, &["step"]),
            Shown::Compound("challenge", _) => self.typed(term, &["rival"]),
            Shown::Compound("use_space", _) => self.typed(term, &["pay", "take", "give_back"]),
            Shown::Compound("deliver", _) => self.typed(term, &["sword"]),
            Shown::Compound("draw", _) => self.typed(term, &["card"]),
            _ => self.typed(term, &[]),
        }
    }
    /// An event; a hand that is shown is a term for each kind of card in it.
    pub fn event_json(&self, events: &[V]) -> Json {
        let (name, args) = match self.game.kit.shown(events[0]) {
            Shown::Compound(name, args) => (name, args),
            _ => return self.typed(events[0], &[]),
        };
        if name == "hand_shown" {
            let cards = events.iter().map(|event| match self.game.kit.shown(*event) {
                Shown::Compound(_, shown) => (shown[1], shown[2]),
                _ => unreachable!(),
            });
            return object(vec![("type", text(name)), ("seat", Json::Number(args[0])), ("cards", self.ordered(cards))]);
        }
        let keys = EVENTS.iter().find(|(event, _)| *event == name).unwrap().1;
        let parts = keys.iter().zip(&args).map(|(key, arg)| match *key {
            "to_front" => (*key, Json::Bool(*arg == C_FRONT)),
            "with_tile" => (*key, Json::Bool(*arg == C_TILE)),
            _ => (*key, self.optional(*arg)),
        });
        object(std::iter::once(("type", text(name))).chain(parts).collect())
    }
    /// Pieces as often as they are there, in the order of their parts: numbers by size, names by their letters.
    fn ordered(&self, pieces: impl Iterator<Item = (V, V)>) -> Json {
        let mut found: Vec<(Vec<(V, &str)>, Json, V)> = pieces.map(|(piece, number)| (self.key(piece), self.json_of(piece), number)).collect();
        found.sort_by(|one, other| one.0.cmp(&other.0));
        Json::List(found.into_iter().flat_map(|(_, json, number)| std::iter::repeat(json).take(number as usize)).collect())
    }
    fn key(&self, term: V) -> Vec<(V, &str)> {
        match self.game.kit.shown(term) {
            Shown::Number(number) => vec![(number, "")],
            Shown::Name(name) => vec![(0, name)],
            Shown::Compound(_, args) => args.iter().flat_map(|arg| self.key(*arg)).collect(),
        }
    }

    pub fn position_json(&self, s: &Position) -> Json {
        let kit = &self.game.kit;
        let mut placed = Placed::default();
        for place in kit.places(s) {
            for piece in kit.pieces(s, place, kit.all(place)) {
                placed.put(place, piece, kit.count(s, place, piece))
            }
        }
        placed.slots = [s.active, s.phase, s.trigger, s.tile_card];
        self.laid(&placed)
    }
    fn laid(&self, placed: &Placed) -> Json {
        let mut pairs = self.table_json(placed);
        pairs.push(("players", self.sides(placed, |seat| ("hand", self.some(placed, T_HAND + seat, F_CARD3)))));
        pairs.push(("pile", self.some(placed, C_PILE, F_CARD3)));
        object(pairs)
    }
    /// The first position of an edition, when all cards are dealt.
    pub fn first_json(&self) -> Json {
        let mut placed = Placed::default();
        for row in self.game.ask_init_at().chunks_exact(3) {
            placed.put(row[0], row[1], row[2])
        }
        placed.slots = [self.game.ask_init_active(), self.game.ask_init_phase(), self.game.ask_init_trigger(), self.game.ask_init_tile_card()];
        self.laid(&placed)
    }
    pub fn view_json(&self, s: &Position, watcher: Option<V>) -> Json {
        let (game, who) = (&self.game, watcher.unwrap_or(C_SPECTATOR));
        let mut placed = Placed::default();
        for row in game.ask_sees_at(s, who).chunks_exact(3) {
            placed.put(row[0], row[1], row[2])
        }
        placed.slots = [game.ask_sees_active(s, who), game.ask_sees_phase(s, who), game.ask_sees_trigger(s, who), game.ask_sees_tile_card(s, who)];
        let sizes: BTreeMap<V, V> = game.ask_sees_size(s, who).chunks_exact(2).map(|row| (row[0], row[1])).collect();
        let mut pairs = self.table_json(&placed);
        pairs.push(("seat", watcher.map_or(Json::Null, Json::Number)));
        pairs.push(("hand", watcher.map_or(Json::List(vec![]), |seat| self.some(&placed, T_HAND + seat, F_CARD3))));
        pairs.push(("players", self.sides(&placed, |seat| ("cards", Json::Number(sizes[&(T_HAND + seat)])))));
        pairs.push(("pile", Json::Number(sizes[&C_PILE])));
        object(pairs)
    }
    fn some(&self, placed: &Placed, place: V, kind: V) -> Json {
        self.ordered(placed.at(place).filter(|(piece, _)| self.game.kit.is_a(kind, *piece)))
    }
    fn number(&self, placed: &Placed, place: V, piece: V) -> Json {
        Json::Number(placed.at(place).find(|(found, _)| *found == piece).map_or(0, |(_, number)| number))
    }
    fn table_json(&self, placed: &Placed) -> Vec<(&'static str, Json)> {
        let [active, phase, trigger, tile] = placed.slots;
        let on = |step| placed.at(step).find(|(piece, _)| self.game.kit.is_a(F_SHOP3, *piece)).map_or(Json::Null, |(shop, _)| self.shop_json(shop));
        let front = placed.at(C_FRONT).next().map_or(Json::Null, |(card, _)| self.json_of(card));
        let stack = (1..=self.heights).rev().flat_map(|height| placed.at(T_STACK + height)).map(|(painting, _)| self.json_of(painting));
        vec![
            ("edition", self.reference.clone()),
            ("active", Json::Number(active)),
            ("phase", self.phase_json(phase)),
            ("front", front),
            ("tile_value", self.optional(tile)),
            ("trigger", self.optional(trigger)),
            ("discards", self.some(placed, C_DISCARDS, F_CARD3)),
            ("shops", Json::List((0..self.steps).map(on).collect())),
            ("metal", self.number(placed, C_SUPPLY, C_METAL)),
            ("gems", self.number(placed, C_SUPPLY, C_GEM)),
            ("swords", self.some(placed, C_BOARD, F_SWORD3)),
            ("tiles", self.some(placed, C_BOARD, F_MASTER1)),
            ("paintings", Json::List(stack.collect())),
        ]
    }
    fn shop_json(&self, shop: V) -> Json {
        let args: Vec<V> = (0..3).map(|number| self.game.kit.arg(number, shop)).collect();
        self.object(&["owner", "kind", "circles"], &args)
    }
    fn sides(&self, placed: &Placed, cards: impl Fn(V) -> (&'static str, Json)) -> Json {
        let side = |seat: V| {
            let (area, alcazar, figure) = (T_AREA + seat, T_ALCAZAR + seat, T_FIGURE + seat);
            let on = |step| placed.at(step).filter(|(piece, _)| *piece == figure).flat_map(move |(_, number)| std::iter::repeat(Json::Number(step)).take(number as usize));
            object(vec![
                ("known", self.some(placed, T_KNOWN + seat, F_CARD3)),
                ("figures", Json::List((0..self.steps).flat_map(on).collect())),
                ("inside", self.number(placed, alcazar, figure)),
                ("delivered", self.some(placed, alcazar, F_SWORD3)),
                ("shops", self.some(placed, area, F_SHOP3)),
                ("metal", self.number(placed, area, C_METAL)),
                ("gems", self.number(placed, area, C_GEM)),
                ("swords", self.some(placed, area, F_SWORD3)),
                ("tiles", self.some(placed, area, F_MASTER1)),
                ("paintings", self.some(placed, area, F_PAINTING1)),
                cards(seat),
            ])
        };
        Json::List((0..self.seats).map(side).collect())
    }
}

/// What somebody knows of a position: the pieces at each place, and the player on turn, phase, trigger and tile card.
#[derive(Default)]
struct Placed {
    pieces: BTreeMap<V, Vec<(V, V)>>,
    slots: [V; 4],
}
impl Placed {
    fn put(&mut self, place: V, piece: V, number: V) {
        self.pieces.entry(place).or_default().push((piece, number))
    }
    fn at(&self, place: V) -> impl Iterator<Item = (V, V)> + '_ {
        self.pieces.get(&place).into_iter().flatten().copied()
    }
}

impl Kit {
    fn word(&self, json: &Json) -> Result<V, Fault> {
        let name = json.text()?;
        self.named(name).ok_or_else(|| format!("found the name {}, which the edition does not have", name))
    }
    /// A piece of a list with this key.
    fn piece_of(&self, key: &str, json: &Json) -> Result<V, Fault> {
        match key {
            "swords" | "delivered" => self.term("sword", &[small(json.get("value")?)?, small(json.get("metal")?)?, small(json.get("gems")?)?]),
            "tiles" => self.term("master", &[self.word(json)?]),
            "paintings" => self.term("painting", &[small(json)?]),
            _ => self.term("card", &[small(json.get("value")?)?, self.word(json.get("colour")?)?, self.word(json.get("stance")?)?]),
        }
    }
    fn counted(&self, key: &str, json: &Json) -> Result<Counted, Fault> {
        let mut found = Counted::new();
        for item in json.list()? {
            add(&mut found, self.piece_of(key, item)?, 1)
        }
        Ok(found)
    }
}
