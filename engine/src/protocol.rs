//! The questions of the conformance suite: see spec/conformance/README.md.

use crate::json::{object, text, Fault, Json};
use crate::play::{determinize, perft, play_out, Luck};
use crate::rules::*;
use crate::runtime::*;
use crate::search::{chance_of, Breadth, Mind};
use crate::terms::Table;
use crate::value::{Ground, Net};
use std::collections::BTreeMap;
use std::rc::Rc;

const PROTOCOL: i64 = 1;
/// The questions of the suite that it answers: it plays, and gives no reasons.
const ASKS: [&str; 7] = ["legal", "after", "views", "scores", "deal", "setup", "perft"];
const ITEMS: [(&str, V); 5] =
    [("delivered", C_DELIVERED), ("in_front", C_IN_FRONT), ("paintings", C_PAINTINGS), ("gems", C_GEMS), ("movement_tile", C_MOVEMENT_TILE)];

/// Answers messages, and keeps the editions that it was sent.
#[derive(Default)]
pub struct Answering {
    editions: BTreeMap<String, Json>,
    tables: BTreeMap<(String, V), Rc<Table>>,
}

impl Answering {
    pub fn answer(&mut self, line: &str) -> Json {
        let message = match Json::parse(line) {
            Ok(message) => message,
            Err(fault) => return failure(Json::Null, "malformed", &fault),
        };
        let id = message.find("id").cloned().unwrap_or(Json::Null);
        match self.reply(&message) {
            Ok(Some(found)) => found,
            Ok(None) => failure(id, "unsupported", ""),
            Err(fault) => failure(id, "refused", &fault),
        }
    }
    fn reply(&mut self, message: &Json) -> Result<Option<Json>, Fault> {
        match message.get("type")?.text()? {
            "hello" => {
                let known = [("program", text("toledo-engine")), ("version", text(env!("CARGO_PKG_VERSION")))];
                let head = [("type", text("hello")), ("protocol", Json::Number(PROTOCOL))];
                let asks = [("asks", Json::List(ASKS.iter().map(|ask| text(ask)).collect()))];
                return Ok(Some(object([&head[..], &known, &asks].concat())));
            }
            "edition" => {
                let edition = message.get("edition")?;
                let digest = edition.get("reference")?.get("digest")?.text()?.to_string();
                self.tables.retain(|key, _| key.0 != digest);
                self.editions.insert(digest, edition.clone());
                return Ok(Some(object(vec![("type", text("ok"))])));
            }
            _ => {}
        }
        let found = match message.get("ask")?.text()? {
            "legal" => self.legal(message.get("position")?)?,
            "after" => self.after(message.get("position")?, message.get("move")?)?,
            "views" => self.views(message.get("position")?)?,
            "scores" => self.scores(message.get("position")?)?,
            "deal" => self.deal(message)?,
            "setup" => vec![("position", self.before_play(message)?.first_json())],
            "playouts" => self.playouts(message)?,
            "search" => self.search(message)?,
            "outlook" => self.outlook(message.get("position")?)?,
            "contests" => self.contests(message)?,
            "determinize" => {
                let (table, mut s) = self.taken_in(message.get("position")?)?;
                let watcher = message.get("watcher")?;
                let watcher = if watcher.is_null() { C_SPECTATOR } else { watcher.number()? };
                let mut luck = Luck(message.get("seed")?.number()? as u64);
                determinize(&table.game, &mut s, table.seats, watcher, &mut luck);
                vec![("position", table.position_json(&s))]
            }
            "perft" => {
                let (table, s) = self.taken_in(message.get("position")?)?;
                let lines = perft(&table.game, &s, message.get("depth")?.number()? as u32);
                vec![("lines", Json::Number(lines as i64))]
            }
            _ => return Ok(None),
        };
        let head = vec![("type", text("answer")), ("id", message.find("id").cloned().unwrap_or(Json::Null))];
        Ok(Some(object([head, found].concat())))
    }
    /// An edition that was sent before, or that a question has in full.
    fn edition<'a>(&'a self, reference: &'a Json) -> Result<&'a Json, Fault> {
        let digest = match reference.find("digest") {
            Some(digest) => digest.text()?,
            None => return Ok(reference),
        };
        self.editions.get(digest).ok_or_else(|| format!("no edition with the digest {} was sent", digest))
    }
    /// The rules for a position, and the position.
    pub fn taken_in(&mut self, position: &Json) -> Result<(Rc<Table>, Position), Fault> {
        let reference = position.get("edition")?;
        let players = position.get("players")?.list()?.len() as V;
        let name = match reference.find("digest") {
            Some(digest) => digest.text()?.to_string(),
            None => reference.to_string(),
        };
        let key = (name, players);
        if !self.tables.contains_key(&key) {
            let table = Table::new(self.edition(reference)?, players, None, &[])?;
            self.tables.insert(key.clone(), Rc::new(table));
        }
        let table = self.tables[&key].clone();
        let s = table.position(position)?;
        Ok((table, s))
    }

    fn legal(&mut self, position: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, s) = self.taken_in(position)?;
        let weights: BTreeMap<V, V> = table.game.ask_weights(&s).chunks_exact(2).map(|row| (row[0], row[1])).collect();
        let legal = table.game.ask_legal(&s);
        let moves = legal.chunks_exact(2).map(|row| {
            let mut found = vec![("move", table.act_json(row[1]))];
            found.extend(weights.get(&row[1]).map(|weight| ("weight", Json::Number(*weight))));
            object(found)
        });
        Ok(vec![("moves", Json::List(moves.collect()))])
    }
    fn after(&mut self, position: &Json, act: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, mut s) = self.taken_in(position)?;
        let (who, act) = table.act(act, s.active)?;
        let game = &table.game;
        if !game.ask_legal(&s).chunks_exact(2).any(|row| row[0] == who && row[1] == act) {
            return Err("the move is not legal".to_string());
        }
        let m = Move::new(who, act);
        let told = game.ask_told(&s, &m);
        let reveals = Json::Bool(game.ask_reveals(&s, &m));
        let heard = std::iter::once(C_SPECTATOR).chain(0..table.seats).map(|watcher| {
            let mut events: BTreeMap<V, Vec<V>> = BTreeMap::new();
            for row in told.chunks_exact(3).filter(|row| row[0] == watcher) {
                events.entry(row[1]).or_default().push(row[2])
            }
            let name = if watcher == C_SPECTATOR { "spectator".to_string() } else { watcher.to_string() };
            (name, Json::List(events.values().map(|several| table.event_json(several)).collect()))
        });
        let heard = Json::Object(heard.collect());
        game.apply(&mut s, &m);
        Ok(vec![("position", table.position_json(&s)), ("told", heard), ("reveals", reveals)])
    }
    fn views(&mut self, position: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, s) = self.taken_in(position)?;
        let views = std::iter::once(None).chain((0..table.seats).map(Some)).map(|watcher| table.view_json(&s, watcher));
        Ok(vec![("views", Json::List(views.collect()))])
    }
    fn scores(&mut self, position: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, s) = self.taken_in(position)?;
        let game = &table.game;
        let rows = game.ask_points(&s);
        let points = (0..table.seats).map(|seat| {
            let mut found: Vec<(&str, Json)> = ITEMS
                .iter()
                .map(|(key, item)| (*key, Json::Number(rows.chunks_exact(3).find(|r| r[0] == seat && r[1] == *item).map_or(0, |r| r[2]))))
                .collect();
            found.push(("total", Json::Number(game.ask_goal(&s, seat))));
            object(found)
        });
        let places = (0..table.seats).map(|seat| Json::Number(game.ask_rank(&s, seat)));
        let mut winners = game.ask_winners(&s).to_vec();
        winners.sort_unstable();
        let winners = winners.into_iter().map(Json::Number).collect();
        Ok(vec![("points", Json::List(points.collect())), ("places", Json::List(places.collect())), ("winners", Json::List(winners))])
    }
    /// Games by chance from a position to the end; with `deal` the cards that nobody sees are dealt again before each.
    fn playouts(&mut self, message: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, first) = self.taken_in(message.get("position")?)?;
        let again = *message.get("deal")? == Json::Bool(true);
        let game = &table.game;
        let mut luck = Luck(message.get("seed")?.number()? as u64);
        let mut m = Move::new(NO, NO);
        let games = (0..message.get("games")?.number()?).map(|_| {
            let mut s = first.copy();
            if again {
                determinize(game, &mut s, table.seats, C_SPECTATOR, &mut luck)
            }
            let (actions, draws) = play_out(game, &mut s, &mut m, &mut luck);
            let points = (0..table.seats).map(|seat| Json::Number(game.ask_goal(&s, seat))).collect();
            let winners = game.ask_winners(&s).iter().map(|seat| Json::Number(*seat)).collect();
            Json::List(vec![Json::Number(actions), Json::Number(draws), Json::List(points), Json::List(winners)])
        });
        Ok(vec![("games", Json::List(games.collect()))])
    }
    /// Plans of the player on turn, the best first.
    fn search(&mut self, message: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, s) = self.taken_in(message.get("position")?)?;
        let number = |key: &str| message.get(key)?.number();
        let (nodes, blur, most) = (number("nodes")?, number("blur")?, number("plans")?);
        let (ground, net) = (Ground::new(&table.game, table.seats), Net::new());
        let mut mind = Mind::new(&table.game, &ground, &net, table.seats, number("seed")? as u64);
        let legal = table.game.legal_ff(&s);
        if legal.is_empty() || legal[0] == C_CHANCE {
            return Err("nobody has to decide anything".to_string());
        }
        let also = self.line(&table, &s, message.get("also")?)?;
        let plans = mind.think(&s, nodes.max(0) as u64, blur as f32 / MILLION, &also);
        let plans = plans.into_iter().take(most.max(1) as usize).map(|plan| {
            let moves = plan.acts.iter().map(|act| table.act_json(*act)).collect();
            object(vec![("moves", Json::List(moves)), ("chance", millionths(chance_of(plan.value))), ("tries", Json::Number(plan.tries as i64))])
        });
        Ok(vec![("plans", Json::List(plans.collect())), ("nodes", Json::Number(mind.nodes as i64))])
    }
    /// The chance of each player to win, by what the player on turn sees, if the turn ended here.
    fn outlook(&mut self, position: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, mut s) = self.taken_in(position)?;
        let game = &table.game;
        let me = s.active;
        if game.legal_ff(&s).chunks_exact(2).any(|row| row[1] == C_END_TURN) {
            game.apply(&mut s, &Move::new(me, C_END_TURN))
        }
        let chances: Vec<f32> = if s.phase == C_OVER {
            let winners = game.ask_winners(&s);
            (0..table.seats).map(|seat| if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 }).collect()
        } else {
            let (ground, net) = (Ground::new(game, table.seats), Net::new());
            let odds = ground.odds(&net, &ground.sheet(game, &s), me);
            let whole = 1.0 + odds.iter().sum::<f32>();
            (0..table.seats).map(|seat| if seat == me { 1.0 / whole } else { odds[seat as usize] / whole }).collect()
        };
        Ok(vec![("chances", Json::List(chances.into_iter().map(millionths).collect()))])
    }
    fn line(&self, table: &Table, s: &Position, moves: &Json) -> Result<Vec<V>, Fault> {
        moves.list()?.iter().map(|act| Ok(table.act(act, s.active)?.1)).collect()
    }
    /// Games of the player against itself from a position to the end, each after the same moves and from other hidden cards.
    fn contests(&mut self, message: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let (table, first) = self.taken_in(message.get("position")?)?;
        let game = &table.game;
        let seed = message.get("seed")?.number()? as u64;
        let positions = message.get("positions")?.number()?.max(1) as usize;
        let watcher = message.get("watcher")?;
        let watcher = if watcher.is_null() { C_SPECTATOR } else { watcher.number()? };
        let line = self.line(&table, &first, message.get("moves")?)?;
        let (ground, net) = (Ground::new(game, table.seats), Net::new());
        let breadth = Breadth { positions, sites: 4, fees: 1 };
        let games = (0..message.get("games")?.number()?).map(|number| {
            let mut luck = Luck(seed.wrapping_add((number as u64) << 32));
            let mut s = first.copy();
            determinize(game, &mut s, table.seats, watcher, &mut luck);
            let mut mind = Mind::new(game, &ground, &net, table.seats, luck.next());
            mind.settle(&mut s);
            mind.play(&mut s, &line);
            mind.play_out(&mut s, breadth);
            let points = (0..table.seats).map(|seat| Json::Number(game.ask_goal(&s, seat))).collect();
            let winners = mind.winners(&s).into_iter().map(Json::Number).collect();
            Json::List(vec![Json::List(points), Json::List(winners)])
        });
        Ok(vec![("games", Json::List(games.collect()))])
    }
    fn before_play(&self, message: &Json) -> Result<Table, Fault> {
        let first = message.find("first").filter(|seat| !seat.is_null()).map(Json::number).transpose()?;
        Table::new(self.edition(message.get("edition")?)?, message.get("players")?.number()?, first, message.get("hands")?.list()?)
    }
    fn deal(&self, message: &Json) -> Result<Vec<(&'static str, Json)>, Fault> {
        let table = self.before_play(message)?;
        let rows = table.game.ask_deal();
        let cards = rows.chunks_exact(3).map(|row| object(vec![("card", table.json_of(row[1])), ("weight", Json::Number(row[2]))]));
        let seat = rows.first().map_or(Json::Null, |seat| Json::Number(*seat));
        Ok(vec![("seat", seat), ("cards", Json::List(cards.collect()))])
    }
}

const MILLION: f32 = 1_000_000.0;
fn millionths(share: f32) -> Json {
    Json::Number((share * MILLION).round() as i64)
}

fn failure(id: Json, code: &str, message: &str) -> Json {
    object(vec![("type", text("failure")), ("id", id), ("code", text(code)), ("message", text(message))])
}
