//! Settings of the playout search.

/// Settings of UCT with RAVE. Utilities range from 0 (loss) to 1 (win).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RaveSettings {
    /// Exploration constant: the weight of priors in selection, against win rates from 0 to 1.
    pub exploration: f32,
    /// Visits after which a move's own value outweighs its RAVE value, which counts every playout that
    /// contains the move; 0 turns RAVE off.
    pub rave_equivalence: f32,
    /// The initial weight of a prior, in playouts of the RAVE value.
    pub prior_visits: f32,
    /// How much better than average a move counts for a prior e times as large.
    pub prior_slope: f32,
    /// First play urgency: how much less an unvisited move is worth than its parent.
    pub fpu_reduction: f32,
    /// Weight of the score in the utility; the rest is the win rate.
    pub score_share: f32,
    /// A lead of this many points counts as a good part of the largest score.
    pub score_scale: f32,
    /// Number of visits at which a leaf is expanded.
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
