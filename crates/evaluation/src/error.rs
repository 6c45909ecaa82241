//! Failed evaluations.

use std::error::Error;
use std::sync::Arc;

/// Why positions could not be evaluated. Clones share the cause.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the evaluation failed: {0}")]
pub struct EvaluationError(#[source] Arc<dyn Error + Send + Sync>);

impl EvaluationError {
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> EvaluationError {
        EvaluationError(Arc::from(cause.into()))
    }
}

/// Two errors are equal if their messages are.
impl PartialEq for EvaluationError {
    fn eq(&self, other: &EvaluationError) -> bool {
        self.to_string() == other.to_string()
    }
}
