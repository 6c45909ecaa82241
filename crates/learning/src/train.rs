//! Training, with libtorch.

mod batch_norm;
mod checkpoint;
mod loader;
mod loss;
mod muon;
mod optimizer;
mod trainer;

use std::time::Instant;

use network::{CurveHeads, Heads, Network};
use nn::torch::tch::{self, Device, Kind, TchError};
use nn::torch::{Weights, forward};

use crate::examples::{ExampleSource, SelfPlayExamples};
use crate::learner::{Learner, TrainError, Trained};
use crate::log::Losses;
use crate::replay_window::ReplayWindow;
use crate::settings::TrainingSettings;
use loader::BatchLoader;
use loss::LossAccumulator;
use trainer::Trainer;

impl From<TchError> for TrainError {
    fn from(error: TchError) -> TrainError {
        TrainError::Torch(error.to_string().lines().next().unwrap_or_default().into())
    }
}

/// Steps between two reports.
const REPORT_INTERVAL: u64 = 50;
/// Batches that measure the statistics of batch normalisation, at most, and the positions that are enough.
const MAX_NORM_BATCHES: u64 = 64;
const NORM_POSITIONS: u64 = 1 << 16;
/// Networks with fewer weights are trained on one thread of a processor.
const SMALL: usize = 500_000;
/// Positions that validation looks at, at most.
const MAX_VALIDATION_POSITIONS: usize = 8192;

/// What a network is trained on, and what it is measured on afterwards.
pub struct TrainingData<'a> {
    pub training: &'a dyn ExampleSource,
    pub validation: &'a dyn ExampleSource,
}

/// The part of a learning rate schedule that one training goes through, as fractions of the whole: most trainings go
/// through all of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    pub start: f64,
    pub end: f64,
}

impl Span {
    pub const WHOLE: Span = Span { start: 0.0, end: 1.0 };

    fn at(self, part: f64) -> f64 {
        self.start + part * (self.end - self.start)
    }
}

/// Learns with libtorch.
pub struct Torch;

impl Learner for Torch {
    fn learn(
        &mut self,
        network: &Network,
        window: &ReplayWindow,
        settings: &TrainingSettings,
        seed_and_threads: (u64, usize),
        tell: &mut dyn FnMut(u64, &Losses),
    ) -> Result<Trained, TrainError> {
        train(network, window, settings, seed_and_threads, tell)
    }
}

/// Trains a network on games of self-play. `tell` is called with steps and losses now and then.
pub fn train(
    network: &Network,
    window: &ReplayWindow,
    settings: &TrainingSettings,
    seed_and_threads: (u64, usize),
    tell: impl FnMut(u64, &Losses),
) -> Result<Trained, TrainError> {
    let examples = |examples, cheap_search_share| SelfPlayExamples { examples, cheap_search_share };
    let training = examples(&window.training, settings.cheap_search_share);
    let data = TrainingData { training: &training, validation: &examples(&window.validation, 0.0) };
    train_on(network, &data, settings, Span::WHOLE, seed_and_threads, tell)
}

/// Trains a network on examples from anywhere.
pub fn train_on(
    network: &Network,
    data: &TrainingData,
    settings: &TrainingSettings,
    span: Span,
    (seed, threads): (u64, usize),
    mut tell: impl FnMut(u64, &Losses),
) -> Result<Trained, TrainError> {
    let Heads::Curve(heads) = &network.heads else { return Err(TrainError::Heads) };
    let positions = data.training.positions();
    if positions == 0 {
        return Err(TrainError::Nothing);
    }
    let device = nn::torch::best_device();
    if !device.is_cuda() {
        // Threads that wait for each other cost more than they help where layers are small.
        let all = std::thread::available_parallelism().map_or(1, |n| n.get() as i32);
        tch::set_num_threads(if network.graph.parameters() < SMALL { 1 } else { all });
    }
    let kind = if settings.mixed_precision && device.is_cuda() { Kind::BFloat16 } else { Kind::Float };
    let most = (settings.max_epochs * positions as f64 / settings.batch_size as f64).ceil() as u64;
    let steps = settings.steps.min(most.max(1));
    let loader =
        BatchLoader { network, examples: data.training, batch_size: settings.batch_size, seed, device };
    let start = Instant::now();
    loader.run(threads, steps + 3 * norm_batches(settings), |mut next| {
        let mut trainer = Trainer::begin((network, heads), settings, (device, kind), &mut next)?;
        let begun = Instant::now();
        let mut taken = 0;
        for step in 1..=steps {
            let spent = settings.max_seconds.map_or(0.0, |seconds| begun.elapsed().as_secs_f64() / seconds);
            let part = (step as f64 / steps as f64).max(spent).min(1.0);
            if trainer.is_to_freeze(span.at(part)) {
                trainer.freeze(step > 1, &mut next)?;
            }
            trainer.step(span.at(part), &mut next)?;
            taken = step;
            let is_last = part >= 1.0;
            if (step % REPORT_INTERVAL == 0 || is_last)
                && let Some(losses) = trainer.report(step)?
            {
                tell(step, losses);
            }
            if is_last {
                break;
            }
        }
        let stepping = begun.elapsed().as_secs_f64().max(1e-9);
        let trained = trainer.end(&mut next)?;
        let validation = validate(&trained, data.validation, heads, device, settings)?;
        Ok(Trained {
            network: trained,
            steps: taken,
            losses: trainer.losses(),
            validation,
            rollbacks: trainer.rollbacks(),
            elapsed: start.elapsed(),
            waiting: trainer.waited().as_secs_f64() / stepping,
            positions_per_second: (taken * settings.batch_size as u64) as f64 / stepping,
        })
    })
}

fn norm_batches(settings: &TrainingSettings) -> u64 {
    (NORM_POSITIONS / settings.batch_size.max(1) as u64).clamp(1, MAX_NORM_BATCHES)
}

/// The losses of a trained network on the games held out.
fn validate(
    network: &Network,
    held_out: &dyn ExampleSource,
    heads: &CurveHeads,
    device: Device,
    settings: &TrainingSettings,
) -> Result<Option<Losses>, TrainError> {
    let positions = held_out.positions().min(MAX_VALIDATION_POSITIONS);
    if positions == 0 {
        return Ok(None);
    }
    let weights = Weights::new(&network.graph, device, Kind::Float)?;
    let batch_size = settings.batch_size.min(positions);
    let loader = BatchLoader { network, examples: held_out, batch_size, seed: 0, device };
    let mut losses = LossAccumulator::default();
    loader.run(1, positions.div_ceil(batch_size) as u64, |mut next| {
        for _ in 0..positions.div_ceil(batch_size) {
            let batch = next()?;
            let _measuring = tch::no_grad_guard();
            let outputs = forward(&network.graph, &weights, &batch.inputs)?;
            losses.add(&loss::of(&outputs, heads, &batch, settings)?.1);
        }
        Ok(Some(losses.mean()?))
    })
}
