//! Batches, made on other threads while the device is busy.

use std::sync::mpsc::{Receiver, sync_channel};

use board::{Size, Symmetry};
use network::{Network, Outlook, PlaneBuilder};
use nn::Batch;
use nn::torch::tch::{Device, TchError, Tensor};
use nn::torch::{Staging, shaped};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::TrainError;
use crate::{Examples, Targets, Writer};

/// Batches that wait, for every thread that makes them.
const AHEAD: usize = 4;

/// Positions and what should be said of them, on the device.
pub struct Made {
    pub count: i64,
    pub inputs: Vec<Tensor>,
    pub goals: Goals,
}

/// [`Targets`] as tensors, with a row for each position.
pub struct Goals {
    pub policy: Tensor,
    pub result: Tensor,
    pub bonus: Tensor,
    pub lead: Tensor,
    pub counted: Tensor,
    pub owners: Tensor,
    pub reply: Tensor,
}

pub struct Maker<'a> {
    pub network: &'a Network,
    /// By board side.
    pub examples: &'a [(usize, Examples)],
    pub batch: usize,
    /// How much searches count for instead of results, and how far ahead they are looked for.
    pub searches: (f32, f32),
    pub glances: f64,
    pub seed: u64,
    pub device: Device,
}

impl Maker<'_> {
    /// Makes `count` batches on `threads` threads for a user, who gets them in the same order with any number of
    /// threads.
    pub fn run<T>(
        &self,
        threads: usize,
        count: u64,
        user: impl FnOnce(Box<dyn FnMut() -> Result<Made, TrainError> + '_>) -> Result<T, TrainError>,
    ) -> Result<T, TrainError> {
        let threads = threads.max(1);
        std::thread::scope(|scope| {
            let queues: Vec<Receiver<Result<Made, TchError>>> = (0..threads)
                .map(|thread| {
                    let (sender, receiver) = sync_channel(AHEAD);
                    scope.spawn(move || {
                        let builder = PlaneBuilder::new(self.network.planes, Outlook::default());
                        let mut writer = Writer::new(builder, self.searches);
                        let mut staging = Staging::default();
                        let mine = (thread as u64..count).step_by(threads);
                        for made in mine.filter_map(|number| self.make(number, &mut writer, &mut staging)) {
                            if sender.send(made).is_err() {
                                // The user has had enough.
                                break;
                            }
                        }
                    });
                    receiver
                })
                .collect();
            let mut number = 0;
            user(Box::new(move || {
                let made = queues[number % threads].recv().map_err(|_| TrainError::Nothing)?;
                number += 1;
                Ok(made?)
            }))
        })
    }

    /// Tensors are made here too: bringing numbers to a card takes as long as learning from them.
    fn make(
        &self,
        number: u64,
        writer: &mut Writer,
        staging: &mut Staging,
    ) -> Option<Result<Made, TchError>> {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03));
        // A batch has one size; sizes come as often as their positions ask for.
        let all: usize = self.examples.iter().map(|(_, examples)| examples.len()).sum();
        let mut at = random.random_range(0..all.max(1));
        let (side, examples) = self.examples.iter().find(|(_, examples)| {
            let here = at < examples.len();
            at = at.wrapping_sub(examples.len());
            here
        })?;
        let size = Size::playable(*side)?;
        let (mut batch, mut targets) = (Batch::default(), Targets::default());
        batch.reset(&self.network.graph, *side, *side, self.batch);
        targets.reset(size, self.batch);
        for row in 0..self.batch {
            let symmetry = Symmetry::ALL[random.random_range(0..8)];
            let glance = self.glances > 0.0 && examples.glances() > 0 && random.random_bool(self.glances);
            let example = match glance {
                true => examples.len() + random.random_range(0..examples.glances()),
                false => random.random_range(0..examples.len()),
            };
            examples.write(example, symmetry, writer, &mut batch, &mut targets, row);
        }
        Some(self.bring(&batch, &targets, staging))
    }

    /// Everything goes to the device at once.
    fn bring(&self, batch: &Batch, targets: &Targets, staging: &mut Staging) -> Result<Made, TchError> {
        let Targets { policy, result, bonus, lead, counted, owners, reply } = targets;
        let mut parts: Vec<&[f32]> = batch.inputs.iter().map(Vec::as_slice).collect();
        parts.extend([policy, result, bonus, lead, counted, owners, reply].map(Vec::as_slice));
        let count = batch.count as i64;
        let mut tensors = staging.upload(&parts, self.device, true)?.into_iter();
        let inputs = self.network.graph.inputs().zip(&mut tensors);
        let sizes = [batch.count, batch.rows, batch.columns];
        let inputs =
            inputs.map(|((_, shape), numbers)| shaped(numbers, shape, sizes)).collect::<Result<_, _>>()?;
        let mut goal = || match tensors.next() {
            Some(numbers) => numbers.f_reshape([count, -1]),
            None => Err(TchError::Shape("a goal is missing".into())),
        };
        let goals = Goals {
            policy: goal()?,
            result: goal()?,
            bonus: goal()?,
            lead: goal()?,
            counted: goal()?,
            owners: goal()?,
            reply: goal()?,
        };
        Ok(Made { count, inputs, goals })
    }
}
