//! What can be asked of a session's search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Colour;
use search::{Limits, MoveFilter, Snapshot};

use crate::decision::Purpose;
use crate::settings::AnalysisSettings;

/// Watches a search and may stop it.
pub struct SearchMonitor<'a> {
    /// Stops the search when it becomes true.
    pub stop: &'a AtomicBool,
    pub every: Option<Duration>,
    pub on_report: &'a mut dyn FnMut(&Snapshot),
}

/// What a partner is asked to decide.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThinkRequest {
    pub colour: Colour,
    pub purpose: Purpose,
    pub mode: ThinkMode,
    /// Whether the answer may be to resign. If not, [`would_resign`](crate::Decision::would_resign) still says that it was
    /// time to.
    pub may_resign: bool,
}

/// Which tree is used, and how the move is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ThinkMode {
    /// A move of the game: the game's tree, with temperature.
    Game,
    /// A separate tree and seed, so that the same position always gets the same answer.
    Regression,
    /// A move at the strength of the settings, explained by a tree with at least this many visits.
    Teaching { visits: u64 },
    /// The best move of the game's tree, searched to these limits.
    Advice(Limits),
}

impl ThinkRequest {
    /// A move of the game.
    pub fn game(colour: Colour) -> ThinkRequest {
        ThinkRequest { colour, purpose: Purpose::Game, mode: ThinkMode::Game, may_resign: true }
    }

    /// A move that depends on the position only, for regression tests.
    pub fn regression(colour: Colour) -> ThinkRequest {
        ThinkRequest { mode: ThinkMode::Regression, may_resign: false, ..ThinkRequest::game(colour) }
    }

    /// A move in a teaching game.
    pub fn teaching(colour: Colour, visits: u64) -> ThinkRequest {
        ThinkRequest { mode: ThinkMode::Teaching { visits }, ..ThinkRequest::game(colour) }
    }

    /// The best move, as a hint.
    pub fn advice(colour: Colour, limits: Limits) -> ThinkRequest {
        ThinkRequest { mode: ThinkMode::Advice(limits), may_resign: false, ..ThinkRequest::game(colour) }
    }
}

/// What to analyse, and how.
#[derive(Clone, Default)]
pub struct AnalysisRequest {
    /// Moves that are not searched.
    pub filter: MoveFilter,
    pub limits: Limits,
    /// Starts with an empty tree and leaves none, so that the result depends on no earlier search. If it is stopped at
    /// once, the result may be empty.
    pub from_scratch: bool,
    /// Hides earlier moves from the evaluators, as KataGo's analyses do, so that the result depends on the position only.
    pub ignore_pre_root_history: bool,
    /// Noise in the selection at the root, if not that of the settings.
    pub wide_root_noise: Option<f32>,
}

impl AnalysisRequest {
    /// An analysis as KataGo's clients expect it: wide, and without history.
    pub fn of_analysis(settings: &AnalysisSettings) -> AnalysisRequest {
        let AnalysisSettings { wide_root_noise, ignore_pre_root_history } = *settings;
        AnalysisRequest {
            ignore_pre_root_history,
            wide_root_noise: Some(wide_root_noise),
            ..AnalysisRequest::default()
        }
    }
}
