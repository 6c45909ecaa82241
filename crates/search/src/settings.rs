//! What can be set about a search.

use serde::{Deserialize, Serialize};

use crate::{Advantage, ObjectiveSettings, PuctSettings};

/// Settings of the tree; the defaults suit playouts, [`Settings::for_networks`] suits networks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Weight of the prior in the choice of the next move, against win rates in [0, 1].
    pub exploration: f32,
    /// Visits after which what a move is worth by itself outweighs what it was worth when played at any
    /// time (RAVE); 0 turns that off.
    pub rave: f32,
    /// How many games played at any time a prior is worth, to begin with.
    pub prior_visits: f32,
    /// How much better a move is taken to be than an average one for a prior e times as large.
    pub prior_slope: f32,
    /// What an unvisited move is taken to be worth, relative to its parent's win rate.
    pub fpu_reduction: f32,
    /// Share of the score in what the search maximises, the rest being the win rate.
    pub score_share: f32,
    /// A lead of this many points counts as a good part of the largest score.
    pub score_scale: f32,
    /// A leaf is opened on this visit; evaluators that always say the same want 1.
    pub open_at: u32,
    /// The most leaves that a thread gathers before it has them evaluated.
    pub batch: usize,
    /// What is played for.
    pub objective: ObjectiveSettings,
    /// A side that is taken to look further ahead, for evaluators that cannot be told so. It belongs to one search, not to
    /// settings in a file, and needs values that are weighed.
    #[serde(skip)]
    pub advantage: Option<Advantage>,
    /// How to use an evaluator that says the same of a position every time. When it is given, the settings above
    /// up to `open_at` have no meaning: every leaf is opened at once, and values are weighed, not summed.
    pub network: Option<PuctSettings>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.4,
            rave: 1500.0,
            prior_visits: 10.0,
            prior_slope: 0.12,
            fpu_reduction: 0.0,
            score_share: 0.05,
            score_scale: 10.0,
            open_at: 3,
            batch: 1,
            objective: ObjectiveSettings::default(),
            advantage: None,
            network: None,
        }
    }
}

impl Settings {
    /// What suits a network.
    pub fn for_networks() -> Settings {
        Settings { batch: 16, network: Some(PuctSettings::default()), ..Settings::default() }
    }
}
