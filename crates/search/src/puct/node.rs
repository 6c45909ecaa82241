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

/// An evaluated position. Its own value and the mean over its subtree are Black's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Edges are contiguous; unvisited moves have none.
    pub first: u32,
    pub count: u32,
    pub to_move: Colour,
    /// The evaluator's value and its utility.
    pub value: PositionValue,
    pub curve: Curve,
    pub utility: f64,
    pub own_weight: f64,
    /// The mean over this node and its subtree.
    pub stats: ValueStats,
    /// Visits along all paths to this node.
    pub visits: u32,
    /// The game is over here, or nothing below will ever be searched.
    pub is_terminal: bool,
    /// A pass would be the second in a row.
    pub pass_ends: bool,
    pub bias: BiasShare,
    /// The key of the position, and the part of it that comes from captures on the path.
    pub key: u64,
    pub history: u64,
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

    /// One more visit with the same result.
    pub fn hear_again(&mut self) {
        self.visits = self.visits.saturating_add(1);
        self.stats.weight += self.own_weight;
        self.stats.weight_square += self.own_weight * self.own_weight;
    }
}

/// A visited move; its value is in the node that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub mv: Move,
    /// Evaluations in flight below this move.
    pub in_flight: u16,
    pub child: NodeId,
    pub visits: u32,
    pub prior: f32,
    /// The agent's shift below this move.
    pub shift: Shift,
}

impl Edge {
    pub fn new(mv: Move, prior: f32) -> Edge {
        Edge { mv, in_flight: 0, child: UNEXPANDED, visits: 0, prior, shift: Shift::default() }
    }
}

/// One step of a path: a node and the index of the edge taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub node: NodeId,
    pub edge: u32,
}
