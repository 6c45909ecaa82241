//! Prints a network's evaluation at the strong player's turns in the games of an experiment, by pairing: win
//! rate, lead and certainty.
//!
//! `cargo run --release -p lab --example turns -- NET FOLDER [EVERY]`, where FOLDER belongs to an experiment
//! in which the strong player is White, and EVERY = 4 uses every fourth game.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use board::{Colour, Game, Komi, Move, Position, Size, free_handicap};
use evaluation::{Evaluation, Evaluator, Query};
use lab::{Entry, Settings};
use network::{Backend, EvaluatorSettings, NetworkEvaluator};

/// White's turns, counted from 0.
const PARTS: [Range<usize>; 4] = [0..5, 5..15, 15..25, 0..usize::MAX];
/// Below this win rate a game is as good as lost.
const LOST: f32 = 0.05;
const BATCH: usize = 16;

/// The network's evaluation at one of White's turns.
struct Turn {
    number: usize,
    win_rate: f32,
    lead: f32,
    confidence: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (net, folder, every) = match &arguments[..] {
        [net, folder] => (net, Path::new(folder), 1),
        [net, folder, every] => (net, Path::new(folder), every.parse::<u32>()?.max(1)),
        _ => return Err("use: turns NET FOLDER [EVERY]".into()),
    };
    let settings: Settings = serde_json::from_str(&std::fs::read_to_string(folder.join("experiment.json"))?)?;
    let size = Size::square(settings.conditions.size)?;
    let backend = Backend::new(Default::default(), Arc::new(network::load(Path::new(net))?))?;
    let mut evaluator = NetworkEvaluator::new(&backend, EvaluatorSettings::default(), 0)?;
    let mut pairings: BTreeMap<String, Vec<Turn>> = BTreeMap::new();
    for line in std::fs::read_to_string(folder.join("results.jsonl"))?.lines() {
        let entry: Entry = serde_json::from_str(line)?;
        if entry.game.is_multiple_of(every) {
            let turns = look(&entry, size, &mut evaluator)?;
            pairings.entry(entry.pairing).or_default().extend(turns);
        }
    }
    let mut out = std::io::stdout().lock();
    let head =
        "| pairing | turns | number | below 5 %, % | win rate | lead | β | ahead, % | behind otherwise |";
    writeln!(out, "{head}\n|---|---|---|---|---|---|---|---|---|")?;
    for (pairing, turns) in &pairings {
        for part in &PARTS {
            tell(&mut out, pairing, part, turns)?;
        }
    }
    Ok(())
}

fn look(entry: &Entry, size: Size, evaluator: &mut NetworkEvaluator) -> Result<Vec<Turn>, Box<dyn Error>> {
    if !entry.pairing.contains(" as white ") {
        return Err(format!("the strong one is not White: {}", entry.pairing).into());
    }
    let komi = entry.pairing.split("komi ").nth(1).and_then(|rest| rest.split(',').next());
    let komi: Komi = komi.ok_or("a pairing without komi")?.parse()?;
    let mut game = Game::new(size, game_runner::RULES, komi);
    if entry.pairing.contains("2 stones") {
        game.place_handicap(&free_handicap(size, 2)?);
    }
    let mut position = game.position().clone();
    let mut positions: Vec<Position> = Vec::new();
    for word in entry.moves.split_whitespace() {
        if position.to_move() == Colour::White {
            positions.push(position.clone());
        }
        position.play(Move::parse(word, size)?)?;
    }
    let queries: Vec<Query> =
        positions.iter().map(|position| Query { position, wants_priors: false, at_root: false }).collect();
    let mut answers = vec![Evaluation::blank(); queries.len()];
    for (queries, answers) in queries.chunks(BATCH).zip(answers.chunks_mut(BATCH)) {
        evaluator.evaluate(queries, answers)?;
    }
    let turn = |(number, answer): (usize, &Evaluation)| Turn {
        number,
        win_rate: answer.curve.win_rate(komi).of(Colour::White),
        lead: answer.curve.lead(komi).of(Colour::White),
        confidence: answer.curve.confidence(),
    };
    Ok(answers.iter().enumerate().map(turn).collect())
}

fn tell(out: &mut impl Write, pairing: &str, part: &Range<usize>, turns: &[Turn]) -> std::io::Result<()> {
    let turns: Vec<&Turn> = turns.iter().filter(|turn| part.contains(&turn.number)).collect();
    let mean = |of: fn(&Turn) -> f32| turns.iter().map(|turn| of(turn)).sum::<f32>() / turns.len() as f32;
    let behind: Vec<f32> = turns.iter().map(|turn| -turn.lead).filter(|by| *by >= 0.0).collect();
    let until = if part.end == usize::MAX { "end".to_string() } else { (part.end - 1).to_string() };
    writeln!(
        out,
        "| {pairing} | {}–{until} | {} | {:.0} | {:.2} | {:.1} | {:.2} | {:.0} | {:.1} |",
        part.start,
        turns.len(),
        100.0 * mean(|turn| f32::from(turn.win_rate < LOST)),
        mean(|turn| turn.win_rate),
        mean(|turn| turn.lead),
        mean(|turn| turn.confidence),
        100.0 * mean(|turn| f32::from(turn.lead > 0.0)),
        behind.iter().sum::<f32>() / behind.len().max(1) as f32,
    )
}
