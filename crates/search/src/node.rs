//! What a tree is made of: open positions, and their moves.

use board::{Colour, Move};

use crate::aim::Shift;

pub type NodeId = u32;
pub(crate) const CLOSED: NodeId = u32::MAX;
/// The root is the first node.
pub(crate) const ROOT: NodeId = 0;

/// A move and all that is known of it. Sums are for the player who makes the move.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub mv: Move,
    /// Evaluations under way below this move: they count as losses until they are known.
    pub in_flight: u16,
    pub(crate) child: NodeId,
    pub visits: u32,
    pub prior: f32,
    /// What an agent sees below this move.
    pub(crate) shift: Shift,
    // Only sums below: what is weighed is kept with the position that the move leads to.
    pub wins: f32,
    pub lead: f32,
    pub lead_squares: f32,
    pub utility: f32,
    pub(crate) rave_visits: f32,
    pub(crate) rave_utility: f32,
}

impl Edge {
    pub(crate) fn new(mv: Move, prior: f32) -> Edge {
        Edge {
            mv,
            in_flight: 0,
            child: CLOSED,
            visits: 0,
            prior,
            shift: Shift::default(),
            wins: 0.0,
            lead: 0.0,
            lead_squares: 0.0,
            utility: 0.0,
            rave_visits: 0.0,
            rave_utility: 0.0,
        }
    }
}

/// An open position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub first: u32,
    pub count: u32,
    pub to_move: Colour,
}

/// One step of a path: an open position and the number of the move taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub(crate) node: NodeId,
    pub(crate) edge: u32,
}
