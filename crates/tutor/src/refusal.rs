//! Why something cannot be done.

/// Why something cannot be done, for the player to read.
#[derive(thiserror::Error, Clone, PartialEq, Debug)]
#[error("{0}")]
pub struct Refusal(pub String);

pub fn refuse<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(text.into()))
}

/// What the page says when the partner could not think.
pub fn cannot_think(error: &partner::EvaluationError) -> String {
    format!("I cannot think here: {error}.")
}
