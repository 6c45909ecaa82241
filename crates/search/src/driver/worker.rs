//! The work of one search thread.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::Komi;
use evaluation::{Evaluation, Evaluator, Query};
use parking_lot::{Condvar, MutexGuard};

use super::{Driver, Job, LockTimes, State};
use crate::limits::Limits;
use crate::playout_statistics::PlayoutStatistics;
use crate::tree::{Arrival, Descent, SearchTree};

/// What the threads of a search share.
pub(super) struct Worker<'a, T> {
    pub job: &'a Job<'a>,
    pub komi: Komi,
    pub allowed: u64,
    pub deadline: Option<Instant>,
    pub driver: &'a Driver<T>,
    /// Notified after each backup, for threads that found nothing to do.
    pub settled: Condvar,
    pub threads: u64,
}

/// The longest that an idle thread sleeps before it checks the time limit.
const PATIENCE: Duration = Duration::from_millis(5);

/// Playouts after which a thread merges its statistics.
const MERGED_EVERY: u64 = 4096;

/// The most visits without an evaluation in one go, so that a search with nothing to evaluate can still be
/// stopped.
const MOST_KNOWN: usize = 64;

impl<T: SearchTree> Worker<'_, T> {
    fn is_stopped(&self) -> bool {
        self.job.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// Only `stop` ends the search: if it cannot continue, it waits for `stop` and keeps reporting.
    fn is_endless(&self) -> bool {
        self.job.limits == Limits::default()
    }

    /// Backs up evaluations, collects leaves and evaluates them, until the search ends.
    pub fn run(&self, evaluator: &mut dyn Evaluator, after_each: &mut dyn FnMut()) {
        let (root, batch) = (self.job.root, self.job.batch.max(1));
        let mut descents: Vec<T::Descent> = (0..batch).map(|_| T::Descent::new(root)).collect();
        let mut evaluations: Vec<Evaluation> = (0..batch).map(|_| Evaluation::blank()).collect();
        let mut pending = 0;
        let state = self.driver.lock();
        let mut statistics = state.statistics.is_some().then(|| PlayoutStatistics::new(root.size()));
        let mut stopwatch = state.lock_times.map(|_| Stopwatch::default());
        drop(state);
        loop {
            // Take the lock once to back up the last evaluations and to collect the next leaves.
            Stopwatch::begin(&mut stopwatch);
            let mut state = self.driver.lock();
            Stopwatch::acquired(&mut stopwatch);
            for (descent, evaluation) in descents.iter().zip(&mut evaluations).take(pending) {
                state.tree.backup(descent, evaluation, self.komi);
                state.finished += 1;
                state.in_flight -= 1;
            }
            if pending > 0 {
                self.settled.notify_all();
            }
            let known;
            (pending, known) = self.collect(&mut state, &mut descents);
            self.merge(&mut statistics, &mut state, pending == 0);
            Stopwatch::end(&mut stopwatch, &mut state.lock_times);
            if pending == 0 {
                let is_done = state.begun >= self.allowed || state.tree.is_full();
                if self.is_stopped() || state.failure.is_some() || (is_done && !self.is_endless()) {
                    return;
                }
                if known == 0 {
                    // Other threads are evaluating all reachable leaves, or there is nothing left to do but
                    // report.
                    self.settled.wait_for(&mut state, PATIENCE);
                }
                drop(state);
                after_each();
                continue;
            }
            drop(state);
            let leaves: Vec<Query> =
                descents[..pending].iter_mut().map(|descent| descent.leaf(root)).collect();
            let evaluated = evaluator.evaluate(&leaves, &mut evaluations[..pending]);
            if let Err(error) = evaluated {
                let mut state = self.driver.lock();
                descents[..pending].iter_mut().for_each(|descent| state.tree.abandon(descent));
                state.in_flight -= pending as u64;
                state.failure.get_or_insert(error);
                self.settled.notify_all();
                return;
            }
            if let Some(statistics) = &mut statistics {
                evaluations[..pending].iter().for_each(|evaluation| statistics.add(evaluation));
            }
            after_each();
        }
    }

    /// Fills descents with leaves to evaluate. Returns their number, and the number of visits that needed no
    /// evaluation.
    fn collect(&self, state: &mut MutexGuard<State<T>>, descents: &mut [T::Descent]) -> (usize, usize) {
        let (mut pending, mut known) = (0, 0);
        while let Some(descent) = descents.get_mut(pending) {
            let room = state.tree.max_in_flight().max(self.threads);
            // Leave enough leaves for the other threads.
            let own = pending as u64 >= room.div_ceil(self.threads);
            let full = own || state.in_flight >= room || state.begun >= self.allowed;
            if full || known >= MOST_KNOWN || state.failure.is_some() || self.is_stopped() {
                break;
            }
            match state.tree.descend(descent, self.job.root, self.job.filter) {
                Arrival::Busy | Arrival::Full => break,
                Arrival::Known => {
                    known += 1;
                    state.finished += 1;
                }
                Arrival::Leaf => {
                    pending += 1;
                    state.in_flight += 1;
                }
            }
            state.begun += 1;
        }
        (pending, known)
    }

    /// Every thread counts on its own, and merges its counts from time to time.
    fn merge(&self, own: &mut Option<PlayoutStatistics>, state: &mut MutexGuard<State<T>>, is_last: bool) {
        if let (Some(own), Some(all)) = (own, &mut state.statistics)
            && (is_last || own.playouts() >= MERGED_EVERY)
        {
            all.merge(own);
            own.clear();
        }
    }
}

/// Measures one turn with the lock after the other; only where somebody asked for it, because clocks cost time.
#[derive(Default)]
struct Stopwatch {
    begun: Option<Instant>,
    acquired: Option<Instant>,
}

impl Stopwatch {
    fn begin(this: &mut Option<Stopwatch>) {
        if let Some(this) = this {
            this.begun = Some(Instant::now());
        }
    }

    fn acquired(this: &mut Option<Stopwatch>) {
        if let Some(this) = this {
            this.acquired = Some(Instant::now());
        }
    }

    fn end(this: &mut Option<Stopwatch>, times: &mut Option<LockTimes>) {
        if let (Some(Stopwatch { begun: Some(begun), acquired: Some(acquired) }), Some(times)) = (this, times)
        {
            times.waited += *acquired - *begun;
            times.held += acquired.elapsed();
        }
    }
}
