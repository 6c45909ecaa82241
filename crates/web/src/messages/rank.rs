//! What rank somebody's play was like, for a page.

use serde::{Deserialize, Serialize};
use speech::english;
use tutor::Estimate;

/// A rank that moves speak for, and the weakest and the strongest that they may. Steps are ranks above 30 kyu.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RankShown {
    pub rank: String,
    pub steps: f64,
    /// The rank is in here in 4 of 5 cases.
    pub interval: (f64, f64),
    pub sentence: String,
}

impl From<Estimate> for RankShown {
    fn from(estimate: Estimate) -> RankShown {
        RankShown {
            rank: estimate.shown().to_string(),
            steps: estimate.rank,
            interval: estimate.interval,
            sentence: english::you_played_like(estimate.shown(), estimate.shown_interval()),
        }
    }
}
