//! The trait of search trees that the driver runs.

use std::time::Duration;

use board::{Komi, Position};
use evaluation::{Evaluation, Query};

use crate::move_filter::MoveFilter;
use crate::snapshot::Snapshot;

/// A tree that the threads of a search share, as [`crate::shared`] tells. What needs `&mut` happens before the
/// threads start.
pub(crate) trait SearchTree: Send + Sync {
    type Descent: Descent;

    /// Resets the counters for a new search with this many threads; the tree stays.
    fn begin_search(&mut self, threads: usize);

    /// Whether the root must be evaluated first: it is not expanded, or was an ordinary node until now.
    fn needs_root_evaluation(&self) -> bool;

    /// Takes the root's evaluation; true if it counts as a visit.
    fn evaluate_root(&mut self, root: &Position, evaluation: &mut Evaluation) -> bool;

    /// Prepares the root for descents; false if there is nothing to search.
    fn prepare(&mut self, root: &Position, filter: &MoveFilter) -> bool;

    /// Visits of the root.
    fn visits(&self) -> u64;

    /// Whether the tree cannot grow.
    fn is_full(&self) -> bool;

    /// The most evaluations in flight that do not mislead the search; `None` for any number.
    fn max_in_flight(&self) -> Option<u64>;

    /// Selects moves from the root to a leaf.
    fn descend(&self, descent: &mut Self::Descent, root: &Position, filter: &MoveFilter) -> Arrival;

    /// Expands the leaf of a descent and backs up its evaluation along the path.
    fn backup(&self, descent: &mut Self::Descent, evaluation: &mut Evaluation, komi: Komi);

    /// Undoes a descent whose leaf could not be evaluated.
    fn abandon(&self, descent: &mut Self::Descent);

    /// The current state of the search; it may be running.
    fn snapshot(&self, root: &Position) -> Snapshot;
}

/// One path from the root to a leaf. Every thread has its own and reuses them.
pub(crate) trait Descent: Send {
    /// For the thread with this number.
    fn new(root: &Position, thread: usize) -> Self;

    /// The leaf to evaluate.
    fn leaf(&mut self, root: &Position) -> Query<'_>;

    /// How long these descents have waited for other threads.
    fn waited(&self) -> Duration;
}

/// Where a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// At a leaf that must be evaluated; the path is marked as in flight until then.
    Leaf,
    /// The visit is complete: everything was known.
    Known,
    /// At a leaf that is already being evaluated; nothing has changed.
    Busy,
    /// The tree cannot grow, and nothing has changed: another visit would teach nothing, because the
    /// evaluator is deterministic.
    Full,
}
