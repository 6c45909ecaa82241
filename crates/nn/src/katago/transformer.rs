//! Attention and feed-forward blocks.

use super::FormatError;
use super::layers::Layers;
use crate::graph::{Activation, Attention, Layer, NormOver, ValueId};

pub fn attention(layers: &mut Layers, name: &str, from: ValueId) -> Result<ValueId, FormatError> {
    let (heads, shared_heads) = (layers.reader.size()?, layers.reader.size()?);
    let (key_size, value_size) = (layers.reader.size()?, layers.reader.size()?);
    let turns = layers.reader.flag("whether queries and keys are turned")?;
    let learned = layers.reader.flag("whether turning was learned")?;
    if heads % shared_heads != 0 || (turns && key_size % 2 != 0) {
        return Err(layers.reader.wrong(format!(
            "attention with {heads} heads, {shared_heads} of them shared, and keys of {key_size} is not possible"
        )));
    }

    let normed = norm(layers, from)?;
    let queries = layers.dense(normed)?;
    let keys = layers.dense(normed)?;
    let values = layers.dense(normed)?;
    for (value, heads, size) in
        [(queries, heads, key_size), (keys, shared_heads, key_size), (values, shared_heads, value_size)]
    {
        layers.expect(layers.channels(value), heads.saturating_mul(size))?;
    }
    let joined = layers.matrix(heads.saturating_mul(value_size))?;

    let rotation = match (turns, learned) {
        (false, _) => Vec::new(),
        (true, true) => learned_rotation(layers, shared_heads, key_size)?,
        (true, false) => fixed_rotation(layers, shared_heads, key_size)?,
    };
    let attention = Attention { heads, shared_heads, key_size, value_size, rotation };
    let attended =
        layers.add(&format!("{name}.attention"), Layer::Attention(attention), &[queries, keys, values])?;
    layers.multiply(joined, attended)
}

fn learned_rotation(
    layers: &mut Layers,
    heads: usize,
    key_size: usize,
) -> Result<Vec<[f32; 2]>, FormatError> {
    layers.reader.name()?;
    for expected in [heads, key_size / 2, 2] {
        let got = layers.reader.size()?;
        if got != expected {
            return Err(layers.reader.wrong(format!("{got} frequencies where {expected} fit")));
        }
    }
    let weights = layers.reader.weights(heads * key_size)?;
    Ok(weights.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// The first half of the pairs rotates with the rows, the second with the columns, each pair slower than the
/// last.
fn fixed_rotation(layers: &mut Layers, heads: usize, key_size: usize) -> Result<Vec<[f32; 2]>, FormatError> {
    layers.reader.name()?;
    let theta = layers.reader.positive()?;
    let pairs = key_size / 2;
    let frequency = |i: usize| 1.0 / theta.powf((2 * i) as f32 / pairs as f32);
    let of_head = (0..pairs).map(|pair| match pair < pairs / 2 {
        true => [0.0, frequency(pair)],
        false => [frequency(pair - pairs / 2), 0.0],
    });
    let of_head: Vec<_> = of_head.collect();
    if !of_head.iter().flatten().all(|f| f.is_finite()) {
        return Err(layers.reader.wrong(format!("frequencies from {theta} are not finite")));
    }
    Ok(of_head.repeat(heads))
}

pub fn feed_forward(layers: &mut Layers, name: &str, from: ValueId) -> Result<ValueId, FormatError> {
    let channels = layers.reader.size()?;
    layers.expect(channels, layers.channels(from))?;
    let inner = layers.reader.size()?;
    if !layers.reader.flag("whether there is a gate")? {
        // The file does not name the activation of such a block, and no version of KataGo runs it.
        return Err(layers.reader.wrong("a block without a gate is not supported"));
    }
    let normed = norm(layers, from)?;
    let value = layers.dense(normed)?;
    let gate = layers.dense(normed)?;
    for value in [value, gate] {
        layers.expect(layers.channels(value), inner)?;
    }
    let value = layers.add(&format!("{name}.act"), Layer::Activate(Activation::Silu), &[value])?;
    let value = layers.add(&format!("{name}.product"), Layer::Multiply, &[value, gate])?;
    layers.dense(value)
}

fn norm(layers: &mut Layers, from: ValueId) -> Result<ValueId, FormatError> {
    let (name, epsilon) = norm_header(layers, from)?;
    let scale = layers.reader.weights(layers.channels(from))?;
    layers.add(&name, Layer::RmsNorm { over: NormOver::Channels, epsilon, scale, bias: None }, &[from])
}

/// The start of an RMS norm: its name and epsilon.
pub fn norm_header(layers: &mut Layers, from: ValueId) -> Result<(String, f32), FormatError> {
    let name = layers.reader.name()?;
    let got = layers.reader.size()?;
    layers.expect(got, layers.channels(from))?;
    Ok((name, layers.reader.positive()?))
}
