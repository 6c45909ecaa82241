//! What can go wrong with a network as an evaluator.

use std::sync::{Arc, OnceLock};

use board::Size;

use crate::{HeadError, NotFinite};
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

/// Where evaluators leave the first error they meet. Clones share it.
#[derive(Clone, Default, Debug)]
pub struct Trouble(Arc<OnceLock<EvaluatorError>>);

impl Trouble {
    pub fn first(&self) -> Option<&EvaluatorError> {
        self.0.get()
    }

    pub(super) fn tell(&self, error: EvaluatorError) {
        // Later ones are mostly the first one again.
        _ = self.0.set(error);
    }
}
