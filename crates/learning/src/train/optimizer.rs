//! Steps down the slope.
//!
//! Weights are hundreds of small tensors, and a graphics card takes as long to begin a step on one of them as it takes
//! for a large one. So all of them lie side by side in a few flat tensors, of which the network sees parts.

use nn::Graph;
use nn::torch::Weights;
use nn::torch::tch::{self, Device, Kind, TchError, Tensor};

use super::orthogonal::all_orthogonal;
use crate::TrainSettings;

/// Squares of slopes are remembered for about a hundred steps: a training has some hundreds.
const SQUARES_KEPT: f64 = 0.99;
/// Slopes below this are too small to be followed at full pace.
const STILL: f64 = 1e-8;

/// Gradient descent with momentum, and a running mean of the weights beside it.
pub struct Optimizer {
    rate: f64,
    /// The rate of orthogonal steps.
    orthogonal: f64,
    /// The rate of all other steps, where each weight goes at its own pace; 0 where none does.
    adaptive: f64,
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
    /// Means of squared slopes, where every weight goes at its own pace.
    squares: Option<Tensor>,
    /// Steps so far; those before the first are missing in the two means.
    steps: i32,
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
                squares: (settings.adaptive > 0.0 && !matches!(way, Way::Orthogonal { .. }))
                    .then(|| exact.f_zeros_like())
                    .transpose()?,
                steps: 0,
                average: (settings.averaging < 1.0).then(|| exact.f_detach_copy()).transpose()?,
                exact,
            })
        });
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let leaf = |place: &Place| place.of(&groups[place.group].used)?.f_detach()?.f_set_requires_grad(true);
        let weights = exact.with(places.iter().map(leaf).collect::<Result<_, _>>()?);
        let TrainSettings { rate, orthogonal, adaptive, momentum, decay, averaging, clip, .. } = *settings;
        Ok(Optimizer {
            rate,
            orthogonal,
            adaptive,
            momentum,
            decay,
            averaging,
            clip,
            groups,
            weights,
            places,
        })
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
            group.gather(slope, self.momentum)?;
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
            } else if let Some(pace) = group.pace(self.momentum)? {
                let rate = self.adaptive * share;
                if self.decay > 0.0 && group.way == Way::Decaying {
                    let _ = group.exact.f_mul_scalar_(1.0 - rate * self.decay)?;
                }
                let _ = group.exact.f_sub_(&(pace * rate))?;
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
        let tensors = self.groups.iter().flat_map(|group| {
            let Group { exact, speed, squares, average, .. } = group;
            [Some(exact), Some(speed), squares.as_ref(), average.as_ref()].into_iter().flatten()
        });
        tensors.map(Tensor::shallow_clone).collect()
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

impl Group {
    fn gather(&mut self, slope: &Tensor, momentum: f64) -> Result<(), TchError> {
        let _ = self.speed.f_mul_scalar_(momentum)?.f_add_(slope)?;
        if let Some(squares) = &mut self.squares {
            let _ = squares.f_lerp_(&slope.f_square()?, 1.0 - SQUARES_KEPT)?;
        }
        self.steps += 1;
        Ok(())
    }

    /// The mean slope of each weight in relation to what its slopes usually are (Adam).
    fn pace(&self, momentum: f64) -> Result<Option<Tensor>, TchError> {
        let Some(squares) = &self.squares else { return Ok(None) };
        let mean = &self.speed * ((1.0 - momentum) / (1.0 - momentum.powi(self.steps)));
        let usual = (squares / (1.0 - SQUARES_KEPT.powi(self.steps))).f_sqrt()? + STILL;
        Ok(Some(mean / usual))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Steep or flat, a weight that is always told the same goes one step at a time; one that is told this and that stays
    /// about where it is.
    #[test]
    fn a_pace_does_not_depend_on_how_steep_it_is() {
        let flat = || Tensor::zeros([3], (Kind::Float, Device::Cpu));
        let mut group = Group {
            way: Way::ByChannel,
            exact: flat(),
            used: flat(),
            speed: flat(),
            squares: Some(flat()),
            steps: 0,
            average: None,
        };
        let pace = |group: &Group| Vec::<f32>::try_from(group.pace(0.9).unwrap().unwrap()).unwrap();
        for step in 0..40 {
            let to_and_fro = if step % 2 == 0 { 1.0f32 } else { -1.0 };
            group.gather(&Tensor::from_slice(&[1e-3, -50.0, to_and_fro]), 0.9).unwrap();
            let [shallow, steep, _] = pace(&group)[..] else { panic!() };
            assert!((shallow - 1.0).abs() < 1e-3 && (steep + 1.0).abs() < 1e-3, "{shallow} {steep}");
        }
        assert!(pace(&group)[2].abs() < 0.1, "{:?}", pace(&group));
    }
}
