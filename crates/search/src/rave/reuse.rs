//! Reuses the tree for the next position of the game.

use std::sync::atomic::Ordering::Relaxed;

use board::{Move, Position};

use super::node::Node;
use super::tree::{RaveTree, Totals};

impl RaveTree {
    /// Makes `position`, reached by `moves`, the root and keeps the subtree below it; if there is none, the
    /// tree becomes empty.
    pub fn follow(&mut self, moves: &[Move], position: &Position) {
        let mut totals = self.totals();
        let mut at = self.root.take();
        for mv in moves {
            // Everything else below the node is freed with it.
            at = at.and_then(|mut node| {
                let edge = node.rave.iter().position(|rave| rave.mv == *mv)?;
                totals = totals_after(&node, edge);
                node.subtrees[edge].child.take()
            });
        }
        let illegal = |node: &Node| {
            let visited = node.rave.iter().zip(&node.edges).filter(|(_, edge)| edge.visits.load(Relaxed) > 0);
            visited.into_iter().any(|(rave, _)| !position.is_legal(rave.mv))
        };
        self.root = at.filter(|node| !illegal(node));
        self.set_totals(if self.root.is_some() { totals } else { Totals::default() });
        self.raw = None;
        self.count_memory();
    }
}

/// The sums over the evaluations below a move.
fn totals_after(node: &Node, edge: usize) -> Totals {
    let sign = f64::from(node.to_move.sign());
    let edge = node.edge_values(edge);
    let visits = f64::from(edge.visits);
    Totals {
        visits: u64::from(edge.visits),
        black_wins: if sign > 0.0 { edge.wins } else { visits - edge.wins },
        black_lead: edge.lead * sign,
        lead_squares: edge.lead_squares,
        black_utility: (2.0 * edge.utility - visits) * sign,
    }
}
