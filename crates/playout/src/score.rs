//! The count at the end of a playout.

use board::{Board, Colour};

/// Black's lead on the board, komi excluded, when only eyes are left empty.
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
