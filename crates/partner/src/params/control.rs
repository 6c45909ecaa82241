//! Keeping a game close, and preferences beyond the policy.

use search::{DistanceWeights, LineWeights};

use super::kinds::{Any, Holder, SWITCH, number, switch};
use super::{Param, Scope};

pub(super) const PARAMS: &[Param] = &[
    Param {
        name: "positionControl",
        explanation: "How the game is kept close: not at all; by the win rate nearest to one half; by natural moves that give back win rate; by natural moves with a lead within an aim, for endgames; or by moves of people towards a result.",
        scope: Scope::Search,
        range: "none, nearest, winrate, score or steer",
        old: &[],
        get: |s| Some(s.control.method.to_string()),
        set: |s, text| text.parse().ok().map(|method| s.control.method = method),
    },
    number!(
        "controlMinVisitProp",
        Any.control.min_visit_prop,
        0.0..=1.0,
        Search,
        "Moves with a smaller share of the visits are not candidates: 0.00625 is 100 of 16000."
    ),
    number!(
        "controlBestGap",
        Any.control.best_gap,
        0.0..=1.0,
        Search,
        "A move whose win rate is this much above all others is played."
    ),
    number!(
        "controlBehindBelow",
        Any.control.behind_below,
        0.0..=1.0,
        Search,
        "With a lower win rate the best move is played."
    ),
    number!(
        "controlAheadAbove",
        Any.control.ahead_above,
        0.0..=1.0,
        Search,
        "With a higher win rate something is given back. In between, the most natural move is played."
    ),
    number!(
        "controlEvenMaxLoss",
        Any.control.even_max_loss,
        0.0..=1.0,
        Search,
        "In between, the win rate that a natural move may cost."
    ),
    number!(
        "controlGentleness",
        Any.control.gentleness,
        0.0..=12.5,
        Search,
        "How much win rate a natural move may give back: 0.03 times this if its policy is above 0.05, 0.04 above 0.1, 0.06 above 0.2, 0.08 above 0.4."
    ),
    number!(
        "controlNaturalness",
        Any.control.naturalness,
        0.0..=100.0,
        Search,
        "Of these, the move with the lowest win rate minus this times its policy is played."
    ),
    number!(
        "controlMoves",
        Any.control.score.moves,
        1..=362,
        Search,
        "Control by score looks at this many moves, the likeliest first."
    ),
    number!(
        "controlObviousPolicy",
        Any.control.score.obvious_policy,
        0.0..=1.0,
        Search,
        "Control by score plays a move with a higher policy at once."
    ),
    number!(
        "controlMinPolicy",
        Any.control.score.min_policy,
        0.0..=1.0,
        Search,
        "Control by score never plays a move with a lower policy."
    ),
    number!(
        "controlMaxPointLoss",
        Any.control.score.max_point_loss,
        0.0..=722.0,
        Search,
        "Control by score never plays a move that loses more points than this."
    ),
    number!(
        "controlScoreFrom",
        Any.control.score.from,
        -1000.0..=1000.0,
        Search,
        "The lowest own lead within the aim, with komi: -10 is ten points behind."
    ),
    number!(
        "controlScoreTo",
        Any.control.score.to,
        -1000.0..=1000.0,
        Search,
        "The highest own lead within the aim."
    ),
    Param {
        name: "controlGamma",
        explanation: "Every point beyond the aim divides the preference for a move by this.",
        scope: Scope::Search,
        range: "a number above 1, up to 1000",
        old: &[],
        get: |s| Some(s.control.score.gamma.to_string()),
        set: |s, text| {
            s.control.score.gamma = number(text, 1.0..=1000.0).filter(|gamma| *gamma > 1.0)?;
            Some(())
        },
    },
    number!(
        "controlSpread",
        Any.control.score.spread,
        0.0..=10.0,
        Search,
        "Points beyond the aim count in units of this times the score's standard deviation, at least of one point: early in a game that controls the win rate, late the score. 0 counts points."
    ),
    number!(
        "spreadScale",
        Any.control.spread_scale,
        0.0..=20.0,
        Search,
        "How many times as far results are from leads as the network expects, as shidogo bench spread prints it: it tells when an endgame begins and how exactly a game is steered. 0 for what is known of the network."
    ),
    Param {
        name: "steeringAim",
        explanation: "The result that is steered to: half of the games won by a little, a win or a loss by a little, an even game to the last move, or a lead of about ten points until the endgame and a win by a little.",
        scope: Scope::Search,
        range: "half, win, lose, even or lead",
        old: &[],
        get: |s| Some(s.control.steering.aim.to_string()),
        set: |s, text| text.parse().ok().map(|aim| s.control.steering.aim = aim),
    },
    number!(
        "steeringForesight",
        Any.control.steering.foresight,
        0.0..=200.0,
        Search,
        "For how many of the opponent's next moves expected mistakes are counted on; to lose, for four and a half times as many."
    ),
    number!(
        "steeringReserve",
        Any.control.steering.reserve,
        0.0..=10.0,
        Search,
        "How far the aim is beyond the final result, in standard deviations of the final score. To win, three mistakes of the opponent count for it."
    ),
    switch!(
        "steeringFollowsRank",
        Any.control.steering.follows_rank,
        Search,
        "Whether the people that are imitated have the opponent's rank, as far as the moves of the game tell it."
    ),
    number!(
        "steeringMargin",
        Any.control.steering.margin,
        0.0..=20.0,
        Search,
        "What a little is, in points for each line of the board; 0 is the smallest win or loss that there is."
    ),
    number!(
        "steeringMinPolicy",
        Any.control.steering.min_policy,
        0.0..=1.0,
        Search,
        "Steering plays no less natural move, unless 15% of people play it or nothing else will do. How natural it is: the geometric mean of the human policy and the evaluator's."
    ),
    number!(
        "steeringMaxPointLoss",
        Any.control.steering.max_point_loss,
        0.0..=722.0,
        Search,
        "Steering plays a move that loses more points only if it is among the five that people play most and leaves enough."
    ),
    number!(
        "steeringTolerance",
        Any.control.steering.tolerance,
        0.001..=100.0,
        Search,
        "How far the lead may be from the aim on 9×9, in standard deviations of the final score; half as far from 13×13 on, but not ahead of it to win."
    ),
    number!(
        "steeringToleranceShort",
        Any.control.steering.tolerance_short,
        0.001..=100.0,
        Search,
        "How far it may be from the aim on 9×9 towards the other result: below it to win, above it to lose. Half as far from 13×13 on."
    ),
    number!(
        "steeringMinTolerance",
        Any.control.steering.min_tolerance,
        0.001..=100.0,
        Search,
        "How far it may be from the aim in any case, in points."
    ),
    number!(
        "steeringPatience",
        Any.control.steering.patience,
        0.0..=100.0,
        Search,
        "From how many tolerances above the aim on each point costs the same on 9×9; from twice as many from 13×13 on. Low numbers wait for one move that gives back much; high ones give back a little with many."
    ),
    number!(
        "steeringStrongWeight",
        Any.control.steering.strong_weight,
        0.0..=10.0,
        Search,
        "How much it counts for a move whether a strong player would play it; the human policy counts 0.5. It counts for less the more an opponent's moves lose, if that is more than 1.7 points."
    ),
    number!(
        "steeringTemperature",
        Any.control.steering.temperature,
        0.0..=100.0,
        Search,
        "How often moves are drawn that are less natural or lead away from the aim; 0 always takes the best compromise."
    ),
    number!(
        "steeringSecondLook",
        Any.control.steering.second_look,
        0..=1_000_000,
        Search,
        "A chosen move is searched with this many visits before it is played, also for what people would reply, and the choice is made again with what is found; 0 plays it at once."
    ),
    Param {
        name: "distanceWeights",
        explanation: "Weights on the policy of own moves by the distance to the opponent's last move: up to 2, 3, 4, 5, 6 and 7, and beyond. They hold if an own stone is within 3 of that move.",
        scope: Scope::Search,
        range: "7 numbers from 0.001 to 1000, or none",
        old: &[],
        get: |s| Some(listed(s.weights.distance.as_ref().map(|weights| weights.0.as_slice()))),
        set: |s, text| {
            s.weights.distance = match weights(text)? {
                None => None,
                Some(weights) => Some(DistanceWeights(weights.try_into().ok()?)),
            };
            Some(())
        },
    },
    Param {
        name: "lineWeights",
        explanation: "Weights on the policy of own moves by their line, from the edge to the tenth; the last one holds for all lines further in.",
        scope: Scope::Search,
        range: "1 to 10 numbers from 0.001 to 1000, or none",
        old: &[],
        get: |s| Some(listed(s.weights.line.as_ref().map(|weights| weights.0.as_slice()))),
        set: |s, text| {
            s.weights.line = match weights(text)? {
                None => None,
                Some(mut weights) => {
                    let last = weights.last().copied().filter(|_| weights.len() <= 10)?;
                    weights.resize(10, last);
                    Some(LineWeights(weights.try_into().ok()?))
                }
            };
            Some(())
        },
    },
];

fn listed(weights: Option<&[f32]>) -> String {
    let words = weights.map(|weights| weights.iter().map(f32::to_string).collect::<Vec<_>>().join(" "));
    words.unwrap_or_else(|| "none".into())
}

/// Weights separated by spaces or commas, as a list of a file is. None is 0: a move that is never looked at could not be played when it must be.
fn weights(text: &str) -> Option<Option<Vec<f32>>> {
    if text == "none" {
        return Some(None);
    }
    let words = text.trim_matches(['[', ']']).split([' ', ',']).filter(|word| !word.is_empty());
    let weights: Option<Vec<f32>> = words.map(|word| number(word, 0.001..=1000.0)).collect();
    weights.filter(|weights| !weights.is_empty()).map(Some)
}
