//! Layers that look at one point, or one channel, at a time.

use super::epilogue::{ASK, Epilogue};
use super::grid::Grid;
use super::lanes::Lanes;
use crate::{NormOver, Pool};

/// Takes a value, times another one if there is one, and finishes it.
pub(super) struct Pointwise<'a> {
    /// None for flat values.
    pub grid: Option<&'a Grid>,
    pub count: usize,
    pub input: *const f32,
    /// Null for none.
    pub times: *const f32,
    pub epilogue: &'a Epilogue,
}

#[inline(always)]
pub(super) unsafe fn pointwise<V: Lanes>(p: &Pointwise) {
    let (channels, stride) = (p.epilogue.channels, p.epilogue.stride);
    let (rows, columns, pitch) = p.grid.map_or((1, 1, 1), |g| (g.rows, g.columns, g.pitch));
    for position in 0..p.count {
        for row in 0..rows {
            for point in row * pitch..row * pitch + columns {
                for channel in (0..channels).step_by(V::N) {
                    let at = position * stride + point * channels + channel;
                    unsafe {
                        let mut v = V::load(p.input.add(at));
                        if !p.times.is_null() {
                            v = v.mul(V::load(p.times.add(at)));
                        }
                        p.epilogue.store::<V, ASK>(v, position, point, channel);
                    }
                }
            }
        }
    }
}

/// From a board to three numbers a channel.
pub(super) struct Pooling<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: *const f32,
    pub stride: usize,
    pub channels: usize,
    /// Channels that are not there only to fill registers.
    pub real: usize,
    pub pool: Pool,
    pub out: *mut f32,
    pub out_stride: usize,
}

#[inline(always)]
pub(super) unsafe fn pooling<V: Lanes>(p: &Pooling) {
    let points = p.grid.points() as f32;
    let beyond = points.sqrt() - 14.0;
    for position in 0..p.count {
        for channel in (0..p.channels).step_by(V::N) {
            unsafe {
                let (mut sum, mut largest) = (V::splat(0.0), V::splat(f32::NEG_INFINITY));
                for row in 0..p.grid.rows {
                    for point in row * p.grid.pitch..row * p.grid.pitch + p.grid.columns {
                        let v = V::load(p.input.add(position * p.stride + point * p.channels + channel));
                        sum = sum.add(v);
                        largest = largest.max(v);
                    }
                }
                let mean = sum.mul(V::splat(1.0 / points));
                let third = match p.pool {
                    Pool::MeanAndMax => largest,
                    Pool::MeanBySize => mean.mul(V::splat(beyond * beyond * 0.01 - 0.1)),
                };
                for (i, numbers) in [mean, mean.mul(V::splat(beyond * 0.1)), third].into_iter().enumerate() {
                    let mut lanes = [0.0f32; 16];
                    numbers.store(lanes.as_mut_ptr());
                    let real = p.real.saturating_sub(channel).min(V::N);
                    let to = p.out.add(position * p.out_stride + i * p.real + channel);
                    std::ptr::copy_nonoverlapping(lanes.as_ptr(), to, real);
                }
            }
        }
    }
}

/// Divides by the root mean square; scale and bias are the epilogue's.
pub(super) struct Norm<'a> {
    /// None for flat values.
    pub grid: Option<&'a Grid>,
    pub count: usize,
    pub input: *const f32,
    pub real: usize,
    pub over: NormOver,
    pub epsilon: f32,
    pub epilogue: &'a Epilogue,
}

#[inline(always)]
pub(super) unsafe fn norm<V: Lanes>(n: &Norm) {
    let (channels, stride) = (n.epilogue.channels, n.epilogue.stride);
    let (rows, columns, pitch) = n.grid.map_or((1, 1, 1), |g| (g.rows, g.columns, g.pitch));
    for position in 0..n.count {
        unsafe {
            let from = n.input.add(position * stride);
            let whole = match n.over {
                NormOver::Channels => None,
                NormOver::Board => {
                    let mut sum = 0.0;
                    for row in 0..rows {
                        for point in row * pitch..row * pitch + columns {
                            sum += squares::<V>(from.add(point * channels), channels);
                        }
                    }
                    Some(1.0 / (sum / (rows * columns * n.real) as f32 + n.epsilon).sqrt())
                }
            };
            for row in 0..rows {
                for point in row * pitch..row * pitch + columns {
                    let factor = match whole {
                        Some(factor) => factor,
                        None => {
                            let sum = squares::<V>(from.add(point * channels), channels);
                            1.0 / (sum / n.real as f32 + n.epsilon).sqrt()
                        }
                    };
                    for channel in (0..channels).step_by(V::N) {
                        let v = V::load(from.add(point * channels + channel)).mul(V::splat(factor));
                        n.epilogue.store::<V, ASK>(v, position, point, channel);
                    }
                }
            }
        }
    }
}

/// The sum of squares of a point's channels.
#[inline(always)]
unsafe fn squares<V: Lanes>(from: *const f32, channels: usize) -> f32 {
    unsafe {
        let mut sum = V::splat(0.0);
        for channel in (0..channels).step_by(V::N) {
            let v = V::load(from.add(channel));
            sum = v.mul_add(v, sum);
        }
        sum.sum()
    }
}
