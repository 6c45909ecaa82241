//! Weights files into networks. Nothing in a file is believed before it was checked against the file's length.

use std::collections::HashSet;
use std::path::Path;

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::{DIGITS, Header, Stored, WeightsError, hash, hash_in_name};
use crate::architecture::{Source, Start};

/// Whether bytes are the beginning of a safetensors file: the length of a header of JSON, then that; but not of a
/// gzip file, which may begin so too.
pub fn looks_like(bytes: &[u8]) -> bool {
    matches!(bytes, [_, _, _, _, 0, 0, 0, 0, b'{', ..]) && !bytes.starts_with(&[0x1f, 0x8b])
}

/// Reads a file, and checks its name.
pub fn load(path: &Path) -> Result<Stored, WeightsError> {
    let bytes = std::fs::read(path)?;
    check_name(path, &bytes)?;
    read(&bytes)
}

/// When a file's name carries a hash, it must be the content's.
pub fn check_name(path: &Path, bytes: &[u8]) -> Result<(), WeightsError> {
    let Some(named) = hash_in_name(path) else { return Ok(()) };
    let found = &hash(bytes)[..DIGITS];
    match named == found {
        true => Ok(()),
        false => Err(WeightsError::Hash { named: named.into(), found: found.into() }),
    }
}

/// What a file says of itself, without its weights.
pub fn read_header(bytes: &[u8]) -> Result<Header, WeightsError> {
    header(&parts(bytes)?.0)
}

fn header(metadata: &Metadata) -> Result<Header, WeightsError> {
    let entry = metadata.metadata().as_ref().and_then(|entries| entries.get("shidogo"));
    Header::from_json(entry.ok_or(WeightsError::Foreign)?)
}

pub fn read(bytes: &[u8]) -> Result<Stored, WeightsError> {
    let (metadata, data) = parts(bytes)?;
    let header = header(&metadata)?;
    let mut file = File { metadata: &metadata, data, taken: HashSet::new() };
    let network = header.architecture.build(&header.name, &mut file)?;
    match metadata.offset_keys().into_iter().find(|name| !file.taken.contains(name)) {
        Some(name) => Err(WeightsError::Extra(name)),
        None => Ok(Stored { header, network }),
    }
}

/// The header and the data behind it, which is exactly as long as the header says.
fn parts(bytes: &[u8]) -> Result<(Metadata, &[u8]), WeightsError> {
    let form = |what: &str| WeightsError::Form(what.into());
    let (length, rest) = bytes.split_first_chunk().ok_or_else(|| form("shorter than 8 bytes"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let (header, data) =
        rest.split_at_checked(length).ok_or_else(|| form("the header is longer than the file"))?;
    let metadata: Metadata = serde_json::from_slice(header).map_err(|e| form(&e.to_string()))?;
    if metadata.data_len() != data.len() {
        let (expected, found) = (metadata.data_len(), data.len());
        return Err(form(&format!("the header tells of {expected} bytes of weights, the file has {found}")));
    }
    Ok((metadata, data))
}

struct File<'a> {
    metadata: &'a Metadata,
    data: &'a [u8],
    taken: HashSet<String>,
}

impl Source for File<'_> {
    type Error = WeightsError;

    fn weights(&mut self, name: &str, shape: &[usize], _: Start) -> Result<Vec<f32>, WeightsError> {
        let info = self.metadata.info(name).ok_or_else(|| WeightsError::Missing(name.into()))?;
        if info.shape != shape {
            let (found, expected) = (info.shape.clone(), shape.to_vec());
            return Err(WeightsError::Shape { name: name.into(), found, expected });
        }
        self.taken.insert(name.into());
        let (start, end) = info.data_offsets;
        let data = self.data.get(start..end).ok_or_else(|| WeightsError::Missing(name.into()))?;
        let weights = match info.dtype {
            Dtype::F32 => numbers(data, f32::from_le_bytes),
            Dtype::F16 => numbers(data, |bytes| f16::from_le_bytes(bytes).to_f32()),
            Dtype::BF16 => numbers(data, |bytes| bf16::from_le_bytes(bytes).to_f32()),
            other => return Err(WeightsError::Type { name: name.into(), found: format!("{other:?}") }),
        };
        match weights.iter().all(|weight| weight.is_finite()) {
            true => Ok(weights),
            false => Err(WeightsError::NotFinite(name.into())),
        }
    }
}

/// Subnormal numbers become zero: they mean nothing here, and processors are slow with them.
fn numbers<const N: usize>(data: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    let numbers = data.chunks_exact(N).filter_map(|bytes| bytes.try_into().ok()).map(number);
    numbers.map(|x| if x.is_subnormal() { 0.0 } else { x }).collect()
}
