//! Information about a game besides its moves.

use std::collections::BTreeMap;

use super::{Outcome, Warning};
use crate::sgf::{Name, Node, name};

/// A player as named in the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    pub name: Option<String>,
    /// Such as `3d`.
    pub rank: Option<String>,
}

/// Information about a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    pub black: Player,
    pub white: Player,
    pub result: Option<Outcome>,
    /// In the standard's form: `2026-01-31`.
    pub date: Option<String>,
    pub event: Option<String>,
    pub round: Option<String>,
    pub place: Option<String>,
    /// By the number of the move they follow; 0 is the start.
    pub comments: BTreeMap<usize, String>,
}

impl Info {
    /// The information in the first nodes of a line; earlier nodes take precedence.
    pub(super) fn read(nodes: &[&Node], warnings: &mut Vec<Warning>) -> Info {
        let text = |name: Name| nodes.iter().find_map(|n| n.simple_text(name));
        let result = text(name::RE).and_then(|text| match text.parse() {
            Ok(outcome) => Some(outcome),
            Err(_) => {
                warnings.push(Warning::Result(text));
                None
            }
        });
        Info {
            black: Player { name: text(name::PB), rank: text(name::BR) },
            white: Player { name: text(name::PW), rank: text(name::WR) },
            result,
            date: text(name::DT),
            event: text(name::EV),
            round: text(name::RO),
            place: text(name::PC),
            comments: BTreeMap::new(),
        }
    }

    /// Writes everything except comments.
    pub(super) fn write(&self, node: &mut Node) {
        let result = self.result.map(|r| r.to_string());
        for (name, text) in [
            (name::PB, &self.black.name),
            (name::BR, &self.black.rank),
            (name::PW, &self.white.name),
            (name::WR, &self.white.rank),
            (name::RE, &result),
            (name::DT, &self.date),
            (name::EV, &self.event),
            (name::RO, &self.round),
            (name::PC, &self.place),
        ] {
            if let Some(text) = text {
                node.set_simple_text(name, text);
            }
        }
    }
}
