//! Answers the questions of the conformance suite, a line each: python spec/conformance/runner.py small -- engine/target/release/toledo-engine

use std::io::{stdin, stdout, BufRead, Write};

fn main() {
    let mut answering = toledo::protocol::Answering::default();
    for line in stdin().lock().lines() {
        let answer = answering.answer(&line.expect("text"));
        writeln!(stdout(), "{}", answer).expect("somebody who reads");
    }
}
