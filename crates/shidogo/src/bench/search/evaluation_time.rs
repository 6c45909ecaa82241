//! Evaluators whose time is measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use evaluation::{Evaluation, EvaluationError, Evaluator, Query};

/// The number of evaluations, and the time for them, in all threads together.
#[derive(Default)]
pub struct EvaluationTime {
    evaluations: AtomicU64,
    nanoseconds: AtomicU64,
}

impl EvaluationTime {
    pub fn watch(self: Arc<EvaluationTime>, evaluator: Box<dyn Evaluator>) -> Box<dyn Evaluator> {
        Box::new(Watched { evaluator, evaluations: 0, time: Duration::ZERO, all: self })
    }

    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Relaxed)
    }

    /// The time of the search besides evaluation, including waiting for other threads, relative to the time for
    /// evaluation.
    pub fn overhead(&self, all: Duration) -> f64 {
        let time = Duration::from_nanos(self.nanoseconds.load(Relaxed)).as_secs_f64();
        (all.as_secs_f64() - time).max(0.0) / time.max(1e-9)
    }
}

/// Counts for itself, and passes it on when it is dropped: threads must not wait for each other because they are
/// measured.
struct Watched {
    evaluator: Box<dyn Evaluator>,
    evaluations: u64,
    time: Duration,
    all: Arc<EvaluationTime>,
}

impl Evaluator for Watched {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        let start = Instant::now();
        self.evaluator.evaluate(queries, out)?;
        self.time += start.elapsed();
        self.evaluations += queries.len() as u64;
        Ok(())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.all.evaluations.fetch_add(self.evaluations, Relaxed);
        self.all.nanoseconds.fetch_add(self.time.as_nanos() as u64, Relaxed);
    }
}
