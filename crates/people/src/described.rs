//! What a human network is told of a game.

use board::Colour;
use network::Players;

use crate::Game;

impl Game {
    /// Its players, as a human network takes them in. Nothing is known of new accounts.
    pub fn described(&self) -> Players {
        Players {
            ranks: Colour::BOTH.map(|colour| {
                let player = self.player(colour);
                player.rank.filter(|_| !player.is_new_account(self.server))
            }),
            programs: Colour::BOTH.map(|colour| !self.player(colour).is_person()),
            server: Some(self.server),
            pace: self.pace,
            ranked: self.ranked,
        }
    }
}
