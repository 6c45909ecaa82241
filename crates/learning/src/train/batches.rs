//! Batches, made on other threads while the device is busy.

use std::sync::mpsc::{Receiver, sync_channel};

use board::{Size, Symmetry};
use network::{Batch, Network, Outlook, PlaneBuilder};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::TrainError;
use crate::{Examples, Targets, Writer};

/// Batches that wait, for every thread that makes them.
const AHEAD: usize = 4;

/// Positions and what should be said of them.
pub struct Made {
    pub size: Size,
    pub batch: Batch,
    pub targets: Targets,
}

pub struct Maker<'a> {
    pub network: &'a Network,
    /// By board side.
    pub examples: &'a [(usize, Examples)],
    pub batch: usize,
    pub seed: u64,
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
            let queues: Vec<Receiver<Made>> = (0..threads)
                .map(|thread| {
                    let (sender, receiver) = sync_channel(AHEAD);
                    scope.spawn(move || {
                        let mut writer =
                            Writer::new(PlaneBuilder::new(self.network.planes, Outlook::default()));
                        let mine = (thread as u64..count).step_by(threads);
                        for made in mine.filter_map(|number| self.make(number, &mut writer)) {
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
                let made = queues[number % threads].recv().map_err(|_| TrainError::Nothing);
                number += 1;
                made
            }))
        })
    }

    fn make(&self, number: u64, writer: &mut Writer) -> Option<Made> {
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
        let mut made = Made { size, batch: Batch::default(), targets: Targets::default() };
        made.batch.reset(&self.network.graph, *side, *side, self.batch);
        made.targets.reset(size, self.batch);
        for row in 0..self.batch {
            let symmetry = Symmetry::ALL[random.random_range(0..8)];
            let example = random.random_range(0..examples.len());
            examples.write(example, symmetry, writer, &mut made.batch, &mut made.targets, row);
        }
        Some(made)
    }
}
