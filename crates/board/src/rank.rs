//! Ranks of players, from 30 kyu to 9 dan.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A rank. The weakest is 30 kyu; 1 kyu is followed by 1 dan.
///
/// ```
/// use board::{Band, Rank};
///
/// let rank: Rank = "12k".parse().unwrap();
/// assert_eq!(rank.stronger(12).to_string(), "1d");
/// assert_eq!(Band::of(rank).to_string(), "14-10k");
/// assert!(rank < "3 dan".parse().unwrap());
/// assert!("31k".parse::<Rank>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rank(u8);

/// A text that is not a rank.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a rank: use 30k to 1k or 1d to 9d")]
pub struct NotARank(pub String);

/// The steps of 1 dan: 30 kyu is 0 and 1 kyu is 29.
const FIRST_DAN: u8 = 30;

impl Rank {
    /// 30 kyu.
    pub const WEAKEST: Rank = Rank(0);
    /// 9 dan.
    pub const STRONGEST: Rank = Rank(FIRST_DAN + 8);
    /// How many ranks there are.
    pub const COUNT: usize = Rank::STRONGEST.0 as usize + 1;

    /// The rank this many steps above 30 kyu; `None` above 9 dan.
    pub const fn new(steps: u8) -> Option<Rank> {
        if steps > Rank::STRONGEST.0 { None } else { Some(Rank(steps)) }
    }

    pub fn kyu(kyu: u8) -> Option<Rank> {
        (1..=30).contains(&kyu).then(|| Rank(FIRST_DAN - kyu))
    }

    pub fn dan(dan: u8) -> Option<Rank> {
        (1..=9).contains(&dan).then(|| Rank(FIRST_DAN + dan - 1))
    }

    /// The rank that a server would show for a fractional one, counted in steps above 30 kyu. Servers cut the
    /// fraction off, so 28.7 is 2 kyu. What lies beyond the ends counts as the end.
    pub fn shown(steps: f32) -> Rank {
        // The cast saturates, and NaN becomes 0.
        Rank((steps.floor() as u8).min(Rank::STRONGEST.0))
    }

    /// The rank nearest to a number of steps above 30 kyu, as for an estimate.
    pub fn nearest(steps: f32) -> Rank {
        Rank::shown(steps.round())
    }

    /// Steps above 30 kyu: 29 is 1 kyu, 30 is 1 dan.
    pub const fn steps(self) -> u8 {
        self.0
    }

    /// The rank `by` steps up, at most 9 dan.
    pub const fn stronger(self, by: u8) -> Rank {
        let steps = self.0.saturating_add(by);
        if steps > Rank::STRONGEST.0 { Rank::STRONGEST } else { Rank(steps) }
    }

    /// The rank `by` steps down, at least 30 kyu.
    pub const fn weaker(self, by: u8) -> Rank {
        Rank(self.0.saturating_sub(by))
    }

    /// Every rank, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        (0..Rank::COUNT as u8).map(Rank)
    }
}

/// `12k`, `3d`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0.checked_sub(FIRST_DAN) {
            None => write!(f, "{}k", FIRST_DAN - self.0),
            Some(above) => write!(f, "{}d", above + 1),
        }
    }
}

/// Reads ranks as records write them: `12k`, `3 dan`, `5K?`, `1級`. A professional counts as 9 dan.
impl FromStr for Rank {
    type Err = NotARank;

    fn from_str(text: &str) -> Result<Rank, NotARank> {
        let rank = || {
            // Servers mark ranks that they are unsure of, or sure of.
            let word = text.trim().trim_end_matches(['?', '*', '+']).to_lowercase();
            if word == "初段" {
                return Rank::dan(1);
            }
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let (number, unit) = word.split_at(digits);
            let number: u8 = number.parse().ok()?;
            match unit.trim_start_matches([' ', '-']).trim_end_matches('.') {
                "k" | "kyu" | "kyū" | "級" | "级" | "급" => Rank::kyu(number),
                "d" | "dan" | "段" | "단" => Rank::dan(number),
                "p" | "pro" | "dan pro" | "d pro" | "プロ" => Rank::dan(number).map(|_| Rank::STRONGEST),
                _ => None,
            }
        };
        rank().ok_or_else(|| NotARank(text.to_string()))
    }
}

impl Serialize for Rank {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Rank, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Neighbouring ranks that are looked at together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Band(u8);

/// Names, and the strongest rank of each.
const BANDS: [(&str, Rank); 8] = [
    ("30-25k", Rank(5)),
    ("24-20k", Rank(10)),
    ("19-15k", Rank(15)),
    ("14-10k", Rank(20)),
    ("9-5k", Rank(25)),
    ("4-1k", Rank(29)),
    ("1-3d", Rank(32)),
    ("4d+", Rank::STRONGEST),
];

impl Band {
    /// How many bands there are.
    pub const COUNT: usize = BANDS.len();

    pub fn of(rank: Rank) -> Band {
        Band(BANDS.iter().take_while(|(_, strongest)| *strongest < rank).count() as u8)
    }

    /// Every band, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Band> + ExactSizeIterator + Clone {
        (0..BANDS.len() as u8).map(Band)
    }

    /// 0 for the weakest: an index into tables with a row per band.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The ranks in it, the weakest first.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        Rank::all().filter(move |rank| Band::of(*rank) == self)
    }
}

/// `14-10k`.
impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // Pads, so that tables line up.
        f.pad(BANDS[self.index()].0)
    }
}

impl Serialize for Band {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(text: &str) -> Rank {
        text.parse().unwrap()
    }

    #[test]
    fn every_rank_reads_as_it_prints() {
        assert_eq!(Rank::all().len(), 39);
        for r in Rank::all() {
            assert_eq!(rank(&r.to_string()), r);
            assert_eq!(Rank::new(r.steps()), Some(r));
        }
        assert_eq!([0, 29, 30, 38].map(|n| Rank::new(n).unwrap().to_string()), ["30k", "1k", "1d", "9d"]);
        assert_eq!(Rank::new(39), None);
    }

    #[test]
    fn records_write_ranks_in_many_ways() {
        for text in ["12k", "12K", " 12 kyu ", "12k?", "12K*", "12級", "12 Kyu?"] {
            assert_eq!(rank(text).steps(), 18, "{text}");
        }
        for (text, same) in
            [("3d?", "3d"), ("7 dan", "7d"), ("1段", "1d"), ("初段", "1d"), ("1p", "9d"), ("9 dan pro", "9d")]
        {
            assert_eq!(rank(text).to_string(), same, "{text}");
        }
        for bad in
            ["", "?", "31k", "0k", "0d", "10d", "10p", "k", "12", "-3k", "3x", "300k", "beginner", "段"]
        {
            let error = bad.parse::<Rank>().unwrap_err().to_string();
            assert!(error.contains("30k") && error.contains("9d"), "{error}");
        }
    }

    #[test]
    fn steps_end_at_the_ends() {
        assert_eq!(rank("5k").stronger(5), rank("1d"));
        assert_eq!(rank("1d").weaker(5), rank("5k"));
        assert_eq!(rank("7d").stronger(200), Rank::STRONGEST);
        assert_eq!(rank("28k").weaker(200), Rank::WEAKEST);
        assert!(rank("1k") < rank("1d") && rank("30k") < rank("29k"));
    }

    #[test]
    fn fractions_become_ranks() {
        assert_eq!(Rank::shown(28.74), rank("2k"));
        assert_eq!(Rank::nearest(28.74), rank("1k"));
        for (steps, end) in [(-13.2, "30k"), (-0.4, "30k"), (f32::NAN, "30k"), (39.03, "9d"), (1e9, "9d")] {
            assert_eq!((Rank::shown(steps), Rank::nearest(steps)), (rank(end), rank(end)));
        }
    }

    #[test]
    fn bands_hold_every_rank_once() {
        let band = |text| Band::of(rank(text)).to_string();
        for (weakest, strongest, name) in [
            ("30k", "25k", "30-25k"),
            ("24k", "20k", "24-20k"),
            ("19k", "15k", "19-15k"),
            ("14k", "10k", "14-10k"),
            ("9k", "5k", "9-5k"),
            ("4k", "1k", "4-1k"),
            ("1d", "3d", "1-3d"),
            ("4d", "9d", "4d+"),
        ] {
            assert_eq!((band(weakest), band(strongest)), (name.into(), name.into()));
        }
        assert_eq!(Band::all().map(|b| b.ranks().count()).sum::<usize>(), Rank::COUNT);
        assert_eq!(format!("{:<8}|", Band::of(rank("1k"))), "4-1k    |");
    }
}
