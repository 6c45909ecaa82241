//! Hash keys: one per colour and point, and one for the side to move.

use crate::splitmix::{STEP, splitmix64};
use crate::{AREA, Colour, Point};

/// The `n`th output of splitmix64, counted from 1.
const fn key(n: u64) -> u64 {
    splitmix64(n.wrapping_sub(1).wrapping_mul(STEP))
}

static STONES: [[u64; AREA]; 2] = {
    let mut table = [[0; AREA]; 2];
    let mut i = 0;
    while i < 2 * AREA {
        table[i / AREA][i % AREA] = key(i as u64 + 1);
        i += 1;
    }
    table
};

/// The key of one stone.
#[inline]
pub fn stone(colour: Colour, p: Point) -> u64 {
    STONES[colour.index()][p.index()]
}

/// Distinguishes positions with the same stones but a different side to move.
pub const WHITE_TO_MOVE: u64 = key(0x5348_4944_4f47_4f21);
