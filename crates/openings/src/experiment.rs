//! The paper's experiment: its figures, and ours beside them.

mod report;

pub use report::{SeedResults, report};

use std::collections::BTreeMap;

use statistics::significance::mean_interval;

use crate::features::{Feature, FeatureSet};

/// Table 1 of the paper: the percentage of games that each player won against all others.
pub const PAPER_PERCENTAGES: [(&str, f64); 16] = [
    ("AE", 42.0),
    ("AC", 43.0),
    ("A", 46.0),
    ("ABC", 46.0),
    ("ABD", 46.0),
    ("AB", 48.0),
    ("ACE", 48.0),
    ("ABE", 49.0),
    ("ACD", 50.0),
    ("AD", 52.0),
    ("ABCD", 54.0),
    ("ABCE", 54.0),
    ("ABDE", 54.0),
    ("ACDE", 55.0),
    ("ABCDE", 55.0),
    ("ADE", 56.0),
];

/// Table 2: how many more games, in percent, players won with a feature than without.
pub const PAPER_GAINS: [(Feature, f64); 4] =
    [(Feature::Edges, 4.0), (Feature::Liberties, 3.0), (Feature::Stones, 13.0), (Feature::Neighbours, 8.0)];

/// Games that player A won against a random player, of 100.
pub const PAPER_AGAINST_RANDOM: f64 = 71.0;

/// The paper's percentages by player.
pub fn paper_percentages() -> BTreeMap<FeatureSet, f64> {
    PAPER_PERCENTAGES.iter().filter_map(|(name, percent)| Some((name.parse().ok()?, *percent))).collect()
}

/// The relative gain, in percent, of every player without a feature when it is added.
pub fn gains(feature: Feature, scores: &BTreeMap<FeatureSet, f64>) -> Vec<f64> {
    let gain = |(set, without): (&FeatureSet, &f64)| {
        let with = scores.get(&set.with(feature)).filter(|_| !set.contains(feature))?;
        (*without > 0.0).then(|| 100.0 * (with / without - 1.0))
    };
    scores.iter().filter_map(gain).collect()
}

/// The mean gain over players and seeds with half of its 95% interval. Every player is in one pair, so that pairs are
/// nearly independent.
pub fn mean_gain(feature: Feature, seeds: &[BTreeMap<FeatureSet, f64>]) -> Option<(f64, f64)> {
    let all: Vec<f64> = seeds.iter().flat_map(|scores| gains(feature, scores)).collect();
    mean_interval(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gains that the paper reports follow from its own table of percentages.
    #[test]
    fn gains_are_counted_as_in_the_paper() {
        let paper = paper_percentages();
        assert_eq!(paper.len(), 16);
        for (feature, expected) in PAPER_GAINS {
            assert_eq!(gains(feature, &paper).len(), 8);
            let (mean, _) = mean_gain(feature, std::slice::from_ref(&paper)).unwrap();
            assert!((mean - expected).abs() < 1.0, "{}: {mean}", feature.letter());
        }
    }
}
