//! Clusters of scores.

use serde::{Deserialize, Serialize};

use crate::density::Density;
use crate::histogram::Histogram;

/// Settings for clusters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClusterSettings {
    /// A mode counts if its density is at least this fraction of the highest mode's. The paper's threshold T
    /// is the product of the two; it does not give its value. A lower peak has few playouts, and nobody would
    /// call it a possible ending.
    pub least_height: f64,
    /// A mode must also stand out: between it and a higher one, the density must fall by at least this
    /// fraction of its own.
    pub least_drop: f64,
    /// A mode below this fraction of the highest one must stand alone: the density around it must fall by at
    /// least `lone_drop`. The side to move that wins either of two races seldom wins both, but then by a lot.
    pub low: f64,
    pub lone_drop: f64,
    /// Height and drop must be at least this many standard errors of the density, because chance makes peaks
    /// too.
    pub least_certainty: f64,
    /// The smallest bandwidth in points. Scores of a full board are all odd or all even, and where scores
    /// differ little, a narrower kernel would give each of them its own peak.
    pub least_bandwidth: f64,
}

impl Default for ClusterSettings {
    fn default() -> ClusterSettings {
        ClusterSettings {
            least_height: 0.02,
            least_drop: 0.1,
            low: 0.1,
            lone_drop: 0.6,
            least_certainty: 4.0,
            least_bandwidth: 4.0,
        }
    }
}

/// Scores that belong together, as Black's leads on the board without komi.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cluster {
    pub low: i32,
    pub high: i32,
    /// The score with the highest density.
    pub mode: f64,
    /// The fraction of playouts.
    pub weight: f64,
}

impl Cluster {
    pub fn contains(&self, score: i32) -> bool {
        (self.low..=self.high).contains(&score)
    }
}

/// ∫K² of the triweight kernel: the variance of a density estimate is about this times the density over n·h.
const ROUGHNESS: f64 = 350.0 / 429.0;
/// The most mean-shift steps for a score.
const MOST_STEPS: usize = 10_000;
/// A step smaller than this, in bandwidths, ends the climb.
const ARRIVED: f64 = 1e-6;
/// Modes closer than this, in bandwidths, are the same.
const SAME: f64 = 1e-2;

/// The clusters of a histogram, from White's best to Black's best. Mean shift moves every score uphill to its
/// mode; scores whose mode is too low join the nearest mode that counts.
pub fn clusters(histogram: &Histogram, settings: &ClusterSettings) -> Vec<Cluster> {
    let density = Density::new(histogram, settings.least_bandwidth.max(f64::MIN_POSITIVE));
    let climbed: Vec<(i32, u64, f64)> =
        histogram.scores().iter().map(|(score, count)| (*score, *count, climb(&density, *score))).collect();
    let modes = modes(histogram, &density, settings, climbed.iter().map(|(.., top)| *top));
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut last = None;
    for (score, count, top) in climbed {
        let far = |mode: &f64| (mode - top).abs();
        let Some(place) = (0..modes.len()).min_by(|a, b| far(&modes[*a]).total_cmp(&far(&modes[*b]))) else {
            continue;
        };
        let weight = count as f64 / histogram.total() as f64;
        match clusters.last_mut() {
            Some(cluster) if last == Some(place) => {
                cluster.high = score;
                cluster.weight += weight;
            }
            _ => clusters.push(Cluster { low: score, high: score, mode: modes[place], weight }),
        }
        last = Some(place);
    }
    clusters
}

fn climb(density: &Density, score: i32) -> f64 {
    let mut at = f64::from(score);
    for _ in 0..MOST_STEPS {
        let Some(next) = density.shift(at) else { break };
        let step = (next - at).abs();
        at = next;
        if step < ARRIVED * density.bandwidth() {
            break;
        }
    }
    at
}

/// The modes that count, smallest first.
fn modes(
    histogram: &Histogram,
    density: &Density,
    settings: &ClusterSettings,
    tops: impl Iterator<Item = f64>,
) -> Vec<f64> {
    let mut modes: Vec<f64> = Vec::new();
    // Scores are in order, and so are their modes.
    for top in tops {
        if modes.last().is_none_or(|mode| top - mode > SAME * density.bandwidth()) {
            modes.push(top);
        }
    }
    let unit = ROUGHNESS / (histogram.total().max(1) as f64 * density.bandwidth());
    let noise = |height: f64| settings.least_certainty * (height * unit).sqrt();
    let highest = modes.iter().map(|mode| density.at(*mode)).fold(0.0, f64::max);
    modes.retain(|mode| {
        let height = density.at(*mode);
        // The highest always stays: scores must belong somewhere.
        height == highest || height >= (settings.least_height * highest).max(noise(height))
    });
    let needed = |height: f64| {
        let drop = if height < settings.low * highest { settings.lone_drop } else { settings.least_drop };
        (drop * height).max(noise(height)).max(f64::MIN_POSITIVE)
    };
    // Remove the one that stands out least first; another may stand out without it.
    while let Some((lower, share)) = least_drop(density, &modes, needed) {
        if share >= 1.0 {
            break;
        }
        modes.remove(lower);
    }
    modes
}

/// The mode whose density falls least towards a higher neighbour, relative to the required drop.
fn least_drop(density: &Density, modes: &[f64], needed: impl Fn(f64) -> f64) -> Option<(usize, f64)> {
    let pairs = modes.windows(2).enumerate().map(|(left, pair)| {
        let heights = [pair[0], pair[1]].map(|mode| density.at(mode));
        let between = (pair[0].ceil() as i64..=pair[1].floor() as i64).map(|score| density.at(score as f64));
        let valley = between.fold(f64::INFINITY, f64::min);
        let lower = usize::from(heights[1] < heights[0]);
        let fall = (heights[lower] - valley).max(0.0);
        (left + lower, fall / needed(heights[lower]))
    });
    pairs.min_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_distr::{Distribution, Normal};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Normal distributions: centre, width and number of playouts of each.
    fn mixture(hills: &[(f64, f64, u64)], seed: u64) -> Histogram {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut counts = std::collections::BTreeMap::new();
        for (centre, width, playouts) in hills {
            let normal = Normal::new(*centre, *width).unwrap();
            for _ in 0..*playouts {
                *counts.entry(normal.sample(&mut random).round() as i32).or_insert(0) += 1;
            }
        }
        Histogram::new(counts)
    }

    fn found(histogram: &Histogram) -> Vec<Cluster> {
        clusters(histogram, &ClusterSettings::default())
    }

    #[test]
    fn hills_of_a_mixture_are_found() {
        let hills = [(-60.0, 6.0, 20_000), (-5.0, 5.0, 50_000), (40.0, 6.0, 8_000), (75.0, 3.0, 40_000)];
        for seed in 0..5 {
            let clusters = found(&mixture(&hills, seed));
            assert_eq!(clusters.len(), hills.len(), "{clusters:?}");
            let all: u64 = hills.iter().map(|hill| hill.2).sum();
            for (cluster, (centre, _, playouts)) in clusters.iter().zip(hills) {
                assert!((cluster.mode - centre).abs() < 1.5, "{cluster:?} {centre}");
                assert!((cluster.weight - playouts as f64 / all as f64).abs() < 0.01, "{cluster:?}");
                assert!(cluster.contains(centre as i32));
            }
        }
    }

    #[test]
    fn one_hill_is_one_cluster() {
        for (width, seed) in [(0.5, 1), (2.0, 2), (8.0, 3), (40.0, 4)] {
            for playouts in [100, 3_000, 100_000] {
                let histogram = mixture(&[(7.0, width, playouts)], seed);
                let clusters = found(&histogram);
                assert_eq!(clusters.len(), 1, "{width} {playouts}: {clusters:?}");
                assert!((clusters[0].weight - 1.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn odd_scores_alone_make_no_clusters() {
        let normal = |score: i32| (1e5 * (-f64::from(score * score) / 18.0).exp()) as u64;
        let histogram = Histogram::new((-30..30).map(|i| (2 * i + 1, normal(2 * i + 1))));
        assert_eq!(found(&histogram).len(), 1, "{:?}", found(&histogram));
    }

    #[test]
    fn a_hill_that_few_playouts_saw_joins_its_neighbour() {
        let clusters = found(&mixture(&[(0.0, 5.0, 50_000), (60.0, 5.0, 300)], 1));
        assert_eq!(clusters.len(), 1, "{clusters:?}");
        assert!(clusters[0].contains(60) && (clusters[0].weight - 1.0).abs() < 1e-9);
    }

    #[test]
    fn nearly_nothing_is_told_as_it_is() {
        assert_eq!(found(&Histogram::default()), []);
        let one = Cluster { low: 3, high: 3, mode: 3.0, weight: 1.0 };
        assert_eq!(found(&Histogram::new([(3, 1)])), [one]);
        assert_eq!(found(&Histogram::new([(3, 900)])), [one]);
        let two = found(&Histogram::new([(-20, 400), (30, 600)]));
        assert_eq!(two.iter().map(|c| (c.low, c.high)).collect::<Vec<_>>(), [(-20, -20), (30, 30)]);
        assert!((two[0].mode + 20.0).abs() < 1e-9 && (two[1].weight - 0.6).abs() < 1e-12, "{two:?}");
    }

    proptest! {
        #[test]
        fn clusters_divide_all_scores(scores in prop::collection::btree_map(-361..=361i32, 1..2000u64, 0..120)) {
            let histogram = Histogram::new(scores.clone());
            let clusters = found(&histogram);
            prop_assert_eq!(clusters.is_empty(), scores.is_empty());
            for (score, _) in histogram.scores() {
                prop_assert_eq!(clusters.iter().filter(|c| c.contains(*score)).count(), 1);
            }
            prop_assert!(clusters.windows(2).all(|pair| pair[0].high < pair[1].low && pair[0].mode < pair[1].mode));
            if !clusters.is_empty() {
                prop_assert!((clusters.iter().map(|c| c.weight).sum::<f64>() - 1.0).abs() < 1e-9);
            }
            // From the other side, everything is mirrored.
            let mirrored = Histogram::new(scores.iter().map(|(score, count)| (-score, *count)));
            let mut other = super::clusters(&mirrored, &ClusterSettings::default());
            other.reverse();
            prop_assert_eq!(other.len(), clusters.len());
            for (a, b) in clusters.iter().zip(&other) {
                prop_assert!((a.mode + b.mode).abs() < 0.5, "{a:?} {b:?}");
            }
        }
    }
}
