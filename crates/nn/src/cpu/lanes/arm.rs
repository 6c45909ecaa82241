//! Registers of 64-bit ARM processors.

use std::arch::aarch64::*;

use super::Lanes;

/// Four numbers. Every processor of this kind has the instructions.
#[derive(Clone, Copy)]
pub struct Neon(float32x4_t);

impl Lanes for Neon {
    const N: usize = 4;
    const ROWS: usize = 8;
    const WIDTH: usize = 3;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Neon(instructions!(vdupq_n_f32(x)))
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        Neon(instructions!(vld1q_f32(p)))
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        instructions!(vst1q_f32(p, self.0))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Neon(instructions!(vaddq_f32(self.0, other.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Neon(instructions!(vsubq_f32(self.0, other.0)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Neon(instructions!(vmulq_f32(self.0, other.0)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Neon(instructions!(vdivq_f32(self.0, other.0)))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Neon(instructions!(vmaxq_f32(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Neon(instructions!(vminq_f32(self.0, other.0)))
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Neon(instructions!(vfmaq_f32(b.0, self.0, a.0)))
    }
    #[inline(always)]
    fn round(self) -> Self {
        Neon(instructions!(vrndnq_f32(self.0)))
    }
    #[inline(always)]
    fn times_power_of_two(self, n: Self) -> Self {
        instructions!({
            let exponent = vaddq_s32(vcvtq_s32_f32(n.0), vdupq_n_s32(127));
            Neon(vmulq_f32(self.0, vreinterpretq_f32_s32(vshlq_n_s32::<23>(exponent))))
        })
    }
    #[inline(always)]
    fn sum(self) -> f32 {
        instructions!(vaddvq_f32(self.0))
    }
    #[inline(always)]
    fn largest(self) -> f32 {
        instructions!(vmaxvq_f32(self.0))
    }
}
