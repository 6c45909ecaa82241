//! What a user can choose about a network as a judge.

use board::Symmetry;

use crate::{Outlook, Reading};

/// Under which symmetries a position is shown to the network. Its answers differ a little from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymmetryChoice {
    Fixed(Symmetry),
    /// One for each position, drawn from the seed and the position.
    #[default]
    Random,
    /// The mean of all that keep the board's shape: better, and so many times slower.
    All,
}

#[derive(Clone, PartialEq, Debug)]
pub struct JudgeSettings {
    pub symmetry: SymmetryChoice,
    /// Takes two positions for one in the cache when they differ only in the moves that led to them. The network
    /// would judge them a little differently.
    pub ignores_past: bool,
    pub outlook: Outlook,
    pub reading: Reading,
    /// The share of the optimistic policy where a search begins, when it is another one there.
    pub root_optimism: Option<f32>,
    /// Where a search begins, the mean over this many symmetries: 1 for no more than elsewhere.
    pub root_symmetries: usize,
}

impl Default for JudgeSettings {
    fn default() -> JudgeSettings {
        JudgeSettings {
            symmetry: SymmetryChoice::default(),
            ignores_past: false,
            outlook: Outlook::default(),
            reading: Reading::default(),
            root_optimism: None,
            root_symmetries: 1,
        }
    }
}
