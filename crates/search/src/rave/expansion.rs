//! Adds nodes to the tree.

use std::sync::atomic::Ordering::Relaxed;

use board::{Colour, Move};

use super::node::Node;
use super::tree::RaveTree;

impl RaveTree {
    /// Expands the root.
    pub fn expand_root(&mut self, to_move: Colour, priors: &[(Move, f32)]) {
        if self.root.is_none() && !priors.is_empty() {
            self.root = Some(self.node(to_move, priors));
            self.count(priors.len());
        }
    }

    /// Expands the position after a move, unless another thread already has.
    pub fn expand(&self, parent: &Node, edge: usize, to_move: Colour, priors: &[(Move, f32)]) {
        let child = &parent.subtrees[edge].child;
        if child.get().is_none() && child.set(self.node(to_move, priors)).is_ok() {
            self.count(priors.len());
        }
    }

    fn count(&self, moves: usize) {
        self.nodes.fetch_add(1, Relaxed);
        self.bytes.fetch_add(Node::bytes(moves), Relaxed);
    }

    /// A node with an edge for every move.
    fn node(&self, to_move: Colour, priors: &[(Move, f32)]) -> Box<Node> {
        let (weight, slope) = (self.settings.prior_visits, self.settings.prior_slope);
        let even = priors.len() as f32;
        let expected = |prior: f32| (0.5 + slope * (prior * even).max(1e-6).ln()).clamp(0.0, 1.0);
        let moves = priors.iter().map(|&(mv, prior)| (mv, prior, f64::from(weight * expected(prior))));
        Box::new(Node::new(to_move, moves))
    }
}
