//! Komi and results, exact in half points.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Colour;

/// Points given to White, in half points; may be negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Komi(i16);

/// A komi that is not a multiple of one half, or is out of range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a komi: use a multiple of 0.5 from -{max} to {max}", max = Komi::MAX)]
pub struct NotAKomi(pub String);

impl Komi {
    /// A larger komi than the largest board has points changes nothing.
    pub const MAX: i16 = 400;
    pub const ZERO: Komi = Komi(0);

    pub const fn from_halves(halves: i16) -> Komi {
        Komi(halves)
    }

    pub const fn halves(self) -> i16 {
        self.0
    }

    pub fn new(points: f64) -> Result<Komi, NotAKomi> {
        let halves = points * 2.0;
        let most = 2.0 * f64::from(Komi::MAX);
        // NaN is in no range.
        if halves.fract() == 0.0 && (-most..=most).contains(&halves) {
            Ok(Komi(halves as i16))
        } else {
            Err(NotAKomi(points.to_string()))
        }
    }

    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl FromStr for Komi {
    type Err = NotAKomi;

    fn from_str(word: &str) -> Result<Komi, NotAKomi> {
        let points: f64 = word.trim().parse().map_err(|_| NotAKomi(word.to_string()))?;
        Komi::new(points).map_err(|_| NotAKomi(word.to_string()))
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

impl Serialize for Komi {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_f64(self.points())
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Komi, D::Error> {
        Komi::new(f64::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

/// The result of a scored game with komi, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    black_halves: i32,
}

impl Score {
    pub const DRAW: Score = Score { black_halves: 0 };

    /// Black's points minus White's on the board, before komi.
    pub fn new(black_lead: i32, komi: Komi) -> Score {
        Score { black_halves: 2 * black_lead - i32::from(komi.halves()) }
    }

    pub fn winner(self) -> Option<Colour> {
        match self.black_halves {
            0 => None,
            n if n > 0 => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }

    /// The margin from the point of view of `side`: positive if it wins.
    pub fn for_side(self, side: Colour) -> f64 {
        f64::from(self.black_halves * side.sign()) / 2.0
    }
}

/// As SGF and GTP write it: `B+3.5`, `W+12`, `0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.winner() {
            None => f.write_str("0"),
            Some(c) => write!(f, "{}+{}", c.letter(), self.for_side(c)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_in_half_points() {
        for (word, halves) in [("7.5", 15), ("0", 0), ("-3.5", -7), ("6", 12), (" 5.50 ", 11)] {
            assert_eq!(word.parse::<Komi>(), Ok(Komi::from_halves(halves)));
        }
        for word in ["", "x", "7.25", "401", "-400.5", "nan", "inf", "1e9"] {
            assert!(word.parse::<Komi>().is_err(), "{word}");
        }
        assert_eq!(Komi::from_halves(-7).to_string(), "-3.5");
    }

    #[test]
    fn scores_read_as_people_write_them() {
        let komi = Komi::from_halves(13);
        assert_eq!(Score::new(10, komi).to_string(), "B+3.5");
        assert_eq!(Score::new(-6, komi).to_string(), "W+12.5");
        assert_eq!(Score::new(6, Komi::from_halves(12)).to_string(), "0");
        assert_eq!(Score::new(10, komi).for_side(Colour::White), -3.5);
    }
}
