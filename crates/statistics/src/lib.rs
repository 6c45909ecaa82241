//! Statistics of game results: intervals and Elo differences, ratings of many players, a sequential test, and
//! the significance of differences.

mod conditional_logit;
mod linear;
pub mod rating;
pub mod significance;
mod sprt;

pub use conditional_logit::{Choice, Tastes};
pub use sprt::{Sprt, SprtState, Verdict};

use serde::Serialize;

/// The 97.5% quantile of the normal distribution, for two-sided 95% intervals.
const Z: f64 = 1.959_963_984_540_054;

/// Results of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// An estimate with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins and half the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The score with Wilson's interval; `None` without games. A draw counts as half a win and half a loss,
    /// which makes the interval a little wider than necessary, never too narrow.
    pub fn score(&self) -> Option<Estimate> {
        let n = self.games() as f64;
        if n == 0.0 {
            return None;
        }
        let share = self.points() / n;
        let z2 = Z * Z;
        let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // Rounding must not push the bounds of a clean sweep beyond it.
        Some(Estimate {
            value: share,
            low: (centre - half).clamp(0.0, share),
            high: (centre + half).clamp(share, 1.0),
        })
    }

    /// The Elo difference of the score. The bounds come from Wilson's interval, so a clean sweep, whose
    /// difference is infinite, still has a finite bound on one side.
    pub fn elo(&self) -> Option<Estimate> {
        self.score().map(|s| Estimate { value: elo(s.value), low: elo(s.low), high: elo(s.high) })
    }
}

/// The Elo difference with this expected score; infinite at 0 and 1.
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected score at an Elo difference.
pub fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn wilson_intervals_are_the_published_ones() {
        let check = |t: Tally, low, high| {
            let score = t.score().unwrap();
            close(score.low, low);
            close(score.high, high);
        };
        // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        check(tally(81, 0, 182), 0.2553, 0.3662);
        check(tally(15, 0, 133), 0.0624, 0.1605);
        check(tally(0, 0, 20), 0.0, 0.1611);
        check(tally(1, 0, 28), 0.0061, 0.1718);
        check(tally(20, 0, 0), 0.8389, 1.0);
        assert_eq!(tally(3, 4, 3).score().unwrap().value, 0.5);
        assert!(Tally::default().score().is_none());
    }

    #[test]
    fn elo_follows_the_score() {
        close(elo(0.75), 190.8485);
        close(elo(0.5), 0.0);
        close(expected_share(200.0), 0.75975);
        close(expected_share(elo(0.37)), 0.37);
        let sweep = tally(20, 0, 0).elo().unwrap();
        assert!(sweep.value.is_infinite() && sweep.high.is_infinite());
        assert!((sweep.low - 286.61).abs() < 0.01);
    }
}
