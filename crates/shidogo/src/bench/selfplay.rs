//! `shidogo bench selfplay`: the overhead of self-play besides the network.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, ensure};
use board::Size;
use learning::{Progress, Record, RunSettings, SelfPlay, game_store};
use network::Backend;
use nn::ExecutorKind;

/// Measure the overhead of self-play besides the network: tree search, input planes and outputs. Plays with
/// one thread as `shidogo learn` does, and also prints a signature, which depends on the games alone.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  shidogo bench selfplay --net nets/default.safetensors --size 9 --games 32"
)]
pub struct Arguments {
    /// Network file.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: usize,
    /// Number of games played side by side.
    #[arg(long, value_name = "T", default_value_t = 32)]
    games_per_thread: usize,
    /// Games to finish.
    #[arg(long, value_name = "G", default_value_t = 32)]
    games: u64,
    /// Visits per full search, one move in four; cheap searches get a fifth of them.
    #[arg(long, value_name = "V", default_value_t = 200)]
    visits: u32,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    ensure!(
        (1..=4096).contains(&arguments.games_per_thread),
        "--games-per-thread must lie between 1 and 4096"
    );
    ensure!((8..=100_000).contains(&arguments.visits), "--visits must lie between 8 and 100000");
    let network = Arc::new(network::load(&arguments.net)?);
    let backend = Backend::new(arguments.executor, network.clone())?;
    let mut settings = RunSettings::preset("fast-9x9")?.selfplay;
    settings.board_sizes = vec![arguments.size];
    settings.initial_visits = None;
    (settings.visits, settings.cheap_search_visits) = (arguments.visits, arguments.visits / 5);
    (settings.games_per_thread, settings.threads) = (arguments.games_per_thread, 1);
    let (mut signature, mut moves) = (0xcbf2_9ce4_8422_2325, 0);
    let keep = |games: Vec<Record>, _: &Progress| -> anyhow::Result<()> {
        for game in games {
            moves += game.turns.len();
            let bytes = game_store::encode(std::slice::from_ref(&game))?;
            signature = bytes
                .iter()
                .fold(signature, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
        }
        Ok(())
    };
    let (stop, often) = (AtomicBool::new(false), Duration::from_secs(1));
    let done = SelfPlay::new(settings)?.play(&backend, arguments.games, &stop, often, keep)?;
    let besides = 1e6 * done.waiting * done.elapsed.as_secs_f64() / done.evaluations.max(1) as f64;
    if arguments.json {
        let report = serde_json::json!({
            "microseconds_besides_network": (besides * 100.0).round() / 100.0,
            "evaluations": done.evaluations,
            "evaluations_per_second": done.evaluations_per_second().round(),
            "games": done.games,
            "moves": moves,
            "signature": format!("{signature:016x}"),
            "net": network.name,
            "executor": backend.executors().describe(),
            "size": arguments.size,
            "games_per_thread": arguments.games_per_thread,
            "visits": arguments.visits,
        });
        println!("{report}");
    } else {
        println!(
            "{besides:.1} µs overhead per evaluation, {} evaluations; {} games of {moves} moves, {signature:016x}",
            done.evaluations, done.games
        );
    }
    Ok(())
}
