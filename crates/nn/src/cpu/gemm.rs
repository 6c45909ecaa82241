//! Matrix products in f32, and convolutions built from them.

mod panels;

pub(super) use panels::Panels;

use super::epilogue::{Epilogue, Rows};
use super::grid::Grid;
use super::lanes::{Lanes, prefetch};
use super::view::View;

/// Rows of the left matrix that a kernel takes at a time; accumulators for them must fit the registers.
pub(super) const BLOCK: usize = 8;

/// Numbers in a cache line.
const LINE: usize = 16;

/// The left matrix: rows somewhere in memory, each of them read at several places.
#[derive(Clone, Copy)]
pub(super) struct Left<'a> {
    pub first: *const f32,
    /// The distance between rows, in numbers.
    pub stride: usize,
    /// The offsets of a row's parts.
    pub taps: &'a [isize],
    /// The length of each part.
    pub part: usize,
}

/// `ROWS` rows times one panel of `WIDTH` registers. For every number of a row, one cache line from `ahead`
/// on is prefetched; otherwise the product would wait for weights that were not used recently.
///
/// # Safety
/// The processor must have the instructions of `V`. `left` must have `ROWS` rows with `part` numbers at every tap, the
/// panel a row of `WIDTH` registers for each of these numbers, and `out` room for `ROWS` rows of `WIDTH` registers.
#[inline(always)]
unsafe fn block<V: Lanes, const ROWS: usize, const WIDTH: usize>(
    left: Left,
    panel: *const f32,
    ahead: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    // SAFETY: the caller has promised the instructions, `ROWS` rows with `part` numbers at every tap, as many rows of
    // `WIDTH` registers in the panel, and room for the sums.
    unsafe {
        let mut sums = [[V::splat(0.0); WIDTH]; ROWS];
        let mut right = panel;
        let mut ahead = ahead;
        for tap in left.taps {
            let part = left.first.offset(*tap);
            for k in 0..left.part {
                prefetch(ahead);
                ahead = ahead.wrapping_add(LINE);
                let mut columns = [V::splat(0.0); WIDTH];
                for (i, column) in columns.iter_mut().enumerate() {
                    *column = V::load(right.add(i * V::N));
                }
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = V::splat(*part.add(row * left.stride + k));
                    for (sum, column) in sums.iter_mut().zip(columns) {
                        *sum = x.mul_add(column, *sum);
                    }
                }
                right = right.add(WIDTH * V::N);
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            for (i, sum) in sums.iter().enumerate() {
                sum.store(out.add(row * out_stride + i * V::N));
            }
        }
    }
}

/// # Safety
/// As of [`block`].
#[inline(always)]
unsafe fn block_of<V: Lanes, const ROWS: usize>(
    width: usize,
    left: Left,
    panel: *const f32,
    ahead: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    // SAFETY: the caller's promise is the same.
    unsafe {
        match width {
            1 => block::<V, ROWS, 1>(left, panel, ahead, out, out_stride),
            2 => block::<V, ROWS, 2>(left, panel, ahead, out, out_stride),
            _ => block::<V, ROWS, 3>(left, panel, ahead, out, out_stride),
        }
    }
}

/// Up to [`BLOCK`] rows times one panel. Registers for 8 × 3 sums exist with 16 lanes only; elsewhere twice 4.
///
/// # Safety
/// As of [`block`], for `rows` rows.
#[inline(always)]
unsafe fn some_rows<V: Lanes>(
    rows: usize,
    width: usize,
    left: Left,
    panel: *const f32,
    ahead: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    // SAFETY: the rows from `done` on are some of those that the caller has promised.
    unsafe {
        let mut done = 0;
        while done < rows {
            let left = Left { first: left.first.add(done * left.stride), ..left };
            let out = out.add(done * out_stride);
            done += match rows - done {
                8.. if V::N == 16 => {
                    block_of::<V, 8>(width, left, panel, ahead, out, out_stride);
                    8
                }
                4.. => {
                    block_of::<V, 4>(width, left, panel, ahead, out, out_stride);
                    4
                }
                2.. => {
                    block_of::<V, 2>(width, left, panel, ahead, out, out_stride);
                    2
                }
                _ => {
                    block_of::<V, 1>(width, left, panel, ahead, out, out_stride);
                    1
                }
            };
        }
    }
}

/// out = left × right, `rows` rows.
///
/// # Safety
/// As of [`block`], for `rows` rows and all panels.
#[inline(always)]
pub(super) unsafe fn product<V: Lanes>(
    rows: usize,
    left: Left,
    widths: &[usize],
    right: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    let k = left.taps.len() * left.part;
    let (mut panel, mut column) = (right, 0);
    for &width in widths {
        let next = panel.wrapping_add(k * width * V::N);
        let mut row = 0;
        while row < rows {
            let some = (rows - row).min(BLOCK);
            // Each block of rows prefetches its share of the next panel.
            let ahead = next.wrapping_add(row / BLOCK * k * LINE);
            // SAFETY: the rows from this one on are some of those that the caller has promised.
            unsafe {
                let left = Left { first: left.first.add(row * left.stride), ..left };
                some_rows::<V>(
                    some,
                    width,
                    left,
                    panel,
                    ahead,
                    out.add(row * out_stride + column),
                    out_stride,
                );
            }
            row += some;
        }
        // SAFETY: panels lie one behind the other, and this one has that many numbers.
        unsafe { panel = panel.add(k * width * V::N) };
        column += width * V::N;
    }
}

/// A convolution, or any product whose rows are the points of a run.
pub(super) struct Direct<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: View<f32>,
    pub taps: &'a [isize],
    pub weights: &'a Panels,
    pub epilogue: &'a Epilogue,
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn direct<V: Lanes>(d: &Direct) {
    let channels = d.input.channels();
    let mut products = [0.0f32; BLOCK * 48];
    let (mut panel, mut channel) = (d.weights.as_ptr(), 0);
    for &width in &d.weights.widths {
        for position in 0..d.count {
            for point in (0..d.grid.run()).step_by(BLOCK) {
                let mask = d.grid.masks[point / 16] >> (point % 16) & 0xff;
                // SAFETY: the caller has promised a checked step: points of the last block lie within the grid's slack, taps
                // within its surroundings, and the epilogue writes points of the board only.
                unsafe {
                    let first = d.input.at(position, point);
                    let left = Left { first, stride: channels, taps: d.taps, part: channels };
                    let out = products.as_mut_ptr();
                    some_rows::<V>(BLOCK, width, left, panel, panel, out, 48);
                    let rows = Rows { products: out, stride: 48, vectors: width, vector_stride: V::N, mask };
                    d.epilogue.store_rows::<V>(&rows, position, point, channel);
                }
            }
        }
        // SAFETY: panels lie one behind the other, and this one has that many numbers.
        unsafe { panel = panel.add(d.weights.k * width * V::N) };
        channel += width * V::N;
    }
}

/// A product whose rows are whole positions.
pub(super) struct Flat<'a> {
    pub count: usize,
    pub input: View<f32>,
    pub weights: &'a Panels,
    pub epilogue: &'a Epilogue,
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn flat<V: Lanes>(d: &Flat) {
    let channels = d.input.channels();
    let mut products = [0.0f32; BLOCK * 48];
    let (mut panel, mut channel) = (d.weights.as_ptr(), 0);
    for &width in &d.weights.widths {
        for first in (0..d.count).step_by(BLOCK) {
            let rows = (d.count - first).min(BLOCK);
            // SAFETY: the caller has promised a checked step: all positions have as many numbers as a panel has rows.
            unsafe {
                let input = d.input.at(first, 0);
                let left = Left { first: input, stride: channels, taps: &[0], part: channels };
                let out = products.as_mut_ptr();
                some_rows::<V>(rows, width, left, panel, panel, out, 48);
                for row in 0..rows {
                    let products = out.add(row * 48);
                    let rows = Rows { products, stride: 48, vectors: width, vector_stride: V::N, mask: 1 };
                    d.epilogue.store_rows::<V>(&rows, first + row, 0, channel);
                }
            }
        }
        // SAFETY: panels lie one behind the other, and this one has that many numbers.
        unsafe { panel = panel.add(d.weights.k * width * V::N) };
        channel += width * V::N;
    }
}
