//! The table of parameters. Ranges are KataGo's, but for what it does not know.

use board::Colour;
use network::Profile;

use super::Param;
use super::kinds::{SWITCH, flag, network, number, optional, set_network};
use crate::settings::{MEMORY_MB, Symmetries};

/// Matters only for moves that are played.
const PLAYS: bool = true;
const SEARCHES: bool = false;
/// What KataGo mixes into priors where nobody says how much.
const USUAL_NOISE: f32 = 0.25;

/// All there are.
pub const PARAMS: &[Param] = &[
    limit!("maxVisits", visits),
    limit!("maxPlayouts", playouts),
    Param {
        name: "maxTime",
        key: "time",
        range: "0.0..=1e20",
        plays: SEARCHES,
        get: |s| Some(s.time.map_or("unlimited".into(), |t| t.to_string())),
        set: |s, value| {
            let time: Option<f64> = optional(value)?;
            let possible = time.is_none_or(|t| (0.0..=1e20).contains(&t));
            possible.then(|| s.time = time)
        },
    },
    any_number!("numSearchThreads", "threads", threads, 1..=1024, SEARCHES),
    Param {
        name: "memoryMB",
        key: "memory_mb",
        range: "",
        plays: SEARCHES,
        get: |s| Some(s.memory_mb.map_or("default".into(), |mb| mb.to_string())),
        set: |s, value| {
            let mb = if value == "default" { None } else { Some(value.parse().ok()?) };
            mb.is_none_or(|mb| MEMORY_MB.contains(&mb)).then(|| s.memory_mb = mb)
        },
    },
    any_switch!("allowResignation", "resign.enabled", resign.enabled, PLAYS),
    any_number!("resignConsecTurns", "resign.moves", resign.moves, 0..=100, PLAYS),
    Param {
        // From −1, where everything is lost, to 0, an even game. A file says it as a win rate, with a range of its own.
        name: "resignThreshold",
        key: "",
        range: "-1.0..=0.0",
        plays: PLAYS,
        get: |s| Some(((f64::from(s.resign.below) * 2.0 - 1.0) * 1e6).round() / 1e6).map(|t| t.to_string()),
        set: |s, value| number(value, -1.0..=0.0).map(|t: f64| s.resign.below = ((t + 1.0) / 2.0) as f32),
    },
    any_number!("resignMinScoreDifference", "", resign.behind, 0.0..=1000.0, PLAYS),
    any_number!("resignMinMovesPerBoardArea", "resign.from", resign.from, 0.0..=1.0, PLAYS),
    any_switch!("ponderingEnabled", "ponder", ponder, PLAYS),
    any_number!("lagBuffer", "lag", lag, 0.0..=3600.0, PLAYS),
    any_number!("chosenMoveTemperatureEarly", "temperature.early", temperature.early, 0.0..=5.0, PLAYS),
    any_number!("chosenMoveTemperature", "temperature.later", temperature.later, 0.0..=5.0, PLAYS),
    Param {
        name: "chosenMoveTemperatureHalflife",
        key: "temperature.halflife",
        range: "0.1..=100000.0",
        plays: SEARCHES,
        get: |s| Some(s.temperature.halflife.to_string()),
        // One half-life for the moves that are chosen and for the priors where a search begins.
        set: |s, value| {
            let moves = number(value, 0.1..=1e5)?;
            if moves != s.temperature.halflife {
                let _ = set_network(s, moves, |n, moves| n.chosen_move_temperature_halflife = moves);
            }
            s.temperature.halflife = moves;
            Some(())
        },
    },
    any_number!("chosenMovePrune", "temperature.prune", temperature.prune, 0.0..=1e10, PLAYS),
    Param {
        name: "fillDameBeforePass",
        key: "fill_dame",
        range: SWITCH,
        plays: PLAYS,
        get: |s| network(s).map(|_| s.fill_dame.to_string()),
        set: |s, value| flag(value).map(|on| s.fill_dame = on),
    },
    any_number!("lambda", "search.objective.lambda", search.objective.lambda, 0.0..=1.0, SEARCHES),
    any_number!("mu", "search.objective.mu", search.objective.mu, 0.0..=1.0, SEARCHES),
    any_number!("threshold", "search.objective.threshold", search.objective.threshold, 0.0..=1.0, SEARCHES),
    any_number!("below", "search.objective.below", search.objective.below, 0.0..=1.0, SEARCHES),
    judging!("nnPolicyTemperature", policy_temperature, 0.01..=100.0),
    judging!("rootPolicyOptimism", root_optimism, 0.0..=1.0),
    judging!("policyOptimism", optimism, 0.0..=1.0),
    judging!("rootNumSymmetriesToSample", root_symmetries, 1..=8),
    Param {
        name: "nnRandomize",
        key: "judging.symmetries",
        range: SWITCH,
        plays: SEARCHES,
        get: |s| network(s).map(|_| (s.judging.symmetries == Symmetries::Random).to_string()),
        set: |s, value| {
            let random = flag(value)?;
            if random != (s.judging.symmetries == Symmetries::Random) {
                s.judging.symmetries = if random { Symmetries::Random } else { Symmetries::None };
            }
            Some(())
        },
    },
    Param {
        name: "humanSLProfile",
        key: "judging.profile",
        range: "",
        plays: SEARCHES,
        get: |s| network(s).map(|_| s.judging.profile.clone().unwrap_or_default()),
        set: |s, value| {
            let none = ["", "_", "\"\""].contains(&value);
            if !none {
                value.parse::<Profile>().ok()?;
            }
            s.judging.profile = (!none).then(|| value.to_string());
            Some(())
        },
    },
    Param {
        name: "playoutDoublingAdvantage",
        key: "advantage.doublings",
        range: "-3.0..=3.0",
        plays: SEARCHES,
        get: |s| network(s).map(|_| s.advantage.doublings.to_string()),
        set: |s, value| number(value, -3.0..=3.0).map(|x| s.advantage.doublings = x),
    },
    Param {
        name: "playoutDoublingAdvantagePla",
        key: "advantage.side",
        range: "",
        plays: SEARCHES,
        get: |s| network(s).map(|_| s.advantage.side.map_or("none".into(), |c| c.to_string())),
        set: |s, value| {
            let side: Option<Colour> = match value {
                "none" => None,
                side => Some(side.parse().ok()?),
            };
            s.advantage.side = side;
            Some(())
        },
    },
    Param {
        name: "analysisWideRootNoise",
        key: "analysis.wide_root",
        range: "0.0..=5.0",
        plays: SEARCHES,
        get: |s| network(s).map(|_| s.analysis.wide_root.to_string()),
        set: |s, value| number(value, 0.0..=5.0).map(|x| s.analysis.wide_root = x),
    },
    Param {
        name: "analysisIgnorePreRootHistory",
        key: "analysis.ignore_history",
        range: SWITCH,
        plays: SEARCHES,
        get: |s| network(s).map(|_| s.analysis.ignore_history.to_string()),
        set: |s, value| flag(value).map(|on| s.analysis.ignore_history = on),
    },
    Param {
        name: "ignorePreRootHistory",
        key: "ignore_history",
        range: SWITCH,
        plays: PLAYS,
        get: |s| network(s).map(|_| s.ignore_history.to_string()),
        set: |s, value| flag(value).map(|on| s.ignore_history = on),
    },
    Param {
        name: "conservativePass",
        key: "conservative_pass",
        range: SWITCH,
        plays: SEARCHES,
        get: |s| network(s).map(|_| s.conservative_pass.to_string()),
        set: |s, value| flag(value).map(|on| s.conservative_pass = on),
    },
    number!("winLossUtilityFactor", win_loss_utility_factor, 0.0..=1.0),
    number!("staticScoreUtilityFactor", static_score_utility_factor, 0.0..=1.0),
    number!("dynamicScoreUtilityFactor", dynamic_score_utility_factor, 0.0..=1.0),
    number!("dynamicScoreCenterScale", dynamic_score_center_scale, 0.2..=5.0),
    number!("dynamicScoreCenterZeroWeight", dynamic_score_center_zero_weight, 0.0..=1.0),
    number!("drawEquivalentWinsForWhite", draw_equivalent_wins_for_white, 0.0..=1.0),
    number!("cpuctExploration", cpuct_exploration, 0.0..=10.0),
    number!("cpuctExplorationLog", cpuct_exploration_log, 0.0..=10.0),
    number!("cpuctExplorationBase", cpuct_exploration_base, 10.0..=100_000.0),
    // Utilities are measured by it: there is no search without.
    number!("cpuctUtilityStdevPrior", cpuct_utility_stdev_prior, 1e-8..=10.0),
    number!("cpuctUtilityStdevPriorWeight", cpuct_utility_stdev_prior_weight, 0.0..=100.0),
    number!("cpuctUtilityStdevScale", cpuct_utility_stdev_scale, 0.0..=1.0),
    number!("fpuReductionMax", fpu_reduction_max, 0.0..=2.0),
    number!("rootFpuReductionMax", root_fpu_reduction_max, 0.0..=2.0),
    number!("fpuParentWeightByVisitedPolicyPow", fpu_parent_weight_by_visited_policy_pow, 0.0..=5.0),
    number!("valueWeightExponent", value_weight_exponent, 0.0..=1.0),
    number!("noisePruneUtilityScale", noise_prune_utility_scale, 0.0..=10.0),
    number!("subtreeValueBiasFactor", subtree_value_bias_factor, 0.0..=1.0),
    number!("subtreeValueBiasWeightExponent", subtree_value_bias_weight_exponent, 0.0..=1.0),
    number!("subtreeValueBiasFreeProp", subtree_value_bias_free_prop, 0.0..=1.0),
    switch!("useGraphSearch", use_graph_search),
    number!("uncertaintyMaxWeight", uncertainty_max_weight, 1.0..=100.0),
    number!("uncertaintyCoeff", uncertainty_coeff, 0.0001..=1.0),
    switch!("useLcbForSelection", use_lcb_for_selection),
    number!("lcbStdevs", lcb_stdevs, 1.0..=12.0),
    number!("minVisitPropForLCB", min_visit_prop_for_lcb, 0.0..=1.0),
    number!("rootEndingBonusPoints", root_ending_bonus_points, -1.0..=1.0),
    switch!("antiMirror", anti_mirror),
    Param {
        name: "rootDirichletNoiseWeight",
        key: "search.puct.root_dirichlet_noise_weight",
        range: "0.0..=1.0",
        plays: SEARCHES,
        get: |s| network(s).map(|n| n.root_dirichlet_noise_weight.to_string()),
        // As with KataGo the weight alone brings no noise.
        set: |s, value| {
            let weight = number(value, 0.0..=1.0)?;
            set_network(s, weight, |n, weight: f32| {
                if weight != n.root_dirichlet_noise_weight {
                    n.root_noise_enabled &= n.root_dirichlet_noise_weight > 0.0;
                    n.root_dirichlet_noise_weight = weight;
                }
            })
        },
    },
    Param {
        name: "rootNoiseEnabled",
        key: "search.puct.root_noise_enabled",
        range: SWITCH,
        plays: SEARCHES,
        get: |s| {
            network(s).map(|n| (n.root_noise_enabled && n.root_dirichlet_noise_weight > 0.0).to_string())
        },
        set: |s, value| {
            let on = flag(value)?;
            set_network(s, on, |n, on| {
                if on != (n.root_noise_enabled && n.root_dirichlet_noise_weight > 0.0) {
                    n.root_noise_enabled = on;
                    n.root_dirichlet_noise_weight = if n.root_dirichlet_noise_weight > 0.0 {
                        n.root_dirichlet_noise_weight
                    } else {
                        USUAL_NOISE
                    };
                }
            })
        },
    },
    number!(
        "rootDirichletNoiseTotalConcentration",
        root_dirichlet_noise_total_concentration,
        0.001..=10_000.0
    ),
    number!("rootPolicyTemperature", root_policy_temperature, 0.01..=100.0),
    Param {
        name: "rootPolicyTemperatureEarly",
        key: "search.puct.root_policy_temperature_early",
        range: "0.01..=100.0",
        plays: SEARCHES,
        get: |s| {
            network(s)
                .map(|n| n.root_policy_temperature_early.unwrap_or(n.root_policy_temperature).to_string())
        },
        // Where nobody says otherwise, it is the same as later.
        set: |s, value| {
            let early = number(value, 0.01..=100.0)?;
            set_network(s, early, |n, early| {
                n.root_policy_temperature_early = (early != n.root_policy_temperature).then_some(early);
            })
        },
    },
    number!("rootDesiredPerChildVisitsCoeff", root_desired_per_child_visits_coeff, 0.0..=100.0),
    number!("wideRootNoise", wide_root_noise, 0.0..=5.0),
    switch!("rootSymmetryPruning", root_symmetry_pruning),
    number!("numVirtualLossesPerThread", num_virtual_losses_per_thread, 0.0..=1000.0),
];
