//! A game as it is saved.

use board::{Colour, Move, Point};
use evaluation::{Lead, WinRate};
use record::game::Outcome;
use review::encoding;
use search::{Candidate, Snapshot};
use serde::{Deserialize, Serialize};

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
        }
    }

    pub fn player(&self) -> Colour {
        if self.plays_black { Colour::Black } else { Colour::White }
    }
}

/// What the partner thought after so many moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "[number, number, number]"))]
#[serde(from = "(usize, f32, f32)", into = "(usize, f32, f32)")]
pub struct GraphPoint {
    pub after: usize,
    pub win_rate: WinRate,
    pub lead: Lead,
}

/// The numbers are Black's.
impl From<(usize, f32, f32)> for GraphPoint {
    fn from((after, win_rate, lead): (usize, f32, f32)) -> GraphPoint {
        let black = Colour::Black;
        GraphPoint { after, win_rate: WinRate::for_side(black, win_rate), lead: Lead::for_side(black, lead) }
    }
}

impl From<GraphPoint> for (usize, f32, f32) {
    fn from(point: GraphPoint) -> (usize, f32, f32) {
        (point.after, point.win_rate.of(Colour::Black), point.lead.of(Colour::Black))
    }
}

/// A move that the partner considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CandidateMove {
    #[serde(rename = "at")]
    pub mv: Move,
    pub visits: u64,
    #[serde(with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub win_rate: WinRate,
    #[serde(with = "encoding::lead")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lead: Lead,
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub prior: f32,
    pub variation: Vec<Move>,
}

/// Moves that are saved with a decision, and moves of a variation.
const CONSIDERED: usize = 6;
const VARIATION: usize = 12;

impl CandidateMove {
    pub fn of(candidate: &Candidate) -> CandidateMove {
        CandidateMove {
            mv: candidate.mv,
            visits: candidate.visits,
            win_rate: candidate.win_rate,
            lead: candidate.lead,
            prior: candidate.prior,
            variation: candidate.pv.iter().take(VARIATION).copied().collect(),
        }
    }

    /// Those that a decision was made among.
    pub(crate) fn considered(view: &Snapshot) -> Vec<CandidateMove> {
        view.candidates.iter().take(CONSIDERED).map(CandidateMove::of).collect()
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
