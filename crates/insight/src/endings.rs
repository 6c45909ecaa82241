//! How a game may end, according to playouts, reconciled with a search.
//!
//! Playouts are inaccurate: their scores are too widely distributed, and wrong where they misread a fight or
//! an endgame. If a search with a network knows better, the scores are made to agree with its win rate and
//! score lead: cluster weights change, scores move, and peaks become narrower, all as little as possible.

use board::Colour;

use crate::clusters::Cluster;
use crate::groups::{Fate, Group};
use crate::insight::Insight;

/// A possible ending.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// Scores are Black's, with komi.
    pub low: f64,
    pub high: f64,
    /// The median.
    pub score: f64,
    /// The fraction of games with this ending.
    pub weight: f64,
    /// The clusters of the insight it is made from.
    pub clusters: std::ops::Range<usize>,
}

/// The distribution of scores (Black's, with komi), and the possible endings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Endings {
    /// Every score with its fraction, smallest first.
    pub scores: Vec<(f64, f64)>,
    /// From White's best to Black's best.
    pub ways: Vec<Ending>,
}

/// The cost of changes; sums of squares are compared. Missing the win rate by this much is as bad as …
const MISSED: f64 = 0.03;
/// … moving the scores by this many points …
const MOVED: f64 = 10.0;
/// … or changing the width of the peaks, with this factor for the squared logarithm.
const NARROWED: f64 = 0.3;
/// The number of steps tried for each change.
const STEPS: i32 = 20;
/// The largest change of the log odds between the first and the last cluster.
const TILT: f64 = 8.0;
/// The narrowest peak, and the widest if there is only one.
const NARROWEST: f64 = 0.02;
const WIDEST: f64 = 2.0;
/// Clusters differ by what is at stake, and by at most this many points besides.
const BESIDES: f64 = 10.0;
/// A rarer ending is not shown separately.
const RARE: f64 = 0.02;

impl Insight {
    /// The fraction of playouts that Black wins; a draw counts half.
    pub fn playouts_won(&self) -> f64 {
        let komi = self.komi().points();
        let won: f64 =
            self.histogram.scores().iter().map(|(s, n)| half_or_all(f64::from(*s) - komi) * *n as f64).sum();
        won / (self.histogram.total() as f64).max(1.0)
    }

    /// The possible endings, in agreement with the search's win rate and score lead. A cluster that no open
    /// group explains is not a separate ending.
    pub fn endings(&self, groups: &[Group]) -> Endings {
        let komi = self.komi().points();
        let hills = explained(&self.clusters, groups);
        let hills: Vec<Hill> = hills.iter().map(|range| Hill::new(self, range.clone(), komi)).collect();
        let (win_rate, lead) = (self.win_rate.of(Colour::Black), self.lead.of(Colour::Black));
        if hills.is_empty() || !win_rate.is_finite() || !lead.is_finite() {
            return Endings::default();
        }
        let aim = (f64::from(win_rate), f64::from(lead));
        let best = changes(hills.len() > 1)
            .map(|change| (change, change.cost(&hills, aim)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(Change::NONE, |(change, _)| change);
        drawn(&hills, &best.apply(&hills, aim.1), komi)
    }
}

fn half_or_all(score: f64) -> f64 {
    if score == 0.0 { 0.5 } else { f64::from(u8::from(score > 0.0)) }
}

/// Groups clusters into runs, so that endings are no further from the main one than the open groups are
/// worth. If nothing is open, there is one.
fn explained(clusters: &[Cluster], groups: &[Group]) -> Vec<std::ops::Range<usize>> {
    let heaviest = (0..clusters.len()).max_by(|a, b| clusters[*a].weight.total_cmp(&clusters[*b].weight));
    let Some(main) = heaviest else { return Vec::new() };
    let open = groups.iter().filter(|group| group.fate == Fate::Open);
    let worth: Vec<f64> = open.map(|group| group.worth).collect();
    let reach = if worth.is_empty() { 0.0 } else { worth.iter().sum::<f64>() + BESIDES };
    let is_far = |c: usize| (clusters[c].mode - clusters[main].mode).abs() > reach;
    let first = (0..=main).find(|c| !is_far(*c)).unwrap_or(main);
    let last = (main..clusters.len()).rev().find(|c| !is_far(*c)).unwrap_or(main);
    let begin = |c: usize| if c == first { 0 } else { c };
    let end = |c: usize| if c == last { clusters.len() } else { c + 1 };
    (first..=last).map(|c| begin(c)..end(c)).collect()
}

/// Scores that stay together.
struct Hill {
    clusters: std::ops::Range<usize>,
    /// With komi, and their counts.
    scores: Vec<(f64, f64)>,
    middle: f64,
    weight: f64,
}

impl Hill {
    fn new(insight: &Insight, clusters: std::ops::Range<usize>, komi: f64) -> Hill {
        let within = |score: i32| insight.clusters[clusters.clone()].iter().any(|c| c.contains(score));
        let total = (insight.histogram.total() as f64).max(1.0);
        let scores: Vec<(f64, f64)> = insight
            .histogram
            .scores()
            .iter()
            .filter(|(score, _)| within(*score))
            .map(|(score, count)| (f64::from(*score) - komi, *count as f64 / total))
            .collect();
        let weight = scores.iter().map(|(_, share)| share).sum();
        Hill { clusters, middle: median(&scores), weight, scores }
    }
}

/// The median; 0 without any scores.
fn median(scores: &[(f64, f64)]) -> f64 {
    let half = scores.iter().map(|(_, share)| share).sum::<f64>() / 2.0;
    let mut below = 0.0;
    for (score, share) in scores {
        below += share;
        if below >= half {
            return *score;
        }
    }
    0.0
}

/// A change of the peaks.
#[derive(Clone, Copy)]
struct Change {
    /// The increase of the log odds of the last peak against the first.
    tilt: f64,
    /// The factor by which peaks get narrower or wider.
    width: f64,
}

fn changes(several: bool) -> impl Iterator<Item = Change> {
    let tilts = if several { -STEPS..=STEPS } else { 0..=0 };
    // Wider peaks would run into each other.
    let widest = if several { 1.0 } else { WIDEST };
    let width = move |i: i32| NARROWEST * (widest / NARROWEST).powf(f64::from(i) / f64::from(3 * STEPS));
    let tilt = |i: i32| TILT * f64::from(i) / f64::from(STEPS);
    tilts.flat_map(move |t| (0..=3 * STEPS).map(move |w| Change { tilt: tilt(t), width: width(w) }))
}

/// Peaks after a change: weights and centres, and how far all scores moved.
struct Changed {
    hills: Vec<(f64, f64)>,
    width: f64,
    moved: f64,
}

impl Changed {
    /// Every score with its fraction, peak by peak.
    fn scores<'a>(&'a self, hills: &'a [Hill]) -> impl Iterator<Item = (usize, f64, f64)> + 'a {
        hills.iter().zip(&self.hills).enumerate().flat_map(move |(place, (hill, (weight, middle)))| {
            let share = weight / hill.weight.max(f64::MIN_POSITIVE);
            hill.scores
                .iter()
                .map(move |(score, n)| (place, middle + self.width * (score - hill.middle), n * share))
        })
    }
}

impl Change {
    const NONE: Change = Change { tilt: 0.0, width: 1.0 };

    /// Moves the scores so that their mean is the lead.
    fn apply(self, hills: &[Hill], lead: f64) -> Changed {
        let (low, high) = (hills[0].middle, hills[hills.len() - 1].middle);
        let along = |middle: f64| if high > low { (middle - low) / (high - low) } else { 0.0 };
        let tilted: Vec<f64> =
            hills.iter().map(|h| h.weight * (self.tilt * (along(h.middle) - 0.5)).exp()).collect();
        let all: f64 = tilted.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let still = Changed {
            hills: hills.iter().zip(&tilted).map(|(hill, weight)| (weight / all, hill.middle)).collect(),
            width: self.width,
            moved: 0.0,
        };
        let mean: f64 = still.scores(hills).map(|(_, score, share)| score * share).sum();
        let moved = lead - mean;
        Changed {
            hills: still.hills.iter().map(|(weight, middle)| (*weight, middle + moved)).collect(),
            moved,
            ..still
        }
    }

    fn cost(self, hills: &[Hill], (win_rate, lead): (f64, f64)) -> f64 {
        let changed = self.apply(hills, lead);
        let won: f64 = changed.scores(hills).map(|(_, score, share)| half_or_all(score) * share).sum();
        let divergence: f64 = hills
            .iter()
            .zip(&changed.hills)
            .filter(|(_, (weight, _))| *weight > 0.0)
            .map(|(hill, (weight, _))| weight * (weight / hill.weight.max(f64::MIN_POSITIVE)).ln())
            .sum();
        ((won - win_rate) / MISSED).powi(2)
            + (changed.moved / MOVED).powi(2)
            + NARROWED * self.width.ln().powi(2)
            + divergence
    }
}

/// Scores as shown: whole numbers minus komi, as games end, each belonging to one ending.
fn drawn(hills: &[Hill], changed: &Changed, komi: f64) -> Endings {
    let mut bins: std::collections::BTreeMap<(usize, i64), f64> = std::collections::BTreeMap::new();
    for (place, score, share) in changed.scores(hills) {
        let below = (score + komi).floor();
        // A value between two scores counts for both, but a won game stays won.
        let keeps = |at: f64| (at - komi) * score > 0.0 || score == 0.0;
        let part = match (keeps(below), keeps(below + 1.0)) {
            (true, false) => 0.0,
            (false, true) => 1.0,
            _ => (score + komi).rem_euclid(1.0),
        };
        *bins.entry((place, below as i64)).or_default() += share * (1.0 - part);
        *bins.entry((place, below as i64 + 1)).or_default() += share * part;
    }
    bins.retain(|_, share| *share > 1e-9);
    // If two endings meet in one score, the later one starts after it.
    let mut scores: Vec<(usize, f64, f64)> = Vec::new();
    for ((place, at), share) in bins {
        let score = at as f64 - komi;
        match scores.iter_mut().find(|(_, other, _)| *other == score) {
            Some((_, _, other)) => *other += share,
            None => scores.push((place, score, share)),
        }
    }
    scores.sort_by(|a, b| a.1.total_cmp(&b.1));
    let ways = hills.iter().enumerate().filter_map(|(place, hill)| {
        let own: Vec<(f64, f64)> = scores.iter().filter(|s| s.0 == place).map(|s| (s.1, s.2)).collect();
        Some(Ending {
            low: own.first()?.0,
            high: own.last()?.0,
            score: median(&own),
            weight: own.iter().map(|(_, share)| share).sum(),
            clusters: hill.clusters.clone(),
        })
    });
    let scores: Vec<(f64, f64)> = scores.iter().map(|s| (s.1, s.2)).collect();
    Endings { ways: without_rare(ways.collect(), &scores), scores }
}

/// Merges rare endings into the more frequent neighbour.
fn without_rare(mut ways: Vec<Ending>, scores: &[(f64, f64)]) -> Vec<Ending> {
    while ways.len() > 1
        && let Some(rare) = ways.iter().position(|way| way.weight < RARE)
    {
        let weight = |place: usize| ways.get(place).map_or(-1.0, |way| way.weight);
        let left = if rare > 0 && weight(rare - 1) > weight(rare + 1) { rare - 1 } else { rare };
        let left = left.min(ways.len() - 2);
        let other = ways.remove(left + 1);
        let way = &mut ways[left];
        (way.high, way.weight) = (other.high, way.weight + other.weight);
        way.clusters.end = other.clusters.end;
        let own: Vec<(f64, f64)> =
            scores.iter().copied().filter(|s| (way.low..=way.high).contains(&s.0)).collect();
        way.score = median(&own);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hill(place: usize, scores: &[(f64, f64)]) -> Hill {
        let weight = scores.iter().map(|s| s.1).sum();
        Hill { clusters: place..place + 1, middle: median(scores), weight, scores: scores.to_vec() }
    }

    /// A peak of half-integers around a centre.
    fn around(place: usize, middle: f64, weight: f64) -> Hill {
        let shares: Vec<(f64, f64)> =
            (-10..=10).map(|i| (middle + 2.0 * f64::from(i), (-f64::from(i * i) / 18.0).exp())).collect();
        let all: f64 = shares.iter().map(|s| s.1).sum();
        hill(place, &shares.iter().map(|(s, n)| (*s, weight * n / all)).collect::<Vec<_>>())
    }

    fn reconciled(hills: &[Hill], win_rate: f64, lead: f64) -> Endings {
        let aim = (win_rate, lead);
        let best = changes(hills.len() > 1)
            .min_by(|a, b| a.cost(hills, aim).total_cmp(&b.cost(hills, aim)))
            .unwrap();
        drawn(hills, &best.apply(hills, lead), 7.5)
    }

    fn won(endings: &Endings) -> f64 {
        endings.scores.iter().map(|(s, n)| half_or_all(*s) * n).sum()
    }

    fn holds(endings: &Endings) {
        let all: f64 = endings.scores.iter().map(|s| s.1).sum();
        assert!((all - 1.0).abs() < 1e-6, "{all}");
        for way in &endings.ways {
            let own: Vec<(f64, f64)> =
                endings.scores.iter().copied().filter(|s| (way.low..=way.high).contains(&s.0)).collect();
            assert_eq!(median(&own), way.score);
            assert!((own.iter().map(|s| s.1).sum::<f64>() - way.weight).abs() < 1e-6, "{way:?}");
        }
        assert!(endings.ways.windows(2).all(|pair| pair[0].high < pair[1].low), "{:?}", endings.ways);
    }

    #[test]
    fn what_agrees_stays_as_it_is() {
        let endings = reconciled(&[around(0, -20.5, 0.5), around(1, 30.5, 0.5)], 0.5, 5.0);
        holds(&endings);
        let told: Vec<i64> = endings.ways.iter().map(|w| w.score.round() as i64).collect();
        assert!((told[0] + 20).abs() <= 2 && (told[1] - 30).abs() <= 2, "{told:?}");
        assert!((endings.ways[0].weight - 0.5).abs() < 0.05);
    }

    #[test]
    fn what_hardly_ever_comes_about_is_no_way_to_end() {
        let hills =
            [around(0, -40.5, 0.008), around(1, -10.5, 0.004), around(2, 30.5, 0.978), around(3, 70.5, 0.01)];
        let endings = reconciled(&hills, 0.99, 30.0);
        holds(&endings);
        let [way] = &endings.ways[..] else { panic!("{:?}", endings.ways) };
        assert!((way.score - 30.5).abs() < 4.0 && way.clusters == (0..4), "{way:?}");
        // Two endings that are rare alone may be frequent together.
        let hills = [around(0, -40.5, 0.015), around(1, -10.5, 0.015), around(2, 30.5, 0.97)];
        let endings = reconciled(&hills, 0.97, 28.7);
        holds(&endings);
        assert_eq!(endings.ways.len(), 2, "{:?}", endings.ways);
    }

    #[test]
    fn a_lost_endgame_is_lost() {
        // Black wins half of the playouts, by nine and by other margins.
        let endings = reconciled(&[around(0, 0.5, 1.0)], 0.01, -9.0);
        holds(&endings);
        assert!(won(&endings) < 0.05, "{}", won(&endings));
        assert!((endings.ways[0].score + 9.0).abs() < 1.5, "{:?}", endings.ways);
    }

    #[test]
    fn a_game_that_is_won_by_little_stays_won() {
        for (win_rate, lead) in [(0.84, 1.4), (0.99, 0.6), (0.2, -0.8)] {
            let endings = reconciled(&[around(0, 0.5, 1.0)], win_rate, lead);
            holds(&endings);
            assert!((won(&endings) - win_rate).abs() < 0.08, "{win_rate}: {}", won(&endings));
        }
    }

    #[test]
    fn a_fight_that_the_network_sees_through_is_weighed_again() {
        let endings = reconciled(&[around(0, -20.5, 0.5), around(1, 30.5, 0.5)], 0.9, 25.0);
        holds(&endings);
        assert!((won(&endings) - 0.9).abs() < 0.06, "{}", won(&endings));
        let [left, right] = &endings.ways[..] else { panic!("{:?}", endings.ways) };
        assert!(left.score < -10.0 && right.score > 22.0, "{left:?} {right:?}");
        assert!(left.weight < 0.2, "{left:?}");
    }

    #[test]
    fn ways_that_no_group_explains_are_none() {
        let cluster =
            |mode: f64, weight| Cluster { low: mode as i32 - 9, high: mode as i32 + 9, mode, weight };
        let clusters = [cluster(-175.0, 0.1), cluster(-20.0, 0.5), cluster(10.0, 0.4)];
        let one = std::iter::once(0..3).collect::<Vec<_>>();
        assert_eq!(explained(&clusters, &[]), one);
        let group = Group {
            points: board::PointSet::EMPTY,
            chains: [Vec::new(), Vec::new()],
            worth: 30.0,
            won: evaluation::WinRate::EVEN,
            fate: Fate::Open,
            second_opinion: None,
            fight: None,
        };
        assert_eq!(explained(&clusters, std::slice::from_ref(&group)), [0..2, 2..3]);
        let settled = Group { fate: Fate::Settled(Colour::Black), ..group };
        assert_eq!(explained(&clusters, &[settled]), one);
        assert!(explained(&[], &[]).is_empty());
    }
}
