//! Human networks, with KataGo's names, ranges and formulas where it has them.

use network::Profile;

use super::kinds::{Any, Holder, Human, HumanPuct, Network, SWITCH, number, switch};
use super::{Param, Scope};

pub(super) const PARAMS: &[Param] = &[
    Param {
        name: "humanSLProfile",
        explanation: "Which players a human network imitates: rank_30k to rank_9d (KataGo's from 20k), preaz_5k (opening style of 2016), rank_5k_2d (Black and White), or proyear_1800 to proyear_2023. Empty imitates nobody.",
        scope: Scope::Search,
        range: "rank_30k to rank_9d, preaz_30k to preaz_9d, proyear_1800 to proyear_2023, or nothing",
        old: &["judging.profile"],
        // A human network may be the main one, too.
        get: |s| {
            let known = Network::of(s).or(Human::of(s));
            known.map(|s| s.nn.human_profile.clone().unwrap_or_default())
        },
        set: |s, text| {
            let none = ["", "_", "\"\""].contains(&text);
            if !none {
                text.parse::<Profile>().ok()?;
            }
            s.nn.human_profile = (!none).then(|| text.to_string());
            Some(())
        },
    },
    number!(
        "humanSLChosenMoveProp",
        Human.human.chosen_move_prop,
        0.0..=1.0,
        Search,
        "Share of the human policy in the choice of a move; the rest is the search's."
    ),
    switch!(
        "humanSLChosenMoveIgnorePass",
        Human.human.chosen_move_ignore_pass,
        Search,
        "Leave it to the search when to pass."
    ),
    number!(
        "humanSLChosenMovePiklLambda",
        Human.human.chosen_move_pikl_lambda,
        0.0..=1e9,
        Search,
        "Human moves that lose this much utility are chosen e times less often: small values avoid mistakes that the search sees."
    ),
    switch!(
        "humanThinkingTime",
        Human.human.thinking_time,
        Play,
        "Wait with each move as long as a person of the profile would think, as far as the clock allows. Needs a human network that predicts this, as the built-in one does."
    ),
    number!(
        "delayMoveMax",
        Any.human.delay_move_max,
        0.0..=1e6,
        Play,
        "The longest wait of humanThinkingTime, in seconds."
    ),
    number!(
        "humanSLCpuctExploration",
        HumanPuct.cpuct_exploration,
        0.0..=1000.0,
        Search,
        "PUCT exploration constant of visits that follow the human policy."
    ),
    number!(
        "humanSLCpuctPermanent",
        HumanPuct.cpuct_permanent,
        0.0..=1000.0,
        Search,
        "Growth of that constant for each √visit: exploration that never ends, up to moves that are this much worse."
    ),
    number!(
        "humanSLRootExploreProbWeightless",
        HumanPuct.root.weightless,
        0.0..=1.0,
        Search,
        "Share of visits that follow the human policy at the root only to look: they do not change the position's value."
    ),
    number!(
        "humanSLRootExploreProbWeightful",
        HumanPuct.root.weightful,
        0.0..=1.0,
        Search,
        "Share of visits that follow the human policy at the root and count."
    ),
    number!(
        "humanSLPlaExploreProbWeightless",
        HumanPuct.pla.weightless,
        0.0..=1.0,
        Search,
        "The same as humanSLRootExploreProbWeightless below the root, for moves of the side to move at the root."
    ),
    number!(
        "humanSLPlaExploreProbWeightful",
        HumanPuct.pla.weightful,
        0.0..=1.0,
        Search,
        "The same as humanSLRootExploreProbWeightful below the root, for moves of the side to move at the root."
    ),
    number!(
        "humanSLOppExploreProbWeightless",
        HumanPuct.opp.weightless,
        0.0..=1.0,
        Search,
        "The same as humanSLPlaExploreProbWeightless, for moves of the other side."
    ),
    number!(
        "humanSLOppExploreProbWeightful",
        HumanPuct.opp.weightful,
        0.0..=1.0,
        Search,
        "The same as humanSLPlaExploreProbWeightful, for moves of the other side."
    ),
];
