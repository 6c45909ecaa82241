//! The player's clock.

use std::time::Instant;

use super::Seated;
use crate::shown::letter;

impl Seated {
    /// Lets the player's clock run, or holds it.
    pub fn wind(&mut self, is_watched: bool) {
        let runs =
            is_watched && self.wanted.clock.is_some() && self.is_being_played() && !self.is_partners_turn();
        self.turn.wind(runs, &mut self.session, self.you);
    }

    /// When the player's flag falls, if it can.
    pub fn flag(&self) -> Option<Instant> {
        self.turn.ends(self.session.clock(self.you))
    }

    pub fn has_clock(&self) -> bool {
        self.wanted.clock.is_some()
    }

    pub fn lose_on_time(&mut self) {
        self.turn.wind(false, &mut self.session, self.you);
        self.end_with(format!("{}+T", letter(self.you.other())));
    }

    /// A move has come, and is about to be looked at.
    pub fn hold_clock(&mut self) {
        self.turn.hold();
    }
}
