//! The experiments of the papers, on networks of one's own: `shidogo lab`.
//!
//! An [`Experiment`] is a list of [`Pairing`]s: who plays whom, on which terms. [`Lab`] plays their games, many side by
//! side; every finished game is a line of the [`Ledger`]'s file at once, so that a killed run goes on where it was.
//! [`report`] writes what came out beside the paper's numbers.

mod conditions;
mod contender;
mod entry;
mod error;
mod experiment;
mod game;
mod lab;
mod pairing;
pub mod paper;
pub mod report;
mod results;
mod settings;

pub use conditions::{Conditions, ConditionsError};
pub use contender::{Contender, NetName};
pub use entry::{Ending, Entry};
pub use error::LabError;
pub use experiment::{Experiment, ExperimentError, Participants};
pub use lab::{Lab, Progress};
pub use pairing::Pairing;
pub use results::{Outcome, Results};
pub use settings::Settings;

/// The folder of an experiment.
pub type Ledger = ledger::Ledger<Settings>;
