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
mod human;
mod mirror;
mod node;
mod ownership;
mod play_selection;
mod preparation;
mod reuse;
mod root;
mod root_policy;
mod selection;
mod settings;
mod snapshot;
mod stored_ownership;
mod symmetry;
mod transpositions;
mod traversal;
mod tree;
mod unexpanded_moves;
mod utility;
mod value_bias;
mod value_stats;

pub(crate) use self::descent::PuctDescent;
pub use self::human::{ExploreProb, HumanExploration};
pub use self::settings::PuctSettings;
pub use self::symmetry::symmetries_of;
pub(crate) use self::tree::PuctTree;

use board::{Komi, Position};
use evaluation::{Curve, Evaluation};

use crate::move_filter::MoveFilter;
use crate::snapshot::Snapshot;
use crate::tree::{Arrival, SearchTree};

impl SearchTree for PuctTree {
    type Descent = PuctDescent;

    fn begin_search(&mut self, _: usize) {}

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

    fn is_full(&self) -> bool {
        self.is_out_of_room()
    }

    /// A fraction of the visits so far: more would mislead a small tree.
    fn max_in_flight(&self) -> Option<u64> {
        Some((self.root_visits() as f64 * f64::from(self.settings.max_in_flight_fraction)) as u64)
    }

    fn descend(&self, descent: &mut PuctDescent, root: &Position, filter: &MoveFilter) -> Arrival {
        descent.position.copy_from(root);
        self.descend_to_leaf(descent, filter)
    }

    fn backup(&self, descent: &mut PuctDescent, evaluation: &mut Evaluation, komi: Komi) {
        self.apply_to_leaf(descent, evaluation, komi);
    }

    fn abandon(&self, descent: &mut PuctDescent) {
        self.transpositions.end(descent.key);
        let _ = self.undo(descent);
    }

    fn snapshot(&self, root: &Position) -> Snapshot {
        PuctTree::snapshot(self, root)
    }
}

impl PuctTree {
    /// Expands the root, or gives an existing node the priors of a root; true if this counts as a visit.
    pub fn apply_to_root(&mut self, root: &Position, evaluation: &Evaluation) -> bool {
        if self.is_expanded() {
            self.change_root_priors(&evaluation.priors);
            self.change_root_human_priors(root, &evaluation.human);
            return false;
        }
        if !evaluation.priors.is_empty() {
            self.expand_root(root, evaluation);
        }
        true
    }

    /// Expands the leaf of a descent and backs up its evaluation along the path.
    pub fn apply_to_leaf(&self, descent: &mut PuctDescent, evaluation: &Evaluation, komi: Komi) {
        let leaf = self.expand(descent, evaluation, komi);
        self.backup_to(descent, leaf);
    }

    /// The curves of all visited positions in the order of their visits, the root's first.
    pub fn curves(&self) -> Vec<Curve> {
        let mut visited = vec![false; self.nodes.len()];
        if let Some(root) = visited.first_mut() {
            *root = true;
        }
        for node in self.nodes.iter() {
            for edge in node.moves.read().edges.iter().filter(|e| e.is_visited()) {
                visited[edge.child() as usize] = true;
            }
        }
        self.nodes.iter().zip(visited).filter(|(_, visited)| *visited).map(|(node, _)| node.curve).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use board::{Colour, Rules, Size};
    use evaluation::{EvaluationError, Evaluator, Lead, Query};

    use super::node::{Node, UNEXPANDED};
    use super::*;
    use crate::{Limits, Search, Settings};

    /// Every position has another value, and other priors.
    struct Disorder;

    impl Evaluator for Disorder {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
            for (query, out) in queries.iter().zip(out) {
                let hash = query.position.hash();
                let chance = |n: u64| (board::splitmix64(hash ^ n) >> 40) as f32 / (1u64 << 24) as f32;
                out.curve = Curve::new(Lead::for_side(Colour::Black, 8.0 * chance(1) - 4.0), 0.3);
                let moves = query.position.legal_moves().enumerate();
                out.priors = moves.map(|(i, mv)| (mv, 0.01 + chance(2 + i as u64))).collect();
                let total: f32 = out.priors.iter().map(|(_, p)| p).sum();
                out.priors.iter_mut().for_each(|(_, p)| *p /= total);
            }
            Ok(())
        }
    }

    const VISITS: u64 = 20_000;

    /// A search by eight threads that meet everywhere in the tree.
    fn search(batch: usize, settings: PuctSettings) -> Search {
        let position = Position::new(Size::square(4).unwrap(), Rules::TROMP_TAYLOR, Komi::from_halves(1));
        let settings = Settings { batch, ..Settings::with_puct(settings) };
        let threads = (0..8).map(|_| Box::new(Disorder) as Box<dyn Evaluator>).collect();
        let mut search = Search::new(threads, settings, &position);
        search.run(Limits::visits(VISITS), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        search
    }

    /// Nothing is left in flight, nor to be recomputed; returns the visits of the moves.
    fn settled(tree: &PuctTree, node: &Node) -> u64 {
        assert_eq!(node.changes.load(Relaxed), 0);
        let moves = node.moves.read();
        for edge in &moves.edges {
            assert_eq!(edge.in_flight.load(Relaxed), 0);
            let child = tree.nodes.get(edge.child()).map_or(0, |child| child.visits.load(Relaxed));
            assert!(edge.visits() <= child, "{} visits of a node with {child}", edge.visits());
        }
        moves.edges.iter().map(|edge| u64::from(edge.visits())).sum()
    }

    /// Without transpositions and with equal weights, a value is the mean of all evaluations below it, to the last
    /// visit.
    #[test]
    fn threads_share_a_tree_and_lose_nothing() {
        let plain = PuctSettings {
            use_graph_search: false,
            value_weight_exponent: 0.0,
            noise_prune_utility_scale: 0.0,
            subtree_value_bias_factor: 0.0,
            max_in_flight_fraction: 1.0,
            ..PuctSettings::default()
        };
        for batch in [1, 1, 4, 16] {
            let mut search = search(batch, plain);
            let tree = search.puct_tree().unwrap();
            assert_eq!(tree.root_visits(), VISITS);
            let (mut wins, mut bytes) = (0.0, tree.nodes.bytes());
            for node in tree.nodes.iter() {
                let (visits, below) = (node.visits.load(Relaxed), settled(tree, node));
                bytes += node.bytes();
                if node.is_terminal {
                    // A pass that ends the game is known before it is visited.
                    wins += node.value.win * f64::from(visits);
                } else {
                    assert_eq!(u64::from(visits), 1 + below);
                    wins += node.value.win;
                }
                assert_eq!(node.stats.weight(), f64::from(visits));
            }
            let unvisited: f64 = tree.nodes.iter().map(|node| unvisited_wins(tree, node)).sum();
            let mean = (wins - unvisited) / VISITS as f64;
            assert!((tree.nodes[0].stats.get().win - mean).abs() < 1e-9, "{mean}");
            assert_eq!(tree.bytes(), bytes + tree.transpositions.bytes() + tree.biases.bytes());
        }
    }

    /// What ends of the game add that were foreseen and never visited.
    fn unvisited_wins(tree: &PuctTree, node: &Node) -> f64 {
        let moves = node.moves.read();
        let foreseen = moves.edges.iter().filter(|edge| edge.visits() == 0 && edge.child() != UNEXPANDED);
        foreseen.map(|edge| tree.nodes[edge.child()].value.win).sum()
    }

    /// Threads that come to the same position by different paths make one node of it.
    #[test]
    fn threads_share_transpositions() {
        for batch in [1, 1, 4, 16] {
            let mut search =
                search(batch, PuctSettings { max_in_flight_fraction: 1.0, ..PuctSettings::default() });
            let tree = search.puct_tree().unwrap();
            assert_eq!(settled(tree, &tree.nodes[0]), VISITS - 1);
            let mut keys = HashSet::new();
            for node in tree.nodes.iter() {
                settled(tree, node);
                assert!(node.key == 0 || keys.insert(node.key), "a position with two nodes");
                assert!(node.stats.utility().abs() <= tree.settings.reach() + 1e-9);
            }
            assert!(keys.len() < VISITS as usize, "some visits find a node");
            assert_eq!(tree.transpositions.in_flight(), 0);
        }
    }
}
