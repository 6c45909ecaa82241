//! Attention between all points of one board.

use super::size::Size;
use crate::graph::Attention;

pub(super) fn attend(attention: &Attention, inputs: [&[f32]; 3], board: Size, out: &mut [f32]) {
    let Attention { heads, shared_heads, key_size, value_size, .. } = *attention;
    let points = board.rows * board.columns;
    let mut weights = vec![0.0; points];
    for head in 0..heads {
        let shared = head * shared_heads / heads;
        let queries = turned(attention, inputs[0], head, heads, shared, board);
        let keys = turned(attention, inputs[1], shared, shared_heads, shared, board);
        let value = |p: usize| &inputs[2][(p * shared_heads + shared) * value_size..][..value_size];
        for (p, query) in queries.chunks_exact(key_size).enumerate() {
            for (weight, key) in weights.iter_mut().zip(keys.chunks_exact(key_size)) {
                let product: f32 = query.iter().zip(key).map(|(q, k)| q * k).sum();
                *weight = product / (key_size as f32).sqrt();
            }
            softmax(&mut weights);
            let out = &mut out[(p * heads + head) * value_size..][..value_size];
            for (from, weight) in weights.iter().enumerate() {
                for (out, x) in out.iter_mut().zip(value(from)) {
                    *out += weight * x;
                }
            }
        }
    }
}

/// One head's queries or keys for all points, each rotated by the angles of its point.
fn turned(
    attention: &Attention,
    input: &[f32],
    head: usize,
    heads: usize,
    shared: usize,
    board: Size,
) -> Vec<f32> {
    let size = attention.key_size;
    let frequencies = match attention.rotation.is_empty() {
        true => &[],
        false => &attention.rotation[shared * (size / 2)..][..size / 2],
    };
    let mut turned = Vec::with_capacity(board.rows * board.columns * size);
    for p in 0..board.rows * board.columns {
        turned.extend_from_slice(&input[(p * heads + head) * size..][..size]);
        let (row, column) = ((p / board.columns) as f32, (p % board.columns) as f32);
        for (pair, frequency) in turned[p * size..].chunks_exact_mut(2).zip(frequencies) {
            let (sin, cos) = (column * frequency[0] + row * frequency[1]).sin_cos();
            (pair[0], pair[1]) = (pair[0] * cos - pair[1] * sin, pair[0] * sin + pair[1] * cos);
        }
    }
    turned
}

fn softmax(values: &mut [f32]) {
    let largest = values.iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b));
    for value in values.iter_mut() {
        *value = (*value - largest).exp();
    }
    let sum: f32 = values.iter().sum();
    for value in values {
        *value /= sum;
    }
}
