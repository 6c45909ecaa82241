//! A search that is driven from outside, for many games side by side whose leaves are evaluated together.

use board::Position;
use evaluation::{Curve, Evaluation, Query};

use crate::node::CLOSED;
use crate::search::moves_since;
use crate::shared::Shared;
use crate::walking::{Arrival, Walk};
use crate::{Algorithm, MoveFilter, PuctSettings, Settings, Snapshot, snapshot};

/// One game's tree, without an evaluator and without threads: it says what must be evaluated next and is told the answer.
/// Values are weighed, as for networks.
pub struct SteppedSearch {
    shared: Shared,
    root: Position,
    bars: MoveFilter,
    walk: Walk,
    asking: Asking,
}

/// What the evaluator is being asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asking {
    Nothing,
    /// The root, which is not open yet, or was a position like any other until now.
    Root,
    /// The end of the walk.
    Leaf,
}

impl SteppedSearch {
    pub fn new(settings: Settings, position: &Position, seed: u64) -> SteppedSearch {
        let network = settings.puct().copied().unwrap_or_default();
        let mut shared = Shared::new(Settings { algorithm: Algorithm::Puct(network), ..settings });
        shared.tree.weighed.root.seed(seed);
        let walk = Walk::new(position);
        SteppedSearch {
            shared,
            root: position.clone(),
            bars: MoveFilter::none(),
            walk,
            asking: Asking::Nothing,
        }
    }

    pub fn position(&self) -> &Position {
        &self.root
    }

    /// Goes to another position, keeping what the tree knows of it when play led there.
    pub fn set_position(&mut self, position: &Position) {
        let moves = moves_since(&self.root, position);
        self.root.copy_from(position);
        self.asking = Asking::Nothing;
        match moves {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => _ = self.shared.tree.follow(&moves, position),
            None => self.shared.tree.clear(),
        }
        self.shared.begin();
    }

    /// Visits of the root.
    pub fn visits(&self) -> u64 {
        self.shared.tree.visits()
    }

    /// Changes how the root is searched: noise, temperature, forced visits.
    pub fn change(&mut self, change: impl FnOnce(&mut PuctSettings)) {
        let tree = &mut self.shared.tree;
        if let Some(network) = tree.settings.puct_mut() {
            change(network);
            tree.weighed.settings = *network;
        }
    }

    /// Walks on until something has to be evaluated; false once the root has as many visits, or there is nothing to
    /// play. Every [question](SteppedSearch::question) must be [answered](SteppedSearch::answer) before the next walk.
    pub fn walk(&mut self, visits: u64) -> bool {
        self.asking = self.next(visits);
        self.asking != Asking::Nothing
    }

    fn next(&mut self, visits: u64) -> Asking {
        if self.root.is_over() || self.shared.tree.visits() >= visits {
            return Asking::Nothing;
        }
        if !self.shared.tree.is_open() || self.shared.tree.has_new_root() {
            return Asking::Root;
        }
        while self.shared.tree.visits() < visits {
            self.walk.position.copy_from(&self.root);
            match self.shared.tree.descend(&mut self.walk, &self.bars) {
                Arrival::Known => self.shared.finished += 1,
                Arrival::Busy | Arrival::Full => break,
                Arrival::Leaf => return Asking::Leaf,
            }
        }
        Asking::Nothing
    }

    /// What has to be evaluated.
    pub fn question(&self) -> Option<Query<'_>> {
        match self.asking {
            Asking::Nothing => None,
            Asking::Root => Some(Query { position: &self.root, wants_priors: true, at_root: true }),
            Asking::Leaf => {
                let Walk { position, ended, .. } = &self.walk;
                Some(Query { position, wants_priors: !ended, at_root: false })
            }
        }
    }

    /// Takes the answer to the question into account.
    pub fn answer(&mut self, evaluation: &Evaluation) {
        let komi = self.root.komi_with_bonus();
        let tree = &mut self.shared.tree;
        match std::mem::replace(&mut self.asking, Asking::Nothing) {
            Asking::Nothing => return,
            Asking::Leaf => tree.settle(&self.walk, evaluation, komi),
            Asking::Root => {
                if tree.is_open() {
                    tree.change_root_priors(&evaluation.priors);
                } else if !evaluation.priors.is_empty() {
                    tree.open_weighed_root(&self.root, evaluation);
                }
                tree.prepare(&self.root, &self.bars);
            }
        }
        self.shared.finished += 1;
    }

    /// The curves of all positions that were visited, the root's first, in the order in which they were.
    pub fn curves(&self) -> Vec<Curve> {
        let tree = &self.shared.tree;
        let mut visited = vec![false; tree.nodes.len()];
        if let Some(root) = visited.first_mut() {
            *root = true;
        }
        let edges = tree.nodes.iter().flat_map(|node| tree.edges_of(node));
        for edge in edges.filter(|e| e.visits > 0 && e.child != CLOSED) {
            visited[edge.child as usize] = true;
        }
        let values = tree.weighed.values.iter().zip(visited);
        values.filter(|(_, visited)| *visited).map(|(values, _)| values.curve).collect()
    }

    /// What is known now.
    pub fn view(&self) -> Snapshot {
        snapshot::of(&self.shared, &self.root)
    }
}
