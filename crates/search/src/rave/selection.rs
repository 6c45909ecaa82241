//! Selects the next move to search.

use std::sync::atomic::Ordering::Relaxed;

use super::descent::RaveDescent;
use super::node::Node;
use super::tree::RaveTree;
use crate::move_filter::MoveFilter;

impl RaveTree {
    /// Selects moves from the root to a leaf, and marks the path.
    pub fn descend_to_leaf(&self, descent: &mut RaveDescent, filter: &MoveFilter) {
        descent.path.clear();
        descent.moves.clear();
        descent.expands = false;
        let mut at = self.root.as_deref();
        while let Some(node) = at {
            let selected = self.select(node, filter, descent.path.len());
            let edge = &node.edges[selected];
            let in_flight = edge.in_flight.fetch_add(1, Relaxed) + 1;
            let visits = edge.visits.load(Relaxed) + u32::from(in_flight);
            descent.path.push(selected as u32);
            descent.moves.push(node.rave[selected].mv);
            at = node.child(selected);
            if at.is_none() && visits >= self.settings.expansion_threshold {
                // A full tree keeps searching and learns at its leaves. Of several threads here, one expands.
                descent.expands = !self.is_out_of_room() && !edge.expanding.swap(true, Relaxed);
            }
        }
    }

    /// The move to search next.
    fn select(&self, node: &Node, filter: &MoveFilter, depth: usize) -> usize {
        let free = filter.is_empty();
        let s = &self.settings;
        let (mut visits, mut utility) = (0.0, 0.0);
        for e in &node.edges {
            visits += f64::from(e.visits.load(Relaxed)) + f64::from(e.in_flight.load(Relaxed));
            utility += e.utility.get();
        }
        let parent = if visits > 0.0 { (utility / visits) as f32 } else { 0.5 };
        let visits = visits as f32;
        let unvisited = parent - s.fpu_reduction;
        let explore = s.exploration * (visits + 1.0).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (i, (e, rave)) in node.edges.iter().zip(&node.rave).enumerate() {
            let n = e.visits.load(Relaxed) as f32 + f32::from(e.in_flight.load(Relaxed));
            let own = if n > 0.0 { mean(e.utility.get(), n) } else { unvisited };
            let rave_visits = s.prior_visits + rave.visits.load(Relaxed) as f32;
            let value = if s.rave_equivalence > 0.0 && rave_visits > 0.0 {
                let share = rave_visits / (rave_visits + n + rave_visits * n / s.rave_equivalence);
                own + share * (mean(rave.utility.get(), rave_visits) - own)
            } else {
                own
            };
            let score = value + explore * e.prior / (1.0 + n);
            if score > best.1 && (free || !filter.excludes(node.to_move, rave.mv, depth)) {
                best = (i, score);
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
