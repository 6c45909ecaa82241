//! What positions of a tree are worth, worked out anew at every visit.

use crate::bias::NO_ENTRY;
use crate::node::{CLOSED, NodeId, Step};
use crate::tree::Tree;
use crate::values::Mean;
use crate::weighed::share;
use crate::weighing::{Follower, favour_better, prune_noise};

impl Tree {
    /// Counts a visit along a path and works out anew what its positions are worth.
    pub(crate) fn finish(&mut self, path: &[Step]) {
        self.apply_shift(path);
        for step in path.iter().rev() {
            let edge = self.edge_mut(*step);
            edge.in_flight -= 1;
            edge.visits = edge.visits.saturating_add(1);
            let values = &mut self.weighed.values[step.node as usize];
            values.visits = values.visits.saturating_add(1);
            self.weigh(step.node);
        }
    }

    /// Works out what a position is worth from its moves and from what the evaluator said.
    pub(crate) fn weigh(&mut self, id: NodeId) {
        let node = self.nodes[id as usize];
        let sign = f64::from(node.to_move.sign());
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let w = &mut *self.weighed;
        let shift_scale = w.shift_scale();
        let (values, followers) = (&mut w.values, &mut w.followers);
        followers.clear();
        for edge in edges.iter().filter(|e| e.visits > 0 && e.child != CLOSED) {
            let child = &values[edge.child as usize];
            let weight = child.mean.weight * share(edge.visits, child.visits);
            let prior = f64::from(edge.prior);
            let utility = sign * (child.mean.utility + shift_scale * edge.shift.mean());
            followers.push(Follower { child: edge.child, weight, utility, prior });
        }
        if followers.is_empty() {
            return;
        }
        let visited: f64 = followers.iter().map(|f| f.weight).sum();
        // Against one who mirrors, visits are sent where they would not go by themselves, and must count.
        let natural = w.mirror.is_none();
        if natural && w.settings.noise_prune_utility_scale > 0.0 {
            prune_noise(followers, f64::from(w.settings.noise_prune_utility_scale));
        }
        if natural && w.settings.value_weight_exponent > 0.0 {
            favour_better(followers, f64::from(w.settings.value_weight_exponent));
        }
        let mut mean = Mean::default();
        for follower in followers.iter() {
            mean.add(&values[follower.child as usize].mean, follower.weight);
        }
        let own = &mut values[id as usize];
        let mut utility = own.utility;
        if own.part.entry != NO_ENTRY {
            let weight = visited.powf(f64::from(w.settings.subtree_value_bias_weight_exponent));
            w.biases.learn(&mut own.part, mean.utility / mean.weight - own.utility, weight);
            utility += f64::from(w.settings.subtree_value_bias_factor) * w.biases.error(own.part.entry);
        }
        mean.add(&Mean::one(&own.figures, utility, own.own_weight), own.own_weight);
        mean.close();
        own.mean = mean;
    }
}
