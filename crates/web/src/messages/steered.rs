//! How the partner steered a game, for a page.

use serde::Serialize;
use tutor::{SteeredMove, TeachingGame};

use super::game::stones;

/// How a move of the partner's steered the game. Leads are Black's.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SteeredShown {
    pub number: usize,
    pub at: String,
    /// The lead with the move, and the lead that was aimed at.
    pub lead: f32,
    pub aim: f32,
    /// Where it held back: how many points it gave, in a sentence, and the stones before the move.
    pub given: Option<f32>,
    pub sentence: Option<String>,
    pub before: Option<String>,
}

impl SteeredShown {
    pub fn all_of(game: &TeachingGame) -> Vec<SteeredShown> {
        game.steered().into_iter().map(|one| SteeredShown::of(game, one)).collect()
    }

    fn of(game: &TeachingGame, SteeredMove { number, mv, steered, sentence }: SteeredMove) -> SteeredShown {
        let short = |value: f32| (value * 100.0).round() / 100.0;
        let black = board::Colour::Black;
        SteeredShown {
            number,
            at: mv.to_string(),
            lead: short(steered.lead.of(black)),
            aim: short(steered.aim.of(black)),
            given: steered.given.map(short),
            sentence,
            before: steered.given.map(|_| stones(game.game_before(number).position().board())),
        }
    }
}
