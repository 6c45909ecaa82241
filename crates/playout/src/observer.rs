//! Watching a playout.

use board::{Colour, Point};

/// Observes the moves of a playout. `()` ignores them at no cost.
pub trait Observer {
    fn played(&mut self, colour: Colour, p: Point);
}

impl Observer for () {
    #[inline]
    fn played(&mut self, _: Colour, _: Point) {}
}
