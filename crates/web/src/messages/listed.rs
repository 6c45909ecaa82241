//! Games as the list has them.

use board::Colour;
use serde::{Deserialize, Serialize};

use super::rank::RankShown;

/// A game in the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedGame {
    #[serde(default)]
    pub id: String,
    /// When it was begun or brought along, in seconds since 1970.
    #[serde(default)]
    pub begun: i64,
    pub size: usize,
    pub handicap: usize,
    /// Captures that it was played to, where points did not decide it.
    #[serde(default)]
    pub captures: Option<usize>,
    pub moves: usize,
    /// As the record has them: text, whatever it looks like.
    pub black: String,
    pub white: String,
    pub event: Option<String>,
    /// When it was played, where the record says so.
    pub date: Option<String>,
    pub result: Option<String>,
    /// For games with the partner: what the player has, how strong the partner is, and whether it goes on.
    pub you: Option<Colour>,
    pub strength: Option<String>,
    pub goes_on: bool,
    /// What rank the player's moves speak for in this game and those just before it.
    #[serde(default)]
    pub rank: Option<RankShown>,
    pub review: Option<ListedReview>,
}

/// What a review found, in short.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedReview {
    /// Points lost a move by each side.
    pub black_lost: f64,
    pub white_lost: f64,
    pub mistakes: i64,
}
