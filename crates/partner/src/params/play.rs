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
        "Resign only after so many own turns in a row without hope.",
        "resign.moves"
    ),
    number!(
        "resignMinScoreDifference",
        Any.resign.min_score_difference,
        0.0..=1000.0,
        Play,
        "Resign only when at least so many points behind, and by more than is still open.",
        "resign.behind"
    ),
    number!(
        "resignMinMovesPerBoardArea",
        Any.resign.min_moves_per_board_area,
        0.0..=1.0,
        Play,
        "Resign only after so many moves per point of the board. Whoever gave handicap stones never resigns in the first half of a game.",
        "resign.from"
    ),
    number!(
        "chosenMoveTemperatureEarly",
        Any.temperature.early,
        0.0..=5.0,
        Play,
        "How freely the move to play is drawn from the candidates at the start of a game; 0 plays the best one.",
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
        explanation: "Moves, on a 19×19 board, in which temperatures come half of the way from early to late: those of chosen moves and of the root policy.",
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
        "chosenMovePrune",
        Any.temperature.prune,
        0.0..=1e10,
        Play,
        "Moves with fewer visits that were worth making are never drawn, except that a 64th of the best move's is always enough.",
        "variety.prune"
    ),
    switch!(
        "fillDameBeforePass",
        Network.fill_dame_before_pass,
        Play,
        "Under territory rules, fill neutral points before passing where that costs nothing.",
        "fill_dame"
    ),
    switch!(
        "conservativePass",
        Network.conservative_pass,
        Search,
        "Never take a pass at the root to end the game, even if the other side has just passed.",
        "conservative_pass"
    ),
    switch!(
        "ignorePreRootHistory",
        Network.ignore_pre_root_history,
        Play,
        "Do not show the network the moves before the position that is searched.",
        "ignore_history"
    ),
    switch!("ponderingEnabled", Any.ponder, Play, "Think on the opponent's time.", "ponder"),
    number!(
        "lagBuffer",
        Any.lag_buffer,
        0.0..=3600.0,
        Play,
        "Seconds that a message may take on its way: never used for thinking.",
        "lag"
    ),
    number!(
        "countingVisits",
        Any.counting.visits,
        1..=1_000_000_000,
        Play,
        "Visits, with each side to move first, to tell dead stones before a pass and after the game.",
        "counting.visits"
    ),
    number!(
        "countingCertainty",
        Any.counting.certainty,
        0.0..=1.0,
        Play,
        "How sure the ownership of a point must be to call it settled.",
        "counting.settled"
    ),
];

pub(super) const ANALYSIS: &[Param] = &[
    number!(
        "analysisWideRootNoise",
        Network.analysis.wide_root_noise,
        0.0..=5.0,
        Search,
        "wideRootNoise in analyses: look at more moves than in a game.",
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
        "Play as if one side had 2 to this power times the visits of the other: gives or takes a handicap.",
        "advantage.doublings"
    ),
    Param {
        name: "playoutDoublingAdvantagePla",
        explanation: "Which side that is; with none, the side to move where a search begins.",
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
        explanation: "Expect an opponent who mirrors every move to go on with it.",
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
