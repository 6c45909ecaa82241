//! Reads weights from files. Nothing in a file is trusted before it is checked against the file's length.

use std::collections::HashSet;

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::TensorError;
use crate::builder::{InitialWeights, WeightSource};

/// Whether bytes are the start of a safetensors file: the length of a JSON header, then the header; but not
/// of a gzip file, which may start the same way.
pub fn looks_like(bytes: &[u8]) -> bool {
    matches!(bytes, [_, _, _, _, 0, 0, 0, 0, b'{', ..]) && !bytes.starts_with(&[0x1f, 0x8b])
}

/// The tensors of a file, as a source of weights.
pub struct TensorFile<'a> {
    metadata: Metadata,
    data: &'a [u8],
    taken: HashSet<String>,
}

impl<'a> TensorFile<'a> {
    /// The header and the data after it, which is exactly as long as the header says.
    pub fn parse(bytes: &'a [u8]) -> Result<TensorFile<'a>, TensorError> {
        let form = |what: &str| TensorError::Form(what.into());
        let (length, rest) = bytes.split_first_chunk().ok_or_else(|| form("shorter than 8 bytes"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (header, data) =
            rest.split_at_checked(length).ok_or_else(|| form("the header is longer than the file"))?;
        let metadata: Metadata = serde_json::from_slice(header).map_err(|e| form(&e.to_string()))?;
        if metadata.data_len() != data.len() {
            let (expected, found) = (metadata.data_len(), data.len());
            return Err(form(&format!(
                "the header tells of {expected} bytes of weights, the file has {found}"
            )));
        }
        Ok(TensorFile { metadata, data, taken: HashSet::new() })
    }

    /// An entry of the file's metadata.
    pub fn entry(&self, name: &str) -> Option<&str> {
        self.metadata.metadata().as_ref()?.get(name).map(String::as_str)
    }

    /// An error if there are unused tensors.
    pub fn check_all_taken(&self) -> Result<(), TensorError> {
        match self.metadata.offset_keys().into_iter().find(|name| !self.taken.contains(name)) {
            Some(name) => Err(TensorError::Extra(name)),
            None => Ok(()),
        }
    }
}

impl WeightSource for TensorFile<'_> {
    type Error = TensorError;

    fn weights(&mut self, name: &str, shape: &[usize], _: InitialWeights) -> Result<Vec<f32>, TensorError> {
        let info = self.metadata.info(name).ok_or_else(|| TensorError::Missing(name.into()))?;
        if info.shape != shape {
            let (found, expected) = (info.shape.clone(), shape.to_vec());
            return Err(TensorError::Shape { name: name.into(), found, expected });
        }
        self.taken.insert(name.into());
        let (start, end) = info.data_offsets;
        let data = self.data.get(start..end).ok_or_else(|| TensorError::Missing(name.into()))?;
        let weights = match info.dtype {
            Dtype::F32 => numbers(data, f32::from_le_bytes),
            Dtype::F16 => numbers(data, |bytes| f16::from_le_bytes(bytes).to_f32()),
            Dtype::BF16 => numbers(data, |bytes| bf16::from_le_bytes(bytes).to_f32()),
            other => return Err(TensorError::Type { name: name.into(), found: format!("{other:?}") }),
        };
        match weights.iter().all(|weight| weight.is_finite()) {
            true => Ok(weights),
            false => Err(TensorError::NotFinite(name.into())),
        }
    }
}

/// Subnormal numbers become zero: they are meaningless here, and slow on processors.
fn numbers<const N: usize>(data: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    let numbers = data.chunks_exact(N).filter_map(|bytes| bytes.try_into().ok()).map(number);
    numbers.map(|x| if x.is_subnormal() { 0.0 } else { x }).collect()
}
