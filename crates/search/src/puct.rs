//! PUCT on a graph, as in KataGo, for deterministic evaluators: networks.
//!
//! Every evaluated position is a node that keeps its evaluation. At every visit the value of a node is
//! recomputed from its children, and better moves count more ([`child_weights`]). Different paths to the same
//! position share one node ([`transpositions`]).
//!
//! One visit: [`traversal`] descends to a leaf by [`selection`], the driver evaluates it, [`expansion`] adds
//! it to the graph, and [`backup`] updates the values along the path. [`play_selection`] makes the final
//! choice.

mod agent;
mod agent_shifts;
mod backup;
mod bonus_curve;
mod child_weights;
mod context;
mod descent;
mod expansion;
mod mirror;
mod node;
mod ownership;
mod ownership_store;
mod play_selection;
mod preparation;
mod reuse;
mod root;
mod root_policy;
mod selection;
mod settings;
mod snapshot;
mod symmetry;
mod transpositions;
mod traversal;
mod tree;
mod unexpanded_moves;
mod utility;
mod value_bias;
mod value_stats;

pub(crate) use self::descent::PuctDescent;
pub use self::settings::PuctSettings;
pub use self::symmetry::symmetries_of;
pub(crate) use self::tree::PuctTree;

use board::{Komi, Position};
use evaluation::{Curve, Evaluation};

use self::node::UNEXPANDED;
use crate::move_filter::MoveFilter;
use crate::tree::{Arrival, SearchTree};

impl SearchTree for PuctTree {
    type Descent = PuctDescent;

    fn begin_search(&mut self) {}

    fn needs_root_evaluation(&self) -> bool {
        !self.is_expanded() || self.has_new_root()
    }

    fn evaluate_root(&mut self, root: &Position, evaluation: &mut Evaluation) -> bool {
        self.apply_to_root(root, evaluation)
    }

    fn prepare(&mut self, root: &Position, filter: &MoveFilter) -> bool {
        self.prepare_root(root, filter);
        self.is_expanded()
    }

    fn visits(&self) -> u64 {
        self.root_visits()
    }

    fn is_full(&mut self) -> bool {
        self.is_out_of_room()
    }

    /// A fraction of the visits so far: more would mislead a small tree.
    fn max_in_flight(&self) -> u64 {
        (self.root_visits() as f64 * f64::from(self.settings.max_in_flight_fraction)) as u64
    }

    fn descend(&mut self, descent: &mut PuctDescent, root: &Position, filter: &MoveFilter) -> Arrival {
        descent.position.copy_from(root);
        self.descend_to_leaf(descent, filter)
    }

    fn backup(&mut self, descent: &PuctDescent, evaluation: &mut Evaluation, komi: Komi) {
        self.apply_to_leaf(descent, evaluation, komi);
    }

    fn abandon(&mut self, descent: &mut PuctDescent) {
        self.transpositions.end(descent.key);
        let _ = self.undo(descent);
    }
}

impl PuctTree {
    /// Expands the root, or gives an existing node the priors of a root; true if this counts as a visit.
    pub fn apply_to_root(&mut self, root: &Position, evaluation: &Evaluation) -> bool {
        if self.is_expanded() {
            self.change_root_priors(&evaluation.priors);
            return false;
        }
        if !evaluation.priors.is_empty() {
            self.expand_root(root, evaluation);
        }
        true
    }

    /// Expands the leaf of a descent and backs up its evaluation along the path.
    pub fn apply_to_leaf(&mut self, descent: &PuctDescent, evaluation: &Evaluation, komi: Komi) {
        let Some(leaf) = descent.path.last().copied() else { return };
        self.transpositions.end(descent.key);
        let id = self.expand(descent, evaluation, komi);
        self.edge_mut(leaf).child = id;
        self.backup_path(&descent.path);
    }

    /// The curves of all visited positions in the order of their visits, the root's first.
    pub fn curves(&self) -> Vec<Curve> {
        let mut visited = vec![false; self.nodes.len()];
        if let Some(root) = visited.first_mut() {
            *root = true;
        }
        let edges = self.nodes.iter().flat_map(|node| self.edges_of(node));
        for edge in edges.filter(|e| e.visits > 0 && e.child != UNEXPANDED) {
            visited[edge.child as usize] = true;
        }
        self.nodes.iter().zip(visited).filter(|(_, visited)| *visited).map(|(node, _)| node.curve).collect()
    }
}
