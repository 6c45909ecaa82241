//! How natural the moves of a match look to a network that took no part in choosing them.

mod seen;

use std::path::Path;

use board::{Move, Point, Symmetry};
use partner::Evaluators;
use record::game::{LoadError, Reader};
use serde::{Deserialize, Serialize};
use statistics::Tally;
use statistics::significance::grouped_mean_interval;

use self::seen::Seen;
use crate::per_game::look_at_games;
use crate::results::Entry;

/// Moves with a lower policy than this count as unnatural, as in the paper on position control (Shi, Fan, Li, Hsueh and
/// Ikeda, 2021).
const UNNATURAL: f64 = 0.05;
/// A move that the network rules out must not make the geometric mean 0.
const LEAST: f64 = 1e-6;
/// The moves of a game that were looked at for distances and, by people, for unnatural moves, in the same paper. The first
/// move has no distance.
const REVIEWED: std::ops::RangeInclusive<usize> = 1..=60;

/// The policy of the moves of one player. Passes do not count, nor do moves of an opening that was laid down.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Naturalness {
    pub moves: u64,
    pub mean_policy: f64,
    pub geometric_mean_policy: f64,
    /// The share of moves with a policy below 0.05.
    pub unnatural: f64,
    /// How many of these there are among the first 60 moves of a game.
    pub unnatural_per_game: f64,
    /// The mean Euclidean distance to the opponent's last move, in the first 60 moves of games.
    pub distance: Option<f64>,
    /// 95% intervals, if there are at least two games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Intervals>,
}

/// 95% intervals, from the lowest value to the highest. Moves of a game are alike, so games are what is drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Intervals {
    pub mean_policy: [f64; 2],
    pub geometric_mean_policy: [f64; 2],
    pub unnatural: [f64; 2],
    pub unnatural_per_game: [f64; 2],
    pub distance: Option<[f64; 2]>,
}

#[derive(Debug, thiserror::Error)]
pub enum NaturalnessError {
    #[error("the policy of moves needs a network: use --policy-net FILE")]
    NoNetwork,
    #[error("{0}")]
    Network(String),
    #[error(transparent)]
    Record(#[from] LoadError),
}

/// The moves of one player in one game.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Sums {
    moves: u64,
    policy: f64,
    logarithm: f64,
    unnatural: u64,
    unnatural_reviewed: u64,
    distances: u64,
    distance: f64,
}

impl Naturalness {
    /// Looks at all games of a match folder, for the first and the second player, with several threads. What the network
    /// has seen before is not looked at again.
    pub fn of_match(
        folder: &Path,
        entries: &[Entry],
        network: &Evaluators,
        threads: usize,
    ) -> Result<[Option<Naturalness>; 2], NaturalnessError> {
        let name = network.net().ok_or(NaturalnessError::NoNetwork)?.network().name.as_str();
        let seen = Seen::read(folder, name);
        let games = look_at_games(entries, threads, || {
            |entry: &Entry| match seen.game(entry.game) {
                Some(sums) => Ok(sums),
                None => sums_of(folder, entry, network).inspect(|sums| seen.keep(entry.game, *sums)),
            }
        })?;
        let of_player = |player: usize| games.iter().map(|sums| sums[player]).collect::<Vec<_>>();
        Ok([0, 1].map(|player| Naturalness::of_games(&of_player(player))))
    }

    fn of_games(games: &[Sums]) -> Option<Naturalness> {
        let mean = |sum: fn(&Sums) -> f64, count: fn(&Sums) -> f64| {
            let groups: Vec<(f64, f64)> = games.iter().map(|game| (sum(game), count(game))).collect();
            let count: f64 = groups.iter().map(|group| group.1).sum();
            let mean = (count > 0.0).then(|| groups.iter().map(|group| group.0).sum::<f64>() / count)?;
            Some((mean, grouped_mean_interval(&groups).map(|(mean, half)| [mean - half, mean + half])))
        };
        let per_move = |sum| mean(sum, |game| game.moves as f64);
        let policy = per_move(|game| game.policy)?;
        let logarithm = per_move(|game| game.logarithm)?;
        let unnatural = per_move(|game| game.unnatural as f64)?;
        let per_game = mean(|game| game.unnatural_reviewed as f64, |_| 1.0)?;
        let distance = mean(|game| game.distance, |game| game.distances as f64);
        // Games without a single such move are not all there are: at least what as many single draws would leave open.
        let few: u64 = games.iter().map(|game| game.unnatural).sum();
        let moves: u64 = games.iter().map(|game| game.moves).sum();
        let single = Tally { wins: few, draws: 0, losses: moves - few }.score()?;
        let intervals = || {
            let [low, high] = unnatural.1?;
            Some(Intervals {
                mean_policy: policy.1?,
                geometric_mean_policy: logarithm.1?.map(f64::exp),
                unnatural: [low.max(0.0).min(single.low), high.min(1.0).max(single.high)],
                unnatural_per_game: per_game.1?,
                distance: distance.and_then(|distance| distance.1),
            })
        };
        Some(Naturalness {
            moves,
            mean_policy: policy.0,
            geometric_mean_policy: logarithm.0.exp(),
            unnatural: unnatural.0,
            unnatural_per_game: per_game.0,
            distance: distance.map(|distance| distance.0),
            intervals: intervals(),
        })
    }
}

/// Looks at a game, for the first and the second player.
fn sums_of(folder: &Path, entry: &Entry, network: &Evaluators) -> Result<[Sums; 2], NaturalnessError> {
    let mut sums = [Sums::default(); 2];
    let record = Reader::default().load(&folder.join(&entry.sgf), None)?.game;
    let mut position = record.start().clone();
    let mut last: Option<Point> = None;
    for (number, &(colour, mv)) in (1..).zip(record.moves()) {
        position.set_to_move(colour);
        if let Move::Play(p) = mv
            && number > entry.opening_moves()
        {
            // Without optimism: what looks natural, not what may turn out well.
            let output = network.raw(&position, Symmetry::IDENTITY, Some(0.0));
            let output = output.ok_or(NaturalnessError::NoNetwork)?.map_err(NaturalnessError::Network)?;
            let policy = f64::from(output.prior_of(position.size(), mv));
            let of_first = colour == entry.first_colour;
            sums[usize::from(!of_first)].add(policy, distance(p, last), REVIEWED.contains(&number));
        }
        last = mv.point();
        position.play_legal(mv);
    }
    Ok(sums)
}

impl Sums {
    fn add(&mut self, policy: f64, distance: Option<f64>, is_reviewed: bool) {
        self.moves += 1;
        self.policy += policy;
        self.logarithm += policy.max(LEAST).ln();
        self.unnatural += u64::from(policy < UNNATURAL);
        self.unnatural_reviewed += u64::from(policy < UNNATURAL && is_reviewed);
        if let Some(distance) = distance.filter(|_| is_reviewed) {
            self.distances += 1;
            self.distance += distance;
        }
    }
}

fn distance(p: Point, last: Option<Point>) -> Option<f64> {
    let last = last?;
    Some((p.x() as f64 - last.x() as f64).hypot(p.y() as f64 - last.y() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_all_moves() {
        let mut games = [Sums::default(); 2];
        games[0].add(0.4, Some(2.0), true);
        games[0].add(0.1, None, true);
        games[0].add(0.04, Some(3.0), true);
        games[1].add(0.0, Some(9.0), false);
        let found = Naturalness::of_games(&games).unwrap();
        let geometric = (0.4 * 0.1 * 0.04 * LEAST).powf(0.25);
        assert!((found.geometric_mean_policy - geometric).abs() < 1e-9, "{found:?}");
        assert!((found.mean_policy - 0.135).abs() < 1e-9);
        assert_eq!((found.moves, found.unnatural, found.distance), (4, 0.5, Some(2.5)));
        assert_eq!(found.unnatural_per_game, 0.5, "one in the first 60 moves of two games");
        let [low, high] = found.intervals.unwrap().unnatural;
        assert!(low < 0.5 && 0.5 < high);
        let natural = [games[0], games[0]].map(|game| Sums { unnatural: 0, ..game });
        let [low, high] = Naturalness::of_games(&natural).unwrap().intervals.unwrap().unnatural;
        assert!(low == 0.0 && high > 0.2, "six moves do not say that there is none: {high}");
        assert_eq!(Naturalness::of_games(&games[..1]).unwrap().intervals, None, "one game has no interval");
        assert_eq!(Naturalness::of_games(&[Sums::default()]), None);
        assert_eq!(distance(Point::new(3, 4), Some(Point::new(0, 0))), Some(5.0));
    }
}
