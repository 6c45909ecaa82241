//! Records as they were before games could be played for more than the score (version 3 of the files).

use board::Objective;
use serde::Deserialize;

use super::{Ending, Record, Turn};

#[derive(Deserialize)]
enum OldEnding {
    Counted { ownership: Vec<i8> },
    Resigned { winner_is_black: bool },
    Cut,
}

#[derive(Deserialize)]
pub struct OldRecord {
    side: u8,
    komi_halves: i16,
    net: String,
    opening: Vec<u16>,
    turns: Vec<Turn>,
    ending: OldEnding,
}

impl From<OldRecord> for Record {
    fn from(old: OldRecord) -> Record {
        let ending = match old.ending {
            OldEnding::Counted { ownership } => {
                let black_lead = ownership.iter().map(|o| f32::from(*o)).sum();
                Ending::Counted { ownership, black_lead }
            }
            OldEnding::Resigned { winner_is_black } => Ending::Resigned { winner_is_black },
            OldEnding::Cut => Ending::Cut,
        };
        Record {
            side: old.side,
            komi_halves: old.komi_halves,
            objective: Objective::default(),
            net: old.net,
            opening: old.opening,
            turns: old.turns,
            ending,
        }
    }
}
