//! A few f32 numbers at a time, as many as the processor's registers hold.

/// One register.
///
/// A value of such a type proves that its instructions are available. [`Lanes::splat`] and [`Lanes::load`],
/// which create values, are unsafe for that reason; computing with values is not.
pub(super) trait Lanes: Copy {
    const N: usize;

    /// The shape of a block of sums: up to 8 rows of up to 3 registers. All of them, a row of the right matrix and a number
    /// of the left one must fit the processor's registers.
    const ROWS: usize;
    const WIDTH: usize;

    /// Cache lines to prefetch for every four numbers of a row, up to 4.
    const AHEAD: usize = 0;

    /// # Safety
    /// The processor must have the instructions.
    unsafe fn splat(x: f32) -> Self;

    /// # Safety
    /// The processor must have the instructions, and `p` must be good for reading `N` numbers.
    unsafe fn load(p: *const f32) -> Self;

    /// # Safety
    /// `p` must be good for writing `N` numbers.
    unsafe fn store(self, p: *mut f32);

    /// # Safety
    /// `p` must be good for writing `N` numbers.
    #[inline(always)]
    unsafe fn store_bf16(self, p: *mut u16) {
        for (i, x) in self.numbers().into_iter().take(Self::N).enumerate() {
            // SAFETY: the caller has promised that there is room for `N` numbers.
            unsafe { *p.add(i) = bf16(x) };
        }
    }

    /// Stores this one and the other one after it.
    ///
    /// # Safety
    /// `p` must be good for writing 2 · `N` numbers.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn store_bf16_with(self, next: Self, p: *mut u16) {
        // SAFETY: there is room for both, as the caller has promised.
        unsafe {
            self.store_bf16(p);
            next.store_bf16(p.add(Self::N));
        }
    }

    /// All `N` numbers, and what remains of the widest register.
    #[inline(always)]
    fn numbers(self) -> [f32; 16] {
        let mut numbers = [0.0; 16];
        // SAFETY: no register has more than 16 numbers.
        unsafe { self.store(numbers.as_mut_ptr()) };
        numbers
    }

    /// A number in all lanes.
    #[inline(always)]
    fn constant(self, x: f32) -> Self {
        // SAFETY: there is a value, so there are the instructions.
        unsafe { Self::splat(x) }
    }

    /// The rounding error of storing this as bf16.
    #[inline(always)]
    fn rest_of_bf16(self) -> Self {
        let rest = self.numbers().map(|x| x - f32::from_bits(u32::from(bf16(x)) << 16));
        // SAFETY: there is a value, so there are the instructions; no register has more than 16 numbers.
        unsafe { Self::load(rest.as_ptr()) }
    }

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    /// self · a + b
    fn mul_add(self, a: Self, b: Self) -> Self;
    fn round(self) -> Self;
    /// self · 2ⁿ, with n a whole number from −126 to 127.
    fn times_power_of_two(self, n: Self) -> Self;
    #[inline(always)]
    fn sum(self) -> f32 {
        self.numbers()[..Self::N].iter().sum()
    }
    #[inline(always)]
    fn largest(self) -> f32 {
        self.numbers()[..Self::N].iter().copied().fold(f32::NEG_INFINITY, f32::max)
    }

    /// eˣ with a relative error of about 2e-7.
    #[inline(always)]
    fn exp(self) -> Self {
        let x = self.max(self.constant(-87.0)).min(self.constant(88.0));
        let n = x.mul(x.constant(std::f32::consts::LOG2_E)).round();
        // ln 2 in two parts, so that the difference is exact.
        let r = n.mul_add(n.constant(-0.693_359_4), x);
        let r = n.mul_add(n.constant(2.121_944_4e-4), r);
        let mut p = r.constant(1.0 / 5040.0);
        for c in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
            p = p.mul_add(r, r.constant(c));
        }
        p.times_power_of_two(n)
    }
}

/// What weights are packed for.
#[derive(Clone, Copy)]
pub(super) struct Registers {
    /// The numbers in each.
    pub lanes: usize,
    /// The most of them in a row of a panel.
    pub width: usize,
}

impl Registers {
    pub fn of<V: Lanes>() -> Registers {
        Registers { lanes: V::N, width: V::WIDTH }
    }
}

/// Tells the processor that memory will soon be read. Any address may be given.
#[inline(always)]
pub(super) fn prefetch<T>(p: *const T) {
    // SAFETY: a hint that reads nothing, on any x86-64 processor.
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

/// Eight numbers without special instructions: the compiler does what it can.
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
    const ROWS: usize = 4;
    const WIDTH: usize = 1;

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        Portable([x; 8])
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Self {
        // SAFETY: the caller has promised that there are eight numbers.
        Portable(unsafe { p.cast::<[f32; 8]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32) {
        // SAFETY: the caller has promised that there is room for eight numbers.
        unsafe { p.cast::<[f32; 8]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        // Not f32::mul_add: without the instruction that is a slow call.
        Portable(std::array::from_fn(|i| self.0[i] * a.0[i] + b.0[i]))
    }
    #[inline(always)]
    fn round(self) -> Self {
        // Adding and subtracting 1.5 · 2²³ rounds to an integer.
        const SHIFT: f32 = 12_582_912.0;
        Portable(self.0.map(|x| (x + SHIFT) - SHIFT))
    }
    #[inline(always)]
    fn times_power_of_two(self, n: Self) -> Self {
        self.zip(n, |x, n| x * f32::from_bits(((n as i32 + 127) << 23) as u32))
    }
}

/// What needs the instructions of a type, in one of its methods.
#[allow(unused_macros)]
macro_rules! instructions {
    ($what:expr) => {{
        // SAFETY: the method has a value of the type, or its caller has promised the instructions; and where there is
        // a pointer, the caller has promised that it is good for what is read or written.
        #[allow(unused_unsafe)]
        unsafe { $what }
    }};
}

#[cfg(target_arch = "aarch64")]
mod arm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
pub(super) use arm::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm::Simd128;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Amx, Avx2, Avx512};

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::cpu::Instructions;

    /// # Safety
    /// The processor must have the instructions of `V`.
    unsafe fn check_exp<V: Lanes>() {
        for i in -860..870 {
            let x = i as f32 / 10.0;
            // SAFETY: the caller's promise is the same.
            let out = unsafe { V::splat(x) }.exp().numbers()[3];
            let expected = f64::from(x).exp();
            assert!((f64::from(out) / expected - 1.0).abs() < 5e-7, "{x}: {out} and {expected}");
        }
    }

    #[test]
    fn exp_is_exact_enough() {
        // SAFETY: these need no special instructions; those of every other type are asked for.
        unsafe {
            check_exp::<Portable>();
            #[cfg(target_arch = "x86_64")]
            if Instructions::Avx2.available() {
                check_exp::<Avx2>();
            }
            #[cfg(target_arch = "x86_64")]
            if Instructions::Avx512.available() {
                check_exp::<Avx512>();
            }
            #[cfg(target_arch = "aarch64")]
            check_exp::<Neon>();
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            check_exp::<Simd128>();
        }
    }

    #[test]
    fn bf16_rounds_to_even() {
        for (x, bits) in [(1.0, 0x3f80), (1.003_906_3, 0x3f80), (1.011_718_8, 0x3f82), (-2.0, 0xc000)] {
            assert_eq!(bf16(x), bits, "{x}");
        }
    }
}
