//! From a searched position to the move that is played.

use super::kinds::{Any, Holder, Network, SWITCH, number, switch};
use super::{Param, Scope};

pub(super) const PARAMS: &[Param] = &[
    switch!("allowResignation", Any.resign.enabled, Play, "Whether to resign lost games.", "resign.enabled"),
    Param {
        name: "resignThreshold",
        explanation: "Resign below this value, from -1 (lost) to 0 (even): -0.9 is a win rate of 5%.",
        scope: Scope::Play,
        range: "-1.0..=0.0",
        old: &[],
        get: |s| {
            Some(((f64::from(s.resign.win_rate) * 2.0 - 1.0) * 1e6).round() / 1e6).map(|t| t.to_string())
        },
        set: |s, text| number(text, -1.0..=0.0).map(|t: f64| s.resign.win_rate = ((t + 1.0) / 2.0) as f32),
    },
    number!(
        "resignConsecTurns",
        Any.resign.consecutive_turns,
        0..=100,
        Play,
        "Resign only after this many hopeless turns in a row.",
        "resign.moves"
    ),
    number!(
        "resignMinScoreDifference",
        Any.resign.min_score_difference,
        0.0..=1000.0,
        Play,
        "Resign only if at least this many points behind, and by more than is still open.",
        "resign.behind"
    ),
    number!(
        "resignMinMovesPerBoardArea",
        Any.resign.min_moves_per_board_area,
        0.0..=1.0,
        Play,
        "Resign only after this many moves per point of the board. The side that gave handicap stones never resigns in the first half of a game.",
        "resign.from"
    ),
    number!(
        "chosenMoveTemperatureEarly",
        Any.temperature.early,
        0.0..=5.0,
        Play,
        "Temperature for drawing the move to play at the start of a game; 0 plays the best move.",
        "variety.early"
    ),
    number!(
        "chosenMoveTemperature",
        Any.temperature.later,
        0.0..=5.0,
        Play,
        "The same later in the game.",
        "variety.later"
    ),
    Param {
        name: "chosenMoveTemperatureHalflife",
        explanation: "Number of moves, on 19×19, in which temperatures go half way from early to late. Applies to chosen moves and to the root policy.",
        scope: Scope::Search,
        range: "0.1..=100_000.0",
        old: &["variety.halflife", "search.network.temperature_halflife"],
        get: |s| Some(s.temperature.halflife.to_string()),
        set: |s, text| {
            s.temperature.halflife = number(text, 0.1..=100_000.0)?;
            if let Some(puct) = s.search.puct_mut() {
                puct.chosen_move_temperature_halflife = s.temperature.halflife;
            }
            Some(())
        },
    },
    number!(
        "chosenMoveTemperatureOnlyBelowProb",
        Any.temperature.only_below_prob,
        0.0..=1.0,
        Play,
        "The temperature changes only how often moves below this share are drawn, relative to it; 1 changes all."
    ),
    number!(
        "chosenMovePrune",
        Any.temperature.prune,
        0.0..=1e10,
        Play,
        "Moves with fewer worthwhile visits than this are never drawn; 1/64 of the best move's visits are always enough.",
        "variety.prune"
    ),
    switch!(
        "fillDameBeforePass",
        Network.fill_dame_before_pass,
        Play,
        "Under territory rules, fill neutral points before passing if that costs nothing.",
        "fill_dame"
    ),
    switch!(
        "conservativePass",
        Network.conservative_pass,
        Search,
        "Assume that a pass at the root does not end the game, even if the opponent has just passed.",
        "conservative_pass"
    ),
    switch!(
        "ignorePreRootHistory",
        Network.ignore_pre_root_history,
        Play,
        "Hide the moves before the searched position from the network.",
        "ignore_history"
    ),
    switch!("ponderingEnabled", Any.ponder, Play, "Think on the opponent's time.", "ponder"),
    number!(
        "lagBuffer",
        Any.lag_buffer,
        0.0..=3600.0,
        Play,
        "Seconds reserved for connection lag; never used for thinking.",
        "lag"
    ),
    number!(
        "countingVisits",
        Any.counting.visits,
        1..=1_000_000_000,
        Play,
        "Visits for finding dead stones before a pass and after the game, once with each side to move first.",
        "counting.visits"
    ),
    number!(
        "countingCertainty",
        Any.counting.certainty,
        0.0..=1.0,
        Play,
        "Ownership from which a point counts as settled.",
        "counting.settled"
    ),
];

pub(super) const ANALYSIS: &[Param] = &[
    number!(
        "analysisWideRootNoise",
        Network.analysis.wide_root_noise,
        0.0..=5.0,
        Search,
        "wideRootNoise in analyses, to search more moves than in a game.",
        "analysis.wide_root"
    ),
    switch!(
        "analysisIgnorePreRootHistory",
        Network.analysis.ignore_pre_root_history,
        Search,
        "ignorePreRootHistory in analyses.",
        "analysis.ignore_history"
    ),
];

pub(super) const HANDICAP: &[Param] = &[
    number!(
        "playoutDoublingAdvantage",
        Network.advantage.doublings,
        -3.0..=3.0,
        Search,
        "Play as if one side had 2 to this power times the visits of the other, as in a handicap game. KataGo's networks are told; with others, the search expects the weaker side to choose an eighth of its moves per doubling by policy alone.",
        "advantage.doublings"
    ),
    Param {
        name: "playoutDoublingAdvantagePla",
        explanation: "The side with the advantage; with none, the side to move at the root.",
        scope: Scope::Search,
        range: "black, white or none",
        old: &["advantage.side"],
        get: |s| Network::of(s).map(|s| s.advantage.side.map_or("none".into(), |c| c.to_string())),
        set: |s, text| {
            s.advantage.side = match text {
                "none" => None,
                side => Some(side.parse().ok()?),
            };
            Some(())
        },
    },
    Param {
        name: "antiMirror",
        explanation: "Expect an opponent who mirrors every move to keep doing so.",
        scope: Scope::Search,
        range: SWITCH,
        old: &["search.network.anti_mirror"],
        get: |s| s.search.puct().map(|puct| puct.anti_mirror.to_string()),
        set: |s, text| {
            let on = switch(text)?;
            s.search.puct_mut().map(|puct| puct.anti_mirror = on)
        },
    },
];
