//! How far two experts agree about the same games.

use board::{Colour, Komi};
use evaluation::Lead;
use serde::Serialize;
use statistics::significance::mean_interval;
use statistics::{Estimate, Tally};

/// What two experts said, one pair for each game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Agreement {
    /// How often they name the same winner.
    pub same_winner: Estimate,
    /// The mean distance between their leads, in points, and half of its 95% interval.
    pub distance: (f64, f64),
    /// By how much the first sees Black further ahead, in points, and half of its 95% interval.
    pub bias: (f64, f64),
    /// The correlation of their leads.
    pub correlation: f64,
}

impl Agreement {
    /// `None` with fewer than two games.
    pub fn new(first: &[Lead], second: &[Lead], komi: Komi) -> Option<Agreement> {
        let black = |leads: &[Lead]| -> Vec<f64> {
            leads.iter().map(|lead| f64::from(lead.of(Colour::Black))).collect()
        };
        let (first, second) = (black(first), black(second));
        let pairs = || first.iter().zip(&second);
        let same = |(a, b): &(&f64, &f64)| (**a > komi.points()) == (**b > komi.points());
        let wins = pairs().filter(same).count() as u64;
        let tally = Tally { wins, draws: 0, losses: pairs().count() as u64 - wins };
        let differences: Vec<f64> = pairs().map(|(a, b)| a - b).collect();
        let distances: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
        Some(Agreement {
            same_winner: tally.score()?,
            distance: mean_interval(&distances)?,
            bias: mean_interval(&differences)?,
            correlation: correlation(&first, &second),
        })
    }
}

/// 0 if one of them never changes.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| f(a - mean_a, b - mean_b)).sum()
    };
    let scale = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    if scale > 0.0 { sum(&|a, b| a * b) / scale } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_and_points_are_compared() {
        let leads = |points: &[f32]| -> Vec<Lead> {
            points.iter().map(|p| Lead::for_side(Colour::Black, *p)).collect()
        };
        let komi = Komi::from_halves(11);
        let found = Agreement::new(&leads(&[10.0, 5.0, -9.0]), &leads(&[6.0, 7.0, -3.0]), komi).unwrap();
        assert!((found.same_winner.value - 2.0 / 3.0).abs() < 1e-9);
        assert!((found.distance.0 - 4.0).abs() < 1e-9);
        assert!((found.bias.0 + 4.0 / 3.0).abs() < 1e-9);
        let line = Agreement::new(&leads(&[1.0, 2.0, 3.0]), &leads(&[5.0, 7.0, 9.0]), komi).unwrap();
        assert!((line.correlation - 1.0).abs() < 1e-9);
        assert_eq!(Agreement::new(&leads(&[1.0]), &leads(&[1.0]), komi), None);
    }
}
