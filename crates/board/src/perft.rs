//! Counts move sequences: the classic check of a move generator.

use crate::Position;

/// The number of move sequences of length `depth`; a finished game does not continue.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    if depth == 1 {
        return position.legal_moves().count() as u64;
    }
    let mut next = position.clone();
    let mut nodes = 0;
    for m in position.legal_moves() {
        next.copy_from(position);
        next.play_legal(m);
        nodes += perft(&next, depth - 1);
    }
    nodes
}
