//! The header of a weights file.

use serde::{Deserialize, Serialize};

use super::WeightsError;
use crate::architecture::Architecture;

/// The format that this program reads and writes. Other formats are refused.
pub const FORMAT: u64 = 1;

/// Informational fields may be added without a new format; programs ignore those they do not know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Letters, digits, '-', '_' and '.'.
    pub name: String,
    pub architecture: Architecture,
    /// The board sizes it is for.
    pub sizes: Vec<usize>,
    #[serde(default)]
    pub training: Training,
}

/// How a network was trained.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Training {
    /// In words.
    pub data: String,
    /// The seed of its initial random weights, if it started from such.
    pub seed: Option<u64>,
    /// The hash of the network it started from, if any.
    pub parent: Option<String>,
    pub generation: u64,
    pub games: u64,
    pub samples: u64,
    pub steps: u64,
}

#[derive(Deserialize)]
struct Format {
    format: u64,
}

#[derive(Serialize)]
struct Full<'a> {
    format: u64,
    #[serde(flatten)]
    header: &'a Header,
}

impl Header {
    pub(super) fn to_json(&self) -> Result<String, WeightsError> {
        self.check()?;
        serde_json::to_string(&Full { format: FORMAT, header: self })
            .map_err(|e| WeightsError::Header(e.to_string()))
    }

    pub(super) fn from_json(text: &str) -> Result<Header, WeightsError> {
        let wrong = |e: serde_json::Error| WeightsError::Header(e.to_string());
        // For other formats, only this field can be assumed.
        let format: Format = serde_json::from_str(text).map_err(wrong)?;
        if format.format != FORMAT {
            return Err(WeightsError::Format(format.format));
        }
        let header: Header = serde_json::from_str(text).map_err(wrong)?;
        header.check()?;
        Ok(header)
    }

    fn check(&self) -> Result<(), WeightsError> {
        let wrong = |what: String| Err(WeightsError::Header(what));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.len() > 100 || !self.name.chars().all(is_plain) {
            return wrong(format!(
                "{:?} is not a name of 1 to 100 letters, digits, '-', '_' or '.'",
                self.name
            ));
        }
        if self.sizes.is_empty() || !self.sizes.iter().all(|side| (2..=19).contains(side)) {
            return wrong(format!("sizes {:?}: there must be one at least, from 2 to 19", self.sizes));
        }
        self.architecture.check()?;
        match self.architecture.fixed_side() {
            Some(side) if self.sizes != [side] => {
                wrong(format!("sizes {:?}, but the heads are for {side}×{side} only", self.sizes))
            }
            _ => Ok(()),
        }
    }
}
