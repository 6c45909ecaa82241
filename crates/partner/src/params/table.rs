//! The table of parameters.

use std::ops::RangeInclusive;
use std::str::FromStr;

use search::NetworkSettings;

use super::Param;
use crate::settings::MEMORY_MB;
use crate::{Settings, Symmetries};

/// A number of the search with networks.
macro_rules! number {
    ($name:literal, $field:ident, $range:expr) => {
        Param {
            name: $name,
            get: |s| network(s).map(|n| n.$field.to_string()),
            set: |s, value| set_network(s, number(value, $range)?, |n, x| n.$field = x),
        }
    };
}

/// A switch of the search with networks.
macro_rules! switch {
    ($name:literal, $field:ident) => {
        Param {
            name: $name,
            get: |s| network(s).map(|n| n.$field.to_string()),
            set: |s, value| set_network(s, flag(value)?, |n, on| n.$field = on),
        }
    };
}

/// All there are.
pub const PARAMS: &[Param] = &[
    Param {
        name: "maxVisits",
        get: |s| Some(s.visits.map_or("unlimited".into(), |v| v.to_string())),
        set: |s, value| optional(value).map(|v| s.visits = v),
    },
    Param {
        name: "maxTime",
        get: |s| Some(s.time.map_or("unlimited".into(), |t| t.to_string())),
        set: |s, value| {
            let time: Option<f64> = optional(value)?;
            let possible = time.is_none_or(|t| (0.0..=1e20).contains(&t));
            possible.then(|| s.time = time)
        },
    },
    Param {
        name: "numSearchThreads",
        get: |s| Some(s.threads.to_string()),
        set: |s, value| value.parse().ok().map(|n| s.threads = n),
    },
    Param {
        name: "memoryMB",
        get: |s| Some(s.memory_mb.map_or("default".into(), |mb| mb.to_string())),
        set: |s, value| {
            let mb = if value == "default" { None } else { Some(value.parse().ok()?) };
            mb.is_none_or(|mb| MEMORY_MB.contains(&mb)).then(|| s.memory_mb = mb)
        },
    },
    Param {
        name: "allowResignation",
        get: |s| Some(s.resign.enabled.to_string()),
        set: |s, value| flag(value).map(|on| s.resign.enabled = on),
    },
    Param {
        name: "resignConsecTurns",
        get: |s| Some(s.resign.moves.to_string()),
        set: |s, value| value.parse().ok().map(|n| s.resign.moves = n),
    },
    Param {
        // From −1, where everything is lost, to 0, an even game.
        name: "resignThreshold",
        get: |s| Some(((f64::from(s.resign.below) * 2.0 - 1.0) * 1e6).round() / 1e6).map(|t| t.to_string()),
        set: |s, value| number(value, -1.0..=0.0).map(|t: f64| s.resign.below = ((t + 1.0) / 2.0) as f32),
    },
    Param {
        name: "resignMinScoreDifference",
        get: |s| Some(s.resign.behind.to_string()),
        set: |s, value| number(value, 0.0..=1000.0).map(|points| s.resign.behind = points),
    },
    Param {
        name: "resignMinMovesPerBoardArea",
        get: |s| Some(s.resign.from.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|share| s.resign.from = share),
    },
    Param {
        name: "ponderingEnabled",
        get: |s| Some(s.ponder.to_string()),
        set: |s, value| flag(value).map(|on| s.ponder = on),
    },
    Param {
        name: "lagBuffer",
        get: |s| Some(s.lag.to_string()),
        set: |s, value| number(value, 0.0..=1e6).map(|lag| s.lag = lag),
    },
    Param {
        name: "chosenMoveTemperatureEarly",
        get: |s| Some(s.variety.early.to_string()),
        set: |s, value| number(value, 0.0..=5.0).map(|t| s.variety.early = t),
    },
    Param {
        name: "chosenMoveTemperature",
        get: |s| Some(s.variety.later.to_string()),
        set: |s, value| number(value, 0.0..=5.0).map(|t| s.variety.later = t),
    },
    Param {
        name: "chosenMoveTemperatureHalflife",
        get: |s| Some(s.variety.halflife.to_string()),
        set: |s, value| number(value, 0.1..=1e5).map(|moves| s.variety.halflife = moves),
    },
    Param {
        name: "lambda",
        get: |s| Some(s.search.aim.lambda.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|x| s.search.aim.lambda = x),
    },
    Param {
        name: "mu",
        get: |s| Some(s.search.aim.mu.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|x| s.search.aim.mu = x),
    },
    Param {
        name: "threshold",
        get: |s| Some(s.search.aim.threshold.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|x| s.search.aim.threshold = x),
    },
    Param {
        name: "below",
        get: |s| Some(s.search.aim.below.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|x| s.search.aim.below = x),
    },
    Param {
        name: "nnPolicyTemperature",
        get: |s| network(s).map(|_| s.judging.policy_temperature.to_string()),
        set: |s, value| number(value, 0.01..=100.0).map(|t| s.judging.policy_temperature = t),
    },
    Param {
        name: "rootPolicyOptimism",
        get: |s| network(s).map(|_| s.judging.root_optimism.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|share| s.judging.root_optimism = share),
    },
    Param {
        name: "policyOptimism",
        get: |s| network(s).map(|_| s.judging.optimism.to_string()),
        set: |s, value| number(value, 0.0..=1.0).map(|share| s.judging.optimism = share),
    },
    Param {
        name: "nnRandomize",
        get: |s| network(s).map(|_| (s.judging.symmetries == Symmetries::Random).to_string()),
        set: |s, value| {
            let random = flag(value)?;
            s.judging.symmetries = if random { Symmetries::Random } else { Symmetries::None };
            Some(())
        },
    },
    number!("winLossUtilityFactor", win_utility, 0.0..=1.0),
    number!("staticScoreUtilityFactor", score_utility, 0.0..=1.0),
    number!("dynamicScoreUtilityFactor", local_score_utility, 0.0..=1.0),
    number!("dynamicScoreCenterScale", local_score_scale, 0.2..=5.0),
    number!("dynamicScoreCenterZeroWeight", local_score_to_even, 0.0..=1.0),
    number!("cpuctExploration", exploration, 0.0..=10.0),
    number!("cpuctExplorationLog", exploration_growth, 0.0..=10.0),
    number!("cpuctExplorationBase", exploration_base, 10.0..=100_000.0),
    number!("cpuctUtilityStdevPrior", usual_spread, 0.0..=10.0),
    number!("cpuctUtilityStdevPriorWeight", usual_spread_visits, 0.0..=100.0),
    number!("cpuctUtilityStdevScale", spread_effect, 0.0..=1.0),
    number!("fpuReductionMax", first_play_reduction, 0.0..=2.0),
    number!("rootFpuReductionMax", root_first_play_reduction, 0.0..=2.0),
    number!("fpuParentWeightByVisitedPolicyPow", first_play_power, 0.0..=5.0),
    number!("valueWeightExponent", value_weight, 0.0..=1.0),
    number!("noisePruneUtilityScale", noise_scale, 0.0..=10.0),
    number!("subtreeValueBiasFactor", bias_correction, 0.0..=1.0),
    number!("subtreeValueBiasWeightExponent", bias_power, 0.0..=1.0),
    number!("subtreeValueBiasFreeProp", bias_forgotten, 0.0..=1.0),
    switch!("useGraphSearch", transpositions),
    number!("uncertaintyMaxWeight", most_weight, 1.0..=100.0),
    number!("uncertaintyCoeff", usual_error, 0.0001..=1.0),
    number!("lcbStdevs", caution, 1.0..=12.0),
    number!("minVisitPropForLCB", bound_share, 0.0..=1.0),
    number!("rootEndingBonusPoints", ending_bonus, -1.0..=1.0),
    number!("rootDirichletNoiseWeight", root_noise, 0.0..=1.0),
    number!("rootDirichletNoiseTotalConcentration", noise_concentration, 0.001..=10_000.0),
    number!("rootPolicyTemperature", root_temperature, 0.01..=100.0),
    number!("rootPolicyTemperatureEarly", root_temperature_early, 0.01..=100.0),
    number!("rootDesiredPerChildVisitsCoeff", forced_visits, 0.0..=100.0),
    number!("wideRootNoise", wide_root, 0.0..=5.0),
    switch!("rootSymmetryPruning", one_of_symmetric),
    number!("numVirtualLossesPerThread", virtual_loss, 0.0..=1000.0),
];

/// What holds for networks only.
fn network(settings: &Settings) -> Option<&NetworkSettings> {
    settings.search.network.as_ref()
}

fn set_network<T>(settings: &mut Settings, value: T, set: impl Fn(&mut NetworkSettings, T)) -> Option<()> {
    settings.search.network.as_mut().map(|network| set(network, value))
}

fn number<T: FromStr + PartialOrd>(value: &str, range: RangeInclusive<T>) -> Option<T> {
    value.parse().ok().filter(|x| range.contains(x))
}

fn flag(value: &str) -> Option<bool> {
    value.to_ascii_lowercase().parse().ok()
}

/// A number, or `unlimited`.
fn optional<T: FromStr>(value: &str) -> Option<Option<T>> {
    if value == "unlimited" { Some(None) } else { value.parse().ok().map(Some) }
}
