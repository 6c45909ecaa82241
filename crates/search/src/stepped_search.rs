//! A search that the caller drives, for many games side by side whose leaves are evaluated in one batch.

use board::Position;
use evaluation::{Curve, Evaluation, Query};

use crate::move_filter::MoveFilter;
use crate::puct::PuctSettings;
use crate::puct::{PuctDescent, PuctTree};
use crate::reuse::moves_since;
use crate::settings::{Algorithm, Settings};
use crate::snapshot::Snapshot;
use crate::tree::{Arrival, Descent, SearchTree};

/// One game's PUCT tree, without evaluator or threads: it returns the next position to evaluate and takes the
/// answer.
pub struct SteppedSearch {
    tree: PuctTree,
    root: Position,
    filter: MoveFilter,
    descent: PuctDescent,
    asking: Asking,
    /// Visits since the position changed.
    new_visits: u64,
}

/// What must be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asking {
    Nothing,
    /// The root, which is not expanded yet or was an ordinary node until now.
    Root,
    /// The end of the descent.
    Leaf,
}

impl SteppedSearch {
    /// With settings of a playout search, the default PUCT settings are used.
    pub fn new(settings: Settings, position: &Position, seed: u64) -> SteppedSearch {
        let puct = match settings.algorithm {
            Algorithm::Puct(puct) => puct,
            Algorithm::Rave(_) => PuctSettings::default(),
        };
        let mut tree = PuctTree::new(puct, settings.objective, settings.advantage, settings.weights);
        tree.root.seed(seed);
        SteppedSearch {
            tree,
            root: position.clone(),
            filter: MoveFilter::none(),
            descent: PuctDescent::new(position, 0),
            asking: Asking::Nothing,
            new_visits: 0,
        }
    }

    pub fn position(&self) -> &Position {
        &self.root
    }

    /// Moves to another position, and keeps the subtree if play led there.
    pub fn set_position(&mut self, position: &Position) {
        let moves = moves_since(&self.root, position);
        self.root.copy_from(position);
        self.asking = Asking::Nothing;
        match moves {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => self.tree.follow(&moves, position),
            None => self.tree.clear(),
        }
        self.new_visits = 0;
    }

    /// Visits of the root.
    pub fn visits(&self) -> u64 {
        self.tree.root_visits()
    }

    /// Changes the settings of the root: noise, temperature, forced visits.
    pub fn change(&mut self, change: impl FnOnce(&mut PuctSettings)) {
        change(&mut self.tree.settings);
    }

    /// Searches until something must be evaluated; false once the root has this many visits, or if there is
    /// no move. Every [query](SteppedSearch::query) must be [answered](SteppedSearch::answer) before the next
    /// step.
    pub fn step(&mut self, visits: u64) -> bool {
        self.asking = self.next(visits);
        self.asking != Asking::Nothing
    }

    fn next(&mut self, visits: u64) -> Asking {
        if self.root.is_over() || self.visits() >= visits {
            return Asking::Nothing;
        }
        if self.tree.needs_root_evaluation() {
            return Asking::Root;
        }
        while self.visits() < visits {
            match self.tree.descend(&mut self.descent, &self.root, &self.filter) {
                Arrival::Known => self.new_visits += 1,
                Arrival::Busy | Arrival::Full => break,
                Arrival::Leaf => return Asking::Leaf,
            }
        }
        Asking::Nothing
    }

    /// The position to evaluate.
    pub fn query(&self) -> Option<Query<'_>> {
        match self.asking {
            Asking::Nothing => None,
            Asking::Root => Some(Query { position: &self.root, wants_priors: true, at_root: true }),
            Asking::Leaf => Some(self.descent.query()),
        }
    }

    /// Takes the answer to the query.
    pub fn answer(&mut self, evaluation: &Evaluation) {
        match std::mem::replace(&mut self.asking, Asking::Nothing) {
            Asking::Nothing => return,
            Asking::Leaf => {
                self.tree.apply_to_leaf(&mut self.descent, evaluation, self.root.komi_with_bonus());
            }
            Asking::Root => {
                self.tree.apply_to_root(&self.root, evaluation);
                self.tree.prepare(&self.root, &self.filter);
            }
        }
        self.new_visits += 1;
    }

    /// The curves of all visited positions in the order of their visits, the root's first.
    pub fn curves(&self) -> Vec<Curve> {
        self.tree.curves()
    }

    /// The current state of the search.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { new_visits: self.new_visits, ..self.tree.snapshot(&self.root) }
    }
}
