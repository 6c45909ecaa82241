//! Who is told about the progress of a run, and what can end it.

use std::time::Duration;

use nn::ExecutorError;

use crate::audit::Rejection;
use crate::learner::TrainError;
use crate::log::{Generation, Losses};
use crate::manifest::Manifest;
use crate::rating::RatingError;
use crate::run::RunError;
use crate::selfplay::{Progress, SelfPlayError};

/// Is told about the progress of a run.
pub trait Observer {
    /// What runs the networks, in words.
    fn begins(&mut self, executor: &str);
    fn played(&mut self, games: u64, wanted: u64, progress: &Progress);
    fn trained(&mut self, step: u64, steps: u64, losses: &Losses);
    /// Games of a batch are set aside.
    fn rejected(&mut self, _: &Rejection) {}
    /// A network is stored and about to be promoted.
    fn promotes(&mut self, _: &Manifest) {}
    /// The store does not take or give something now; it will be tried again.
    fn waits(&mut self, _: &RunError, _: Duration) {}
    /// A generation is complete. With its Elo, if networks are rated.
    fn completed(&mut self, generation: &Generation, elo: Option<f64>);
}

#[derive(thiserror::Error, Debug)]
pub enum GenerationError {
    #[error("this run needs a teacher: name its network with --teacher")]
    NoTeacher,
    #[error("nobody is taught in this run: leave --teacher out")]
    Teacher,
    #[error("this run learns from games of people: continue it with shidogo learn")]
    Human,
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error("networks cannot be rated: {0}")]
    Rating(#[from] RatingError),
}
