//! How natural the moves of a match look to a network that took no part in choosing them.

use std::path::Path;

use board::{Move, Point, Symmetry};
use partner::Evaluators;
use record::game::{LoadError, Reader};
use serde::Serialize;

use crate::results::Entry;

/// Moves with a lower policy than this count as unnatural, as in the paper on position control (Shi, Fan, Li, Hsueh and
/// Ikeda, 2021).
const UNNATURAL: f64 = 0.05;
/// A move that the network rules out must not make the geometric mean 0.
const LEAST: f64 = 1e-6;
/// The moves of a game over which distances to the opponent's last move are taken, in the same paper.
const DISTANCES: std::ops::RangeInclusive<usize> = 2..=60;

/// The policy of the moves of one player. Passes do not count, nor do moves of an opening that was laid down.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Naturalness {
    pub moves: u64,
    pub mean_policy: f64,
    pub geometric_mean_policy: f64,
    /// The share of moves with a policy below 0.05.
    pub unnatural: f64,
    /// The mean Euclidean distance to the opponent's last move.
    pub distance: Option<f64>,
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

#[derive(Default)]
struct Sums {
    moves: u64,
    policy: f64,
    logarithm: f64,
    unnatural: u64,
    distances: u64,
    distance: f64,
}

impl Sums {
    fn finished(&self) -> Option<Naturalness> {
        let moves = self.moves as f64;
        (self.moves > 0).then(|| Naturalness {
            moves: self.moves,
            mean_policy: self.policy / moves,
            geometric_mean_policy: (self.logarithm / moves).exp(),
            unnatural: self.unnatural as f64 / moves,
            distance: (self.distances > 0).then(|| self.distance / self.distances as f64),
        })
    }
}

impl Naturalness {
    /// Looks at all games of a match folder, for the first and the second player.
    pub fn of_match(
        folder: &Path,
        entries: &[Entry],
        network: &Evaluators,
    ) -> Result<[Option<Naturalness>; 2], NaturalnessError> {
        let mut sums = [Sums::default(), Sums::default()];
        for entry in entries {
            let record = Reader::default().load(&folder.join(&entry.sgf), None)?.game;
            let opening = entry.moves.saturating_sub((entry.first_moves + entry.second_moves) as usize);
            let mut position = record.start().clone();
            let mut last: Option<Point> = None;
            for (number, &(colour, mv)) in (1..).zip(record.moves()) {
                position.set_to_move(colour);
                if let Move::Play(p) = mv
                    && number > opening
                {
                    // Without optimism: what looks natural, not what may turn out well.
                    let output = network.raw(&position, Symmetry::IDENTITY, Some(0.0));
                    let output =
                        output.ok_or(NaturalnessError::NoNetwork)?.map_err(NaturalnessError::Network)?;
                    let policy = f64::from(output.prior_of(position.size(), mv));
                    let of_first = colour == entry.first_colour;
                    sums[usize::from(!of_first)]
                        .add(policy, distance(p, last).filter(|_| DISTANCES.contains(&number)));
                }
                last = mv.point();
                position.play_legal(mv);
            }
        }
        Ok(sums.map(|sums| sums.finished()))
    }
}

impl Sums {
    fn add(&mut self, policy: f64, distance: Option<f64>) {
        self.moves += 1;
        self.policy += policy;
        self.logarithm += policy.max(LEAST).ln();
        self.unnatural += u64::from(policy < UNNATURAL);
        if let Some(distance) = distance {
            self.distances += 1;
            self.distance += distance;
        }
    }
}

fn distance(p: Point, last: Option<Point>) -> Option<f64> {
    let last = last?;
    Some((p.x() as f64 - last.x() as f64).hypot(p.y() as f64 - last.y() as f64))
}

/// The mean difference in points of the games that were counted, and how many there are.
pub(crate) fn mean_margin(entries: &[Entry]) -> Option<(f64, u64)> {
    let points = |entry: &Entry| match entry.result.split_once('+') {
        Some((_, margin)) => margin.parse::<f64>().ok(),
        None => (entry.result == "0").then_some(0.0),
    };
    let margins: Vec<f64> = entries.iter().filter_map(points).collect();
    let count = margins.len() as u64;
    (count > 0).then(|| (margins.iter().sum::<f64>() / count as f64, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_all_moves() {
        let mut sums = Sums::default();
        for (policy, distance) in [(0.4, Some(2.0)), (0.1, None), (0.04, Some(3.0)), (0.0, None)] {
            sums.add(policy, distance);
        }
        let found = sums.finished().unwrap();
        let geometric = (0.4 * 0.1 * 0.04 * LEAST).powf(0.25);
        assert!((found.geometric_mean_policy - geometric).abs() < 1e-9, "{found:?}");
        assert!((found.mean_policy - 0.135).abs() < 1e-9);
        assert_eq!((found.moves, found.unnatural, found.distance), (4, 0.5, Some(2.5)));
        assert_eq!(Sums::default().finished(), None);
        assert_eq!(distance(Point::new(3, 4), Some(Point::new(0, 0))), Some(5.0));
    }
}
