//! Reads layers from KataGo's files.
//!
//! Such a file is a list of words separated by white space, one layer after the other in execution order: its
//! name, its sizes, then its weights. Weights are words as well, or `@BIN@` followed by their bytes, four
//! each, little-endian. Nothing says in advance how long the file is or how many layers there are, so sizes
//! are trusted only as far as the data is really there. The meaning of inputs and outputs is left to the
//! reader of the whole network.

mod blocks;
mod layers;
mod reader;
mod transformer;
mod trunk;

pub use layers::Layers;
pub use reader::Reader;
pub use trunk::{TrunkInputs, read_trunk};

use std::io;

use crate::graph::GraphError;

/// What is wrong with a KataGo file.
#[derive(thiserror::Error, Debug)]
pub enum FormatError {
    #[error("cannot be read: {0}")]
    Io(io::Error),
    #[error("the compressed data is corrupt ({0})")]
    Compression(io::Error),
    #[error("the file ends too early, in {place}")]
    Truncated { place: String },
    #[error("more than {limit} bytes when decompressed: too large for a network")]
    TooLarge { limit: u64 },
    #[error("a weight in {place} is not a finite number")]
    NotFinite { place: String },
    #[error("{place}: {what}")]
    Wrong { place: String, what: String },
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error("there is data after the end of the network")]
    Trailing,
}
