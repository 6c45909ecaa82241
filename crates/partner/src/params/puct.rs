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
        "Utility of a certain win.",
        "search.network.win_utility"
    ),
    number!(
        "staticScoreUtilityFactor",
        Puct.static_score_utility_factor,
        0.0..=1.0,
        Search,
        "Additional utility of a very large lead.",
        "search.network.score_utility"
    ),
    number!(
        "staticScoreScale",
        Puct.static_score_scale,
        0.01..=100.0,
        Search,
        "A lead of this many times the board size has half of that utility.",
        "search.network.score_scale"
    ),
    number!(
        "dynamicScoreUtilityFactor",
        Puct.dynamic_score_utility_factor,
        0.0..=1.0,
        Search,
        "Utility of a lead beyond the expected score, so that points count no matter who is winning.",
        "search.network.local_score_utility"
    ),
    number!(
        "dynamicScoreCenterScale",
        Puct.dynamic_score_center_scale,
        0.2..=5.0,
        Search,
        "As staticScoreScale, around the expected score.",
        "search.network.local_score_scale"
    ),
    number!(
        "dynamicScoreCenterZeroWeight",
        Puct.dynamic_score_center_zero_weight,
        0.0..=1.0,
        Search,
        "How far the expected score is moved towards an even game.",
        "search.network.local_score_to_even"
    ),
    number!(
        "drawEquivalentWinsForWhite",
        Puct.draw_equivalent_wins_for_white,
        0.0..=1.0,
        Search,
        "The value of a draw for White, from 0 (loss) to 1 (win).",
        "search.network.draw_for_white"
    ),
];

pub(super) const SELECTION: &[Param] = &[
    number!(
        "cpuctExploration",
        Puct.cpuct_exploration,
        0.0..=10.0,
        Search,
        "PUCT exploration constant: the weight of priors against utilities.",
        "search.network.exploration"
    ),
    number!(
        "cpuctExplorationLog",
        Puct.cpuct_exploration_log,
        0.0..=10.0,
        Search,
        "Growth of the exploration constant for each factor e in visits, well above cpuctExplorationBase.",
        "search.network.exploration_growth"
    ),
    number!(
        "cpuctExplorationBase",
        Puct.cpuct_exploration_base,
        10.0..=100_000.0,
        Search,
        "Number of visits from which exploration grows.",
        "search.network.exploration_base"
    ),
    number!(
        "cpuctUtilityStdevScale",
        Puct.cpuct_utility_stdev_scale,
        0.0..=1.0,
        Search,
        "How strongly exploration scales with the standard deviation of the utilities below a node.",
        "search.network.spread_effect"
    ),
    // Utilities are measured by it: there is no search without.
    number!(
        "cpuctUtilityStdevPrior",
        Puct.cpuct_utility_stdev_prior,
        1e-8..=10.0,
        Search,
        "Prior for that standard deviation.",
        "search.network.usual_spread"
    ),
    number!(
        "cpuctUtilityStdevPriorWeight",
        Puct.cpuct_utility_stdev_prior_weight,
        0.0..=100.0,
        Search,
        "Weight of that prior in visits.",
        "search.network.usual_spread_visits"
    ),
    number!(
        "fpuReductionMax",
        Puct.fpu_reduction_max,
        0.0..=2.0,
        Search,
        "First play urgency (FPU): how much less an unvisited move is worth than its parent, once all likely moves have been visited.",
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
        "How quickly the values of visited moves, by their share of the policy, replace the parent's own evaluation in the FPU.",
        "search.network.first_play_power"
    ),
    number!(
        "numVirtualLossesPerThread",
        Puct.num_virtual_losses_per_thread,
        0.0..=1000.0,
        Search,
        "Virtual losses per evaluation in flight, so that other threads search elsewhere.",
        "search.network.virtual_loss"
    ),
    number!(
        "maxInFlightFraction",
        Puct.max_in_flight_fraction,
        0.0..=1.0,
        Search,
        "At most this fraction of the visits may be evaluations in flight, though always one: more would weaken a small search.",
        "search.network.in_flight_share"
    ),
    switch!(
        "useGraphSearch",
        Puct.use_graph_search,
        Search,
        "Share one node between all move orders that lead to the same position.",
        "search.network.transpositions"
    ),
];

pub(super) const VALUES: &[Param] = &[
    number!(
        "valueWeightExponent",
        Puct.value_weight_exponent,
        0.0..=1.0,
        Search,
        "How much more better moves count for a node's value than their visits alone.",
        "search.network.value_weight"
    ),
    number!(
        "noisePruneUtilityScale",
        Puct.noise_prune_utility_scale,
        0.0..=10.0,
        Search,
        "Excess visits of moves that turned out worse, beyond what the prior asked for, count less by exp(-loss / this); 0 counts them all.",
        "search.network.noise_scale"
    ),
    number!(
        "subtreeValueBiasFactor",
        Puct.subtree_value_bias_factor,
        0.0..=1.0,
        Search,
        "How much of the observed error in a local pattern corrects other evaluations with the same pattern.",
        "search.network.bias_correction"
    ),
    number!(
        "subtreeValueBiasWeightExponent",
        Puct.subtree_value_bias_weight_exponent,
        0.0..=1.0,
        Search,
        "A node's weight in that is its visits to this power.",
        "search.network.bias_power"
    ),
    number!(
        "subtreeValueBiasFreeProp",
        Puct.subtree_value_bias_free_prop,
        0.0..=1.0,
        Search,
        "How much of a node's weight is forgotten when it leaves the tree.",
        "search.network.bias_forgotten"
    ),
    number!(
        "uncertaintyMaxWeight",
        Puct.uncertainty_max_weight,
        1.0..=100.0,
        Search,
        "The largest weight of an evaluation, for networks that predict their own error; 1 gives all the same weight.",
        "search.network.most_weight"
    ),
    number!(
        "uncertaintyCoeff",
        Puct.uncertainty_coeff,
        0.0001..=1.0,
        Search,
        "An evaluation's weight is this divided by its predicted error.",
        "search.network.usual_error"
    ),
];

pub(super) const ROOT: &[Param] = &[
    switch!(
        "useLcbForSelection",
        Puct.use_lcb_for_selection,
        Search,
        "Play the move with the best lower confidence bound (LCB).",
        "search.network.bounds_decide"
    ),
    number!(
        "lcbStdevs",
        Puct.lcb_stdevs,
        1.0..=12.0,
        Search,
        "Number of standard deviations between a move's value and its LCB.",
        "search.network.caution"
    ),
    number!(
        "minVisitPropForLCB",
        Puct.min_visit_prop_for_lcb,
        0.0..=1.0,
        Search,
        "A move can be played for its LCB only if it has this fraction of the most visited move's visits.",
        "search.network.bound_share"
    ),
    number!(
        "rootEndingBonusPoints",
        Puct.root_ending_bonus_points,
        -1.0..=1.0,
        Search,
        "Penalty, in points, for root moves that fill an area that surely belongs to either side.",
        "search.network.ending_bonus"
    ),
    number!(
        "rootPolicyTemperature",
        Puct.root_policy_temperature,
        0.01..=100.0,
        Search,
        "Policy temperature at the root: above 1 flattens the policy.",
        "search.network.root_temperature"
    ),
    Param {
        name: "rootPolicyTemperatureEarly",
        explanation: "The same at the start of a game; by default equal to rootPolicyTemperature.",
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
        explanation: "Weight of the Dirichlet noise in the root priors, if rootNoiseEnabled is true.",
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
        explanation: "Add Dirichlet noise to the root priors, with a weight of 0.25 unless rootDirichletNoiseWeight is set.",
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
        "Sum of the parameters of the Dirichlet distribution.",
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
        "Noise in the selection at the root, to search more moves.",
        "search.network.wide_root"
    ),
    switch!(
        "rootSymmetryPruning",
        Puct.root_symmetry_pruning,
        Search,
        "Of root moves that are equal by symmetry, search only one.",
        "search.network.one_of_symmetric"
    ),
];
