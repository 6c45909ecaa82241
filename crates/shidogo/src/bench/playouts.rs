//! `shidogo bench playouts`: playouts per second.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use board::{Board, Colour, Size};
use playout::{Critical, OutcomeCounts, Policy, Random, play_guided, play_uniform};

/// Measure how many playouts per second run from the empty board.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo bench playouts --size 9 --threads 1 --seconds 5 --guided --json")]
pub struct Arguments {
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: usize,
    /// Number of threads.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Seconds to measure.
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    seconds: f64,
    /// Use guided playouts instead of uniform ones.
    #[arg(long)]
    guided: bool,
    /// Count scores and ownership too.
    #[arg(long, alias = "tally")]
    statistics: bool,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Default)]
struct Count {
    playouts: u64,
    moves: u64,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    ensure!((1..=1024).contains(&arguments.threads), "--threads must be from 1 to 1024");
    ensure!(arguments.seconds > 0.0 && arguments.seconds < 1e6, "--seconds must be above 0");
    let time = Duration::from_secs_f64(arguments.seconds);
    let start = Instant::now();
    let counts: Vec<Count> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.threads)
            .map(|i| scope.spawn(move || play(arguments, size, arguments.seed + i as u64, start + time)))
            .collect();
        threads.into_iter().map(|t| t.join().unwrap_or_default()).collect()
    });
    let seconds = start.elapsed().as_secs_f64();
    let playouts: u64 = counts.iter().map(|c| c.playouts).sum();
    let moves: u64 = counts.iter().map(|c| c.moves).sum();
    let rate = playouts as f64 / seconds;
    let length = moves as f64 / playouts.max(1) as f64;
    if arguments.json {
        let report = serde_json::json!({
            "playouts_per_second": rate.round(),
            "playouts": playouts,
            "moves_per_playout": length,
            "seconds": seconds,
            "size": arguments.size,
            "threads": arguments.threads,
            "guided": arguments.guided,
        });
        println!("{report}");
    } else {
        println!("{rate:.0} playouts per second, {length:.1} moves each");
    }
    Ok(())
}

fn play(arguments: &Arguments, size: Size, seed: u64, end: Instant) -> Count {
    let start = Board::new(size);
    let mut board = start.clone();
    let mut random = Random::new(seed);
    let (policy, critical) = (Policy::guided(), Critical::new());
    let mut counts = OutcomeCounts::new(size);
    let mut count = Count::default();
    while Instant::now() < end {
        for _ in 0..20 {
            board.clone_from(&start);
            let moves = match arguments.guided {
                true => {
                    play_guided(&mut board, Colour::Black, None, (&policy, &critical), &mut random, &mut ())
                }
                false => play_uniform(&mut board, Colour::Black, &mut random, &mut ()),
            };
            if arguments.statistics {
                counts.add(&board);
            } else {
                std::hint::black_box(playout::final_lead(&board));
            }
            count.playouts += 1;
            count.moves += moves as u64;
        }
    }
    std::hint::black_box(&counts);
    count
}
