//! Scattered bits.

/// What the state of splitmix64 grows by at every step.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scatters the bits of a number, so that neighbours have nothing in common: the first output of splitmix64 (Steele, Lea
/// and Flood, 2014) with that state.
pub const fn splitmix64(state: u64) -> u64 {
    let z = state.wrapping_add(STEP);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published outputs for the seed 1234567.
    #[test]
    fn numbers_are_the_published_ones() {
        let output = |n: u64| splitmix64(1_234_567u64.wrapping_add(n.wrapping_mul(STEP)));
        assert_eq!(
            [0, 1, 2].map(output),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
