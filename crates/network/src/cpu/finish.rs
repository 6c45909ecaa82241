//! What happens to the result of a product before it is stored.

use super::lanes::Lanes;
use crate::Activation;

/// v = product + flat + residual is stored as it is, or normalised and activated, or both; as f32, as bf16, or both.
///
/// Pointers are null where there is nothing to do. Board pointers point at the first point of the first position.
pub(super) struct Finish {
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
    /// From position to position, in numbers.
    pub stride: usize,
}

/// Activations as constants, so that inner loops do not ask.
pub(super) const NONE: u8 = 0;
pub(super) const RELU: u8 = 1;
pub(super) const MISH: u8 = 2;
pub(super) const SILU: u8 = 3;
pub(super) const TANH: u8 = 4;

/// Calls a function with the activation as a constant.
macro_rules! with_activation {
    ($activation:expr, $f:ident :: < $($t:ty),* > ( $($arg:expr),* $(,)? )) => {
        match $activation {
            None => $f::<$($t,)* { $crate::cpu::finish::NONE }>($($arg),*),
            Some($crate::Activation::Relu) => $f::<$($t,)* { $crate::cpu::finish::RELU }>($($arg),*),
            Some($crate::Activation::Mish) => $f::<$($t,)* { $crate::cpu::finish::MISH }>($($arg),*),
            Some($crate::Activation::Silu) => $f::<$($t,)* { $crate::cpu::finish::SILU }>($($arg),*),
            Some($crate::Activation::Tanh) => $f::<$($t,)* { $crate::cpu::finish::TANH }>($($arg),*),
        }
    };
}
pub(super) use with_activation;

#[inline(always)]
pub(super) unsafe fn activate<V: Lanes, const ACTIVATION: u8>(x: V) -> V {
    unsafe {
        match ACTIVATION {
            RELU => x.max(V::splat(0.0)),
            MISH => {
                // tanh(ln(1 + e)) = e(e + 2) / (e(e + 2) + 2), which is 1 long before e overflows.
                let e = x.min(V::splat(20.0)).exp();
                let t = e.mul(e.add(V::splat(2.0)));
                x.mul(t).div(t.add(V::splat(2.0)))
            }
            SILU => x.div(V::splat(0.0).sub(x).exp().add(V::splat(1.0))),
            TANH => {
                let e = x.add(x).min(V::splat(40.0)).exp();
                V::splat(1.0).sub(V::splat(2.0).div(e.add(V::splat(1.0))))
            }
            _ => x,
        }
    }
}

impl Finish {
    /// Finishes the channels `channel..channel + V::N` of one point.
    #[inline(always)]
    pub unsafe fn put<V: Lanes, const ACTIVATION: u8>(
        &self,
        product: V,
        position: usize,
        point: usize,
        channel: usize,
    ) {
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
                v.store_bf16(self.raw16.add(at));
            }
            if self.normed.is_null() && self.normed16.is_null() {
                return;
            }
            if !self.scale.is_null() {
                v = v.mul_add(V::load(self.scale.add(channel)), V::load(self.bias.add(channel)));
            }
            let v = activate::<V, ACTIVATION>(v);
            if !self.normed.is_null() {
                v.store(self.normed.add(at));
            }
            if !self.normed16.is_null() {
                v.store_bf16(self.normed16.add(at));
            }
        }
    }

    /// Finishes some points of a run: those in `mask`, of which the first is `point`. Their products lie in rows of
    /// `vectors` registers, `stride` numbers apart.
    #[inline(always)]
    pub unsafe fn put_rows<V: Lanes>(&self, rows: &Rows, position: usize, point: usize, channel: usize) {
        unsafe { with_activation!(self.activation, put_rows_of::<V>(self, rows, position, point, channel)) }
    }
}

pub(super) struct Rows {
    pub products: *const f32,
    pub stride: usize,
    pub vectors: usize,
    pub mask: u16,
}

#[inline(always)]
unsafe fn put_rows_of<V: Lanes, const ACTIVATION: u8>(
    finish: &Finish,
    rows: &Rows,
    position: usize,
    point: usize,
    channel: usize,
) {
    let mut mask = rows.mask;
    while mask != 0 {
        let row = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        for vector in 0..rows.vectors {
            unsafe {
                let v = V::load(rows.products.add(row * rows.stride + vector * V::N));
                finish.put::<V, ACTIVATION>(v, position, point + row, channel + vector * V::N);
            }
        }
    }
}
