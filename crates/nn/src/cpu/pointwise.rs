//! Layers that process one point, or one channel, at a time.

use super::epilogue::{ASK, Epilogue};
use super::grid::Grid;
use super::lanes::Lanes;
use super::view::View;
use crate::graph::{NormOver, Pool};

/// Takes a value, multiplies it by another one if given, and applies the epilogue.
pub(super) struct Pointwise<'a> {
    /// None for flat values.
    pub grid: Option<&'a Grid>,
    pub count: usize,
    pub input: View<f32>,
    pub times: Option<View<f32>>,
    pub epilogue: &'a Epilogue,
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn pointwise<V: Lanes>(p: &Pointwise) {
    let channels = p.epilogue.channels;
    let (rows, columns, pitch) = p.grid.map_or((1, 1, 1), |g| (g.rows, g.columns, g.pitch));
    for position in 0..p.count {
        for row in 0..rows {
            for point in row * pitch..row * pitch + columns {
                for channel in (0..channels).step_by(V::N) {
                    // SAFETY: the caller has promised a checked step, so all values have these positions, points and channels.
                    unsafe {
                        let mut v = V::load(p.input.at(position, point).add(channel));
                        if let Some(times) = p.times {
                            v = v.mul(V::load(times.at(position, point).add(channel)));
                        }
                        p.epilogue.store::<V, ASK>(v, position, point, channel);
                    }
                }
            }
        }
    }
}

/// Pools a board to three numbers per channel.
pub(super) struct Pooling<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: View<f32>,
    /// The number of channels without padding.
    pub real: usize,
    pub pool: Pool,
    pub out: *mut f32,
    pub out_stride: usize,
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn pooling<V: Lanes>(p: &Pooling) {
    let points = p.grid.points() as f32;
    let beyond = points.sqrt() - 14.0;
    for position in 0..p.count {
        for channel in (0..p.input.channels()).step_by(V::N) {
            // SAFETY: the caller has promised a checked step: these points and channels are there, and three times the real
            // channels fit the output. No register has more than 16 numbers.
            unsafe {
                let (mut sum, mut largest) = (V::splat(0.0), V::splat(f32::NEG_INFINITY));
                for row in 0..p.grid.rows {
                    for point in row * p.grid.pitch..row * p.grid.pitch + p.grid.columns {
                        let v = V::load(p.input.at(position, point).add(channel));
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
    pub input: View<f32>,
    pub real: usize,
    pub over: NormOver,
    pub epsilon: f32,
    pub epilogue: &'a Epilogue,
}

/// # Safety
/// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds).
#[inline(always)]
pub(super) unsafe fn norm<V: Lanes>(n: &Norm) {
    let channels = n.epilogue.channels;
    let (rows, columns, pitch) = n.grid.map_or((1, 1, 1), |g| (g.rows, g.columns, g.pitch));
    for position in 0..n.count {
        // SAFETY: the caller has promised a checked step, so input and output have these positions, points and channels.
        unsafe {
            let from = n.input.at(position, 0).cast_const();
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
///
/// # Safety
/// The processor must have the instructions of `V`, and `from` must be good for reading the channels, which are whole
/// registers.
#[inline(always)]
unsafe fn squares<V: Lanes>(from: *const f32, channels: usize) -> f32 {
    // SAFETY: the caller has promised the channels.
    unsafe {
        let mut sum = V::splat(0.0);
        for channel in (0..channels).step_by(V::N) {
            let v = V::load(from.add(channel));
            sum = v.mul_add(v, sum);
        }
        sum.sum()
    }
}
