//! Networks into weights files.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use super::tensors::{Collected, Tensors};
use super::{DIGITS, EXTENSION, Header, WeightsError, hash};
use crate::{Network, put};

/// How weights are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    #[default]
    F32,
    /// Half as long, and exact to about three digits.
    F16,
    /// Half as long, with the range of f32, and exact to about two digits.
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

/// Writes a network into a folder, under its name and its content's hash, and says where.
pub fn write(
    header: &Header,
    network: &Network,
    precision: Precision,
    folder: &Path,
) -> Result<PathBuf, WeightsError> {
    let bytes = to_bytes(header, network, precision)?;
    let path = folder.join(format!("{}-{}.{EXTENSION}", header.name, &hash(&bytes)[..DIGITS]));
    put(&bytes, &path)?;
    Ok(path)
}

/// Writes a network under a name of the caller's choice.
pub fn write_as(
    header: &Header,
    network: &Network,
    precision: Precision,
    path: &Path,
) -> Result<(), WeightsError> {
    Ok(put(&to_bytes(header, network, precision)?, path)?)
}

/// The content of a network's file. The same network always gives the same bytes.
pub fn to_bytes(header: &Header, network: &Network, precision: Precision) -> Result<Vec<u8>, WeightsError> {
    let json = header.to_json()?;
    let mut collected = Collected { tensors: Tensors::of(&network.graph), asked: Vec::new() };
    let rebuilt = header.architecture.build(&network.name, &mut collected)?;
    if rebuilt != *network || network.name != header.name {
        return Err(WeightsError::OtherNetwork);
    }
    let mut stored = Vec::with_capacity(collected.asked.len());
    for (name, shape, weights) in collected.asked {
        if !weights.iter().all(|weight| weight.is_finite()) {
            return Err(WeightsError::NotFinite(name));
        }
        if !weights.iter().all(|weight| precision.holds(*weight)) {
            return Err(WeightsError::TooLarge { name, precision });
        }
        stored.push((name, shape, precision.bytes(weights)));
    }
    let form = |e: safetensors::SafeTensorError| WeightsError::Form(e.to_string());
    let views = stored
        .iter()
        .map(|(name, shape, bytes)| Ok((name, TensorView::new(precision.dtype(), shape.clone(), bytes)?)))
        .collect::<Result<Vec<_>, _>>()
        .map_err(form)?;
    // One entry only: the order of several would change from run to run, and the hash with it.
    let entries = HashMap::from([("shidogo".to_string(), json)]);
    safetensors::serialize(views, Some(entries)).map_err(form)
}
