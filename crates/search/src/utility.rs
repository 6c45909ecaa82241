//! What a search maximises.

use board::Colour;

/// What a result is worth: 1 for a win and −1 for a loss, and a little more or less for the score.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Utility {
    black: f32,
}

impl Utility {
    pub const NONE: Utility = Utility { black: 0.0 };

    /// `value` as `side` sees it.
    pub fn for_side(side: Colour, value: f32) -> Utility {
        Utility { black: value * side.sign() as f32 }
    }

    pub fn of(self, side: Colour) -> f32 {
        self.black * side.sign() as f32
    }
}
