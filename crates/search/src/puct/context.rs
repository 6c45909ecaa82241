//! The PUCT formula for the moves of a node.

use std::sync::atomic::Ordering::Relaxed;

use super::node::{Edge, NodeId, ROOT};
use super::transpositions::visits_share;
use super::tree::PuctTree;
use super::value_stats::ValueStats;

/// Added to the visits, so that priors count before the first visit.
const FIRST: f64 = 0.01;

/// What PUCT needs to compare the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PuctContext {
    /// The factor of priors.
    pub explore: f64,
    /// The mover's utility of an unvisited move (FPU).
    pub unvisited: f64,
    /// The total weight of all moves.
    pub total: f64,
}

impl PuctContext {
    /// The growth of exploration with the weight of all moves.
    pub fn root_of(total: f64) -> f64 {
        (total + FIRST).sqrt()
    }

    /// The PUCT value of a move; `utility` is the mover's.
    #[inline]
    pub fn value(&self, prior: f64, weight: f64, utility: f64) -> f64 {
        self.explore * prior / (1.0 + weight) + utility
    }

    /// The weight at which a move would have exactly this PUCT value: the weight it deserved.
    pub fn deserved(&self, value: f64, prior: f64, utility: f64) -> f64 {
        let missing = value - utility;
        if missing <= 0.0 { f64::INFINITY } else { (self.explore * prior / missing - 1.0).max(0.0) }
    }
}

impl PuctTree {
    /// The weight of a move and Black's utility of it, as far as it was visited.
    #[inline]
    pub(crate) fn edge_value(&self, edge: &Edge) -> (f64, Option<f64>) {
        match self.nodes.get(edge.child()) {
            Some(child) => (
                child.stats.weight() * visits_share(edge.visits(), child.visits.load(Relaxed)),
                Some(child.stats.utility() + self.shift_of(edge)),
            ),
            None => (0.0, None),
        }
    }

    pub(crate) fn puct_context(&self, id: NodeId, edges: &[Edge]) -> PuctContext {
        let s = &self.settings;
        let stats = self.nodes[id].stats.get();
        let (mut total, mut visited_policy) = (0.0, 0.0);
        for edge in edges {
            total += self.edge_value(edge).0;
            visited_policy += f64::from(edge.prior);
        }
        let base = f64::from(s.cpuct_exploration_base);
        let exploration = f64::from(s.cpuct_exploration)
            + f64::from(s.cpuct_exploration_log) * ((total + base) / base).ln();
        let explore = exploration * PuctContext::root_of(total) * self.stdev_factor(&stats);
        PuctContext { explore, unvisited: self.unvisited_utility(id, edges, &stats, visited_policy), total }
    }

    /// First play urgency: the mover's utility of an unvisited move, where moves with this share of the policy have been
    /// visited.
    pub(super) fn unvisited_utility(
        &self,
        id: NodeId,
        edges: &[Edge],
        stats: &ValueStats,
        visited_policy: f64,
    ) -> f64 {
        let (s, node) = (&self.settings, &self.nodes[id]);
        let sign = f64::from(node.to_move.sign());
        // The node's own value counts until most of its policy has been visited.
        let known = visited_policy.powf(f64::from(s.fpu_parent_weight_by_visited_policy_pow)).min(1.0);
        let (shift, shift_seen) = self.shifts_at(node, edges);
        let parent = sign * (known * (stats.utility + shift_seen) + (1.0 - known) * (node.utility + shift));
        let reduction = if id == ROOT { s.root_fpu_reduction_max } else { s.fpu_reduction_max };
        parent - f64::from(reduction) * visited_policy.max(0.0).sqrt()
    }

    /// Explore more where utilities vary more.
    fn stdev_factor(&self, mean: &ValueStats) -> f64 {
        let s = &self.settings;
        let usual = f64::from(s.cpuct_utility_stdev_prior);
        let stdev = if mean.weight <= 1.0 {
            usual
        } else {
            let square = mean.utility * mean.utility;
            let visits = f64::from(s.cpuct_utility_stdev_prior_weight);
            let sum = (square + usual * usual) * visits + mean.utility_square.max(square) * mean.weight;
            (sum / (visits + mean.weight - 1.0) - square).max(0.0).sqrt()
        };
        1.0 + f64::from(s.cpuct_utility_stdev_scale) * (stdev / usual - 1.0)
    }

    /// The effect of a root move's penalty on Black's utility.
    pub(crate) fn ending_bonus(&self, edge: &Edge) -> f64 {
        let cost = f64::from(self.root.cost(edge.mv));
        let (true, Some(root), Some(child)) = (cost != 0.0, self.nodes.first(), self.nodes.get(edge.child()))
        else {
            return 0.0;
        };
        -cost * f64::from(root.to_move.sign()) * self.scale.slope(child.stats.score())
    }
}
