//! Groups critical points into fights.

use board::{AREA, Board, Colour, Point, PointSet};
use search::PlayoutStatistics;
use serde::{Deserialize, Serialize};

use crate::clusters::Cluster;
use crate::criticality::Criticality;
use crate::criticality::correlation;

/// Settings for fights.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FightSettings {
    /// A point is critical from this correlation on, for either side, with a cluster or with all clusters
    /// from one on.
    pub least_criticality: f64,
    /// Neighbours belong to one fight if the profiles of who holds them, score by score, have at least this
    /// correlation.
    pub least_likeness: f64,
    /// A fight is worth at least this many points.
    pub least_worth: f64,
    /// A side wins a fight in a cluster if it holds at least this fraction more of it than the opponent.
    pub won: f64,
    /// Peaks too low to be clusters still show that a side can win a fight, from this fraction of the highest
    /// on: of three fights at once, one side seldom wins all, but it may win the third nowhere else.
    pub least_height: f64,
    /// What one side wins in at least this fraction of the playouts is not a fight.
    pub settled: f64,
}

impl Default for FightSettings {
    fn default() -> FightSettings {
        FightSettings {
            least_criticality: 0.3,
            least_likeness: 0.8,
            least_worth: 6.0,
            won: 0.5,
            least_height: 0.01,
            settled: 0.95,
        }
    }
}

/// A region whose fate decides between clusters.
#[derive(Clone, PartialEq, Debug)]
pub struct Fight {
    pub points: PointSet,
    /// The chains of each side in it, Black's first, each as its stones.
    pub chains: [Vec<Vec<Point>>; 2],
    /// Points between winning and losing it.
    pub worth: f64,
    /// For each cluster, how much more of it Black holds than White, from −1 to 1.
    pub black_share: Vec<f64>,
    /// The clusters in which each side wins it, Black's first; if there is none, the closest one.
    pub won_in: [Vec<usize>; 2],
    /// For each score of the histogram, how much more of it Black holds than White.
    pub black_share_at: Vec<f64>,
    /// The probability that Black wins it, by the playouts.
    pub black_wins: f64,
    /// The result of [reading](crate::Insight::read) it.
    pub is_settled: bool,
}

/// The fights of a position, largest first. `clusters` and `criticality` belong to the statistics; `hills`
/// are its clusters if lower peaks count too.
pub fn fights(
    board: &Board,
    statistics: &PlayoutStatistics,
    clusters: &[Cluster],
    criticality: &Criticality,
    hills: &[Cluster],
    settings: &FightSettings,
) -> Vec<Fight> {
    let profiles = Profiles::new(statistics);
    let mut regions = Regions::new();
    let critical: Vec<Point> = board
        .size()
        .iter()
        .filter(|p| weight(clusters, criticality, *p) >= settings.least_criticality)
        .collect();
    for &p in &critical {
        regions.add(p);
        let colour = board.colour(p);
        for q in p.neighbours().into_iter().filter(|q| critical.contains(q)) {
            // Stones of a chain share their fate.
            let one_chain = colour.is_some() && board.colour(q) == colour;
            if one_chain || profiles.likeness(p, q) >= settings.least_likeness {
                regions.join(p, q);
            }
        }
    }
    let mut fights: Vec<Fight> = regions
        .all(&critical)
        .into_iter()
        .filter_map(|points| Fight::new(board, points, (clusters, hills), &profiles, settings))
        .filter(|fight| {
            fight.worth >= settings.least_worth && fight.chains.iter().any(|chains| !chains.is_empty())
        })
        .collect();
    fights.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    fights
}

/// How critical a point is for either side: for a cluster, or for all clusters from one on. With several
/// fights, each has little to do with any single cluster, but winning it leads to better ones.
fn weight(clusters: &[Cluster], criticality: &Criticality, p: Point) -> f64 {
    let of = |side: Colour| {
        let alone = (0..clusters.len()).map(move |cluster| criticality.of(side, p, cluster).abs());
        let held = |cluster: usize| clusters[cluster].weight * criticality.held(side, p, cluster);
        let holds: f64 = (0..clusters.len()).map(held).sum();
        let together = (1..clusters.len()).map(move |first| {
            let from: f64 = clusters[first..].iter().map(|c| c.weight).sum();
            let both: f64 = (first..clusters.len()).map(held).sum();
            correlation(both, holds, from).abs()
        });
        alone.chain(together).fold(0.0, f64::max)
    };
    Colour::BOTH.map(of).into_iter().fold(0.0, f64::max)
}

impl Fight {
    /// `None` if one side wins it in no peak, or hardly ever.
    fn new(
        board: &Board,
        points: PointSet,
        (clusters, hills): (&[Cluster], &[Cluster]),
        profiles: &Profiles,
        settings: &FightSettings,
    ) -> Option<Fight> {
        let size = points.iter().count().max(1) as f64;
        let black_share_at = profiles.shares(&points);
        let shares = |of: &[Cluster]| -> Vec<f64> {
            of.iter().map(|cluster| profiles.mean(&black_share_at, cluster)).collect()
        };
        let (most, least) =
            shares(hills).iter().fold((f64::MIN, f64::MAX), |(a, b), x| (a.max(*x), b.min(*x)));
        if most < settings.won || -least < settings.won {
            return None;
        }
        let black_share = shares(clusters);
        let black_wins: f64 =
            clusters.iter().zip(&black_share).map(|(c, share)| c.weight * (1.0 + share) / 2.0).sum();
        // A low peak may be a few playouts in which a living group dies; that is not a fight.
        if black_wins.max(1.0 - black_wins) >= settings.settled {
            return None;
        }
        Some(Fight {
            chains: Colour::BOTH.map(|side| chains(board, &points, side)),
            worth: size * (most - least),
            won_in: [1.0, -1.0].map(|sign| won_in(&black_share, sign, settings.won)),
            black_share_at,
            black_wins,
            is_settled: false,
            points,
            black_share,
        })
    }
}

fn won_in(black_share: &[f64], sign: f64, won: f64) -> Vec<usize> {
    let most = black_share.iter().map(|share| sign * share).fold(f64::MIN, f64::max);
    (0..black_share.len()).filter(|c| sign * black_share[*c] >= won.min(most)).collect()
}

fn chains(board: &Board, points: &PointSet, side: Colour) -> Vec<Vec<Point>> {
    let mut heads: Vec<Point> =
        points.iter().filter(|p| board.colour(*p) == Some(side)).map(|p| board.chain_head(p)).collect();
    heads.sort_by_key(|p| p.index());
    heads.dedup();
    heads.into_iter().map(|head| board.chain_stones(head).collect()).collect()
}

/// For every point, how much more Black holds it than White, score by score: this shows which points are held
/// together. Clusters would blur it if two fights have the same value.
struct Profiles {
    scores: Vec<i32>,
    /// The number of playouts with each score.
    counts: Vec<f64>,
    /// By point; deviations from the mean.
    of: Vec<Vec<f64>>,
    means: Vec<f64>,
}

impl Profiles {
    fn new(statistics: &PlayoutStatistics) -> Profiles {
        let scores: Vec<(i32, u64)> = statistics.scores().collect();
        let counts: Vec<f64> = scores.iter().map(|(_, count)| *count as f64).collect();
        let total = counts.iter().sum::<f64>().max(1.0);
        let (mut of, mut means) = (vec![Vec::new(); AREA], vec![0.0; AREA]);
        for p in statistics.size().iter() {
            let held = |side, score| statistics.control(side, p, score) as f64;
            let share = |(score, count): &(i32, u64)| {
                (held(Colour::Black, *score) - held(Colour::White, *score)) / *count as f64
            };
            let shares: Vec<f64> = scores.iter().map(share).collect();
            let mean = shares.iter().zip(&counts).map(|(share, count)| share * count).sum::<f64>() / total;
            of[p.index()] = shares.into_iter().map(|share| share - mean).collect();
            means[p.index()] = mean;
        }
        Profiles { scores: scores.iter().map(|(score, _)| *score).collect(), counts, of, means }
    }

    /// Score by score, how much more of some points Black holds than White.
    fn shares(&self, points: &PointSet) -> Vec<f64> {
        let size = points.iter().count().max(1) as f64;
        let at = |i: usize| points.iter().map(|p| self.of[p.index()][i] + self.means[p.index()]).sum::<f64>();
        (0..self.counts.len()).map(|i| at(i) / size).collect()
    }

    /// The mean over a cluster of a value given score by score.
    fn mean(&self, at: &[f64], cluster: &Cluster) -> f64 {
        let all = self.scores.iter().zip(&self.counts).zip(at);
        let within = all.filter(|((score, _), _)| cluster.contains(**score));
        let (sum, weight) = within.fold((0.0, 0.0), |(sum, weight), ((_, n), x)| (sum + x * n, weight + n));
        sum / weight.max(1.0)
    }

    fn product(&self, p: Point, q: Point) -> f64 {
        let both = self.of[p.index()].iter().zip(&self.of[q.index()]);
        both.zip(&self.counts).map(|((a, b), count)| a * b * count).sum()
    }

    /// The correlation of two points' profiles.
    fn likeness(&self, p: Point, q: Point) -> f64 {
        let spread = (self.product(p, p) * self.product(q, q)).sqrt();
        if spread > 0.0 { self.product(p, q) / spread } else { 0.0 }
    }
}

/// Points that belong together.
struct Regions {
    /// A union–find forest: for each point another of its region, or itself.
    next: Vec<usize>,
}

impl Regions {
    fn new() -> Regions {
        Regions { next: vec![usize::MAX; AREA] }
    }

    fn add(&mut self, p: Point) {
        if self.next[p.index()] == usize::MAX {
            self.next[p.index()] = p.index();
        }
    }

    fn head(&self, p: Point) -> usize {
        let mut at = p.index();
        while self.next[at] != at {
            at = self.next[at];
        }
        at
    }

    fn join(&mut self, p: Point, q: Point) {
        self.add(q);
        let (a, b) = (self.head(p), self.head(q));
        self.next[a.max(b)] = a.min(b);
    }

    fn all(&self, points: &[Point]) -> Vec<PointSet> {
        let mut heads: Vec<usize> = Vec::new();
        let mut regions: Vec<PointSet> = Vec::new();
        for p in points {
            let head = self.head(*p);
            let place = heads.iter().position(|h| *h == head).unwrap_or_else(|| {
                heads.push(head);
                regions.push(PointSet::EMPTY);
                regions.len() - 1
            });
            regions[place].insert(*p);
        }
        regions
    }
}
