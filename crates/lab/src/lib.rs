//! Repeats papers' experiments with our own networks: `shidogo lab`.
//!
//! An [`Experiment`] is a list of [`Pairing`]s: who plays whom, under which conditions. [`Lab`] plays their
//! games, many side by side; every finished game is written to the [`Ledger`] at once, so a killed run can be
//! resumed. [`report`] compares the results with the paper's.

mod contender;
mod experiment;
mod game;
mod lab;
mod pairing;
pub mod paper;
pub mod report;
mod results;
mod settings;

pub use contender::Contender;
pub use experiment::{Experiment, Participants};
pub use game::{Ending, Entry};
pub use lab::{Lab, Progress};
pub use ledger::LedgerError;
pub use pairing::Pairing;
pub use results::{Outcome, Results};
pub use settings::{Conditions, NetName, Settings, SettingsError};

/// The folder of an experiment.
pub type Ledger = ledger::Ledger<Settings>;

/// Errors of an experiment.
#[derive(thiserror::Error, Debug)]
pub enum LabError {
    #[error(transparent)]
    Load(#[from] network::LoadError),
    #[error("{name}: {reason}")]
    Net { name: String, reason: String },
    #[error("{name} knows boards of {points} points only, not {size}: use --size {side}, or another network")]
    Size { name: String, points: usize, size: board::Size, side: usize },
    #[error("two networks are called {0}: name one of them, as in --weak other={0}.safetensors")]
    SameName(String),
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Agent(#[from] evaluation::AgentError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("{0}")]
    Judge(#[from] network::EvaluatorError),
    #[error("a thread died")]
    Died,
}
