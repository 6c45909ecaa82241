//! Random numbers for playouts.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256Plus;

/// A seeded generator with the two draws that playouts need.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256Plus);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256Plus::seed_from_u64(seed))
    }

    /// A number below `n`. The bias is n / 2³², far too small to matter in a playout.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.0.next_u64() >> 32) * n as u64) >> 32) as usize
    }

    /// Four independent throws from one draw.
    #[inline]
    pub fn dice(&mut self) -> Dice {
        Dice(self.0.next_u64())
    }
}

/// Up to four throws from one random number.
#[derive(Clone, Copy, Debug)]
pub struct Dice(u64);

impl Dice {
    /// True with a probability of `chance` / 2¹⁶.
    #[inline]
    pub fn happens(&mut self, chance: u32) -> bool {
        let throw = (self.0 >> 48) as u32;
        self.0 <<= 16;
        throw < chance
    }
}
