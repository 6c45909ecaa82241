//! Hash keys: one per colour and point, and one for the side to move.

use crate::{AREA, Colour, Point};

const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static STONES: [[u64; AREA]; 2] = {
    let mut table = [[0; AREA]; 2];
    let mut i = 0;
    while i < 2 * AREA {
        table[i / AREA][i % AREA] = splitmix(i as u64 + 1);
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
pub const WHITE_TO_MOVE: u64 = splitmix(0x5348_4944_4f47_4f21);
