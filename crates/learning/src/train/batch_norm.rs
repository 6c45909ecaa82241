//! Batch normalisation.
//!
//! A stored network has a scale and a bias for each channel. In training, channels are normalised to mean 0 and variance 1
//! over each batch first. A stored network is unfolded into that without changing its outputs, and folded back in the end.

use std::collections::HashMap;

use nn::torch::tch::{self, Device, Kind, TchError, Tensor};
use nn::torch::{Weights, forward_with};
use nn::{Graph, Layer};

const EPSILON: f64 = 1e-5;

/// The running mean and variance of the inputs of each such layer.
pub struct BatchNorms {
    /// By layer.
    layers: Vec<Option<(Tensor, Tensor)>>,
    frozen: bool,
}

impl BatchNorms {
    pub fn new(graph: &Graph, device: Device) -> Result<BatchNorms, TchError> {
        let layer = |layer: &Layer| -> Result<_, TchError> {
            match layer {
                Layer::ScaleBias { scale, .. } => {
                    let (length, options) = (scale.len() as i64, (Kind::Float, device));
                    Ok(Some((Tensor::f_zeros([length], options)?, Tensor::f_ones([length], options)?)))
                }
                _ => Ok(None),
            }
        };
        let layers = graph.nodes().iter().map(|node| layer(&node.layer)).collect::<Result<_, _>>()?;
        Ok(BatchNorms { layers, frozen: false })
    }

    /// Runs the stored network on the `number`th batch and adds it to the statistics.
    pub fn observe(
        &mut self,
        graph: &Graph,
        weights: &Weights,
        given: &[Tensor],
        number: u64,
    ) -> Result<(), TchError> {
        let share = 1.0 / (number + 1) as f64;
        let _observing = tch::no_grad_guard();
        forward_with(graph, weights, given, &mut |layer, x| {
            if let Some((mean, variance)) = &mut self.layers[layer] {
                let over: &[i64] = if x.dim() == 4 { &[0, 2, 3] } else { &[0] };
                let x = x.f_to_kind(Kind::Float)?;
                let seen = x.f_mean_dim(over, false, Kind::Float)?;
                let seen_variance = x.f_var_dim(over, false, false)?;
                let _ = mean.f_lerp_(&seen, share)?;
                let _ = variance.f_lerp_(&seen_variance, share)?;
            }
            Ok(None)
        })?;
        Ok(())
    }

    /// Adapts scales and biases so that outputs are the same with batch normalisation.
    pub fn unfold(&self, weights: &Weights) -> Result<(), TchError> {
        let _changing = tch::no_grad_guard();
        for (layer, norm) in self.layers.iter().enumerate() {
            if let (Some((mean, variance)), [scale, bias]) = (norm, weights.layer(layer).as_slice()) {
                let (mut scale, mut bias) = (scale.shallow_clone(), bias.shallow_clone());
                let _ = bias.f_add_(&(mean * &scale))?;
                let _ = scale.f_mul_(&(variance + EPSILON).f_sqrt()?)?;
            }
        }
        Ok(())
    }

    /// From now on layers are normalised by the running statistics, as in the stored network. A batch has one board size, and
    /// sizes have different statistics: the network must adapt to those of all sizes together.
    pub fn freeze(&mut self) {
        self.frozen = true;
    }

    /// The running means and variances.
    pub fn state(&self) -> Vec<Tensor> {
        let layers = self.layers.iter().flatten();
        layers.flat_map(|(mean, variance)| [mean.shallow_clone(), variance.shallow_clone()]).collect()
    }

    /// A normalisation, where the layer is one. The running means move by `share` towards the batch's.
    pub fn normalise(
        &mut self,
        weights: &Weights,
        layer: usize,
        x: &Tensor,
        share: f64,
    ) -> Result<Option<Tensor>, TchError> {
        let weights = weights.layer(layer);
        let (Some(Some((mean, variance))), [scale, bias]) = (self.layers.get(layer), weights.as_slice())
        else {
            return Ok(None);
        };
        let normalised = Tensor::f_batch_norm(
            x,
            Some(*scale),
            Some(*bias),
            Some(mean),
            Some(variance),
            !self.frozen,
            share,
            EPSILON,
            true,
        )?;
        Ok(Some(normalised))
    }

    /// Folds the normalisations into scales and biases of a graph that has the trained weights.
    pub fn fold(&self, graph: &mut Graph) -> Result<(), TchError> {
        let numbers = |tensor: &Tensor| Vec::<f32>::try_from(&tensor.f_to_device(Device::Cpu)?);
        let mut folded: HashMap<String, Vec<f32>> = HashMap::new();
        for (node, norm) in graph.nodes().iter().zip(&self.layers) {
            let (Some((mean, variance)), Layer::ScaleBias { scale, bias }) = (norm, &node.layer) else {
                continue;
            };
            let (means, variances) = (numbers(mean)?, numbers(variance)?);
            let scales: Vec<f32> =
                scale.iter().zip(&variances).map(|(s, v)| s / (v + EPSILON as f32).sqrt()).collect();
            let biases = bias.iter().zip(&scales).zip(&means).map(|((b, s), m)| b - s * m).collect();
            folded.insert(node.name_of("bias"), biases);
            folded.insert(node.name_of("scale"), scales);
        }
        for (name, numbers) in graph.weights_mut() {
            if let Some(folded) = folded.get(&name) {
                numbers.copy_from_slice(folded);
            }
        }
        Ok(())
    }
}
