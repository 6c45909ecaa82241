//! Layers as KataGo's files hold them.
//!
//! Such a file is a list of words between white space, one layer after the other as the network runs: its name, its
//! sizes, then its weights. Weights are words as well, or `@BIN@` followed by their bytes, four each, lowest first.
//! Nothing says in advance how long it is or how many layers come, so everything is believed only as far as the data
//! that was really there. What the inputs and outputs mean is for whoever reads a whole network.

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

/// What is wrong with a file of layers.
#[derive(thiserror::Error, Debug)]
pub enum FormatError {
    #[error("cannot be read: {0}")]
    Io(io::Error),
    #[error("the compressed data is corrupt ({0})")]
    Compression(io::Error),
    #[error("the file ends too early, in {place}")]
    Truncated { place: String },
    #[error("more than {limit} bytes when unpacked: too large for a network")]
    TooLarge { limit: u64 },
    #[error("a weight in {place} is not a finite number")]
    NotFinite { place: String },
    #[error("{place}: {what}")]
    Wrong { place: String, what: String },
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error("something follows after the end of the network")]
    Trailing,
}
