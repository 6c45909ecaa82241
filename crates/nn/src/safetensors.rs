//! Weights in the safetensors format.

mod read;
mod recording;
mod write;

pub use read::{TensorFile, looks_like};
pub use recording::Recording;
pub use write::{Precision, serialize};

use crate::builder::BuildError;

/// What is wrong with a file of tensors, or with a graph that should become one.
#[derive(thiserror::Error, Debug)]
pub enum TensorError {
    #[error("not a weights file: {0}")]
    Form(String),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("tensor {0} is missing")]
    Missing(String),
    #[error("tensor {0} has no place in this architecture")]
    Extra(String),
    #[error("tensor {name} has the shape {found:?}, the architecture asks for {expected:?}")]
    Shape { name: String, found: Vec<usize>, expected: Vec<usize> },
    #[error("tensor {name} holds numbers of type {found}: F32, F16 and BF16 can be read")]
    Type { name: String, found: String },
    #[error("tensor {0} holds a number that is infinite or not a number")]
    NotFinite(String),
    #[error("a weight of {name} is too large to be stored as {precision}")]
    TooLarge { name: String, precision: Precision },
    #[error("the network is not the one its header describes")]
    OtherNetwork,
}
