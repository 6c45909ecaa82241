//! Settings of the playout search.

use serde::{Deserialize, Serialize};

/// Settings of UCT with RAVE. Utilities run from 0 (lost) to 1 (won).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RaveSettings {
    /// Weight of the prior in the choice of the next move, against win rates in [0, 1].
    pub exploration: f32,
    /// Visits after which a move's own value outweighs its RAVE value, which counts every playout that has the move
    /// anywhere; 0 turns RAVE off.
    pub rave_equivalence: f32,
    /// How many playouts of the RAVE value a prior is worth, to begin with.
    pub prior_visits: f32,
    /// How much better than an average move a move is taken to be for a prior e times as large.
    pub prior_slope: f32,
    /// How much less an unvisited move is worth than its parent.
    pub fpu_reduction: f32,
    /// Share of the score in the utility, the rest being the win rate.
    pub score_share: f32,
    /// A lead of this many points counts as a good part of the largest score.
    pub score_scale: f32,
    /// A leaf is expanded on this visit.
    pub expansion_threshold: u32,
}

impl Default for RaveSettings {
    fn default() -> RaveSettings {
        RaveSettings {
            exploration: 0.4,
            rave_equivalence: 1500.0,
            prior_visits: 10.0,
            prior_slope: 0.12,
            fpu_reduction: 0.0,
            score_share: 0.05,
            score_scale: 10.0,
            expansion_threshold: 3,
        }
    }
}
