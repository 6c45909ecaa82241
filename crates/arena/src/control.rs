//! Partners that keep games close: how often their opponents win, by how much, and how natural the moves look.
//!
//! The measurements are those of Shi, Fan, Li, Hsueh and Ikeda (2021), sections 5 and 7, with a network's policy in place
//! of the people who counted unnatural moves.

mod endgame_report;
mod endgames;
mod paper;
mod report;
mod spread;

pub use endgame_report::endgame_report;
pub use endgames::{as_text, first_endgame};
pub use report::report;
pub use spread::Spreads;

use std::path::Path;

use partner::Evaluators;
use serde::Serialize;
use statistics::significance::{mean, median};
use statistics::{Estimate, Tally};

use crate::matches::tally;
use crate::naturalness::{Naturalness, NaturalnessError};
use crate::referee::Ending;
use crate::results::{Entry, Winner};

/// A network that says how natural moves look.
pub struct PolicyNet {
    pub name: String,
    /// Whether the players use it to choose moves, and so cannot but find them natural.
    pub is_players: bool,
    pub network: Evaluators,
}

/// Who plays on which board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    pub size: usize,
    /// Such as `abc25`: under this name, the paper's figures are found.
    pub player: String,
    pub opponent: String,
}

/// What was seen of a player against an opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ControlGames {
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The player's results.
    pub tally: Tally,
    /// With Wilson's 95% interval.
    pub opponents_score: Option<Estimate>,
    pub margins: Margins,
    /// Games that the opponent resigned, and the player.
    pub resigned: [u64; 2],
    /// One for each network that was asked.
    pub policies: Vec<PolicyOfMoves>,
}

/// The differences in points of the games that were counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Margins {
    pub counted: u64,
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// Games that were decided by two points or less.
    pub within_two: u64,
}

/// What a network thinks of the moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PolicyOfMoves {
    pub network: String,
    pub is_players: bool,
    pub player: Option<Naturalness>,
    pub opponent: Option<Naturalness>,
}

impl ControlGames {
    /// Measures the games of a match folder in which the player is the first.
    pub fn measure(
        pairing: Pairing,
        folder: &Path,
        entries: &[Entry],
        networks: &[PolicyNet],
        threads: usize,
    ) -> Result<ControlGames, NaturalnessError> {
        let policies = networks.iter().map(|PolicyNet { name, is_players, network }| {
            let [player, opponent] = Naturalness::of_match(folder, entries, network, threads)?;
            Ok(PolicyOfMoves { network: name.clone(), is_players: *is_players, player, opponent })
        });
        let tally = tally(entries);
        let resigned = |first_won: bool| {
            let resigned = entries.iter().filter(|entry| entry.ending == Ending::Resignation);
            resigned.filter(|entry| (entry.winner == Winner::First) == first_won).count() as u64
        };
        Ok(ControlGames {
            pairing,
            tally,
            opponents_score: Tally { wins: tally.losses, losses: tally.wins, ..tally }.score(),
            margins: Margins::of(entries),
            resigned: [resigned(true), resigned(false)],
            policies: policies.collect::<Result<_, NaturalnessError>>()?,
        })
    }

    /// How far the player's moves are from the opponent's last ones, and the other way round; with intervals.
    fn distances(&self) -> [Option<(f64, Option<[f64; 2]>)>; 2] {
        // Every network sees the same moves.
        let policy = self.policies.first();
        [policy.and_then(|policy| policy.player), policy.and_then(|policy| policy.opponent)].map(|found| {
            let found = found?;
            Some((found.distance?, found.intervals.and_then(|intervals| intervals.distance)))
        })
    }
}

impl PolicyOfMoves {
    /// Which network it is, in a report.
    fn network(&self) -> String {
        let note = if self.is_players { ", which the players use themselves" } else { "" };
        format!("`{}`{note}", self.network)
    }
}

impl Margins {
    fn of(entries: &[Entry]) -> Margins {
        let margins: Vec<f64> = entries.iter().filter_map(Entry::margin).collect();
        let mut sorted: Vec<f32> = margins.iter().map(|margin| *margin as f32).collect();
        Margins {
            counted: margins.len() as u64,
            mean: mean(&margins),
            median: median(&mut sorted).map(f64::from),
            within_two: margins.iter().filter(|margin| **margin <= 2.0).count() as u64,
        }
    }
}
