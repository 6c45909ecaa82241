//! What the driver asks of a search tree.

use board::{Komi, Position};
use evaluation::{Evaluation, Query};

use crate::MoveFilter;

/// A tree that the threads of a search share, one at a time.
pub(crate) trait SearchTree: Send {
    type Descent: Descent;

    /// Begins to count a new search; what the tree knows stays.
    fn begin_search(&mut self);

    /// Whether the root must be evaluated first: it is not expanded, or was a node like any other until now.
    fn needs_root_evaluation(&self) -> bool;

    /// Takes the root's evaluation; true when it counts as a visit.
    fn evaluate_root(&mut self, root: &Position, evaluation: &mut Evaluation) -> bool;

    /// Gets the root ready for descents; false when there is nothing to search.
    fn prepare(&mut self, root: &Position, filter: &MoveFilter) -> bool;

    /// Visits of the root.
    fn visits(&self) -> u64;

    /// Whether nothing more can be expanded.
    fn is_full(&mut self) -> bool;

    /// How many evaluations may be under way at once without misleading the search.
    fn max_in_flight(&self) -> u64;

    /// Selects moves from the root to a leaf.
    fn descend(&mut self, descent: &mut Self::Descent, root: &Position, filter: &MoveFilter) -> Arrival;

    /// Expands the leaf of a descent, and takes its evaluation into account along the path.
    fn backup(&mut self, descent: &Self::Descent, evaluation: &mut Evaluation, komi: Komi);

    /// Takes a descent back whose leaf could not be evaluated.
    fn abandon(&mut self, descent: &mut Self::Descent);
}

/// One way from the root to a leaf. Every thread has its own, and uses them again and again.
pub(crate) trait Descent: Send {
    fn new(root: &Position) -> Self;

    /// The leaf to evaluate. The tree is not needed for it, so that other threads can use it meanwhile.
    fn leaf(&mut self, root: &Position) -> Query<'_>;
}

/// Where a descent has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// A leaf that must be evaluated; the path is marked until it is.
    Leaf,
    /// The visit is made: everything was known.
    Known,
    /// A leaf that is being evaluated already; nothing has changed.
    Busy,
    /// The tree cannot grow, and nothing has changed: going through it again would teach nothing, because the evaluator
    /// says the same of a position every time.
    Full,
}
