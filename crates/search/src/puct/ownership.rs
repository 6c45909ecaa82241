//! Ownership averaged over a whole tree.

use std::sync::atomic::Ordering::Relaxed;

use board::Position;
use evaluation::Ownership;

use super::node::{Edge, NodeId, UNEXPANDED};
use super::stored_ownership::Blend;
use super::tree::PuctTree;

/// A subtree below this fraction of the smallest weight is not visited; its weight stays with its parent.
const DROPPED: f64 = 0.01;

/// The mean over a tree and its standard deviation.
pub(crate) struct Owned {
    pub mean: Box<Ownership>,
    /// Standard deviations, in board order.
    pub stdev: Vec<f32>,
}

impl PuctTree {
    /// The mean ownership over the positions below one, as in KataGo. A position's own ownership has the
    /// weight of its own evaluation in its value. Its moves share the rest by the squares of their weights,
    /// because the better moves will be played. Subtrees with little weight are not visited.
    pub(crate) fn ownership(&self, root: &Position, from: NodeId) -> Option<Owned> {
        let node = self.nodes.get(from).filter(|node| node.ownership.is_some())?;
        let visits = node.visits.load(Relaxed).max(1);
        let least = 0.5 / f64::from(visits).powf(0.75);
        let mut blend = Blend::new(root.size().points());
        let mut stack: Vec<(NodeId, f64)> = vec![(from, 1.0)];
        while let Some((id, part)) = stack.pop() {
            let mut own = part;
            if part >= least {
                own = self.share_with_moves(id, part, least * DROPPED, &mut stack);
            }
            if let Some(shares) = &self.nodes[id].ownership {
                blend.add(shares, own);
            }
        }
        Some(Owned { mean: blend.ownership(root.size())?, stdev: blend.stdev() })
    }

    /// Distributes the weight over the moves of a position, and returns what is left for the position itself.
    fn share_with_moves(&self, id: NodeId, part: f64, least: f64, stack: &mut Vec<(NodeId, f64)>) -> f64 {
        let weighed = |edge: &Edge| (edge.child(), self.edge_value(edge).0);
        let edges: Vec<(NodeId, f64)> = self.nodes[id].moves.read().edges.iter().map(weighed).collect();
        let edges = || edges.iter().copied().filter(|(child, _)| *child != UNEXPANDED);
        let (mut weights, mut squares) = (0.0, 0.0);
        for (_, weight) in edges() {
            weights += weight;
            squares += weight * weight;
        }
        let own_weight = self.nodes[id].own_weight.max(1e-10);
        let mut own = part * own_weight / (weights + own_weight);
        let of_moves = part - own;
        if squares <= 0.0 {
            return part;
        }
        for (child, weight) in edges() {
            let of_move = of_moves * weight * weight / squares;
            if of_move < least || self.nodes[child].ownership.is_none() {
                own += of_move;
            } else {
                stack.push((child, of_move));
            }
        }
        own
    }
}
