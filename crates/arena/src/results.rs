//! Finished games, and checks of a match folder against its settings.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use board::Colour;
use ledger::LedgerError;
use serde::{Deserialize, Serialize};

use crate::player::FaultKind;
use crate::settings::MatchSettings;
use crate::{count, referee};

/// The winner, independent of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    First,
    Second,
    Draw,
}

/// A finished game, as a line of `results.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Counted from 1.
    pub game: usize,
    pub first_colour: Colour,
    pub winner: Winner,
    /// As SGF writes it.
    pub result: String,
    pub ending: referee::Ending,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
    /// What the loser did wrong, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<count::Source>,
    pub disputed: bool,
    /// Number of moves, including the opening.
    pub moves: usize,
    pub seed: u64,
    pub first_moves: u32,
    pub second_moves: u32,
    pub first_seconds: f64,
    pub second_seconds: f64,
    /// The game record in the same folder.
    pub sgf: String,
}

impl Entry {
    /// The difference in points, if the game was counted.
    pub fn margin(&self) -> Option<f64> {
        match self.result.split_once('+') {
            Some((_, margin)) => margin.parse().ok(),
            None => (self.result == "0").then_some(0.0),
        }
    }

    /// Moves that were laid down before the players began.
    pub(crate) fn opening_moves(&self) -> usize {
        self.moves.saturating_sub((self.first_moves + self.second_moves) as usize)
    }
}

impl ledger::Settings for MatchSettings {
    type Entry = Entry;
    const FILE: &'static str = "match.json";
    const WHAT: &'static str = "a match";
    const SYNCED: bool = true;

    fn difference(&self, other: &MatchSettings) -> Option<String> {
        MatchSettings::difference(self, other)
    }

    /// Every game of a match occurs once, with the seed and the colours of its number. Otherwise lines were
    /// copied or changed, and the results would not be what was played.
    fn check(&self, entries: &[Entry]) -> Result<(), (usize, String)> {
        let mut lines = HashMap::new();
        for (line, entry) in (1..).zip(entries) {
            let Entry { game, seed, first_colour, .. } = *entry;
            if game == 0 {
                return Err((line, "games are numbered from 1".into()));
            }
            if let Some(before) = lines.insert(game, line) {
                return Err((line, format!("game {game} is in line {before} already")));
            }
            if seed != self.seed_of(game as u64) || first_colour != self::first_colour(game) {
                return Err((
                    line,
                    format!("this match has no game {game} with that seed and those colours"),
                ));
            }
        }
        Ok(())
    }
}

/// Reads a match folder: its settings and the finished games.
pub fn read(folder: &Path) -> Result<(MatchSettings, Vec<Entry>), LedgerError> {
    ledger::read(folder)
}

/// The match folders at and below a folder, ordered by name.
pub fn find(folder: &Path) -> Result<Vec<PathBuf>, LedgerError> {
    ledger::find::<MatchSettings>(folder)
}

/// The colour of the first player. Colours change every game, and so every opening is played both ways.
pub(crate) fn first_colour(game: usize) -> Colour {
    if game % 2 == 1 { Colour::Black } else { Colour::White }
}
