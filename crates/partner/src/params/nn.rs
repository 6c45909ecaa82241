//! How a network evaluates positions.

use super::kinds::{Holder, Nn, SWITCH, number, switch};
use super::{Param, Scope};
use crate::settings::Symmetries;

/// The most that a pass may have of the policy with KataGo's passing hacks, and without.
const MAX_PASS_POLICY: [f32; 2] = [1.0, 0.95];

pub(super) const PARAMS: &[Param] = &[
    Param {
        name: "nnSymmetries",
        explanation: "Symmetries under which a network sees a position: none, a random one, or the mean of all.",
        scope: Scope::Search,
        range: "none, random or all",
        old: &["judging.symmetries"],
        get: |s| Nn::of(s).map(|nn| nn.symmetries.to_string()),
        set: |s, text| text.parse().ok().map(|symmetries| s.nn.symmetries = symmetries),
    },
    Param {
        name: "nnRandomize",
        explanation: "KataGo's name for nnSymmetries: true is random, false is none.",
        scope: Scope::Search,
        range: SWITCH,
        old: &[],
        get: |s| Nn::of(s).map(|nn| (nn.symmetries == Symmetries::Random).to_string()),
        set: |s, text| {
            let random = switch(text)?;
            if random != (s.nn.symmetries == Symmetries::Random) {
                s.nn.symmetries = if random { Symmetries::Random } else { Symmetries::None };
            }
            Some(())
        },
    },
    number!(
        "rootNumSymmetriesToSample",
        Nn.root_num_symmetries,
        1..=8,
        Search,
        "Number of symmetries to average over at the root.",
        "judging.root_symmetries"
    ),
    number!(
        "nnPolicyTemperature",
        Nn.policy_temperature,
        0.01..=100.0,
        Search,
        "Policy temperature: above 1 flattens the policy, below 1 sharpens it.",
        "judging.policy_temperature"
    ),
    number!(
        "policyOptimism",
        Nn.policy_optimism,
        0.0..=1.0,
        Search,
        "Weight of the optimistic policy, in networks that have one: it favours moves that may turn out better than expected.",
        "judging.optimism"
    ),
    number!(
        "rootPolicyOptimism",
        Nn.root_policy_optimism,
        0.0..=1.0,
        Search,
        "The same at the root.",
        "judging.root_optimism"
    ),
    Param {
        name: "enablePassingHacks",
        explanation: "Tell the network that a pass ends the game only if that wins it, and limit the pass's prior.",
        scope: Scope::Search,
        range: SWITCH,
        old: &["judging.ends_only_won_games"],
        get: |s| Nn::of(s).map(|nn| nn.passing_hacks.to_string()),
        set: |s, text| {
            let on = switch(text)?;
            if on != s.nn.passing_hacks {
                s.nn.passing_hacks = on;
                s.nn.max_pass_policy = MAX_PASS_POLICY[usize::from(on)];
            }
            Some(())
        },
    },
    number!(
        "maxPassPolicy",
        Nn.max_pass_policy,
        0.0..=1.0,
        Search,
        "The largest prior of a pass, so that other moves are searched too.",
        "judging.most_for_pass"
    ),
    Param {
        name: "nnCacheSizePowerOfTwo",
        explanation: "The cache holds two to this power evaluations, up to 3 KB each; -1 turns it off.",
        scope: Scope::Search,
        range: "-1..=24",
        old: &[],
        get: |s| Nn::of(s).map(|nn| nn.cache.checked_ilog2().map_or("-1".into(), |power| power.to_string())),
        set: |s, text| {
            let power: i32 = number(text, -1..=24)?;
            let is_same = s.nn.cache.checked_ilog2().map_or(-1, |power| power as i32) == power;
            if !is_same {
                s.nn.cache = u32::try_from(power).map_or(0, |power| 1 << power);
            }
            Some(())
        },
    },
];
