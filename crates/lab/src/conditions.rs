//! How the games of an experiment are played.

use board::{Komi, Size};
use serde::{Deserialize, Serialize};

/// How every game of an experiment is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Side of the board.
    pub size: usize,
    /// The komi of an even game, from which handicaps in points are counted.
    pub komi: Komi,
    /// Visits per move, including those kept from the moves before.
    pub visits: u32,
    /// Visits of the search that says the score of a game that was not played to its end.
    pub score_visits: u32,
    /// This many moves of a game are drawn in proportion to their selection value; after that the best one is played.
    ///
    /// The paper does not say what made its games differ. Its program showed positions to the network under random
    /// symmetries; ours does so too, with another seed for every game, and draws the first moves at random besides.
    #[serde(alias = "varied_moves")]
    pub temperature_moves: usize,
    /// A player whose win rate is below this, twice in a row, resigns.
    ///
    /// The paper mentions resignations, and 5% in its games with people; nothing else.
    #[serde(alias = "resign_below")]
    pub resign_threshold: f32,
    /// A game is broken off after this many moves per point of the board.
    #[serde(alias = "most_moves")]
    pub max_moves_per_point: f64,
    pub seed: u64,
}

impl Default for Conditions {
    /// The paper's, where it says something.
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
pub enum ConditionsError {
    #[error("--size {0} is not a board: use 2 to 19")]
    Size(usize),
    #[error("--visits {0} is not a search: use 2 to 1000000")]
    Visits(u32),
    #[error("--resign takes a win rate from 0 to below 0.5")]
    Resign,
}

impl Conditions {
    pub fn check(&self) -> Result<Size, ConditionsError> {
        if let Some(visits) =
            [self.visits, self.score_visits].into_iter().find(|v| !(2..=1_000_000).contains(v))
        {
            return Err(ConditionsError::Visits(visits));
        }
        if !(0.0..0.5).contains(&self.resign_threshold) {
            return Err(ConditionsError::Resign);
        }
        Size::playable(self.size).ok_or(ConditionsError::Size(self.size))
    }
}
