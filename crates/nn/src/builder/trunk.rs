//! The trunk: a convolution and a tower of residual blocks.

use serde::{Deserialize, Serialize};

use crate::builder::{BuildError, Builder, WeightSource};
use crate::graph::{Activation, Pool, ValueId};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trunk {
    pub style: Style,
    pub blocks: usize,
    pub channels: usize,
    #[serde(default)]
    pub activation: TrunkActivation,
    /// Blocks with global pooling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooling: Option<Pooling>,
}

/// Where a residual block normalises and activates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// After each convolution, the last one after the sum, as in AlphaZero and the SAI paper.
    Plain,
    /// Before each convolution, so that the sum passes through unchanged, as in KataGo.
    Preactivation,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrunkActivation {
    #[default]
    Relu,
    Mish,
    Silu,
}

impl From<TrunkActivation> for Activation {
    fn from(activation: TrunkActivation) -> Activation {
        match activation {
            TrunkActivation::Relu => Activation::Relu,
            TrunkActivation::Mish => Activation::Mish,
            TrunkActivation::Silu => Activation::Silu,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pooling {
    /// Which blocks pool, counted from 1.
    pub blocks: Vec<usize>,
    /// The number of a block's channels that are pooled and fed to the others.
    pub channels: usize,
}

/// A small network for flat features that many inputs have in common: two hidden layers, then one number per channel of the
/// trunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetadataEncoder {
    /// Units of both hidden layers.
    pub units: usize,
}

impl MetadataEncoder {
    pub fn check(&self) -> Result<(), BuildError> {
        BuildError::unless_within("metadata.units", self.units, 1, 4096)
    }

    fn build<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        from: ValueId,
        channels: usize,
        activation: Activation,
    ) -> Result<ValueId, S::Error> {
        let mut value = from;
        for layer in ["metadata.hidden1", "metadata.hidden2"] {
            value = builder.dense(layer, value, self.units, 1.0, Some(0.0))?;
            value = builder.activate(&format!("{layer}.activation"), value, activation)?;
        }
        // A network that is given this input later should say at first what it said before.
        builder.dense("metadata.out", value, channels, FAINT, None)
    }
}

/// Of the initial weights of a part that must not disturb the rest.
const FAINT: f32 = 0.05;

impl Trunk {
    pub fn check(&self) -> Result<(), BuildError> {
        BuildError::unless_within("trunk.blocks", self.blocks, 1, 256)?;
        BuildError::unless_within("trunk.channels", self.channels, 2, 4096)?;
        if let Some(pooling) = &self.pooling {
            if self.style == Style::Plain {
                return Err(BuildError::Conflict("pooling is for trunks of the preactivation style"));
            }
            BuildError::unless_within("trunk.pooling.channels", pooling.channels, 1, self.channels - 1)?;
            for block in &pooling.blocks {
                BuildError::unless_within("trunk.pooling.blocks", *block, 1, self.blocks)?;
            }
        }
        Ok(())
    }

    /// The layers from the inputs to the value that all heads use. `metadata` are flat features that go through a
    /// small network of their own.
    pub fn build<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        board: ValueId,
        flat: Option<ValueId>,
        metadata: Option<(ValueId, &MetadataEncoder)>,
    ) -> Result<ValueId, S::Error> {
        let activation = self.activation.into();
        let mut value = builder.conv("stem.conv", board, 3, self.channels, 1.0)?;
        if let Some(flat) = flat {
            let global = builder.dense("stem.features", flat, self.channels, 1.0, None)?;
            value = builder.add("stem.sum", value, global)?;
        }
        if let Some((metadata, encoder)) = metadata {
            let encoded = encoder.build(builder, metadata, self.channels, activation)?;
            value = builder.add("stem.metadata", value, encoded)?;
        }
        if self.style == Style::Plain {
            value = builder.norm_and_activate("stem", "", value, activation)?;
        }
        for number in 1..=self.blocks {
            let block = Block { name: format!("block{number}"), trunk: self, activation };
            value = match (self.style, self.pooled_in(number)) {
                (Style::Plain, _) => block.plain(builder, value)?,
                (Style::Preactivation, None) => block.preactivation(builder, value)?,
                (Style::Preactivation, Some(channels)) => block.pooling(builder, value, channels)?,
            };
        }
        match self.style {
            Style::Plain => Ok(value),
            Style::Preactivation => builder.norm_and_activate("trunk", "", value, activation),
        }
    }

    fn pooled_in(&self, block: usize) -> Option<usize> {
        let pooling = self.pooling.as_ref()?;
        pooling.blocks.contains(&block).then_some(pooling.channels)
    }
}

struct Block<'a> {
    name: String,
    trunk: &'a Trunk,
    activation: Activation,
}

impl Block<'_> {
    fn part(&self, what: &str) -> String {
        format!("{}.{what}", self.name)
    }

    /// Scales initial weights so that all blocks together change the values by about their own size: a deep
    /// trunk starts like a shallow one.
    fn last_gain(&self) -> f32 {
        1.0 / (self.trunk.blocks as f32).sqrt()
    }

    fn plain<S: WeightSource>(&self, builder: &mut Builder<S>, from: ValueId) -> Result<ValueId, S::Error> {
        let channels = self.trunk.channels;
        let value = builder.conv(&self.part("conv1"), from, 3, channels, 1.0)?;
        let value = builder.norm_and_activate(&self.name, "1", value, self.activation)?;
        let value = builder.conv(&self.part("conv2"), value, 3, channels, self.last_gain())?;
        let value = builder.norm(&self.part("norm2"), value)?;
        let value = builder.add(&self.part("sum"), value, from)?;
        builder.activate(&self.part("activation2"), value, self.activation)
    }

    fn preactivation<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        from: ValueId,
    ) -> Result<ValueId, S::Error> {
        let channels = self.trunk.channels;
        let value = builder.norm_and_activate(&self.name, "1", from, self.activation)?;
        let value = builder.conv(&self.part("conv1"), value, 3, channels, 1.0)?;
        let value = builder.norm_and_activate(&self.name, "2", value, self.activation)?;
        let value = builder.conv(&self.part("conv2"), value, 3, channels, self.last_gain())?;
        builder.add(&self.part("sum"), value, from)
    }

    /// `pooled` channels pass global information to the others.
    fn pooling<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        from: ValueId,
        pooled: usize,
    ) -> Result<ValueId, S::Error> {
        let channels = self.trunk.channels;
        let start = builder.norm_and_activate(&self.name, "1", from, self.activation)?;
        let local = builder.conv(&self.part("conv1"), start, 3, channels - pooled, 1.0)?;
        let global = builder.conv(&self.part("pooled.conv"), start, 3, pooled, 1.0)?;
        let global = builder.norm_and_activate(&self.part("pooled"), "", global, self.activation)?;
        let global = builder.pool(&self.part("pooled.pool"), global, Pool::MeanAndMax)?;
        let global = builder.dense(&self.part("pooled.dense"), global, channels - pooled, 1.0, None)?;
        let value = builder.add(&self.part("pooled.sum"), local, global)?;
        let value = builder.norm_and_activate(&self.name, "2", value, self.activation)?;
        let value = builder.conv(&self.part("conv2"), value, 3, channels, self.last_gain())?;
        builder.add(&self.part("sum"), value, from)
    }
}
