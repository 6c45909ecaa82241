//! `shidogo bench evaluations`: how many positions a network evaluates per second.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use board::{Komi, Position, Rules, Size};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use network::{Backend, EvaluatorSettings, NetworkEvaluator};
use nn::ExecutorKind;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Measure how many positions per second a network evaluates. This includes building the input planes and
/// decoding the outputs, but no cache.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo bench evaluations --net g170-b6c96.bin.gz --size 19 --threads 2\n  \
                        shidogo bench evaluations --net NET --size 9 --threads 2 --batch 8 --seconds 10 --executor cpu-f32 --json"
)]
pub struct Arguments {
    /// Network file.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 19)]
    size: usize,
    /// Number of threads, each with its own executor.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Batch size per thread.
    #[arg(long, value_name = "B", default_value_t = 8)]
    batch: usize,
    /// Seconds to measure.
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    seconds: f64,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32 or check; or cpu-avx512, cpu-avx2, cpu-neon or
    /// cpu-portable, the built-in one with these instructions.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    ensure!((1..=1024).contains(&arguments.threads), "--threads must be from 1 to 1024");
    ensure!((1..=4096).contains(&arguments.batch), "--batch must be from 1 to 4096");
    ensure!(
        arguments.seconds > 0.0 && arguments.seconds <= 3600.0,
        "--seconds must be above 0 and at most 3600"
    );
    let network = Arc::new(network::load(&arguments.net)?);
    let backend = Backend::new(arguments.executor, network.clone())?;
    let time = Duration::from_secs_f64(arguments.seconds);
    let measure = |thread: usize| -> anyhow::Result<f64> {
        let mut evaluator = NetworkEvaluator::new(&backend, EvaluatorSettings::default(), thread as u64)?;
        Ok(rate(&mut evaluator, &positions(size, arguments.batch, thread as u64), time)?)
    };
    let rates: Vec<f64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.threads).map(|i| scope.spawn(move || measure(i))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Ok(0.0)))
            .collect::<anyhow::Result<_>>()
    })?;
    let rate: f64 = rates.iter().sum();
    if arguments.json {
        let report = serde_json::json!({
            "evaluations_per_second": rate.round(),
            "net": network.name,
            "executor": backend.executors().describe(),
            "size": arguments.size,
            "threads": arguments.threads,
            "batch": arguments.batch,
            "seconds": arguments.seconds,
        });
        println!("{report}");
    } else {
        println!("{rate:.0} evaluations per second: {}, {}", network.name, backend.executors().describe());
    }
    Ok(())
}

/// Evaluates the batches repeatedly for some time. The first round, which allocates memory, does not count.
fn rate(
    evaluator: &mut NetworkEvaluator,
    batches: &[Vec<Position>],
    time: Duration,
) -> Result<f64, EvaluationError> {
    let mut out: Vec<Evaluation> = batches[0].iter().map(|_| Evaluation::blank()).collect();
    let mut ask = |batch: &[Position]| {
        let queries: Vec<Query> =
            batch.iter().map(|position| Query { position, wants_priors: true, at_root: false }).collect();
        evaluator.evaluate(&queries, &mut out)?;
        Ok(batch.len())
    };
    ask(&batches[0])?;
    let (start, mut evaluated) = (Instant::now(), 0);
    for batch in batches.iter().cycle() {
        evaluated += ask(batch)?;
        if start.elapsed() >= time {
            break;
        }
    }
    Ok(evaluated as f64 / start.elapsed().as_secs_f64())
}

/// Positions from random games, from the opening to the endgame.
fn positions(size: Size, batch: usize, seed: u64) -> Vec<Vec<Position>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = |moves: usize| {
        let mut position = Position::new(size, Rules::CHINESE, Komi::from_halves(15));
        for _ in 0..moves {
            let legal: Vec<_> = position.legal_moves().filter(|mv| mv.point().is_some()).collect();
            if legal.is_empty() {
                break;
            }
            position.play_legal(legal[random.random_range(0..legal.len())]);
        }
        position
    };
    let most = size.points() * 3 / 4;
    let batches = 64usize.div_ceil(batch);
    (0..batches * batch)
        .map(|i| position(i * most / (batches * batch)))
        .collect::<Vec<_>>()
        .chunks(batch)
        .map(<[_]>::to_vec)
        .collect()
}
