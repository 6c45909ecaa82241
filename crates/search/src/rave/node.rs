//! Nodes and edges of the playout tree.

use board::{Colour, Move};

pub type NodeId = u32;
pub(crate) const UNEXPANDED: NodeId = u32::MAX;

/// A move and its statistics.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub mv: Move,
    /// Evaluations in flight below this move: they count as losses until they are known (virtual losses).
    pub in_flight: u16,
    pub(crate) child: NodeId,
    pub visits: u32,
    pub prior: f32,
    pub(crate) sums: Sums,
    /// Playouts in which the move was played at any time (RAVE), without those that the prior stands for.
    pub(crate) rave_visits: u32,
    /// The utility of these playouts, including those that the prior stands for.
    pub(crate) rave_utility: f64,
}

impl Edge {
    pub(crate) fn new(mv: Move, prior: f32) -> Edge {
        Edge {
            mv,
            in_flight: 0,
            child: UNEXPANDED,
            visits: 0,
            prior,
            sums: Sums::default(),
            rave_visits: 0,
            rave_utility: 0.0,
        }
    }
}

/// Sums over the evaluations below a move, for the player who makes it. They are f64: an f32 stops growing by
/// 1 at 2²⁴, and a mean made of it would decay with every further visit.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sums {
    pub wins: f64,
    pub lead: f64,
    pub lead_squares: f64,
    pub utility: f64,
}

impl Sums {
    #[inline]
    pub fn add(&mut self, win: f32, lead: f32, utility: f32) {
        let lead = f64::from(lead);
        self.wins += f64::from(win);
        self.lead += lead;
        self.lead_squares += lead * lead;
        self.utility += f64::from(utility);
    }
}

/// An expanded position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub first: u32,
    pub count: u32,
    pub to_move: Colour,
}

/// One step of a path: a node and the index of the move taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub(crate) node: NodeId,
    pub(crate) edge: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums stay exact to the last visible digit for 10⁸ visits.
    #[test]
    fn sums_do_not_drift_in_a_hundred_million_visits() {
        const VISITS: u32 = 100_000_000;
        let mut sums = Sums::default();
        for i in 0..VISITS {
            // Four games in five are won by 24 points; the others are lost by 1.
            let won = i % 5 != 0;
            sums.add(f32::from(u8::from(won)), if won { 24.0 } else { -1.0 }, if won { 0.98 } else { 0.02 });
        }
        let n = f64::from(VISITS);
        let means = [sums.wins, sums.lead, sums.lead_squares, sums.utility].map(|sum| sum / n);
        for (mean, exact) in means.into_iter().zip([0.8, 19.0, 461.0, 0.788]) {
            assert!((mean - exact).abs() < 1e-6 * exact, "{mean} and not {exact}");
        }
    }
}
