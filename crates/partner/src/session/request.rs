//! What can be asked of a session's search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Colour;
use search::{Limits, MoveFilter, Snapshot};

use crate::decision::Purpose;
use crate::settings::AnalysisSettings;

/// How a long search shows itself and is ended.
pub struct SearchMonitor<'a> {
    /// Ends the search early when it becomes true.
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
    /// Whether the answer may be to resign. If not, [`Decision::would_resign`](crate::Decision::would_resign) still tells that it was time to.
    pub may_resign: bool,
}

/// Which tree a decision is taken from, and how freely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ThinkMode {
    /// A move of the game, from the game's tree, with the temperature that the settings ask for.
    Game,
    /// From a tree and a seed of its own: the same position always gets the same answer.
    Regression,
    /// A move at the strength of the settings, explained from a tree with at least so many visits.
    Teaching { visits: u64 },
    /// The best move by all that the game's tree knows, once it is searched to these limits.
    Advice(Limits),
}

impl ThinkRequest {
    /// A move of the game.
    pub fn game(colour: Colour) -> ThinkRequest {
        ThinkRequest { colour, purpose: Purpose::Game, mode: ThinkMode::Game, may_resign: true }
    }

    /// A move that depends on nothing but the position.
    pub fn regression(colour: Colour) -> ThinkRequest {
        ThinkRequest { mode: ThinkMode::Regression, may_resign: false, ..ThinkRequest::game(colour) }
    }

    /// A move against somebody who is taught.
    pub fn teaching(colour: Colour, visits: u64) -> ThinkRequest {
        ThinkRequest { mode: ThinkMode::Teaching { visits }, ..ThinkRequest::game(colour) }
    }

    /// The best move, for somebody who asks.
    pub fn advice(colour: Colour, limits: Limits) -> ThinkRequest {
        ThinkRequest { mode: ThinkMode::Advice(limits), may_resign: false, ..ThinkRequest::game(colour) }
    }
}

/// What is wanted of an analysis.
#[derive(Clone, Default)]
pub struct AnalysisRequest {
    /// Moves that are not searched.
    pub filter: MoveFilter,
    pub limits: Limits,
    /// Begins with an empty tree and leaves none: the answer depends on nothing that was searched before. What is known
    /// when it is stopped is returned, even if that is nothing.
    pub from_scratch: bool,
    /// Evaluators are not shown the moves before the position, as in KataGo's analyses: what a position is worth does not
    /// depend on who asked how it came about.
    pub ignore_pre_root_history: bool,
    /// Noise in the selection at the root, where it is other than in a game.
    pub wide_root_noise: Option<f32>,
}

impl AnalysisRequest {
    /// An analysis as KataGo's clients expect one: wide, and without a past.
    pub fn of_analysis(settings: &AnalysisSettings) -> AnalysisRequest {
        let AnalysisSettings { wide_root_noise, ignore_pre_root_history } = *settings;
        AnalysisRequest {
            ignore_pre_root_history,
            wide_root_noise: Some(wide_root_noise),
            ..AnalysisRequest::default()
        }
    }
}
