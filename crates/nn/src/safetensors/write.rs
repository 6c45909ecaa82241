//! Writes weights to files.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use super::{Recording, TensorError};

/// The precision of stored weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    #[default]
    F32,
    /// Half the size, with about three digits.
    F16,
    /// Half the size, with the range of f32 and about two digits.
    Bf16,
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Precision::F32 => "f32",
            Precision::F16 => "f16",
            Precision::Bf16 => "bf16",
        })
    }
}

impl FromStr for Precision {
    type Err = String;

    fn from_str(s: &str) -> Result<Precision, String> {
        match s {
            "f32" => Ok(Precision::F32),
            "f16" => Ok(Precision::F16),
            "bf16" => Ok(Precision::Bf16),
            _ => Err(format!("{s:?} is not f32, f16 or bf16")),
        }
    }
}

impl Precision {
    fn dtype(self) -> Dtype {
        match self {
            Precision::F32 => Dtype::F32,
            Precision::F16 => Dtype::F16,
            Precision::Bf16 => Dtype::BF16,
        }
    }

    fn bytes(self, weights: &[f32]) -> Vec<u8> {
        match self {
            Precision::F32 => weights.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Precision::F16 => weights.iter().flat_map(|x| f16::from_f32(*x).to_le_bytes()).collect(),
            Precision::Bf16 => weights.iter().flat_map(|x| bf16::from_f32(*x).to_le_bytes()).collect(),
        }
    }

    fn holds(self, weight: f32) -> bool {
        match self {
            Precision::F32 => true,
            Precision::F16 => f16::from_f32(weight).is_finite(),
            Precision::Bf16 => bf16::from_f32(weight).is_finite(),
        }
    }
}

/// The content of a file: all recorded tensors and one metadata entry. The same weights always give the same
/// bytes.
pub fn serialize(
    recording: Recording,
    precision: Precision,
    (entry, text): (&str, String),
) -> Result<Vec<u8>, TensorError> {
    let mut stored = Vec::with_capacity(recording.asked.len());
    for (name, shape, weights) in recording.asked {
        if !weights.iter().all(|weight| weight.is_finite()) {
            return Err(TensorError::NotFinite(name));
        }
        if !weights.iter().all(|weight| precision.holds(*weight)) {
            return Err(TensorError::TooLarge { name, precision });
        }
        stored.push((name, shape, precision.bytes(weights)));
    }
    let form = |e: safetensors::SafeTensorError| TensorError::Form(e.to_string());
    let views = stored
        .iter()
        .map(|(name, shape, bytes)| Ok((name, TensorView::new(precision.dtype(), shape.clone(), bytes)?)))
        .collect::<Result<Vec<_>, _>>()
        .map_err(form)?;
    // Only one entry: the order of several would vary between runs, and so would the hash.
    let entries = HashMap::from([(entry.to_string(), text)]);
    safetensors::serialize(views, Some(entries)).map_err(form)
}
