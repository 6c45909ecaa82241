//! What happens to the result of a product before it is stored.

#[cfg(target_arch = "x86_64")]
mod pair;

#[cfg(target_arch = "x86_64")]
pub(super) use pair::TilePair;

use super::lanes::{Lanes, bf16};
use crate::graph::Activation;

/// v = product + flat + residual is stored unchanged, or normalised and activated, or both; as f32, as bf16,
/// or both.
///
/// Pointers are null where there is nothing to do. Board pointers point at the first point of the first position.
pub(super) struct Epilogue {
    /// A number for each channel of a position.
    pub flat: *const f32,
    pub residual: *const f32,
    pub raw: *mut f32,
    pub raw16: *mut u16,
    /// Null together: the value is only activated.
    pub scale: *const f32,
    pub bias: *const f32,
    pub activation: Option<Activation>,
    pub normed: *mut f32,
    pub normed16: *mut u16,
    pub channels: usize,
    /// From position to position, in numbers of f32.
    pub stride: usize,
    /// Every number is stored as two bf16 values: itself rounded, and after all channels of the point its
    /// rounding error.
    pub split: bool,
}

/// Activations as constants, so that inner loops need no branches. Only for the hottest code, because every
/// constant is compiled for every instruction set.
pub(super) const NONE: u8 = 0;
pub(super) const RELU: u8 = 1;
pub(super) const MISH: u8 = 2;
const SILU: u8 = 3;
const TANH: u8 = 4;
/// The activation of the epilogue, at run time.
pub(super) const ASK: u8 = 5;

/// Calls a function with a common activation as a constant.
macro_rules! with_activation {
    ($activation:expr, $f:ident :: < $($t:ty),* > ( $($arg:expr),* $(,)? )) => {
        match $activation {
            None => $f::<$($t,)* { $crate::cpu::epilogue::NONE }>($($arg),*),
            Some($crate::graph::Activation::Relu) => $f::<$($t,)* { $crate::cpu::epilogue::RELU }>($($arg),*),
            Some($crate::graph::Activation::Mish) => $f::<$($t,)* { $crate::cpu::epilogue::MISH }>($($arg),*),
            Some(_) => $f::<$($t,)* { $crate::cpu::epilogue::ASK }>($($arg),*),
        }
    };
}
pub(super) use with_activation;

#[inline(always)]
fn activate<V: Lanes, const ACTIVATION: u8>(x: V) -> V {
    match ACTIVATION {
        RELU => x.max(x.constant(0.0)),
        MISH => {
            // tanh(ln(1 + e)) = e(e + 2) / (e(e + 2) + 2), which is 1 long before e overflows.
            let e = x.min(x.constant(20.0)).exp();
            let t = e.mul(e.add(x.constant(2.0)));
            x.mul(t).div(t.add(x.constant(2.0)))
        }
        SILU => x.div(x.constant(0.0).sub(x).exp().add(x.constant(1.0))),
        TANH => {
            let e = x.add(x).min(x.constant(40.0)).exp();
            x.constant(1.0).sub(x.constant(2.0).div(e.add(x.constant(1.0))))
        }
        _ => x,
    }
}

impl Epilogue {
    #[inline(always)]
    fn activated<V: Lanes, const ACTIVATION: u8>(&self, v: V) -> V {
        match (ACTIVATION, self.activation) {
            (ASK, None) => v,
            (ASK, Some(Activation::Relu)) => activate::<V, RELU>(v),
            (ASK, Some(Activation::Mish)) => activate::<V, MISH>(v),
            (ASK, Some(Activation::Silu)) => activate::<V, SILU>(v),
            (ASK, Some(Activation::Tanh)) => activate::<V, TANH>(v),
            _ => activate::<V, ACTIVATION>(v),
        }
    }

    /// Stores the channels `channel..channel + V::N` of one point.
    ///
    /// # Safety
    /// The processor must have the instructions of `V`, and the step must have been [checked](super::bounds), with this
    /// position, point and channel among those it writes.
    #[inline(always)]
    pub unsafe fn store<V: Lanes, const ACTIVATION: u8>(
        &self,
        product: V,
        position: usize,
        point: usize,
        channel: usize,
    ) {
        // SAFETY: all buffers are alike and have this number; scales and flat values have one for every channel.
        unsafe {
            let at = position * self.stride + point * self.channels + channel;
            let mut v = product;
            if !self.flat.is_null() {
                v = v.add(V::load(self.flat.add(position * self.channels + channel)));
            }
            if !self.residual.is_null() {
                v = v.add(V::load(self.residual.add(at)));
            }
            if !self.raw.is_null() {
                v.store(self.raw.add(at));
            }
            if !self.raw16.is_null() {
                self.store16::<V>(v, self.raw16, at, channel);
            }
            if self.normed.is_null() && self.normed16.is_null() {
                return;
            }
            if !self.scale.is_null() {
                v = v.mul_add(V::load(self.scale.add(channel)), V::load(self.bias.add(channel)));
            }
            let v = self.activated::<V, ACTIVATION>(v);
            if !self.normed.is_null() {
                v.store(self.normed.add(at));
            }
            if !self.normed16.is_null() {
                self.store16::<V>(v, self.normed16, at, channel);
            }
        }
    }

    /// Stores one number unchanged.
    pub unsafe fn store_number(&self, x: f32, position: usize, point: usize, channel: usize) {
        let at = position * self.stride + point * self.channels + channel;
        // SAFETY: all buffers are alike and have this number.
        unsafe {
            if !self.raw.is_null() {
                *self.raw.add(at) = x;
            }
            match (self.raw16.is_null(), self.split) {
                (true, _) => {}
                (false, false) => *self.raw16.add(at) = bf16(x),
                (false, true) => {
                    let at = 2 * at - channel;
                    *self.raw16.add(at) = bf16(x);
                    let rounded = f32::from_bits(u32::from(bf16(x)) << 16);
                    *self.raw16.add(at + self.channels) = bf16(x - rounded);
                }
            }
        }
    }

    /// `at` is the index as among f32 values.
    ///
    /// # Safety
    /// As of [`Epilogue::store`].
    #[inline(always)]
    unsafe fn store16<V: Lanes>(&self, v: V, to: *mut u16, at: usize, channel: usize) {
        // SAFETY: where numbers are split, the buffer has two for every one among f32.
        unsafe {
            if self.split {
                let at = 2 * at - channel;
                v.store_bf16(to.add(at));
                v.rest_of_bf16().store_bf16(to.add(at + self.channels));
            } else {
                v.store_bf16(to.add(at));
            }
        }
    }

    /// Stores the points in `mask` of a run that begins at `point`. Their products lie in rows of `vectors` registers.
    ///
    /// # Safety
    /// As of [`Epilogue::store`], for all of these points and channels; the products must be there.
    #[inline(always)]
    pub unsafe fn store_rows<V: Lanes>(&self, rows: &Rows, position: usize, point: usize, channel: usize) {
        let mut mask = rows.mask;
        while mask != 0 {
            let row = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            for vector in 0..rows.vectors {
                // SAFETY: the caller has promised this point, these channels and their products.
                unsafe {
                    let v = V::load(rows.products.add(row * rows.stride + vector * rows.vector_stride));
                    self.store::<V, ASK>(v, position, point + row, channel + vector * V::N);
                }
            }
        }
    }
}

/// The location of products.
pub(super) struct Rows {
    pub products: *const f32,
    /// From point to point, in numbers.
    pub stride: usize,
    /// Registers to store for each point.
    pub vectors: usize,
    /// From register to register, in numbers.
    pub vector_stride: usize,
    pub mask: u16,
}
