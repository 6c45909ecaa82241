//! Networks that learn from their own games (SAI, arXiv:1905.10863).
//!
//! A network plays against itself ([`SelfPlay`]), [`Record`]s of the games are kept in files that survive a kill
//! ([`game_store`]), and [`Examples`] are taken from them for training.

mod examples;
pub mod game_store;
pub mod log;
pub mod plot;
mod record;
mod run;
mod selfplay;
mod settings;
#[cfg(feature = "torch")]
mod train;

pub use examples::{Examples, Targets, Writer};
pub use log::Losses;
pub use record::{Ending, Record, RecordError, TeacherTarget, Turn};
pub use run::{ReplayWindow, Run, RunError};
pub use selfplay::{PolicyInitSettings, Progress, SelfPlay, SelfPlayError, even_komi};
pub use settings::{
    DistillationSettings, Growth, RatingSettings, RunSettings, RunSettingsError, SelfPlaySettings,
    SelfPlaySettingsError, TrainingSettings,
};
#[cfg(feature = "torch")]
pub use train::{TrainError, Trained, train};

use board::Rules;

/// What is played in self-play: areas are counted as they stand after two passes, no position comes back, and there is
/// no suicide, which the paper's program did not know either.
pub const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };
