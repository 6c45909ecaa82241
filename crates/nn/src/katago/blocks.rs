//! Residual blocks: each adds something to its input.

use super::FormatError;
use super::layers::Layers;
use super::transformer;
use crate::graph::{Pool, ValueId};

/// The deepest nesting of blocks; real networks have two levels.
const MAX_DEPTH: usize = 8;

pub fn read_stack(
    layers: &mut Layers,
    from: ValueId,
    count: usize,
    depth: usize,
) -> Result<ValueId, FormatError> {
    let mut value = from;
    for _ in 0..count {
        let kind = layers.reader.word()?;
        let name = layers.reader.name()?;
        let branch = match kind.as_str() {
            "ordinary_block" => ordinary(layers, value)?,
            "gpool_block" => with_pool(layers, &name, value)?,
            "nested_bottleneck_block" => bottleneck(layers, value, depth)?,
            "transformer_attention_block" => transformer::attention(layers, &name, value)?,
            "transformer_ffn_block" => transformer::feed_forward(layers, &name, value)?,
            _ => return Err(layers.reader.wrong(format!("the kind of block {kind:?} is unknown"))),
        };
        layers.reader.enter(&name);
        layers.expect(layers.channels(branch), layers.channels(value))?;
        value = layers.sum(&name, value, branch)?;
    }
    Ok(value)
}

fn ordinary(layers: &mut Layers, from: ValueId) -> Result<ValueId, FormatError> {
    let value = layers.norm_and_activation(from)?;
    let value = layers.conv(value)?;
    let value = layers.norm_and_activation(value)?;
    layers.conv(value)
}

fn with_pool(layers: &mut Layers, name: &str, from: ValueId) -> Result<ValueId, FormatError> {
    let value = layers.norm_and_activation(from)?;
    let regular = layers.conv(value)?;
    let pooled = layers.conv(value)?;
    let pooled = layers.norm_and_activation(pooled)?;
    let pooled = layers.pool(name, Pool::MeanAndMax, pooled)?;
    let bias = layers.dense(pooled)?;
    layers.expect(layers.channels(bias), layers.channels(regular))?;
    let value = layers.sum(&format!("{name}.bias"), regular, bias)?;
    let value = layers.norm_and_activation(value)?;
    layers.conv(value)
}

fn bottleneck(layers: &mut Layers, from: ValueId, depth: usize) -> Result<ValueId, FormatError> {
    if depth == MAX_DEPTH {
        return Err(layers.reader.wrong(format!("blocks in more than {MAX_DEPTH} levels are not supported")));
    }
    let count = layers.reader.size()?;
    let value = layers.norm_and_activation(from)?;
    let value = layers.conv(value)?;
    let value = read_stack(layers, value, count, depth + 1)?;
    let value = layers.norm_and_activation(value)?;
    layers.conv(value)
}
