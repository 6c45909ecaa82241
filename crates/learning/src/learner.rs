//! What makes the next network of one and of games.

use std::time::Duration;

use network::Network;

use crate::log::Losses;
use crate::replay_window::ReplayWindow;
use crate::settings::TrainingSettings;

/// Trains networks. There is one, on libtorch; tests of what happens around a training have others.
pub trait Learner {
    /// Trains a network on games of self-play. `tell` is called with steps and losses now and then.
    fn learn(
        &mut self,
        network: &Network,
        window: &ReplayWindow,
        settings: &TrainingSettings,
        seed_and_threads: (u64, usize),
        tell: &mut dyn FnMut(u64, &Losses),
    ) -> Result<Trained, TrainError>;
}

#[derive(thiserror::Error, Debug)]
pub enum TrainError {
    #[error("only networks of our own, which say the whole curve, can be trained")]
    Heads,
    #[error("there is nothing to learn from")]
    Nothing,
    #[error("the loss is not a number after {0} steps: try a smaller train.learning_rate")]
    Diverged(u64),
    #[error("libtorch: {0}")]
    Torch(String),
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    pub network: Network,
    pub steps: u64,
    /// At the end of the training, and on the games held out.
    pub losses: Losses,
    pub validation: Option<Losses>,
    /// How often training diverged and was rolled back.
    pub rollbacks: u32,
    pub elapsed: Duration,
    /// Share of the time in which steps waited for batches.
    pub waiting: f64,
    pub positions_per_second: f64,
}
