//! Looking at a position without playing on it.

use search::{Bars, Limits, View};

use crate::thinking::position_for;
use crate::{Session, Watch};

impl Session {
    /// Searches the present position from nothing, within limits and without moves behind `bars`. What is known
    /// when it is stopped is returned, even if that is nothing.
    pub fn study(&mut self, bars: &Bars, limits: Limits, watch: Watch) -> View {
        let position = position_for(&self.game, self.position().to_move());
        self.search.set_position(&position);
        self.search.clear();
        self.search.bar(bars);
        self.search.run(limits, watch.stop, watch.every, watch.on_report);
        let view = self.search.view();
        // Neither this tree nor its bars are the game's.
        self.search.clear();
        self.search.bar(&Bars::none());
        view
    }
}
