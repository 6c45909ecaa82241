//! Settings of an experiment.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::conditions::Conditions;
use crate::contender::NetName;
use crate::entry::Entry;
use crate::experiment::Experiment;

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
