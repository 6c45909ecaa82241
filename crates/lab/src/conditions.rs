//! How the games of an experiment are played.

use board::{Komi, Size};
use serde::{Deserialize, Serialize};

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
pub enum ConditionsError {
    #[error("--size {0} is not a board: use 2 to 19")]
    Size(usize),
    #[error("--visits {0} is not a search: use 2 to 1000000")]
    Visits(u32),
    #[error("--resign must be from 0 to below 0.5")]
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
