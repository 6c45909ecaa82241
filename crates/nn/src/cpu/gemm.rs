//! Matrix products in f32, and convolutions built from them.

mod panels;

pub(super) use panels::Panels;

use std::mem::MaybeUninit;
use std::sync::atomic::{Ordering, compiler_fence};

use super::epilogue::{Epilogue, Rows};
use super::grid::Grid;
use super::lanes::{Lanes, prefetch};
use super::view::View;

/// No block has more rows than this, nor panels that are wider: see [`Lanes::ROWS`] and [`Lanes::WIDTH`].
const MOST_ROWS: usize = 8;
const MOST_COLUMNS: usize = 48;

/// Numbers in a cache line.
const LINE: usize = 16;

/// Numbers of a row that are multiplied between two decisions about the loop.
const UNROLLED: usize = 4;

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

impl Left<'_> {
    /// From a row on.
    ///
    /// # Safety
    /// There must be such a row.
    #[inline(always)]
    unsafe fn from(self, row: usize) -> Self {
        // SAFETY: the caller has promised the row.
        Left { first: unsafe { self.first.add(row * self.stride) }, ..self }
    }
}

/// A number of each row, and the row of the panel that it is multiplied with.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    /// From the first number of the row.
    left: i32,
    right: u32,
}

/// Some rows times one panel: as many sums as fit the registers.
pub(super) struct Block<'a> {
    /// From one to [`Lanes::ROWS`].
    pub rows: usize,
    pub left: Left<'a>,
    /// Registers in a row of the panel, from one to [`Lanes::WIDTH`].
    pub width: usize,
    pub panel: *const f32,
    /// Where the left matrix is not zero, if that is known; everything else is not read.
    pub picks: Option<&'a [Pick]>,
    /// What to prefetch meanwhile: otherwise products would wait for weights that were not used recently.
    pub ahead: *const f32,
    pub out: *mut f32,
    pub out_stride: usize,
}

/// Registers whose blocks are compiled as one function, with their instructions.
pub(super) trait Blocks: Lanes {
    /// # Safety
    /// The processor must have the instructions. The left matrix must have `rows` rows with `part` numbers at every tap,
    /// the panel a row of `width` registers for each of these numbers, and `out` room for `rows` rows of `width`
    /// registers.
    unsafe fn block(block: &Block);
}

/// # Safety
/// As of [`Blocks::block`].
#[inline(always)]
pub(super) unsafe fn block<V: Lanes>(b: &Block) {
    // SAFETY: the caller's promise is the same.
    unsafe {
        match b.rows {
            8 if V::ROWS >= 8 => rows::<V, 8>(b),
            7 if V::ROWS >= 7 => rows::<V, 7>(b),
            6 if V::ROWS >= 6 => rows::<V, 6>(b),
            5 if V::ROWS >= 5 => rows::<V, 5>(b),
            4 if V::ROWS >= 4 => rows::<V, 4>(b),
            3 => rows::<V, 3>(b),
            2 => rows::<V, 2>(b),
            _ => rows::<V, 1>(b),
        }
    }
}

/// # Safety
/// As of [`Blocks::block`], for `ROWS` rows.
#[inline(always)]
unsafe fn rows<V: Lanes, const ROWS: usize>(b: &Block) {
    // SAFETY: the caller's promise is the same.
    unsafe {
        match b.width {
            3 if V::WIDTH >= 3 => sums::<V, ROWS, 3>(b),
            2 => sums::<V, ROWS, 2>(b),
            _ => sums::<V, ROWS, 1>(b),
        }
    }
}

/// # Safety
/// As of [`Blocks::block`], for `ROWS` rows and a panel of `WIDTH` registers.
#[inline(always)]
unsafe fn sums<V: Lanes, const ROWS: usize, const WIDTH: usize>(b: &Block) {
    let left = b.left;
    let (mut right, mut ahead) = (b.panel, b.ahead);
    // SAFETY: the caller has promised the instructions, `ROWS` rows with `part` numbers at every tap, as many rows of
    // `WIDTH` registers in the panel, and room for the sums.
    unsafe {
        let mut sums = [[V::splat(0.0); WIDTH]; ROWS];
        for pick in b.picks.unwrap_or_default() {
            compiler_fence(Ordering::SeqCst);
            let step = right.add(pick.right as usize * WIDTH * V::N);
            add_products(&mut sums, left.first.offset(pick.left as isize), left.stride, step);
        }
        let taps = if b.picks.is_some() { &[] } else { left.taps };
        for tap in taps {
            let part = left.first.offset(*tap);
            let whole = left.part - left.part % UNROLLED;
            for first in (0..whole).step_by(UNROLLED) {
                for i in 0..UNROLLED {
                    // Numbers are loaded where they are needed: the compiler would load those of later steps too, for
                    // which there are no registers.
                    compiler_fence(Ordering::SeqCst);
                    if i < V::AHEAD {
                        prefetch(ahead.wrapping_add(i * LINE));
                    }
                    let step = right.add(i * WIDTH * V::N);
                    add_products(&mut sums, part.add(first + i), left.stride, step);
                }
                right = right.add(UNROLLED * WIDTH * V::N);
                ahead = ahead.wrapping_add(V::AHEAD * LINE);
            }
            for k in whole..left.part {
                add_products(&mut sums, part.add(k), left.stride, right);
                right = right.add(WIDTH * V::N);
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            for (i, sum) in sums.iter().enumerate() {
                sum.store(b.out.add(row * b.out_stride + i * V::N));
            }
        }
    }
}

/// Adds one number of each row, times a row of the panel.
///
/// # Safety
/// The processor must have the instructions of `V`. `left` must be good for reading a number at `ROWS` strides, `right` for
/// `WIDTH` registers.
#[inline(always)]
unsafe fn add_products<V: Lanes, const ROWS: usize, const WIDTH: usize>(
    sums: &mut [[V; WIDTH]; ROWS],
    left: *const f32,
    stride: usize,
    right: *const f32,
) {
    // SAFETY: the caller has promised these numbers.
    unsafe {
        let mut columns = [V::splat(0.0); WIDTH];
        for (i, column) in columns.iter_mut().enumerate() {
            *column = V::load(right.add(i * V::N));
        }
        for (row, sums) in sums.iter_mut().enumerate() {
            let x = V::splat(*left.add(row * stride));
            for (sum, column) in sums.iter_mut().zip(columns) {
                *sum = x.mul_add(column, *sum);
            }
        }
    }
}

/// out = left × right, `rows` rows.
///
/// # Safety
/// As of [`Blocks::block`], for `rows` rows and all panels.
#[inline(always)]
pub(super) unsafe fn product<V: Blocks>(
    rows: usize,
    left: Left,
    widths: &[usize],
    right: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    let k = left.taps.len() * left.part;
    let (mut panel, mut column) = (right, 0);
    let blocks = even(rows, V::ROWS);
    for &width in widths {
        let next = panel.wrapping_add(k * width * V::N);
        let mut ahead = next;
        let mut row = 0;
        for rows in blocks.clone() {
            // SAFETY: the rows from this one on are some of those that the caller has promised.
            unsafe {
                let (left, out) = (left.from(row), out.add(row * out_stride + column));
                V::block(&Block { rows, left, width, panel, picks: None, ahead, out, out_stride });
            }
            // Each block prefetches its share of the next panel.
            ahead = ahead.wrapping_add(k / UNROLLED * V::AHEAD * LINE);
            row += rows;
        }
        (panel, column) = (next, column + width * V::N);
    }
}

/// Parts of a whole, as few and as equal as possible: the time for small blocks is lost.
#[inline(always)]
fn even(whole: usize, most: usize) -> impl Iterator<Item = usize> + Clone {
    let parts = whole.div_ceil(most);
    // One division for all parts: a block takes little longer than that.
    let (small, larger) = (whole / parts.max(1), whole % parts.max(1));
    (0..parts).map(move |part| small + usize::from(part < larger))
}

/// A convolution, or any product whose rows are the points of a run.
pub(super) struct Direct<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: View<f32>,
    pub taps: &'a [isize],
    pub weights: &'a Panels,
    pub epilogue: &'a Epilogue,
    /// Room for [`picks`] if most of the input is zero, as stones and the like are; else null.
    pub picks: *mut Pick,
}

/// Numbers of working memory that [`Direct::picks`] need.
pub(super) fn picks(k: usize) -> usize {
    k * size_of::<Pick>() / size_of::<f32>()
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn direct<V: Blocks>(d: &Direct) {
    let blocks = even(d.grid.run(), V::ROWS);
    // SAFETY: the caller's promise is the same, and there are picks only where there is room for them.
    unsafe {
        if d.picks.is_null() {
            let (mut panel, mut channel) = (d.weights.as_ptr(), 0);
            for &width in &d.weights.widths {
                for position in 0..d.count {
                    let mut point = 0;
                    for rows in blocks.clone() {
                        direct_block::<V>(d, (position, point, rows), (width, panel, channel), None);
                        point += rows;
                    }
                }
                panel = panel.add(d.weights.k * width * V::N);
                channel += width * V::N;
            }
            return;
        }
        for position in 0..d.count {
            let mut point = 0;
            for rows in blocks.clone() {
                let picked = pick::<V>(d, position, point, rows);
                let (mut panel, mut channel) = (d.weights.as_ptr(), 0);
                for &width in &d.weights.widths {
                    direct_block::<V>(d, (position, point, rows), (width, panel, channel), Some(picked));
                    panel = panel.add(d.weights.k * width * V::N);
                    channel += width * V::N;
                }
                point += rows;
            }
        }
    }
}

/// Some points times one panel, and what follows.
///
/// # Safety
/// As of [`direct`]; the points must be of the run, the channel the panel's first.
#[inline(always)]
unsafe fn direct_block<V: Blocks>(
    d: &Direct,
    (position, point, rows): (usize, usize, usize),
    (width, panel, channel): (usize, *const f32, usize),
    picks: Option<&[Pick]>,
) {
    let channels = d.input.channels();
    let mut products = [MaybeUninit::<f32>::uninit(); MOST_ROWS * MOST_COLUMNS];
    // SAFETY: the caller has promised a checked step: taps lie within the grid's surroundings, and the epilogue writes
    // points of the board only. A block writes all products that the epilogue reads.
    unsafe {
        let first = d.input.at(position, point);
        let left = Left { first, stride: channels, taps: d.taps, part: channels };
        let (out, out_stride) = (products.as_mut_ptr().cast(), MOST_COLUMNS);
        V::block(&Block { rows, left, width, panel, picks, ahead: panel, out, out_stride });
        let mask = d.grid.mask(point, rows);
        let rows = Rows { products: out, stride: out_stride, vectors: width, vector_stride: V::N, mask };
        d.epilogue.store_rows::<V>(&rows, position, point, channel);
    }
}

/// What is not zero in some points' rows of the left matrix.
///
/// # Safety
/// As of [`direct`]; the points must be of the run, and there must be room for picks.
#[inline(always)]
unsafe fn pick<'a, V: Lanes>(d: &Direct<'a>, position: usize, point: usize, rows: usize) -> &'a [Pick] {
    let channels = d.input.channels();
    let (mut count, mut right) = (0, 0);
    // SAFETY: the caller has promised a checked step, so all taps of these points are there, and room for a pick of each
    // number of a row: the one written last may not count, but is one of them.
    unsafe {
        let first = d.input.at(position, point);
        for tap in d.taps {
            for channel in (0..channels).step_by(V::N) {
                let at = *tap + channel as isize;
                let (mut least, mut most) = (V::splat(0.0), V::splat(0.0));
                for row in 0..rows {
                    let x = V::load(first.add(row * channels).offset(at));
                    (least, most) = (least.min(x), most.max(x));
                }
                for (i, spread) in most.sub(least).numbers().into_iter().take(V::N).enumerate() {
                    *d.picks.add(count) = Pick { left: at as i32 + i as i32, right };
                    right += 1;
                    count += usize::from(spread != 0.0);
                }
            }
        }
        std::slice::from_raw_parts(d.picks, count)
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
pub(super) unsafe fn flat<V: Blocks>(d: &Flat) {
    let channels = d.input.channels();
    let mut products = [0.0f32; MOST_ROWS * MOST_COLUMNS];
    let (mut panel, mut channel) = (d.weights.as_ptr(), 0);
    for &width in &d.weights.widths {
        let mut first = 0;
        for rows in even(d.count, V::ROWS) {
            // SAFETY: the caller has promised a checked step: all positions have as many numbers as a panel has rows.
            unsafe {
                let input = d.input.at(first, 0);
                let left = Left { first: input, stride: channels, taps: &[0], part: channels };
                let (out, out_stride) = (products.as_mut_ptr(), MOST_COLUMNS);
                let ahead = panel;
                V::block(&Block { rows, left, width, panel, picks: None, ahead, out, out_stride });
                for row in 0..rows {
                    let products = out.add(row * out_stride);
                    let rows = Rows { products, stride: 0, vectors: width, vector_stride: V::N, mask: 1 };
                    d.epilogue.store_rows::<V>(&rows, first + row, 0, channel);
                }
            }
            first += rows;
        }
        // SAFETY: panels lie one behind the other, and this one has that many numbers.
        unsafe { panel = panel.add(d.weights.k * width * V::N) };
        channel += width * V::N;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_even() {
        for (whole, most, expected) in [
            (0, 8, vec![]),
            (1, 3, vec![1]),
            (4, 3, vec![2, 2]),
            (7, 3, vec![3, 2, 2]),
            (8, 3, vec![3, 3, 2]),
            (25, 8, vec![7, 6, 6, 6]),
        ] {
            assert_eq!(even(whole, most).collect::<Vec<_>>(), expected);
        }
    }
}
