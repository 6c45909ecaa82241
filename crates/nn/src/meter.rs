//! How busy a network's executors are.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{Answers, Batch, Executor, ExecutorError};

/// Counts what goes through all executors of a network.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    under_way: usize,
    since: Option<Instant>,
    done: Work,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Positions that went through.
    pub evaluations: u64,
    /// The time in which at least one batch was under way.
    pub busy: Duration,
}

impl Meter {
    pub fn read(&self) -> Work {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = state.since.map_or(Duration::ZERO, |since| since.elapsed());
        Work { busy: state.done.busy + now, ..state.done }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
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

impl Work {
    /// What was done since then.
    pub fn since(&self, earlier: &Work) -> Work {
        Work {
            evaluations: self.evaluations.saturating_sub(earlier.evaluations),
            busy: self.busy.saturating_sub(earlier.busy),
        }
    }
}

/// An executor whose work is counted.
pub(crate) struct Metered {
    executor: Box<dyn Executor>,
    meter: Meter,
}

impl Metered {
    pub fn new(executor: Box<dyn Executor>, meter: Meter) -> Metered {
        Metered { executor, meter }
    }
}

impl Executor for Metered {
    fn describe(&self) -> String {
        self.executor.describe()
    }

    fn run(&mut self, batch: &Batch, answers: &mut Answers) -> Result<(), ExecutorError> {
        self.meter.begin();
        let result = self.executor.run(batch, answers);
        self.meter.end(if result.is_ok() { batch.count as u64 } else { 0 });
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_under_way_is_counted_once() {
        let meter = Meter::default();
        let start = Instant::now();
        meter.begin();
        meter.begin();
        meter.end(3);
        assert!(meter.read().busy <= start.elapsed());
        meter.end(4);
        let (read, spent) = (meter.read(), start.elapsed());
        assert_eq!(read.evaluations, 7);
        assert!(read.busy <= spent && read.busy > Duration::ZERO);
        assert_eq!(meter.read(), read);
        meter.begin();
        let later = meter.read().since(&read);
        assert_eq!(later.evaluations, 0);
        meter.end(0);
    }
}
