//! Reuses the tree when the game continues or komi changes.

use board::{Komi, Move, Position};

use super::node::{Edge, Node, NodeId, ROOT, UNEXPANDED};
use super::tree::PuctTree;
use super::utility::PositionValue;
use super::value_bias::{BiasShare, NO_ENTRY};

impl PuctTree {
    /// Makes `position`, reached by `moves`, the root and keeps the subtree below it; if there is none, the
    /// tree becomes empty.
    pub fn follow(&mut self, moves: &[Move], position: &Position) {
        let kept = self.advance(moves);
        // The position may have been reached by another path, where superko allowed what it forbids in this
        // game.
        if kept && self.root_edges().iter().any(|edge| edge.visits > 0 && !position.is_legal(edge.mv)) {
            self.clear();
        }
    }

    fn advance(&mut self, moves: &[Move]) -> bool {
        let mut at = ROOT;
        for mv in moves {
            let Some(node) = self.nodes.get(at as usize) else { break };
            at = self.edges_of(node).iter().find(|e| e.mv == *mv).map_or(UNEXPANDED, |e| e.child);
        }
        if self.nodes.get(at as usize).is_none_or(|node| node.is_terminal) {
            self.clear();
            return false;
        }
        self.keep_below(at);
        true
    }

    /// Keeps the subtree below a node and frees the rest, one vector after the other, so that a full tree
    /// does not need its memory twice. Several edges may lead to a node, so nodes are in no particular order.
    fn keep_below(&mut self, root: NodeId) {
        let (order, places) = self.reachable(root);
        self.keep_nodes(&order, &places);
        self.unexpanded.keep(&order);
        self.ownerships.keep(&order);
        self.transpositions.rebuild(&self.nodes);
        self.root.clear();
        self.count_memory();
    }

    /// The nodes below one, itself first, and for every node its index among them.
    fn reachable(&self, root: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
        let mut places = vec![UNEXPANDED; self.nodes.len()];
        let mut order = vec![root];
        places[root as usize] = 0;
        let mut next = 0;
        while next < order.len() {
            let node = &self.nodes[order[next] as usize];
            next += 1;
            for child in self.edges_of(node).iter().map(|e| e.child).filter(|child| *child != UNEXPANDED) {
                let place = &mut places[child as usize];
                if *place == UNEXPANDED {
                    *place = order.len() as NodeId;
                    order.push(child);
                }
            }
        }
        (order, places)
    }

    fn keep_nodes(&mut self, order: &[NodeId], places: &[NodeId]) {
        let forgotten = f64::from(self.settings.subtree_value_bias_free_prop);
        for (node, place) in self.nodes.iter().zip(places) {
            // The root has no parent to correct it any more.
            if *place == UNEXPANDED || *place == ROOT {
                self.biases.forget(&node.bias, forgotten);
            }
        }
        self.transpositions.clear();
        self.nodes = order.iter().map(|id| self.nodes[*id as usize]).collect();
        self.keep_edges(places);
        if let Some(root) = self.nodes.first_mut() {
            root.bias = BiasShare::of(NO_ENTRY);
        }
        self.biases.keep_used(self.nodes.iter_mut().map(|node| &mut node.bias));
    }

    fn keep_edges(&mut self, places: &[NodeId]) {
        // Edges are in runs that can grow.
        let room = |count: u32| if count > 0 { count.next_power_of_two().max(2) } else { 0 };
        let mut edges = Vec::with_capacity(self.nodes.iter().map(|node| room(node.count) as usize).sum());
        for node in &mut self.nodes {
            let first = edges.len();
            let old = &self.edges[node.first as usize..(node.first + node.count) as usize];
            edges.extend(old.iter().map(|edge| {
                let child = places.get(edge.child as usize).copied().unwrap_or(UNEXPANDED);
                Edge { child, ..*edge }
            }));
            if let Some(filler) = edges.get(first).copied() {
                edges.resize(first + room(node.count) as usize, filler);
            }
            node.first = first as u32;
        }
        self.edges = edges;
    }

    /// Recomputes all values under another komi. Only for evaluators whose curves are valid for every komi.
    pub fn change_komi(&mut self, komi: Komi) {
        for node in &mut self.nodes {
            let node: &mut Node = node;
            node.value = PositionValue::of_curve(&node.curve, komi);
            node.stats.replace(&node.value);
        }
        if self.is_expanded() {
            self.set_agent(komi);
            self.update_all_stats();
        }
    }
}
