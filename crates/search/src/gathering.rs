//! What each thread of a search does when values are weighed.

use std::sync::MutexGuard;

use evaluation::{Evaluation, Evaluator, Query};

use crate::shared::Shared;
use crate::walking::{Arrival, Walk};
use crate::work::{PATIENCE, Work};

/// Visits that need no evaluator are made at most so many at a time, so that a search that has nothing to ask can
/// still be stopped.
const MOST_KNOWN: usize = 64;

impl Work<'_> {
    /// Gathers leaves, has them evaluated, applies the answers, until the search ends.
    pub fn run_weighed(&self, evaluator: &mut dyn Evaluator, after_each: &mut dyn FnMut(&Self)) {
        let mut walks: Vec<Walk> = (0..self.batch).map(|_| Walk::new(self.root)).collect();
        let mut answers: Vec<Evaluation> = (0..self.batch).map(|_| Evaluation::blank()).collect();
        let mut pending = 0;
        loop {
            let mut shared = self.lock();
            for (walk, answer) in walks.iter().zip(&answers).take(pending) {
                shared.tree.settle(walk, answer, self.komi);
                shared.finished += 1;
                shared.in_flight -= 1;
            }
            if pending > 0 {
                self.settled.notify_all();
            }
            let known;
            (pending, known) = self.gather(&mut shared, &mut walks);
            if pending == 0 {
                let is_done = shared.begun >= self.allowed || shared.tree.is_full();
                if self.is_stopped() || shared.failure.is_some() || (is_done && !self.is_endless) {
                    return;
                }
                if known == 0 {
                    // All leaves in sight are being evaluated by others, or there is nothing left to do but to show what
                    // is known.
                    let _ = self.settled.wait_timeout(shared, PATIENCE);
                } else {
                    drop(shared);
                }
                after_each(self);
                continue;
            }
            drop(shared);
            let queries: Vec<Query> = walks[..pending]
                .iter()
                .map(|walk| Query { position: &walk.position, wants_priors: !walk.ended, at_root: false })
                .collect();
            if let Err(error) = evaluator.evaluate(&queries, &mut answers[..pending]) {
                let mut shared = self.lock();
                walks[..pending].iter_mut().for_each(|walk| shared.tree.abandon(walk));
                shared.in_flight -= pending as u64;
                shared.failure.get_or_insert(error);
                self.settled.notify_all();
                return;
            }
            after_each(self);
        }
    }

    /// Fills walks with leaves to be evaluated; returns how many, and how many visits were made without an evaluator.
    fn gather(&self, shared: &mut MutexGuard<Shared>, walks: &mut [Walk]) -> (usize, usize) {
        let (mut pending, mut known) = (0, 0);
        while let Some(walk) = walks.get_mut(pending) {
            let room = shared.tree.most_in_flight().max(self.threads);
            // Nobody takes what the other threads need to have something to do.
            let own = pending as u64 >= room.div_ceil(self.threads);
            let full = own || shared.in_flight >= room || shared.begun >= self.allowed;
            if full || known >= MOST_KNOWN || self.is_stopped() || shared.failure.is_some() {
                break;
            }
            walk.position.copy_from(self.root);
            match shared.tree.descend(walk, self.bars) {
                Arrival::Busy | Arrival::Full => break,
                Arrival::Known => {
                    known += 1;
                    shared.finished += 1;
                }
                Arrival::Leaf => {
                    pending += 1;
                    shared.in_flight += 1;
                }
            }
            shared.begun += 1;
        }
        (pending, known)
    }
}
