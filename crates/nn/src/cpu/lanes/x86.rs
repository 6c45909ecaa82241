//! Registers of x86-64 processors.

use std::arch::x86_64::*;

use super::Lanes;

/// Eight numbers, with fused multiply-add.
#[derive(Clone, Copy)]
pub struct Avx2(__m256);

impl Lanes for Avx2 {
    const N: usize = 8;
    const ROWS: usize = 6;
    const WIDTH: usize = 2;
    const AHEAD: usize = 2;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Avx2(instructions!(_mm256_set1_ps(x)))
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        Avx2(instructions!(_mm256_loadu_ps(p)))
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        instructions!(_mm256_storeu_ps(p, self.0))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Avx2(instructions!(_mm256_add_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Avx2(instructions!(_mm256_sub_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Avx2(instructions!(_mm256_mul_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Avx2(instructions!(_mm256_div_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Avx2(instructions!(_mm256_max_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Avx2(instructions!(_mm256_min_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Avx2(instructions!(_mm256_fmadd_ps(self.0, a.0, b.0)))
    }
    #[inline(always)]
    fn round(self) -> Self {
        Avx2(instructions!(_mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0)))
    }
    #[inline(always)]
    fn times_power_of_two(self, n: Self) -> Self {
        instructions!({
            let exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n.0), _mm256_set1_epi32(127));
            let power = _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponent));
            Avx2(_mm256_mul_ps(self.0, power))
        })
    }
}

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub struct Avx512(__m512);

impl Lanes for Avx512 {
    const N: usize = 16;
    const ROWS: usize = 8;
    const WIDTH: usize = 3;
    const AHEAD: usize = 4;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Avx512(instructions!(_mm512_set1_ps(x)))
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        Avx512(instructions!(_mm512_loadu_ps(p)))
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        instructions!(_mm512_storeu_ps(p, self.0))
    }
    /// Rounds to even with integer instructions: not every processor with AVX-512 has bf16.
    #[inline(always)]
    unsafe fn store_bf16(self, p: *mut u16) {
        // SAFETY: there is a value, so there are the instructions; the caller has promised room for 16 numbers.
        unsafe {
            let bits = _mm512_castps_si512(self.0);
            let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), _mm512_set1_epi32(1));
            let rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
            let upper = _mm512_cvtepi32_epi16(_mm512_srli_epi32::<16>(rounded));
            _mm256_storeu_si256(p.cast(), upper);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Avx512(instructions!(_mm512_add_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Avx512(instructions!(_mm512_sub_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Avx512(instructions!(_mm512_mul_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Avx512(instructions!(_mm512_div_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Avx512(instructions!(_mm512_max_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Avx512(instructions!(_mm512_min_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Avx512(instructions!(_mm512_fmadd_ps(self.0, a.0, b.0)))
    }
    #[inline(always)]
    fn round(self) -> Self {
        Avx512(instructions!(_mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(
            self.0
        )))
    }
    #[inline(always)]
    fn times_power_of_two(self, n: Self) -> Self {
        Avx512(instructions!(_mm512_scalef_ps(self.0, n.0)))
    }
    #[inline(always)]
    fn sum(self) -> f32 {
        instructions!(_mm512_reduce_add_ps(self.0))
    }
    #[inline(always)]
    fn largest(self) -> f32 {
        instructions!(_mm512_reduce_max_ps(self.0))
    }
}

/// Sixteen numbers, on processors with bf16.
#[derive(Clone, Copy)]
pub struct Amx(Avx512);

macro_rules! as_avx512 {
    ($($name:ident($($argument:ident),*)),*) => {
        $(#[inline(always)]
        fn $name(self $(, $argument: Self)*) -> Self {
            Amx(self.0.$name($($argument.0),*))
        })*
    };
}

impl Lanes for Amx {
    const N: usize = 16;
    const ROWS: usize = 8;
    const WIDTH: usize = 3;
    const AHEAD: usize = 4;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Amx(instructions!(Avx512::splat(x)))
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        Amx(instructions!(Avx512::load(p)))
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        instructions!(self.0.store(p))
    }
    #[inline(always)]
    unsafe fn store_bf16(self, p: *mut u16) {
        instructions!(p.cast::<__m256bh>().write_unaligned(_mm512_cvtneps_pbh(self.0.0)))
    }
    #[inline(always)]
    fn rest_of_bf16(self) -> Self {
        instructions!(self.sub(Amx(Avx512(_mm512_cvtpbh_ps(_mm512_cvtneps_pbh(self.0.0))))))
    }
    #[inline(always)]
    unsafe fn store_bf16_with(self, next: Self, p: *mut u16) {
        instructions!(p.cast::<__m512bh>().write_unaligned(_mm512_cvtne2ps_pbh(next.0.0, self.0.0)))
    }
    as_avx512!(
        add(other),
        sub(other),
        mul(other),
        div(other),
        max(other),
        min(other),
        mul_add(a, b),
        round(),
        times_power_of_two(n)
    );
    #[inline(always)]
    fn sum(self) -> f32 {
        self.0.sum()
    }
    #[inline(always)]
    fn largest(self) -> f32 {
        self.0.largest()
    }
}
