//! Our own weights files.
//!
//! A file is in the safetensors format, with one entry `shidogo` in its metadata: the [`Header`] as JSON,
//! which contains the architecture. Reading builds the architecture's graph and takes every weight from the
//! tensor with its name. The name of a file contains the start of the SHA-256 of its content.

mod header;
mod read;
mod write;

pub use header::{FORMAT, Header, Training};
pub use nn::safetensors::{Precision, looks_like};
pub use read::{check_name, load, read, read_header};
pub use write::{file_name, to_bytes, write, write_as};

use std::path::Path;

use nn::safetensors::TensorError;
use nn::{BuildError, MemoryError};
use sha2::{Digest, Sha256};

use crate::file::FileError;
use crate::network::Network;

/// A network with its header.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    pub header: Header,
    pub network: Network,
}

/// The extension of our files.
pub const EXTENSION: &str = "safetensors";

/// The metadata entry with the header.
const ENTRY: &str = "shidogo";

#[derive(thiserror::Error, Debug)]
pub enum WeightsError {
    #[error(transparent)]
    Tensors(#[from] TensorError),
    #[error("a safetensors file, but not a Shidogo network: its metadata has no entry 'shidogo'")]
    Foreign,
    #[error("weights format {0}: this program reads format {FORMAT}, a newer one may read this file")]
    Format(u64),
    #[error("the header is wrong: {0}")]
    Header(String),
    #[error(transparent)]
    Architecture(#[from] BuildError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(
        "the name says the content's hash is {named}, but it is {found}: the file is damaged or misnamed"
    )]
    Hash { named: String, found: String },
    #[error(transparent)]
    File(#[from] FileError),
}

/// The SHA-256 of a file's content, in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The number of hash digits in a file name.
const DIGITS: usize = 16;

/// The start of a hash in a file name: what follows the last '-'.
fn hash_in_name(path: &Path) -> Option<&str> {
    let (_, digits) = path.file_stem()?.to_str()?.rsplit_once('-')?;
    let is_hash = digits.len() == DIGITS && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then_some(digits)
}
