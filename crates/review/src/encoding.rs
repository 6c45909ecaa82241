//! How values with a side are written into files and messages: as Black's.

use board::Colour;
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// More digits would tell of chance only.
fn short(value: f32) -> f64 {
    (f64::from(value) * 1e4).round() / 1e4
}

pub mod win_rate {
    use super::*;

    pub fn serialize<S: Serializer>(value: &WinRate, to: S) -> Result<S::Ok, S::Error> {
        short(value.of(Colour::Black)).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<WinRate, D::Error> {
        Ok(WinRate::for_side(Colour::Black, f32::deserialize(from)?))
    }
}

pub mod lead {
    use super::*;

    pub fn serialize<S: Serializer>(value: &Lead, to: S) -> Result<S::Ok, S::Error> {
        short(value.of(Colour::Black)).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Lead, D::Error> {
        Ok(Lead::for_side(Colour::Black, f32::deserialize(from)?))
    }
}

/// A number without a side.
pub mod figure {
    use super::*;

    pub fn serialize<S: Serializer>(value: &f32, to: S) -> Result<S::Ok, S::Error> {
        short(*value).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
        f32::deserialize(from)
    }
}
