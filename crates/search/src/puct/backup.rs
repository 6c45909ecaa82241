//! Backs up a visit along its path: every node's value is recomputed from its children.

use super::child_weights::{ChildWeight, downweight_bad_children, prune_noise};
use super::node::{NodeId, ROOT, Step, UNEXPANDED};
use super::transpositions::visits_share;
use super::tree::PuctTree;
use super::value_bias::NO_ENTRY;
use super::value_stats::ValueStats;

impl PuctTree {
    /// Counts a visit along a path and recomputes the values of its nodes.
    pub(crate) fn backup_path(&mut self, path: &[Step]) {
        self.apply_shift(path);
        for step in path.iter().rev() {
            let edge = self.edge_mut(*step);
            edge.in_flight -= 1;
            edge.visits = edge.visits.saturating_add(1);
            let node = &mut self.nodes[step.node as usize];
            node.visits = node.visits.saturating_add(1);
            self.update_stats(step.node);
        }
    }

    /// Computes a node's value from its moves and its own evaluation.
    pub(crate) fn update_stats(&mut self, id: NodeId) {
        let shift_scale = self.shift_scale();
        let node = &self.nodes[id as usize];
        let sign = f64::from(node.to_move.sign());
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let (nodes, children) = (&mut self.nodes, &mut self.children);
        children.clear();
        for edge in edges.iter().filter(|e| e.visits > 0 && e.child != UNEXPANDED) {
            let child = &nodes[edge.child as usize];
            let weight = child.stats.weight * visits_share(edge.visits, child.visits);
            let prior = f64::from(edge.prior);
            let utility = sign * (child.stats.utility + shift_scale * edge.shift.mean());
            children.push(ChildWeight { child: edge.child, weight, utility, prior });
        }
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
        let mut mean = ValueStats::default();
        for child in children.iter() {
            mean.add(&nodes[child.child as usize].stats, child.weight);
        }
        let own = &mut nodes[id as usize];
        let mut utility = own.utility;
        if own.bias.entry != NO_ENTRY {
            let weight = visited.powf(f64::from(self.settings.subtree_value_bias_weight_exponent));
            self.biases.learn(&mut own.bias, mean.utility / mean.weight - own.utility, weight);
            utility += f64::from(self.settings.subtree_value_bias_factor) * self.biases.error(own.bias.entry);
        }
        mean.add(&ValueStats::one(&own.value, utility, own.own_weight), own.own_weight);
        mean.close();
        own.stats = mean;
    }

    /// Recomputes all values bottom-up after the utility scale has changed.
    pub(crate) fn update_all_stats(&mut self) {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<(NodeId, bool)> = vec![(ROOT, false)];
        while let Some((id, ready)) = stack.pop() {
            if ready {
                let scale = self.scale;
                let node = &mut self.nodes[id as usize];
                node.utility = scale.utility(&node.value);
                node.stats.utility = node.utility;
                node.stats.utility_square = node.utility * node.utility;
                self.update_stats(id);
                continue;
            }
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            stack.push((id, true));
            let below = self.edges_of(&self.nodes[id as usize]).iter().map(|e| e.child);
            stack.extend(below.filter(|c| *c != UNEXPANDED && !seen[*c as usize]).map(|c| (c, false)));
        }
    }
}
