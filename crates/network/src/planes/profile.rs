//! Player profiles, for human networks that imitate all ranks.

use std::str::FromStr;

use board::Colour;

use super::{Pace, Players, Server};

/// The number of features.
pub const FEATURES: usize = 192;

/// 30 kyu, the lowest rank, counted down from 1 for 9 dan.
const LOWEST: usize = 39;
/// 20 kyu.
const LOWEST_OF_KATAGO: usize = 29;

/// Kinds of time limits that the features distinguish.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Time {
    Unknown,
    Periods { main: f64, period: f64, periods: u32 },
}

/// The source of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Kgs = 2,
    GoGod = 5,
    Go4Go = 6,
}

/// The players and the kind of game that a network imitates. The default is professionals of 2020.
///
/// ```
/// let profile: network::Profile = "rank_5k".parse().unwrap();
/// assert!("rank_31k".parse::<network::Profile>().is_err());
/// assert_ne!(profile, network::Profile::default());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// Black's and White's, counted down from 1 for 9 dan and professionals.
    ranks: [usize; 2],
    /// `None` if it is unknown whether the games are rated.
    rated: Option<bool>,
    time: Time,
    /// Days since the start of 1970.
    day: i64,
    source: Source,
}

/// A word that is not a profile.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a profile: use rank_5k, rank_5k_1d (Black and White), preaz_5k or proyear_1950, with ranks from 30k to 9d"
)]
pub struct ProfileError(pub String);

impl Default for Profile {
    fn default() -> Profile {
        Profile::professional(2020, 1, Source::Go4Go)
    }
}

impl Profile {
    fn professional(year: i64, month: i64, source: Source) -> Profile {
        Profile { ranks: [1; 2], rated: Some(true), time: Time::Unknown, day: days(year, month), source }
    }

    fn amateurs(ranks: [usize; 2], before_alphazero: bool) -> Profile {
        let day = if before_alphazero { days(2016, 9) } else { days(2020, 3) };
        let time = Time::Periods { main: 1200.0, period: 30.0, periods: 5 };
        Profile { ranks, rated: None, time, day, source: Source::Kgs }
    }

    /// The same people as our own networks are told of them.
    pub fn players(&self) -> Players {
        Players {
            ranks: self.ranks.map(|rank| Some((LOWEST - rank) as f32)),
            programs: [false; 2],
            server: Some(if self.rated == Some(true) { Server::Kgs } else { Server::Ogs }),
            pace: Some(Pace::Live),
            ranked: Some(true),
        }
    }

    /// Whether KataGo's networks know such ranks: theirs begin at 20 kyu.
    pub fn is_known_to_katago(&self) -> bool {
        self.ranks.iter().all(|rank| *rank <= LOWEST_OF_KATAGO)
    }

    /// Fills features that are all zero.
    pub(super) fn fill(&self, to_move: Colour, points: usize, features: &mut [f32]) {
        let Some(features) = features.first_chunk_mut::<FEATURES>() else { return };
        // Both are human, and their ranks are known.
        features[..2].fill(1.0);
        for (colour, start) in [(to_move, 6), (to_move.other(), 40)] {
            features[start..start + self.ranks[colour.index()].min(34)].fill(1.0);
        }
        features[74] = match self.rated {
            None => 0.5,
            Some(true) => 0.0,
            Some(false) => 1.0,
        };
        let (kind, main, period, periods) = match self.time {
            Time::Unknown => (75, 0.0, 0.0, 0.0),
            Time::Periods { main, period, periods } => (79, main, period, f64::from(periods)),
        };
        features[kind] = 1.0;
        features[82] = (0.4 * ((main + 60.0).ln() - 6.5)) as f32;
        features[83] = (0.3 * ((period + 1.0).ln() - 3.0)) as f32;
        features[84] = (0.5 * ((periods + 2.0).ln() - 1.5)) as f32;
        // For stones per period of Canadian overtime, of which there are none.
        features[85] = (0.25 * (2f64.ln() - 1.5)) as f32;
        features[86] = (0.5 * (points as f64 / 361.0).ln()) as f32;
        self.fill_day(&mut features[87..151]);
        features[151 + self.source as usize] = 1.0;
    }

    /// The date as clock hands, the first of which turns once a week and the others ever slower.
    fn fill_day(&self, hands: &mut [f32]) {
        let slower = 80_000f64.powf(1.0 / 31.0);
        let mut period = 7.0;
        for hand in hands.chunks_exact_mut(2) {
            let angle = self.day as f64 / period * std::f64::consts::TAU;
            hand[0] = angle.cos() as f32;
            hand[1] = angle.sin() as f32;
            period *= slower;
        }
    }
}

/// Days from the start of 1970 to the first of a month, in the Gregorian calendar.
fn days(year: i64, month: i64) -> i64 {
    // If years begin in March, the leap day is the last day.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5
        - 719_468
}

fn rank(word: &str) -> Option<usize> {
    let number = |digits: &str, most: usize| digits.parse().ok().filter(|n| (1..=most).contains(n));
    match word.strip_suffix('d') {
        Some(digits) => number(digits, 9).map(|n| 10 - n),
        None => number(word.strip_suffix('k')?, 30).map(|n| 9 + n),
    }
}

/// Reads KataGo's names.
impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(word: &str) -> Result<Profile, ProfileError> {
        let (kind, rest) = word.split_once('_').ok_or_else(|| ProfileError(word.into()))?;
        let amateurs = |before_alphazero| {
            let (black, white) = rest.split_once('_').unwrap_or((rest, rest));
            Some(Profile::amateurs([rank(black)?, rank(white)?], before_alphazero))
        };
        let profile = match kind {
            "rank" => amateurs(false),
            "preaz" => amateurs(true),
            "proyear" => rest.parse().ok().and_then(|year| match year {
                1800..=2020 => Some(Profile::professional(year, 6, Source::GoGod)),
                2021..=2023 => Some(Profile::professional(year, 6, Source::Go4Go)),
                _ => None,
            }),
            _ => None,
        };
        profile.ok_or_else(|| ProfileError(word.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(name: &str, to_move: Colour) -> Vec<f32> {
        let mut features = vec![0.0; FEATURES];
        name.parse::<Profile>().unwrap().fill(to_move, 361, &mut features);
        features
    }

    #[test]
    fn days_are_counted_from_1970() {
        let months = [(1970, 1), (2016, 9), (2020, 3), (1950, 6), (1800, 6)];
        assert_eq!(months.map(|(year, month)| days(year, month)), [0, 17045, 18322, -7154, -61940]);
    }

    #[test]
    fn ranks_are_seen_by_the_side_to_move() {
        let ones = |features: &[f32]| features.iter().filter(|x| **x == 1.0).count();
        let black = features("rank_5k_2d", Colour::Black);
        assert_eq!((ones(&black[6..40]), ones(&black[40..74])), (14, 8));
        let white = features("rank_5k_2d", Colour::White);
        assert_eq!((ones(&white[6..40]), ones(&white[40..74])), (8, 14));
        assert_eq!((black[74], black[79], black[86], black[153]), (0.5, 1.0, 0.0, 1.0));
        assert_eq!(features("rank_3d", Colour::Black), features("rank_3d_3d", Colour::White));
    }

    #[test]
    fn professionals_have_no_known_clock() {
        let features = features("proyear_1950", Colour::Black);
        assert_eq!(
            (features[6], features[7], features[74], features[75], features[156]),
            (1.0, 0.0, 0.0, 1.0, 1.0)
        );
        assert!((features[82] - 0.4 * (60f32.ln() - 6.5)).abs() < 1e-6);
    }

    #[test]
    fn other_names_are_refused() {
        for name in
            ["", "rank", "rank_", "rank_0k", "rank_10d", "rank_5k_", "proyear_1799", "rank_5", "human_5k"]
        {
            assert!(name.parse::<Profile>().is_err(), "{name}");
        }
    }
}
