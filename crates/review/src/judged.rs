//! What was thought of each position.

use board::{Move, Point, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Serialize};

use crate::kept;

/// What was thought of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    #[serde(with = "kept::win_rate")]
    pub win_rate: WinRate,
    /// Komi included.
    #[serde(with = "kept::lead")]
    pub lead: Lead,
    pub visits: u64,
    /// How it would go on, the move to play first.
    #[serde(with = "kept::moves")]
    pub sequence: Vec<Move>,
}

impl Judged {
    pub fn best(&self) -> Option<Move> {
        self.sequence.first().copied()
    }
}

pub(crate) fn all_on(moves: &[Move], size: Size) -> bool {
    moves.iter().filter_map(|mv| mv.point()).all(|p: Point| size.contains(p))
}
