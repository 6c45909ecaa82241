//! A game as it is saved.

use board::{Colour, Move, Point, Rank};
use people::Evidence;
use record::game::Outcome;
use serde::{Deserialize, Serialize};

use crate::analysis::GraphPoint;
use crate::clocks::SavedClock;
use crate::lesson::Remark;
use crate::rank_estimate::estimate;
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
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "move_strengths")]
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

    /// About what rank the player has: that of a partner who makes an even game, or else what the moves were like.
    pub fn players_rank(&self) -> Option<Rank> {
        let by_moves = || estimate(&[(self.request.size, self.evidence?)]).map(|estimate| estimate.shown());
        self.request.players_rank(self.player()).or_else(by_moves)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(strength: &str, handicap: usize, player: Colour) -> Option<String> {
        let request = format!(
            r#"{{"size":9,"colour":"black","rules":"chinese","handicap":{handicap},
                 "partner":{{"strength":"{strength}","seconds":1.0,"aim":"win"}}}}"#
        );
        let saved = SavedGame::new(serde_json::from_str(&request).unwrap(), player, Vec::new());
        saved.players_rank().map(|rank| rank.to_string())
    }

    #[test]
    fn who_takes_stones_is_weaker_by_so_many_ranks() {
        assert_eq!(rank("12k", 0, Colour::White).as_deref(), Some("12k"));
        assert_eq!(rank("12k", 3, Colour::Black).as_deref(), Some("15k"));
        assert_eq!(rank("12k", 3, Colour::White).as_deref(), Some("9k"));
        assert_eq!(rank("gentle", 0, Colour::Black), None);
    }
}
