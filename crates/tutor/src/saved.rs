//! A game as it is saved.

use board::{Colour, Move, Point};
use people::Evidence;
use record::game::Outcome;
use serde::{Deserialize, Serialize};

use crate::analysis::GraphPoint;
use crate::clocks::SavedClock;
use crate::lesson::Remark;
use crate::request::{NewGame, Phase};
use crate::tree::MoveTree;

/// All that is saved of a game; the rest follows from it. The names in the file are those of its first version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedGame {
    #[serde(rename = "wanted")]
    pub request: NewGame,
    pub plays_black: bool,
    /// The line on the board.
    pub moves: Vec<Move>,
    pub phase: Phase,
    pub dead: Vec<Point>,
    #[serde(with = "outcome")]
    pub result: Option<Outcome>,
    pub said: Option<String>,
    /// Of the line on the board.
    pub graph: Vec<GraphPoint>,
    /// All lines; older games have none but the one on the board.
    #[serde(default)]
    pub tree: Option<MoveTree>,
    #[serde(default)]
    pub clocks: Option<[SavedClock; 2]>,
    /// Why the partner resigned, where it did: there is no move that would keep it.
    #[serde(default, rename = "gave_up")]
    pub resigned: Option<Remark>,
    /// What the player's moves say about their rank, once the game is over. What versions before this name saw is of no use.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "rank_evidence")]
    pub evidence: Option<Evidence>,
}

impl SavedGame {
    /// A game in which only these moves have been played, and nothing was said.
    pub fn new(request: NewGame, player: Colour, moves: Vec<Move>) -> SavedGame {
        SavedGame {
            request,
            plays_black: player == Colour::Black,
            moves,
            phase: Phase::Playing,
            dead: Vec::new(),
            result: None,
            said: None,
            graph: Vec::new(),
            tree: None,
            clocks: None,
            resigned: None,
            evidence: None,
        }
    }

    pub fn player(&self) -> Colour {
        if self.plays_black { Colour::Black } else { Colour::White }
    }
}

/// A result as records have it. One that means nothing is none: it must not hide the game.
mod outcome {
    use record::game::Outcome;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(result: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
        result.map(|result| result.to_string()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Outcome>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.and_then(|text| text.parse().ok()))
    }
}
