//! Selects the next move to search.

use board::Move;

use super::descent::RaveDescent;
use super::node::{NodeId, Step, UNEXPANDED};
use super::tree::RaveTree;
use crate::move_filter::MoveFilter;

impl RaveTree {
    /// Selects moves from the root to a leaf, and marks the path.
    pub fn descend_to_leaf(&mut self, descent: &mut RaveDescent, filter: &MoveFilter) {
        descent.path.clear();
        descent.moves.clear();
        let mut node = 0;
        loop {
            let step = Step { node, edge: self.select(node, filter, descent.path.len()) };
            let edge = self.edge_mut(step);
            edge.in_flight += 1;
            let (mv, child): (Move, NodeId) = (edge.mv, edge.child);
            let ripe = edge.visits + u32::from(edge.in_flight) >= self.settings.expansion_threshold;
            descent.path.push(step);
            descent.moves.push(mv);
            if child == UNEXPANDED {
                // A full tree keeps searching and learns at its leaves.
                descent.expands = ripe && !self.is_out_of_room();
                return;
            }
            node = child;
        }
    }

    /// The move to search next.
    fn select(&self, id: NodeId, filter: &MoveFilter, depth: usize) -> u32 {
        let node = &self.nodes[id as usize];
        let edges = self.edges_of(node);
        let free = filter.is_empty();
        let s = &self.settings;
        let (mut visits, mut utility) = (0.0, 0.0);
        for e in edges {
            visits += f64::from(e.visits) + f64::from(e.in_flight);
            utility += e.sums.utility;
        }
        let parent = if visits > 0.0 { (utility / visits) as f32 } else { 0.5 };
        let visits = visits as f32;
        let unvisited = parent - s.fpu_reduction;
        let explore = s.exploration * (visits + 1.0).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (i, e) in edges.iter().enumerate() {
            let n = e.visits as f32 + f32::from(e.in_flight);
            let own = if n > 0.0 { mean(e.sums.utility, n) } else { unvisited };
            let rave_visits = s.prior_visits + e.rave_visits as f32;
            let value = if s.rave_equivalence > 0.0 && rave_visits > 0.0 {
                let share = rave_visits / (rave_visits + n + rave_visits * n / s.rave_equivalence);
                own + share * (mean(e.rave_utility, rave_visits) - own)
            } else {
                own
            };
            let score = value + explore * e.prior / (1.0 + n);
            if score > best.1 && (free || !filter.excludes(node.to_move, e.mv, depth)) {
                best = (i as u32, score);
            }
        }
        best.0
    }
}

/// Means are compared in f32, but divided in f64.
#[inline]
fn mean(sum: f64, count: f32) -> f32 {
    (sum / f64::from(count)) as f32
}
