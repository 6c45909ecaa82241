//! `shidogo bench thinking-times`: how well a human network predicts how long people think.

use std::path::PathBuf;

use anyhow::ensure;
use nn::ExecutorKind;
use people::{Part, Split};

/// Seconds that the networks have learnt from: shorter and longer thinking says nothing about a move.
const LEARNT: (f64, f64) = (0.2, 300.0);

/// Measure how well a human network predicts how long people think, by server, board and rank.
///
/// Only moves of people that `shidogo learn --preset human` holds out count, where the record has their time. For every
/// group: the number of moves; the median of true and of predicted times; the correlation of their logarithms; how many
/// moves were faster than predicted (at best 50%) and within a standard deviation of it (at best 68%).
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo bench thinking-times --games ogs.jsonl.gz --moves 300")]
pub struct Arguments {
    /// A network that takes ranks and predicts times.
    #[arg(long, value_name = "FILE", default_value = "human")]
    net: PathBuf,
    /// Games of people with their ranks: .jsonl, .jsonl.gz, .sgf, or folders of them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Moves to draw from every group; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 300)]
    moves: usize,
    /// Seed for drawing them.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (human, _) = super::backends(&arguments.net, ExecutorKind::default())?;
    let collection = people::read(&arguments.games)?;
    let split = Split::default();
    let held_out = |game: &people::Game| split.movers(game, Part::HeldOut);
    let most = (arguments.moves > 0).then_some(arguments.moves);
    let groups = people::sample(&collection.games, held_out, most, arguments.seed);
    let found = people::measure_times(&collection.games, &groups, &human, LEARNT)?;
    ensure!(
        !found.is_empty(),
        "nothing to compare: these files have no thinking times of people that are held out, or {} predicts none",
        arguments.net.display()
    );
    if arguments.json {
        let groups = found.iter().map(|(group, found)| {
            serde_json::json!({
                "source": group.server.to_string(),
                "board": group.side,
                "band": group.band.to_string(),
                "moves": found.moves,
                "median": found.median,
                "predicted_median": found.predicted_median,
                "correlation": found.correlation,
                "faster": found.faster,
                "within_stdev": found.within_stdev,
            })
        });
        println!("{}", serde_json::json!({ "bands": groups.collect::<Vec<_>>() }));
        return Ok(());
    }
    println!("source board band      moves  median predicted correlation faster within a deviation");
    for (group, found) in &found {
        println!(
            "{:<6} {:>2}x{:<2} {:<6} {:>8} {:>5.1} s {:>7.1} s {:>11.2} {:>5.0}% {:>17.0}%",
            group.server,
            group.side,
            group.side,
            group.band,
            found.moves,
            found.median,
            found.predicted_median,
            found.correlation,
            100.0 * found.faster,
            100.0 * found.within_stdev,
        );
    }
    Ok(())
}
