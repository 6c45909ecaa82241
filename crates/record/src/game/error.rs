//! What can be wrong with a record of a Go game.

use board::{Colour, IllegalMove, Move, Size};

use crate::sgf::SgfError;

/// Why a line of a tree cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("GM[{0}] is another game: Go is GM[1]")]
    NotGo(String),
    #[error("SZ[{0}] is not a board size: use a number from 1 to 19, or width:height")]
    Size(String),
    #[error("move {number}: '{text}' is not a point of a {size} board")]
    NotAMove { number: usize, text: String, size: Size },
    #[error("move {number}, {colour} {vertex}: {reason}")]
    Illegal { number: usize, colour: Colour, vertex: Move, reason: IllegalMove },
    #[error("set up after move {after}: '{text}' is not a point of a {size} board")]
    NotASetup { after: usize, text: String, size: Size },
    #[error("set up after move {after}: a chain would have no liberties")]
    NoLiberties { after: usize },
    #[error("the game has more than {limit} moves")]
    TooLong { limit: usize },
}

/// Why a file contains no usable game.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("cannot read {path}: {reason}")]
    File { path: String, reason: std::io::Error },
    #[error(transparent)]
    Sgf(#[from] SgfError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// What was skipped or guessed while reading.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Warning {
    #[error("KM[{0}] is not a clear komi; using {1}")]
    Komi(String, board::Komi),
    #[error("RU[{0}] is not a known rule set")]
    Rules(String),
    #[error("HA[{0}] is not a handicap; counting the stones instead")]
    Handicap(String),
    #[error("HA[{said}], but {stones} black stones are set up")]
    HandicapStones { said: usize, stones: usize },
    #[error("PL[{0}] is not a player")]
    Player(String),
    #[error("RE[{0}] is not a result")]
    Result(String),
}
