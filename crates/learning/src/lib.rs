//! Networks that learn from their own games (SAI, arXiv:1905.10863).
//!
//! A network plays against itself ([`SelfPlay`]), [`Record`]s of the games are kept in files that survive a kill
//! ([`shelf`]), and [`Examples`] are taken from them for training.

mod examples;
mod hall;
mod komi;
mod learn_settings;
pub mod log;
mod opening;
mod playing;
pub mod plot;
mod record;
mod run;
mod selfplay;
pub mod settings;
pub mod shelf;
mod teaching;
#[cfg(feature = "torch")]
mod train;

pub use examples::{Examples, Targets, Writer};
pub use komi::even_komi;
pub use learn_settings::{Growth, LearnSettings, LearnSettingsError, RatedSettings, TrainSettings};
pub use log::Measured;
pub use opening::OpeningSettings;
pub use record::{Ending, Record, RecordError, Taught, Turn};
pub use run::{Lesson, Run, RunError};
pub use selfplay::{Progress, SelfPlay, SelfPlayError};
pub use settings::{PlaySettings, TeachSettings};
#[cfg(feature = "torch")]
pub use train::{TrainError, Trained, train};

use board::Rules;

/// What is played in self-play: areas are counted as they stand after two passes, no position comes back, and there is
/// no suicide, which the paper's program did not know either.
pub const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };
