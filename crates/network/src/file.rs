//! Opens network files, whatever their content.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Larger networks are refused, compressed or not.
pub(crate) const MAX_BYTES: u64 = 4 << 30;

/// Why a file cannot be read or written.
#[derive(thiserror::Error, Debug)]
pub enum FileError {
    #[error("there is no such file")]
    NotFound,
    #[error("this is not a file")]
    NotAFile,
    #[error("{bytes} bytes: too large for a network")]
    TooLarge { bytes: u64 },
    #[error("cannot be read: {0}")]
    Io(io::Error),
    #[error("cannot be written: {0}")]
    Write(io::Error),
}

/// Opens a network file and returns its length.
pub(crate) fn open(path: &Path) -> Result<(File, u64), FileError> {
    // Checked before opening, because opening a pipe would wait for its writer.
    let metadata = std::fs::metadata(path).map_err(opening)?;
    if !metadata.is_file() {
        return Err(FileError::NotAFile);
    }
    Ok((File::open(path).map_err(opening)?, metadata.len()))
}

/// All bytes of a file, up to the length it had when it was opened.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let (file, bytes) = open(path)?;
    if bytes > MAX_BYTES {
        return Err(FileError::TooLarge { bytes });
    }
    let mut content = Vec::new();
    file.take(bytes).read_to_end(&mut content).map_err(FileError::Io)?;
    Ok(content)
}

fn opening(error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotFound => FileError::NotFound,
        _ => FileError::Io(error),
    }
}
