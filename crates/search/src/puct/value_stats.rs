//! Weighted means of values.

use super::utility::PositionValue;
use crate::moments::stdev;
use crate::shared::AtomicF64;

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

/// A weighted mean that other threads read while one replaces it. They may see parts of two means, which differ by
/// a visit.
#[derive(Default)]
pub(crate) struct SharedStats {
    win: AtomicF64,
    lead: AtomicF64,
    score: AtomicF64,
    score_square: AtomicF64,
    no_result: AtomicF64,
    utility: AtomicF64,
    utility_square: AtomicF64,
    weight: AtomicF64,
    weight_square: AtomicF64,
}

impl SharedStats {
    pub fn new(stats: &ValueStats) -> SharedStats {
        let shared = SharedStats::default();
        shared.set(stats);
        shared
    }

    #[inline]
    pub fn get(&self) -> ValueStats {
        ValueStats {
            win: self.win.get(),
            lead: self.lead.get(),
            score: self.score.get(),
            score_square: self.score_square.get(),
            no_result: self.no_result.get(),
            utility: self.utility.get(),
            utility_square: self.utility_square.get(),
            weight: self.weight.get(),
            weight_square: self.weight_square.get(),
        }
    }

    pub fn set(&self, stats: &ValueStats) {
        self.win.set(stats.win);
        self.lead.set(stats.lead);
        self.score.set(stats.score);
        self.score_square.set(stats.score_square);
        self.no_result.set(stats.no_result);
        self.utility.set(stats.utility);
        self.utility_square.set(stats.utility_square);
        self.weight.set(stats.weight);
        self.weight_square.set(stats.weight_square);
    }

    /// Adds the weight of an evaluation with the same result.
    pub fn repeat(&self, weight: f64) {
        self.weight.fetch_add(weight);
        self.weight_square.fetch_add(weight * weight);
    }

    #[inline]
    pub fn utility(&self) -> f64 {
        self.utility.get()
    }

    #[inline]
    pub fn weight(&self) -> f64 {
        self.weight.get()
    }

    pub fn score(&self) -> f64 {
        self.score.get()
    }
}
