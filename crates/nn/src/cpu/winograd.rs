//! 3×3 convolutions with fewer multiplications (Winograd's minimal filtering, Lavin & Gray, arXiv:1509.09308).
//!
//! A tile of M×M outputs is computed from A×A inputs, A = M + 2, as A² products instead of 9·M². Tiles of 4×4
//! need the fewest products in general; tiles of 3×3 fit a 9×9 board exactly and win there.

mod schemes;

use std::ops::Range;

use super::epilogue::{Epilogue, with_activation};
use super::gemm::{Blocks, Left, Panels, product};
use super::grid::Grid;
use super::lanes::{Lanes, Registers};
use super::view::View;
use schemes::{Four, Scheme, Three};

/// The size of the tiles that need the fewest products on a board.
pub(super) fn tile_for(grid: &Grid) -> usize {
    let products = |m: usize| grid.rows.div_ceil(m) * grid.columns.div_ceil(m) * (m + 2) * (m + 2);
    if products(3) < products(4) { 3 } else { 4 }
}

/// Outputs are computed for so many channels at a time, so that products stay in the cache until they are transformed.
const STRIP: usize = 48;

/// The kernels of a convolution, transformed: for every strip of outputs a matrix \[in\]\[out\] for each of the A² products.
pub(super) struct Kernels {
    tile: usize,
    out: usize,
    strips: Vec<Panels>,
}

impl Kernels {
    /// `weight(out, in, row, column)` gives the weights.
    pub fn new(
        tile: usize,
        registers: Registers,
        channels: usize,
        out: usize,
        weight: impl Fn(usize, usize, usize, usize) -> f32,
    ) -> Kernels {
        let strips = match tile {
            3 => transform_kernels::<Three, 3, 5>(registers, channels, out, weight),
            _ => transform_kernels::<Four, 4, 6>(registers, channels, out, weight),
        };
        Kernels { tile, out, strips }
    }

    /// Output channels.
    pub fn out(&self) -> usize {
        self.out
    }

    /// Whether all matrices are there, for that many channels and such registers.
    pub fn holds(&self, channels: usize, out: usize, registers: Registers) -> bool {
        let matrices = (self.tile + 2) * (self.tile + 2);
        let columns = |strip: &Panels| strip.columns(registers.lanes);
        let fits = |strip: &Panels| {
            strip.k == channels && columns(strip) <= STRIP && strip.holds(matrices, registers)
        };
        matches!(self.tile, 3 | 4)
            && self.out == out
            && self.strips.iter().map(columns).sum::<usize>() == out
            && self.strips.iter().all(fits)
    }

    /// Whether they are the ones for a grid, whose working memory [`scratch`] tells.
    pub fn fits(&self, grid: &Grid) -> bool {
        self.tile == tile_for(grid)
    }

    /// Between which points inputs are read, counted from the first one on: one up and one to the left of the first tile,
    /// one down and one to the right of the last.
    pub fn reach(&self, grid: &Grid) -> (isize, isize) {
        let end = |length: usize| length.div_ceil(self.tile) * self.tile;
        let first = -(grid.pitch as isize) - 1;
        (first, (end(grid.rows) * grid.pitch + end(grid.columns)) as isize)
    }
}

fn transform_kernels<S: Scheme<M, A>, const M: usize, const A: usize>(
    registers: Registers,
    channels: usize,
    out: usize,
    weight: impl Fn(usize, usize, usize, usize) -> f32,
) -> Vec<Panels> {
    let mut transformed = vec![0.0f32; A * A * channels * out];
    for i in 0..channels {
        for o in 0..out {
            let mut rows = [[0.0; A]; 3];
            for (row, transformed) in rows.iter_mut().enumerate() {
                *transformed = S::kernel(std::array::from_fn(|column| f64::from(weight(o, i, row, column))));
            }
            for column in 0..A {
                let numbers = S::kernel([rows[0][column], rows[1][column], rows[2][column]]);
                for (row, number) in numbers.into_iter().enumerate() {
                    transformed[((row * A + column) * channels + i) * out + o] = number as f32;
                }
            }
        }
    }
    let strip = |first: usize| {
        Panels::several(A * A, registers, channels, STRIP.min(out - first), |matrix, i, o| {
            transformed[(matrix * channels + i) * out + first + o]
        })
    };
    (0..out).step_by(STRIP).map(strip).collect()
}

pub(super) struct Winograd<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: View<f32>,
    pub kernels: &'a Kernels,
    pub epilogue: &'a Epilogue,
    /// Room for [`scratch`] numbers.
    pub scratch: *mut f32,
}

/// Numbers of working memory that `count` positions need.
pub(super) fn scratch(grid: &Grid, count: usize, channels: usize, out: usize) -> usize {
    let m = tile_for(grid);
    let tiles = count * grid.rows.div_ceil(m) * grid.columns.div_ceil(m);
    (m + 2) * (m + 2) * tiles * (channels + out.min(STRIP))
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn winograd<V: Blocks>(w: &Winograd) {
    // SAFETY: the caller's promise is the same.
    unsafe {
        match w.kernels.tile {
            3 => convolve::<V, Three, 3, 5>(w),
            _ => convolve::<V, Four, 4, 6>(w),
        }
    }
}

/// # Safety
/// As of [`winograd`], with the scheme of the kernels' tiles.
#[inline(always)]
unsafe fn convolve<V: Blocks, S: Scheme<M, A>, const M: usize, const A: usize>(w: &Winograd) {
    let grid = w.grid;
    let (down, across) = (grid.rows.div_ceil(M), grid.columns.div_ceil(M));
    let tiles = w.count * down * across;
    let channels = w.input.channels();
    // SAFETY: the caller has promised a checked step: tiles reach no further than the zeros around the board, working
    // memory holds all tiles' inputs and products, and there are A² matrices.
    unsafe {
        let inputs = w.scratch;
        let products = inputs.add(A * A * tiles * channels);
        for position in 0..w.count {
            for row in 0..down {
                for column in 0..across {
                    let tile = (position * down + row) * across + column;
                    // One up and one to the left of the tile's first point.
                    let corner = (row * M * grid.pitch + column * M) as isize - grid.pitch as isize - 1;
                    let from = w.input.at(position, 0).offset(corner * channels as isize);
                    let to = inputs.add(tile * channels);
                    for channel in (0..channels).step_by(V::N) {
                        transform_input::<V, S, M, A>(
                            from.add(channel),
                            grid.pitch * channels,
                            channels,
                            to.add(channel),
                            tiles * channels,
                        );
                    }
                }
            }
        }
        let mut channel = 0;
        for strip in &w.kernels.strips {
            let out = strip.columns(V::N);
            for at in 0..A * A {
                let first = inputs.add(at * tiles * channels);
                let left = Left { first, stride: channels, taps: &[0], part: channels };
                let products = products.add(at * tiles * out);
                product::<V>(tiles, left, &strip.widths, strip.matrix(at), products, out);
            }
            let channels = channel..channel + out;
            with_activation!(
                w.epilogue.activation,
                transform_outputs::<V, S, M, A>(w, products, tiles, channels.clone())
            );
            channel += out;
        }
    }
}

/// # Safety
/// The processor must have the instructions of `V`; `from` must be good for reading a register at A × A points, `to` for
/// writing as many.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // Columns across rows.
unsafe fn transform_input<V: Lanes, S: Scheme<M, A>, const M: usize, const A: usize>(
    from: *const f32,
    row_stride: usize,
    column_stride: usize,
    to: *mut f32,
    to_stride: usize,
) {
    // SAFETY: the caller has promised A × A points at both ends.
    unsafe {
        let mut rows = [[V::splat(0.0); A]; A];
        for (row, transformed) in rows.iter_mut().enumerate() {
            let mut d = [V::splat(0.0); A];
            for (column, d) in d.iter_mut().enumerate() {
                *d = V::load(from.add(row * row_stride + column * column_stride));
            }
            *transformed = S::input(d);
        }
        for column in 0..A {
            let mut d = [V::splat(0.0); A];
            for (row, d) in d.iter_mut().enumerate() {
                *d = rows[row][column];
            }
            for (row, v) in S::input(d).into_iter().enumerate() {
                v.store(to.add((row * A + column) * to_stride));
            }
        }
    }
}

/// # Safety
/// As of [`winograd`]; `products` must hold A² products of `tiles` tiles and these channels.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // Columns across rows.
unsafe fn transform_outputs<
    V: Lanes,
    S: Scheme<M, A>,
    const M: usize,
    const A: usize,
    const ACTIVATION: u8,
>(
    w: &Winograd,
    products: *const f32,
    tiles: usize,
    channels: Range<usize>,
) {
    let grid = w.grid;
    let (down, across) = (grid.rows.div_ceil(M), grid.columns.div_ceil(M));
    let out = channels.len();
    for position in 0..w.count {
        for tile_row in 0..down {
            for tile_column in 0..across {
                let tile = (position * down + tile_row) * across + tile_column;
                let rows = (grid.rows - tile_row * M).min(M);
                let columns = (grid.columns - tile_column * M).min(M);
                let first = tile_row * M * grid.pitch + tile_column * M;
                for channel in channels.clone().step_by(V::N) {
                    // SAFETY: there are products of every tile and channel; what is written are points of the board.
                    unsafe {
                        let from = products.add(tile * out + channel - channels.start);
                        let mut half = [[V::splat(0.0); A]; M];
                        for column in 0..A {
                            let mut m = [V::splat(0.0); A];
                            for (row, m) in m.iter_mut().enumerate() {
                                *m = V::load(from.add((row * A + column) * tiles * out));
                            }
                            for (row, v) in S::output(m).into_iter().enumerate() {
                                half[row][column] = v;
                            }
                        }
                        for (row, half) in half.into_iter().enumerate().take(rows) {
                            for (column, v) in S::output(half).into_iter().enumerate().take(columns) {
                                let point = first + row * grid.pitch + column;
                                w.epilogue.store::<V, ACTIVATION>(v, position, point, channel);
                            }
                        }
                    }
                }
            }
        }
    }
}
