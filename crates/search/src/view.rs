//! What a search shows of itself.

use std::time::Duration;

use board::{Colour, Move, Position};
use evaluation::{Lead, Ownership, WinRate};

use crate::shared::Shared;
use crate::tree::Edge;

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

/// How sure the lower bound is, in standard deviations.
const CAUTION: f32 = 2.0;

/// The view of a search's present state.
pub(crate) fn of(shared: &Shared, root: &Position) -> View {
    let to_move = root.to_move();
    let totals = &shared.tree.totals;
    let mut edges: Vec<&Edge> = shared.tree.root_edges().iter().filter(|e| e.visits > 0).collect();
    // The most visited move is the surest; among equals the better one, then the more natural one.
    edges.sort_by(|a, b| {
        let rate = |e: &Edge| e.wins / e.visits as f32;
        b.visits.cmp(&a.visits).then(rate(b).total_cmp(&rate(a))).then(b.prior.total_cmp(&a.prior))
    });
    let share = |sum: f64| if totals.visits > 0 { (sum / totals.visits as f64) as f32 } else { 0.0 };
    let mut ownership = shared.ownership.clone();
    if let Some(sum) = &mut ownership {
        sum.scale(1.0 / shared.finished.max(1) as f32);
    }
    View {
        to_move,
        visits: totals.visits,
        new_visits: shared.finished,
        win_rate: match totals.visits {
            0 => WinRate::EVEN,
            _ => WinRate::for_side(Colour::Black, share(totals.black_wins)),
        },
        lead: Lead::for_side(Colour::Black, share(totals.black_lead)),
        candidates: edges.into_iter().map(|e| candidate(shared, e, to_move)).collect(),
        ownership,
        elapsed: shared.elapsed,
    }
}

fn candidate(shared: &Shared, edge: &Edge, mover: Colour) -> Candidate {
    let n = edge.visits as f32;
    let rate = edge.wins / n;
    let deviation = (rate * (1.0 - rate) / n).max(0.0).sqrt();
    Candidate {
        mv: edge.mv,
        visits: u64::from(edge.visits),
        win_rate: WinRate::for_side(mover, rate),
        lead: Lead::for_side(mover, edge.lead / n),
        lower_bound: WinRate::for_side(mover, (rate - CAUTION * deviation).max(0.0)),
        prior: edge.prior,
        variation: shared.tree.variation(edge),
    }
}
