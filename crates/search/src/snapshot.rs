//! What a search shows of itself.

use std::time::Duration;

use board::{Colour, Move, Position};
use evaluation::{Lead, Ownership, WinRate};

use crate::node::Edge;
use crate::scale::deviation;
use crate::shared::Shared;
use crate::{Utility, puct_snapshot};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub visits: u64,
    /// How much the visits count for: evaluations an evaluator is sure of count more.
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

/// How sure the lower bound is, in standard deviations.
const CAUTION: f32 = 2.0;

/// The view of a search's present state.
pub(crate) fn of(shared: &Shared, root: &Position) -> Snapshot {
    if shared.tree.settings.puct().is_some() { puct_snapshot::of(shared, root) } else { summed(shared, root) }
}

fn summed(shared: &Shared, root: &Position) -> Snapshot {
    let to_move = root.to_move();
    let totals = &shared.tree.totals;
    let edges = shared.tree.root_edges();
    let mut visited: Vec<&Edge> = edges.iter().filter(|e| e.visits > 0).collect();
    // The most visited move is the surest; among equals the better one, then the more natural one.
    visited.sort_by(|a, b| {
        let rate = |e: &Edge| e.sums.wins / f64::from(e.visits);
        b.visits.cmp(&a.visits).then(rate(b).total_cmp(&rate(a))).then(b.prior.total_cmp(&a.prior))
    });
    let share = |sum: f64| if totals.visits > 0 { sum / totals.visits as f64 } else { 0.0 };
    let lead = Lead::for_side(Colour::Black, share(totals.black_lead) as f32);
    Snapshot {
        to_move,
        visits: totals.visits,
        new_visits: shared.finished,
        weight: totals.visits as f32,
        win_rate: totals.win_rate(),
        lead,
        score: lead,
        score_stdev: deviation(share(totals.black_lead), share(totals.lead_squares)) as f32,
        utility: Utility::for_side(Colour::Black, share(totals.black_utility) as f32),
        raw: shared.tree.raw,
        candidates: visited.into_iter().map(|e| candidate(shared, e, to_move)).collect(),
        priors: edges.iter().map(|e| (e.mv, e.prior)).collect(),
        ownership: shared.ownership.mean(),
        ownership_stdev: None,
        curve: Vec::new(),
        elapsed: shared.elapsed,
    }
}

fn candidate(shared: &Shared, edge: &Edge, mover: Colour) -> Candidate {
    let n = edge.visits as f32;
    let mean = |sum: f64| sum / f64::from(edge.visits);
    let rate = mean(edge.sums.wins) as f32;
    let doubt = CAUTION * (rate * (1.0 - rate) / n).max(0.0).sqrt();
    let lead = Lead::for_side(mover, mean(edge.sums.lead) as f32);
    let utility = 2.0 * mean(edge.sums.utility) as f32 - 1.0;
    let (pv, pv_visits) = shared.tree.variation(edge);
    Candidate {
        mv: edge.mv,
        visits: u64::from(edge.visits),
        weight: n,
        win_rate: WinRate::for_side(mover, rate),
        lead,
        score: lead,
        score_stdev: deviation(mean(edge.sums.lead), mean(edge.sums.lead_squares)) as f32,
        no_result: 0.0,
        utility: Utility::for_side(mover, utility),
        lcb: WinRate::for_side(mover, rate - doubt),
        utility_lcb: Utility::for_side(mover, (utility - 2.0 * doubt).max(-1.0)),
        prior: edge.prior,
        search_prior: edge.prior,
        play_selection_value: n,
        pv,
        pv_visits,
        ownership: None,
        ownership_stdev: None,
    }
}
