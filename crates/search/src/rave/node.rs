//! Nodes of the playout tree.
//!
//! Every backup writes the RAVE values of all moves, but only one move's own values; selection reads both of
//! all moves; and the rest is needed at the selected move alone. The three are kept apart, so that threads that
//! visit the same node pass as few cache lines to each other as possible.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use board::{Colour, Move};
use evaluation::FirstMoves;
use parking_lot::Mutex;

use crate::shared::{AtomicF64, OwnLine, lock};

/// An expanded position. The index of a move is the same in all three lists.
pub(crate) struct Node {
    pub to_move: Colour,
    /// Held by whoever changes the statistics of the moves.
    lock: OwnLine<Mutex<()>>,
    pub edges: Box<[Edge]>,
    pub rave: Box<[Rave]>,
    pub subtrees: Box<[Subtree]>,
}

/// A move's own visits.
pub(crate) struct Edge {
    /// The sum of the utilities for the player who makes the move. All sums are f64: an f32 stops growing by 1
    /// at 2²⁴, and a mean made of it would decay with every further visit.
    pub utility: AtomicF64,
    pub visits: AtomicU32,
    pub prior: f32,
    /// Evaluations in flight below this move: they count as losses until they are known (virtual losses).
    /// Descents change it without the lock.
    pub in_flight: AtomicU16,
    /// Whether a thread is about to expand the position after this move.
    pub expanding: AtomicBool,
}

/// Playouts in which a move was played at any time (RAVE).
pub(crate) struct Rave {
    /// The utility of these playouts, including those that the prior stands for.
    pub utility: AtomicF64,
    /// Without those that the prior stands for.
    pub visits: AtomicU32,
    pub mv: Move,
}

/// Everything else that is known below a move: sums over its visits, for the player who makes it.
#[derive(Default)]
pub(crate) struct Subtree {
    pub wins: AtomicF64,
    pub lead: AtomicF64,
    pub lead_squares: AtomicF64,
    pub child: OnceLock<Box<Node>>,
}

/// The result of a visit, for the player who makes the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gain {
    pub win: f32,
    pub lead: f32,
    pub utility: f32,
}

/// The values of a move at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeValues {
    pub index: usize,
    pub mv: Move,
    pub prior: f32,
    pub visits: u32,
    pub utility: f64,
    pub wins: f64,
    pub lead: f64,
    pub lead_squares: f64,
}

impl Node {
    /// A position with its moves, their priors, and the utility that each prior stands for.
    pub fn new(to_move: Colour, moves: impl Iterator<Item = (Move, f32, f64)> + Clone) -> Node {
        let edge = |(_, prior, _)| Edge {
            utility: AtomicF64::default(),
            visits: AtomicU32::new(0),
            prior,
            in_flight: AtomicU16::new(0),
            expanding: AtomicBool::new(false),
        };
        let rave =
            |(mv, _, utility)| Rave { utility: AtomicF64::new(utility), visits: AtomicU32::new(0), mv };
        Node {
            to_move,
            lock: OwnLine::default(),
            edges: moves.clone().map(edge).collect(),
            rave: moves.clone().map(rave).collect(),
            subtrees: moves.map(|_| Subtree::default()).collect(),
        }
    }

    /// The memory of a node with this many moves.
    pub fn bytes(moves: usize) -> usize {
        size_of::<Node>() + moves * (size_of::<Edge>() + size_of::<Rave>() + size_of::<Subtree>())
    }

    #[inline]
    pub fn child(&self, edge: usize) -> Option<&Node> {
        self.subtrees[edge].child.get().map(Box::as_ref)
    }

    pub fn children(&self) -> impl Iterator<Item = &Node> {
        self.subtrees.iter().filter_map(|subtree| subtree.child.get().map(Box::as_ref))
    }

    /// Counts a visit of a move, and a playout for all moves that were played first in it.
    pub fn add(&self, edge: usize, gain: Gain, first: Option<&FirstMoves>, waited: &mut Duration) {
        let held = lock(&self.lock, waited);
        let (own, subtree) = (&self.edges[edge], &self.subtrees[edge]);
        let lead = f64::from(gain.lead);
        subtree.wins.add(f64::from(gain.win));
        subtree.lead.add(lead);
        subtree.lead_squares.add(lead * lead);
        own.utility.add(f64::from(gain.utility));
        own.visits.store(own.visits.load(Relaxed) + 1, Relaxed);
        if let Some(first) = first {
            for rave in &self.rave {
                if let Move::Play(p) = rave.mv {
                    let played = u8::from(first.was_first(self.to_move, p));
                    rave.visits.store(rave.visits.load(Relaxed) + u32::from(played), Relaxed);
                    rave.utility.add(f64::from(played) * f64::from(gain.utility));
                }
            }
        }
        drop(held);
        own.in_flight.fetch_sub(1, Relaxed);
    }

    /// The values of all moves, between two visits.
    pub fn values(&self) -> Vec<EdgeValues> {
        let _held = self.lock.lock();
        (0..self.edges.len()).map(|index| self.edge_values(index)).collect()
    }

    pub fn edge_values(&self, index: usize) -> EdgeValues {
        let (edge, subtree) = (&self.edges[index], &self.subtrees[index]);
        EdgeValues {
            index,
            mv: self.rave[index].mv,
            prior: edge.prior,
            visits: edge.visits.load(Relaxed),
            utility: edge.utility.get(),
            wins: subtree.wins.get(),
            lead: subtree.lead.get(),
            lead_squares: subtree.lead_squares.get(),
        }
    }
}

/// A tree may be deeper than the stack.
impl Drop for Node {
    fn drop(&mut self) {
        let children = |node: &mut Node| -> Vec<Box<Node>> {
            node.subtrees.iter_mut().filter_map(|subtree| subtree.child.take()).collect()
        };
        let mut below = children(self);
        while let Some(mut node) = below.pop() {
            below.append(&mut children(&mut node));
        }
    }
}

#[cfg(test)]
mod tests {
    use board::Point;

    use super::*;

    fn two_moves() -> Node {
        let moves = [Move::Play(Point::new(0, 0)), Move::Play(Point::new(1, 0))];
        Node::new(Colour::Black, moves.into_iter().map(|mv| (mv, 0.5, 0.0)))
    }

    /// Sums stay exact to the last visible digit for 10⁸ visits.
    #[test]
    fn sums_do_not_drift_in_a_hundred_million_visits() {
        const VISITS: u32 = 100_000_000;
        let (node, mut waited) = (two_moves(), Duration::ZERO);
        let mut first = FirstMoves::NONE;
        first.note(Colour::Black, Point::new(1, 0));
        for i in 0..VISITS {
            // Four games in five are won by 24 points; the others are lost by 1.
            let won = i % 5 != 0;
            let gain = match won {
                true => Gain { win: 1.0, lead: 24.0, utility: 0.98 },
                false => Gain { win: 0.0, lead: -1.0, utility: 0.02 },
            };
            node.edges[0].in_flight.fetch_add(1, Relaxed);
            node.add(0, gain, Some(&first), &mut waited);
        }
        let own = node.edge_values(0);
        let rave = node.rave[1].utility.get();
        assert_eq!((own.visits, node.rave[1].visits.load(Relaxed)), (VISITS, VISITS));
        let n = f64::from(VISITS);
        let means = [own.wins, own.lead, own.lead_squares, own.utility, rave].map(|sum| sum / n);
        for (mean, exact) in means.into_iter().zip([0.8, 19.0, 461.0, 0.788, 0.788]) {
            assert!((mean - exact).abs() < 1e-6 * exact, "{mean} and not {exact}");
        }
    }

    /// Eight threads at one node: nothing is lost.
    #[test]
    fn visits_of_many_threads_all_count() {
        const VISITS: u32 = 50_000;
        let node = two_moves();
        let mut first = FirstMoves::NONE;
        first.note(Colour::Black, Point::new(1, 0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let (gain, mut waited) = (Gain { win: 1.0, lead: 3.0, utility: 0.5 }, Duration::ZERO);
                    for _ in 0..VISITS {
                        node.edges[0].in_flight.fetch_add(1, Relaxed);
                        node.add(0, gain, Some(&first), &mut waited);
                    }
                });
            }
        });
        let (own, rave, n) = (node.edge_values(0), &node.rave[1], 8 * VISITS);
        assert_eq!((own.visits, rave.visits.load(Relaxed)), (n, n));
        let n = f64::from(n);
        assert_eq!([own.wins, own.lead, own.lead_squares], [n, 3.0 * n, 9.0 * n]);
        assert_eq!([own.utility, rave.utility.get()], [0.5 * n; 2]);
        assert_eq!(node.edges[0].in_flight.load(Relaxed), 0);
    }

    #[test]
    fn a_tree_deeper_than_the_stack_is_dropped() {
        let root = two_moves();
        let mut at = &root;
        for _ in 0..1_000_000 {
            at = at.subtrees[0].child.get_or_init(|| Box::new(two_moves()));
        }
        drop(root);
    }
}
