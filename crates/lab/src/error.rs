//! What can go wrong in an experiment.

use ledger::LedgerError;

use crate::conditions::ConditionsError;
use crate::experiment::ExperimentError;

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
    Conditions(#[from] ConditionsError),
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("{0}")]
    Evaluator(#[from] network::EvaluatorError),
    #[error("a thread died")]
    Died,
}
