//! The sequential probability ratio test: stops a match as soon as it is decided.

use serde::Serialize;

use super::{Tally, expected_share};

/// Error probabilities of both kinds.
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;

/// Two hypotheses about the Elo difference of the first player to the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Play on.
    Open,
    /// The lower difference is accepted.
    AcceptLow,
    /// The higher difference is accepted.
    AcceptHigh,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    pub elo0: f64,
    pub elo1: f64,
    /// Log-likelihood ratio of the higher against the lower hypothesis.
    pub llr: f64,
    pub low: f64,
    pub high: f64,
    pub verdict: Verdict,
}

impl Sprt {
    /// The generalised test for wins, draws and losses: it uses, for each hypothesis, the most likely
    /// frequencies with that expected score (Van den Bergh, "The generalized maximum likelihood ratio for the
    /// expectation value of a distribution").
    pub fn state(&self, tally: Tally) -> SprtState {
        let (low, high) = ((BETA / (1.0 - ALPHA)).ln(), ((1.0 - BETA) / ALPHA).ln());
        let llr = self.log_likelihood_ratio(tally);
        let verdict = match llr {
            llr if llr >= high => Verdict::AcceptHigh,
            llr if llr <= low => Verdict::AcceptLow,
            _ => Verdict::Open,
        };
        SprtState { elo0: self.elo0, elo1: self.elo1, llr, low, high, verdict }
    }

    fn log_likelihood_ratio(&self, tally: Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        // An outcome not seen yet is almost, but not completely, impossible: otherwise the first one would
        // invalidate everything. A thousandth of a game changes nothing else.
        let counts = [tally.losses, tally.draws, tally.wins].map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let games: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / games);
        let under = |elo| likeliest(seen, expected_share(elo));
        let (low, high) = (under(self.elo0), under(self.elo1));
        (0..3).map(|i| counts[i] * (high[i] / low[i]).ln()).sum()
    }
}

/// Points of a loss, a draw and a win.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];

/// The most likely frequencies among all with the mean `share`: each is the observed one divided by 1 +
/// t·(points − share), with the t that gives the mean.
fn likeliest(seen: [f64; 3], share: f64) -> [f64; 3] {
    let tilted = |t: f64| -> [f64; 3] { std::array::from_fn(|i| seen[i] / (1.0 + t * (POINTS[i] - share))) };
    let excess = |t: f64| (0..3).map(|i| tilted(t)[i] * (POINTS[i] - share)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    // In between, the excess falls with t from plus to minus infinity.
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    tilted((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(elo0: f64, elo1: f64, wins: u64, draws: u64, losses: u64) -> f64 {
        Sprt { elo0, elo1 }.state(Tally { wins, draws, losses }).llr
    }

    #[test]
    fn without_draws_it_is_walds_test() {
        let (p0, p1) = (expected_share(0.0), expected_share(50.0));
        let wald = 60.0 * (p1 / p0).ln() + 40.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((llr(0.0, 50.0, 60, 0, 40) - wald).abs() < 2e-3);
    }

    #[test]
    fn with_draws_it_is_near_the_normal_approximation() {
        // n (s1 - s0) (2 s - s0 - s1) / (2 variance), good for small differences.
        let (w, d, l) = (3200.0, 6000.0, 2900.0);
        let n = w + d + l;
        let s: f64 = (w + d / 2.0) / n;
        let variance = (w * (1.0 - s).powi(2) + d * (0.5 - s).powi(2) + l * s.powi(2)) / n;
        let (s0, s1) = (expected_share(0.0), expected_share(5.0));
        let normal = n * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * variance);
        let got = llr(0.0, 5.0, w as u64, d as u64, l as u64);
        assert!((got - normal).abs() < 0.01, "{got} {normal}");
        assert!(got > 2.9, "{got}");
    }

    #[test]
    fn it_decides_and_is_even_handed() {
        let sprt = Sprt { elo0: -20.0, elo1: 20.0 };
        let verdict = |wins, losses| sprt.state(Tally { wins, draws: 0, losses }).verdict;
        assert_eq!(verdict(0, 0), Verdict::Open);
        assert_eq!(verdict(30, 30), Verdict::Open);
        assert_eq!(verdict(60, 10), Verdict::AcceptHigh);
        assert_eq!(verdict(10, 60), Verdict::AcceptLow);
        assert!((llr(-20.0, 20.0, 40, 7, 25) + llr(-20.0, 20.0, 25, 7, 40)).abs() < 1e-9);
        assert!((sprt.state(Tally::default()).high - 2.944).abs() < 1e-3);
    }
}
