//! Weighted means of values.

use super::utility::PositionValue;
use crate::moments::stdev;

/// A weighted mean of evaluations. Everything is Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ValueStats {
    pub win: f64,
    pub lead: f64,
    pub score: f64,
    pub score_square: f64,
    pub no_result: f64,
    pub utility: f64,
    pub utility_square: f64,
    pub weight: f64,
    /// The sum of the squared weights of the evaluations.
    pub weight_square: f64,
}

impl ValueStats {
    pub fn one(value: &PositionValue, utility: f64, weight: f64) -> ValueStats {
        ValueStats {
            win: value.win,
            lead: value.lead,
            score: value.score,
            score_square: value.score_square,
            no_result: value.no_result,
            utility,
            utility_square: utility * utility,
            weight,
            weight_square: weight * weight,
        }
    }

    /// An empty sum: add weighted means, then divide with [`ValueStats::close`].
    pub fn add(&mut self, other: &ValueStats, weight: f64) {
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

    /// Replaces the value of a single evaluation; weights stay.
    pub fn replace(&mut self, value: &PositionValue) {
        (self.win, self.lead) = (value.win, value.lead);
        (self.score, self.score_square) = (value.score, value.score_square);
    }

    pub fn score_stdev(&self) -> f64 {
        stdev(self.score, self.score_square)
    }
}
