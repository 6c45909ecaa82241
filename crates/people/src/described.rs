//! What a human network is told of a game.

use board::Colour;
use network::{Pace, Players, Server};

use crate::Game;

impl Game {
    /// Its players, as a human network takes them in. Nothing is known of new accounts.
    pub fn described(&self) -> Players {
        Players {
            ranks: Colour::BOTH.map(|colour| {
                let player = self.player(colour);
                player.rank.filter(|_| !player.is_new_account(self.source))
            }),
            programs: Colour::BOTH.map(|colour| !self.player(colour).is_person()),
            server: Some(match self.source {
                crate::Source::Ogs => Server::Ogs,
                crate::Source::Kgs => Server::Kgs,
                crate::Source::Other => Server::Other,
            }),
            pace: match self.pace {
                crate::Pace::Blitz => Some(Pace::Blitz),
                crate::Pace::Live => Some(Pace::Live),
                crate::Pace::Correspondence => Some(Pace::Correspondence),
                crate::Pace::Unknown => None,
            },
            ranked: self.ranked,
        }
    }
}
