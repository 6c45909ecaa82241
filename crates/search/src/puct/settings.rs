//! Settings of the PUCT search.

use super::human::HumanExploration;

/// Settings for deterministic evaluators. Utilities range from −1 (loss) to 1 (win), plus the score terms.
/// The defaults are those of KataGo 1.17, whose documentation explains each of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctSettings {
    /// The utility of a certain win.
    pub win_loss_utility_factor: f32,
    /// The additional utility of a very large lead; a lead of `static_score_scale` times the board size gives
    /// half of it.
    pub static_score_utility_factor: f32,
    pub static_score_scale: f32,
    /// The same around the expected score of the root, so that points count no matter who is winning.
    pub dynamic_score_utility_factor: f32,
    pub dynamic_score_center_scale: f32,
    /// How far that centre moves from the expected score towards an even game: 0 not at all, 1 all the way.
    pub dynamic_score_center_zero_weight: f32,

    /// PUCT exploration constant: the weight of priors.
    pub cpuct_exploration: f32,
    /// Growth of the exploration constant for each factor e in visits, well above `cpuct_exploration_base`.
    pub cpuct_exploration_log: f32,
    pub cpuct_exploration_base: f32,
    /// How strongly exploration scales with the standard deviation of the utilities below a node: 0 not at
    /// all, 1 in proportion.
    pub cpuct_utility_stdev_scale: f32,
    /// The prior for that standard deviation, and its weight in visits.
    pub cpuct_utility_stdev_prior: f32,
    pub cpuct_utility_stdev_prior_weight: f32,

    /// First play urgency: how much less an unvisited move is worth than its parent, once all likely moves
    /// have been visited.
    pub fpu_reduction_max: f32,
    /// The same for the moves of the root.
    pub root_fpu_reduction_max: f32,
    /// An unvisited move's value comes first from its parent's own evaluation, and from the parent's moves as
    /// they are visited, by their share of the policy to this power.
    pub fpu_parent_weight_by_visited_policy_pow: f32,

    /// How much more better moves count for a node's value than their visits alone; 0 for not at all.
    pub value_weight_exponent: f32,
    /// Excess visits of moves that turned out worse, beyond what the prior asked for, count less by exp(−loss
    /// / this); 0 counts them all.
    pub noise_prune_utility_scale: f32,
    /// How much of the evaluator's observed error in a local pattern corrects other evaluations with the same
    /// pattern.
    pub subtree_value_bias_factor: f32,
    /// A node's weight in that is its visits to this power.
    pub subtree_value_bias_weight_exponent: f32,
    /// How much of a node's weight is forgotten when it leaves the tree.
    pub subtree_value_bias_free_prop: f32,
    /// Whether different paths to the same position share one node.
    pub use_graph_search: bool,
    /// Uncertain evaluations count less: the weight is at most this; 1 gives all the same weight. This needs
    /// an evaluator that predicts its own error.
    pub uncertainty_max_weight: f32,
    /// An evaluation's weight is this divided by its predicted error in utility, which has a floor because
    /// the weight is limited.
    pub uncertainty_coeff: f32,

    /// The number of standard deviations between a move's value and its LCB.
    pub lcb_stdevs: f32,
    /// A move can be played for its LCB only if it has this fraction of the most visited move's visits.
    pub min_visit_prop_for_lcb: f32,
    /// Whether moves are played for their LCB at all.
    pub use_lcb_for_selection: bool,
    /// The penalty, in points, for root moves that fill an area that surely belongs to either side.
    pub root_ending_bonus_points: f32,

    /// The weight of Dirichlet noise in the root priors, for self-play.
    pub root_dirichlet_noise_weight: f32,
    /// Whether that noise is added at all.
    pub root_noise_enabled: bool,
    /// The sum of the parameters of the Dirichlet distribution.
    pub root_dirichlet_noise_total_concentration: f32,
    /// The policy temperature at the root: above 1 flattens the policy.
    pub root_policy_temperature: f32,
    /// The same at the start of a game, if it is different there.
    pub root_policy_temperature_early: Option<f32>,
    /// The number of moves, on 19×19, after which the early temperature has half of its effect.
    pub chosen_move_temperature_halflife: f32,
    /// Every root move with prior p gets at least √(p · visits · this) visits; for self-play.
    pub root_desired_per_child_visits_coeff: f32,
    /// Noise in the selection at the root, so that an analysis searches more moves.
    pub wide_root_noise: f32,
    /// Whether an opponent who mirrors every move is expected to keep doing so.
    pub anti_mirror: bool,
    /// Of symmetric root moves, only one is searched.
    pub root_symmetry_pruning: bool,

    /// Virtual losses per evaluation in flight, so that other threads search elsewhere. It always counts as
    /// one visit.
    pub num_virtual_losses_per_thread: f32,
    /// The value of a draw for White, from 0 to 1.
    pub draw_equivalent_wins_for_white: f32,
    /// At most this fraction of the visits may be evaluations in flight, though always one: more would
    /// mislead a small tree.
    pub max_in_flight_fraction: f32,
    /// Visits that follow the policy of people.
    pub human: HumanExploration,
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
            human: HumanExploration::default(),
        }
    }
}

impl PuctSettings {
    /// The weight of Dirichlet noise in the root priors.
    pub(crate) fn noise(&self) -> f32 {
        if self.root_noise_enabled { self.root_dirichlet_noise_weight } else { 0.0 }
    }

    /// The largest possible utility.
    pub(crate) fn reach(&self) -> f64 {
        f64::from(
            self.win_loss_utility_factor
                + self.static_score_utility_factor
                + self.dynamic_score_utility_factor,
        )
    }
}
