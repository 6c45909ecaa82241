//! A few f32 numbers at a time, as many as the processor's registers hold.

/// One register. All methods are unsafe for one reason: the processor must have the instructions, which whoever chose
/// the type has checked. Pointers must be good for `N` numbers.
#[allow(clippy::missing_safety_doc)]
pub(super) trait Lanes: Copy {
    const N: usize;

    unsafe fn splat(x: f32) -> Self;
    unsafe fn load(p: *const f32) -> Self;
    unsafe fn store(self, p: *mut f32);
    unsafe fn store_bf16(self, p: *mut u16);
    /// This one, and the other one behind it.
    #[inline(always)]
    unsafe fn store_bf16_with(self, next: Self, p: *mut u16) {
        unsafe {
            self.store_bf16(p);
            next.store_bf16(p.add(Self::N));
        }
    }
    /// What is lost when this is stored as bf16.
    #[inline(always)]
    unsafe fn rest_of_bf16(self) -> Self {
        let mut numbers = [0.0; 16];
        unsafe {
            self.store(numbers.as_mut_ptr());
            Self::load(numbers.map(|x| x - f32::from_bits(u32::from(bf16(x)) << 16)).as_ptr())
        }
    }
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    unsafe fn div(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    /// self · a + b
    unsafe fn mul_add(self, a: Self, b: Self) -> Self;
    unsafe fn round(self) -> Self;
    /// self · 2ⁿ, with n a whole number from −126 to 127.
    unsafe fn times_power_of_two(self, n: Self) -> Self;
    unsafe fn sum(self) -> f32;
    unsafe fn largest(self) -> f32;

    /// eˣ to about 2e-7 of itself.
    #[inline(always)]
    unsafe fn exp(self) -> Self {
        unsafe {
            let x = self.max(Self::splat(-87.0)).min(Self::splat(88.0));
            let n = x.mul(Self::splat(std::f32::consts::LOG2_E)).round();
            // ln 2 in two parts, so that the difference is exact.
            let r = n.mul_add(Self::splat(-0.693_359_4), x);
            let r = n.mul_add(Self::splat(2.121_944_4e-4), r);
            let mut p = Self::splat(1.0 / 5040.0);
            for c in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
                p = p.mul_add(r, Self::splat(c));
            }
            p.times_power_of_two(n)
        }
    }
}

/// Tells the processor that memory will soon be read. Any address may be given.
#[inline(always)]
pub(super) fn prefetch<T>(p: *const T) {
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(p.cast())
    };
    #[cfg(not(target_arch = "x86_64"))]
    let _ = p;
}

/// bf16 is the upper half of an f32, rounded to even.
pub(super) fn bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16) as u16
}

/// Eight numbers without any special instruction: the compiler makes what it can of them.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; 8]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Portable(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Lanes for Portable {
    const N: usize = 8;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Portable([x; 8])
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        Portable(unsafe { p.cast::<[f32; 8]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        unsafe { p.cast::<[f32; 8]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn store_bf16(self, p: *mut u16) {
        unsafe { p.cast::<[u16; 8]>().write_unaligned(self.0.map(bf16)) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
    #[inline(always)]
    unsafe fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    unsafe fn mul_add(self, a: Self, b: Self) -> Self {
        // Not f32::mul_add: without the instruction that is a slow call.
        Portable(std::array::from_fn(|i| self.0[i] * a.0[i] + b.0[i]))
    }
    #[inline(always)]
    unsafe fn round(self) -> Self {
        // Adding and taking away 1.5 · 2²³ rounds to a whole number.
        const SHIFT: f32 = 12_582_912.0;
        Portable(self.0.map(|x| (x + SHIFT) - SHIFT))
    }
    #[inline(always)]
    unsafe fn times_power_of_two(self, n: Self) -> Self {
        self.zip(n, |x, n| x * f32::from_bits(((n as i32 + 127) << 23) as u32))
    }
    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        self.0.iter().sum()
    }
    #[inline(always)]
    unsafe fn largest(self) -> f32 {
        self.0.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Amx, Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, bf16};

    /// Eight numbers, with fused multiply-add.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256);

    impl Lanes for Avx2 {
        const N: usize = 8;

        #[inline(always)]
        unsafe fn splat(x: f32) -> Self {
            Avx2(unsafe { _mm256_set1_ps(x) })
        }
        #[inline(always)]
        unsafe fn load(p: *const f32) -> Self {
            Avx2(unsafe { _mm256_loadu_ps(p) })
        }
        #[inline(always)]
        unsafe fn store(self, p: *mut f32) {
            unsafe { _mm256_storeu_ps(p, self.0) }
        }
        #[inline(always)]
        unsafe fn store_bf16(self, p: *mut u16) {
            let mut numbers = [0.0; 8];
            unsafe {
                self.store(numbers.as_mut_ptr());
                p.cast::<[u16; 8]>().write_unaligned(numbers.map(bf16));
            }
        }
        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_add_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_sub_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_mul_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn div(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_div_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn max(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_max_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn min(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_min_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn mul_add(self, a: Self, b: Self) -> Self {
            Avx2(unsafe { _mm256_fmadd_ps(self.0, a.0, b.0) })
        }
        #[inline(always)]
        unsafe fn round(self) -> Self {
            Avx2(unsafe { _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0) })
        }
        #[inline(always)]
        unsafe fn times_power_of_two(self, n: Self) -> Self {
            unsafe {
                let exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n.0), _mm256_set1_epi32(127));
                let power = _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponent));
                Avx2(_mm256_mul_ps(self.0, power))
            }
        }
        #[inline(always)]
        unsafe fn sum(self) -> f32 {
            let mut numbers = [0.0; 8];
            unsafe { self.store(numbers.as_mut_ptr()) };
            numbers.iter().sum()
        }
        #[inline(always)]
        unsafe fn largest(self) -> f32 {
            let mut numbers = [0.0; 8];
            unsafe { self.store(numbers.as_mut_ptr()) };
            numbers.into_iter().fold(f32::NEG_INFINITY, f32::max)
        }
    }

    /// Sixteen numbers.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512);

    impl Lanes for Avx512 {
        const N: usize = 16;

        #[inline(always)]
        unsafe fn splat(x: f32) -> Self {
            Avx512(unsafe { _mm512_set1_ps(x) })
        }
        #[inline(always)]
        unsafe fn load(p: *const f32) -> Self {
            Avx512(unsafe { _mm512_loadu_ps(p) })
        }
        #[inline(always)]
        unsafe fn store(self, p: *mut f32) {
            unsafe { _mm512_storeu_ps(p, self.0) }
        }
        /// Rounds to even with plain integer instructions: not every processor with AVX-512 knows bf16.
        #[inline(always)]
        unsafe fn store_bf16(self, p: *mut u16) {
            unsafe {
                let bits = _mm512_castps_si512(self.0);
                let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), _mm512_set1_epi32(1));
                let rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
                let upper = _mm512_cvtepi32_epi16(_mm512_srli_epi32::<16>(rounded));
                _mm256_storeu_si256(p.cast(), upper);
            }
        }
        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_add_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_sub_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_mul_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn div(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_div_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn max(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_max_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn min(self, other: Self) -> Self {
            Avx512(unsafe { _mm512_min_ps(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn mul_add(self, a: Self, b: Self) -> Self {
            Avx512(unsafe { _mm512_fmadd_ps(self.0, a.0, b.0) })
        }
        #[inline(always)]
        unsafe fn round(self) -> Self {
            Avx512(unsafe {
                _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0)
            })
        }
        #[inline(always)]
        unsafe fn times_power_of_two(self, n: Self) -> Self {
            Avx512(unsafe { _mm512_scalef_ps(self.0, n.0) })
        }
        #[inline(always)]
        unsafe fn sum(self) -> f32 {
            unsafe { _mm512_reduce_add_ps(self.0) }
        }
        #[inline(always)]
        unsafe fn largest(self) -> f32 {
            unsafe { _mm512_reduce_max_ps(self.0) }
        }
    }

    /// Sixteen numbers, on processors that know bf16.
    #[derive(Clone, Copy)]
    pub struct Amx(Avx512);

    macro_rules! as_avx512 {
        ($($name:ident($($argument:ident),*)),*) => {
            $(#[inline(always)]
            unsafe fn $name(self $(, $argument: Self)*) -> Self {
                Amx(unsafe { self.0.$name($($argument.0),*) })
            })*
        };
    }

    impl Lanes for Amx {
        const N: usize = 16;

        #[inline(always)]
        unsafe fn splat(x: f32) -> Self {
            Amx(unsafe { Avx512::splat(x) })
        }
        #[inline(always)]
        unsafe fn load(p: *const f32) -> Self {
            Amx(unsafe { Avx512::load(p) })
        }
        #[inline(always)]
        unsafe fn store(self, p: *mut f32) {
            unsafe { self.0.store(p) }
        }
        #[inline(always)]
        unsafe fn store_bf16(self, p: *mut u16) {
            unsafe { p.cast::<__m256bh>().write_unaligned(_mm512_cvtneps_pbh(self.0.0)) }
        }
        #[inline(always)]
        unsafe fn rest_of_bf16(self) -> Self {
            unsafe { self.sub(Amx(Avx512(_mm512_cvtpbh_ps(_mm512_cvtneps_pbh(self.0.0))))) }
        }
        #[inline(always)]
        unsafe fn store_bf16_with(self, next: Self, p: *mut u16) {
            unsafe { p.cast::<__m512bh>().write_unaligned(_mm512_cvtne2ps_pbh(next.0.0, self.0.0)) }
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
        unsafe fn sum(self) -> f32 {
            unsafe { self.0.sum() }
        }
        #[inline(always)]
        unsafe fn largest(self) -> f32 {
            unsafe { self.0.largest() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_exact_enough() {
        for i in -860..870 {
            let x = i as f32 / 10.0;
            let mut out = [0.0; 8];
            unsafe { Portable::splat(x).exp().store(out.as_mut_ptr()) };
            let expected = f64::from(x).exp();
            assert!((f64::from(out[3]) / expected - 1.0).abs() < 5e-7, "{x}: {} and {expected}", out[3]);
        }
    }

    #[test]
    fn bf16_rounds_to_even() {
        for (x, bits) in [(1.0, 0x3f80), (1.003_906_3, 0x3f80), (1.011_718_8, 0x3f82), (-2.0, 0xc000)] {
            assert_eq!(bf16(x), bits, "{x}");
        }
    }
}
