//! What the threads of a search share.

use std::time::Duration;

use board::{Colour, Komi};
use evaluation::{Evaluation, EvaluationError, OwnershipSum};

use crate::node::Step;
use crate::tree::Tree;
use crate::{PlayoutStatistics, Settings};

/// The tree and what is counted beside it, under one lock: walking the tree is short beside evaluating a position.
pub(crate) struct Shared {
    pub tree: Tree,
    /// Sum over this search's evaluations.
    pub ownership: OwnershipSum,
    /// Evaluations begun and finished in this search.
    pub begun: u64,
    pub finished: u64,
    /// Leaves under evaluation now, where leaves are gathered with a limit on them.
    pub in_flight: u64,
    pub elapsed: Duration,
    /// The first error of an evaluator: it ends the search.
    pub failure: Option<EvaluationError>,
    /// How this search's playouts ended, where somebody asked for it.
    pub statistics: Option<Box<PlayoutStatistics>>,
    /// Whether views show who owns what after each move.
    pub shows_moves_ownership: bool,
    /// Whether they show the chance to win over bonus points.
    pub shows_curve: bool,
}

impl Shared {
    pub fn new(settings: Settings) -> Shared {
        Shared {
            tree: Tree::new(settings),
            ownership: OwnershipSum::default(),
            begun: 0,
            finished: 0,
            in_flight: 0,
            elapsed: Duration::ZERO,
            failure: None,
            statistics: None,
            shows_moves_ownership: false,
            shows_curve: false,
        }
    }

    /// Counts a new search from nothing; the tree stays.
    pub fn begin(&mut self) {
        self.begun = 0;
        self.finished = 0;
        self.in_flight = 0;
        self.elapsed = Duration::ZERO;
        self.failure = None;
        self.ownership = OwnershipSum::default();
        if let Some(statistics) = &mut self.statistics {
            statistics.clear();
        }
    }

    /// Takes an answer into account.
    pub fn apply(&mut self, path: &[Step], answer: &mut Evaluation, komi: Komi, leaf_to_move: Colour) {
        self.finished += 1;
        self.tree.apply(path, answer, komi, leaf_to_move);
        if let Some(new) = &answer.ownership {
            self.ownership.add(new);
        }
    }
}
