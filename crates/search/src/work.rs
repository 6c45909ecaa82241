//! What each thread of a search does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use board::{Komi, Move, Position};
use evaluation::{Evaluation, Evaluator, Query};

use crate::node::Step;
use crate::shared::Shared;
use crate::{MoveFilter, PlayoutStatistics};

/// One search, as its threads see it.
pub(crate) struct Work<'a> {
    pub root: &'a Position,
    pub bars: &'a MoveFilter,
    pub komi: Komi,
    pub batch: usize,
    pub allowed: u64,
    /// Only `stop` ends the search: where it cannot go on, it waits for that and shows what it knows.
    pub is_endless: bool,
    pub deadline: Option<Instant>,
    pub shared: &'a Mutex<Shared>,
    /// Told whenever leaves have been settled, for threads that found nothing else to do.
    pub settled: Condvar,
    pub threads: u64,
    pub stop: &'a AtomicBool,
}

/// How long a thread that has nothing to do sleeps at most before it looks whether the time is up.
pub(crate) const PATIENCE: Duration = Duration::from_millis(5);

/// Playouts after which a thread adds its statistics to that of all.
const TOLD: u64 = 4096;

struct Leaf {
    path: Vec<Step>,
    moves: Vec<Move>,
    open: bool,
    position: Position,
}

impl Work<'_> {
    pub fn lock(&self) -> std::sync::MutexGuard<'_, Shared> {
        // A thread that died has left the tree whole: it is only changed in short calls that cannot fail.
        self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn run(&self, evaluator: &mut dyn Evaluator, after_each: &mut dyn FnMut(&Self)) {
        if self.lock().tree.settings.puct().is_some() {
            self.run_weighed(evaluator, after_each);
        } else {
            self.run_summed(evaluator, after_each);
        }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    fn run_summed(&self, evaluator: &mut dyn Evaluator, after_each: &mut dyn FnMut(&Self)) {
        let mut leaves: Vec<Leaf> = (0..self.batch)
            .map(|_| Leaf { path: Vec::new(), moves: Vec::new(), open: false, position: self.root.clone() })
            .collect();
        let mut answers: Vec<Evaluation> = (0..self.batch).map(|_| Evaluation::blank()).collect();
        let mut pending = 0;
        // Every thread counts for itself, and tells the others from time to time.
        let mut statistics =
            self.lock().statistics.is_some().then(|| PlayoutStatistics::new(self.root.size()));
        loop {
            // One lock serves to apply the last answers and to gather the next leaves.
            let mut shared = self.lock();
            for (leaf, answer) in leaves.iter().zip(&mut answers).take(pending) {
                shared.apply(&leaf.path, answer, self.komi, leaf.position.to_move());
            }
            pending = 0;
            let stopped = self.is_stopped() || shared.failure.is_some();
            let is_last = stopped || shared.begun >= self.allowed;
            if let (Some(own), Some(all)) = (&mut statistics, &mut shared.statistics)
                && (is_last || own.playouts() >= TOLD)
            {
                all.merge(own);
                own.clear();
            }
            while !stopped && pending < self.batch && shared.begun < self.allowed {
                shared.begun += 1;
                let leaf = &mut leaves[pending];
                leaf.open = shared.tree.gather(self.bars, &mut leaf.path, &mut leaf.moves);
                pending += 1;
            }
            drop(shared);
            if pending == 0 {
                if stopped || !self.is_endless {
                    return;
                }
                std::thread::sleep(PATIENCE);
                after_each(self);
                continue;
            }
            for leaf in &mut leaves[..pending] {
                leaf.position.copy_from(self.root);
                for mv in &leaf.moves {
                    leaf.position.play_legal(*mv);
                }
            }
            let queries: Vec<Query> = leaves[..pending]
                .iter()
                .map(|leaf| Query {
                    position: &leaf.position,
                    wants_priors: leaf.open && !leaf.position.is_over(),
                    at_root: false,
                })
                .collect();
            if let Err(error) = evaluator.evaluate(&queries, &mut answers[..pending]) {
                let mut shared = self.lock();
                leaves[..pending].iter().for_each(|leaf| shared.tree.take_back(&leaf.path));
                shared.failure.get_or_insert(error);
                return;
            }
            if let Some(statistics) = &mut statistics {
                answers[..pending].iter().for_each(|answer| statistics.add(answer));
            }
            after_each(self);
        }
    }
}
