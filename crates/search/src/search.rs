//! A search with its evaluators: one interface to both trees.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Komi, Position};
use evaluation::{EvaluationError, Evaluator};
use parking_lot::Mutex;

use crate::driver::{Driver, Job, WaitTimes};
use crate::limits::Limits;
use crate::move_filter::MoveFilter;
use crate::playout_statistics::PlayoutStatistics;
use crate::puct::PuctTree;
use crate::rave::RaveTree;
use crate::reuse::moves_since;
use crate::settings::{Algorithm, Settings};
use crate::snapshot::Snapshot;

/// A search tree with its evaluators, one per thread.
pub struct Search {
    evaluators: Vec<Box<dyn Evaluator>>,
    settings: Settings,
    root: Position,
    filter: MoveFilter,
    tree: Tree,
}

enum Tree {
    Rave(Box<Driver<RaveTree>>),
    Puct(Box<Driver<PuctTree>>),
}

/// Does the same with either tree.
macro_rules! either {
    ($tree:expr, $driver:ident => $body:expr) => {
        match $tree {
            Tree::Rave($driver) => $body,
            Tree::Puct($driver) => $body,
        }
    };
}

impl Search {
    /// Uses one thread per evaluator; there must be at least one.
    pub fn new(evaluators: Vec<Box<dyn Evaluator>>, settings: Settings, position: &Position) -> Search {
        assert!(!evaluators.is_empty(), "a search needs an evaluator");
        let Settings { algorithm, objective, advantage, weights, .. } = settings;
        let tree = match algorithm {
            Algorithm::Rave(rave) => {
                Tree::Rave(Box::new(Driver::new(RaveTree::new(rave, objective, weights))))
            }
            Algorithm::Puct(puct) => {
                Tree::Puct(Box::new(Driver::new(PuctTree::new(puct, objective, advantage, weights))))
            }
        };
        Search { evaluators, settings, root: position.clone(), filter: MoveFilter::none(), tree }
    }

    pub fn position(&self) -> &Position {
        &self.root
    }

    /// Moves to another position, and keeps the subtree if play led there from the current position.
    pub fn set_position(&mut self, position: &Position) {
        let new_moves = moves_since(&self.root, position);
        self.root.copy_from(position);
        self.filter = MoveFilter::none();
        let size = position.size();
        either!(&mut self.tree, driver => {
            if let Some(statistics) = &mut driver.statistics {
                *statistics.get_mut() = PlayoutStatistics::new(size);
            }
            match new_moves {
                Some(moves) if moves.is_empty() => {}
                Some(moves) => driver.tree.follow(&moves, position),
                None => driver.tree.clear(),
            }
        });
    }

    /// Changes komi and keeps the tree. This needs a PUCT search and an evaluator whose curves do not depend
    /// on komi: values are recomputed from the curves, and nothing is evaluated again.
    pub fn set_komi(&mut self, komi: Komi) {
        self.root.set_komi(komi);
        match &mut self.tree {
            Tree::Puct(driver) => driver.tree.change_komi(self.root.komi_with_bonus()),
            Tree::Rave(driver) => driver.tree.clear(),
        }
    }

    /// Excludes moves from the search until the position changes.
    pub fn set_move_filter(&mut self, filter: &MoveFilter) {
        if self.filter != *filter {
            self.clear();
            self.filter = filter.clone();
        }
    }

    /// Sets the noise in the selection at the root, or returns to the settings; the tree stays.
    pub fn set_wide_root_noise(&mut self, strength: Option<f32>) {
        if let (Tree::Puct(driver), Some(usual)) = (&mut self.tree, self.settings.puct()) {
            driver.tree.settings.wide_root_noise = strength.unwrap_or(usual.wide_root_noise);
        }
    }

    /// Sets the seed for noise at the root.
    pub fn seed(&mut self, seed: u64) {
        if let Tree::Puct(driver) = &mut self.tree {
            driver.tree.root.seed(seed);
        }
    }

    /// Whether the tree stores the ownership of every position, as it does with networks.
    pub fn keeps_ownership(&self) -> bool {
        matches!(self.tree, Tree::Puct(_))
    }

    /// Makes snapshots include the ownership after each move, which takes a pass over the tree. Not for
    /// playouts.
    pub fn include_moves_ownership(&mut self, on: bool) {
        if let Tree::Puct(driver) = &mut self.tree {
            driver.tree.details.moves_ownership = on;
        }
    }

    /// Makes snapshots include the win rate over bonus points, which takes another pass. Not for playouts.
    pub fn include_curve(&mut self, on: bool) {
        if let Tree::Puct(driver) = &mut self.tree {
            driver.tree.details.curve = on;
        }
    }

    /// Makes every search keep statistics of its playouts from the start. Not for networks.
    pub fn keep_playout_statistics(&mut self, on: bool) {
        let statistics = on.then(|| Box::new(Mutex::new(PlayoutStatistics::new(self.root.size()))));
        either!(&mut self.tree, driver => driver.statistics = statistics);
    }

    /// Statistics of the playouts of the last search.
    pub fn playout_statistics(&self) -> Option<Box<PlayoutStatistics>> {
        either!(&self.tree, driver => driver.statistics.as_ref().map(|all| Box::new(all.lock().clone())))
    }

    /// How long the threads of the last search waited for each other.
    pub fn wait_times(&self) -> WaitTimes {
        either!(&self.tree, driver => driver.wait_times)
    }

    /// Clears the tree.
    pub fn clear(&mut self) {
        either!(&mut self.tree, driver => driver.tree.clear());
    }

    /// The number of expanded positions: a fingerprint of the search's behaviour.
    pub fn node_count(&mut self) -> usize {
        either!(&mut self.tree, driver => driver.tree.node_count())
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&mut self) -> usize {
        either!(&mut self.tree, driver => driver.tree.bytes())
    }

    /// Searches until a limit is reached or `stop` becomes true, and reports every `report_every`. A tree
    /// that has filled the [memory](crate::Memory) does not grow: playouts continue at its leaves, but a
    /// deterministic evaluator has nothing to add, so its search ends, or waits for `stop` if there is no
    /// limit. The first error of an evaluator ends the search; the tree keeps what it learnt before.
    pub fn run(
        &mut self,
        limits: Limits,
        stop: &AtomicBool,
        report_every: Option<Duration>,
        on_report: &mut dyn FnMut(&Snapshot),
    ) -> Result<(), EvaluationError> {
        let (root, filter, batch) = (&self.root, &self.filter, self.settings.batch);
        let job = Job { root, filter, batch, limits, stop, report_every };
        let evaluators = &mut self.evaluators;
        either!(&mut self.tree, driver => driver.run(evaluators, &job, on_report))
    }

    /// The current state of the search.
    pub fn snapshot(&self) -> Snapshot {
        either!(&self.tree, driver => driver.snapshot(&self.root))
    }

    #[cfg(test)]
    pub(crate) fn rave_tree(&mut self) -> Option<&mut RaveTree> {
        match &mut self.tree {
            Tree::Rave(driver) => Some(&mut driver.tree),
            Tree::Puct(_) => None,
        }
    }

    #[cfg(test)]
    pub(crate) fn puct_tree(&mut self) -> Option<&mut PuctTree> {
        match &mut self.tree {
            Tree::Puct(driver) => Some(&mut driver.tree),
            Tree::Rave(_) => None,
        }
    }
}
