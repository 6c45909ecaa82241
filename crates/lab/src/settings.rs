//! Settings of an experiment.

use std::collections::HashSet;

use board::{Komi, Size};
use serde::{Deserialize, Serialize};

use crate::{Entry, Experiment};

/// A network by name and content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetName {
    pub name: String,
    pub sha256: String,
}

/// The conditions of all games of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Board size.
    pub size: usize,
    /// The komi of an even game; handicaps in points are relative to it.
    pub komi: Komi,
    /// Visits per move, including those kept from earlier moves.
    pub visits: u32,
    /// Visits of the search that scores an unfinished game.
    pub score_visits: u32,
    /// The first moves of a game are drawn in proportion to their play selection values; after that the best
    /// one is played.
    ///
    /// The paper does not say what made its games differ. Its program used random symmetries for the network;
    /// ours does so too, with another seed for every game, and also draws the first moves at random.
    #[serde(alias = "varied_moves")]
    pub temperature_moves: usize,
    /// A player resigns if its win rate is below this twice in a row.
    ///
    /// The paper mentions resignations, and 5% in its games against people, but nothing else.
    #[serde(alias = "resign_below")]
    pub resign_threshold: f32,
    /// A game is stopped after this many moves per point of the board.
    #[serde(alias = "most_moves")]
    pub max_moves_per_point: f64,
    /// The random seed.
    pub seed: u64,
}

impl Default for Conditions {
    /// The paper's conditions, as far as it states them.
    fn default() -> Conditions {
        Conditions {
            size: 9,
            komi: Komi::from_halves(15),
            visits: 1000,
            score_visits: 1000,
            temperature_moves: 8,
            resign_threshold: 0.05,
            max_moves_per_point: 3.0,
            seed: 1,
        }
    }
}

#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    #[error("--size {0} is not a board: use 2 to 19")]
    Size(usize),
    #[error("--visits {0} is not a search: use 2 to 1000000")]
    Visits(u32),
    #[error("--resign must be from 0 to below 0.5")]
    Resign,
    #[error("a threshold must be from 0 to below 1, not {0}")]
    Threshold(String),
    #[error("--strong is missing: the network whose play is measured")]
    NoStrong,
    #[error("--weak is missing: {0} has a strong network play a weaker one")]
    NoWeak(Experiment),
}

impl Conditions {
    pub fn check(&self) -> Result<Size, SettingsError> {
        if let Some(visits) =
            [self.visits, self.score_visits].into_iter().find(|v| !(2..=1_000_000).contains(v))
        {
            return Err(SettingsError::Visits(visits));
        }
        if !(0.0..0.5).contains(&self.resign_threshold) {
            return Err(SettingsError::Resign);
        }
        Size::playable(self.size).ok_or(SettingsError::Size(self.size))
    }
}

/// What identifies an experiment. The number of games is not part of it: more can be played later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    pub experiment: Experiment,
    pub strong: Vec<NetName>,
    pub weak: Vec<NetName>,
    pub conditions: Conditions,
}

impl ledger::Settings for Settings {
    type Entry = Entry;
    const FILE: &'static str = "experiment.json";
    const WHAT: &'static str = "an experiment";
    // Games end by the hundred every second.
    const SYNCED: bool = false;

    fn check(&self, entries: &[Entry]) -> Result<(), (usize, String)> {
        let mut done = HashSet::new();
        for (line, entry) in (1..).zip(entries) {
            if !done.insert((&entry.pairing, entry.game)) {
                let what = format!("game {} of {} is in a line before it already", entry.game, entry.pairing);
                return Err((line, what));
            }
        }
        Ok(())
    }

    /// How these differ from others, in words.
    fn difference(&self, other: &Settings) -> Option<String> {
        let names = |nets: &[NetName]| {
            let names: Vec<String> = nets.iter().map(|n| format!("{} ({:.8})", n.name, n.sha256)).collect();
            if names.is_empty() { "none".to_string() } else { names.join(", ") }
        };
        let told = |settings: &Settings| -> Vec<(&str, String)> {
            let c = &settings.conditions;
            vec![
                ("experiment", settings.experiment.to_string()),
                ("strong", names(&settings.strong)),
                ("weak", names(&settings.weak)),
                ("size", c.size.to_string()),
                ("komi", c.komi.to_string()),
                ("visits", c.visits.to_string()),
                ("score visits", c.score_visits.to_string()),
                ("temperature moves", c.temperature_moves.to_string()),
                ("resign", c.resign_threshold.to_string()),
                ("max moves per point", c.max_moves_per_point.to_string()),
                ("seed", c.seed.to_string()),
            ]
        };
        let both = told(self).into_iter().zip(told(other));
        let different =
            both.filter(|(a, b)| a.1 != b.1).map(|(a, b)| format!("{} {}, not {}", a.0, a.1, b.1));
        Some(different.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
    }
}
