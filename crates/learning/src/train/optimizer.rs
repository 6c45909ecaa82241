//! The optimizer: Muon for convolutions, and Adam or SGD with momentum for the rest.
//!
//! Weights are hundreds of small tensors, and a graphics card takes as long to launch a step on a small one as on a large
//! one. So they lie side by side in a few flat tensors, and the network sees views of them.

use nn::Graph;
use nn::torch::Weights;
use nn::torch::tch::{self, Device, Kind, TchError, Tensor};

use super::muon::orthogonalize_all;
use crate::settings::TrainingSettings;

/// About a hundred steps: a training has a few hundred.
const ADAM_BETA2: f64 = 0.99;
const ADAM_EPSILON: f64 = 1e-8;

/// Steps on all weights, and a moving average of them.
pub struct Optimizer {
    learning_rate: f64,
    muon_learning_rate: f64,
    /// 0 for SGD.
    adam_learning_rate: f64,
    momentum: f64,
    weight_decay: f64,
    ema_weight: f64,
    /// 0 for no clipping.
    grad_clip_norm: f64,
    groups: Vec<ParameterGroup>,
    /// What the network runs with, in the order of the weights.
    weights: Weights,
    views: Vec<View>,
}

/// Weights with the same update rule.
struct ParameterGroup {
    rule: UpdateRule,
    /// In full precision, so that small steps are not lost.
    master: Tensor,
    /// What the network runs with; the same memory where that has full precision too.
    compute: Tensor,
    momentum_buffer: Tensor,
    /// For Adam.
    second_moment: Option<Tensor>,
    /// So far, for the bias correction of both moments.
    steps: i32,
    average: Option<Tensor>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum UpdateRule {
    /// Scales and biases: they stay in full precision and have no weight decay.
    PerChannel,
    /// With weight decay.
    Decayed,
    /// Matrices of one shape.
    Muon { rows: i64, columns: i64 },
}

impl UpdateRule {
    fn of(weight: &Tensor, settings: &TrainingSettings) -> UpdateRule {
        match weight.size().as_slice() {
            [_] => UpdateRule::PerChannel,
            // Convolutions larger than 1×1: nearly all weights of a network.
            [rows, inputs, height, width] if settings.muon_learning_rate > 0.0 && height * width > 1 => {
                UpdateRule::Muon { rows: *rows, columns: inputs * height * width }
            }
            _ => UpdateRule::Decayed,
        }
    }
}

/// Where a weight lies in its group.
struct View {
    group: usize,
    start: i64,
    /// In the order of memory.
    sizes: Vec<i64>,
}

impl Optimizer {
    /// `kind` is the precision that the network runs in.
    pub fn new(
        graph: &Graph,
        device: Device,
        kind: Kind,
        settings: &TrainingSettings,
    ) -> Result<Optimizer, TchError> {
        let (master, compute) = (Weights::exact(graph, device, kind)?, Weights::new(graph, device, kind)?);
        let mut parts: Vec<((UpdateRule, Kind), Vec<Tensor>)> = Vec::new();
        let mut views = Vec::new();
        for ((_, weight), (_, compute)) in master.iter().zip(compute.iter()) {
            let rule = UpdateRule::of(weight, settings);
            let like = (rule, if rule == UpdateRule::PerChannel { weight.kind() } else { compute.kind() });
            let group = parts.iter().position(|(other, _)| *other == like).unwrap_or_else(|| {
                parts.push((like, Vec::new()));
                parts.len() - 1
            });
            let stored = stored(weight)?;
            let start = parts[group].1.iter().map(|part| part.numel() as i64).sum();
            views.push(View { group, start, sizes: stored.size() });
            parts[group].1.push(stored.f_flatten(0, -1)?);
        }
        let groups = parts.into_iter().map(|((rule, kind), parts)| -> Result<ParameterGroup, TchError> {
            let master = Tensor::f_cat(&parts, 0)?;
            Ok(ParameterGroup {
                rule,
                compute: master.f_to_kind(kind)?,
                momentum_buffer: master.f_zeros_like()?,
                second_moment: (settings.adam_learning_rate > 0.0
                    && !matches!(rule, UpdateRule::Muon { .. }))
                .then(|| master.f_zeros_like())
                .transpose()?,
                steps: 0,
                average: (settings.ema_weight < 1.0).then(|| master.f_detach_copy()).transpose()?,
                master,
            })
        });
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let leaf = |view: &View| view.of(&groups[view.group].compute)?.f_detach()?.f_set_requires_grad(true);
        let weights = master.with(views.iter().map(leaf).collect::<Result<_, _>>()?);
        let TrainingSettings {
            learning_rate,
            muon_learning_rate,
            adam_learning_rate,
            momentum,
            weight_decay,
            ema_weight,
            grad_clip_norm,
            ..
        } = *settings;
        Ok(Optimizer {
            learning_rate,
            muon_learning_rate,
            adam_learning_rate,
            momentum,
            weight_decay,
            ema_weight,
            grad_clip_norm,
            groups,
            weights,
            views,
        })
    }

    /// What the network runs with. Scales and biases may be changed.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Restarts the moving average from the weights as they are now.
    pub fn start_average(&mut self) -> Result<(), TchError> {
        for ParameterGroup { master, average, .. } in &mut self.groups {
            if let Some(average) = average {
                average.f_copy_(master)?;
            }
        }
        Ok(())
    }

    /// A step on all weights, with the settings' learning rates times `factor`.
    pub fn step(&mut self, loss: &Tensor, factor: f64) -> Result<(), TchError> {
        let leaves: Vec<&Tensor> = self.weights.iter().map(|(_, weight)| weight).collect();
        let gradients = Tensor::f_run_backward(&[loss], &leaves, false, false)?;
        let _changing = tch::no_grad_guard();
        let gradients = self.groups.iter().enumerate().map(|(number, group)| {
            let gradient = |(view, gradient): (&View, &Tensor)| match gradient.defined() {
                true => stored(gradient)?.f_flatten(0, -1),
                // Nothing in the loss depends on it.
                false => group.compute.f_narrow(0, view.start, view.length())?.f_zeros_like(),
            };
            let own = self.views.iter().zip(&gradients).filter(|(view, _)| view.group == number);
            let gradients = own.map(gradient).collect::<Result<Vec<_>, _>>()?;
            Tensor::f_cat(&gradients, 0)?.f_to_kind(group.master.kind())
        });
        let mut gradients = gradients.collect::<Result<Vec<_>, TchError>>()?;
        self.clip_gradients(&mut gradients)?;
        let mut ahead = Vec::new();
        for (group, gradient) in self.groups.iter_mut().zip(&gradients) {
            group.accumulate(gradient, self.momentum)?;
            if let UpdateRule::Muon { rows, columns } = group.rule {
                // Nesterov momentum.
                ahead.push((gradient + &group.momentum_buffer * self.momentum).f_view([-1, rows, columns])?);
            }
        }
        let mut orthogonal =
            if ahead.is_empty() { Vec::new() } else { orthogonalize_all(&ahead)? }.into_iter();
        for group in &mut self.groups {
            if matches!(group.rule, UpdateRule::Muon { .. })
                && let Some(step) = orthogonal.next()
            {
                let _ =
                    group.master.f_sub_(&(step.f_flatten(0, -1)? * (self.muon_learning_rate * factor)))?;
            } else if let Some(adam_update) = group.adam_update(self.momentum)? {
                let rate = self.adam_learning_rate * factor;
                if self.weight_decay > 0.0 && group.rule == UpdateRule::Decayed {
                    let _ = group.master.f_mul_scalar_(1.0 - rate * self.weight_decay)?;
                }
                let _ = group.master.f_sub_(&(adam_update * rate))?;
            } else {
                if self.weight_decay > 0.0 && group.rule == UpdateRule::Decayed {
                    let _ = group.momentum_buffer.f_add_(&(&group.master * self.weight_decay))?;
                }
                let _ = group.master.f_sub_(&(&group.momentum_buffer * (self.learning_rate * factor)))?;
            }
            if group.compute.kind() != group.master.kind() {
                group.compute.f_copy_(&group.master)?;
            }
            if let Some(average) = &mut group.average {
                let _ = average.f_lerp_(&group.master, self.ema_weight)?;
            }
        }
        Ok(())
    }

    /// Scales gradients down to the largest norm allowed: a rare batch must not ruin everything.
    fn clip_gradients(&self, gradients: &mut [Tensor]) -> Result<(), TchError> {
        if self.grad_clip_norm <= 0.0 {
            return Ok(());
        }
        let squares = gradients.iter().map(|gradient| gradient.f_square()?.f_sum(gradient.kind()));
        let squares = squares.collect::<Result<Vec<_>, _>>()?;
        let norm = Tensor::f_stack(&squares, 0)?.f_sum(Kind::Float)?.f_sqrt()?;
        let factor = (norm / self.grad_clip_norm).f_clamp_min(1.0)?.f_reciprocal()?;
        for gradient in gradients {
            let _ = gradient.f_mul_(&factor)?;
        }
        Ok(())
    }

    /// All that changes from step to step.
    pub fn state(&self) -> Vec<Tensor> {
        let tensors = self.groups.iter().flat_map(|group| {
            let ParameterGroup { master, momentum_buffer, second_moment, average, .. } = group;
            [Some(master), Some(momentum_buffer), second_moment.as_ref(), average.as_ref()]
                .into_iter()
                .flatten()
        });
        tensors.map(Tensor::shallow_clone).collect()
    }

    /// After the [state](Optimizer::state) was changed from outside.
    pub fn refresh(&mut self) -> Result<(), TchError> {
        let _changing = tch::no_grad_guard();
        for group in self.groups.iter_mut().filter(|group| group.compute.kind() != group.master.kind()) {
            group.compute.f_copy_(&group.master)?;
        }
        Ok(())
    }

    /// The weights to store, in full precision.
    pub fn averaged(&self) -> Result<Weights, TchError> {
        let weight = |view: &View| {
            let group = &self.groups[view.group];
            view.of(group.average.as_ref().unwrap_or(&group.master))
        };
        Ok(self.weights.with(self.views.iter().map(weight).collect::<Result<_, _>>()?))
    }
}

impl ParameterGroup {
    fn accumulate(&mut self, gradient: &Tensor, momentum: f64) -> Result<(), TchError> {
        let _ = self.momentum_buffer.f_mul_scalar_(momentum)?.f_add_(gradient)?;
        if let Some(second_moment) = &mut self.second_moment {
            let _ = second_moment.f_lerp_(&gradient.f_square()?, 1.0 - ADAM_BETA2)?;
        }
        self.steps += 1;
        Ok(())
    }

    /// With both moments corrected for their bias.
    fn adam_update(&self, momentum: f64) -> Result<Option<Tensor>, TchError> {
        let Some(second_moment) = &self.second_moment else { return Ok(None) };
        let mean = &self.momentum_buffer * ((1.0 - momentum) / (1.0 - momentum.powi(self.steps)));
        let usual = (second_moment / (1.0 - ADAM_BETA2.powi(self.steps))).f_sqrt()? + ADAM_EPSILON;
        Ok(Some(mean / usual))
    }
}

impl View {
    fn length(&self) -> i64 {
        self.sizes.iter().product()
    }

    /// The weight in the flat tensor of its group.
    fn of(&self, flat: &Tensor) -> Result<Tensor, TchError> {
        let part = flat.f_narrow(0, self.start, self.length())?.f_view(self.sizes.as_slice())?;
        if part.dim() == 4 { part.f_permute([0, 3, 1, 2]) } else { Ok(part) }
    }
}

/// A weight with its dimensions in the order of memory: kernels have their channels side by side.
fn stored(weight: &Tensor) -> Result<Tensor, TchError> {
    if weight.dim() == 4 { weight.f_permute([0, 2, 3, 1])?.f_contiguous() } else { weight.f_contiguous() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A weight whose gradient keeps its sign makes steps of size 1, however large the gradient is; one whose gradient
    /// changes sign stays about where it is.
    #[test]
    fn adam_steps_do_not_depend_on_the_size_of_gradients() {
        let flat = || Tensor::zeros([3], (Kind::Float, Device::Cpu));
        let mut group = ParameterGroup {
            rule: UpdateRule::PerChannel,
            master: flat(),
            compute: flat(),
            momentum_buffer: flat(),
            second_moment: Some(flat()),
            steps: 0,
            average: None,
        };
        let adam_update =
            |group: &ParameterGroup| Vec::<f32>::try_from(group.adam_update(0.9).unwrap().unwrap()).unwrap();
        for step in 0..40 {
            let to_and_fro = if step % 2 == 0 { 1.0f32 } else { -1.0 };
            group.accumulate(&Tensor::from_slice(&[1e-3, -50.0, to_and_fro]), 0.9).unwrap();
            let [shallow, steep, _] = adam_update(&group)[..] else { panic!() };
            assert!((shallow - 1.0).abs() < 1e-3 && (steep + 1.0).abs() < 1e-3, "{shallow} {steep}");
        }
        assert!(adam_update(&group)[2].abs() < 0.1, "{:?}", adam_update(&group));
    }
}
