//! What can be wrong with a network's file.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::GraphError;
use crate::weights::WeightsError;

/// A file that could not be read as a network.
#[derive(thiserror::Error, Debug)]
#[error("{}: {problem}", path.display())]
pub struct LoadError {
    pub path: PathBuf,
    pub problem: Problem,
}

/// What is wrong with a network's file.
#[derive(thiserror::Error, Debug)]
pub enum Problem {
    #[error("there is no such file")]
    NotFound,
    #[error("this is not a file")]
    NotAFile,
    #[error("cannot be read: {0}")]
    Io(io::Error),
    #[error("this is not a network's file")]
    NotANetwork,
    #[error("the compressed data is corrupt ({0})")]
    Compression(io::Error),
    #[error("the file ends too early, in {place}")]
    Truncated { place: String },
    #[error("more than {limit} bytes when unpacked: too large for a network")]
    TooLarge { limit: u64 },
    #[error(
        "running it would take {needed} MB of memory; a network of {weights} weights may take {allowed} MB at most"
    )]
    Memory { needed: u64, allowed: u64, weights: u64 },
    #[error("a network of KataGo's version {found}; versions {min} to {max} can be read", min = known.start(), max = known.end())]
    Version { found: i64, known: RangeInclusive<i64> },
    #[error("a weight in {place} is not a finite number")]
    NotFinite { place: String },
    #[error("{place}: {what}")]
    Wrong { place: String, what: String },
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error("something follows after the end of the network")]
    Trailing,
}
