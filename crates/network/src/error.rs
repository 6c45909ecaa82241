//! Why a file is not a network.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use nn::MemoryError;
use nn::katago::FormatError;

use crate::file::FileError;
use crate::weights::WeightsError;

/// A file that could not be read as a network.
#[derive(thiserror::Error, Debug)]
#[error("{}: {reason}", path.display())]
pub struct LoadError {
    pub path: PathBuf,
    pub reason: ReadError,
}

/// What is wrong with a network file.
#[derive(thiserror::Error, Debug)]
pub enum ReadError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("this is not a network file")]
    NotANetwork,
    #[error("KataGo model version {found} is not supported: versions {min} to {max} can be read", min = known.start(), max = known.end())]
    Version { found: i64, known: RangeInclusive<i64> },
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    KataGo(#[from] FormatError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
}
