//! What reading a fight out comes to.

use board::{Colour, Move};
use evaluation::WinRate;

/// The result of reading a fight with one side to move first.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// Who moves first.
    pub first: Colour,
    /// The win rate of the fight.
    pub won: WinRate,
    /// The expected sequence.
    pub sequence: Vec<Move>,
}
