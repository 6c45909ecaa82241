//! Nodes and edges of the graph.

use board::{Colour, Move};
use evaluation::Curve;

use super::agent::Shift;
use super::utility::{PositionValue, UtilityScale};
use super::value_bias::BiasShare;
use super::value_stats::ValueStats;

pub(crate) type NodeId = u32;
pub(crate) const UNEXPANDED: NodeId = u32::MAX;
/// The root is the first node.
pub(crate) const ROOT: NodeId = 0;

/// A position that was evaluated. Its own value and the mean over all below it are Black's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Edges lie side by side; moves that nobody has looked at have none.
    pub first: u32,
    pub count: u32,
    pub to_move: Colour,
    /// What the evaluator said, and what that makes for a utility.
    pub value: PositionValue,
    pub curve: Curve,
    pub utility: f64,
    pub own_weight: f64,
    /// The mean over this node and all below it.
    pub stats: ValueStats,
    /// Visits on every way that leads here.
    pub visits: u32,
    /// The game is over here, or nothing below will ever be looked at.
    pub is_terminal: bool,
    /// A pass would be the second in a row.
    pub pass_ends: bool,
    pub bias: BiasShare,
    /// What tells the position from all others, and what of that comes from stones captured on the way.
    pub key: u64,
    pub history: u64,
}

impl Node {
    /// A position that was evaluated once. `error` is what the evaluator is probably off by.
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
            first: 0,
            count: 0,
            to_move,
            value,
            curve,
            utility,
            own_weight: weight,
            stats: ValueStats::one(&value, utility + error, weight),
            visits: 1,
            is_terminal: false,
            pass_ends: false,
            bias,
            key: 0,
            history: 0,
        }
    }

    /// One more visit that could only hear the same again.
    pub fn hear_again(&mut self) {
        self.visits = self.visits.saturating_add(1);
        self.stats.weight += self.own_weight;
        self.stats.weight_square += self.own_weight * self.own_weight;
    }
}

/// A move that was looked at; what it is worth is kept with the node that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub mv: Move,
    /// Evaluations under way below this move.
    pub in_flight: u16,
    pub child: NodeId,
    pub visits: u32,
    pub prior: f32,
    /// What an agent sees below this move.
    pub shift: Shift,
}

impl Edge {
    pub fn new(mv: Move, prior: f32) -> Edge {
        Edge { mv, in_flight: 0, child: UNEXPANDED, visits: 0, prior, shift: Shift::default() }
    }
}

/// One step of a path: a node and the number of the edge taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub node: NodeId,
    pub edge: u32,
}
