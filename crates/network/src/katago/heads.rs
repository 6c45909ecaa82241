//! The layers from the trunk to the outputs.

use nn::katago::{FormatError, Layers};
use nn::{Pool, ValueId};

pub(super) struct Policy {
    pub board: ValueId,
    pub pass: ValueId,
}

pub(super) fn read_policy(layers: &mut Layers, trunk: ValueId) -> Result<Policy, FormatError> {
    let name = layers.reader.name()?;
    let channels = policy_channels(layers)?;
    let board = layers.conv(trunk)?;
    let pooled = layers.conv(trunk)?;
    let pooled = layers.norm_and_activation(pooled)?;
    let pooled = layers.pool(&name, Pool::MeanAndMax, pooled)?;
    let bias = layers.dense(pooled)?;
    layers.expect(layers.channels(bias), layers.channels(board))?;
    let board = layers.sum(&name, board, bias)?;
    let board = layers.norm_and_activation(board)?;
    let board = layers.conv(board)?;
    layers.expect(layers.channels(board), channels)?;

    let pass = match layers.version {
        15.. => {
            let hidden = layers.dense_with_bias(pooled)?;
            let hidden = layers.activation(hidden)?;
            layers.dense(hidden)?
        }
        _ => layers.dense(pooled)?,
    };
    layers.expect(layers.channels(pass), channels)?;
    Ok(Policy { board, pass })
}

/// The policy, from version 12 on also an optimistic one, and in some networks two kinds of move values.
fn policy_channels(layers: &mut Layers) -> Result<usize, FormatError> {
    Ok(match layers.version {
        ..12 => 1,
        12..16 => 2,
        16 => 4,
        _ => {
            let channels = layers.reader.size()?;
            if channels != 2 && channels != 4 {
                return Err(layers.reader.wrong(format!("{channels} kinds of policy where 2 or 4 fit")));
            }
            layers.reader.unused(3)?;
            channels
        }
    })
}

pub(super) struct Value {
    pub outcome: ValueId,
    pub score: ValueId,
    pub ownership: ValueId,
}

pub(super) fn read_value(layers: &mut Layers, trunk: ValueId) -> Result<Value, FormatError> {
    let name = layers.reader.name()?;
    if layers.version >= 17 {
        layers.reader.unused(3)?;
    }
    let board = layers.conv(trunk)?;
    let board = layers.norm_and_activation(board)?;
    let pooled = layers.pool(&name, Pool::MeanBySize, board)?;
    let hidden = layers.dense_with_bias(pooled)?;
    let hidden = layers.activation(hidden)?;
    let outcome = layers.dense_with_bias(hidden)?;
    layers.expect(layers.channels(outcome), 3)?;
    let score = layers.dense_with_bias(hidden)?;
    layers.expect(layers.channels(score), if layers.version >= 9 { 6 } else { 4 })?;
    let ownership = layers.conv(board)?;
    layers.expect(layers.channels(ownership), 1)?;
    Ok(Value { outcome, score, ownership })
}
