//! Errors of a network as an evaluator.

use board::Size;

use crate::outputs::{HeadError, NotFinite};
use nn::ExecutorError;

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum EvaluatorError {
    #[error(transparent)]
    Heads(#[from] HeadError),
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    #[error("this symmetry does not keep the shape of a {0} board")]
    Symmetry(Size),
}
