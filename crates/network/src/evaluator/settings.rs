//! What a user can choose about a network as an evaluator.

use board::Symmetry;

use crate::outputs::OutputSettings;
use crate::planes::InputSettings;

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
pub struct EvaluatorSettings {
    pub symmetry: SymmetryChoice,
    /// Takes two positions for one in the cache when they differ only in the moves that led to them. The network
    /// would evaluate them a little differently.
    pub ignore_history: bool,
    pub inputs: InputSettings,
    pub outputs: OutputSettings,
    /// The share of the optimistic policy where a search begins, when it is another one there.
    pub root_policy_optimism: Option<f32>,
    /// Where a search begins, the mean over this many symmetries: 1 for no more than elsewhere.
    pub root_num_symmetries: usize,
}

impl Default for EvaluatorSettings {
    fn default() -> EvaluatorSettings {
        EvaluatorSettings {
            symmetry: SymmetryChoice::default(),
            ignore_history: false,
            inputs: InputSettings::default(),
            outputs: OutputSettings::default(),
            root_policy_optimism: None,
            root_num_symmetries: 1,
        }
    }
}
