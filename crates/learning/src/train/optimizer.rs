//! Steps down the slope.

use network::torch::Weights;
use network::torch::tch::{self, TchError, Tensor};

use crate::TrainSettings;

/// Gradient descent with momentum, and a running mean of the weights beside it.
pub struct Optimizer {
    momentum: f64,
    decay: f64,
    averaging: f64,
    /// One for each weight.
    speeds: Vec<Tensor>,
    averages: Vec<Tensor>,
}

impl Optimizer {
    pub fn new(weights: &Weights, settings: &TrainSettings) -> Result<Optimizer, TchError> {
        let speeds = weights.iter().map(|(_, w)| w.f_zeros_like()).collect::<Result<_, _>>()?;
        let averages = match settings.averaging < 1.0 {
            true => weights.iter().map(|(_, w)| w.f_detach_copy()).collect::<Result<_, _>>()?,
            false => Vec::new(),
        };
        let (momentum, decay, averaging) = (settings.momentum, settings.decay, settings.averaging);
        Ok(Optimizer { momentum, decay, averaging, speeds, averages })
    }

    /// Moves all weights against their gradients, which are zero again afterwards.
    pub fn step(&mut self, weights: &Weights, rate: f64) -> Result<(), TchError> {
        let _changing = tch::no_grad_guard();
        for ((_, weight), speed) in weights.iter().zip(&mut self.speeds) {
            let (mut weight, mut slope) = (weight.shallow_clone(), weight.f_grad()?);
            if !slope.defined() {
                continue;
            }
            let _ = speed.f_mul_scalar_(self.momentum)?.f_add_(&slope)?;
            // Numbers that are one for each channel decide how large things are: they keep what they learn.
            if self.decay > 0.0 && weight.dim() > 1 {
                let _ = speed.f_add_(&(&weight * self.decay))?;
            }
            let _ = weight.f_sub_(&(&*speed * rate))?;
            let _ = slope.f_zero_()?;
        }
        for ((_, weight), average) in weights.iter().zip(&mut self.averages) {
            let _ = average.f_lerp_(weight, self.averaging)?;
        }
        Ok(())
    }

    /// The weights to keep.
    pub fn averaged(&self, weights: &Weights) -> Result<Weights, TchError> {
        let _changing = tch::no_grad_guard();
        let averaged = weights.shallow_clone();
        for ((_, weight), average) in averaged.iter().zip(&self.averages) {
            weight.shallow_clone().f_copy_(average)?;
        }
        Ok(averaged)
    }
}
