//! From evidence to a rank.
//!
//! A linear function of the likely rank and of what moves cost, fitted to people whose rank is known. It is a
//! measurement with a known error, which shrinks with the number of moves; together with how ranks are
//! spread among people it gives an estimate with an interval.

use board::Rank;
use serde::{Deserialize, Serialize};

use crate::RANKS;
use crate::evidence::Evidence;
use crate::least_squares;

/// How evidence is turned into ranks, for each board size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Calibration {
    pub boards: Vec<BoardCalibration>,
}

/// How evidence of games on one board size is turned into ranks, in steps above 30 kyu.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardCalibration {
    pub side: usize,
    /// The ranks of the people it was fitted to: their mean and variance.
    pub mean: f64,
    pub variance: f64,
    /// Of each feature: its mean, and what it adds to the rank per unit above it.
    pub features: Vec<(f64, f64)>,
    /// The variance of the error: what stays however many moves there are, and what a single move has.
    pub error: (f64, f64),
}

/// An estimate of a rank, in steps above 30 kyu.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub rank: f64,
    /// The rank is in here with a probability of 80%.
    pub interval: (f64, f64),
    /// The moves it rests on.
    pub moves: usize,
}

impl Estimate {
    /// As a server would show it.
    pub fn shown(&self) -> Rank {
        Rank::shown(self.rank as f32)
    }

    /// The weakest and the strongest rank of the interval.
    pub fn shown_interval(&self) -> (Rank, Rank) {
        (Rank::shown(self.interval.0 as f32), Rank::shown(self.interval.1 as f32))
    }
}

/// Half of an interval with a probability of 80%, in standard deviations of a normal distribution.
const INTERVAL: f64 = 1.2816;

/// Fewer moves than this say nothing.
pub const FEWEST_MOVES: f64 = 10.0;

/// A person whose rank is known, and what their moves look like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    pub rank: f64,
    pub evidence: Evidence,
}

/// What a rank is a linear function of: the likely rank, and how a strong network sees the moves.
fn features(evidence: &Evidence) -> Vec<f64> {
    let per_move = |sum: f64| sum / evidence.moves.max(1.0);
    vec![
        likely_rank(evidence),
        per_move(evidence.plain_log_p),
        per_move(evidence.loss),
        per_move(evidence.large_losses),
    ]
}

/// The likelihood counts as if there were this many moves: moves of a game are alike, and the peak moves smoothly.
const INDEPENDENT_MOVES: f64 = 60.0;

/// The mean rank under the likelihood, in steps above 30 kyu.
fn likely_rank(evidence: &Evidence) -> f64 {
    let curve = evidence.log_p.map(|log_p| log_p / evidence.moves.max(1.0));
    let best = curve.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut weights) = (0.0, 0.0);
    for rank in Rank::all().map(|rank| f64::from(rank.steps())) {
        let weight = (INDEPENDENT_MOVES * (at(&curve, rank) - best)).exp();
        sum += weight * rank;
        weights += weight;
    }
    sum / weights
}

/// A value between [`RANKS`], on straight lines that go on beyond the ends.
fn at(curve: &[f64; RANKS.len()], rank: f64) -> f64 {
    let above = RANKS.iter().position(|told| f64::from(*told) >= rank).unwrap_or(RANKS.len() - 1).max(1);
    let (low, high) = (f64::from(RANKS[above - 1]), f64::from(RANKS[above]));
    let share = (rank - low) / (high - low);
    curve[above - 1] + share * (curve[above] - curve[above - 1])
}

impl Calibration {
    /// The one that comes with the network `human`.
    pub fn included() -> Calibration {
        // A test reads it.
        serde_json::from_str(include_str!("../calibration.json"))
            .unwrap_or(Calibration { boards: Vec::new() })
    }

    /// Whether ranks can be told on boards of this side.
    pub fn knows(&self, side: usize) -> bool {
        self.boards.iter().any(|board| board.side == side)
    }

    /// The rank that fits the evidence from games on boards of these sides best. `None` without enough moves
    /// on a board that is known.
    pub fn estimate(&self, evidence: &[(usize, Evidence)]) -> Option<Estimate> {
        let mut measurements = Vec::new();
        for board in &self.boards {
            let mut sum = Evidence::default();
            evidence.iter().filter(|(side, _)| *side == board.side).for_each(|(_, part)| sum.add(part));
            if sum.moves >= FEWEST_MOVES {
                measurements.push((board, board.measure(&sum), board.error_variance(sum.moves), sum.moves));
            }
        }
        // People are spread as on the board with the most evidence.
        let (prior, ..) = measurements.iter().max_by(|a, b| a.3.total_cmp(&b.3))?;
        let mut precision = 1.0 / prior.variance;
        let mut sum = prior.mean * precision;
        for (_, rank, variance, _) in &measurements {
            sum += rank / variance;
            precision += 1.0 / variance;
        }
        let (rank, half) = (sum / precision, INTERVAL * precision.recip().sqrt());
        let moves = measurements.iter().map(|(.., moves)| *moves as usize).sum();
        Some(Estimate { rank, interval: (rank - half, rank + half), moves })
    }
}

impl BoardCalibration {
    /// The rank that the evidence alone speaks for.
    fn measure(&self, evidence: &Evidence) -> f64 {
        let terms = self.features.iter().zip(features(evidence));
        self.mean + terms.map(|((mean, weight), feature)| weight * (feature - mean)).sum::<f64>()
    }

    fn error_variance(&self, moves: f64) -> f64 {
        (self.error.0 + self.error.1 / moves).max(0.01)
    }

    /// Fits to people, each with evidence from several games, and takes the error from people with evidence of
    /// any amount. `None` if there are too few.
    pub fn fit(side: usize, people: &[Known], any_amount: &[Known]) -> Option<BoardCalibration> {
        let rows: Vec<Vec<f64>> = people.iter().map(|known| features(&known.evidence)).collect();
        let ranks: Vec<f64> = people.iter().map(Known::clamped_rank).collect();
        let mut weights = vec![1.0; people.len()];
        let mut fitted = None;
        for _ in 0..ROUNDS {
            let means = least_squares::means(&rows, &weights)?;
            let slopes = least_squares::ridge(&rows, &ranks, &weights, RIDGE)?;
            let mean = least_squares::mean(ranks.iter().copied(), &weights);
            let variance = least_squares::mean(ranks.iter().map(|rank| (rank - mean).powi(2)), &weights);
            let features = means.into_iter().zip(slopes).collect();
            let fit = BoardCalibration { side, mean, variance, features, error: (0.0, 0.0) };
            weights = people.iter().map(|known| 1.0 / fit.distance(known).max(1.0)).collect();
            fitted = Some(fit);
        }
        let mut fitted = fitted?;
        // The fit draws every rank towards the mean, because that keeps its error small. The estimate does so itself,
        // and by how much depends on the number of moves.
        let mean = fitted.mean;
        let products =
            people.iter().map(|k| (fitted.measure(&k.evidence) - mean) * (k.clamped_rank() - mean));
        let slope = least_squares::mean(products, &weights) / fitted.variance;
        if slope.is_nan() || slope <= 0.05 {
            return None;
        }
        fitted.features.iter_mut().for_each(|(_, weight)| *weight /= slope);
        fitted.error = fitted.fit_error(any_amount)?;
        Some(fitted)
    }

    /// How far the measurement is from the rank.
    fn distance(&self, known: &Known) -> f64 {
        (self.measure(&known.evidence) - known.clamped_rank()).abs()
    }

    /// The error as a function of the number of moves. Ranks that are plainly wrong count as three usual errors.
    fn fit_error(&self, people: &[Known]) -> Option<(f64, f64)> {
        let mut distances: Vec<f64> = people.iter().map(|known| self.distance(known)).collect();
        distances.sort_by(f64::total_cmp);
        let most = 3.0 * distances.get(distances.len() / 2)?;
        let rows: Vec<Vec<f64>> = people.iter().map(|k| vec![1.0, 1.0 / k.evidence.moves.max(1.0)]).collect();
        let squares: Vec<f64> = people.iter().map(|known| self.distance(known).min(most).powi(2)).collect();
        let error = least_squares::solve_rows(&rows, &squares)?;
        Some((error[0].max(0.5), error[1].max(0.0)))
    }
}

impl Known {
    fn clamped_rank(&self) -> f64 {
        self.rank.clamp(0.0, f64::from(Rank::STRONGEST.steps()))
    }
}

/// Of features with variance 1: enough against chance in a few hundred people.
const RIDGE: f64 = 0.01;

/// Rounds of reweighting, which make the sum of absolute errors small instead of that of squares: some ranks are plainly
/// wrong, such as those of new accounts.
const ROUNDS: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;
    use board::splitmix64;

    /// A person whose moves look as the rank says, with some noise that shrinks with the number of moves.
    fn person(seed: u64, games: u64) -> Known {
        let unit = |n: u64| splitmix64(seed.wrapping_mul(1000) + n) as f64 / 2f64.powi(64) - 0.5;
        let rank = 22.0 + 20.0 * unit(0);
        // Nobody plays exactly as the server says.
        let plays_like = rank + 6.0 * unit(1);
        let mut evidence = Evidence::default();
        for game in 0..games {
            let moves = 100.0;
            let seen = plays_like + 12.0 * unit(10 + game);
            let log_p = RANKS.map(|told| moves * (-2.0 - 0.0005 * (f64::from(told) - seen).powi(2)));
            let loss = moves * (2.0 - 0.05 * plays_like + 0.3 * unit(20 + game));
            evidence.add(&Evidence { moves, log_p, loss, ..Evidence::default() });
        }
        Known { rank, evidence }
    }

    fn calibration() -> Calibration {
        let five: Vec<Known> = (0..400).map(|seed| person(seed, 5)).collect();
        let all: Vec<Known> = (400..800).flat_map(|seed| [person(seed, 1), person(seed, 5)]).collect();
        Calibration { boards: vec![BoardCalibration::fit(19, &five, &all).unwrap()] }
    }

    #[test]
    fn ranks_are_found_and_intervals_hold() {
        let calibration = calibration();
        for (games, most) in [(1, 3.0), (5, 2.0)] {
            let people: Vec<Known> = (1000..1500).map(|seed| person(seed, games)).collect();
            let estimate = |k: &Known| calibration.estimate(&[(19, k.evidence)]).unwrap();
            let error = people.iter().map(|k| (estimate(k).rank - k.rank).abs()).sum::<f64>() / 500.0;
            assert!(error < most, "{games} games: {error}");
            let within = people.iter().filter(|k| {
                let (low, high) = estimate(k).interval;
                (low..high).contains(&k.rank)
            });
            let within = within.count();
            assert!((350..450).contains(&within), "{games} games: {within} of 500");
        }
    }

    #[test]
    fn more_moves_make_it_surer() {
        let calibration = calibration();
        let known = person(7, 5);
        let width = |parts: &[(usize, Evidence)]| {
            let (low, high) = calibration.estimate(parts).unwrap().interval;
            high - low
        };
        let one = person(7, 1).evidence;
        assert!(width(&[(19, known.evidence)]) < width(&[(19, one)]));
        assert_eq!(calibration.estimate(&[(19, one), (9, one)]).unwrap().moves, 100);
        assert_eq!(calibration.estimate(&[(9, one)]), None);
        assert_eq!(calibration.estimate(&[(19, Evidence { moves: 3.0, ..one })]), None);
    }
}
