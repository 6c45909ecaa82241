//! Playing as if one side had more visits than the other.
//!
//! The fewer visits a player has, the more its moves are those of its policy. So in the tree, the weaker side
//! is expected to choose a share of its moves by priors alone. A stronger side that is behind then prefers
//! moves that are hard to answer, and a weaker side moves that are easy to follow up.

use board::Colour;

/// A side that is assumed to have 2^`doublings` times the visits of the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advantage {
    pub side: Colour,
    pub doublings: f32,
}

/// The share of moves that a side chooses by priors for each doubling that it lacks. `docs/benchmarks.md` has
/// what was measured.
const PER_DOUBLING: f64 = 0.125;

impl Advantage {
    /// The share of its moves that `side` is expected to choose by priors alone.
    pub(crate) fn policy_share(&self, side: Colour) -> f64 {
        let lacking = if side == self.side { -self.doublings } else { self.doublings };
        PER_DOUBLING * f64::from(lacking.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_weaker_side_plays_by_its_priors() {
        let shares = |doublings| {
            let advantage = Advantage { side: Colour::White, doublings };
            Colour::BOTH.map(|side| advantage.policy_share(side))
        };
        assert_eq!(shares(2.0), [0.25, 0.0]);
        assert_eq!(shares(-2.0), [0.0, 0.25], "Black has four times White's visits");
    }
}
