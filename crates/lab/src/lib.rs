//! Repeats papers' experiments with our own networks: `shidogo lab`.
//!
//! An [`Experiment`] is a list of [`Pairing`]s: who plays whom, under which conditions. [`Lab`] plays their
//! games, many side by side; every finished game is written to the [`Ledger`] at once, so a killed run can be
//! resumed. [`report`] compares the results with the paper's.

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
