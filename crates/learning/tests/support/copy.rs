//! A trainer for tests, which tests/s3 uses too.

use std::time::Duration;

use learning::log::Losses;
use learning::{Learner, ReplayWindow, TrainError, Trained, TrainingSettings};
use network::Network;

/// Stands in for training: the network stays what it was.
pub struct Copy;

impl Learner for Copy {
    fn learn(
        &mut self,
        network: &Network,
        window: &ReplayWindow,
        _: &TrainingSettings,
        _: (u64, usize),
        _: &mut dyn FnMut(u64, &Losses),
    ) -> Result<Trained, TrainError> {
        Ok(Trained {
            network: network.clone(),
            steps: window.games() as u64,
            losses: Losses::default(),
            validation: None,
            rollbacks: 0,
            elapsed: Duration::ZERO,
            waiting: 0.0,
            positions_per_second: 0.0,
        })
    }
}
