//! Descends from the root to a leaf.

use board::splitmix64;

use super::descent::PuctDescent;
use super::node::{Edge, NodeId, ROOT, Step, UNEXPANDED};
use super::selection::Selection;
use super::transpositions::key_of;
use super::tree::PuctTree;
use super::value_bias::bias_key;
use crate::move_filter::MoveFilter;
use crate::tree::Arrival;

impl PuctTree {
    /// Selects moves from the root, where the descent starts, to a leaf.
    pub(crate) fn descend_to_leaf(&mut self, descent: &mut PuctDescent, filter: &MoveFilter) -> Arrival {
        descent.path.clear();
        descent.ended = false;
        if self.is_out_of_room() {
            return Arrival::Full;
        }
        let mut node = ROOT;
        loop {
            let Some(step) = self.next_step(node, descent, filter) else {
                // There is no move: the visit repeats the same value.
                self.nodes[node as usize].hear_again();
                self.backup_path(&descent.path);
                return Arrival::Known;
            };
            let Edge { mv, child, visits, in_flight, .. } = *self.edge(step);
            if child == UNEXPANDED && in_flight > 0 {
                return self.undo(descent);
            }
            self.edge_mut(step).in_flight += 1;
            descent.path.push(step);
            if child != UNEXPANDED && visits < self.nodes[child as usize].visits {
                // Count visits that were made along other paths.
                self.backup_path(&descent.path);
                return Arrival::Known;
            }
            if child == UNEXPANDED {
                descent.bias_key = bias_key(&descent.position, mv);
            }
            let captured = descent.captured();
            descent.play(mv);
            if child == UNEXPANDED {
                descent.history = self.nodes[node as usize].history;
                if descent.captured() != captured {
                    descent.history = splitmix64(descent.history ^ descent.position.board().hash());
                }
                return self.arrive(descent);
            }
            node = child;
        }
    }

    /// The end of a descent that has left the graph.
    fn arrive(&mut self, descent: &mut PuctDescent) -> Arrival {
        let Some(leaf) = descent.path.last().copied() else { return Arrival::Busy };
        descent.key = key_of(&descent.position, descent.history);
        if descent.ended {
            // Nothing follows it, so sharing the node gains nothing.
            descent.key = 0;
            return Arrival::Leaf;
        }
        if descent.position.is_over() {
            let id = self.expand_terminal(descent);
            self.edge_mut(leaf).child = id;
        } else if self.settings.use_graph_search {
            match self.transpositions.find(descent.key) {
                Some(id) => self.edge_mut(leaf).child = id,
                None if self.transpositions.begin(descent.key) => return Arrival::Leaf,
                None => return self.undo(descent),
            }
        } else {
            return Arrival::Leaf;
        }
        self.backup_path(&descent.path);
        Arrival::Known
    }

    /// Undoes a descent to a leaf that another thread is evaluating.
    pub(crate) fn undo(&mut self, descent: &mut PuctDescent) -> Arrival {
        for step in descent.path.drain(..) {
            self.edge_mut(step).in_flight -= 1;
        }
        Arrival::Busy
    }

    /// The move to search next, with an edge for it; `None` if there is none.
    fn next_step(&mut self, node: NodeId, descent: &PuctDescent, filter: &MoveFilter) -> Option<Step> {
        let mut unfit = None;
        loop {
            let edge = match self.select(node, descent, filter, unfit)? {
                Selection::Edge(edge) => edge,
                Selection::Unexpanded(place) => self.add_edge(node, place),
            };
            let step = Step { node, edge };
            // Along another path to the same position, a move may repeat a position of that path.
            if !self.settings.use_graph_search || descent.position.is_legal(self.edge(step).mv) {
                return Some(step);
            }
            if unfit.replace(edge).is_some() {
                return None;
            }
        }
    }
}
