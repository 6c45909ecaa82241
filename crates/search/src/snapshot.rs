//! The state of a search at one moment.

use std::time::Duration;

use board::{Colour, Move};
use evaluation::{Lead, Ownership, WinRate};

use crate::utility::Utility;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub mv: Move,
    /// Visits of the position after the move. With visits that follow people, some of them do not count for the move.
    pub visits: u64,
    /// Those that count for the move.
    pub edge_visits: u64,
    /// Their weight: more certain evaluations count more.
    pub weight: f32,
    /// The win rate after the move.
    pub win_rate: WinRate,
    /// The expected lead after the move with komi: the points that would make the game even.
    pub lead: Lead,
    /// The mean of the final score, with komi.
    pub score: Lead,
    /// The standard deviation of the final score, in points.
    pub score_stdev: f32,
    /// The probability that the game ends without a result after the move; unknown to playouts.
    pub no_result: f32,
    pub utility: Utility,
    /// The lower confidence bound of the win rate, for the side that plays the move. After few visits it may
    /// be below 0: moves are compared by it, and clamping would make them all equal.
    pub lcb: WinRate,
    /// The lower confidence bound of the utility, for the side that plays the move.
    pub utility_lcb: Utility,
    /// The evaluator's prior of the move.
    pub prior: f32,
    /// The prior that the search used, after noise and temperature.
    pub search_prior: f32,
    /// How strongly the search prefers to play the move, from worthwhile visits and the LCB. The highest is
    /// played; with a temperature, others are played in proportion.
    pub play_selection_value: f32,
    /// The principal variation, starting with this move, and the visits of each of its moves.
    pub pv: Vec<Move>,
    pub pv_visits: Vec<u64>,
    /// The ownership after the move, if requested and available.
    pub ownership: Option<Box<Ownership>>,
    /// Standard deviations of that ownership over the positions below, in board order.
    pub ownership_stdev: Option<Vec<f32>>,
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueEstimate {
    pub win_rate: WinRate,
    /// Leads include komi.
    pub lead: Lead,
    pub score: Lead,
    pub score_stdev: f32,
    pub utility: Utility,
}

/// The state of a search at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub to_move: Colour,
    /// Visits of the root, including those kept from earlier searches.
    pub visits: u64,
    /// Visits of this search alone.
    pub new_visits: u64,
    pub weight: f32,
    pub win_rate: WinRate,
    pub lead: Lead,
    /// The mean of the final score with komi, and its standard deviation.
    pub score: Lead,
    pub score_stdev: f32,
    pub utility: Utility,
    /// The evaluator's value of the root before any search.
    pub raw: Option<ValueEstimate>,
    /// Visited moves, the one to play first.
    pub candidates: Vec<Candidate>,
    /// The evaluator's policy at the root.
    pub priors: Vec<(Move, f32)>,
    /// Mean over this search's evaluations; `None` if the evaluator has no ownership.
    pub ownership: Option<Box<Ownership>>,
    /// Standard deviations of those, in board order; unknown to playouts.
    pub ownership_stdev: Option<Vec<f32>>,
    /// The win rate with bonus points on top of the current komi, in ascending order, if requested and
    /// available.
    pub curve: Vec<(Lead, WinRate)>,
    pub elapsed: Duration,
}

impl Snapshot {
    /// The move to play: the one with the highest prior if none was searched, and pass if there is none.
    pub fn best(&self) -> Move {
        let likeliest = || self.priors.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(mv, _)| *mv);
        self.candidates.first().map(|c| c.mv).or_else(likeliest).unwrap_or(Move::Pass)
    }

    pub fn candidate(&self, mv: Move) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.mv == mv)
    }

    /// A move that was not searched, with the value of the position.
    pub fn unvisited(&self, mv: Move) -> Candidate {
        let prior = self.priors.iter().find(|(m, _)| *m == mv).map_or(0.0, |(_, prior)| *prior);
        Candidate {
            mv,
            visits: 0,
            edge_visits: 0,
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
