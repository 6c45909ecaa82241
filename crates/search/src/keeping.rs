//! What stays of a tree when the game goes on.

use std::collections::HashMap;

use board::{Komi, Move, Position};

use crate::node::{CLOSED, Edge, Node, NodeId, Sums};
use crate::scale::Figures;
use crate::tree::{Totals, Tree};

impl Tree {
    /// Makes `position`, to which `moves` have led, the root, keeping what is below; false when the tree does not know
    /// it, and is empty then.
    pub fn follow(&mut self, moves: &[Move], position: &Position) -> bool {
        let kept = self.advance(moves);
        // The position may have been found on another way, on which superko allowed what it forbids in this game.
        if kept && self.root_edges().iter().any(|edge| edge.visits > 0 && !position.is_legal(edge.mv)) {
            self.clear();
            return false;
        }
        kept
    }

    fn advance(&mut self, moves: &[Move]) -> bool {
        let mut at: NodeId = 0;
        let mut totals = self.totals;
        for mv in moves {
            let Some(node) = self.nodes.get(at as usize) else { break };
            let mover = node.to_move;
            match self.edges_of(node).iter().find(|e| e.mv == *mv) {
                Some(e) => {
                    at = e.child;
                    let sign = mover.sign() as f64;
                    let Sums { wins, lead, lead_squares, utility } = e.sums;
                    totals = Totals {
                        visits: u64::from(e.visits),
                        black_wins: if sign > 0.0 { wins } else { f64::from(e.visits) - wins },
                        black_lead: lead * sign,
                        lead_squares,
                        black_utility: (2.0 * utility - f64::from(e.visits)) * sign,
                    };
                }
                None => at = CLOSED,
            }
        }
        let usable = self.weighed.values.get(at as usize).is_none_or(|v| !v.last);
        if at == CLOSED || self.nodes.is_empty() || !usable {
            self.clear();
            return false;
        }
        self.keep_below(at);
        self.totals = totals;
        true
    }

    /// Keeps the part of the tree below a node, and gives the memory of the rest back. A full tree must not need its
    /// memory twice for that.
    fn keep_below(&mut self, root: NodeId) {
        self.raw = None;
        let (order, places) = self.reachable(root);
        match self.settings.puct() {
            Some(_) => self.keep_weighed(&order, &places),
            None => self.keep_summed(&places),
        }
        self.count_memory();
    }

    /// The nodes below one, itself first, and for every node its place among them.
    fn reachable(&self, root: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
        // Several edges may lead to one node.
        let mut places = vec![CLOSED; self.nodes.len()];
        let mut order = vec![root];
        places[root as usize] = 0;
        let mut next = 0;
        while next < order.len() {
            let node = &self.nodes[order[next] as usize];
            next += 1;
            for child in self.edges_of(node).iter().map(|edge| edge.child).filter(|child| *child != CLOSED) {
                let place = &mut places[child as usize];
                if *place == CLOSED {
                    *place = order.len() as NodeId;
                    order.push(child);
                }
            }
        }
        (order, places)
    }

    /// Moves what is kept to the front. Positions were opened after those that lead to them, and their moves lie in the
    /// order in which they were opened: so nothing is written over that is still needed.
    fn keep_summed(&mut self, reached: &[NodeId]) {
        let mut places = vec![CLOSED; reached.len()];
        let (mut nodes, mut edges) = (0, 0);
        for id in (0..reached.len()).filter(|id| reached[*id] != CLOSED) {
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
        for edge in self.edges.iter_mut().filter(|edge| edge.child != CLOSED) {
            edge.child = places[edge.child as usize];
        }
    }

    /// Copies what is kept, one vector after the other: values are weighed where positions may be reached on several
    /// ways, and lie in no order.
    fn keep_weighed(&mut self, order: &[NodeId], places: &[NodeId]) {
        self.keep_edges(order, places);
        let w = &mut *self.weighed;
        w.root.clear();
        let forgotten = f64::from(w.settings.subtree_value_bias_free_prop);
        for (values, place) in w.values.iter().zip(places) {
            // The root itself has nobody to learn from any more.
            if *place == CLOSED || *place == 0 {
                w.biases.forget(&values.part, forgotten);
            }
        }
        w.known = HashMap::new();
        w.values = order.iter().map(|id| w.values[*id as usize]).collect();
        let named = w.values.iter().enumerate().filter(|(_, values)| values.key != 0);
        w.known = named.map(|(place, values)| (values.key, place as NodeId)).collect();
        w.unexpanded.keep(order);
        w.owners.keep(order);
        w.pending.clear();
        if let Some(root) = w.values.first_mut() {
            root.part = crate::bias::Part::of(crate::bias::NO_ENTRY);
        }
        w.biases.keep_used(w.values.iter_mut().map(|v| &mut v.part));
    }

    fn keep_edges(&mut self, order: &[NodeId], places: &[NodeId]) {
        // Edges of weighed positions lie in runs that can grow.
        let room = |count: u32| if count > 0 { count.next_power_of_two().max(2) } else { 0 };
        let mut nodes: Vec<Node> = order.iter().map(|id| self.nodes[*id as usize]).collect();
        let mut edges = Vec::with_capacity(nodes.iter().map(|node| room(node.count) as usize).sum());
        for node in &mut nodes {
            let first = edges.len();
            edges.extend(self.edges_of(node).iter().map(|edge| {
                let child = if edge.child == CLOSED { CLOSED } else { places[edge.child as usize] };
                Edge { child, ..*edge }
            }));
            if let Some(filler) = edges.get(first).copied() {
                edges.resize(first + room(node.count) as usize, filler);
            }
            node.first = first as u32;
        }
        (self.nodes, self.edges) = (nodes, edges);
    }

    /// Reads all curves under another komi. Only for evaluators whose curves hold for every komi.
    pub(crate) fn change_komi(&mut self, komi: Komi) {
        for values in &mut self.weighed.values {
            values.figures = Figures::of_curve(&values.curve, komi);
            values.mean.replace(&values.figures);
        }
        if self.is_open() {
            self.set_aim(komi);
            self.weigh_all();
        }
    }

    /// Works out all values anew, from below: the scale of utilities has changed.
    pub(crate) fn weigh_all(&mut self) {
        let mut weighed = vec![false; self.nodes.len()];
        let mut stack: Vec<(NodeId, bool)> = vec![(0, false)];
        while let Some((id, ready)) = stack.pop() {
            if ready {
                let scale = self.weighed.scale;
                let values = &mut self.weighed.values[id as usize];
                values.utility = scale.utility(&values.figures);
                values.mean.utility = values.utility;
                values.mean.utility_square = values.utility * values.utility;
                self.weigh(id);
                continue;
            }
            if std::mem::replace(&mut weighed[id as usize], true) {
                continue;
            }
            stack.push((id, true));
            let below = self.edges_of(&self.nodes[id as usize]).iter().map(|e| e.child);
            stack.extend(below.filter(|c| *c != CLOSED && !weighed[*c as usize]).map(|c| (c, false)));
        }
    }
}
