//! What a search shows of itself.

use std::time::Duration;

use board::{Colour, Move};
use evaluation::{Lead, Ownership, WinRate};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub visits: u64,
    /// The chance to win after the move.
    pub win_rate: WinRate,
    /// The expected lead after the move, komi included.
    pub lead: Lead,
    /// A win rate the move very probably has at least, for the side that plays it.
    pub lower_bound: WinRate,
    /// How natural the move looked before any search: a probability.
    pub prior: f32,
    /// The expected course of the game, this move first.
    pub variation: Vec<Move>,
}

/// The state of a search at one moment.
#[derive(Clone, Debug)]
pub struct View {
    pub to_move: Colour,
    /// Visits of the root, those kept from earlier searches included.
    pub visits: u64,
    /// Visits of this search alone.
    pub new_visits: u64,
    pub win_rate: WinRate,
    pub lead: Lead,
    /// Moves that were visited, the one to play first.
    pub candidates: Vec<Candidate>,
    /// Mean over this search's evaluations; `None` when the judge does not say.
    pub ownership: Option<Box<Ownership>>,
    pub elapsed: Duration,
}

impl View {
    /// The move the search would play: pass when it knows of none.
    pub fn best(&self) -> Move {
        self.candidates.first().map_or(Move::Pass, |c| c.mv)
    }

    pub fn candidate(&self, mv: Move) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.mv == mv)
    }
}
