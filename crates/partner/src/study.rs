//! Looking at a position without playing on it.

use search::{Bars, Limits, View};

use crate::thinking::position_for;
use crate::{Session, Watch};

/// What is wanted of a look at a position.
#[derive(Clone, Default)]
pub struct Study {
    /// Moves that are not looked at.
    pub bars: Bars,
    pub limits: Limits,
}

impl Session {
    /// Whether views show who owns what after each move; it costs a little.
    pub fn show_moves_ownership(&mut self, on: bool) {
        self.moves_ownership = on;
        self.thinker.search().show_moves_ownership(on);
    }

    /// Whether views show the chance to win over bonus points; it costs a little, and only networks know it.
    pub fn show_curve(&mut self, on: bool) {
        self.curve = on;
        self.thinker.search().show_curve(on);
    }

    /// Searches the present position from nothing. What is known when it is stopped is returned, even if that is
    /// nothing.
    pub fn study(&mut self, study: &Study, watch: Watch) -> View {
        let position = position_for(&self.game, self.position().to_move());
        let mut search = self.thinker.search();
        search.set_position(&position);
        search.clear();
        search.bar(&study.bars);
        search.run(study.limits, watch.stop, watch.every, watch.on_report);
        let view = search.view();
        // Neither this tree nor its bars are the game's.
        search.clear();
        search.bar(&Bars::none());
        view
    }
}
