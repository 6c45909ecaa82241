//! Batches, prepared on other threads while the device is busy.

use std::sync::mpsc::{Receiver, sync_channel};

use board::Size;
use network::{InputSettings, Network, PlaneBuilder};
use nn::Batch;
use nn::torch::tch::{Device, TchError, Tensor};
use nn::torch::{Staging, shaped};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::TrainError;
use crate::examples::{ExampleSource, Targets, Writer};

/// Batches that each thread prepares ahead.
const AHEAD: usize = 4;

/// Positions and their targets, on the device.
pub struct TrainingBatch {
    pub count: i64,
    pub inputs: Vec<Tensor>,
    pub targets: TargetTensors,
}

/// [`Targets`] as tensors, with a row for each position.
pub struct TargetTensors {
    pub policy: Tensor,
    pub result: Tensor,
    pub bonus: Tensor,
    pub lead: Tensor,
    pub counted: Tensor,
    pub ownership: Tensor,
    pub opponent_policy: Tensor,
    pub result_known: Tensor,
    pub thinking_time: Tensor,
    pub thinking_time_known: Tensor,
}

pub struct BatchLoader<'a> {
    pub network: &'a Network,
    pub examples: &'a dyn ExampleSource,
    pub batch_size: usize,
    pub seed: u64,
    pub device: Device,
}

impl BatchLoader<'_> {
    /// Makes `count` batches on `threads` threads for a user, who gets them in the same order with any number of
    /// threads.
    pub fn run<T>(
        &self,
        threads: usize,
        count: u64,
        user: impl FnOnce(Box<dyn FnMut() -> Result<TrainingBatch, TrainError> + '_>) -> Result<T, TrainError>,
    ) -> Result<T, TrainError> {
        let threads = threads.max(1);
        std::thread::scope(|scope| {
            let queues: Vec<Receiver<Result<TrainingBatch, TchError>>> = (0..threads)
                .map(|thread| {
                    let (sender, receiver) = sync_channel(AHEAD);
                    scope.spawn(move || {
                        let builder = PlaneBuilder::new(self.network.planes, InputSettings::default());
                        let mut writer = Writer::new(builder);
                        let mut staging = Staging::default();
                        let mine = (thread as u64..count).step_by(threads);
                        for batch in mine.filter_map(|number| self.make(number, &mut writer, &mut staging)) {
                            if sender.send(batch).is_err() {
                                // The user is done.
                                break;
                            }
                        }
                    });
                    receiver
                })
                .collect();
            let mut number = 0;
            user(Box::new(move || {
                let batch = queues[number % threads].recv().map_err(|_| TrainError::Nothing)?;
                number += 1;
                Ok(batch?)
            }))
        })
    }

    /// Tensors are made here too: the upload takes as long as the training step.
    fn make(
        &self,
        number: u64,
        writer: &mut Writer,
        staging: &mut Staging,
    ) -> Option<Result<TrainingBatch, TchError>> {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03));
        let side = self.examples.draw_side(&mut random)?;
        let size = Size::playable(side)?;
        let (mut batch, mut targets) = (Batch::default(), Targets::default());
        batch.reset(&self.network.graph, side, side, self.batch_size);
        targets.reset(size, self.batch_size);
        for row in 0..self.batch_size {
            self.examples.write(side, &mut random, writer, &mut batch, &mut targets, row);
        }
        Some(self.upload(&batch, &targets, staging))
    }

    /// In one transfer.
    fn upload(
        &self,
        batch: &Batch,
        targets: &Targets,
        staging: &mut Staging,
    ) -> Result<TrainingBatch, TchError> {
        let mut parts: Vec<&[f32]> = batch.inputs.iter().map(Vec::as_slice).collect();
        parts.extend(targets.parts());
        let count = batch.count as i64;
        let mut tensors = staging.upload(&parts, self.device, true)?.into_iter();
        let inputs = self.network.graph.inputs().zip(&mut tensors);
        let sizes = [batch.count, batch.rows, batch.columns];
        let inputs =
            inputs.map(|((_, shape), numbers)| shaped(numbers, shape, sizes)).collect::<Result<_, _>>()?;
        let mut target = || match tensors.next() {
            Some(numbers) => numbers.f_reshape([count, -1]),
            None => Err(TchError::Shape("a target is missing".into())),
        };
        let targets = TargetTensors {
            policy: target()?,
            result: target()?,
            bonus: target()?,
            lead: target()?,
            counted: target()?,
            ownership: target()?,
            opponent_policy: target()?,
            result_known: target()?,
            thinking_time: target()?,
            thinking_time_known: target()?,
        };
        Ok(TrainingBatch { count, inputs, targets })
    }
}
