//! Attention between all points of a board.

use tch::{TchError, Tensor};

use super::layout::{channels_first, channels_last};
use crate::graph::Attention;

/// `rotation` holds the frequencies as \[shared head\]\[pair\]\[by column, by row\], when there are some.
pub(super) fn attend(
    attention: &Attention,
    rotation: Option<&Tensor>,
    [queries, keys, values]: [&Tensor; 3],
) -> Result<Tensor, TchError> {
    let Attention { heads, shared_heads, .. } = *attention;
    let (count, _, rows, columns) = queries.size4()?;
    let turn = rotation.map(|frequencies| Turn::new(frequencies, rows, columns)).transpose()?;
    // \[position\]\[head\]\[point\]\[channel\], as libtorch wants it.
    let split = |board: &Tensor, heads: usize, turn: Option<&Turn>| {
        let points = channels_last(board)?.f_reshape([count, rows * columns, heads as i64, -1])?;
        let turned = match turn {
            Some(turn) => turn.apply(&points)?,
            None => points,
        };
        turned.f_transpose(1, 2)
    };
    let queries = split(queries, heads, turn.as_ref())?;
    let keys = split(keys, shared_heads, turn.as_ref())?;
    let values = split(values, shared_heads, None)?;
    let sharing = heads != shared_heads;
    let mixed = Tensor::f_scaled_dot_product_attention(
        &queries,
        &keys,
        &values,
        None::<&Tensor>,
        0.0,
        false,
        None,
        sharing,
    )?;
    channels_first(&mixed.f_transpose(1, 2)?.f_reshape([count, rows, columns, -1])?)
}

/// The sine and cosine of the angle of every point for every pair of channels: \[point\]\[shared
/// head\]\[1\]\[pair\].
struct Turn {
    sin: Tensor,
    cos: Tensor,
}

impl Turn {
    fn new(frequencies: &Tensor, rows: i64, columns: i64) -> Result<Turn, TchError> {
        let options = (frequencies.f_kind()?, frequencies.device());
        let count = |end: i64| Tensor::f_arange(end, options);
        let by_column = frequencies.f_select(2, 0)?;
        let by_row = frequencies.f_select(2, 1)?;
        let across = count(columns)?.f_reshape([1, columns, 1, 1])?.f_mul(&by_column)?;
        let down = count(rows)?.f_reshape([rows, 1, 1, 1])?.f_mul(&by_row)?;
        let angles = across.f_add(&down)?.f_flatten(0, 1)?.f_unsqueeze(2)?;
        Ok(Turn { sin: angles.f_sin()?, cos: angles.f_cos()? })
    }

    /// Rotates \[position\]\[point\]\[head\]\[channel\], where neighbouring heads share an angle.
    fn apply(&self, points: &Tensor) -> Result<Tensor, TchError> {
        let (count, places, heads, size) = points.size4()?;
        let shared_heads = self.sin.size4()?.1;
        let pairs = points.f_reshape([count, places, shared_heads, heads / shared_heads, size / 2, 2])?;
        let (x, y) = (pairs.f_select(-1, 0)?, pairs.f_select(-1, 1)?);
        let (sin, cos) = (self.sin.f_to_kind(points.f_kind()?)?, self.cos.f_to_kind(points.f_kind()?)?);
        let turned_x = x.f_mul(&cos)?.f_sub(&y.f_mul(&sin)?)?;
        let turned_y = x.f_mul(&sin)?.f_add(&y.f_mul(&cos)?)?;
        Tensor::f_stack(&[turned_x, turned_y], -1)?.f_reshape([count, places, heads, size])
    }
}
