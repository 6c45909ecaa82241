//! Backs up a visit along its path: every node's value is recomputed from its children.

use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};

use super::child_weights::{ChildWeight, downweight_bad_children, follow_priors, prune_noise};
use super::descent::PuctDescent;
use super::node::{Edge, Node, NodeId, ROOT, Step, UNEXPANDED};
use super::transpositions::visits_share;
use super::tree::PuctTree;
use super::value_stats::ValueStats;
use crate::shared::read;

impl PuctTree {
    /// Links the leaf of a descent to its node, and backs up the visit.
    pub(crate) fn backup_to(&self, descent: &mut PuctDescent, leaf: NodeId) {
        self.count_visits(descent, descent.path.len());
        if let Some(last) = descent.path.last() {
            let moves = read(&self.nodes[last.node].moves, &mut descent.waited);
            moves.edges[last.edge as usize].child.store(leaf, Release);
        }
        self.backup_path(descent);
    }

    /// Counts a visit of the first moves of a path.
    pub(crate) fn count_visits(&self, descent: &mut PuctDescent, steps: usize) {
        for step in &descent.path[descent.counted_from.min(steps)..steps] {
            let moves = read(&self.nodes[step.node].moves, &mut descent.waited);
            moves.edges[step.edge as usize].visits.fetch_add(1, Relaxed);
        }
    }

    /// Counts a visit of the nodes of a path, whose moves' visits have been counted, and recomputes their values.
    pub(crate) fn backup_path(&self, descent: &mut PuctDescent) {
        let PuctDescent { path, counted_from, children, waited, .. } = descent;
        self.apply_shift(&path[*counted_from..]);
        for (depth, Step { node: id, edge }) in path.iter().enumerate().rev() {
            let node = &self.nodes[*id];
            let moves = read(&node.moves, waited);
            moves.edges[*edge as usize].in_flight.fetch_sub(1, AcqRel);
            if depth < *counted_from {
                continue;
            }
            node.visits.fetch_add(1, Relaxed);
            node.update(|| {
                self.weigh_children(node, &moves.edges, children);
                self.recompute(*id, children);
            });
        }
    }

    /// Lists the visited moves of a node with their weights.
    fn weigh_children(&self, node: &Node, edges: &[Edge], children: &mut Vec<ChildWeight>) {
        let (sign, shift_scale) = (f64::from(node.to_move.sign()), self.shift_scale());
        children.clear();
        children.extend(edges.iter().filter(|e| e.is_visited()).map(|edge: &Edge| {
            let id = edge.child();
            let child = &self.nodes[id];
            let weight = child.stats.weight() * visits_share(edge.visits(), child.visits.load(Relaxed));
            let utility = sign * (child.stats.utility() + shift_scale * edge.shift.mean());
            ChildWeight { child: id, weight, utility, prior: f64::from(edge.prior) }
        }));
    }

    /// Computes a node's value from its moves and its own evaluation.
    fn recompute(&self, id: NodeId, children: &mut [ChildWeight]) {
        let node = &self.nodes[id];
        if children.is_empty() {
            return;
        }
        let visited: f64 = children.iter().map(|f| f.weight).sum();
        // Against an opponent who mirrors, the search forces some visits, and these must count.
        let natural = self.mirror.is_none();
        if natural && self.settings.noise_prune_utility_scale > 0.0 {
            prune_noise(children, f64::from(self.settings.noise_prune_utility_scale));
        }
        if natural && self.settings.value_weight_exponent > 0.0 {
            downweight_bad_children(children, f64::from(self.settings.value_weight_exponent));
        }
        // At the root the best move is wanted, whoever plays it.
        if let Some(advantage) = self.advantage.filter(|_| id != ROOT) {
            follow_priors(children, advantage.policy_share(node.to_move));
        }
        let mut mean = ValueStats::default();
        for child in children.iter() {
            mean.add(&self.nodes[child.child].stats.get(), child.weight);
        }
        let mut utility = node.utility;
        if node.bias.has_entry() {
            let weight = visited.powf(f64::from(self.settings.subtree_value_bias_weight_exponent));
            let error = node.bias.learn(mean.utility / mean.weight - node.utility, weight);
            utility += f64::from(self.settings.subtree_value_bias_factor) * error;
        }
        mean.add(&ValueStats::one(&node.value, utility, node.own_weight), node.own_weight);
        mean.close();
        node.stats.set(&mean);
    }

    /// Recomputes all values bottom-up after the utility scale has changed.
    pub(crate) fn update_all_stats(&mut self) {
        let mut children = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<(NodeId, bool)> = vec![(ROOT, false)];
        while let Some((id, ready)) = stack.pop() {
            if ready {
                self.update_stats(id, &mut children);
                continue;
            }
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            stack.push((id, true));
            let moves = self.nodes[id].moves.read();
            let below = moves.edges.iter().map(Edge::child);
            stack.extend(below.filter(|c| *c != UNEXPANDED && !seen[*c as usize]).map(|c| (c, false)));
        }
    }

    fn update_stats(&mut self, id: NodeId, children: &mut Vec<ChildWeight>) {
        let scale = self.scale;
        let Some(node) = self.nodes.get_mut(id) else { return };
        node.utility = scale.utility(&node.value);
        let utility = node.utility;
        node.stats.set(&ValueStats { utility, utility_square: utility * utility, ..node.stats.get() });
        let node = &self.nodes[id];
        self.weigh_children(node, &node.moves.read().edges, children);
        self.recompute(id, children);
    }
}
