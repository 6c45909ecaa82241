//! How well a network predicts how long people think.

use std::collections::BTreeMap;

use network::{Backend, EvaluatorError, EvaluatorSettings, NetworkEvaluator, ThinkingTime};

use crate::agreement::{ask, turns};
use crate::{Game, Group, Place};

/// Positions that a network evaluates at once.
const BATCH: usize = 64;

/// Predicted and true thinking times of some moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeAgreement {
    pub moves: usize,
    /// In seconds, of the people and of the predictions.
    pub median: f64,
    pub predicted_median: f64,
    /// Between ln(seconds) and its predicted mean, from −1 to 1.
    pub correlation: f64,
    /// Shares of moves that were faster than predicted, and within a standard deviation: half and 68% at best.
    pub faster: f64,
    pub within_stdev: f64,
}

impl TimeAgreement {
    /// Of true times in seconds with what was predicted; `None` without any.
    pub fn of(times: &[(f64, ThinkingTime)]) -> Option<TimeAgreement> {
        let logs: Vec<(f64, f64)> = times.iter().map(|(s, p)| (s.ln(), f64::from(p.mean))).collect();
        let share = |is: &dyn Fn(f64) -> bool| {
            let off = times.iter().map(|(s, p)| (s.ln() - f64::from(p.mean)) / f64::from(p.stdev));
            off.filter(|off| is(*off)).count() as f64 / times.len() as f64
        };
        Some(TimeAgreement {
            moves: times.len(),
            median: median(times.iter().map(|(seconds, _)| *seconds).collect())?,
            predicted_median: median(times.iter().map(|(_, p)| f64::from(p.mean).exp()).collect())?,
            correlation: correlation(&logs),
            faster: share(&|off| off < 0.0),
            within_stdev: share(&|off| off.abs() < 1.0),
        })
    }
}

/// Asks a network about the sampled moves whose thinking time is known. `bounds` are the times in seconds that the network
/// has learnt from: shorter and longer ones count as these.
pub fn measure_times(
    games: &[Game],
    groups: &BTreeMap<Group, Vec<Place>>,
    human: &Backend,
    bounds: (f64, f64),
) -> Result<BTreeMap<Group, TimeAgreement>, EvaluatorError> {
    let mut evaluator = NetworkEvaluator::new(human, EvaluatorSettings::default(), 0)?;
    let mut outputs = Vec::new();
    let mut agreements = BTreeMap::new();
    for (group, places) in groups {
        let mut times = Vec::new();
        for job in places.chunks(BATCH) {
            let turns: Vec<_> =
                turns(games, job).into_iter().filter(|(.., turn)| turn.thinking_ms.is_some()).collect();
            ask(&mut evaluator, &turns, 1, |(game, ..)| game.described(), &mut outputs)?;
            times.extend(turns.iter().zip(&outputs).filter_map(|((.., turn), output)| {
                let seconds = f64::from(turn.thinking_ms?) / 1000.0;
                Some((seconds.clamp(bounds.0, bounds.1), output.thinking_time?))
            }));
        }
        agreements.extend(TimeAgreement::of(&times).map(|agreement| (*group, agreement)));
    }
    Ok(agreements)
}

fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Pearson's; 0 where one of the two does not vary.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(a, b)| of(a - x, b - y)).sum::<f64>();
    let spread = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    if spread > 0.0 { sum(&|a, b| a * b) / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_compared_by_their_logarithms() {
        let predicted = |seconds: f32, stdev| ThinkingTime { mean: seconds.ln(), stdev };
        let exact: Vec<_> = [2.0, 4.0, 8.0].map(|s: f32| (f64::from(s), predicted(s, 0.5))).to_vec();
        let found = TimeAgreement::of(&exact).unwrap();
        assert_eq!((found.moves, found.median), (3, 4.0));
        assert!((found.predicted_median - 4.0).abs() < 1e-5 && (found.correlation - 1.0).abs() < 1e-6);
        assert_eq!(found.within_stdev, 1.0);
        // Twice as slow as predicted, which is more than the deviation.
        let slow: Vec<_> = exact.iter().map(|(s, p)| (2.0 * s, *p)).collect();
        let found = TimeAgreement::of(&slow).unwrap();
        assert_eq!((found.faster, found.within_stdev), (0.0, 0.0));
        let turned: Vec<_> =
            [(2.0, 8.0), (4.0, 4.0), (8.0, 2.0)].map(|(s, p)| (s, predicted(p, 1.0))).to_vec();
        assert!((TimeAgreement::of(&turned).unwrap().correlation + 1.0).abs() < 1e-6);
        assert_eq!(TimeAgreement::of(&[]), None);
    }
}
