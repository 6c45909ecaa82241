//! Statistics of a network's executors.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::executor::{Batch, Executor, ExecutorError, Outputs};

/// Counts the work of all executors of a network.
#[derive(Clone, Debug, Default)]
pub struct StatsCounter(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    under_way: usize,
    since: Option<Instant>,
    done: ExecutorStats,
}

/// The work done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExecutorStats {
    /// Positions evaluated.
    pub evaluations: u64,
    /// The time during which at least one batch was running.
    pub busy: Duration,
}

impl StatsCounter {
    pub fn read(&self) -> ExecutorStats {
        let state = self.0.lock();
        let now = state.since.map_or(Duration::ZERO, |since| since.elapsed());
        ExecutorStats { busy: state.done.busy + now, ..state.done }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.lock());
    }

    fn begin(&self) {
        self.change(|state| {
            state.under_way += 1;
            state.since.get_or_insert_with(Instant::now);
        });
    }

    fn end(&self, evaluations: u64) {
        self.change(|state| {
            state.under_way -= 1;
            state.done.evaluations += evaluations;
            if state.under_way == 0 {
                state.done.busy += state.since.take().map_or(Duration::ZERO, |since| since.elapsed());
            }
        });
    }
}

impl ExecutorStats {
    /// The work done since then.
    pub fn since(&self, earlier: &ExecutorStats) -> ExecutorStats {
        ExecutorStats {
            evaluations: self.evaluations.saturating_sub(earlier.evaluations),
            busy: self.busy.saturating_sub(earlier.busy),
        }
    }
}

/// An executor that counts its work.
pub(crate) struct CountedExecutor {
    executor: Box<dyn Executor>,
    stats: StatsCounter,
}

impl CountedExecutor {
    pub fn new(executor: Box<dyn Executor>, stats: StatsCounter) -> CountedExecutor {
        CountedExecutor { executor, stats }
    }
}

impl Executor for CountedExecutor {
    fn describe(&self) -> String {
        self.executor.describe()
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        self.stats.begin();
        let result = self.executor.run(batch, outputs);
        self.stats.end(if result.is_ok() { batch.count as u64 } else { 0 });
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_under_way_is_counted_once() {
        let stats = StatsCounter::default();
        let start = Instant::now();
        stats.begin();
        stats.begin();
        stats.end(3);
        assert!(stats.read().busy <= start.elapsed());
        stats.end(4);
        let (read, spent) = (stats.read(), start.elapsed());
        assert_eq!(read.evaluations, 7);
        assert!(read.busy <= spent && read.busy > Duration::ZERO);
        assert_eq!(stats.read(), read);
        stats.begin();
        let later = stats.read().since(&read);
        assert_eq!(later.evaluations, 0);
        stats.end(0);
    }
}
