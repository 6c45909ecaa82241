//! Registers of WebAssembly, where it was compiled with them.

use std::arch::wasm32::*;

use super::Lanes;

/// Four numbers.
#[derive(Clone, Copy)]
pub struct Simd128(v128);

impl Lanes for Simd128 {
    const N: usize = 4;
    // Engines translate to the 16 registers of x86-64, and keep one for themselves.
    const ROWS: usize = 4;
    const WIDTH: usize = 2;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Simd128(f32x4_splat(x))
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        Simd128(instructions!(v128_load(p.cast())))
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        instructions!(v128_store(p.cast(), self.0))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Simd128(f32x4_add(self.0, other.0))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Simd128(f32x4_sub(self.0, other.0))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Simd128(f32x4_mul(self.0, other.0))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Simd128(f32x4_div(self.0, other.0))
    }
    /// One instruction, other than `f32x4_max`, which knows about NaN and about the sign of zero.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Simd128(f32x4_pmax(self.0, other.0))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Simd128(f32x4_pmin(self.0, other.0))
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        self.mul(a).add(b)
    }
    #[inline(always)]
    fn round(self) -> Self {
        Simd128(f32x4_nearest(self.0))
    }
    #[inline(always)]
    fn times_power_of_two(self, n: Self) -> Self {
        let exponent = i32x4_add(i32x4_trunc_sat_f32x4(n.0), i32x4_splat(127));
        Simd128(f32x4_mul(self.0, i32x4_shl(exponent, 23)))
    }
}
