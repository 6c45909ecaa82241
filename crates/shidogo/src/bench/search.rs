//! `shidogo bench search`: visits per second of the whole search, its overhead besides evaluation, and what threads lose
//! by sharing a tree.

mod evaluation_time;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Barrier};

use anyhow::{Context, ensure};
use board::{Komi, Position, Rules, Size};
use evaluation::{EvaluationError, Evaluator};
use network::{Backend, Cache, EvaluatorSettings, NetworkEvaluator};
use nn::ExecutorKind;
use playout::evaluators;
use search::{Limits, Search, Settings};

use self::evaluation_time::EvaluationTime;

/// Measure how many visits per second a search of the empty board makes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo bench search --size 9 --threads 2 --visits 50000 --json\n  \
                  shidogo bench search --size 19 --visits 5000 --statistics\n  \
                  shidogo bench search --threads 1,4,16 --visits 200000 --lock\n  \
                  shidogo bench search --net NET --size 19 --threads 2 --visits 2000")]
pub struct Arguments {
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: usize,
    /// Number of threads that share the tree; several numbers are measured one after the other.
    #[arg(long, value_name = "T", value_delimiter = ',', default_value = "1")]
    threads: Vec<usize>,
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
    /// Also compare the threads that share a tree with as many searches of one thread each, side by side, each with
    /// all the visits: what they lose by sharing. Three turns each.
    #[arg(long)]
    lock: bool,
    /// Print JSON, a line for each number of threads.
    #[arg(long)]
    json: bool,
}

/// Number of searches with and without statistics.
const TURNS: usize = 9;

/// Number of searches that share a tree, and that do not.
const SHARING_TURNS: usize = 3;

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    ensure!(arguments.threads.iter().all(|t| (1..=1024).contains(t)), "--threads must be from 1 to 1024");
    let position = Position::new(size, Rules::CHINESE, Komi::from_halves(15));
    let backend = match &arguments.net {
        Some(net) => Some(Backend::new(arguments.executor, Arc::new(network::load(net)?))?),
        None => None,
    };
    for threads in &arguments.threads {
        let bench = Bench { arguments, position: &position, backend: backend.as_ref(), threads: *threads };
        bench.report()?;
    }
    Ok(())
}

/// One number of threads.
struct Bench<'a> {
    arguments: &'a Arguments,
    position: &'a Position,
    backend: Option<&'a Backend>,
    threads: usize,
}

/// What one search showed; shares are of the time of all its threads.
struct Measured {
    visits: u64,
    seconds: f64,
    evaluations: u64,
    overhead: f64,
    /// Waiting for a node that another thread was writing.
    locked: f64,
    /// Waiting for an evaluation of another thread.
    idle: f64,
    best: board::Move,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.visits as f64 / self.seconds
    }
}

impl Bench<'_> {
    fn report(&self) -> anyhow::Result<()> {
        let (mut shared, mut apart) = (vec![self.shared()?], Vec::new());
        if self.arguments.lock {
            apart.push(self.apart()?);
            for _ in 1..SHARING_TURNS {
                shared.push(self.shared()?);
                apart.push(self.apart()?);
            }
        }
        shared.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
        apart.sort_by(f64::total_cmp);
        let measured = &shared[shared.len() / 2];
        let apart = apart.get(SHARING_TURNS / 2).copied();
        let lost = apart.map(|apart| 1.0 - measured.rate() / apart);
        let statistics = self.arguments.statistics.then(|| self.statistics_cost()).transpose()?;
        if self.arguments.json {
            let report = serde_json::json!({
                "visits_per_second": measured.rate().round(),
                "visits": measured.visits,
                "seconds": measured.seconds,
                "evaluations": measured.evaluations,
                "evaluations_per_second": (measured.evaluations as f64 / measured.seconds).round(),
                "overhead": (measured.overhead * 1e4).round() / 1e4,
                "statistics_time_ratio": statistics,
                "locked_share": measured.locked,
                "idle_share": measured.idle,
                "visits_per_second_apart": apart.map(f64::round),
                "lost_by_sharing": lost,
                "size": self.arguments.size,
                "threads": self.threads,
            });
            println!("{report}");
            return Ok(());
        }
        let (threads, s) = (self.threads, if self.threads == 1 { "" } else { "s" });
        println!(
            "{threads} thread{s}: {:.0} visits per second, best move {}",
            measured.rate(),
            measured.best
        );
        println!(
            "  {:.0} evaluations per second; everything else takes {:.1}% of the time for evaluation",
            measured.evaluations as f64 / measured.seconds,
            100.0 * measured.overhead
        );
        println!(
            "  waiting for a node that another thread writes: {:.2}% of the time; for an evaluation of another thread: {:.2}%",
            100.0 * measured.locked,
            100.0 * measured.idle
        );
        if let (Some(apart), Some(lost)) = (apart, lost) {
            println!(
                "  as {threads} search{} of one thread, side by side: {apart:.0} visits per second;",
                if threads == 1 { "" } else { "es" }
            );
            println!("  sharing a tree loses {:.1}%", 100.0 * lost);
        }
        if let Some(ratio) = statistics {
            println!("  a search with playout statistics takes {ratio:.3} times as long as without");
        }
        Ok(())
    }

    /// One search whose threads share the tree.
    fn shared(&self) -> anyhow::Result<Measured> {
        let time = Arc::new(EvaluationTime::default());
        let watched = self.evaluators(self.threads)?.into_iter().map(|e| time.clone().watch(e)).collect();
        let mut search = Search::new(watched, self.settings(), self.position);
        self.search(&mut search, self.arguments.visits)?;
        let (view, waits) = (search.snapshot(), search.wait_times());
        let all = view.elapsed * self.threads as u32;
        // The evaluators say what they measured when they are dropped.
        drop(search);
        let share = |time: std::time::Duration| time.as_secs_f64() / all.as_secs_f64();
        Ok(Measured {
            visits: view.visits,
            seconds: view.elapsed.as_secs_f64(),
            evaluations: time.evaluations(),
            overhead: time.overhead(all),
            locked: share(waits.locked),
            idle: share(waits.idle),
            best: view.best(),
        })
    }

    /// Visits per second of as many searches with one thread each, all at once. Sixteen busy cores are slower than one,
    /// each of them, so this is what threads can reach. Each search makes all the visits, because visits of a large tree
    /// take longer.
    fn apart(&self) -> anyhow::Result<f64> {
        let search = |_| Ok(Search::new(self.evaluators(1)?, self.settings(), self.position));
        let mut searches = (0..self.threads).map(search).collect::<anyhow::Result<Vec<Search>>>()?;
        let start = Barrier::new(self.threads);
        let rate = |search: &mut Search| -> Result<f64, EvaluationError> {
            start.wait();
            self.search(search, self.arguments.visits)?;
            let view = search.snapshot();
            Ok(view.visits as f64 / view.elapsed.as_secs_f64())
        };
        let rates = std::thread::scope(|scope| {
            let threads: Vec<_> = searches.iter_mut().map(|search| scope.spawn(|| rate(search))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Result<Vec<f64>, _>>()
        })?;
        Ok(rates.iter().sum())
    }

    fn search(&self, search: &mut Search, visits: u64) -> Result<(), EvaluationError> {
        search.run(Limits::visits(visits), &AtomicBool::new(false), None, &mut |_| ())
    }

    fn settings(&self) -> Settings {
        if self.backend.is_some() { Settings::for_networks() } else { Settings::default() }
    }

    /// One evaluator per thread. Those of networks share a cache, as in play.
    fn evaluators(&self, threads: usize) -> anyhow::Result<Vec<Box<dyn Evaluator>>> {
        let Some(backend) = self.backend else { return Ok(evaluators(threads, 1)) };
        let cache = Arc::new(Cache::new(1 << 18));
        let evaluator = |i: usize| -> anyhow::Result<Box<dyn Evaluator>> {
            let evaluator = NetworkEvaluator::new(backend, EvaluatorSettings::default(), i as u64)?;
            Ok(Box::new(evaluator.with_cache(cache.clone())))
        };
        (0..threads).map(evaluator).collect()
    }

    /// The time of searches with playout statistics relative to those without: the median of pairs.
    fn statistics_cost(&self) -> Result<f64, EvaluationError> {
        let time = |on| -> Result<f64, EvaluationError> {
            let mut search = Search::new(evaluators(self.threads, 1), Settings::default(), self.position);
            search.keep_playout_statistics(on);
            self.search(&mut search, self.arguments.visits)?;
            Ok(search.snapshot().elapsed.as_secs_f64())
        };
        let ratios = (0..TURNS).map(|_| Ok(time(true)? / time(false)?));
        let mut ratios = ratios.collect::<Result<Vec<f64>, EvaluationError>>()?;
        ratios.sort_by(f64::total_cmp);
        Ok(ratios[TURNS / 2])
    }
}
