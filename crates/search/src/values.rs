//! What is known of a position: what the evaluator said, and what its moves say.

use evaluation::Curve;

use crate::bias::Part;
use crate::scale::{Figures, Scale, deviation};

/// A weighted mean of evaluations. Everything is Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mean {
    pub win: f64,
    pub lead: f64,
    pub score: f64,
    pub score_square: f64,
    pub no_result: f64,
    pub utility: f64,
    pub utility_square: f64,
    pub weight: f64,
    /// The sum of the squares of the single evaluations' weights.
    pub weight_square: f64,
}

impl Mean {
    pub fn one(figures: &Figures, utility: f64, weight: f64) -> Mean {
        Mean {
            win: figures.win,
            lead: figures.lead,
            score: figures.score,
            score_square: figures.score_square,
            no_result: figures.no_result,
            utility,
            utility_square: utility * utility,
            weight,
            weight_square: weight * weight,
        }
    }

    /// A sum to which means are added with weights, until [`Mean::close`] divides it.
    pub fn add(&mut self, other: &Mean, weight: f64) {
        self.win += weight * other.win;
        self.lead += weight * other.lead;
        self.score += weight * other.score;
        self.score_square += weight * other.score_square;
        self.no_result += weight * other.no_result;
        self.utility += weight * other.utility;
        self.utility_square += weight * other.utility_square;
        self.weight += weight;
        let part = weight / other.weight;
        self.weight_square += part * part * other.weight_square;
    }

    pub fn close(&mut self) {
        let share = 1.0 / self.weight;
        for sum in [
            &mut self.win,
            &mut self.lead,
            &mut self.score,
            &mut self.score_square,
            &mut self.no_result,
            &mut self.utility,
            &mut self.utility_square,
        ] {
            *sum *= share;
        }
    }

    /// Takes other figures for those of a single evaluation; weights stay.
    pub fn replace(&mut self, figures: &Figures) {
        (self.win, self.lead) = (figures.win, figures.lead);
        (self.score, self.score_square) = (figures.score, figures.score_square);
    }

    pub fn score_stdev(&self) -> f64 {
        deviation(self.score, self.score_square)
    }
}

/// A position of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values {
    pub figures: Figures,
    pub curve: Curve,
    /// Black's utility by the evaluator alone.
    pub utility: f64,
    pub own_weight: f64,
    pub mean: Mean,
    /// Visits on every way that leads here.
    pub visits: u32,
    /// The game is over here, or nothing below will ever be looked at.
    pub last: bool,
    /// A pass would be the second in a row.
    pub pass_ends: bool,
    pub part: Part,
    /// What tells the position from all others, and what of that comes from stones taken on the way.
    pub key: u64,
    pub past: u64,
}

impl Values {
    /// A position that was evaluated once. `error` is what the evaluator is probably off by.
    pub fn new(figures: Figures, curve: Curve, weight: f64, scale: &Scale, part: Part, error: f64) -> Values {
        let utility = scale.utility(&figures);
        Values {
            figures,
            curve,
            utility,
            own_weight: weight,
            mean: Mean::one(&figures, utility + error, weight),
            visits: 1,
            last: false,
            pass_ends: false,
            part,
            key: 0,
            past: 0,
        }
    }

    /// One more visit that could only hear the same again.
    pub fn hear_again(&mut self) {
        self.visits = self.visits.saturating_add(1);
        self.mean.weight += self.own_weight;
        self.mean.weight_square += self.own_weight * self.own_weight;
    }
}
