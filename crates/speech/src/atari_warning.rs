//! Stones that a beginner is about to lose.

use board::{Colour, Point};

/// The player's last move leaves stones in atari that another move would have kept safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtariWarning {
    pub stones: usize,
    /// One of them.
    pub at: Point,
    /// Whether the stone that was just placed is one of them.
    pub has_last_move: bool,
    /// Who can capture them.
    pub captor: Colour,
}
