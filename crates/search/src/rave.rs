//! UCT with RAVE, for evaluators whose answers vary from visit to visit: playouts.
//!
//! Results are summed along the path of the visit. A leaf is expanded after a few visits, and every playout
//! also counts for the moves it plays later (RAVE: Gelly and Silver, Monte-Carlo tree search and rapid action
//! value estimation in computer Go).

mod backup;
mod descent;
mod expansion;
mod node;
mod reuse;
mod selection;
mod settings;
mod snapshot;
mod tree;

pub use self::settings::RaveSettings;
pub(crate) use self::tree::RaveTree;

use std::sync::atomic::Ordering::Relaxed;

use board::{Komi, Position};
use evaluation::{Evaluation, OwnershipSum};
use parking_lot::Mutex;

use self::descent::RaveDescent;
use crate::move_filter::MoveFilter;
use crate::snapshot::Snapshot;
use crate::tree::{Arrival, SearchTree};

impl SearchTree for RaveTree {
    type Descent = RaveDescent;

    fn begin_search(&mut self, threads: usize) {
        if self.sums.len() < threads {
            self.sums.resize_with(threads, Mutex::default);
        }
        for sums in &mut self.sums {
            sums.get_mut().ownership = OwnershipSum::default();
        }
    }

    fn needs_root_evaluation(&self) -> bool {
        !self.is_expanded()
    }

    fn evaluate_root(&mut self, root: &Position, evaluation: &mut Evaluation) -> bool {
        if let Some(weights) = self.weights {
            weights.apply(root, &mut evaluation.priors);
        }
        self.expand_root(root.to_move(), &evaluation.priors);
        self.apply_to_root(evaluation, root.komi_with_bonus());
        true
    }

    fn prepare(&mut self, _: &Position, _: &MoveFilter) -> bool {
        self.is_expanded()
    }

    fn visits(&self) -> u64 {
        self.totals().visits
    }

    fn is_full(&self) -> bool {
        self.is_out_of_room()
    }

    fn max_in_flight(&self) -> Option<u64> {
        None
    }

    fn descend(&self, descent: &mut RaveDescent, _: &Position, filter: &MoveFilter) -> Arrival {
        self.descend_to_leaf(descent, filter);
        Arrival::Leaf
    }

    fn backup(&self, descent: &mut RaveDescent, evaluation: &mut Evaluation, komi: Komi) {
        self.backup_path(descent, evaluation, komi);
    }

    fn abandon(&self, descent: &mut RaveDescent) {
        let path = self.steps(&descent.path);
        for (node, edge) in &path {
            node.edges[*edge].in_flight.fetch_sub(1, Relaxed);
        }
        if let (Some((node, edge)), true) = (path.last(), descent.expands) {
            node.edges[*edge].expanding.store(false, Relaxed);
        }
    }

    fn snapshot(&self, root: &Position) -> Snapshot {
        RaveTree::snapshot(self, root)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::{Rules, Size};
    use playout::{PlayoutEvaluator, Policy};

    use super::node::Node;
    use super::*;
    use crate::{Limits, Search, Settings};

    /// Eight threads on a small board meet everywhere in the tree: no visit is lost, and nothing stays marked.
    #[test]
    fn threads_share_a_tree_and_lose_nothing() {
        const VISITS: u64 = 20_000;
        let position = Position::new(Size::square(4).unwrap(), Rules::CHINESE, Komi::from_halves(1));
        for seed in 0..5 {
            let playouts = |i: u64| Box::new(PlayoutEvaluator::new(Policy::guided(), 8 * seed + i)) as Box<_>;
            let mut search = Search::new((0..8).map(playouts).collect(), Settings::default(), &position);
            search.run(Limits::visits(VISITS), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
            let tree = search.rave_tree().unwrap();
            let totals = tree.totals();
            let root = tree.root.as_deref().unwrap();
            assert_eq!((totals.visits, visits(root)), (VISITS, VISITS - 1));
            // Black moves first, and every visit but the root's own belongs to a move.
            let wins: f64 = root.subtrees.iter().map(|subtree| subtree.wins.get()).sum();
            assert!((0.0..=1.0).contains(&(totals.black_wins - wins)), "{wins} of {}", totals.black_wins);
            let (mut stack, mut nodes, mut bytes) = (vec![root], 0, 0);
            while let Some(node) = stack.pop() {
                (nodes, bytes) = (nodes + 1, bytes + Node::bytes(node.edges.len()));
                for (i, (edge, rave)) in node.edges.iter().zip(&node.rave).enumerate() {
                    let (own, rave) = (edge.visits.load(Relaxed), rave.visits.load(Relaxed));
                    assert_eq!(edge.in_flight.load(Relaxed), 0);
                    // A move that was made was played first, unless it is a pass.
                    assert!(rave >= own || node.rave[i].mv == board::Move::Pass, "{rave} of {own}");
                    assert!((0.0..=f64::from(own)).contains(&edge.utility.get()));
                    // A position is expanded after a few visits, which are not its moves'.
                    assert!(node.child(i).is_none_or(|child| visits(child) < u64::from(own)));
                }
                stack.extend(node.children());
            }
            assert_eq!((tree.node_count(), tree.bytes()), (nodes, bytes));
            assert!(nodes > 500, "{nodes}");
        }
    }

    fn visits(node: &Node) -> u64 {
        node.edges.iter().map(|edge| u64::from(edge.visits.load(Relaxed))).sum()
    }
}
