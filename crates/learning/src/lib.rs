//! Networks that learn from their own games (SAI, arXiv:1905.10863).
//!
//! A network plays against itself ([`SelfPlay`]), [`Record`]s of the games are kept in files that survive a kill
//! ([`game_store`]), and [`Examples`] are taken from them for training.

mod examples;
pub mod game_store;
#[cfg(feature = "torch")]
mod generations;
#[cfg(feature = "torch")]
mod human_examples;
#[cfg(feature = "torch")]
mod human_generations;
pub mod log;
#[cfg(feature = "torch")]
mod rating;
mod record;
mod run;
mod selfplay;
mod settings;
#[cfg(feature = "torch")]
mod train;

pub use examples::{ExampleSource, Examples, SelfPlayExamples, Targets, Writer};
#[cfg(feature = "torch")]
pub use generations::{GenerationError, Observer, make_generations};
#[cfg(feature = "torch")]
pub use human_generations::make_human_generations;
pub use log::Losses;
pub use record::{Ending, Record, RecordError, TeacherTarget, Turn};
pub use run::{ReplayWindow, Run, RunError};
pub use selfplay::{EmptyBoardCurve, Progress, SelfPlay, SelfPlayError, even_komi};
pub use settings::{
    DistillationSettings, Growth, HumanSettings, PolicyInitSettings, RatingSettings, RunSettings,
    RunSettingsError, SelfPlaySettings, SelfPlaySettingsError, TrainingSettings,
};
#[cfg(feature = "torch")]
pub use train::{TrainError, Trained, train};
