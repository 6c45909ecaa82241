//! Reuses the tree when the game continues or komi changes.

use board::{Komi, Move, Position};

use super::node::{Edge, NodeId, ROOT, UNEXPANDED};
use super::tree::PuctTree;
use super::utility::PositionValue;
use super::value_bias::BiasShare;

impl PuctTree {
    /// Makes `position`, reached by `moves`, the root and keeps the subtree below it; if there is none, the
    /// tree becomes empty.
    pub fn follow(&mut self, moves: &[Move], position: &Position) {
        let kept = self.advance(moves);
        // The position may have been reached by another path, where superko allowed what it forbids in this
        // game.
        if kept && self.root_edges().iter().any(|edge| edge.visits() > 0 && !position.is_legal(edge.mv)) {
            self.clear();
        }
    }

    fn advance(&mut self, moves: &[Move]) -> bool {
        let mut at = ROOT;
        for mv in moves {
            let Some(node) = self.nodes.get(at) else { break };
            let moves = node.moves.read();
            at = moves.edges.iter().find(|e| e.mv == *mv).map_or(UNEXPANDED, Edge::child);
        }
        if self.nodes.get(at).is_none_or(|node| node.is_terminal) {
            self.clear();
            return false;
        }
        self.keep_below(at);
        true
    }

    /// Keeps the subtree below a node and frees the rest. Several edges may lead to a node, so nodes are in no
    /// particular order.
    fn keep_below(&mut self, root: NodeId) {
        let (order, places) = self.reachable(root);
        let forgotten = f64::from(self.settings.subtree_value_bias_free_prop);
        for (node, place) in self.nodes.iter().zip(&places) {
            // The root has no parent to correct it any more.
            if *place == UNEXPANDED || *place == ROOT {
                node.bias.forget(forgotten);
            }
        }
        self.transpositions.clear();
        self.keep_nodes(&order, &places);
        self.biases.keep_used();
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
            let moves = self.nodes[order[next]].moves.read();
            next += 1;
            for child in moves.edges.iter().map(Edge::child).filter(|child| *child != UNEXPANDED) {
                let place = &mut places[child as usize];
                if *place == UNEXPANDED {
                    *place = order.len() as NodeId;
                    order.push(child);
                }
            }
        }
        (order, places)
    }

    /// Keeps some nodes, in this order, and gives them new numbers.
    fn keep_nodes(&mut self, order: &[NodeId], places: &[NodeId]) {
        let mut old = std::mem::take(&mut self.nodes);
        for node in order.iter().filter_map(|id| old.take(*id)) {
            let key = node.key;
            self.transpositions.insert(key, self.nodes.push(node));
        }
        drop(old);
        for node in self.nodes.iter_mut() {
            let moves = node.moves.get_mut();
            moves.unexpanded.shrink();
            for edge in &mut moves.edges {
                let child = edge.child.get_mut();
                *child = places.get(*child as usize).copied().unwrap_or(UNEXPANDED);
            }
        }
        if let Some(root) = self.nodes.get_mut(ROOT) {
            root.bias = BiasShare::default();
        }
    }

    /// Recomputes all values under another komi. Only for evaluators whose curves are valid for every komi.
    pub fn change_komi(&mut self, komi: Komi) {
        for node in self.nodes.iter_mut() {
            node.value = PositionValue::of_curve(&node.curve, komi);
            let mut stats = node.stats.get();
            stats.replace(&node.value);
            node.stats.set(&stats);
        }
        if self.is_expanded() {
            self.set_agent(komi);
            self.update_all_stats();
        }
    }
}
