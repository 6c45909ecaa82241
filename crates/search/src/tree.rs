//! The trait of search trees that the driver runs.

use board::{Komi, Position};
use evaluation::{Evaluation, Query};

use crate::move_filter::MoveFilter;

/// A tree that the threads of a search share; one thread uses it at a time.
pub(crate) trait SearchTree: Send {
    type Descent: Descent;

    /// Resets the counters for a new search; the tree stays.
    fn begin_search(&mut self);

    /// Whether the root must be evaluated first: it is not expanded, or was an ordinary node until now.
    fn needs_root_evaluation(&self) -> bool;

    /// Takes the root's evaluation; true if it counts as a visit.
    fn evaluate_root(&mut self, root: &Position, evaluation: &mut Evaluation) -> bool;

    /// Prepares the root for descents; false if there is nothing to search.
    fn prepare(&mut self, root: &Position, filter: &MoveFilter) -> bool;

    /// Visits of the root.
    fn visits(&self) -> u64;

    /// Whether the tree cannot grow.
    fn is_full(&mut self) -> bool;

    /// The most evaluations in flight that do not mislead the search.
    fn max_in_flight(&self) -> u64;

    /// Selects moves from the root to a leaf.
    fn descend(&mut self, descent: &mut Self::Descent, root: &Position, filter: &MoveFilter) -> Arrival;

    /// Expands the leaf of a descent and backs up its evaluation along the path.
    fn backup(&mut self, descent: &Self::Descent, evaluation: &mut Evaluation, komi: Komi);

    /// Undoes a descent whose leaf could not be evaluated.
    fn abandon(&mut self, descent: &mut Self::Descent);
}

/// One path from the root to a leaf. Every thread has its own and reuses them.
pub(crate) trait Descent: Send {
    fn new(root: &Position) -> Self;

    /// The leaf to evaluate. It does not need the tree, so other threads can use the tree in the meantime.
    fn leaf(&mut self, root: &Position) -> Query<'_>;
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
