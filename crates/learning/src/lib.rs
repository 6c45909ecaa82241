//! Networks that learn from their own games (SAI, arXiv:1905.10863).
//!
//! A network plays against itself ([`SelfPlay`]), batches of [`Record`]s of the games ([`game_store`]) are kept in the store of
//! a [`Run`], which survives a kill, and [`Examples`] are taken from them for training.

pub mod audit;
mod examples;
mod fleet_training;
mod game_pool;
pub mod game_store;
mod generations;
#[cfg(feature = "torch")]
mod human_examples;
#[cfg(feature = "torch")]
mod human_generations;
pub mod layout;
mod learner;
pub mod log;
mod manifest;
mod observer;
mod outbox;
mod patience;
mod promotion;
mod rating;
mod record;
mod replay_window;
mod run;
mod selfplay;
mod settings;
mod status;
#[cfg(feature = "torch")]
mod train;
mod worker;

pub use audit::{Fault, Rejection};
pub use examples::{ExampleSource, Examples, SelfPlayExamples, Targets, Writer};
pub use fleet_training::train_fleet;
pub use game_pool::GamePool;
pub use generations::make_generations;
#[cfg(feature = "torch")]
pub use human_generations::make_human_generations;
pub use learner::{Learner, TrainError, Trained};
pub use log::Losses;
pub use manifest::Manifest;
pub use observer::{GenerationError, Observer};
pub use record::{Ending, Record, RecordError, TeacherTarget, Turn};
pub use replay_window::ReplayWindow;
pub use run::{Run, RunError};
pub use selfplay::{EmptyBoardCurve, Progress, SelfPlay, SelfPlayError, even_komi};
pub use settings::{
    DistillationSettings, Growth, HumanSettings, PolicyInitSettings, RatingSettings, RunSettings,
    RunSettingsError, SelfPlaySettings, SelfPlaySettingsError, TrainingSettings,
};
pub use status::Status;
#[cfg(feature = "torch")]
pub use train::{Torch, train};
pub use worker::{Beat, WorkerError, WorkerEvent, WorkerReport, WorkerSettings, work};
