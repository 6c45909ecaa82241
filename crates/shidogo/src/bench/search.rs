//! `shidogo bench search`: visits per second of the whole search, and its overhead besides evaluation.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use board::{Komi, Position, Rules, Size};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use network::{Backend, Cache, EvaluatorSettings, NetworkEvaluator};
use nn::ExecutorKind;
use playout::evaluators;
use search::{Limits, Search, Settings};

/// Measure how many visits per second a search of the empty board makes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo bench search --size 9 --threads 2 --visits 50000 --json\n  \
                  shidogo bench search --size 19 --visits 5000 --statistics\n  \
                  shidogo bench search --threads 16 --visits 200000 --lock\n  \
                  shidogo bench search --net NET --size 19 --threads 2 --visits 2000")]
pub struct Arguments {
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: usize,
    /// Number of threads that share the tree.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Number of visits.
    #[arg(long, value_name = "V", default_value_t = 20_000)]
    visits: u64,
    /// Network file [default: playouts instead of a network].
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t, requires = "net")]
    executor: ExecutorKind,
    /// Also compare searches with and without playout statistics, which take turns.
    #[arg(long, alias = "tally", conflicts_with = "net")]
    statistics: bool,
    /// Also measure how long threads hold the tree and wait for it, and estimate what more threads would lose by that.
    #[arg(long)]
    lock: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Number of searches with and without statistics.
const TURNS: usize = 9;

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    ensure!((1..=1024).contains(&arguments.threads), "--threads must be from 1 to 1024");
    let position = Position::new(size, Rules::CHINESE, Komi::from_halves(15));
    let (evaluators, settings) = match &arguments.net {
        Some(net) => (networks(net, arguments)?, Settings::for_networks()),
        None => (evaluators(arguments.threads, 1), Settings::default()),
    };
    let time = Arc::new(EvaluationTime::default());
    let evaluators = evaluators.into_iter().map(|evaluator| time.clone().watch(evaluator)).collect();
    let mut search = Search::new(evaluators, settings, &position);
    search.measure_lock(arguments.lock);
    search.run(Limits::visits(arguments.visits), &AtomicBool::new(false), None, &mut |_| ())?;
    let view = search.snapshot();
    let seconds = view.elapsed.as_secs_f64();
    let rate = view.visits as f64 / seconds;
    let evaluations = time.evaluations.load(Ordering::Relaxed);
    let overhead = time.overhead(view.elapsed * arguments.threads as u32);
    let lock = search.lock_times().map(|times| {
        let all = seconds * arguments.threads as f64;
        [times.held, times.waited].map(|time| time.as_secs_f64() / all)
    });
    let statistics = arguments.statistics.then(|| statistics_cost(arguments, &position)).transpose()?;
    if arguments.json {
        let report = serde_json::json!({
            "visits_per_second": rate.round(),
            "visits": view.visits,
            "seconds": seconds,
            "evaluations": evaluations,
            "evaluations_per_second": (evaluations as f64 / seconds).round(),
            "overhead": (overhead * 1e4).round() / 1e4,
            "statistics_time_ratio": statistics,
            "lock_held_share": lock.map(|[held, _]| held),
            "lock_waited_share": lock.map(|[_, waited]| waited),
            "size": arguments.size,
            "threads": arguments.threads,
        });
        println!("{report}");
    } else {
        println!("{rate:.0} visits per second, best move {}", view.best());
        let of_them = evaluations as f64 / seconds;
        println!(
            "{of_them:.0} evaluations per second; everything else takes {:.1}% of the time for evaluation",
            100.0 * overhead
        );
        if let Some([held, waited]) = lock {
            println!(
                "threads hold the tree {:.1}% of their time, and wait for it {:.1}%",
                100.0 * held,
                100.0 * waited
            );
            let free = 1.0 - held - waited;
            let losses =
                [2, 4, 8, 16].map(|n| format!("{:.1}% with {n}", 100.0 * expected_loss(held, free, n)));
            println!("expected to be lost by waiting, by queueing alone: {}", losses.join(", "));
        }
        if let Some(ratio) = statistics {
            println!("a search with playout statistics takes {ratio:.3} times as long as without");
        }
    }
    Ok(())
}

/// The time of searches with playout statistics relative to those without: the median of pairs.
fn statistics_cost(arguments: &Arguments, position: &Position) -> Result<f64, EvaluationError> {
    let time = |on| -> Result<f64, EvaluationError> {
        let mut search = Search::new(evaluators(arguments.threads, 1), Settings::default(), position);
        search.keep_playout_statistics(on);
        search.run(Limits::visits(arguments.visits), &AtomicBool::new(false), None, &mut |_| ())?;
        Ok(search.snapshot().elapsed.as_secs_f64())
    };
    let ratios = (0..TURNS).map(|_| Ok(time(true)? / time(false)?));
    let mut ratios = ratios.collect::<Result<Vec<f64>, EvaluationError>>()?;
    ratios.sort_by(f64::total_cmp);
    Ok(ratios[TURNS / 2])
}

/// What threads lose by waiting for a lock that each holds for `held` after every `free` of other work: mean value
/// analysis of a closed queue.
fn expected_loss(held: f64, free: f64, threads: u32) -> f64 {
    let (mut queue, mut turn) = (0.0, held);
    for n in 1..=threads {
        turn = held * (1.0 + queue);
        queue = f64::from(n) * turn / (free + turn);
    }
    1.0 - (free + held) / (free + turn)
}

/// The number of evaluations, and the time for them in all threads together.
#[derive(Default)]
struct EvaluationTime {
    evaluations: AtomicU64,
    nanoseconds: AtomicU64,
}

impl EvaluationTime {
    fn watch(self: Arc<EvaluationTime>, evaluator: Box<dyn Evaluator>) -> Box<dyn Evaluator> {
        Box::new(Watched { evaluator, time: self })
    }

    /// The time of the search besides evaluation, including waiting for other threads, relative to the time
    /// for evaluation.
    fn overhead(&self, all: Duration) -> f64 {
        let time = Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        (all.as_secs_f64() - time).max(0.0) / time.max(1e-9)
    }
}

struct Watched {
    evaluator: Box<dyn Evaluator>,
    time: Arc<EvaluationTime>,
}

impl Evaluator for Watched {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        let start = Instant::now();
        self.evaluator.evaluate(queries, out)?;
        self.time.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        self.time.evaluations.fetch_add(queries.len() as u64, Ordering::Relaxed);
        Ok(())
    }
}

/// One network evaluator per thread. They share a cache, as in play.
fn networks(net: &Path, arguments: &Arguments) -> anyhow::Result<Vec<Box<dyn Evaluator>>> {
    let backend = Backend::new(arguments.executor, Arc::new(network::load(net)?))?;
    let cache = Arc::new(Cache::new(1 << 18));
    let evaluator = |i: usize| -> anyhow::Result<Box<dyn Evaluator>> {
        let evaluator = NetworkEvaluator::new(&backend, EvaluatorSettings::default(), i as u64)?;
        Ok(Box::new(evaluator.with_cache(cache.clone())))
    };
    (0..arguments.threads).map(evaluator).collect()
}
