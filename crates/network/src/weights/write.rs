//! Writes weights files.

use std::path::{Path, PathBuf};

use nn::safetensors::{Precision, Recording, TensorError, serialize};

use super::{DIGITS, ENTRY, EXTENSION, Header, WeightsError, hash};
use crate::file::FileError;
use crate::network::Network;

/// Writes a network into a folder, named after itself and the hash of its content, and returns the path.
pub fn write(
    header: &Header,
    network: &Network,
    precision: Precision,
    folder: &Path,
) -> Result<PathBuf, WeightsError> {
    let bytes = to_bytes(header, network, precision)?;
    let path = folder.join(file_name(&header.name, &bytes));
    atomic_file::write(&path, &bytes).map_err(FileError::Write)?;
    Ok(path)
}

/// What a network's file is called: its name and the hash of its content.
pub fn file_name(name: &str, bytes: &[u8]) -> String {
    format!("{name}-{}.{EXTENSION}", &hash(bytes)[..DIGITS])
}

/// Writes a network to a given path.
pub fn write_as(
    header: &Header,
    network: &Network,
    precision: Precision,
    path: &Path,
) -> Result<(), WeightsError> {
    let bytes = to_bytes(header, network, precision)?;
    Ok(atomic_file::write(path, &bytes).map_err(FileError::Write)?)
}

/// The content of a network file. The same network always gives the same bytes.
pub fn to_bytes(header: &Header, network: &Network, precision: Precision) -> Result<Vec<u8>, WeightsError> {
    let json = header.to_json()?;
    let mut recording = Recording::of(&network.graph);
    let rebuilt = header.architecture.build(&network.name, &mut recording)?;
    if rebuilt != *network || network.name != header.name {
        return Err(TensorError::OtherNetwork.into());
    }
    Ok(serialize(recording, precision, (ENTRY, json))?)
}
