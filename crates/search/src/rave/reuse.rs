//! Reuses the tree for the next position of the game.

use board::{Move, Position};

use super::node::{Node, NodeId, Sums, UNEXPANDED};
use super::tree::{RaveTree, Totals};

impl RaveTree {
    /// Makes `position`, reached by `moves`, the root and keeps the subtree below it; if there is none, the
    /// tree becomes empty.
    pub fn follow(&mut self, moves: &[Move], position: &Position) {
        let kept = self.advance(moves);
        if kept && self.root_edges().iter().any(|edge| edge.visits > 0 && !position.is_legal(edge.mv)) {
            self.clear();
        }
    }

    fn advance(&mut self, moves: &[Move]) -> bool {
        let mut at: NodeId = 0;
        let mut totals = self.totals;
        for mv in moves {
            let Some(node) = self.nodes.get(at as usize) else { break };
            let sign = node.to_move.sign() as f64;
            match self.edges_of(node).iter().find(|e| e.mv == *mv) {
                Some(e) => {
                    at = e.child;
                    let Sums { wins, lead, lead_squares, utility } = e.sums;
                    totals = Totals {
                        visits: u64::from(e.visits),
                        black_wins: if sign > 0.0 { wins } else { f64::from(e.visits) - wins },
                        black_lead: lead * sign,
                        lead_squares,
                        black_utility: (2.0 * utility - f64::from(e.visits)) * sign,
                    };
                }
                None => at = UNEXPANDED,
            }
        }
        if at == UNEXPANDED || self.nodes.is_empty() {
            self.clear();
            return false;
        }
        self.keep_below(at);
        self.totals = totals;
        true
    }

    /// Keeps the subtree below a node and frees the rest. The subtree moves to the front in place, because a
    /// full tree must not need its memory twice. Nodes come after their parents, and edges are in the order
    /// of their nodes, so nothing is overwritten that is still needed.
    fn keep_below(&mut self, root: NodeId) {
        self.raw = None;
        let reached = self.reachable(root);
        let mut places = vec![UNEXPANDED; reached.len()];
        let (mut nodes, mut edges) = (0, 0);
        for id in (0..reached.len()).filter(|id| reached[*id]) {
            places[id] = nodes as NodeId;
            let node = self.nodes[id];
            self.edges.copy_within(node.first as usize..(node.first + node.count) as usize, edges);
            self.nodes[nodes] = Node { first: edges as u32, ..node };
            nodes += 1;
            edges += node.count as usize;
        }
        self.nodes.truncate(nodes);
        self.nodes.shrink_to_fit();
        self.edges.truncate(edges);
        self.edges.shrink_to_fit();
        for edge in self.edges.iter_mut().filter(|edge| edge.child != UNEXPANDED) {
            edge.child = places[edge.child as usize];
        }
        self.count_memory();
    }

    /// For every node, whether it is below the given one.
    fn reachable(&self, root: NodeId) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            reached[id as usize] = true;
            let edges = self.edges_of(&self.nodes[id as usize]).iter();
            stack.extend(edges.map(|edge| edge.child).filter(|child| *child != UNEXPANDED));
        }
        reached
    }
}
