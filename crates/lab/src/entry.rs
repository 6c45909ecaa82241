//! A finished game.

use board::Colour;
use evaluation::Lead;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// After two passes, by area as the board stands.
    Counted,
    Resigned,
    /// Stopped because of its length.
    Unfinished,
}

/// A finished game, one line of the results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub pairing: String,
    /// Its number within the pairing, from 0.
    pub game: u32,
    /// `None` for a draw.
    pub winner: Option<Colour>,
    /// Black's lead on the board without komi: scored, or estimated by a search of the last position.
    pub black_lead: f32,
    pub ending: Ending,
    /// Without handicap stones.
    pub moves: String,
}

impl Entry {
    pub fn board_lead(&self) -> Lead {
        Lead::for_side(Colour::Black, self.black_lead)
    }
}
