//! Adds nodes to the tree.

use board::{Colour, Move};

use super::node::{Edge, Node, NodeId};
use super::tree::RaveTree;
use crate::memory::reserve;

impl RaveTree {
    /// Expands the root.
    pub fn expand_root(&mut self, to_move: Colour, priors: &[(Move, f32)]) {
        if self.nodes.is_empty() && !priors.is_empty() {
            self.expand(to_move, priors);
        }
    }

    /// Adds a node with an edge for every move.
    pub fn expand(&mut self, to_move: Colour, priors: &[(Move, f32)]) -> NodeId {
        let node = Node { first: self.edges.len() as u32, count: priors.len() as u32, to_move };
        let (weight, slope) = (self.settings.prior_visits, self.settings.prior_slope);
        let even = priors.len() as f32;
        reserve(&mut self.edges, priors.len());
        self.edges.extend(priors.iter().map(|&(mv, prior)| {
            let expected = (0.5 + slope * (prior * even).max(1e-6).ln()).clamp(0.0, 1.0);
            Edge { rave_utility: f64::from(weight * expected), ..Edge::new(mv, prior) }
        }));
        reserve(&mut self.nodes, 1);
        self.nodes.push(node);
        self.nodes.len() as NodeId - 1
    }
}
