//! What stays of a tree when the game goes on.

use board::{Komi, Move, Position};

use crate::node::{CLOSED, NodeId, Sums};
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

    /// Copies the part of the tree below a node, and drops the rest.
    fn keep_below(&mut self, root: NodeId) {
        let mut kept = Tree::new(self.settings);
        std::mem::swap(&mut kept.weighed.root, &mut self.weighed.root);
        kept.weighed.root.clear();
        // Where each node goes: several edges may lead to one.
        let mut places = vec![CLOSED; self.nodes.len()];
        let mut queue = vec![root];
        places[root as usize] = 0;
        let mut next = 0;
        while next < queue.len() {
            let id = queue[next];
            let mut node = self.nodes[id as usize];
            next += 1;
            let first = kept.edges.len() as u32;
            for mut edge in self.edges_of(&node).iter().copied() {
                if edge.child != CLOSED {
                    let place = &mut places[edge.child as usize];
                    if *place == CLOSED {
                        queue.push(edge.child);
                        *place = queue.len() as NodeId - 1;
                    }
                    edge.child = *place;
                }
                kept.edges.push(edge);
            }
            kept.leave_room(first, node.count);
            node.first = first;
            kept.nodes.push(node);
        }
        self.keep_weighed(&mut kept, &queue, &places);
        *self = kept;
    }

    /// Edges of weighed positions lie in runs that can grow.
    fn leave_room(&mut self, first: u32, count: u32) {
        if self.settings.network.is_some() && count > 0 {
            let room = count.next_power_of_two().max(2);
            let filler = self.edges[first as usize];
            self.edges.resize((first + room) as usize, filler);
        }
    }

    /// Hands over what is kept with positions. `order` has the kept nodes, `places` where each node goes.
    fn keep_weighed(&mut self, kept: &mut Tree, order: &[NodeId], places: &[NodeId]) {
        if self.settings.network.is_none() {
            return;
        }
        let (old, new) = (&mut *self.weighed, &mut *kept.weighed);
        new.scale = old.scale;
        new.aim = old.aim;
        new.weights_differ = old.weights_differ;
        new.biases = std::mem::take(&mut old.biases);
        let forgotten = f64::from(old.settings.bias_forgotten);
        for (values, place) in old.values.iter().zip(places) {
            // The root itself has nobody to learn from any more.
            if *place == CLOSED || *place == 0 {
                new.biases.forget(&values.part, forgotten);
            }
        }
        for id in order {
            let place = new.values.len() as NodeId;
            let values = old.values[*id as usize];
            if values.key != 0 {
                new.known.insert(values.key, place);
            }
            new.values.push(values);
            new.natural.copy(&old.natural, *id);
            new.owners.copy(&old.owners, *id);
        }
        if let Some(root) = new.values.first_mut() {
            root.part = crate::bias::Part::of(crate::bias::NO_ENTRY);
        }
        new.biases.keep_used(new.values.iter_mut().map(|v| &mut v.part));
    }

    /// Reads all curves under another komi. Only for judges whose curves hold for every komi.
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
