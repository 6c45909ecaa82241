//! Nodes and edges of the graph.
//!
//! What threads change while a search runs is atomic, or behind the lock of [`Node::moves`]: adding an edge writes
//! it, everything else reads it. The rest of a node changes only between searches.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::AcqRel, Ordering::Acquire, Ordering::Relaxed};

use board::{Colour, Move};
use evaluation::Curve;
use parking_lot::RwLock;

use super::agent::Shift;
use super::human::HumanPriors;
use super::stored_ownership::StoredOwnership;
use super::unexpanded_moves::UnexpandedMoves;
use super::utility::{PositionValue, UtilityScale};
use super::value_bias::BiasShare;
use super::value_stats::{SharedStats, ValueStats};

pub(crate) type NodeId = u32;
pub(crate) const UNEXPANDED: NodeId = u32::MAX;
/// The root is the first node.
pub(crate) const ROOT: NodeId = 0;

/// An evaluated position. Its own value and the mean over its subtree are Black's.
pub(crate) struct Node {
    pub to_move: Colour,
    /// The evaluator's value and its utility.
    pub value: PositionValue,
    pub curve: Curve,
    pub utility: f64,
    pub own_weight: f64,
    pub ownership: Option<StoredOwnership>,
    /// What people would play here, if the evaluator knows.
    pub human: Option<HumanPriors>,
    /// The game is over here, or nothing below will ever be searched.
    pub is_terminal: bool,
    /// A pass would be the second in a row.
    pub pass_ends: bool,
    /// The key of the position, and the part of it that comes from captures on the path.
    pub key: u64,
    pub history: u64,
    /// Visits along all paths to this node.
    pub visits: AtomicU32,
    /// The mean over this node and its subtree.
    pub stats: SharedStats,
    pub bias: BiasShare,
    /// Changes below that are not in `stats` yet; see [`Node::update`].
    pub(super) changes: AtomicU32,
    pub moves: RwLock<Moves>,
}

#[derive(Default)]
pub(crate) struct Moves {
    /// Visited moves, in the order of their first visits.
    pub edges: Vec<Edge>,
    pub unexpanded: UnexpandedMoves,
}

impl Node {
    /// A position after its first evaluation. `error` is the evaluator's expected error.
    pub fn new(
        to_move: Colour,
        (value, curve): (PositionValue, Curve),
        weight: f64,
        scale: &UtilityScale,
        bias: BiasShare,
        error: f64,
    ) -> Node {
        let utility = scale.utility(&value);
        Node {
            to_move,
            value,
            curve,
            utility,
            own_weight: weight,
            ownership: None,
            human: None,
            is_terminal: false,
            pass_ends: false,
            key: 0,
            history: 0,
            visits: AtomicU32::new(1),
            stats: SharedStats::new(&ValueStats::one(&value, utility + error, weight)),
            bias,
            changes: AtomicU32::new(0),
            moves: RwLock::default(),
        }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let moves = self.moves.read();
        let moves = moves.edges.capacity() * size_of::<Edge>() + moves.unexpanded.bytes();
        let human = self.human.as_ref().map_or(0, HumanPriors::bytes);
        size_of::<Node>() + moves + human + self.ownership.as_ref().map_or(0, |ownership| ownership.len())
    }

    /// One more visit with the same result.
    pub fn hear_again(&self) {
        self.visits.fetch_add(1, Relaxed);
        self.stats.repeat(self.own_weight);
    }

    /// Recomputes the value after a change below. If another thread is at it, that thread does it once more, and
    /// this one need not wait: so the root, which every visit changes, holds nobody up. The counter's ordering
    /// makes the changes of all that left it to one thread visible to that one.
    pub fn update(&self, mut recompute: impl FnMut()) {
        if self.changes.fetch_add(1, AcqRel) > 0 {
            return;
        }
        let mut included = 1;
        loop {
            recompute();
            match self.changes.fetch_sub(included, AcqRel) - included {
                0 => return,
                more => included = more,
            }
        }
    }
}

/// A visited move; its value is in the node that it leads to.
pub(crate) struct Edge {
    pub mv: Move,
    pub prior: f32,
    /// Evaluations in flight below this move. Whoever makes it the first one at a move without a child may
    /// evaluate the position after it.
    pub in_flight: AtomicU16,
    /// Set before the evaluation is no longer in flight.
    pub child: AtomicU32,
    /// Counted before the child's visits, so that an edge has fewer only if the child was reached on another path.
    pub visits: AtomicU32,
    /// The agent's shift below this move.
    pub shift: Shift,
}

impl Edge {
    pub fn new(mv: Move, prior: f32) -> Edge {
        Edge {
            mv,
            prior,
            in_flight: AtomicU16::new(0),
            child: AtomicU32::new(UNEXPANDED),
            visits: AtomicU32::new(0),
            shift: Shift::default(),
        }
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The node that the move leads to, or [`UNEXPANDED`].
    #[inline]
    pub fn child(&self) -> NodeId {
        self.child.load(Acquire)
    }

    /// Whether a visit of the move has been backed up.
    #[inline]
    pub fn is_visited(&self) -> bool {
        self.visits() > 0 && self.child() != UNEXPANDED
    }
}

/// A copy at one moment.
impl Clone for Edge {
    fn clone(&self) -> Edge {
        Edge {
            mv: self.mv,
            prior: self.prior,
            in_flight: AtomicU16::new(self.in_flight.load(Relaxed)),
            child: AtomicU32::new(self.child()),
            visits: AtomicU32::new(self.visits()),
            shift: self.shift.clone(),
        }
    }
}

/// One step of a path: a node and the index of the edge taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub node: NodeId,
    pub edge: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever leaves a change to another thread finds it in the value in the end.
    #[test]
    fn no_change_is_forgotten() {
        const CHANGES: u32 = 20_000;
        let scale = UtilityScale::new(&Default::default(), 9.0, 0.0);
        let (value, curve) = (PositionValue::default(), Curve::new(evaluation::Lead::NONE, 1.0));
        let node = Node::new(Colour::Black, (value, curve), 1.0, &scale, BiasShare::default(), 0.0);
        let (source, copy, at_work) = (AtomicU32::new(0), AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..CHANGES {
                        source.fetch_add(1, Relaxed);
                        node.update(|| {
                            assert_eq!(at_work.fetch_add(1, Relaxed), 0, "one thread at a time");
                            copy.store(source.load(Relaxed), Relaxed);
                            at_work.fetch_sub(1, Relaxed);
                        });
                    }
                });
            }
        });
        assert_eq!((copy.into_inner(), node.changes.into_inner()), (8 * CHANGES, 0));
    }
}
