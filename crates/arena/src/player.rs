//! What takes part in a match.

use std::fmt;

use board::{Colour, Komi, Move, Point, PointSet, Rules, Size};
use serde::{Deserialize, Serialize};

/// How a game begins.
#[derive(Clone, Debug)]
pub struct GameStart {
    pub size: Size,
    pub komi: Komi,
    pub rules: Rules,
    /// Black's stones on the board before White's first move.
    pub handicap: Vec<Point>,
    /// For the random choices of a player.
    pub seed: u64,
}

/// What a player does with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Play(Move),
    Resign,
}

/// What a player did that costs it the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    Crashed,
    TimedOut,
    IllegalMove,
    /// It would not do what every player must, such as take the other's legal move.
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

/// A player of whole games. It keeps its own board; the referee tells it every move, its own excepted.
pub trait Player: Send {
    /// Begins a game, whatever became of the one before.
    fn new_game(&mut self, start: &GameStart) -> Result<(), Fault>;

    /// Hears of a move it did not choose.
    fn play(&mut self, colour: Colour, m: Move) -> Result<(), Fault>;

    /// Chooses a move for a colour and plays it on its own board.
    fn genmove(&mut self, colour: Colour) -> Result<Choice, Fault>;

    /// Chooses a move where the other holds stones for alive that this player holds for dead: it should take
    /// them off before it passes.
    fn genmove_cleanup(&mut self, colour: Colour) -> Result<Choice, Fault> {
        self.genmove(colour)
    }

    /// The stones it holds for dead once both have passed; `None` when it has no opinion.
    fn dead_stones(&mut self) -> Result<Option<PointSet>, Fault>;

    /// The name and version it goes by itself.
    fn name_and_version(&self) -> &str;
}
