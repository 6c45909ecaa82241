//! How hard something was to see.

use super::rank::{a_player_of, in_words};
use crate::{Audience, Difficulty};

/// “A 9 kyu usually sees this.”
pub fn difficulty(about: Difficulty, audience: Audience) -> String {
    match (about, audience) {
        (Difficulty::Known { .. }, Audience::Player) => "Most players at your level see this.".into(),
        (Difficulty::Known { rank }, Audience::Reader) => {
            format!("Most players of {} see this.", in_words(rank))
        }
        (Difficulty::Usual { rank }, _) => format!("{} usually sees this.", a_player_of(rank)),
        (Difficulty::Often { rank }, _) => format!("{} sees this more often.", a_player_of(rank)),
        (Difficulty::Hard { rank }, _) => {
            format!("Even {} rarely sees this.", super::lower(&a_player_of(rank)))
        }
    }
}
