//! Finds out whether one position follows from another, so that its tree can be reused.

use board::{Move, Position};

/// Whether part of the history is hidden from evaluators: evaluations depend on it.
fn hides_history(position: &Position) -> bool {
    position.shown_moves().len() < position.moves().len()
}

/// The moves that lead from one position to a later one of the same game.
pub(crate) fn moves_since(from: &Position, to: &Position) -> Option<Vec<Move>> {
    let same_game = from.rules() == to.rules()
        && from.komi_with_bonus() == to.komi_with_bonus()
        && from.size() == to.size()
        && hides_history(from) == hides_history(to)
        && to.moves().starts_with(from.moves());
    if !same_game {
        return None;
    }
    // Replay the moves, to notice a game with the same moves from another start, and moves out of turn.
    let mut replay = from.clone();
    for &(colour, mv) in &to.moves()[from.moves().len()..] {
        if replay.to_move() != colour || replay.play(mv).is_err() {
            return None;
        }
    }
    let arrived = replay.hash() == to.hash();
    arrived.then(|| to.moves()[from.moves().len()..].iter().map(|(_, mv)| *mv).collect())
}
