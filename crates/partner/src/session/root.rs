//! The root position of a search.

use board::{Colour, Game, Move, Position};

use super::Session;

impl Session {
    /// The root position of a search for `colour`.
    pub(super) fn root_position(
        &self,
        colour: Colour,
        ignore_pre_root_history: bool,
        conservative_pass: bool,
    ) -> Position {
        let mut position = position_to_move(&self.game, colour);
        position.set_objective(self.own_objective(&position));
        if self.settings.search.puct().is_none() {
            // Playouts ignore history.
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
}

/// The position with `colour` to move, without the passes that ended the game, so that it can go on.
pub(super) fn position_to_move(game: &Game, colour: Colour) -> Position {
    let mut position = game.position().clone();
    let last_by = game.moves().last().map(|(c, _)| *c);
    let in_order = position.passes() == 0 || (position.passes() == 1 && last_by == Some(colour.other()));
    if !in_order {
        let moves = game.moves();
        let passes = moves.iter().rev().take_while(|(_, m)| *m == Move::Pass).count();
        position.copy_from(game.start());
        for &(c, m) in &moves[..moves.len() - passes] {
            position.set_to_move(c);
            position.play_legal(m);
        }
        if last_by == Some(colour.other()) {
            position.set_to_move(colour.other());
            position.play_legal(Move::Pass);
        }
    }
    position.set_to_move(colour);
    position
}
