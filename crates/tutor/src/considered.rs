//! What a decision of the partner's was made from, as it is saved and shown.

use board::Move;
use evaluation::{Lead, WinRate};
use partner::{Decision, Reason, Row};
use review::encoding;
use search::Candidate;
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
    /// `chosen`, `kept` or `dropped`, and by which rule; or `unseen`. Games that were saved by older programs do not say.
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

    /// The rows that matter most, the chosen one first, and with them the better move that is spoken of.
    pub(crate) fn all_of(decision: &Decision) -> Vec<ConsideredMove> {
        let table = &decision.table;
        let mut rows: Vec<ConsideredMove> =
            table.by_importance().into_iter().take(CONSIDERED).map(ConsideredMove::of).collect();
        if let Reason::HoldsBack { best } | Reason::KeepsClose { best } = decision.reason
            && !rows.iter().any(|row| row.mv == best)
        {
            let seen = table.row(best).map(ConsideredMove::of);
            rows.extend(seen.or_else(|| decision.snapshot.candidate(best).map(ConsideredMove::unseen)));
        }
        rows
    }

    /// A move that only the longer search of the game knows: the partner did not see it at its level.
    fn unseen(candidate: &Candidate) -> ConsideredMove {
        ConsideredMove {
            mv: candidate.mv,
            visits: candidate.visits,
            win_rate: candidate.win_rate,
            lead: candidate.lead,
            prior: candidate.prior,
            weighted: None,
            people: None,
            status: "unseen".into(),
            rule: String::new(),
        }
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

#[cfg(test)]
mod tests {
    use board::{Colour, Size};
    use partner::{Overrides, Session, Settings, ThinkRequest};

    use super::*;

    #[test]
    fn a_better_move_that_was_not_seen_is_in_the_table() {
        let overrides =
            Overrides { visits: Some(60), seed: Some(1), threads: Some(1), ..Overrides::default() };
        let overrides = Overrides { net: Some("default".into()), ..overrides };
        let settings = Settings::layered("network+win", None, &overrides).unwrap();
        let mut session = Session::new(settings).unwrap();
        session.new_game(Size::square(13).unwrap());
        let mut decision = session.think(&ThinkRequest::teaching(Colour::Black, 200)).unwrap();
        let best = decision.snapshot.candidates[1].mv;
        decision.table.rows.retain(|row| row.mv != best);
        decision.reason = Reason::HoldsBack { best };
        let rows = ConsideredMove::all_of(&decision);
        assert_eq!(rows[0].status, "chosen");
        let last = rows.last().unwrap();
        assert_eq!((last.mv, last.status.as_str()), (best, "unseen"));
        assert!(last.visits > 0);
    }
}
