//! Steps down the slope.
//!
//! Weights are hundreds of small tensors, and a graphics card takes as long to begin a step on one of them as it takes
//! for a large one. So all of them lie side by side in a few flat tensors, of which the network sees parts.

use network::Graph;
use network::torch::Weights;
use network::torch::tch::{self, Device, Kind, TchError, Tensor};

use super::orthogonal::all_orthogonal;
use crate::TrainSettings;

/// Gradient descent with momentum, and a running mean of the weights beside it.
pub struct Optimizer {
    rate: f64,
    /// The rate of orthogonal steps.
    orthogonal: f64,
    momentum: f64,
    decay: f64,
    averaging: f64,
    /// The longest slope that is followed as it is; 0 for any.
    clip: f64,
    groups: Vec<Group>,
    /// What the network runs with, in the order of the weights.
    weights: Weights,
    places: Vec<Place>,
}

/// Weights that are treated alike.
struct Group {
    way: Way,
    /// Exact, so that small steps are not lost.
    exact: Tensor,
    /// As the network runs with them; the same memory where that is exact too.
    used: Tensor,
    speed: Tensor,
    average: Option<Tensor>,
}

/// How a group goes down the slope.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Numbers that are one for each channel decide how large things are: they stay exact, and they keep what they
    /// learn.
    ByChannel,
    Decaying,
    /// Matrices of one shape, by [orthogonal](all_orthogonal) steps.
    Orthogonal {
        rows: i64,
        columns: i64,
    },
}

impl Way {
    fn of(weight: &Tensor, settings: &TrainSettings) -> Way {
        match weight.size().as_slice() {
            [_] => Way::ByChannel,
            // Kernels that see a point's neighbours: nearly all weights of a network.
            [rows, inputs, height, width] if settings.orthogonal > 0.0 && height * width > 1 => {
                Way::Orthogonal { rows: *rows, columns: inputs * height * width }
            }
            _ => Way::Decaying,
        }
    }
}

/// Where a weight lies.
struct Place {
    group: usize,
    start: i64,
    /// In the order of memory.
    sizes: Vec<i64>,
}

impl Optimizer {
    /// `kind` is what boards are in.
    pub fn new(
        graph: &Graph,
        device: Device,
        kind: Kind,
        settings: &TrainSettings,
    ) -> Result<Optimizer, TchError> {
        let (exact, used) = (Weights::exact(graph, device, kind)?, Weights::new(graph, device, kind)?);
        let mut parts: Vec<((Way, Kind), Vec<Tensor>)> = Vec::new();
        let mut places = Vec::new();
        for ((_, weight), (_, used)) in exact.iter().zip(used.iter()) {
            let way = Way::of(weight, settings);
            let like = (way, if way == Way::ByChannel { weight.kind() } else { used.kind() });
            let group = parts.iter().position(|(other, _)| *other == like).unwrap_or_else(|| {
                parts.push((like, Vec::new()));
                parts.len() - 1
            });
            let stored = stored(weight)?;
            let start = parts[group].1.iter().map(|part| part.numel() as i64).sum();
            places.push(Place { group, start, sizes: stored.size() });
            parts[group].1.push(stored.f_flatten(0, -1)?);
        }
        let groups = parts.into_iter().map(|((way, kind), parts)| -> Result<Group, TchError> {
            let exact = Tensor::f_cat(&parts, 0)?;
            Ok(Group {
                way,
                used: exact.f_to_kind(kind)?,
                speed: exact.f_zeros_like()?,
                average: (settings.averaging < 1.0).then(|| exact.f_detach_copy()).transpose()?,
                exact,
            })
        });
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let leaf = |place: &Place| place.of(&groups[place.group].used)?.f_detach()?.f_set_requires_grad(true);
        let weights = exact.with(places.iter().map(leaf).collect::<Result<_, _>>()?);
        let TrainSettings { rate, orthogonal, momentum, decay, averaging, clip, .. } = *settings;
        Ok(Optimizer { rate, orthogonal, momentum, decay, averaging, clip, groups, weights, places })
    }

    /// What the network runs with. Those that are one for each channel may be changed.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The running mean begins with the weights as they are now.
    pub fn start_average(&mut self) -> Result<(), TchError> {
        for Group { exact, average, .. } in &mut self.groups {
            if let Some(average) = average {
                average.f_copy_(exact)?;
            }
        }
        Ok(())
    }

    /// Moves all weights against the slope of a loss, by the settings' rates times `share`.
    pub fn step(&mut self, loss: &Tensor, share: f64) -> Result<(), TchError> {
        let leaves: Vec<&Tensor> = self.weights.iter().map(|(_, weight)| weight).collect();
        let slopes = Tensor::f_run_backward(&[loss], &leaves, false, false)?;
        let _changing = tch::no_grad_guard();
        let slopes = self.groups.iter().enumerate().map(|(number, group)| {
            let slope = |(place, slope): (&Place, &Tensor)| match slope.defined() {
                true => stored(slope)?.f_flatten(0, -1),
                // Nothing in the loss depends on it.
                false => group.used.f_narrow(0, place.start, place.length())?.f_zeros_like(),
            };
            let own = self.places.iter().zip(&slopes).filter(|(place, _)| place.group == number);
            let slopes = own.map(slope).collect::<Result<Vec<_>, _>>()?;
            Tensor::f_cat(&slopes, 0)?.f_to_kind(group.exact.kind())
        });
        let mut slopes = slopes.collect::<Result<Vec<_>, TchError>>()?;
        self.shorten(&mut slopes)?;
        let mut ahead = Vec::new();
        for (group, slope) in self.groups.iter_mut().zip(&slopes) {
            let _ = group.speed.f_mul_scalar_(self.momentum)?.f_add_(slope)?;
            if let Way::Orthogonal { rows, columns } = group.way {
                // Momentum is looked ahead of (Nesterov): the newest slope counts for more.
                ahead.push((slope + &group.speed * self.momentum).f_view([-1, rows, columns])?);
            }
        }
        let mut orthogonal = if ahead.is_empty() { Vec::new() } else { all_orthogonal(&ahead)? }.into_iter();
        for group in &mut self.groups {
            if matches!(group.way, Way::Orthogonal { .. })
                && let Some(step) = orthogonal.next()
            {
                let _ = group.exact.f_sub_(&(step.f_flatten(0, -1)? * (self.orthogonal * share)))?;
            } else {
                if self.decay > 0.0 && group.way == Way::Decaying {
                    let _ = group.speed.f_add_(&(&group.exact * self.decay))?;
                }
                let _ = group.exact.f_sub_(&(&group.speed * (self.rate * share)))?;
            }
            if group.used.kind() != group.exact.kind() {
                group.used.f_copy_(&group.exact)?;
            }
            if let Some(average) = &mut group.average {
                let _ = average.f_lerp_(&group.exact, self.averaging)?;
            }
        }
        Ok(())
    }

    /// Makes a slope that is too long shorter: a rare batch must not throw everything over.
    fn shorten(&self, slopes: &mut [Tensor]) -> Result<(), TchError> {
        if self.clip <= 0.0 {
            return Ok(());
        }
        let squares = slopes.iter().map(|slope| slope.f_square()?.f_sum(slope.kind()));
        let squares = squares.collect::<Result<Vec<_>, _>>()?;
        let length = Tensor::f_stack(&squares, 0)?.f_sum(Kind::Float)?.f_sqrt()?;
        let factor = (length / self.clip).f_clamp_min(1.0)?.f_reciprocal()?;
        for slope in slopes {
            let _ = slope.f_mul_(&factor)?;
        }
        Ok(())
    }

    /// All that changes from step to step.
    pub fn state(&self) -> Vec<Tensor> {
        let tensors = |group: &Group| {
            let average = group.average.as_ref().map(Tensor::shallow_clone);
            [group.exact.shallow_clone(), group.speed.shallow_clone()].into_iter().chain(average)
        };
        self.groups.iter().flat_map(tensors).collect()
    }

    /// After the [state](Optimizer::state) was changed from outside.
    pub fn refresh(&mut self) -> Result<(), TchError> {
        let _changing = tch::no_grad_guard();
        for group in self.groups.iter_mut().filter(|group| group.used.kind() != group.exact.kind()) {
            group.used.f_copy_(&group.exact)?;
        }
        Ok(())
    }

    /// The weights to keep, exact.
    pub fn averaged(&self) -> Result<Weights, TchError> {
        let weight = |place: &Place| {
            let group = &self.groups[place.group];
            place.of(group.average.as_ref().unwrap_or(&group.exact))
        };
        Ok(self.weights.with(self.places.iter().map(weight).collect::<Result<_, _>>()?))
    }
}

impl Place {
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
