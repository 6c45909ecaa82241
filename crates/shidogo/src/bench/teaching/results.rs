//! What is kept of every game.

use board::Rank;
use review::Findability;
use serde::{Deserialize, Serialize};

/// The settings of a run: games that were looked at otherwise are not mixed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    pub players: String,
    pub size: Option<usize>,
    pub visits: u64,
    pub deep: u64,
    pub seed: u64,
}

/// A game of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Its place among all games of the files.
    pub game: usize,
    pub side: usize,
    pub rank: Rank,
    /// The mistakes that the review shows first, and those that cost most: moves before each.
    pub first: Vec<usize>,
    pub largest: Vec<usize>,
    pub measured: Vec<Measured>,
    /// All mistakes that the review chose from, with what they cost and weigh.
    pub pool: Vec<(Findability, f32, f32)>,
}

/// A mistake, measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub after: usize,
    /// Points that it cost.
    pub lost: f32,
    /// How often players of the person's rank would have played something clearly better, and players 3 to 5 ranks up.
    pub own: f32,
    pub stronger: f32,
    /// How often these would have lost less at all.
    pub less: f32,
}

impl GameResult {
    pub fn measured(&self, after: usize) -> Option<&Measured> {
        self.measured.iter().find(|measured| measured.after == after)
    }
}

impl ledger::Settings for Run {
    type Entry = GameResult;
    const FILE: &'static str = "teaching.json";
    const WHAT: &'static str = "a measurement of teaching";
    const SYNCED: bool = false;

    fn difference(&self, other: &Run) -> Option<String> {
        (self != other).then(|| format!("{self:?}"))
    }

    fn check(&self, entries: &[GameResult]) -> Result<(), (usize, String)> {
        let is_whole = |result: &GameResult| {
            result.first.iter().chain(&result.largest).all(|after| result.measured(*after).is_some())
        };
        let broken = entries.iter().position(|result| !is_whole(result));
        broken.map_or(Ok(()), |line| Err((line + 1, "a mistake in it was not measured".into())))
    }
}
