//! A training, step by step.

use std::time::{Duration, Instant};

use network::{CurveHeads, Network};
use nn::torch::tch::{self, Device, Kind};
use nn::torch::{Weights, forward_with};

use super::batch_norm::BatchNorms;
use super::checkpoint::Checkpoint;
use super::loader::TrainingBatch;
use super::loss::{self, LossAccumulator};
use super::optimizer::Optimizer;
use super::{TrainError, norm_batches};
use crate::log::Losses;
use crate::settings::TrainingSettings;

/// When the loss is not a number, training rolls back to the last checkpoint and goes on with smaller learning rates.
const ROLLBACK_FACTOR: f64 = 0.5;
const MAX_ROLLBACKS: i32 = 6;
/// Weight of a batch in the running statistics of batch normalisation.
const BATCH_NORM_MOMENTUM: f64 = 0.05;
/// Of the learning rate while batch normalisation is frozen: larger steps diverge without it.
const FROZEN_FACTOR: f64 = 0.2;

pub struct Trainer<'a> {
    network: &'a Network,
    heads: &'a CurveHeads,
    settings: &'a TrainingSettings,
    optimizer: Optimizer,
    norms: BatchNorms,
    is_frozen: bool,
    checkpoint: Checkpoint,
    rollbacks: i32,
    /// Since the last report, and those of that report.
    recent: LossAccumulator,
    losses: Losses,
    /// For batches.
    waited: Duration,
}

impl<'a> Trainer<'a> {
    pub fn begin(
        (network, heads): (&'a Network, &'a CurveHeads),
        settings: &'a TrainingSettings,
        (device, kind): (Device, Kind),
        next: &mut impl FnMut() -> Result<TrainingBatch, TrainError>,
    ) -> Result<Trainer<'a>, TrainError> {
        let mut optimizer = Optimizer::new(&network.graph, device, kind, settings)?;
        let mut norms = BatchNorms::new(&network.graph, device)?;
        for i in 0..norm_batches(settings) {
            norms.observe(&network.graph, optimizer.weights(), &next()?.inputs, i)?;
        }
        norms.unfold(optimizer.weights())?;
        optimizer.start_average()?;
        let checkpoint = Checkpoint::new(optimizer.state().into_iter().chain(norms.state()).collect())?;
        Ok(Trainer {
            network,
            heads,
            settings,
            optimizer,
            norms,
            is_frozen: false,
            checkpoint,
            rollbacks: 0,
            recent: LossAccumulator::default(),
            losses: Losses::default(),
            waited: Duration::ZERO,
        })
    }

    /// A step, after which this fraction of the schedule is done.
    pub fn step(
        &mut self,
        part: f64,
        next: &mut impl FnMut() -> Result<TrainingBatch, TrainError>,
    ) -> Result<(), TrainError> {
        let before = Instant::now();
        let batch = next()?;
        self.waited += before.elapsed();
        let (weights, norms) = (self.optimizer.weights(), &mut self.norms);
        let outputs = forward_with(&self.network.graph, weights, &batch.inputs, &mut |layer, x| {
            norms.normalise(weights, layer, x, BATCH_NORM_MOMENTUM)
        })?;
        let (loss, parts) = loss::of(&outputs, self.heads, &batch, self.settings)?;
        let rate = ROLLBACK_FACTOR.powi(self.rollbacks) * rate_at(part, self.freezing_point());
        self.optimizer.step(&loss, rate)?;
        self.recent.add(&parts);
        Ok(())
    }

    /// The fraction of the training at which batch normalisation is frozen.
    fn freezing_point(&self) -> f64 {
        1.0 - self.settings.frozen_batch_norm_share
    }

    pub fn is_to_freeze(&self, part: f64) -> bool {
        !self.is_frozen && part > self.freezing_point()
    }

    /// Freezes batch normalisation with the statistics that the network will be stored with; they are measured again if it
    /// has changed.
    pub fn freeze(
        &mut self,
        has_changed: bool,
        next: &mut impl FnMut() -> Result<TrainingBatch, TrainError>,
    ) -> Result<(), TrainError> {
        if has_changed {
            measure_norms(self.network, self.optimizer.weights(), &mut self.norms, self.settings, next)?;
        }
        self.norms.freeze();
        self.is_frozen = true;
        Ok(self.optimizer.start_average()?)
    }

    /// The losses since the last call. None where they are not numbers, and training rolls back.
    pub fn report(&mut self, step: u64) -> Result<Option<&Losses>, TrainError> {
        let seen = std::mem::take(&mut self.recent).mean()?;
        if seen.is_finite() {
            self.losses = seen;
            self.checkpoint.save()?;
            return Ok(Some(&self.losses));
        }
        self.rollbacks += 1;
        if self.rollbacks > MAX_ROLLBACKS {
            return Err(TrainError::Diverged(step));
        }
        self.checkpoint.restore()?;
        self.optimizer.refresh()?;
        Ok(None)
    }

    /// The trained network, to be stored.
    pub fn end(
        &mut self,
        next: &mut impl FnMut() -> Result<TrainingBatch, TrainError>,
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

    pub fn losses(&self) -> Losses {
        self.losses
    }

    pub fn rollbacks(&self) -> u32 {
        self.rollbacks as u32
    }

    pub fn waited(&self) -> Duration {
        self.waited
    }
}

/// Measures the statistics that the network is stored with, on some batches.
fn measure_norms(
    network: &Network,
    weights: &Weights,
    norms: &mut BatchNorms,
    settings: &TrainingSettings,
    next: &mut impl FnMut() -> Result<TrainingBatch, TrainError>,
) -> Result<(), TrainError> {
    for i in 0..norm_batches(settings) {
        let given = next()?.inputs;
        let _measuring = tch::no_grad_guard();
        forward_with(&network.graph, weights, &given, &mut |layer, x| {
            norms.normalise(weights, layer, x, 1.0 / (i + 1) as f64)
        })?;
    }
    Ok(())
}

/// The learning rate schedule: a warm-up while momentum builds up, decay at the end, and small rates while batch
/// normalisation is frozen.
fn rate_at(part: f64, frozen: f64) -> f64 {
    let rising = (part / 0.02).min(1.0);
    match part {
        _ if part > frozen => FROZEN_FACTOR * ((1.0 - part) / (1.0 - frozen)).max(0.1),
        _ if frozen < 1.0 => rising,
        _ => rising * ((1.0 - part) / 0.3).clamp(0.1, 1.0),
    }
}
