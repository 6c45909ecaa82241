//! From the inputs to the value that all heads read.

use super::layers::Layers;
use super::{FLAT_FEATURES, PLANES, RANK_FEATURES, blocks, transformer};
use crate::problem::Problem;
use crate::{NormOver, Shape, ValueId};

pub(super) fn read(layers: &mut Layers, ranks: bool) -> Result<ValueId, Problem> {
    let board = layers.input("board", Shape::Board(PLANES))?;
    let flat = layers.input("flat", Shape::Flat(FLAT_FEATURES))?;
    let ranks = match ranks {
        true => Some(layers.input("ranks", Shape::Flat(RANK_FEATURES))?),
        false => None,
    };

    let name = layers.source.name()?;
    let count = layers.source.size()?;
    let channels = layers.source.size()?;
    // How blocks divide their channels, which they say themselves.
    for _ in 0..4 {
        layers.source.size()?;
    }
    let mut final_rms_norm = false;
    if layers.version >= 15 {
        final_rms_norm = layers.source.flag("the kind of the last norm")?;
        layers.source.unused(5)?;
    }

    let start = layers.conv(board)?;
    layers.expect(layers.channels(start), channels)?;
    let bias = layers.dense(flat)?;
    let mut trunk = layers.sum(&name, start, bias)?;
    if let Some(ranks) = ranks {
        let encoded = encode_ranks(layers, ranks)?;
        trunk = layers.sum(&name, trunk, encoded)?;
    }
    trunk = blocks::read_stack(layers, trunk, count, 0)?;
    trunk = match final_rms_norm {
        true => final_norm(layers, trunk)?,
        false => layers.norm(trunk)?,
    };
    layers.activation(trunk)
}

fn encode_ranks(layers: &mut Layers, ranks: ValueId) -> Result<ValueId, Problem> {
    layers.source.name()?;
    let got = layers.source.size()?;
    layers.expect(got, RANK_FEATURES)?;
    let mut value = ranks;
    for _ in 0..2 {
        value = layers.dense_with_bias(value)?;
        value = layers.activation(value)?;
    }
    layers.dense(value)
}

fn final_norm(layers: &mut Layers, from: ValueId) -> Result<ValueId, Problem> {
    let (name, epsilon) = transformer::norm_header(layers, from)?;
    let over = match layers.source.flag("over what the last norm goes")? {
        true => NormOver::Board,
        false => NormOver::Channels,
    };
    // Norms over groups of channels.
    layers.source.unused(1)?;
    let channels = layers.channels(from);
    let scale = layers.source.weights(channels)?;
    let bias = Some(layers.source.weights(channels)?);
    layers.add(&name, crate::Layer::RmsNorm { over, epsilon, scale, bias }, &[from])
}
