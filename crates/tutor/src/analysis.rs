//! What the partner thought of positions and moves, as it is saved and shown.

use board::{Colour, Move};
use evaluation::{Lead, WinRate};
use review::encoding;
use search::Candidate;
use serde::{Deserialize, Serialize};

/// What the partner thought after that many moves.
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

/// Moves of a variation.
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
}
