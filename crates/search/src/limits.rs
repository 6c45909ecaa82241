//! When a search ends.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The first limit reached ends the search. Without any it runs until it is told to stop.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Visits of the root, those kept from earlier searches included.
    pub visits: Option<u64>,
    /// New visits of this search.
    pub playouts: Option<u64>,
    pub time: Option<Duration>,
    /// How visits and time change with what is at stake.
    pub pace: Pace,
}

impl Limits {
    pub fn visits(visits: u64) -> Limits {
        Limits { visits: Some(visits), ..Limits::default() }
    }

    pub fn playouts(playouts: u64) -> Limits {
        Limits { playouts: Some(playouts), ..Limits::default() }
    }

    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// How many evaluations a search may make that begins with some visits present, with so much at stake.
    pub(crate) fn evaluations(&self, present: u64, at_stake: Option<f32>) -> u64 {
        let part = self.pace.part(at_stake);
        let visits = self.visits.map_or(u64::MAX, |v| (v as f64 * part).round() as u64);
        visits.saturating_sub(present).min(self.playouts.unwrap_or(u64::MAX))
    }

    /// How long it may take. What is saved stays on the clock for later; more than was allotted is never taken.
    pub(crate) fn duration(&self, at_stake: Option<f32>) -> Option<Duration> {
        self.time.map(|time| time.mul_f64(self.pace.part(at_stake).min(1.0)))
    }
}

/// Searches longer where it turns on many points who wins, and shorter where it turns on few: in quiet positions, and
/// when the game is decided. Visits become what a search has in the middle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// The least and the most of its visits that a search may have, as parts of 1.
    pub least: f64,
    pub most: f64,
    /// The points at stake, for each line of the board, with which it has just as many.
    pub usual: f64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace::EVEN
    }
}

impl Pace {
    /// Always the same.
    pub const EVEN: Pace = Pace { least: 1.0, most: 1.0, usual: 1.0 };

    fn part(&self, at_stake: Option<f32>) -> f64 {
        at_stake.map_or(1.0, |points| (f64::from(points) / self.usual).clamp(self.least, self.most))
    }

    /// Whether all three are numbers to go by.
    pub fn is_sensible(&self) -> bool {
        0.0 < self.least && self.least <= 1.0 && 1.0 <= self.most && self.most <= 100.0 && self.usual > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_take_their_time_where_much_is_at_stake() {
        let pace = Pace { least: 0.25, most: 2.0, usual: 0.25 };
        assert!(pace.is_sensible() && Pace::EVEN.is_sensible());
        let limits = Limits { pace, ..Limits::visits(1000) };
        for (at_stake, visits) in [(0.0, 250), (0.125, 500), (0.25, 1000), (0.375, 1500), (0.9, 2000)] {
            assert_eq!(limits.evaluations(0, Some(at_stake)), visits, "{at_stake}");
            assert_eq!(limits.evaluations(300, Some(at_stake)), visits.saturating_sub(300), "{at_stake}");
        }
        assert_eq!(limits.evaluations(0, None), 1000, "a judge who cannot say");
        assert_eq!(Limits::visits(1000).evaluations(0, Some(0.9)), 1000, "always the same");
        let timed = Limits { pace, ..Limits::time(Duration::from_secs(4)) };
        assert_eq!(timed.duration(Some(0.125)), Some(Duration::from_secs(2)));
        assert_eq!(timed.duration(Some(0.9)), Some(Duration::from_secs(4)), "a clock allows no more");
        let all = Limits { playouts: Some(40), ..limits };
        assert_eq!(all.evaluations(0, Some(0.9)), 40, "what is counted by itself stays as it is");
    }

    #[test]
    fn what_is_no_pace_is_not_sensible() {
        for (least, most, usual) in
            [(0.0, 2.0, 0.2), (1.5, 2.0, 0.2), (0.5, 0.9, 0.2), (0.5, 2.0, 0.0), (f64::NAN, 2.0, 0.2)]
        {
            assert!(!Pace { least, most, usual }.is_sensible(), "{least} {most} {usual}");
        }
    }
}
