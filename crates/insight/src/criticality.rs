//! The points that decide between scores.

use board::{AREA, Colour, Point};
use search::PlayoutStatistics;

use crate::clusters::Cluster;

/// For each side, point and cluster, the correlation between holding the point and ending in the cluster: 1
/// if one implies the other, −1 if it excludes it, 0 if they are unrelated.
#[derive(Clone, PartialEq, Debug)]
pub struct Criticality {
    /// By cluster, Black's first.
    of: Vec<[[f64; AREA]; 2]>,
    /// The fraction of a cluster's playouts in which a side held a point.
    held: Vec<[[f64; AREA]; 2]>,
}

impl Criticality {
    /// Clusters must not overlap, as those from [`clusters`](crate::clusters).
    pub fn new(statistics: &PlayoutStatistics, clusters: &[Cluster]) -> Criticality {
        let none = || vec![[[0.0; AREA]; 2]; clusters.len()];
        let (mut of, mut held) = (none(), none());
        let playouts = statistics.playouts().max(1) as f64;
        let place = |score: i32| clusters.iter().position(|cluster| cluster.contains(score));
        let scores: Vec<(usize, i32, u64)> =
            statistics.scores().filter_map(|(score, count)| Some((place(score)?, score, count))).collect();
        let mut ends = vec![0.0; clusters.len()];
        scores.iter().for_each(|(cluster, _, count)| ends[*cluster] += *count as f64);
        for p in statistics.size().iter() {
            for side in Colour::BOTH {
                let mut both = vec![0.0; clusters.len()];
                for (cluster, score, _) in &scores {
                    both[*cluster] += statistics.control(side, p, *score) as f64;
                }
                let holds = both.iter().sum::<f64>() / playouts;
                for (cluster, both) in both.into_iter().enumerate() {
                    let here = ends[cluster] / playouts;
                    of[cluster][side.index()][p.index()] = correlation(both / playouts, holds, here);
                    held[cluster][side.index()][p.index()] = both / ends[cluster].max(1.0);
                }
            }
        }
        Criticality { of, held }
    }

    /// The correlation between `side` holding the point and the game ending in the cluster.
    pub fn of(&self, side: Colour, p: Point, cluster: usize) -> f64 {
        self.of[cluster][side.index()][p.index()]
    }

    /// The fraction of the cluster's playouts in which `side` holds the point.
    pub fn held(&self, side: Colour, p: Point, cluster: usize) -> f64 {
        self.held[cluster][side.index()][p.index()]
    }

    /// As [`of`](Criticality::of), for several clusters taken as one; `all` are the clusters with their
    /// weights.
    pub fn of_several(
        &self,
        side: Colour,
        p: Point,
        several: std::ops::Range<usize>,
        all: &[Cluster],
    ) -> f64 {
        let held = |c: usize| all[c].weight * self.held(side, p, c);
        let sum = |clusters: std::ops::Range<usize>| clusters.map(held).sum::<f64>();
        let here: f64 = all[several.clone()].iter().map(|c| c.weight).sum();
        correlation(sum(several), sum(0..all.len()), here)
    }

    pub fn clusters(&self) -> usize {
        self.of.len()
    }
}

/// The correlation of two events, from how often both happen and how often each does. An event that always or
/// never happens correlates with nothing.
pub(crate) fn correlation(both: f64, one: f64, other: f64) -> f64 {
    let spread = ((one - one * one).max(0.0) * (other - other * other).max(0.0)).sqrt();
    if spread > 1e-9 { (both - one * other) / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use board::Size;
    use evaluation::{Curve, Evaluation, Lead, Ownership};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{ClusterSettings, Histogram, clusters};

    const SIDE: usize = 9;

    /// Playouts with a given end: an owner for each row, and nobody owns the rest.
    fn statistics(endings: impl Iterator<Item = [Option<Colour>; SIDE]>) -> PlayoutStatistics {
        let mut statistics = PlayoutStatistics::new(Size::square(SIDE).unwrap());
        for owners in endings {
            let mut ownership = Ownership::UNKNOWN;
            let mut lead = 0;
            for (y, owner) in owners.into_iter().enumerate().filter_map(|(y, owner)| Some((y, owner?))) {
                lead += owner.sign() * SIDE as i32;
                (0..SIDE).for_each(|x| ownership.set(owner, Point::new(x, y), 1.0));
            }
            statistics.add(&Evaluation {
                curve: Curve::certain(Lead::for_side(Colour::Black, lead as f32)),
                ownership: Some(Box::new(ownership)),
                ..Evaluation::blank()
            });
        }
        statistics
    }

    /// The first two rows go to one side together, the next to either at random, and the last two are always
    /// Black's and White's.
    fn endings(count: usize, seed: u64, swapped: bool) -> impl Iterator<Item = [Option<Colour>; SIDE]> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..count).map(move |_| {
            let mut owners = [None; SIDE];
            let side = |black: bool| if black != swapped { Colour::Black } else { Colour::White };
            let (fight, chance) = (random.random::<f64>() < 0.3, random.random::<bool>());
            owners[0] = Some(side(fight));
            owners[1] = owners[0];
            if chance {
                owners[2] = Some(side(true));
            }
            owners[7] = Some(side(true));
            owners[8] = Some(side(false));
            owners
        })
    }

    fn read(statistics: &PlayoutStatistics) -> (Vec<Cluster>, Criticality) {
        // Bands of nine points are separated, whatever the width of the mixture.
        let settings = ClusterSettings { least_bandwidth: 4.0, ..ClusterSettings::default() };
        let clusters = clusters(&Histogram::from(statistics), &settings);
        let criticality = Criticality::new(statistics, &clusters);
        (clusters, criticality)
    }

    #[test]
    fn what_decides_is_critical_and_what_does_not_is_not() {
        let statistics = statistics(endings(20_000, 1, false));
        let two = [(-40, -1), (0, 40)].map(|(low, high)| Cluster { low, high, mode: 0.0, weight: 0.5 });
        let criticality = Criticality::new(&statistics, &two);
        let at = |side, y, cluster| criticality.of(side, Point::new(4, y), cluster);
        for (y, cluster, sign) in [(0, 0, -1.0), (0, 1, 1.0), (1, 0, -1.0), (1, 1, 1.0)] {
            assert!((at(Colour::Black, y, cluster) - sign).abs() < 1e-9);
            assert!((at(Colour::White, y, cluster) + sign).abs() < 1e-9);
        }
        for y in [2, 5, 7, 8] {
            for cluster in [0, 1] {
                assert!(
                    at(Colour::Black, y, cluster).abs() < 0.03,
                    "row {y}: {}",
                    at(Colour::Black, y, cluster)
                );
            }
        }
        assert_eq!(at(Colour::Black, 7, 0), 0.0);
        assert_eq!(criticality.held(Colour::Black, Point::new(0, 0), 1), 1.0);
        assert!((criticality.held(Colour::Black, Point::new(0, 2), 0) - 0.5).abs() < 0.03);
    }

    #[test]
    fn colours_swapped_change_places() {
        let (clusters, criticality) = read(&statistics(endings(5_000, 2, false)));
        let (swapped, other) = read(&statistics(endings(5_000, 2, true)));
        assert_eq!(clusters.len(), swapped.len());
        assert!(clusters.len() > 1, "{clusters:?}");
        for p in Size::square(SIDE).unwrap().iter() {
            for (cluster, mirrored) in (0..clusters.len()).zip((0..clusters.len()).rev()) {
                for side in Colour::BOTH {
                    let (a, b) = (criticality.of(side, p, cluster), other.of(side.other(), p, mirrored));
                    assert!((a - b).abs() < 1e-9, "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_critical_in_nothing() {
        let empty = PlayoutStatistics::new(Size::square(SIDE).unwrap());
        assert_eq!(read(&empty), (Vec::new(), Criticality::new(&empty, &[])));
        let (clusters, criticality) = read(&statistics(std::iter::repeat_n([Some(Colour::White); SIDE], 10)));
        assert_eq!((clusters.len(), criticality.clusters()), (1, 1));
        assert!(Size::square(SIDE).unwrap().iter().all(|p| criticality.of(Colour::White, p, 0) == 0.0));
    }
}
