//! Weights in the safetensors format.

mod read;
mod recording;
mod write;

pub use read::{TensorFile, looks_like};
pub use recording::Recording;
pub use write::{Precision, serialize};

use crate::builder::BuildError;

/// What is wrong with a tensor file, or with a graph to be stored.
#[derive(thiserror::Error, Debug)]
pub enum TensorError {
    #[error("not a weights file: {0}")]
    Form(String),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("tensor {0} is missing")]
    Missing(String),
    #[error("tensor {0} does not belong to this architecture")]
    Extra(String),
    #[error("tensor {name} has the shape {found:?}, but the architecture needs {expected:?}")]
    Shape { name: String, found: Vec<usize>, expected: Vec<usize> },
    #[error("tensor {name} has the type {found}: only F32, F16 and BF16 can be read")]
    Type { name: String, found: String },
    #[error("tensor {0} contains an infinity or a NaN")]
    NotFinite(String),
    #[error("a weight of {name} is too large to be stored as {precision}")]
    TooLarge { name: String, precision: Precision },
    #[error("the network is not the one its header describes")]
    OtherNetwork,
}
