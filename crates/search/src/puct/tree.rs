//! The graph of a PUCT search and its shared state. How threads share it is told in [`crate::shared`].

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use board::Position;
use evaluation::Evaluation;

use super::agent::ActiveAgent;
use super::mirror::Mirror;
use super::node::{Edge, Node};
use super::root::Root;
use super::settings::PuctSettings;
use super::transpositions::Transpositions;
use super::utility::{PositionValue, UtilityScale};
use super::value_bias::ValueBiasTable;
use crate::advantage::Advantage;
use crate::arena::Arena;
use crate::memory::Account;
use crate::objective::ObjectiveSettings;
use crate::prior_weights::PriorWeights;
use crate::shared::OwnLine;

/// Nodes are numbered by a u32; threads add fewer than this margin at the same time.
const MOST_NODES: usize = u32::MAX as usize - (1 << 16);

pub(crate) struct PuctTree {
    pub(super) nodes: Arena<Node>,
    pub settings: PuctSettings,
    pub(super) objective: ObjectiveSettings,
    pub(super) advantage: Option<Advantage>,
    pub(super) weights: Option<PriorWeights>,
    pub(super) scale: UtilityScale,
    /// The agent that chooses, if it does not simply play to win.
    pub(super) agent: Option<ActiveAgent>,
    /// An opponent who mirrors every move, if the search watches for it.
    pub(super) mirror: Option<Mirror>,
    pub(super) biases: ValueBiasTable,
    pub(super) transpositions: Transpositions,
    pub root: Root,
    /// Whether the evaluator knows the ownership, so that nodes store it.
    pub(super) stores_ownership: bool,
    /// Whether the evaluator predicts its own error, so that weights differ.
    pub(super) weights_differ: AtomicBool,
    pub details: SnapshotDetails,
    /// The memory of the nodes.
    pub(super) node_bytes: OwnLine<AtomicUsize>,
    account: Account,
}

/// Parts of snapshots that take another pass over the tree, and are made only on request.
#[derive(Clone, Copy, Default)]
pub(crate) struct SnapshotDetails {
    /// Ownership after each move.
    pub moves_ownership: bool,
    /// The win rate over bonus points.
    pub curve: bool,
}

impl PuctTree {
    pub fn new(
        settings: PuctSettings,
        objective: ObjectiveSettings,
        advantage: Option<Advantage>,
        weights: Option<PriorWeights>,
    ) -> PuctTree {
        PuctTree {
            nodes: Arena::default(),
            settings,
            objective,
            advantage,
            weights,
            scale: UtilityScale::new(&settings, 1.0, 0.0),
            agent: None,
            mirror: None,
            biases: ValueBiasTable::default(),
            transpositions: Transpositions::default(),
            root: Root::default(),
            stores_ownership: false,
            weights_differ: AtomicBool::new(false),
            details: SnapshotDetails::default(),
            node_bytes: OwnLine::default(),
            account: Account::default(),
        }
    }

    /// Clears the tree and frees its memory.
    pub fn clear(&mut self) {
        self.nodes = Arena::default();
        self.stores_ownership = false;
        self.biases = ValueBiasTable::default();
        self.transpositions.clear();
        self.root.clear();
        self.count_memory();
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&self) -> usize {
        let nodes = self.nodes.bytes() + self.node_bytes.load(Relaxed);
        nodes + self.transpositions.bytes() + self.biases.bytes()
    }

    /// Counts the memory of this tree, and reports it to the process-wide limit.
    pub(super) fn count_memory(&mut self) {
        *self.node_bytes.get_mut() = self.nodes.iter().map(Node::bytes).sum();
        self.account.tell(self.bytes());
    }

    /// Whether the tree cannot grow: memory or numbers of nodes are used up.
    pub(super) fn is_out_of_room(&self) -> bool {
        self.account.is_full(self.bytes()) || self.nodes.len() > MOST_NODES
    }

    pub fn is_expanded(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Visits of the root.
    pub fn root_visits(&self) -> u64 {
        self.nodes.first().map_or(0, |root| u64::from(root.visits.load(Relaxed)))
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Copies of the visited moves of the root.
    pub(super) fn root_edges(&self) -> Vec<Edge> {
        self.nodes.first().map_or(Vec::new(), |root| root.moves.read().edges.clone())
    }

    /// The weight of an evaluation: the larger its predicted error, the smaller.
    pub(super) fn weight_of(&self, evaluation: &Evaluation, value: &PositionValue) -> f64 {
        let (usual, most) =
            (f64::from(self.settings.uncertainty_coeff), f64::from(self.settings.uncertainty_max_weight));
        let Some(errors) = evaluation.errors.filter(|_| most > 1.0) else { return 1.0 };
        if !self.weights_differ.load(Relaxed) {
            self.weights_differ.store(true, Relaxed);
        }
        let error = f64::from(self.settings.win_loss_utility_factor * errors.win_loss)
            + self.scale.slope(value.score) * f64::from(errors.score);
        usual / (error.max(0.0) + usual / most)
    }

    /// The difference in utility between a won and a lost game.
    #[inline]
    pub(super) fn shift_scale(&self) -> f64 {
        2.0 * f64::from(self.settings.win_loss_utility_factor)
    }

    /// The weight of an exact evaluation.
    pub(super) fn sure_weight(&self) -> f64 {
        if self.weights_differ.load(Relaxed) { f64::from(self.settings.uncertainty_max_weight) } else { 1.0 }
    }
}

/// The size of a square board with this many points.
pub(super) fn board_side(position: &Position) -> f64 {
    (position.size().points() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::ExpectedErrors;

    #[test]
    fn unsure_judgements_count_less() {
        let mut tree = PuctTree::new(PuctSettings::default(), ObjectiveSettings::default(), None, None);
        tree.scale = UtilityScale::new(&tree.settings, 9.0, 0.0);
        let weight = |errors| {
            let mut evaluation = Evaluation::blank();
            evaluation.errors = errors;
            tree.weight_of(&evaluation, &PositionValue::default())
        };
        assert_eq!(weight(None), 1.0);
        let errors = |win_loss, score| Some(ExpectedErrors { win_loss, score });
        assert!((weight(errors(0.0, 0.0)) - 8.0).abs() < 1e-5, "at most");
        assert!((weight(errors(0.21875, 0.0)) - 1.0).abs() < 1e-5, "the usual error");
        // A point near an even score: 0.3 / 6.75 + 0.1 / 18, times 2/π.
        let slope = std::f64::consts::FRAC_2_PI * (0.3 / 6.75 + 0.1 / 18.0);
        assert!((weight(errors(0.0, 2.0)) - 0.25 / (2.0 * slope + 0.25 / 8.0)).abs() < 1e-4);
    }
}
