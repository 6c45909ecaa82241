//! What a search maximises.

use board::Colour;

/// The utility of a result: 1 for a win and −1 for a loss, plus or minus a little for the score.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Utility {
    black: f32,
}

impl Utility {
    pub const NONE: Utility = Utility { black: 0.0 };

    /// The utility `value` for `side`.
    pub fn for_side(side: Colour, value: f32) -> Utility {
        Utility { black: value * side.sign() as f32 }
    }

    pub fn of(self, side: Colour) -> f32 {
        self.black * side.sign() as f32
    }
}
