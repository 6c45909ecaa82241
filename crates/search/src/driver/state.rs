//! What the threads of a search share.

use std::time::Duration;

use evaluation::EvaluationError;

use crate::playout_statistics::PlayoutStatistics;
use crate::tree::SearchTree;

/// A tree and the counters of the search.
pub(crate) struct State<T> {
    pub tree: T,
    /// Visits started and finished in this search.
    pub begun: u64,
    pub finished: u64,
    /// Leaves in flight.
    pub in_flight: u64,
    pub elapsed: Duration,
    /// The first error of an evaluator, which ends the search.
    pub failure: Option<EvaluationError>,
    /// Statistics of this search's playouts, if requested.
    pub statistics: Option<Box<PlayoutStatistics>>,
    /// How long threads held the lock and waited for it, if requested.
    pub lock_times: Option<LockTimes>,
}

/// How long all threads of a search together held the lock on the tree, and waited for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LockTimes {
    pub held: Duration,
    pub waited: Duration,
}

impl<T: SearchTree> State<T> {
    pub fn new(tree: T) -> State<T> {
        State {
            tree,
            begun: 0,
            finished: 0,
            in_flight: 0,
            elapsed: Duration::ZERO,
            failure: None,
            statistics: None,
            lock_times: None,
        }
    }

    /// Resets the counters for a new search; the tree stays.
    pub fn begin(&mut self) {
        (self.begun, self.finished, self.in_flight) = (0, 0, 0);
        self.elapsed = Duration::ZERO;
        self.failure = None;
        self.tree.begin_search();
        if let Some(statistics) = &mut self.statistics {
            statistics.clear();
        }
        self.lock_times = self.lock_times.map(|_| LockTimes::default());
    }
}
