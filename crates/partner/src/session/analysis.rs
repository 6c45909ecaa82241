//! Looking at a position without playing on it.

use board::{Colour, Position};
use evaluation::EvaluationError;
use search::{Limits, MoveFilter, Snapshot};

use super::think::position_for;
use super::{SearchMonitor, Session};
use crate::settings::AnalysisSettings;

/// What is wanted of a look at a position.
#[derive(Clone, Default)]
pub struct AnalysisRequest {
    /// Moves that are not looked at.
    pub filter: MoveFilter,
    pub limits: Limits,
    /// Evaluators are not shown the moves before the position, as in KataGo's analyses: what a position is worth does not
    /// depend on who asked how it came about.
    pub ignore_pre_root_history: bool,
    /// Disorder in the choice at the root, where it is other than a game's.
    pub wide_root_noise: Option<f32>,
}

impl AnalysisRequest {
    /// A study as KataGo's clients expect one: wide, and without a past.
    pub fn of_analysis(settings: &AnalysisSettings) -> AnalysisRequest {
        let AnalysisSettings { wide_root_noise, ignore_pre_root_history } = *settings;
        AnalysisRequest {
            ignore_pre_root_history,
            wide_root_noise: Some(wide_root_noise),
            ..AnalysisRequest::default()
        }
    }
}

impl Session {
    /// Whether views show who owns what after each move; it costs a little.
    pub fn include_moves_ownership(&mut self, on: bool) {
        self.moves_ownership = on;
        self.thinker.search().include_moves_ownership(on);
    }

    /// Whether views show the chance to win over bonus points; it costs a little, and only networks know it.
    pub fn include_curve(&mut self, on: bool) {
        self.curve = on;
        self.thinker.search().include_curve(on);
    }

    /// The position with `colour` to move, as a study looks at it.
    pub(crate) fn studied(&mut self, colour: Colour, study: &AnalysisRequest) -> Position {
        self.turn_to(colour);
        self.searched(colour, study.ignore_pre_root_history, self.settings.conservative_pass)
    }

    /// The position with `colour` to move, as a search begins with it.
    pub(crate) fn searched(
        &self,
        colour: Colour,
        ignore_pre_root_history: bool,
        conservative_pass: bool,
    ) -> Position {
        let mut position = position_for(&self.game, colour);
        if self.settings.search.puct().is_none() {
            // Playouts never look back.
            return position;
        }
        if ignore_pre_root_history {
            position.hide_history();
        }
        if conservative_pass {
            position.play_on();
        }
        position
    }

    /// Searches the present position from nothing. What is known when it is stopped is returned, even if that is
    /// nothing.
    pub fn study(
        &mut self,
        study: &AnalysisRequest,
        watch: SearchMonitor,
    ) -> Result<Snapshot, EvaluationError> {
        let position = self.studied(self.position().to_move(), study);
        let mut search = self.thinker.search();
        search.set_wide_root_noise(study.wide_root_noise);
        search.set_position(&position);
        search.clear();
        search.set_move_filter(&study.filter);
        let searched = search.run(study.limits, watch.stop, watch.every, watch.on_report);
        let view = search.snapshot();
        // Neither this tree nor its filter are the game's.
        search.clear();
        search.set_move_filter(&MoveFilter::none());
        search.set_wide_root_noise(None);
        searched.map(|()| view)
    }
}
