//! Descends from the root to a leaf.

use std::sync::atomic::Ordering::{AcqRel, Relaxed};

use board::{Move, splitmix64};
use parking_lot::RwLockWriteGuard;

use super::descent::PuctDescent;
use super::node::{Edge, NodeId, ROOT, Step, UNEXPANDED};
use super::selection::{SelectedMove, Selection};
use super::transpositions::{Lookup, key_of};
use super::tree::PuctTree;
use super::value_bias::bias_key;
use crate::move_filter::MoveFilter;
use crate::shared::{read, write};
use crate::tree::Arrival;

/// A move that was taken.
struct Taken {
    mv: Move,
    to: Next,
}

/// Where a move leads.
enum Next {
    /// To a node.
    Node(NodeId),
    /// To a node with visits along other paths, one of which now counts for this one.
    Elsewhere,
    /// To a new leaf.
    Leaf,
    /// To a leaf that is being evaluated; the move is not marked.
    Busy,
}

impl PuctTree {
    /// Selects moves from the root, where the descent starts, to a leaf.
    pub(crate) fn descend_to_leaf(&self, descent: &mut PuctDescent, filter: &MoveFilter) -> Arrival {
        descent.path.clear();
        descent.counted_from = 0;
        descent.ended = false;
        if self.is_out_of_room() {
            return Arrival::Full;
        }
        let mut node = ROOT;
        loop {
            let Some(Taken { mv, to }) = self.next_step(node, descent, filter) else {
                // There is no move: the visit repeats the same value. The moves' visits are counted first, or another
                // thread would take this one for a visit along another path.
                self.count_visits(descent, descent.path.len());
                self.nodes[node].hear_again();
                self.backup_path(descent);
                return Arrival::Known;
            };
            match to {
                Next::Busy => return self.undo(descent),
                Next::Elsewhere => {
                    self.count_visits(descent, descent.path.len() - 1);
                    self.backup_path(descent);
                    return Arrival::Known;
                }
                Next::Node(child) => {
                    descent.play(mv);
                    node = child;
                }
                Next::Leaf => {
                    descent.bias_key = bias_key(&descent.position, mv);
                    let captured = descent.captured();
                    descent.play(mv);
                    descent.history = self.nodes[node].history;
                    if descent.captured() != captured {
                        descent.history = splitmix64(descent.history ^ descent.position.board().hash());
                    }
                    return self.arrive(descent);
                }
            }
        }
    }

    /// The end of a descent that has left the graph.
    fn arrive(&self, descent: &mut PuctDescent) -> Arrival {
        descent.key = key_of(&descent.position, descent.history);
        if descent.ended {
            // Nothing follows it, so sharing the node gains nothing.
            descent.key = 0;
            return Arrival::Leaf;
        }
        let id = if descent.position.is_over() {
            self.expand_terminal(descent)
        } else if self.settings.use_graph_search {
            match self.transpositions.find_or_begin(descent.key) {
                Lookup::Found(id) => id,
                Lookup::Begun => return Arrival::Leaf,
                Lookup::Pending => return self.undo(descent),
            }
        } else {
            return Arrival::Leaf;
        };
        self.backup_to(descent, id);
        Arrival::Known
    }

    /// Undoes a descent to a leaf that another thread is evaluating.
    pub(crate) fn undo(&self, descent: &mut PuctDescent) -> Arrival {
        for step in descent.path.drain(..) {
            let moves = read(&self.nodes[step.node].moves, &mut descent.waited);
            moves.edges[step.edge as usize].in_flight.fetch_sub(1, AcqRel);
        }
        Arrival::Busy
    }

    /// Takes the move to search next, with an edge for it; `None` if there is none.
    fn next_step(&self, id: NodeId, descent: &mut PuctDescent, filter: &MoveFilter) -> Option<Taken> {
        let node = &self.nodes[id];
        let mut unfit = None;
        loop {
            let mut moves = read(&node.moves, &mut descent.waited);
            let Selection { mv, weightless } = self.select(id, &moves, descent, filter, unfit)?;
            let index = match mv {
                SelectedMove::Edge(index) => index,
                SelectedMove::Unexpanded(mv) => {
                    drop(moves);
                    let mut written = write(&node.moves, &mut descent.waited);
                    let added = self.add_edge(&mut written, mv);
                    moves = RwLockWriteGuard::downgrade(written);
                    // If another thread has just taken the move, its edge may not be the best choice any more.
                    let Some(index) = added else { continue };
                    index
                }
            };
            let edge = &moves.edges[index];
            // Along another path to the same position, a move may repeat a position of that path.
            if !self.settings.use_graph_search || descent.position.is_legal(edge.mv) {
                let to = self.follow_edge(edge, weightless);
                if !matches!(to, Next::Busy) {
                    descent.path.push(Step { node: id, edge: index as u32 });
                }
                if weightless {
                    descent.counted_from = descent.path.len();
                }
                return Some(Taken { mv: edge.mv, to });
            }
            if unfit.replace(index).is_some() {
                return None;
            }
        }
    }

    /// Marks a move as in flight. A visit that does not count here cannot be one that was made elsewhere.
    fn follow_edge(&self, edge: &Edge, weightless: bool) -> Next {
        let before = edge.in_flight.fetch_add(1, AcqRel);
        // Read after the mark was set: if it was the first one, nobody is about to link a child.
        let child = edge.child();
        if child == UNEXPANDED && before > 0 {
            edge.in_flight.fetch_sub(1, AcqRel);
            return Next::Busy;
        }
        let Some(node) = self.nodes.get(child) else { return Next::Leaf };
        let (visits, all) = (edge.visits(), node.visits.load(Relaxed));
        // Of two threads, one counts the visit.
        let counts = || edge.visits.compare_exchange(visits, visits + 1, Relaxed, Relaxed).is_ok();
        if visits < all && !weightless && counts() { Next::Elsewhere } else { Next::Node(child) }
    }
}
