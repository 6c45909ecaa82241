//! What a decision of the partner's was made from, as it is saved and shown.

use board::Move;
use evaluation::{Lead, WinRate};
use partner::{DecisionTable, Row};
use review::encoding;
use serde::{Deserialize, Serialize};

/// Moves that are saved with a decision.
const CONSIDERED: usize = 10;

/// A row of a decision's table: a move, what is known of it, and what the rules did with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConsideredMove {
    #[serde(rename = "at")]
    pub mv: Move,
    pub visits: u64,
    #[serde(with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub win_rate: WinRate,
    #[serde(with = "encoding::lead")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lead: Lead,
    /// The policy p.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub prior: f32,
    /// The weighted policy p′, where it is another.
    #[serde(default)]
    pub weighted: Option<f32>,
    /// How often people of the imitated rank play it, where that is known.
    #[serde(default)]
    pub people: Option<f32>,
    /// `chosen`, `kept` or `dropped`, and by which rule. Games that were saved by older programs do not say.
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub rule: String,
}

impl ConsideredMove {
    fn of(row: &Row) -> ConsideredMove {
        let (status, rule) = row.status.words();
        ConsideredMove {
            mv: row.mv,
            visits: row.visits,
            win_rate: row.win_rate,
            lead: row.lead,
            prior: row.policy,
            weighted: (row.weighted_policy != row.policy).then(|| rounded(row.weighted_policy)),
            people: row.human_policy.map(rounded),
            status: status.into(),
            rule: rule.into(),
        }
    }

    /// The rows that matter most, the chosen one first.
    pub(crate) fn all_of(table: &DecisionTable) -> Vec<ConsideredMove> {
        table.by_importance().into_iter().take(CONSIDERED).map(ConsideredMove::of).collect()
    }
}

/// How a move of the partner's steered the game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Steered {
    /// The lead with the move, and the lead that was aimed at.
    #[serde(with = "encoding::lead")]
    pub lead: Lead,
    #[serde(with = "encoding::lead")]
    pub aim: Lead,
    /// Points that a better move would have been worth, where it held back.
    pub given: Option<f32>,
}

/// The same with the move itself, and in words where it held back.
#[derive(Clone, PartialEq, Debug)]
pub struct SteeredMove {
    pub number: usize,
    pub mv: Move,
    pub steered: Steered,
    pub sentence: Option<String>,
}

fn rounded(share: f32) -> f32 {
    (share * 1e4).round() / 1e4
}
