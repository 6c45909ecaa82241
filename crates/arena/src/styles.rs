//! Characters at play: what kinds of moves they choose, whether they can be told apart, and what they cost in strength.
//!
//! The measurements are those of Shi, Fan, Li, Hsueh and Ikeda (2021), section 6, for their online method, and ours for
//! the characters that they left open.

mod centre;
mod identification;
mod moves;
mod paper;
mod report;
mod taste;

pub use centre::{CentreMoves, first_line, opening_moves};
pub use identification::{Identification, SET};
pub use moves::PlayerGame;
pub use report::report;

use std::path::Path;

use partner::{Character, Evaluators};
use record::game::LoadError;
use statistics::Tally;

use crate::matches::tally;
use crate::results::Entry;

#[derive(Debug, thiserror::Error)]
pub enum StylesError {
    #[error("which moves were at hand is for a network to say")]
    NoNetwork,
    #[error("{0}")]
    Network(String),
    #[error(transparent)]
    Record(#[from] LoadError),
}

/// What was seen of the characters on one board.
pub struct BoardStyles {
    pub size: usize,
    /// Whether games were stopped after the opening, so that nobody won them.
    pub openings_only: bool,
    pub characters: Vec<CharacterGames>,
}

/// The games of a character against a player of the same visits without one.
pub struct CharacterGames {
    /// `None` is the player without a character, against itself.
    pub character: Character,
    pub tally: Tally,
    pub games: Vec<PlayerGame>,
}

impl CharacterGames {
    /// Reads the games of a match in which the first player has the character. `network` says which moves were at hand;
    /// `threads` games are looked at at once.
    pub fn read(
        character: Character,
        folder: &Path,
        entries: &[Entry],
        network: &Evaluators,
        threads: usize,
    ) -> Result<CharacterGames, StylesError> {
        let games = PlayerGame::of_first(folder, entries, network, threads)?;
        Ok(CharacterGames { character, tally: tally(entries), games })
    }
}

impl BoardStyles {
    pub fn of(&self, character: Character) -> Option<&CharacterGames> {
        self.characters.iter().find(|games| games.character == character)
    }
}
