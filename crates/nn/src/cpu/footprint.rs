//! Estimates the memory to run a graph before allocating any.

use std::collections::HashMap;

use super::grid::Grid;
use super::{attention, compile, gemm, winograd};
use crate::graph::{Graph, Layer, MAX_SIDE, Node, Shape};

/// Channels are padded to whole tiles.
const TILE: usize = 32;
/// A number is stored as an f32, and as a pair of bf16 for tiles.
const VALUE: usize = 8;
/// A packed weight: an f32, or three bf16 if numbers are split.
const WEIGHT: usize = 6;
/// A 3×3 kernel becomes one of 6×6.
const TRANSFORMED: usize = 36 * 4;
/// The program itself, per layer.
const STEP: usize = 2048;

/// An upper bound on the bytes to run a graph on its largest board: packed weights and one thread's values.
pub fn footprint(graph: &Graph) -> u64 {
    // A fixed number of points may be one long row.
    let (rows, columns) = graph.fixed_points().map_or((MAX_SIDE, MAX_SIDE), |points| (1, points));
    let grid = Grid::new(rows, columns, graph.reach());
    let weights = graph.nodes().iter().map(|node| weights(graph, node, &grid));
    let values = values(graph, &grid);
    let positions = compile::chunk(usize::try_from(values).unwrap_or(usize::MAX), graph.parameters()) as u64;
    let scratch = graph.nodes().iter().map(|node| scratch(graph, node, &grid, positions as usize));
    let values = values.saturating_mul(positions).saturating_add(scratch.max().unwrap_or(0));
    // As read, with narrow kernels, and the layer being packed.
    let (largest, packed) =
        weights.fold((0, 0u64), |(most, all), one| (one.max(most), all.saturating_add(one)));
    let unpacked = 2 * 4 * graph.parameters() as u64;
    packed.saturating_add(largest).saturating_add(unpacked).saturating_add(values)
}

fn product(factors: &[usize]) -> u64 {
    factors.iter().fold(1, |product, factor| product.saturating_mul(*factor as u64))
}

fn padded(channels: usize) -> usize {
    channels.next_multiple_of(TILE)
}

/// Channels of a layer's first input.
fn inputs(graph: &Graph, node: &Node) -> usize {
    node.inputs.first().map_or(0, |input| graph.shape(*input).channels())
}

fn weights(graph: &Graph, node: &Node, grid: &Grid) -> u64 {
    let channels = padded(inputs(graph, node));
    let of_layer = match &node.layer {
        Layer::Conv { rows: 3, columns: 3, dilation: 1, out, .. } => {
            product(&[channels, padded(*out), TRANSFORMED])
        }
        Layer::Conv { rows, columns, out, .. } => product(&[*rows, *columns, channels, padded(*out), WEIGHT]),
        Layer::Dense { out, .. } => product(&[channels, padded(*out), WEIGHT]),
        Layer::Attention(attention) => product(&[2, grid.points(), attention.rotation.len(), VALUE]),
        _ => 0,
    };
    of_layer.saturating_add(product(&[padded(node.shape.channels()), VALUE])).saturating_add(STEP as u64)
}

/// Every value has its own buffer as long as it is read, and buffers are reused only for values of the same
/// width.
fn values(graph: &Graph, grid: &Grid) -> u64 {
    let widest = |layer: &Layer| if let Layer::Conv { columns, .. } = layer { *columns } else { 1 };
    // An input may contain its neighbours' channels along with its own.
    let unfold = graph.nodes().iter().map(|node| widest(&node.layer)).max().unwrap_or(1);
    let key = |node: &Node| match (&node.layer, node.shape) {
        (Layer::Input(_), Shape::Board(channels)) => (true, padded(channels * unfold)),
        (_, Shape::Board(channels)) => (true, padded(channels)),
        (_, Shape::Flat(channels)) => (false, padded(channels)),
    };
    let (mut free, mut bytes): (HashMap<_, usize>, u64) = (HashMap::new(), 0);
    for (node, spent) in graph.nodes().iter().zip(graph.last_uses()) {
        let (is_board, channels) = key(node);
        match free.get_mut(&(is_board, channels)) {
            Some(buffers) if *buffers > 0 => *buffers -= 1,
            _ => {
                let points = if is_board { grid.total } else { 1 };
                bytes = bytes.saturating_add(product(&[points, channels, VALUE]) + 128);
            }
        }
        for value in spent {
            let node = &graph.nodes()[value];
            let keeps = matches!(node.layer, Layer::Input(_))
                || graph.outputs().iter().any(|output| output.index() == value);
            *free.entry(key(node)).or_default() += usize::from(!keeps);
        }
    }
    bytes
}

fn scratch(graph: &Graph, node: &Node, grid: &Grid, positions: usize) -> u64 {
    let numbers = match &node.layer {
        Layer::Conv { rows: 3, columns: 3, dilation: 1, out, .. } => {
            winograd::scratch(grid, positions, padded(inputs(graph, node)), padded(*out))
        }
        Layer::Conv { rows, columns, .. } => gemm::picks(rows * columns * padded(inputs(graph, node))),
        Layer::Attention(spec) => attention::scratch(spec, grid),
        _ => 0,
    };
    4 * numbers as u64
}
