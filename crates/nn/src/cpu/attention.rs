//! Attention between all points of a board.

use super::epilogue::{Epilogue, Rows};
use super::gemm::{Blocks, Left, product};
use super::grid::Grid;
use super::lanes::Lanes;
use super::view::View;
use crate::graph::Attention;

/// Cosine and sine of the angle for every shared head, point and pair of channels.
pub(super) struct RotaryTable {
    cos: Vec<f32>,
    sin: Vec<f32>,
}

impl RotaryTable {
    pub fn new(attention: &Attention, grid: &Grid) -> RotaryTable {
        let pairs = attention.key_size / 2;
        let (mut cos, mut sin) = (Vec::new(), Vec::new());
        for head in attention.rotation.chunks(pairs.max(1)) {
            for point in 0..grid.points() {
                let (row, column) = ((point / grid.columns) as f32, (point % grid.columns) as f32);
                for frequency in head {
                    let angle = column * frequency[0] + row * frequency[1];
                    cos.push(angle.cos());
                    sin.push(angle.sin());
                }
            }
        }
        RotaryTable { cos, sin }
    }

    /// Whether there is an angle for every shared head, point and pair, or none at all.
    pub fn fits(&self, attention: &Attention, grid: &Grid) -> bool {
        let angles = attention.shared_heads * grid.points() * (attention.key_size / 2);
        self.cos.len() == self.sin.len() && (self.cos.is_empty() || self.cos.len() == angles)
    }
}

pub(super) struct AttentionJob<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub attention: &'a Attention,
    pub rotary: &'a RotaryTable,
    pub queries: View<f32>,
    pub keys: View<f32>,
    pub values: View<f32>,
    pub epilogue: &'a Epilogue,
    pub scratch: *mut f32,
}

/// How working memory is divided. Everything is for one head of one position.
struct Room {
    points: usize,
    /// Columns of the scores: points, filled up to whole registers.
    width: usize,
    /// Channels of a value, filled up to whole registers.
    value: usize,
}

impl Room {
    fn new(attention: &Attention, grid: &Grid) -> Room {
        Room {
            points: grid.points(),
            width: grid.points().next_multiple_of(16),
            value: attention.value_size.next_multiple_of(16),
        }
    }
}

/// Numbers of working memory needed.
pub(super) fn scratch(attention: &Attention, grid: &Grid) -> usize {
    let room = Room::new(attention, grid);
    let key = attention.key_size;
    room.points * (key + room.width + 2 * room.value) + key * room.width + attention.heads * room.value
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn attend<V: Blocks>(a: &AttentionJob) {
    let (spec, room) = (a.attention, Room::new(a.attention, a.grid));
    let key = spec.key_size;
    let sharing = spec.heads / spec.shared_heads;
    let scale = 1.0 / (key as f32).sqrt();
    let one = |registers: usize| -> [usize; 1] { [registers] };
    // SAFETY: the caller has promised a checked step: all heads lie within the channels of their boards, and working memory
    // is as large as `scratch` says, which is the sum of the parts here.
    unsafe {
        let queries = a.scratch;
        let keys = queries.add(room.points * key);
        let values = keys.add(key * room.width);
        let scores = values.add(room.points * room.value);
        let sums = scores.add(room.points * room.width);
        for position in 0..a.count {
            for head in 0..spec.heads {
                let shared = head / sharing;
                if head % sharing == 0 {
                    // Keys lie with a channel of all points side by side, one register's width of points after another.
                    std::ptr::write_bytes(keys, 0, key * room.width);
                    std::ptr::write_bytes(values, 0, room.points * room.value);
                    for (i, point) in a.grid.iter().enumerate() {
                        let from = a.keys.at(position, point).add(shared * key);
                        let to = keys.add(i / V::N * V::N * key + i % V::N);
                        turned(from, key, a.rotary, shared, i, room.points, 1.0, |channel, x| {
                            *to.add(channel * V::N) = x;
                        });
                        let from = a.values.at(position, point).add(shared * spec.value_size);
                        for channel in 0..spec.value_size {
                            let to = channel / V::N * V::N * room.points + i * V::N + channel % V::N;
                            *values.add(to) = *from.add(channel);
                        }
                    }
                }
                for (i, point) in a.grid.iter().enumerate() {
                    let from = a.queries.at(position, point).add(head * key);
                    let to = queries.add(i * key);
                    turned(from, key, a.rotary, shared, i, room.points, scale, |channel, x| {
                        *to.add(channel) = x
                    });
                }
                let left = Left { first: queries, stride: key, taps: &[0], part: key };
                for column in (0..room.width).step_by(V::N) {
                    product::<V>(
                        room.points,
                        left,
                        &one(1),
                        keys.add(column * key),
                        scores.add(column),
                        room.width,
                    );
                }
                for i in 0..room.points {
                    softmax::<V>(scores.add(i * room.width), room.points, room.width);
                }
                let left = Left { first: scores, stride: room.width, taps: &[0], part: room.points };
                for column in (0..room.value).step_by(V::N) {
                    let right = values.add(column * room.points);
                    product::<V>(room.points, left, &one(1), right, sums.add(column), room.value);
                }
                store_head::<V>(a, &room, position, head, sums);
            }
        }
    }
}

/// Returns the channels of a point after rotating their pairs.
///
/// # Safety
/// `from` must be good for reading `size` numbers.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn turned(
    from: *const f32,
    size: usize,
    rotary: &RotaryTable,
    head: usize,
    point: usize,
    points: usize,
    scale: f32,
    mut to: impl FnMut(usize, f32),
) {
    if rotary.cos.is_empty() {
        for channel in 0..size {
            // SAFETY: the caller has promised that many numbers.
            to(channel, unsafe { *from.add(channel) } * scale);
        }
        return;
    }
    let pairs = size / 2;
    let first = (head * points + point) * pairs;
    for pair in 0..pairs {
        let (cos, sin) = (rotary.cos[first + pair], rotary.sin[first + pair]);
        // SAFETY: the caller has promised that many numbers, and pairs are half as many.
        let (x, y) = unsafe { (*from.add(2 * pair), *from.add(2 * pair + 1)) };
        to(2 * pair, (x * cos - y * sin) * scale);
        to(2 * pair + 1, (x * sin + y * cos) * scale);
    }
}

/// In place; padding becomes zero.
///
/// # Safety
/// The processor must have the instructions of `V`, and `row` must be good for `width` numbers, which are whole registers.
#[inline(always)]
unsafe fn softmax<V: Lanes>(row: *mut f32, points: usize, width: usize) {
    // SAFETY: the caller has promised that many numbers.
    unsafe {
        for i in points..width {
            *row.add(i) = f32::NEG_INFINITY;
        }
        let mut largest = V::splat(f32::NEG_INFINITY);
        for i in (0..width).step_by(V::N) {
            largest = largest.max(V::load(row.add(i)));
        }
        let largest = V::splat(largest.largest());
        let mut sum = V::splat(0.0);
        for i in (0..width).step_by(V::N) {
            let e = V::load(row.add(i)).sub(largest).exp();
            e.store(row.add(i));
            sum = sum.add(e);
        }
        // exp() has a floor, and the padding must not count at all.
        let mut filled = 0.0;
        for i in points..width {
            filled += *row.add(i);
            *row.add(i) = 0.0;
        }
        let factor = V::splat(1.0 / (sum.sum() - filled));
        for i in (0..width).step_by(V::N) {
            V::load(row.add(i)).mul(factor).store(row.add(i));
        }
    }
}

/// Finishes one head's channels. If a head is not aligned to registers, its numbers are written one at a
/// time.
///
/// # Safety
/// As of [`attend`]; `sums` must hold the head's products of all points.
#[inline(always)]
unsafe fn store_head<V: Lanes>(
    a: &AttentionJob,
    room: &Room,
    position: usize,
    head: usize,
    sums: *const f32,
) {
    let size = a.attention.value_size;
    for (i, point) in a.grid.iter().enumerate() {
        // SAFETY: there are products of every point, and heads lie within the channels of what is written.
        unsafe {
            let products = sums.add(i * room.value);
            if size.is_multiple_of(V::N) {
                let rows = Rows { products, stride: 0, vectors: size / V::N, vector_stride: V::N, mask: 1 };
                a.epilogue.store_rows::<V>(&rows, position, point, head * size);
            } else {
                for channel in 0..size {
                    a.epilogue.store_number(*products.add(channel), position, point, head * size + channel);
                }
            }
        }
    }
}
