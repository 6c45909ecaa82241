//! The graph of a PUCT search and its shared state.

use board::Position;
use evaluation::{Evaluation, Lead};

use super::agent::ActiveAgent;
use super::child_weights::ChildWeight;
use super::mirror::Mirror;
use super::node::{Edge, Node, Step};
use super::ownership_store::OwnershipStore;
use super::root::Root;
use super::settings::PuctSettings;
use super::transpositions::Transpositions;
use super::unexpanded_moves::UnexpandedMoves;
use super::utility::{PositionValue, UtilityScale};
use super::value_bias::ValueBiasTable;
use crate::advantage::Advantage;
use crate::memory::{Account, held};
use crate::objective::ObjectiveSettings;

/// Edges are numbered by a u32; a position has fewer edges than this margin.
const MOST_EDGES: usize = u32::MAX as usize - 1024;

pub(crate) struct PuctTree {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub settings: PuctSettings,
    pub(super) objective: ObjectiveSettings,
    pub(super) advantage: Option<Advantage>,
    pub(super) scale: UtilityScale,
    /// The agent that chooses, if it does not simply play to win.
    pub(super) agent: Option<ActiveAgent>,
    /// The points that the side with the advantage is still expected to gain.
    pub(super) bonus: Lead,
    /// An opponent who mirrors every move, if the search watches for it.
    pub(super) mirror: Option<Mirror>,
    pub(super) unexpanded: UnexpandedMoves,
    pub(super) ownerships: OwnershipStore,
    pub(super) biases: ValueBiasTable,
    pub(super) transpositions: Transpositions,
    pub root: Root,
    /// Whether the evaluator predicts its own error, so that weights differ.
    pub(super) weights_differ: bool,
    /// A buffer for the children of one node.
    pub(super) children: Vec<ChildWeight>,
    pub details: SnapshotDetails,
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
    ) -> PuctTree {
        PuctTree {
            nodes: Vec::new(),
            edges: Vec::new(),
            settings,
            objective,
            advantage,
            scale: UtilityScale::new(&settings, 1.0, 0.0),
            agent: None,
            bonus: Lead::NONE,
            mirror: None,
            unexpanded: UnexpandedMoves::default(),
            ownerships: OwnershipStore::default(),
            biases: ValueBiasTable::default(),
            transpositions: Transpositions::default(),
            root: Root::default(),
            weights_differ: false,
            children: Vec::new(),
            details: SnapshotDetails::default(),
            account: Account::default(),
        }
    }

    /// Clears the tree and frees its memory.
    pub fn clear(&mut self) {
        self.nodes = Vec::new();
        self.edges = Vec::new();
        self.unexpanded = UnexpandedMoves::default();
        self.ownerships = OwnershipStore::default();
        self.biases = ValueBiasTable::default();
        self.transpositions.clear();
        self.root.clear();
        self.count_memory();
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&self) -> usize {
        let nodes = held(&self.nodes) + held(&self.edges) + self.transpositions.bytes();
        nodes + self.unexpanded.bytes() + self.ownerships.bytes() + self.biases.bytes()
    }

    /// Reports the memory of this tree to the process-wide limit.
    pub(super) fn count_memory(&mut self) {
        let bytes = self.bytes();
        self.account.tell(bytes);
    }

    /// Whether the tree cannot grow: memory or edge numbers are used up.
    pub(super) fn is_out_of_room(&mut self) -> bool {
        let bytes = self.bytes();
        self.account.is_full(bytes) || self.edges.len() > MOST_EDGES
    }

    pub fn is_expanded(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Visits of the root.
    pub fn root_visits(&self) -> u64 {
        self.nodes.first().map_or(0, |root| u64::from(root.visits))
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The visited moves of the root, if it is expanded.
    pub(super) fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(root))
    }

    pub(super) fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    pub(super) fn edge_mut(&mut self, step: Step) -> &mut Edge {
        let first = self.nodes[step.node as usize].first;
        &mut self.edges[(first + step.edge) as usize]
    }

    pub(super) fn edge(&self, step: Step) -> &Edge {
        &self.edges[(self.nodes[step.node as usize].first + step.edge) as usize]
    }

    /// The weight of an evaluation: the larger its predicted error, the smaller.
    pub(super) fn weight_of(&mut self, evaluation: &Evaluation, value: &PositionValue) -> f64 {
        let (usual, most) =
            (f64::from(self.settings.uncertainty_coeff), f64::from(self.settings.uncertainty_max_weight));
        let Some(errors) = evaluation.errors.filter(|_| most > 1.0) else { return 1.0 };
        self.weights_differ = true;
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
        if self.weights_differ { f64::from(self.settings.uncertainty_max_weight) } else { 1.0 }
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
        let mut tree = PuctTree::new(PuctSettings::default(), ObjectiveSettings::default(), None);
        tree.scale = UtilityScale::new(&tree.settings, 9.0, 0.0);
        let mut weight = |errors| {
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
