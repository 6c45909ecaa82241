//! What a search shows of itself.

use std::time::Duration;

use board::{Colour, Move};
use evaluation::{Lead, Ownership, WinRate};

use crate::Utility;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub visits: u64,
    /// How much the visits count for: evaluations that are surer count more.
    pub weight: f32,
    /// The chance to win after the move.
    pub win_rate: WinRate,
    /// The expected lead after the move, komi included: the points that would make the game even.
    pub lead: Lead,
    /// The mean of the final score, komi included.
    pub score: Lead,
    /// The standard deviation of the final score, in points.
    pub score_stdev: f32,
    /// The chance that the game ends without a result after the move; playouts do not know it.
    pub no_result: f32,
    pub utility: Utility,
    /// A win rate the move very probably has at least, for the side that plays it. After few visits it may lie below 0:
    /// moves are compared by it, and all would be alike if it stopped there.
    pub lcb: WinRate,
    /// A utility the move very probably has at least, for the side that plays it.
    pub utility_lcb: Utility,
    /// How natural the move looked before any search: a probability.
    pub prior: f32,
    /// The prior that the search worked with, after noise and temperature.
    pub search_prior: f32,
    /// How much speaks for playing the move: visits that were worth making, and the bounds. The highest is
    /// played first; at a temperature others are played in proportion.
    pub play_selection_value: f32,
    /// The expected course of the game, this move first, and how often each of its moves was visited.
    pub pv: Vec<Move>,
    pub pv_visits: Vec<u64>,
    /// Who owns what after the move, when the search was asked to show it and can.
    pub ownership: Option<Box<Ownership>>,
    /// How far the positions below differ in that: standard deviations, in the order of the board.
    pub ownership_stdev: Option<Vec<f32>>,
}

/// What a position was evaluated to be worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueEstimate {
    pub win_rate: WinRate,
    /// Leads with komi.
    pub lead: Lead,
    pub score: Lead,
    pub score_stdev: f32,
    pub utility: Utility,
}

/// The state of a search at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub to_move: Colour,
    /// Visits of the root, those kept from earlier searches included.
    pub visits: u64,
    /// Visits of this search alone.
    pub new_visits: u64,
    pub weight: f32,
    pub win_rate: WinRate,
    pub lead: Lead,
    /// The mean of the final score, komi included, and its standard deviation.
    pub score: Lead,
    pub score_stdev: f32,
    pub utility: Utility,
    /// What the evaluator said of the root before any search.
    pub raw: Option<ValueEstimate>,
    /// Moves that were visited, the one to play first.
    pub candidates: Vec<Candidate>,
    /// What the evaluator thought of every move at the root before any search.
    pub priors: Vec<(Move, f32)>,
    /// Mean over this search's evaluations; `None` when the evaluator does not say.
    pub ownership: Option<Box<Ownership>>,
    /// How far those differ: standard deviations, in the order of the board; playouts do not know it.
    pub ownership_stdev: Option<Vec<f32>>,
    /// The chance to win with bonus points on top of the present komi, from fewer to more, when the search was asked to
    /// show it and can.
    pub curve: Vec<(Lead, WinRate)>,
    pub elapsed: Duration,
}

impl Snapshot {
    /// The move the search would play: the likeliest when it has looked at none, and pass when it knows of none.
    pub fn best(&self) -> Move {
        let likeliest = || self.priors.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(mv, _)| *mv);
        self.candidates.first().map(|c| c.mv).or_else(likeliest).unwrap_or(Move::Pass)
    }

    pub fn candidate(&self, mv: Move) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.mv == mv)
    }

    /// A move the search has not looked at, taken for what the position is worth.
    pub fn unvisited(&self, mv: Move) -> Candidate {
        let prior = self.priors.iter().find(|(m, _)| *m == mv).map_or(0.0, |(_, prior)| *prior);
        Candidate {
            mv,
            visits: 0,
            weight: 0.0,
            win_rate: self.win_rate,
            lead: self.lead,
            score: self.score,
            score_stdev: self.score_stdev,
            no_result: 0.0,
            utility: self.utility,
            lcb: self.win_rate,
            utility_lcb: self.utility,
            prior,
            search_prior: prior,
            play_selection_value: 0.0,
            pv: vec![mv],
            pv_visits: vec![0],
            ownership: None,
            ownership_stdev: None,
        }
    }
}
