//! Reads the trunk: from the inputs to the value that all heads use.

use super::FormatError;
use super::layers::Layers;
use super::{blocks, transformer};
use crate::graph::{Layer, NormOver, ValueId};

/// The inputs of the trunk.
pub struct TrunkInputs {
    pub board: ValueId,
    pub flat: ValueId,
    /// Flat features that first go through a small network of their own.
    pub metadata: Option<ValueId>,
}

pub fn read_trunk(layers: &mut Layers, inputs: TrunkInputs) -> Result<ValueId, FormatError> {
    let name = layers.reader.name()?;
    let count = layers.reader.size()?;
    let channels = layers.reader.size()?;
    // How blocks divide their channels; the blocks themselves say it too.
    for _ in 0..4 {
        layers.reader.size()?;
    }
    let mut final_rms_norm = false;
    if layers.version >= 15 {
        final_rms_norm = layers.reader.flag("the kind of the last norm")?;
        layers.reader.unused(5)?;
    }

    let start = layers.conv(inputs.board)?;
    layers.expect(layers.channels(start), channels)?;
    let bias = layers.dense(inputs.flat)?;
    let mut trunk = layers.sum(&name, start, bias)?;
    if let Some(metadata) = inputs.metadata {
        let encoded = encode_metadata(layers, metadata)?;
        trunk = layers.sum(&name, trunk, encoded)?;
    }
    trunk = blocks::read_stack(layers, trunk, count, 0)?;
    trunk = match final_rms_norm {
        true => final_norm(layers, trunk)?,
        false => layers.norm(trunk)?,
    };
    layers.activation(trunk)
}

fn encode_metadata(layers: &mut Layers, metadata: ValueId) -> Result<ValueId, FormatError> {
    layers.reader.name()?;
    let got = layers.reader.size()?;
    layers.expect(got, layers.channels(metadata))?;
    let mut value = metadata;
    for _ in 0..2 {
        value = layers.dense_with_bias(value)?;
        value = layers.activation(value)?;
    }
    layers.dense(value)
}

fn final_norm(layers: &mut Layers, from: ValueId) -> Result<ValueId, FormatError> {
    let (name, epsilon) = transformer::norm_header(layers, from)?;
    let over = match layers.reader.flag("over what the last norm goes")? {
        true => NormOver::Board,
        false => NormOver::Channels,
    };
    // Norms over groups of channels.
    layers.reader.unused(1)?;
    let channels = layers.channels(from);
    let scale = layers.reader.weights(channels)?;
    let bias = Some(layers.reader.weights(channels)?);
    layers.add(&name, Layer::RmsNorm { over, epsilon, scale, bias }, &[from])
}
