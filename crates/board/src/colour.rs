//! The two players, and the content of a point.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A player. Black moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Colour {
    Black = 1,
    White = 2,
}

impl Colour {
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    #[inline]
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into tables with a row per player.
    #[inline]
    pub fn index(self) -> usize {
        self as usize - 1
    }

    /// +1 for Black, −1 for White: turns a value for Black into one for this side and back.
    #[inline]
    pub fn sign(self) -> i32 {
        match self {
            Colour::Black => 1,
            Colour::White => -1,
        }
    }

    /// `B` or `W`, as in SGF and in results.
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// A word that is not a colour.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a colour: use b, black, w or white")]
pub struct NotAColour(pub String);

impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(word: &str) -> Result<Colour, NotAColour> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Colour::Black),
            "w" | "white" => Ok(Colour::White),
            _ => Err(NotAColour(word.to_string())),
        }
    }
}

/// The content of a point, or the wall around the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cell {
    Empty = 0,
    Black = 1,
    White = 2,
    Wall = 3,
}

impl Cell {
    /// The player whose stone this is.
    #[inline]
    pub fn colour(self) -> Option<Colour> {
        match self {
            Cell::Black => Some(Colour::Black),
            Cell::White => Some(Colour::White),
            Cell::Empty | Cell::Wall => None,
        }
    }
}

impl From<Colour> for Cell {
    #[inline]
    fn from(colour: Colour) -> Cell {
        match colour {
            Colour::Black => Cell::Black,
            Colour::White => Cell::White,
        }
    }
}
