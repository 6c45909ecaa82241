//! Runs a search tree with threads and limits.
//!
//! Each thread has its own evaluator. It collects leaves, evaluates them, backs up what it learnt, and so on.
//! All threads use the tree at the same time.

mod progress;
mod worker;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::Position;
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use parking_lot::Mutex;

use self::progress::Progress;
pub use self::progress::WaitTimes;
use self::worker::Worker;
use crate::limits::Limits;
use crate::move_filter::MoveFilter;
use crate::playout_statistics::PlayoutStatistics;
use crate::snapshot::Snapshot;
use crate::tree::SearchTree;

/// A tree and the counters of its last search.
pub(crate) struct Driver<T> {
    pub tree: T,
    /// Statistics of the last search's playouts, if requested.
    pub statistics: Option<Box<Mutex<PlayoutStatistics>>>,
    /// How long the threads of the last search waited.
    pub wait_times: WaitTimes,
    elapsed: Duration,
    /// Visits of the last search alone.
    new_visits: u64,
}

/// What to search, and how.
pub(crate) struct Job<'a> {
    pub root: &'a Position,
    pub filter: &'a MoveFilter,
    /// The most leaves that a thread collects for one batch.
    pub batch: usize,
    pub limits: Limits,
    pub stop: &'a AtomicBool,
    pub report_every: Option<Duration>,
}

/// The most visits of a search, because the visits of a move are a u32.
const MOST_VISITS: u64 = u32::MAX as u64;

impl<T: SearchTree> Driver<T> {
    pub fn new(tree: T) -> Driver<T> {
        Driver {
            tree,
            statistics: None,
            wait_times: WaitTimes::default(),
            elapsed: Duration::ZERO,
            new_visits: 0,
        }
    }

    /// The current state of the search, with its counters.
    pub fn snapshot(&self, root: &Position) -> Snapshot {
        Snapshot { new_visits: self.new_visits, elapsed: self.elapsed, ..self.tree.snapshot(root) }
    }

    /// Searches with one thread per evaluator, and reports a snapshot from time to time. The first error of an
    /// evaluator ends the search; the tree keeps what it learnt before.
    pub fn run(
        &mut self,
        evaluators: &mut [Box<dyn Evaluator>],
        job: &Job,
        on_report: &mut dyn FnMut(&Snapshot),
    ) -> Result<(), EvaluationError> {
        let before = self.tree.visits();
        let result = self.search(evaluators, job, before, on_report);
        self.new_visits = self.tree.visits() - before;
        result
    }

    fn search(
        &mut self,
        evaluators: &mut [Box<dyn Evaluator>],
        job: &Job,
        before: u64,
        on_report: &mut dyn FnMut(&Snapshot),
    ) -> Result<(), EvaluationError> {
        let start = Instant::now();
        let threads = evaluators.len();
        let Some((own, others)) = evaluators.split_first_mut() else { return Ok(()) };
        self.begin(threads);
        let allowed = allowed(&job.limits, before);
        let mut progress = Progress::default();
        if job.root.is_over() || allowed == 0 || !self.prepare_root(own.as_mut(), job, &mut progress)? {
            return Ok(());
        }
        let worker = Worker {
            job,
            komi: job.root.komi_with_bonus(),
            allowed,
            deadline: job.limits.time.map(|t| start + t),
            driver: &*self,
            progress: &progress,
            threads: threads as u64,
        };
        std::thread::scope(|scope| {
            for (thread, evaluator) in (1..).zip(others) {
                let worker = &worker;
                scope.spawn(move || worker.run(thread, evaluator.as_mut(), &mut || ()));
            }
            let mut due = job.report_every.map(|every| start + every);
            worker.run(0, own.as_mut(), &mut || {
                let now = Instant::now();
                if due.is_some_and(|due| now >= due) {
                    due = job.report_every.map(|every| now + every);
                    let snapshot = worker.driver.tree.snapshot(job.root);
                    let new_visits = snapshot.visits - before;
                    on_report(&Snapshot { new_visits, elapsed: now - start, ..snapshot });
                }
            });
        });
        self.elapsed = start.elapsed();
        self.wait_times = progress.wait_times();
        progress.into_result()
    }

    /// Resets the counters; the tree stays.
    fn begin(&mut self, threads: usize) {
        self.elapsed = Duration::ZERO;
        self.wait_times = WaitTimes::default();
        self.tree.begin_search(threads);
        if let Some(statistics) = &mut self.statistics {
            statistics.get_mut().clear();
        }
    }

    /// Prepares the root, where every descent starts; false if there is nothing to search.
    fn prepare_root(
        &mut self,
        evaluator: &mut dyn Evaluator,
        job: &Job,
        progress: &mut Progress,
    ) -> Result<bool, EvaluationError> {
        if self.tree.needs_root_evaluation() {
            let mut out = [Evaluation::blank()];
            evaluator
                .evaluate(&[Query { position: job.root, wants_priors: true, at_root: true }], &mut out)?;
            let [mut evaluation] = out;
            if let Some(statistics) = &mut self.statistics {
                statistics.get_mut().add(&evaluation);
            }
            if self.tree.evaluate_root(job.root, &mut evaluation) {
                progress.count_root();
            }
        }
        Ok(self.tree.prepare(job.root, job.filter))
    }
}

/// The number of visits that a search may make.
fn allowed(limits: &Limits, present: u64) -> u64 {
    let visits = limits.visits.unwrap_or(MOST_VISITS).min(MOST_VISITS);
    visits.saturating_sub(present).min(limits.playouts.unwrap_or(u64::MAX))
}
