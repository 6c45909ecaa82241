//! Values with a side.

use board::Colour;

/// A win rate; a draw counts half.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
pub struct WinRate {
    black: f32,
}

impl WinRate {
    pub const EVEN: WinRate = WinRate { black: 0.5 };

    /// The win rate of `side`, from 0 to 1.
    #[inline]
    pub fn for_side(side: Colour, chance: f32) -> WinRate {
        match side {
            Colour::Black => WinRate { black: chance },
            Colour::White => WinRate { black: 1.0 - chance },
        }
    }

    #[inline]
    pub fn of(self, side: Colour) -> f32 {
        match side {
            Colour::Black => self.black,
            Colour::White => 1.0 - self.black,
        }
    }
}

/// A lead in points.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
pub struct Lead {
    black: f32,
}

impl Lead {
    pub const NONE: Lead = Lead { black: 0.0 };

    /// The lead of `side`: positive if it is ahead.
    #[inline]
    pub fn for_side(side: Colour, points: f32) -> Lead {
        Lead { black: points * side.sign() as f32 }
    }

    #[inline]
    pub fn of(self, side: Colour) -> f32 {
        self.black * side.sign() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_reads_its_own() {
        let rate = WinRate::for_side(Colour::White, 0.75);
        assert_eq!((rate.of(Colour::White), rate.of(Colour::Black)), (0.75, 0.25));
        let lead = Lead::for_side(Colour::White, 3.5);
        assert_eq!((lead.of(Colour::White), lead.of(Colour::Black)), (3.5, -3.5));
    }
}
