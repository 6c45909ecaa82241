//! The search with networks. Names and ranges are KataGo's.

use super::kinds::{Holder, Puct, SWITCH, number, switch};
use super::{Param, Scope};

/// What KataGo mixes into priors where nobody says how much.
const USUAL_NOISE: f32 = 0.25;

pub(super) const UTILITY: &[Param] = &[
    number!(
        "winLossUtilityFactor",
        Puct.win_loss_utility_factor,
        0.0..=1.0,
        Search,
        "What a certain win is worth.",
        "search.network.win_utility"
    ),
    number!(
        "staticScoreUtilityFactor",
        Puct.static_score_utility_factor,
        0.0..=1.0,
        Search,
        "What a very large lead is worth on top.",
        "search.network.score_utility"
    ),
    number!(
        "staticScoreScale",
        Puct.static_score_scale,
        0.01..=100.0,
        Search,
        "A lead of this many board sides is worth half of that.",
        "search.network.score_scale"
    ),
    number!(
        "dynamicScoreUtilityFactor",
        Puct.dynamic_score_utility_factor,
        0.0..=1.0,
        Search,
        "What a lead beyond the expected score is worth, so that points count whoever is winning.",
        "search.network.local_score_utility"
    ),
    number!(
        "dynamicScoreCenterScale",
        Puct.dynamic_score_center_scale,
        0.2..=5.0,
        Search,
        "staticScoreScale around the expected score.",
        "search.network.local_score_scale"
    ),
    number!(
        "dynamicScoreCenterZeroWeight",
        Puct.dynamic_score_center_zero_weight,
        0.0..=1.0,
        Search,
        "How far the expected score is drawn towards an even game.",
        "search.network.local_score_to_even"
    ),
    number!(
        "drawEquivalentWinsForWhite",
        Puct.draw_equivalent_wins_for_white,
        0.0..=1.0,
        Search,
        "How much of a win for White a draw is.",
        "search.network.draw_for_white"
    ),
];

pub(super) const SELECTION: &[Param] = &[
    number!(
        "cpuctExploration",
        Puct.cpuct_exploration,
        0.0..=10.0,
        Search,
        "How much priors weigh against utilities when a move is selected.",
        "search.network.exploration"
    ),
    number!(
        "cpuctExplorationLog",
        Puct.cpuct_exploration_log,
        0.0..=10.0,
        Search,
        "What is added to it each time the visits grow by a factor e, once they are well above cpuctExplorationBase.",
        "search.network.exploration_growth"
    ),
    number!(
        "cpuctExplorationBase",
        Puct.cpuct_exploration_base,
        10.0..=100_000.0,
        Search,
        "Visits from which the exploration grows.",
        "search.network.exploration_base"
    ),
    number!(
        "cpuctUtilityStdevScale",
        Puct.cpuct_utility_stdev_scale,
        0.0..=1.0,
        Search,
        "How far the exploration follows the standard deviation of the utilities below a position.",
        "search.network.spread_effect"
    ),
    // Utilities are measured by it: there is no search without.
    number!(
        "cpuctUtilityStdevPrior",
        Puct.cpuct_utility_stdev_prior,
        1e-8..=10.0,
        Search,
        "The standard deviation that is expected.",
        "search.network.usual_spread"
    ),
    number!(
        "cpuctUtilityStdevPriorWeight",
        Puct.cpuct_utility_stdev_prior_weight,
        0.0..=100.0,
        Search,
        "How many visits that expectation is worth.",
        "search.network.usual_spread_visits"
    ),
    number!(
        "fpuReductionMax",
        Puct.fpu_reduction_max,
        0.0..=2.0,
        Search,
        "First play urgency: how much less an unvisited move is worth than its parent once all likely moves were visited.",
        "search.network.first_play_reduction"
    ),
    number!(
        "rootFpuReductionMax",
        Puct.root_fpu_reduction_max,
        0.0..=2.0,
        Search,
        "The same at the root.",
        "search.network.root_first_play_reduction"
    ),
    number!(
        "fpuParentWeightByVisitedPolicyPow",
        Puct.fpu_parent_weight_by_visited_policy_pow,
        0.0..=5.0,
        Search,
        "How quickly visited moves, by their share of the policy, replace the parent's own evaluation in the first play urgency.",
        "search.network.first_play_power"
    ),
    number!(
        "numVirtualLossesPerThread",
        Puct.num_virtual_losses_per_thread,
        0.0..=1000.0,
        Search,
        "How many lost visits an evaluation under way counts as, so that other threads look elsewhere.",
        "search.network.virtual_loss"
    ),
    number!(
        "maxInFlightFraction",
        Puct.max_in_flight_fraction,
        0.0..=1.0,
        Search,
        "Evaluations under way are at most this share of the visits made, but one: more would lead a small tree astray.",
        "search.network.in_flight_share"
    ),
    switch!(
        "useGraphSearch",
        Puct.use_graph_search,
        Search,
        "Whether positions that are reached in several ways share one node.",
        "search.network.transpositions"
    ),
];

pub(super) const VALUES: &[Param] = &[
    number!(
        "valueWeightExponent",
        Puct.value_weight_exponent,
        0.0..=1.0,
        Search,
        "How much more better moves count for a position's value than their visits say.",
        "search.network.value_weight"
    ),
    number!(
        "noisePruneUtilityScale",
        Puct.noise_prune_utility_scale,
        0.0..=10.0,
        Search,
        "Visits beyond what the prior asked for, on moves that turned out worse, count less by exp(-loss / this); 0 counts them all.",
        "search.network.noise_scale"
    ),
    number!(
        "subtreeValueBiasFactor",
        Puct.subtree_value_bias_factor,
        0.0..=1.0,
        Search,
        "How much of the evaluator's observed error in one local pattern corrects its other evaluations there.",
        "search.network.bias_correction"
    ),
    number!(
        "subtreeValueBiasWeightExponent",
        Puct.subtree_value_bias_weight_exponent,
        0.0..=1.0,
        Search,
        "A position's part in that grows with its visits to this power.",
        "search.network.bias_power"
    ),
    number!(
        "subtreeValueBiasFreeProp",
        Puct.subtree_value_bias_free_prop,
        0.0..=1.0,
        Search,
        "How much of its part is forgotten when a position leaves the tree.",
        "search.network.bias_forgotten"
    ),
    number!(
        "uncertaintyMaxWeight",
        Puct.uncertainty_max_weight,
        1.0..=100.0,
        Search,
        "The most that an evaluation may weigh, where the network knows its own errors; 1 weighs all alike.",
        "search.network.most_weight"
    ),
    number!(
        "uncertaintyCoeff",
        Puct.uncertainty_coeff,
        0.0001..=1.0,
        Search,
        "An evaluation weighs this divided by its expected error.",
        "search.network.usual_error"
    ),
];

pub(super) const ROOT: &[Param] = &[
    switch!(
        "useLcbForSelection",
        Puct.use_lcb_for_selection,
        Search,
        "Play the move with the best lower confidence bound.",
        "search.network.bounds_decide"
    ),
    number!(
        "lcbStdevs",
        Puct.lcb_stdevs,
        1.0..=12.0,
        Search,
        "How many standard deviations the bound lies below a move's value.",
        "search.network.caution"
    ),
    number!(
        "minVisitPropForLCB",
        Puct.min_visit_prop_for_lcb,
        0.0..=1.0,
        Search,
        "A move is played for its bound only if it has this share of the visits of the most visited.",
        "search.network.bound_share"
    ),
    number!(
        "rootEndingBonusPoints",
        Puct.root_ending_bonus_points,
        -1.0..=1.0,
        Search,
        "What a root move that fills either side's sure area costs, in points.",
        "search.network.ending_bonus"
    ),
    number!(
        "rootPolicyTemperature",
        Puct.root_policy_temperature,
        0.01..=100.0,
        Search,
        "Above 1 priors at the root come closer to each other.",
        "search.network.root_temperature"
    ),
    Param {
        name: "rootPolicyTemperatureEarly",
        explanation: "The same at the start of a game; the same number unless it is set.",
        scope: Scope::Search,
        range: "0.01..=100.0",
        old: &["search.network.root_temperature_early"],
        get: |s| {
            Puct::of(s)
                .map(|p| p.root_policy_temperature_early.unwrap_or(p.root_policy_temperature).to_string())
        },
        set: |s, text| {
            let early = number(text, 0.01..=100.0)?;
            Puct::of_mut(s).map(|p| {
                p.root_policy_temperature_early = (early != p.root_policy_temperature).then_some(early);
            })
        },
    },
    Param {
        name: "rootDirichletNoiseWeight",
        explanation: "Share of noise in the priors at the root, where rootNoiseEnabled is true.",
        scope: Scope::Search,
        range: "0.0..=1.0",
        old: &["search.network.root_noise"],
        get: |s| Puct::of(s).map(|p| p.root_dirichlet_noise_weight.to_string()),
        // As with KataGo the weight alone brings no noise.
        set: |s, text| {
            let weight: f32 = number(text, 0.0..=1.0)?;
            Puct::of_mut(s).map(|p| {
                if weight != p.root_dirichlet_noise_weight {
                    p.root_noise_enabled &= p.root_dirichlet_noise_weight > 0.0;
                    p.root_dirichlet_noise_weight = weight;
                }
            })
        },
    },
    Param {
        name: "rootNoiseEnabled",
        explanation: "Mix noise into the priors at the root, a quarter unless rootDirichletNoiseWeight says otherwise.",
        scope: Scope::Search,
        range: SWITCH,
        old: &["search.network.root_noise_enabled"],
        get: |s| {
            Puct::of(s).map(|p| (p.root_noise_enabled && p.root_dirichlet_noise_weight > 0.0).to_string())
        },
        set: |s, text| {
            let on = switch(text)?;
            Puct::of_mut(s).map(|p| {
                if on != (p.root_noise_enabled && p.root_dirichlet_noise_weight > 0.0) {
                    p.root_noise_enabled = on;
                    if p.root_dirichlet_noise_weight == 0.0 {
                        p.root_dirichlet_noise_weight = USUAL_NOISE;
                    }
                }
            })
        },
    },
    number!(
        "rootDirichletNoiseTotalConcentration",
        Puct.root_dirichlet_noise_total_concentration,
        0.001..=10_000.0,
        Search,
        "Sum of the parameters of the Dirichlet distribution that makes the noise.",
        "search.network.noise_concentration"
    ),
    number!(
        "rootDesiredPerChildVisitsCoeff",
        Puct.root_desired_per_child_visits_coeff,
        0.0..=100.0,
        Search,
        "A root move with prior p gets at least √(p · visits · this) visits.",
        "search.network.forced_visits"
    ),
    number!(
        "wideRootNoise",
        Puct.wide_root_noise,
        0.0..=5.0,
        Search,
        "Noise in the selection at the root, to look at more moves.",
        "search.network.wide_root"
    ),
    switch!(
        "rootSymmetryPruning",
        Puct.root_symmetry_pruning,
        Search,
        "Of root moves that mirror each other, search only one.",
        "search.network.one_of_symmetric"
    ),
];
