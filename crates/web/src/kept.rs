//! A game as it is stored.

use serde::{Deserialize, Serialize};

use crate::messages::{Judged, NewGame, Phase, Why};
use crate::moves::Moves;
use crate::times::KeptClock;

/// All that is kept of a game; the rest follows from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub wanted: NewGame,
    pub plays_black: bool,
    /// The line on the board.
    pub moves: Vec<String>,
    pub phase: Phase,
    pub dead: Vec<String>,
    pub result: Option<String>,
    pub said: Option<String>,
    /// Of the line on the board.
    pub graph: Vec<Judged>,
    /// All lines; older games have none but the one on the board.
    #[serde(default)]
    pub tree: Option<Moves>,
    #[serde(default)]
    pub clocks: Option<[KeptClock; 2]>,
    /// Why the partner gave up, where it did: there is no move that would keep it.
    #[serde(default)]
    pub gave_up: Option<Why>,
}
