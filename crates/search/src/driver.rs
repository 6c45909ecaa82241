//! Runs a search tree with threads and limits.
//!
//! Each thread has its own evaluator. It backs up its last evaluations and collects the next leaves under the
//! lock, and then evaluates them while other threads use the tree.

mod state;
mod worker;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::Position;
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use parking_lot::{Condvar, Mutex, MutexGuard};

pub use self::state::LockTimes;
pub(crate) use self::state::State;
use self::worker::Worker;
use crate::limits::Limits;
use crate::move_filter::MoveFilter;
use crate::snapshot::Snapshot;
use crate::tree::SearchTree;

/// A tree with its lock.
pub(crate) struct Driver<T> {
    state: Mutex<State<T>>,
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

/// How often a thread asks for the lock before it sleeps: some ten microseconds. A turn with the tree takes a few, much
/// less than going to sleep and being woken.
const SPINS: u32 = 500;

impl<T: SearchTree> Driver<T> {
    pub fn new(tree: T) -> Driver<T> {
        Driver { state: Mutex::new(State::new(tree)) }
    }

    pub fn lock(&self) -> MutexGuard<'_, State<T>> {
        // The tree is consistent even if a thread panicked: it changes only in short calls that cannot fail.
        for _ in 0..SPINS {
            if let Some(state) = self.state.try_lock() {
                return state;
            }
            std::hint::spin_loop();
        }
        self.state.lock()
    }

    pub fn state(&mut self) -> &mut State<T> {
        self.state.get_mut()
    }

    /// Searches with one thread per evaluator, and reports a `snapshot` of the state from time to time. The
    /// first error of an evaluator ends the search; the tree keeps what it learnt before.
    pub fn run(
        &mut self,
        evaluators: &mut [Box<dyn Evaluator>],
        job: &Job,
        snapshot: &dyn Fn(&State<T>) -> Snapshot,
        on_report: &mut dyn FnMut(&Snapshot),
    ) -> Result<(), EvaluationError> {
        let start = Instant::now();
        let Some(first) = evaluators.first_mut() else { return Ok(()) };
        self.state().begin();
        let allowed = allowed(&job.limits, self.state().tree.visits());
        if job.root.is_over() || allowed == 0 || !self.prepare_root(first.as_mut(), job)? {
            return Ok(());
        }
        let worker = Worker {
            job,
            komi: job.root.komi_with_bonus(),
            allowed,
            deadline: job.limits.time.map(|t| start + t),
            driver: self,
            settled: Condvar::new(),
            threads: evaluators.len() as u64,
        };
        let Some((own, others)) = evaluators.split_first_mut() else { return Ok(()) };
        std::thread::scope(|scope| {
            for evaluator in others {
                scope.spawn(|| worker.run(evaluator.as_mut(), &mut || ()));
            }
            let mut due = job.report_every.map(|every| start + every);
            worker.run(own.as_mut(), &mut || {
                let now = Instant::now();
                if due.is_some_and(|due| now >= due) {
                    due = job.report_every.map(|every| now + every);
                    let mut state = worker.driver.lock();
                    state.elapsed = now - start;
                    let snapshot = snapshot(&state);
                    drop(state);
                    on_report(&snapshot);
                }
            });
        });
        let state = self.state();
        state.elapsed = start.elapsed();
        state.failure.take().map_or(Ok(()), Err)
    }

    /// Prepares the root, where every descent starts; false if there is nothing to search.
    fn prepare_root(&mut self, evaluator: &mut dyn Evaluator, job: &Job) -> Result<bool, EvaluationError> {
        let state = self.state();
        if state.tree.needs_root_evaluation() {
            let mut out = [Evaluation::blank()];
            evaluator
                .evaluate(&[Query { position: job.root, wants_priors: true, at_root: true }], &mut out)?;
            let [mut evaluation] = out;
            if let Some(statistics) = &mut state.statistics {
                statistics.add(&evaluation);
            }
            if state.tree.evaluate_root(job.root, &mut evaluation) {
                (state.begun, state.finished) = (1, 1);
            }
        }
        Ok(state.tree.prepare(job.root, job.filter))
    }
}

/// The number of visits that a search may make.
fn allowed(limits: &Limits, present: u64) -> u64 {
    let visits = limits.visits.unwrap_or(MOST_VISITS).min(MOST_VISITS);
    visits.saturating_sub(present).min(limits.playouts.unwrap_or(u64::MAX))
}
