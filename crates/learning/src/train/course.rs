//! A training on its way.

use std::time::{Duration, Instant};

use network::{CurveHeads, Network};
use nn::torch::tch::{self, Device, Kind};
use nn::torch::{Weights, forward_with};

use super::batches::Made;
use super::loss::{self, Losses};
use super::norms::Norms;
use super::optimizer::Optimizer;
use super::rescue::Rescue;
use super::{TrainError, measured_batches};
use crate::{Measured, TrainSettings};

/// When the loss is no number any more, training goes back to where it was one, and on with shorter steps; so often at
/// most.
const SETBACK: f64 = 0.5;
const MOST_SETBACKS: i32 = 6;
/// How much of a step's batch goes into the running means and deviations of layers.
const NORM_SHARE: f64 = 0.05;
/// Without the normalisation of each batch, steps as long as before would lead astray.
const FROZEN_RATE: f64 = 0.2;

pub struct Course<'a> {
    network: &'a Network,
    heads: &'a CurveHeads,
    settings: &'a TrainSettings,
    optimizer: Optimizer,
    norms: Norms,
    is_frozen: bool,
    rescue: Rescue,
    setbacks: i32,
    /// Since they were last looked at, and what they were then.
    recent: Losses,
    losses: Measured,
    /// For batches.
    waited: Duration,
}

impl<'a> Course<'a> {
    pub fn begin(
        (network, heads): (&'a Network, &'a CurveHeads),
        settings: &'a TrainSettings,
        (device, kind): (Device, Kind),
        next: &mut impl FnMut() -> Result<Made, TrainError>,
    ) -> Result<Course<'a>, TrainError> {
        let mut optimizer = Optimizer::new(&network.graph, device, kind, settings)?;
        let mut norms = Norms::new(&network.graph, device)?;
        for i in 0..measured_batches(settings) {
            norms.observe(&network.graph, optimizer.weights(), &next()?.inputs, i)?;
        }
        norms.unfold(optimizer.weights())?;
        optimizer.start_average()?;
        let rescue = Rescue::new(optimizer.state().into_iter().chain(norms.state()).collect())?;
        Ok(Course {
            network,
            heads,
            settings,
            optimizer,
            norms,
            is_frozen: false,
            rescue,
            setbacks: 0,
            recent: Losses::default(),
            losses: Measured::default(),
            waited: Duration::ZERO,
        })
    }

    /// A step, after which such a part of the training is over.
    pub fn step(
        &mut self,
        part: f64,
        next: &mut impl FnMut() -> Result<Made, TrainError>,
    ) -> Result<(), TrainError> {
        let before = Instant::now();
        let made = next()?;
        self.waited += before.elapsed();
        let (weights, norms) = (self.optimizer.weights(), &mut self.norms);
        let outputs = forward_with(&self.network.graph, weights, &made.inputs, &mut |layer, x| {
            norms.normalise(weights, layer, x, NORM_SHARE)
        })?;
        let (loss, parts) = loss::of(&outputs, self.heads, &made, self.settings)?;
        let rate = SETBACK.powi(self.setbacks) * rate_at(part, self.freezing_point());
        self.optimizer.step(&loss, rate)?;
        self.recent.add(&parts);
        Ok(())
    }

    /// The part of the training at which normalisations are frozen.
    fn freezing_point(&self) -> f64 {
        1.0 - self.settings.frozen
    }

    pub fn is_to_freeze(&self, part: f64) -> bool {
        !self.is_frozen && part > self.freezing_point()
    }

    /// From now on the network learns with the normalisations that it will be stored with: those that it has, or those
    /// of some batches when it has changed since.
    pub fn freeze(
        &mut self,
        has_changed: bool,
        next: &mut impl FnMut() -> Result<Made, TrainError>,
    ) -> Result<(), TrainError> {
        if has_changed {
            measure_norms(self.network, self.optimizer.weights(), &mut self.norms, self.settings, next)?;
        }
        self.norms.freeze();
        self.is_frozen = true;
        Ok(self.optimizer.start_average()?)
    }

    /// Looks at the losses since it did so last. Nothing where they are no numbers, and training goes back.
    pub fn look(&mut self, step: u64) -> Result<Option<&Measured>, TrainError> {
        let seen = std::mem::take(&mut self.recent).mean()?;
        if seen.is_finite() {
            self.losses = seen;
            self.rescue.keep()?;
            return Ok(Some(&self.losses));
        }
        self.setbacks += 1;
        if self.setbacks > MOST_SETBACKS {
            return Err(TrainError::Diverged(step));
        }
        self.rescue.go_back()?;
        self.optimizer.refresh()?;
        Ok(None)
    }

    /// The network that came of it, to be stored.
    pub fn end(
        &mut self,
        next: &mut impl FnMut() -> Result<Made, TrainError>,
    ) -> Result<Network, TrainError> {
        let averaged = self.optimizer.averaged()?;
        if !self.is_frozen {
            measure_norms(self.network, &averaged, &mut self.norms, self.settings, next)?;
        }
        let mut trained = self.network.clone();
        averaged.write_into(trained.graph_mut())?;
        self.norms.fold(trained.graph_mut())?;
        Ok(trained)
    }

    pub fn losses(&self) -> Measured {
        self.losses
    }

    pub fn setbacks(&self) -> u32 {
        self.setbacks as u32
    }

    pub fn waited(&self) -> Duration {
        self.waited
    }
}

/// Takes the means and variances of some batches as those that the network is stored with.
fn measure_norms(
    network: &Network,
    weights: &Weights,
    norms: &mut Norms,
    settings: &TrainSettings,
    next: &mut impl FnMut() -> Result<Made, TrainError>,
) -> Result<(), TrainError> {
    for i in 0..measured_batches(settings) {
        let given = next()?.inputs;
        let _measuring = tch::no_grad_guard();
        forward_with(&network.graph, weights, &given, &mut |layer, x| {
            norms.normalise(weights, layer, x, 1.0 / (i + 1) as f64)
        })?;
    }
    Ok(())
}

/// What the rate is multiplied with when some part of a training is over: small steps at first, while momentum gathers,
/// and again at the end, and small ones from the part on at which normalisations are frozen.
fn rate_at(part: f64, frozen: f64) -> f64 {
    let rising = (part / 0.02).min(1.0);
    match part {
        _ if part > frozen => FROZEN_RATE * ((1.0 - part) / (1.0 - frozen)).max(0.1),
        _ if frozen < 1.0 => rising,
        _ => rising * ((1.0 - part) / 0.3).clamp(0.1, 1.0),
    }
}
