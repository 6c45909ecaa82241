//! What can go wrong with a network as a judge.

use std::sync::{Arc, OnceLock};

use board::Size;

use crate::{NotFinite, WrongHead};
use nn::ExecutorError;

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum EvaluatorError {
    #[error(transparent)]
    Heads(#[from] WrongHead),
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    #[error("this symmetry does not keep the shape of a {0} board")]
    Symmetry(Size),
}

/// Where judges leave the first error they meet. Clones share it.
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
