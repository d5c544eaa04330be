//! Games of the player against itself, for training, for matches and to judge lines: see lab/studies.
//!
//! toledo-train play FIRST WEIGHTS GAMES SEED BLUR POSITIONS OUT    features and results of positions, to be learned from
//! toledo-train match FIRST ONE OTHER GAMES SEED                    ONE and OTHER: weights,nodes[,blur]
//! toledo-train lines FIRST WEIGHTS GAMES SEED POSITIONS LINES      LINES: a list of lists of moves, in JSON
//!
//! FIRST has two lines of JSON: an edition, and a position. The cards are dealt again for each game: all that nobody sees, and for
//! `lines` those that the player on turn does not see. It prints for each line the player's shares of victory, game by game; every
//! line is played in the same hands.

use std::io::Write;
use toledo::json::Json;
use toledo::play::{determinize, Luck};
use toledo::protocol::Answering;
use toledo::rules::C_SPECTATOR;
use toledo::runtime::V;
use toledo::search::{is_over, Breadth, Mind};
use toledo::value::{Ground, Net, FEATURES, HIDDEN};

/// A network: that of the engine, or one from a file of bytes.
fn net(path: &str) -> Net {
    if path == "own" {
        return Net::new();
    }
    let bytes = std::fs::read(path).expect("weights");
    let words = |part: &[u8]| part.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect::<Vec<i16>>();
    let (first, rest) = bytes.split_at(FEATURES * HIDDEN);
    let first: Vec<i8> = first.iter().map(|byte| *byte as i8).collect();
    let (bias, rest) = rest.split_at(2 * HIDDEN);
    let (second, last) = rest.split_at(2 * HIDDEN);
    Net::of(&first, &words(bias), &words(second), i32::from_le_bytes(last.try_into().expect("four bytes")))
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[2]).expect("a first position");
    let mut lines = text.lines();
    let mut answering = Answering::default();
    answering.answer(lines.next().expect("an edition"));
    let (table, first) = answering.taken_in(&Json::parse(lines.next().expect("a position")).expect("JSON")).expect("a position");
    let (game, seats) = (&table.game, table.seats);
    let ground = Ground::new(game, seats);
    let number = |place: usize| args[place].parse::<u64>().expect("a number");
    let deal = |luck: &mut Luck| {
        let mut s = first.copy();
        determinize(game, &mut s, seats, C_SPECTATOR, luck);
        s
    };
    if args[1] == "play" {
        let net = net(&args[3]);
        let (games, seed, blur) = (number(4), number(5), args[6].parse::<f32>().expect("a number"));
        let breadth = Breadth { positions: number(7) as usize, sites: 12, fees: 2 };
        let mut out = std::io::BufWriter::new(std::fs::File::create(&args[8]).expect("a file"));
        let mut row = [0i8; FEATURES];
        for one in 0..games {
            let mut mind = Mind::new(game, &ground, &net, seats, seed.wrapping_mul(1_000_003).wrapping_add(one));
            let mut luck = Luck(mind.luck.next());
            let mut s = deal(&mut luck);
            let blur = [0.0, 0.3, 1.0, 2.0][luck.below(4) as usize] * blur;
            let mut rows: Vec<(V, Vec<u8>)> = vec![];
            for _ in 0..1000 {
                if is_over(&s) {
                    break;
                }
                let me = luck.below(seats);
                let sheet = ground.sheet(game, &s);
                let mut bytes = vec![];
                for you in (0..seats).filter(|you| *you != me) {
                    ground.features(&sheet, me, you, &mut row);
                    bytes.extend(row.iter().map(|x| *x as u8))
                }
                rows.push((me, bytes));
                mind.play_turn_blurred(&mut s, breadth, blur)
            }
            if !is_over(&s) {
                continue;
            }
            let winners = game.ask_winners(&s);
            for (me, bytes) in rows {
                let share = if winners.contains(&me) { 60 / winners.len() as u8 } else { 0 };
                out.write_all(&(one as u32).to_le_bytes()).expect("room");
                out.write_all(&[share]).expect("room");
                out.write_all(&bytes).expect("room")
            }
        }
        return;
    }
    if args[1] == "lines" {
        let (net, games, seed) = (net(&args[3]), number(4), number(5));
        let breadth = Breadth { positions: number(6) as usize, sites: 4, fees: 1 };
        let me = first.active;
        for line in Json::parse(&args[7]).expect("JSON").list().expect("lines") {
            let acts: Vec<V> = line.list().expect("moves").iter().map(|act| table.act(act, me).expect("a move").1).collect();
            let shares = (0..games).map(|one| {
                let mut luck = Luck(seed.wrapping_add(one << 32));
                let mut s = first.copy();
                determinize(game, &mut s, seats, me, &mut luck);
                let mut mind = Mind::new(game, &ground, &net, seats, luck.next());
                mind.play(&mut s, &acts);
                mind.play_out(&mut s, breadth);
                let winners = mind.winners(&s);
                if winners.contains(&me) { (1.0 / winners.len() as f64).to_string() } else { "0".to_string() }
            });
            println!("[{}]", shares.collect::<Vec<String>>().join(", "))
        }
        return;
    }
    let side = |text: &str| {
        let parts: Vec<&str> = text.split(',').collect();
        (net(parts[0]), parts[1].parse::<u64>().expect("a number"), parts.get(2).map_or(0.0, |blur| blur.parse::<f32>().expect("a number")))
    };
    let sides = [side(&args[3]), side(&args[4])];
    let (games, seed) = (number(5), number(6));
    let (mut deals, mut turns, mut nodes) = (vec![], 0u64, [0u64; 2]);
    for one in 0..games / seats as u64 {
        let mut won = 0.0;
        for seat in 0..seats {
            let mut luck = Luck(seed.wrapping_mul(1_000_003).wrapping_add(one));
            let mut s = deal(&mut luck);
            let mut minds: Vec<Mind> = (0..2).map(|side| Mind::new(game, &ground, &sides[side].0, seats, luck.next())).collect();
            while !is_over(&s) {
                let which = if s.active == seat { 0 } else { 1 };
                turns += 1;
                let who = s.active;
                while !is_over(&s) && s.active == who {
                    let ranked = minds[which].think(&s, sides[which].1, sides[which].2, &[]);
                    minds[which].play(&mut s, &ranked[0].acts)
                }
            }
            let winners = game.ask_winners(&s);
            won += if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 };
            nodes[0] += minds[0].nodes;
            nodes[1] += minds[1].nodes
        }
        deals.push(won / seats as f64)
    }
    let n = deals.len() as f64;
    let mean = deals.iter().sum::<f64>() / n;
    let half = 1.96 * (deals.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0) / n).sqrt();
    println!("{} - {}: {} games, {:.1} % ({:.1} to {:.1}), {:.1} turns a game, nodes {:?}", args[3], args[4], deals.len() * seats as usize, 100.0 * mean, 100.0 * (mean - half), 100.0 * (mean + half), turns as f64 / (n * seats as f64), nodes)
}
