//! Players of a match.

use std::fmt;

use board::{Colour, Komi, Move, Point, PointSet, Rules, Size};
use partner::Decision;
use serde::{Deserialize, Serialize};

/// The start of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    pub size: Size,
    pub komi: Komi,
    pub rules: Rules,
    /// Black's stones on the board before White's first move.
    pub handicap: Vec<Point>,
    /// The random seed for the players.
    pub seed: u64,
}

/// A player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Play(Move),
    Resign,
}

/// A fault that costs a player the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    Crashed,
    TimedOut,
    IllegalMove,
    /// It refused something that every player must do, such as accepting a legal move.
    Refused,
    NotGtp,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Crashed => "crashed",
            FaultKind::TimedOut => "timed out",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Refused => "refused",
            FaultKind::NotGtp => "not GTP",
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[error("{detail}")]
pub struct Fault {
    pub kind: FaultKind,
    pub detail: String,
}

impl Fault {
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Fault {
        Fault { kind, detail: detail.to_string() }
    }
}

/// A player of whole games. It keeps its own board; the referee reports every move to it except its own.
pub trait Player: Send {
    /// Starts a game, whatever happened in the previous one.
    fn new_game(&mut self, start: &GameStart) -> Result<(), Fault>;

    /// Plays a move that it did not choose.
    fn play(&mut self, colour: Colour, m: Move) -> Result<(), Fault>;

    /// Chooses a move for a colour and plays it on its own board.
    fn genmove(&mut self, colour: Colour) -> Result<Choice, Fault>;

    /// Chooses a move if the players disagree about dead stones: this player should capture what it believes
    /// to be dead before it passes.
    fn genmove_cleanup(&mut self, colour: Colour) -> Result<Choice, Fault> {
        self.genmove(colour)
    }

    /// The stones it believes to be dead after both have passed; `None` if it has no opinion.
    fn dead_stones(&mut self) -> Result<Option<PointSet>, Fault>;

    /// What it last decided and from what, if it is one of our own.
    fn last_decision(&self) -> Option<&Decision> {
        None
    }

    /// The name and version it goes by itself.
    fn name_and_version(&self) -> &str;
}
