//! Who will own each point, as a whole tree sees it.

use board::Position;
use evaluation::Ownership;

use super::node::{NodeId, UNEXPANDED};
use super::ownership_store::Blend;
use super::tree::PuctTree;

/// What counts for less than this part of the least that is looked into stays with the position above.
const DROPPED: f64 = 0.01;

/// The mean over a tree, and how far its positions differ.
pub(crate) struct Owned {
    pub mean: Box<Ownership>,
    /// Standard deviations, in the order of the board.
    pub stdev: Vec<f32>,
}

impl PuctTree {
    /// The mean of ownership over the positions below one, as KataGo takes it. A position itself has the part that its
    /// own evaluation has in what it is worth; its moves share the rest by the squares of their weights, because what
    /// stands on the board in the end is that of the better moves. Positions that count for little are not looked into.
    pub(crate) fn ownership(&self, root: &Position, from: NodeId) -> Option<Owned> {
        self.ownerships.of(from)?;
        let visits = self.nodes.get(from as usize)?.visits.max(1);
        let least = 0.5 / f64::from(visits).powf(0.75);
        let mut blend = Blend::new(root.size().points());
        let mut stack: Vec<(NodeId, f64)> = vec![(from, 1.0)];
        while let Some((id, part)) = stack.pop() {
            let mut own = part;
            if part >= least {
                own = self.share_with_moves(id, part, least * DROPPED, &mut stack);
            }
            if let Some(shares) = self.ownerships.of(id) {
                blend.add(shares, own);
            }
        }
        Some(Owned { mean: blend.ownership(root.size())?, stdev: blend.stdev() })
    }

    /// Gives the moves of a position their parts, and returns what is left to the position itself.
    fn share_with_moves(&self, id: NodeId, part: f64, least: f64, stack: &mut Vec<(NodeId, f64)>) -> f64 {
        let edges = || self.edges_of(&self.nodes[id as usize]).iter().filter(|e| e.child != UNEXPANDED);
        let (mut weights, mut squares) = (0.0, 0.0);
        for edge in edges() {
            let weight = self.edge_value(edge).0;
            weights += weight;
            squares += weight * weight;
        }
        let own_weight = self.nodes[id as usize].own_weight.max(1e-10);
        let mut own = part * own_weight / (weights + own_weight);
        let of_moves = part - own;
        if squares <= 0.0 {
            return part;
        }
        for edge in edges() {
            let weight = self.edge_value(edge).0;
            let of_move = of_moves * weight * weight / squares;
            if of_move < least || self.ownerships.of(edge.child).is_none() {
                own += of_move;
            } else {
                stack.push((edge.child, of_move));
            }
        }
        own
    }
}
