//! The work of one search thread.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::Komi;
use evaluation::{Evaluation, Evaluator, Query};

use super::progress::{Progress, WaitTimes};
use super::{Driver, Job};
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
    pub progress: &'a Progress,
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

    /// Collects leaves, evaluates them and backs up what was learnt, until the search ends.
    pub fn run(&self, thread: usize, evaluator: &mut dyn Evaluator, after_each: &mut dyn FnMut()) {
        let (root, batch) = (self.job.root, self.job.batch.max(1));
        let mut descents: Vec<T::Descent> = (0..batch).map(|_| T::Descent::new(root, thread)).collect();
        let mut evaluations: Vec<Evaluation> = (0..batch).map(|_| Evaluation::blank()).collect();
        let mut statistics = self.driver.statistics.as_ref().map(|_| PlayoutStatistics::new(root.size()));
        let mut idle = Duration::ZERO;
        loop {
            let batches = self.progress.batches();
            let (pending, known) = self.collect(&mut descents);
            self.merge(&mut statistics, pending == 0);
            if pending == 0 {
                if self.is_over() {
                    break;
                }
                if known == 0 {
                    // Other threads are evaluating all reachable leaves, or there is nothing left to do but
                    // report.
                    idle += self.progress.wait_for_batch(batches, PATIENCE);
                }
                after_each();
                continue;
            }
            let (descents, evaluations) = (&mut descents[..pending], &mut evaluations[..pending]);
            let leaves: Vec<Query> = descents.iter_mut().map(|descent| descent.leaf(root)).collect();
            let evaluated = evaluator.evaluate(&leaves, evaluations);
            let limited = self.driver.tree.max_in_flight().map_or(0, |_| pending as u64);
            if let Err(error) = evaluated {
                descents.iter_mut().for_each(|descent| self.driver.tree.abandon(descent));
                self.progress.fail(error);
                self.progress.settle(limited);
                break;
            }
            if let Some(statistics) = &mut statistics {
                evaluations.iter().for_each(|evaluation| statistics.add(evaluation));
            }
            after_each();
            for (descent, evaluation) in descents.iter_mut().zip(evaluations) {
                self.driver.tree.backup(descent, evaluation, self.komi);
            }
            self.progress.settle(limited);
        }
        let locked = descents.iter().map(Descent::waited).sum();
        self.progress.add_waits(WaitTimes { locked, idle });
    }

    /// Whether a thread that found no leaf stops looking for one.
    fn is_over(&self) -> bool {
        let is_done = self.progress.begun() >= self.allowed || self.driver.tree.is_full();
        self.is_stopped() || self.progress.has_failed() || (is_done && !self.is_endless())
    }

    /// Fills descents with leaves to evaluate. Returns their number, and the number of visits that needed no
    /// evaluation.
    fn collect(&self, descents: &mut [T::Descent]) -> (usize, usize) {
        let (mut pending, mut known) = (0, 0);
        while let Some(descent) = descents.get_mut(pending) {
            let limit = self.driver.tree.max_in_flight();
            let full = limit.is_some_and(|room| {
                let room = room.max(self.threads);
                // Leave enough leaves for the other threads.
                pending as u64 >= room.div_ceil(self.threads) || !self.progress.has_room(room)
            });
            let enough = full || known >= MOST_KNOWN || self.progress.has_failed() || self.is_stopped();
            if enough || !self.progress.begin_visit(self.allowed) {
                break;
            }
            match self.driver.tree.descend(descent, self.job.root, self.job.filter) {
                Arrival::Busy | Arrival::Full => {
                    self.progress.cancel_visit();
                    break;
                }
                Arrival::Known => known += 1,
                Arrival::Leaf => {
                    pending += 1;
                    if limit.is_some() {
                        self.progress.add_in_flight();
                    }
                }
            }
        }
        (pending, known)
    }

    /// Every thread counts on its own, and merges its counts from time to time.
    fn merge(&self, own: &mut Option<PlayoutStatistics>, is_last: bool) {
        if let (Some(own), Some(all)) = (own, &self.driver.statistics)
            && own.playouts() > 0
            && (is_last || own.playouts() >= MERGED_EVERY)
        {
            all.lock().merge(own);
            own.clear();
        }
    }
}
