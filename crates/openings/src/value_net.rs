//! The network: fully connected, one hidden layer, one output.

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::expectation::Prediction;
use crate::td::ValueFunction;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    Tanh,
    Logistic,
    Linear,
}

impl Activation {
    fn apply(self, values: &mut [f32]) {
        match self {
            Activation::Tanh => values.iter_mut().for_each(|x| *x = tanh(*x)),
            Activation::Logistic => values.iter_mut().for_each(|x| *x = 0.5 + 0.5 * tanh(0.5 * *x)),
            Activation::Linear => {}
        }
    }

    fn of(self, value: f32) -> f32 {
        let mut one = [value];
        self.apply(&mut one);
        one[0]
    }

    /// The derivative, by what the activation returned.
    fn slope(self, y: f32) -> f32 {
        match self {
            Activation::Tanh => 1.0 - y * y,
            Activation::Logistic => y * (1.0 - y),
            Activation::Linear => 1.0,
        }
    }
}

/// The hyperbolic tangent to within 1e-6, as a quotient of polynomials (the one of Eigen). Most of the time goes into it:
/// unlike the library's, it can be computed for several numbers at once, and it is the same on every machine.
#[inline]
fn tanh(x: f32) -> f32 {
    let x = x.clamp(-7.905_311, 7.905_311);
    let y = x * x;
    let above = [
        -2.760_768_5e-16,
        2.000_188e-13,
        -8.604_672e-11,
        5.122_297e-8,
        1.485_722_4e-5,
        6.372_619e-4,
        4.893_524_6e-3,
    ];
    let below = [1.198_258_4e-6, 1.185_347_1e-4, 2.268_434_6e-3, 4.893_525e-3];
    let polynomial = |all: &[f32]| all.iter().fold(0.0, |sum, c| sum * y + c);
    x * polynomial(&above) / polynomial(&below)
}

/// The shape of a network, besides its inputs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layers {
    /// Hidden units.
    pub hidden: usize,
    pub activation: Activation,
    pub predicts: Prediction,
    /// The output's. A linear one has no limit; tanh cannot leave the board, and is what win rates need.
    pub output: Activation,
    /// Whether the output is the mean over the eight symmetries of the board, which then all share what is learnt.
    pub symmetries: bool,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            hidden: 40,
            activation: Activation::Tanh,
            predicts: Prediction::Lead,
            output: Activation::Linear,
            symmetries: true,
        }
    }
}

/// A network. Its value is what the player to move expects.
#[derive(Clone, Debug)]
pub struct ValueNet {
    layers: Layers,
    inputs: usize,
    /// Where each input goes under each symmetry; the output is their mean.
    symmetries: Vec<Vec<usize>>,
    /// A row of `hidden` weights for each input, the hidden biases, the output's weights, and its bias.
    weights: Vec<f32>,
}

impl ValueNet {
    /// A network with small random weights. Its output begins at 0 for every position, so that the first games are not
    /// steered by what happens to be in it.
    pub fn new(layers: Layers, symmetries: Vec<Vec<usize>>, random: &mut impl Rng) -> ValueNet {
        let mut net = ValueNet::blank(layers, symmetries);
        let (hidden, inputs) = (layers.hidden, net.inputs);
        let scale = 1.0 / (inputs.max(1) as f32).sqrt();
        for weight in &mut net.weights[..inputs * hidden] {
            *weight = random.random_range(-scale..=scale);
        }
        net
    }

    fn blank(layers: Layers, mut symmetries: Vec<Vec<usize>>) -> ValueNet {
        if !layers.symmetries {
            symmetries.truncate(1);
        }
        let inputs = symmetries.first().map_or(0, Vec::len);
        let weights = vec![0.0; (inputs + 2) * layers.hidden + 1];
        ValueNet { layers, inputs, symmetries, weights }
    }

    /// A network with these weights; `None` if there are too many, too few, or some are not numbers.
    pub fn with_weights(layers: Layers, symmetries: Vec<Vec<usize>>, weights: Vec<f32>) -> Option<ValueNet> {
        let net = ValueNet::blank(layers, symmetries);
        let fits = weights.len() == net.weights.len() && weights.iter().all(|w| w.is_finite());
        fits.then_some(ValueNet { weights, ..net })
    }

    pub fn predicts(&self) -> Prediction {
        self.layers.predicts
    }

    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.layers.hidden..][..self.layers.hidden]
    }

    fn biases(&self) -> &[f32] {
        self.row(self.inputs)
    }

    fn output_weights(&self) -> &[f32] {
        self.row(self.inputs + 1)
    }

    /// What the hidden units sum up, before their activation, one symmetry after the other.
    pub(crate) fn sums(&self, inputs: &[f32]) -> Vec<f32> {
        let mut sums = self.biases().repeat(self.symmetries.len());
        for (i, value) in inputs.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.add_input(&mut sums, i, *value);
        }
        sums
    }

    /// What changes when an input grows by `difference`.
    pub(crate) fn add_input(&self, sums: &mut [f32], input: usize, difference: f32) {
        for (sums, symmetry) in sums.chunks_exact_mut(self.layers.hidden).zip(&self.symmetries) {
            let row = self.row(symmetry[input]);
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += difference * weight);
        }
    }

    /// The output of one symmetry, by its hidden units.
    fn output(&self, hidden: &[f32]) -> f32 {
        let sum: f32 = hidden.iter().zip(self.output_weights()).map(|(h, w)| h * w).sum();
        let bias = self.weights.last().copied().unwrap_or_default();
        self.layers.output.of(sum + bias)
    }

    /// The value, once the hidden sums are known; they become the hidden units.
    pub(crate) fn value_of(&self, sums: &mut [f32]) -> f32 {
        self.layers.activation.apply(sums);
        let outputs = sums.chunks_exact(self.layers.hidden).map(|hidden| self.output(hidden));
        outputs.sum::<f32>() / self.symmetries.len() as f32
    }
}

impl ValueFunction for ValueNet {
    fn value(&self, inputs: &[f32]) -> f32 {
        self.value_of(&mut self.sums(inputs))
    }

    fn add_gradient(&self, inputs: &[f32], factor: f32, to: &mut [f32]) {
        let hidden = self.layers.hidden;
        let mut units = self.sums(inputs);
        self.layers.activation.apply(&mut units);
        let factor = factor / self.symmetries.len() as f32;
        let mut deltas = vec![0.0; hidden];
        for (units, symmetry) in units.chunks_exact(hidden).zip(&self.symmetries) {
            let at_output = factor * self.layers.output.slope(self.output(units));
            let (rows, rest) = to.split_at_mut(self.inputs * hidden);
            for (j, unit) in units.iter().enumerate() {
                deltas[j] = at_output * self.output_weights()[j] * self.layers.activation.slope(*unit);
                rest[j] += deltas[j];
                rest[hidden + j] += at_output * unit;
            }
            rest[2 * hidden] += at_output;
            for (i, value) in inputs.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let row = &mut rows[symmetry[i] * hidden..][..hidden];
                row.iter_mut().zip(&deltas).for_each(|(to, delta)| *to += value * delta);
            }
        }
    }

    fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Three inputs, two symmetries: as they are, and the first two swapped.
    fn net(layers: Layers) -> ValueNet {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut net = ValueNet::new(layers, vec![vec![0, 1, 2], vec![1, 0, 2]], &mut random);
        net.weights.iter_mut().for_each(|w| *w = random.random_range(-1.0..1.0));
        net
    }

    #[test]
    fn tanh_is_tanh() {
        let numbers = (-4000..=4000).map(|i| i as f32 / 400.0).chain([1e-9, -1e-9, 1e9, -1e9]);
        for x in numbers {
            assert!((tanh(x) - x.tanh()).abs() < 1e-6, "{x}: {} {}", tanh(x), x.tanh());
            let logistic = 1.0 / (1.0 + (-x).exp());
            assert!((Activation::Logistic.of(x) - logistic).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn gradients_are_slopes() {
        for (activation, output) in [
            (Activation::Tanh, Activation::Linear),
            (Activation::Logistic, Activation::Tanh),
            (Activation::Linear, Activation::Logistic),
        ] {
            let layers = Layers { hidden: 4, activation, output, ..Layers::default() };
            let mut net = net(layers);
            let inputs = [0.5, -1.0, 0.0];
            let mut gradient = vec![0.0; net.weights.len()];
            net.add_gradient(&inputs, 2.0, &mut gradient);
            for (i, slope) in gradient.into_iter().enumerate() {
                let (weight, step) = (net.weights[i], 1e-2);
                let mut value = |w: f32| {
                    net.weights[i] = w;
                    net.value(&inputs)
                };
                let measured = (value(weight + step) - value(weight - step)) / step;
                net.weights[i] = weight;
                assert!((measured - slope).abs() < 2e-3, "{activation:?}, {i}: {measured} {slope}");
            }
        }
    }

    #[test]
    fn symmetric_inputs_have_the_same_value() {
        let shared = Layers { hidden: 4, ..Layers::default() };
        let value = |layers, inputs: [f32; 3]| net(layers).value(&inputs);
        let difference = |layers| value(layers, [1.0, 0.0, 2.0]) - value(layers, [0.0, 1.0, 2.0]);
        assert!(difference(shared).abs() < 1e-6);
        assert!(difference(Layers { symmetries: false, ..shared }).abs() > 1e-3);
    }

    /// One hidden unit with weights 1, 2 and bias −1, output weight 3 and bias ½: 3·tanh(1 + 2 − 1) + ½.
    #[test]
    fn a_value_by_hand() {
        let layers = Layers { hidden: 1, ..Layers::default() };
        let make = |weights| ValueNet::with_weights(layers, vec![vec![0, 1]], weights);
        let net = make(vec![1.0, 2.0, -1.0, 3.0, 0.5]).unwrap();
        assert!((net.value(&[1.0, 1.0]) - (3.0 * 2f32.tanh() + 0.5)).abs() < 1e-6);
        assert!(make(vec![1.0; 4]).is_none());
        assert!(make(vec![1.0, f32::NAN, 0.0, 0.0, 0.0]).is_none());
    }
}
