//! How a search uses a network.

use serde::{Deserialize, Serialize};

/// Settings for evaluators that say the same of a position every time. Utilities run from −1 (lost) to 1 (won),
/// the score's share on top. The numbers are those KataGo 1.17 plays with; its documentation says where each
/// comes from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PuctSettings {
    /// What a certain win is worth.
    pub win_loss_utility_factor: f32,
    /// What a very large lead is worth on top of that; a lead of `static_score_scale` board sides is half of it.
    pub static_score_utility_factor: f32,
    pub static_score_scale: f32,
    /// The same around the score that is expected of the present position, so that points count whoever is
    /// winning.
    pub dynamic_score_utility_factor: f32,
    pub dynamic_score_center_scale: f32,
    /// How far that centre is drawn from the expected score towards an even game: 0 not at all, 1 all the way.
    pub dynamic_score_center_zero_weight: f32,

    /// Weight of the prior in the choice of the next move.
    pub cpuct_exploration: f32,
    /// What is added to it each time the visits grow by a factor e, once they are well above
    /// `cpuct_exploration_base`.
    pub cpuct_exploration_log: f32,
    pub cpuct_exploration_base: f32,
    /// How far the exploration follows the spread of the utilities seen below a position: 0 not at all, 1 in
    /// proportion.
    pub cpuct_utility_stdev_scale: f32,
    /// The spread that is expected, and how many visits that expectation is worth.
    pub cpuct_utility_stdev_prior: f32,
    pub cpuct_utility_stdev_prior_weight: f32,

    /// How much less an unvisited move is worth than its parent once all the moves that look natural were
    /// visited.
    pub fpu_reduction_max: f32,
    /// The same for the moves of the root.
    pub root_fpu_reduction_max: f32,
    /// An unvisited move's worth comes from its parent's own evaluation first and from the parent's moves as
    /// they are visited, by their share of the prior to this power.
    pub fpu_parent_weight_by_visited_policy_pow: f32,

    /// How much more better moves count for what a position is worth than their visits say; 0 for not at all.
    pub value_weight_exponent: f32,
    /// Visits beyond what the prior asked for, on moves that turned out worse, count less by exp(−loss /
    /// this); 0 to count them all.
    pub noise_prune_utility_scale: f32,
    /// How much of what was learnt of an evaluator's error with the same moves in the same surroundings corrects
    /// its other evaluations.
    pub subtree_value_bias_factor: f32,
    /// A position's part in that grows with its visits to this power.
    pub subtree_value_bias_weight_exponent: f32,
    /// How much of its part is forgotten when a position is no longer in the tree.
    pub subtree_value_bias_free_prop: f32,
    /// Whether positions reached on several ways are one.
    pub use_graph_search: bool,
    /// Judgements an evaluator is not sure of count less: the weight is at most this, 1 for none. It needs an evaluator
    /// that knows its errors.
    pub uncertainty_max_weight: f32,
    /// What an evaluation's weight is made of: this divided by its expected error of utility, in which the most
    /// weight has a little error too.
    pub uncertainty_coeff: f32,

    /// How many standard deviations the lower bound lies below what a move is worth.
    pub lcb_stdevs: f32,
    /// A move may be played for its lower bound only if it has this share of the visits of the most visited.
    pub min_visit_prop_for_lcb: f32,
    /// Whether moves are played for their lower bounds at all.
    pub use_lcb_for_selection: bool,
    /// What a move of the root that fills either side's sure area costs, in points.
    pub root_ending_bonus_points: f32,

    /// Share of chance in the priors at the root, for self-play.
    pub root_dirichlet_noise_weight: f32,
    /// Whether that share is added at all.
    pub root_noise_enabled: bool,
    /// Sum of the parameters of the Dirichlet distribution that makes it.
    pub root_dirichlet_noise_total_concentration: f32,
    /// Above 1 the priors at the root come closer to each other.
    pub root_policy_temperature: f32,
    /// The same in the opening, where it is another one there.
    pub root_policy_temperature_early: Option<f32>,
    /// Moves on a 19×19 board after which the early temperature has half of its effect.
    pub chosen_move_temperature_halflife: f32,
    /// Every root move with a prior p gets at least √(p · visits · this) visits; for self-play.
    pub root_desired_per_child_visits_coeff: f32,
    /// Strength of the disorder in the choice at the root, for an analysis that looks at more moves.
    pub wide_root_noise: f32,
    /// Whether an opponent who mirrors every move is expected to go on with it.
    pub anti_mirror: bool,
    /// Of root moves that are mirror images of each other, only one is looked at.
    pub root_symmetry_pruning: bool,

    /// How many lost visits an evaluation under way counts as, so that others look elsewhere. It counts as one visit in
    /// any case.
    pub num_virtual_losses_per_thread: f32,
    /// How much of a win for White a draw is, from 0 to 1.
    pub draw_equivalent_wins_for_white: f32,
    /// All evaluations under way together are at most this share of the visits made, but one: more would
    /// lead a small tree astray.
    pub max_in_flight_fraction: f32,
}

impl Default for PuctSettings {
    fn default() -> PuctSettings {
        PuctSettings {
            win_loss_utility_factor: 1.0,
            static_score_utility_factor: 0.1,
            static_score_scale: 2.0,
            dynamic_score_utility_factor: 0.3,
            dynamic_score_center_scale: 0.75,
            dynamic_score_center_zero_weight: 0.2,
            cpuct_exploration: 1.0,
            cpuct_exploration_log: 0.45,
            cpuct_exploration_base: 500.0,
            cpuct_utility_stdev_scale: 0.85,
            cpuct_utility_stdev_prior: 0.4,
            cpuct_utility_stdev_prior_weight: 2.0,
            fpu_reduction_max: 0.2,
            root_fpu_reduction_max: 0.1,
            fpu_parent_weight_by_visited_policy_pow: 2.0,
            value_weight_exponent: 0.25,
            noise_prune_utility_scale: 0.15,
            subtree_value_bias_factor: 0.45,
            subtree_value_bias_weight_exponent: 0.85,
            subtree_value_bias_free_prop: 0.8,
            use_graph_search: true,
            uncertainty_max_weight: 8.0,
            uncertainty_coeff: 0.25,
            lcb_stdevs: 5.0,
            min_visit_prop_for_lcb: 0.15,
            use_lcb_for_selection: true,
            root_ending_bonus_points: 0.5,
            root_dirichlet_noise_weight: 0.0,
            root_noise_enabled: true,
            root_dirichlet_noise_total_concentration: 10.83,
            root_policy_temperature: 1.0,
            root_policy_temperature_early: None,
            chosen_move_temperature_halflife: 19.0,
            root_desired_per_child_visits_coeff: 0.0,
            wide_root_noise: 0.0,
            anti_mirror: false,
            root_symmetry_pruning: true,
            num_virtual_losses_per_thread: 1.0,
            draw_equivalent_wins_for_white: 0.5,
            max_in_flight_fraction: 0.005,
        }
    }
}

impl PuctSettings {
    /// The share of chance in the priors at the root.
    pub(crate) fn noise(&self) -> f32 {
        if self.root_noise_enabled { self.root_dirichlet_noise_weight } else { 0.0 }
    }

    /// The largest utility there is.
    pub(crate) fn reach(&self) -> f64 {
        f64::from(
            self.win_loss_utility_factor
                + self.static_score_utility_factor
                + self.dynamic_score_utility_factor,
        )
    }
}
