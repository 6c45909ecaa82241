//! The player's clock.

use std::time::Instant;

use record::game::Outcome;

use super::TeachingGame;
use crate::clocks::{self, Clocks};

impl TeachingGame {
    /// Lets the player's clock run, or holds it.
    pub fn wind(&mut self, is_watched: bool) {
        let runs =
            is_watched && self.request.clock.is_some() && self.is_being_played() && !self.is_partners_turn();
        self.turn.wind(runs, &mut self.session, self.player);
    }

    /// When the player's flag falls, if it can.
    pub fn flag(&self) -> Option<Instant> {
        self.turn.ends(self.session.clock(self.player))
    }

    pub fn has_clock(&self) -> bool {
        self.request.clock.is_some()
    }

    pub fn lose_on_time(&mut self) {
        self.turn.wind(false, &mut self.session, self.player);
        self.end_with(Outcome::Time { winner: self.player.other() });
    }

    /// What both clocks show now; `None` in a game without.
    pub fn clocks(&self) -> Option<Clocks> {
        let choice = self.request.clock.as_ref();
        clocks::reading(&self.session, choice, self.player, &self.turn, self.is_being_played())
    }
}
