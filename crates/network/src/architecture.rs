//! Our own networks: builds a graph from a few settings.
//!
//! Every layer has a name that follows from the settings alone, and weights are stored under these names. So
//! renaming, adding or removing a layer under the same settings makes old files unreadable.
//!
//! Normalisation is always a separate [`nn::Layer::ScaleBias`], and that layer has no other use: training may
//! replace it by a batch normalisation, and fold it back when the weights are stored.

mod heads;
mod presets;

pub use heads::{FixedHeads, FreeHeads, HeadSettings};

use std::sync::Arc;

use nn::{BuildError, Builder, Layer, MetadataEncoder, Shape, Trunk, WeightSource};
use serde::{Deserialize, Serialize};

use crate::network::{Metadata, Network, Planes};
use crate::planes::PLAYER_FEATURES;

/// The architecture of one of our networks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    pub inputs: Inputs,
    /// For networks that imitate people: how they take in what is known of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<MetadataEncoder>,
    pub trunk: Trunk,
    pub heads: HeadSettings,
}

/// The inputs of one of our networks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Inputs {
    /// The SAI paper's, for this many last positions.
    Sai { positions: usize },
    /// KataGo's inputs, version 7, without komi and rules, because the curve is valid for every komi.
    #[serde(rename = "katago")]
    KataGo,
}

impl Inputs {
    /// Channels per point.
    fn board_channels(self) -> usize {
        match self {
            Inputs::Sai { positions } => 1 + 4 * positions,
            Inputs::KataGo => 22,
        }
    }

    /// Channels for the whole position.
    fn flat_channels(self) -> Option<usize> {
        match self {
            Inputs::Sai { .. } => None,
            Inputs::KataGo => Some(19),
        }
    }
}

/// What is wrong with an architecture file.
#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum ArchitectureError {
    #[error("line {line}: {what}")]
    Toml { line: usize, what: String },
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl Architecture {
    /// Reads settings as TOML.
    pub fn from_toml(text: &str) -> Result<Architecture, ArchitectureError> {
        let architecture: Architecture = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            ArchitectureError::Toml { line, what: error.message().into() }
        })?;
        architecture.check()?;
        Ok(architecture)
    }

    pub fn check(&self) -> Result<(), BuildError> {
        if let Inputs::Sai { positions } = self.inputs {
            BuildError::unless_within("inputs.positions", positions, 1, 16)?;
        }
        if let Some(players) = &self.players {
            players.check()?;
            if self.inputs != Inputs::KataGo {
                return Err(BuildError::Conflict("players are for networks with KataGo's inputs"));
            }
        }
        self.trunk.check()?;
        self.heads.check()
    }

    pub fn planes(&self) -> Planes {
        match self.inputs {
            Inputs::Sai { positions } => Planes::Sai { positions },
            Inputs::KataGo => Planes::KataGo {
                life_under_suicide: false,
                metadata: self.players.map(|_| Metadata::Players),
                board_only: true,
            },
        }
    }

    /// The only board size it supports, if its heads fix it.
    pub fn fixed_side(&self) -> Option<usize> {
        match &self.heads {
            HeadSettings::Fixed(heads) => Some(heads.side),
            HeadSettings::Free(_) => None,
        }
    }

    /// Builds the network; `source` provides every weight.
    pub fn build<S: WeightSource>(&self, name: &str, source: &mut S) -> Result<Network, S::Error> {
        self.check()?;
        let mut builder = Builder::new(source);
        let board = builder.layer("planes", Layer::Input(Shape::Board(self.inputs.board_channels())), &[])?;
        let flat = match self.inputs.flat_channels() {
            Some(channels) => Some(builder.layer("features", Layer::Input(Shape::Flat(channels)), &[])?),
            None => None,
        };
        let players = match &self.players {
            Some(encoder) => {
                let input = builder.layer("players", Layer::Input(Shape::Flat(PLAYER_FEATURES)), &[])?;
                Some((input, encoder))
            }
            None => None,
        };
        let trunk = self.trunk.build(&mut builder, board, flat, players)?;
        let heads = self.heads.build(&mut builder, trunk, self.trunk.activation.into())?;
        let graph = Arc::new(builder.finish());
        Ok(Network { name: name.into(), graph, planes: self.planes(), heads })
    }
}
