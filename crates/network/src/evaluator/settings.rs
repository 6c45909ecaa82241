//! Settings of a network as an evaluator.

use board::Symmetry;

use crate::outputs::OutputSettings;
use crate::planes::InputSettings;

/// The symmetries under which the network sees a position. Its outputs differ a little between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymmetryChoice {
    Fixed(Symmetry),
    /// One per position, drawn from the seed and the position.
    #[default]
    Random,
    /// The mean of all that keep the board's shape: better, but as many times slower.
    All,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatorSettings {
    pub symmetry: SymmetryChoice,
    /// Share a cache entry between positions that differ only in the moves that led to them. The network
    /// would evaluate them a little differently.
    pub ignore_history: bool,
    pub inputs: InputSettings,
    pub outputs: OutputSettings,
    /// The weight of the optimistic policy at the root, if it differs there.
    pub root_policy_optimism: Option<f32>,
    /// The number of symmetries to average over at the root; 1 for no more than elsewhere.
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
