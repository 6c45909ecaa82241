//! Score and ownership at the end of a playout.

use board::{Board, Cell, Colour};
use evaluation::Ownership;

/// Black's lead on the board without komi, where only eyes are empty.
#[inline]
pub fn final_lead(board: &Board) -> i32 {
    let mut lead = board.stones(Colour::Black) as i32 - board.stones(Colour::White) as i32;
    for p in board.empty_points() {
        let around = board.around(p);
        lead +=
            i32::from(around.surrounded_by(Colour::Black)) - i32::from(around.surrounded_by(Colour::White));
    }
    lead
}

/// The ownership of such a board.
pub fn final_ownership(board: &Board, owners: &mut Ownership) {
    for p in board.size().iter() {
        let black = match board.cell(p) {
            Cell::Black => 1.0,
            Cell::White => -1.0,
            _ => {
                let around = board.around(p);
                let surrounded = |colour| f32::from(around.surrounded_by(colour));
                surrounded(Colour::Black) - surrounded(Colour::White)
            }
        };
        owners.set(Colour::Black, p, black);
    }
}
