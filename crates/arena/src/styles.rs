//! Characters at play: what kinds of moves they choose, whether they can be told apart, and what they cost in strength.
//!
//! The measurements are those of Shi, Fan, Li, Hsueh and Ikeda (2021), section 6, for their online method, and ours for
//! the characters that they left open.

mod centre;
mod identification;
mod moves;
mod paper;
mod report;

pub use centre::{CentreMoves, opening_moves};
pub use identification::{Identification, SET};
pub use moves::PlayerGame;
pub use report::report;

use std::path::Path;

use partner::Character;
use record::game::LoadError;
use statistics::Tally;

use crate::matches::tally;
use crate::results::Entry;

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
    /// Reads the games of a match in which the first player has the character. Without one, both players are the same, and
    /// the games of both count.
    pub fn read(character: Character, folder: &Path, entries: &[Entry]) -> Result<CharacterGames, LoadError> {
        let [first, second] = PlayerGame::of_match(folder, entries)?;
        let games = match character {
            Character::None => first.into_iter().chain(second).collect(),
            _ => first,
        };
        Ok(CharacterGames { character, tally: tally(entries), games })
    }
}

impl BoardStyles {
    pub fn of(&self, character: Character) -> Option<&CharacterGames> {
        self.characters.iter().find(|games| games.character == character)
    }
}
