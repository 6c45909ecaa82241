//! The search with playouts: UCT with RAVE.

use super::kinds::{Holder, Rave, number};
use super::{Param, Scope};

pub(super) const PARAMS: &[Param] = &[
    number!(
        "raveExploration",
        Rave.exploration,
        0.0..=100.0,
        Search,
        "Exploration constant: the weight of priors against win rates.",
        "search.exploration"
    ),
    number!(
        "raveEquivalence",
        Rave.rave_equivalence,
        0.0..=1e9,
        Search,
        "Visits after which a move's own value outweighs its RAVE value; 0 turns RAVE off.",
        "search.rave"
    ),
    number!(
        "ravePriorVisits",
        Rave.prior_visits,
        0.0..=1e9,
        Search,
        "Weight of a prior, in playouts of the RAVE value.",
        "search.prior_visits"
    ),
    number!(
        "ravePriorSlope",
        Rave.prior_slope,
        0.0..=100.0,
        Search,
        "How much better than average a move counts for a prior e times as large.",
        "search.prior_slope"
    ),
    number!(
        "raveFpuReduction",
        Rave.fpu_reduction,
        -1.0..=1.0,
        Search,
        "How much less an unvisited move is worth than its parent.",
        "search.first_play_reduction"
    ),
    number!(
        "raveScoreShare",
        Rave.score_share,
        0.0..=1.0,
        Search,
        "Weight of the score in the utility; the rest is the win rate.",
        "search.score_share"
    ),
    number!(
        "raveScoreScale",
        Rave.score_scale,
        0.001..=1e6,
        Search,
        "Scale of the score in points: a lead this large counts as a good part of the largest one.",
        "search.score_scale"
    ),
    number!(
        "raveExpansionThreshold",
        Rave.expansion_threshold,
        1..=1_000_000,
        Search,
        "Number of visits at which a leaf is expanded.",
        "search.open_at"
    ),
];
