//! One loop per kind of layer, for one position. The graph has checked all shapes.

use super::attention::attend;
use super::size::Size;
use crate::graph::{Activation, Layer, Node, NormOver, Pool, Shape};

/// `weights` are the layer's with the output channels innermost.
pub(super) fn run(node: &Node, weights: &[f32], inputs: &[&[f32]], board: Size, out: &mut [f32]) {
    match (&node.layer, inputs) {
        (Layer::Conv { rows, columns, dilation, out: channels, .. }, [input]) => {
            let kernel = Kernel { size: Size { rows: *rows, columns: *columns }, dilation: *dilation };
            convolve(input, weights, &kernel, *channels, board, out);
        }
        (Layer::ScaleBias { scale, bias }, [input]) => {
            for (out, input) in points(out, scale.len()).zip(input.chunks_exact(scale.len())) {
                for c in 0..scale.len() {
                    out[c] = input[c] * scale[c] + bias[c];
                }
            }
        }
        (Layer::Activate(kind), [input]) => {
            for (out, x) in out.iter_mut().zip(*input) {
                *out = activate(*kind, *x);
            }
        }
        (Layer::Dense { out: channels, bias, .. }, [input]) => {
            let inputs = weights.len() / channels;
            for (out, input) in points(out, *channels).zip(input.chunks_exact(inputs)) {
                if let Some(bias) = bias {
                    out.copy_from_slice(bias);
                }
                for (x, weights) in input.iter().zip(weights.chunks_exact(*channels)) {
                    add_times(out, *x, weights);
                }
            }
        }
        (Layer::Pool(kind), [input]) => pool(*kind, input, board, out),
        (Layer::Add, [a, b]) => {
            // A flat value is shorter than a board, and is added to every point.
            for (out, a) in points(out, b.len()).zip(a.chunks_exact(b.len())) {
                for c in 0..b.len() {
                    out[c] = a[c] + b[c];
                }
            }
        }
        (Layer::Multiply, [a, b]) => {
            for (out, (a, b)) in out.iter_mut().zip(a.iter().zip(*b)) {
                *out = a * b;
            }
        }
        (Layer::RmsNorm { over, epsilon, scale, bias }, [input]) => {
            let group = match (over, node.shape) {
                (NormOver::Board, _) => input.len(),
                (NormOver::Channels, Shape::Board(channels) | Shape::Flat(channels)) => channels,
            };
            for (out, input) in points(out, group).zip(input.chunks_exact(group)) {
                let mean_square = input.iter().map(|x| x * x).sum::<f32>() / group as f32;
                let factor = 1.0 / (mean_square + epsilon).sqrt();
                for (i, (out, x)) in out.iter_mut().zip(input).enumerate() {
                    let c = i % scale.len();
                    *out = x * factor * scale[c] + bias.as_ref().map_or(0.0, |bias| bias[c]);
                }
            }
        }
        (Layer::Attention(attention), [queries, keys, values]) => {
            attend(attention, [queries, keys, values], board, out);
        }
        (Layer::Flatten { points }, [input]) => {
            let channels = input.len() / points;
            for (p, input) in input.chunks_exact(channels).enumerate() {
                for (c, x) in input.iter().enumerate() {
                    out[c * points + p] = *x;
                }
            }
        }
        // Inputs are given, and the graph refuses any other number of inputs.
        _ => {}
    }
}

fn points(values: &mut [f32], channels: usize) -> impl Iterator<Item = &mut [f32]> {
    values.chunks_exact_mut(channels)
}

fn add_times(sum: &mut [f32], x: f32, weights: &[f32]) {
    for (sum, weight) in sum.iter_mut().zip(weights) {
        *sum += x * weight;
    }
}

pub(super) fn activate(kind: Activation, x: f32) -> f32 {
    match kind {
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
        Activation::Tanh => x.tanh(),
    }
}

struct Kernel {
    size: Size,
    dilation: usize,
}

impl Kernel {
    /// The point under a tap if the centre of the kernel is at `at`, unless it is off the board.
    fn place(&self, at: usize, tap: usize, taps: usize, length: usize) -> Option<usize> {
        let place = (at + tap * self.dilation).checked_sub(taps / 2 * self.dilation)?;
        (place < length).then_some(place)
    }
}

fn convolve(input: &[f32], weights: &[f32], kernel: &Kernel, channels: usize, board: Size, out: &mut [f32]) {
    let Size { rows, columns } = kernel.size;
    let inputs = input.len() / (board.rows * board.columns);
    for row in 0..board.rows {
        let out_row = &mut out[row * board.columns * channels..][..board.columns * channels];
        for (tap, weights) in weights.chunks_exact(inputs * channels).enumerate() {
            let Some(from_row) = kernel.place(row, tap / columns, rows, board.rows) else { continue };
            // Use the weights of one input channel for a whole row while they are in the cache.
            for (i, weights) in weights.chunks_exact(channels).enumerate() {
                for column in 0..board.columns {
                    let from = kernel.place(column, tap % columns, columns, board.columns);
                    let Some(from_column) = from else { continue };
                    let x = input[(from_row * board.columns + from_column) * inputs + i];
                    add_times(&mut out_row[column * channels..][..channels], x, weights);
                }
            }
        }
    }
}

fn pool(kind: Pool, input: &[f32], board: Size, out: &mut [f32]) {
    let points = board.rows * board.columns;
    let channels = input.len() / points;
    let size = (points as f32).sqrt() - 14.0;
    for c in 0..channels {
        let of_channel = || input.iter().skip(c).step_by(channels);
        let mean = of_channel().sum::<f32>() / points as f32;
        out[c] = mean;
        out[channels + c] = mean * size / 10.0;
        out[2 * channels + c] = match kind {
            Pool::MeanAndMax => of_channel().fold(f32::NEG_INFINITY, |a, b| a.max(*b)),
            Pool::MeanBySize => mean * (size * size / 100.0 - 0.1),
        };
    }
}
