//! Packs weights in the order in which kernels read them.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::gemm::Panels;
use super::grid::Grid;
use super::lanes::Registers;
use super::program::Weights;
use super::winograd::{self, Kernels};
#[cfg(target_arch = "x86_64")]
use super::{lanes::bf16, tiles::Tiles};
use crate::graph::{Layer, Shape};

/// How products are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Precision {
    F32,
    /// On the processor's tiles.
    Bf16,
    /// On the processor's tiles, with every number as the sum of two: three times the work, and nearly as
    /// accurate as f32.
    Split,
}

impl Precision {
    pub fn has_tiles(self) -> bool {
        self != Precision::F32
    }

    /// The number of bf16 values per number.
    pub fn halves(self) -> usize {
        if self == Precision::Split { 2 } else { 1 }
    }
}

/// Packs each layer's weights once, for all threads and board sizes.
pub(super) struct PackedWeights {
    pub precision: Precision,
    pub registers: Registers,
    panels: Mutex<HashMap<usize, Arc<Panels>>>,
    kernels: Mutex<HashMap<(usize, usize), Arc<Kernels>>>,
    #[cfg(target_arch = "x86_64")]
    tiles: Mutex<HashMap<usize, Arc<Tiles>>>,
}

/// Products with fewer outputs than this are computed in f32: tiles would be nearly empty, and heads need
/// accuracy.
const FEW: usize = 8;

impl PackedWeights {
    pub fn new(precision: Precision, registers: Registers) -> PackedWeights {
        PackedWeights {
            precision,
            registers,
            panels: Mutex::default(),
            kernels: Mutex::default(),
            #[cfg(target_arch = "x86_64")]
            tiles: Mutex::default(),
        }
    }

    /// The number of channels with padding.
    pub fn padded(&self, shape: Shape) -> usize {
        // Flat values too, because they are added to boards.
        shape.channels().next_multiple_of(if self.precision.has_tiles() { 32 } else { 16 })
    }

    /// Whether a layer reads its input as bf16.
    pub fn uses_tiles(&self, layer: &Layer, input: Shape) -> bool {
        let out = match layer {
            Layer::Conv { out, .. } | Layer::Dense { out, .. } => *out,
            _ => 0,
        };
        self.precision.has_tiles() && matches!(input, Shape::Board(_)) && out > FEW
    }

    pub fn weights(&self, node: usize, layer: &Layer, input: Shape, grid: &Grid) -> Weights {
        #[cfg(target_arch = "x86_64")]
        if self.uses_tiles(layer, input) {
            let matrix = Matrix::new(layer, input, self);
            let make = || match self.precision {
                Precision::Split => {
                    Arc::new(Tiles::new(3 * matrix.k(), matrix.out, |k, out| matrix.split(k, out)))
                }
                _ => Arc::new(Tiles::new(matrix.k(), matrix.out, |k, out| matrix.at(k, out))),
            };
            return Weights::Tiles(self.tiles.lock().entry(node).or_insert_with(make).clone());
        }
        match layer {
            Layer::Conv { rows: 3, columns: 3, dilation: 1, out, .. } if *out > FEW => {
                let tile = winograd::tile_for(grid);
                let matrix = Matrix::new(layer, input, self);
                let weight = |out, i, row, column| matrix.weight(out, i, row, column);
                let make =
                    || Arc::new(Kernels::new(tile, self.registers, matrix.channels, matrix.out, weight));
                Weights::Winograd(self.kernels.lock().entry((node, tile)).or_insert_with(make).clone())
            }
            _ => Weights::Direct(self.panels(node, layer, input)),
        }
    }

    pub fn panels(&self, node: usize, layer: &Layer, input: Shape) -> Arc<Panels> {
        let matrix = Matrix::new(layer, input, self).lean();
        let make =
            || Arc::new(Panels::new(self.registers, matrix.k(), matrix.out, |k, out| matrix.at(k, out)));
        self.panels.lock().entry(node).or_insert_with(make).clone()
    }
}

/// A layer's weights as a matrix \[kernel point and input channel\]\[output channel\], padded with zeros.
struct Matrix<'a> {
    weights: &'a [f32],
    rows: usize,
    columns: usize,
    real_channels: usize,
    real_out: usize,
    channels: usize,
    out: usize,
}

impl<'a> Matrix<'a> {
    fn new(layer: &'a Layer, input: Shape, packed: &PackedWeights) -> Matrix<'a> {
        let (weights, rows, columns, out): (&[f32], _, _, _) = match layer {
            Layer::Conv { rows, columns, out, weights, .. } => (weights, *rows, *columns, *out),
            Layer::Dense { out, weights, .. } => (weights, 1, 1, *out),
            _ => (&[], 1, 1, 0),
        };
        let of = |channels| match input {
            Shape::Board(_) => Shape::Board(channels),
            Shape::Flat(_) => Shape::Flat(channels),
        };
        Matrix {
            weights,
            rows,
            columns,
            real_channels: input.channels(),
            real_out: out,
            channels: packed.padded(input),
            out: packed.padded(of(out)),
        }
    }

    /// Without registers that would hold only zeros. Their place is never read, because later weights for it
    /// are zeros.
    fn lean(mut self) -> Matrix<'a> {
        self.out = self.real_out.next_multiple_of(16);
        self
    }

    fn k(&self) -> usize {
        self.rows * self.columns * self.channels
    }

    fn at(&self, k: usize, out: usize) -> f32 {
        let (tap, channel) = (k / self.channels, k % self.channels);
        self.weight(out, channel, tap / self.columns, tap % self.columns)
    }

    /// Products of a number x + r with a weight w + v, all in bf16: x·w, x·v and r·w; r·v is negligible.
    #[cfg(target_arch = "x86_64")]
    fn split(&self, k: usize, out: usize) -> f32 {
        let (tap, part, channel) = (k / (3 * self.channels), k / self.channels % 3, k % self.channels);
        let weight = self.at(tap * self.channels + channel, out);
        let rounded = f32::from_bits(u32::from(bf16(weight)) << 16);
        if part == 1 { weight - rounded } else { rounded }
    }

    fn weight(&self, out: usize, channel: usize, row: usize, column: usize) -> f32 {
        if out >= self.real_out || channel >= self.real_channels {
            return 0.0;
        }
        self.weights[((out * self.real_channels + channel) * self.rows + row) * self.columns + column]
    }
}
