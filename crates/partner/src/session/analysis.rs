//! Analysing a position without playing.

use board::Colour;
use evaluation::EvaluationError;
use search::{MoveFilter, Snapshot};

use super::root::position_to_move;
use super::think::search_to;
use super::{AnalysisRequest, SearchMonitor, Session};

impl Session {
    /// Whether snapshots include the ownership after each move; it costs a little.
    pub fn include_moves_ownership(&mut self, on: bool) {
        self.moves_ownership = on;
        self.search.idle().include_moves_ownership(on);
    }

    /// Whether snapshots include the win rate as a function of bonus points; it costs a little and needs a network.
    pub fn include_curve(&mut self, on: bool) {
        self.curve = on;
        self.search.idle().include_curve(on);
    }

    /// Searches until it is stopped or to the request's limits.
    pub fn analyse(
        &mut self,
        colour: Colour,
        request: &AnalysisRequest,
        mut monitor: SearchMonitor,
    ) -> Result<Snapshot, EvaluationError> {
        self.prepare_for(colour);
        let AnalysisRequest { ignore_pre_root_history, from_scratch, .. } = *request;
        let position = self.root_position(colour, ignore_pre_root_history, self.settings.conservative_pass);
        let mut search = self.search.idle();
        search.set_position(&position);
        if from_scratch {
            search.clear();
        }
        search.set_move_filter(&request.filter);
        search.set_wide_root_noise(request.wide_root_noise);
        let snapshot = match from_scratch {
            true => search
                .run(request.limits, monitor.stop, monitor.every, monitor.on_report)
                .map(|()| search.snapshot()),
            false => search_to(&mut search, request.limits, &mut monitor),
        };
        search.set_wide_root_noise(None);
        if from_scratch {
            search.clear();
        }
        // A tree without some of its moves must not decide the next move of the game.
        search.set_move_filter(&MoveFilter::none());
        snapshot
    }

    /// What the search knows of the present position, with `colour` to move.
    pub fn snapshot(&mut self, colour: Colour) -> Snapshot {
        let mut position = position_to_move(&self.game, colour);
        let mut search = self.search.idle();
        if search.position().shown_moves().len() < search.position().moves().len() {
            // The tree of an analysis that ignored history counts too.
            position.hide_history();
        }
        search.set_position(&position);
        search.snapshot()
    }
}
