//! How values are written into files and messages: those with a side as Black's, points by name.

use board::{Colour, MAX_SIDE, Move, Point, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Points have the same names on every board up to this one.
const LARGEST: Size = match Size::square(MAX_SIDE) {
    Ok(size) => size,
    Err(_) => panic!("the largest board is a board"),
};

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

pub mod one_move {
    use super::*;

    pub fn serialize<S: Serializer>(mv: &Move, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(mv)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        read(&String::deserialize(from)?)
    }

    pub(super) fn read<E: de::Error>(text: &str) -> Result<Move, E> {
        Move::parse(text, LARGEST).map_err(E::custom)
    }
}

pub mod moves {
    use super::*;

    pub fn serialize<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(moves.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        Vec::<String>::deserialize(from)?.iter().map(|text| one_move::read(text)).collect()
    }
}

pub mod points {
    use super::*;

    pub fn serialize<S: Serializer>(points: &[Point], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(points.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Point>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| Point::parse(text, LARGEST).map_err(de::Error::custom)).collect()
    }
}

pub mod point {
    use super::*;

    pub fn serialize<S: Serializer>(p: &Point, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(p)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Point, D::Error> {
        Point::parse(&String::deserialize(from)?, LARGEST).map_err(de::Error::custom)
    }
}

/// A move that need not be there.
pub mod optional_move {
    use super::*;

    pub fn serialize<S: Serializer>(mv: &Option<Move>, to: S) -> Result<S::Ok, S::Error> {
        mv.map(|mv| mv.to_string()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Move>, D::Error> {
        Option::<String>::deserialize(from)?.map(|text| one_move::read(&text)).transpose()
    }
}

/// Moves that need not be there.
pub mod optional_moves {
    use super::*;

    pub fn serialize<S: Serializer>(moves: &Option<Vec<Move>>, to: S) -> Result<S::Ok, S::Error> {
        let names = |moves: &Vec<Move>| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        moves.as_ref().map(names).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<Move>>, D::Error> {
        let texts = Option::<Vec<String>>::deserialize(from)?;
        texts.map(|texts| texts.iter().map(|text| one_move::read(text)).collect()).transpose()
    }
}
