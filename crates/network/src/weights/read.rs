//! Reads weights files.

use std::path::Path;

use nn::check_memory;
use nn::safetensors::TensorFile;

use super::{DIGITS, ENTRY, Header, Stored, WeightsError, hash, hash_in_name};
use crate::file;

/// Reads a file, and checks its name.
pub fn load(path: &Path) -> Result<Stored, WeightsError> {
    let bytes = file::read(path)?;
    check_name(path, &bytes)?;
    read(&bytes)
}

/// If a file name contains a hash, it must match the content.
pub fn check_name(path: &Path, bytes: &[u8]) -> Result<(), WeightsError> {
    let Some(named) = hash_in_name(path) else { return Ok(()) };
    let found = &hash(bytes)[..DIGITS];
    match named == found {
        true => Ok(()),
        false => Err(WeightsError::Hash { named: named.into(), found: found.into() }),
    }
}

/// The header of a file, without the weights.
pub fn read_header(bytes: &[u8]) -> Result<Header, WeightsError> {
    header(&TensorFile::parse(bytes)?)
}

fn header(file: &TensorFile) -> Result<Header, WeightsError> {
    Header::from_json(file.entry(ENTRY).ok_or(WeightsError::Foreign)?)
}

/// Reads the bytes of a file. The resulting network can be run: its memory has been checked.
pub fn read(bytes: &[u8]) -> Result<Stored, WeightsError> {
    let mut file = TensorFile::parse(bytes)?;
    let header = header(&file)?;
    let network = header.architecture.build(&header.name, &mut file)?;
    file.check_all_taken()?;
    check_memory(&network.graph)?;
    Ok(Stored { header, network })
}
