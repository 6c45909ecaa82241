//! A small network that says how strong the player of a move seems to be.

use serde::{Deserialize, Serialize};

use crate::observation::{INPUTS, Observation};

/// Units in each of the two hidden layers.
pub(crate) const HIDDEN: usize = 32;

/// One number for every hidden unit.
pub(crate) type Units = [f32; HIDDEN];

/// What is seen in a move in; out come how strong whoever played it seems to be, and how much that counts. A single move says little;
/// the mean over many says a rank ([`Calibration`](crate::Calibration)).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveNet {
    /// Mean and deviation of every input, where people play.
    pub(crate) inputs: Vec<(f32, f32)>,
    pub(crate) first: Layer,
    pub(crate) second: Layer,
    /// For the strength, and for how much it counts.
    pub(crate) output: [Units; 2],
    pub(crate) bias: [f32; 2],
}

/// What one move says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// In steps above 30 kyu, but it may be far from any rank.
    pub strength: f32,
    /// Above 0.
    pub weight: f32,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Layer {
    /// By input.
    pub weights: Vec<Units>,
    pub bias: Units,
}

/// The output is 0 for this rank.
pub(crate) const MIDDLE: f32 = 20.0;
/// One of the output, in ranks.
pub(crate) const UNIT: f32 = 6.0;

/// An input counts as no further from its mean than this, in deviations: an odd move is one move.
const FURTHEST: f32 = 5.0;

impl MoveNet {
    /// How strong the player of a move on a board of this side seems to be.
    pub fn strength(&self, seen: &Observation, side: usize) -> Strength {
        let Activations { strength, weight, .. } = self.forward(&self.scaled(seen, side));
        Strength { strength: MIDDLE + UNIT * strength, weight: softplus(weight) }
    }

    /// Whether it has all the weights it needs; a file may have fewer.
    pub fn is_whole(&self) -> bool {
        let layers = self.first.weights.len() == INPUTS && self.second.weights.len() == HIDDEN;
        layers && self.inputs.len() == INPUTS && self.inputs.iter().all(|(_, deviation)| *deviation > 0.0)
    }

    pub(crate) fn scaled(&self, seen: &Observation, side: usize) -> [f32; INPUTS] {
        let mut inputs = seen.inputs(side);
        for (input, (mean, deviation)) in inputs.iter_mut().zip(&self.inputs) {
            *input = ((*input - mean) / deviation).clamp(-FURTHEST, FURTHEST);
        }
        inputs
    }

    pub(crate) fn forward(&self, inputs: &[f32; INPUTS]) -> Activations {
        let first = self.first.forward(inputs);
        let second = self.second.forward(&first);
        let [strength, weight] =
            std::array::from_fn(|output| self.bias[output] + dot(&self.output[output], &second));
        Activations { strength, weight, first, second }
    }

    /// All weights, in an order of their own.
    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let layers = [&mut self.first, &mut self.second].into_iter();
        let layers =
            layers.flat_map(|layer| layer.weights.as_flattened_mut().iter_mut().chain(&mut layer.bias));
        layers.chain(self.output.as_flattened_mut()).chain(&mut self.bias)
    }
}

/// What the units say of one move.
#[derive(Clone, Copy)]
pub(crate) struct Activations {
    pub first: Units,
    pub second: Units,
    pub strength: f32,
    /// Before the softplus.
    pub weight: f32,
}

/// Above 0, and nearly x where x is large.
pub(crate) fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

impl Layer {
    fn forward(&self, inputs: &[f32]) -> Units {
        let mut units = self.bias;
        for (input, weights) in inputs.iter().zip(&self.weights).filter(|(input, _)| **input != 0.0) {
            add_scaled(&mut units, *input, weights);
        }
        units.map(|unit| unit.max(0.0))
    }
}

pub(crate) fn add_scaled(to: &mut Units, factor: f32, numbers: &Units) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to += factor * number);
}

/// In eight sums, which a processor adds up side by side.
pub(crate) fn dot(a: &Units, b: &Units) -> f32 {
    let mut sums = [0.0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_by_hand() {
        // The first unit of each layer passes the first input on, less its mean; the output takes half of it.
        let mut only_first = [0.0; HIDDEN];
        only_first[0] = 1.0;
        let layer = |inputs: usize| {
            let mut weights = vec![[0.0; HIDDEN]; inputs];
            weights[0] = only_first;
            Layer { weights, bias: [0.0; HIDDEN] }
        };
        let mut inputs = vec![(0.0, 1.0); INPUTS];
        inputs[0] = (0.25, 0.5);
        let output = [only_first.map(|weight| 0.5 * weight), [0.0; HIDDEN]];
        let (first, second) = (layer(INPUTS), layer(HIDDEN));
        let net = MoveNet { inputs, first, second, output, bias: [0.5, 3.0] };
        assert!(net.is_whole() && !MoveNet::default().is_whole());
        // Move 27 on 9×9 is a third of the board: (1/3 − 1/4) · 2 = 1/6.
        let mut row = [0; 15];
        row[0] = 2700;
        let found = net.strength(&Observation::from(row), 9);
        assert!((found.strength - (MIDDLE + UNIT * (0.5 + 0.5 / 6.0))).abs() < 1e-4, "{found:?}");
        assert!((found.weight - (1.0 + 3f32.exp()).ln()).abs() < 1e-4, "{found:?}");
        // Below the mean the units are silent.
        assert_eq!(net.strength(&Observation::default(), 9).strength, MIDDLE + UNIT * 0.5);
    }
}
