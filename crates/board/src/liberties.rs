//! The pseudo-liberties of a chain, in one number.

use crate::{AREA, Point};

/// None, one, or more than one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Few {
    None,
    One(Point),
    Many,
}

/// The pseudo-liberties of a chain in one number: how many, the sum of their indices and the sum of their
/// squares, in bit fields that cannot overflow into each other (at most 4 · 361 liberties of index 511).
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Liberties(pub u64);

const SUM: u32 = 12;
const SQUARES: u32 = 33;

impl Liberties {
    #[inline]
    pub fn one(p: Point) -> u64 {
        ONE_LIBERTY[p.index()]
    }

    #[inline]
    pub fn none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn count(self) -> u64 {
        self.0 & ((1 << SUM) - 1)
    }

    #[inline]
    pub fn sum(self) -> u64 {
        self.0 >> SUM & ((1 << (SQUARES - SUM)) - 1)
    }

    /// Whether all pseudo-liberties are the same point: equality in the Cauchy–Schwarz inequality.
    #[inline]
    pub fn are_one_point(self) -> bool {
        self.count() * (self.0 >> SQUARES) == self.sum() * self.sum()
    }

    /// The point, if all pseudo-liberties are the same.
    #[inline]
    pub fn the_point(self) -> Point {
        Point::from_index((self.sum() / self.count().max(1)) as usize)
    }

    #[inline]
    pub fn few(self) -> Few {
        if self.none() {
            Few::None
        } else if self.are_one_point() {
            Few::One(self.the_point())
        } else {
            Few::Many
        }
    }

    /// What remains without `times` sides that touch `p`.
    #[inline]
    pub fn without(self, p: Point, times: u64) -> Liberties {
        Liberties(self.0.wrapping_sub(times.wrapping_mul(Liberties::one(p))))
    }
}

static ONE_LIBERTY: [u64; AREA] = {
    let mut table = [0; AREA];
    let mut i = 0;
    while i < AREA {
        table[i] = 1 | (i as u64) << SUM | ((i * i) as u64) << SQUARES;
        i += 1;
    }
    table
};
