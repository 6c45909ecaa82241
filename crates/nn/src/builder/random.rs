//! Random weights, for tests and to start training.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::builder::{BuildError, InitialWeights, WeightSource};

/// A source of random weights. The same seed gives the same weights on every machine.
pub struct Numbers {
    rng: Xoshiro256PlusPlus,
}

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// This many numbers around zero with this standard deviation. The distribution is uniform: it needs no
    /// functions that differ between machines, and works as well as a normal one.
    pub fn around_zero(&mut self, count: usize, deviation: f32) -> Vec<f32> {
        let half_width = deviation * 3f32.sqrt();
        (0..count).map(|_| (2.0 * self.fraction() - 1.0) * half_width).collect()
    }

    /// From 0 to below 1, in steps that an f32 can represent.
    fn fraction(&mut self) -> f32 {
        (self.rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
    }
}

impl WeightSource for Numbers {
    type Error = BuildError;

    fn weights(&mut self, _: &str, shape: &[usize], start: InitialWeights) -> Result<Vec<f32>, BuildError> {
        let count = shape.iter().product();
        Ok(match start {
            InitialWeights::Constant(value) => vec![value; count],
            InitialWeights::Random(deviation) => self.around_zero(count, deviation),
            InitialWeights::Repeated(numbers) => numbers.iter().copied().cycle().take(count).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_asked_deviation() {
        let numbers = Numbers::new(3).around_zero(100_000, 0.25);
        let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
        let variance = numbers.iter().map(|x| x * x).sum::<f32>() / numbers.len() as f32;
        assert!(mean.abs() < 0.01 && (variance.sqrt() - 0.25).abs() < 0.005, "{mean} {variance}");
    }
}
