//! KataGo's random numbers, the source of its hash keys.

use md5::{Digest, Md5};
use sha2::Sha256;

/// The sum of two generators, xorshift1024* and PCG32, both seeded by a text.
pub(super) struct Random {
    shifted: [u64; 16],
    place: usize,
    congruent: u64,
}

impl Random {
    pub fn seeded(seed: &str) -> Random {
        let md5: [u8; 16] = Md5::digest(seed).into();
        let [a, b, c, d, ..] = md5;
        let text = format!("|{}|{seed}", u32::from_le_bytes([a, b, c, d]));
        let mut numbers = (0..).step_by(37).flat_map(|counter: u32| {
            let digest: [u8; 32] = Sha256::digest(format!("{counter}{text}")).into();
            let (words, _) = digest.as_chunks::<8>();
            [0, 1, 2, 3].map(|i| u64::from_be_bytes(words[i]))
        });
        let mut next = || numbers.by_ref().find(|number| *number != 0).unwrap_or(1);
        let shifted = std::array::from_fn(|_| next());
        Random { shifted, place: 0, congruent: next() }
    }

    fn next_u32(&mut self) -> u32 {
        self.next_congruent().wrapping_add(self.next_shifted())
    }

    pub fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        u64::from(self.next_u32()) << 32 | low
    }

    /// Marsaglia's and Vigna's xorshift1024*.
    fn next_shifted(&mut self) -> u32 {
        let before = self.shifted[self.place];
        self.place = (self.place + 1) % self.shifted.len();
        let mut here = self.shifted[self.place];
        here ^= here << 31;
        here ^= here >> 11;
        here ^= before ^ (before >> 30);
        self.shifted[self.place] = here;
        (here.wrapping_mul(1_181_783_497_276_652_981) >> 32) as u32
    }

    /// O'Neill's PCG32.
    fn next_congruent(&mut self) -> u32 {
        let multiplied = self.congruent.wrapping_mul(6_364_136_223_846_793_005);
        self.congruent = multiplied.wrapping_add(1_442_695_040_888_963_407);
        let state = self.congruent;
        ((((state >> 18) ^ state) >> 27) as u32).rotate_right((state >> 59) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_katagos() {
        let mut random = Random::seeded("abc");
        let numbers: Vec<u32> = (0..8).map(|_| random.next_u32()).collect();
        let expected =
            [0x1c6b83bd, 0xfb7677db, 0x698688d5, 0xa3cd21c3, 0xd0ad5b77, 0x8f889e6e, 0x22852278, 0xd71a114d];
        assert_eq!(numbers, expected);
    }
}
