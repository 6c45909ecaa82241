//! Kernels for each instruction set, and detection of the processor's.

use std::fmt;

use super::attention::{AttentionJob, attend};
use super::gemm::{Block, Blocks, Direct, Flat, block, direct, flat};
use super::lanes::{Portable, Registers};
use super::pointwise::{Norm, Pointwise, Pooling, norm, pointwise, pooling};
use super::winograd::{Winograd, winograd};

/// Instruction sets, best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// AVX-512 with tiles for bf16.
    Amx,
    Avx512,
    /// With fused multiply-add.
    Avx2,
    /// Of 64-bit ARM.
    Neon,
    /// Of WebAssembly.
    Simd128,
    Portable,
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Instructions::Amx => "AMX",
            Instructions::Avx512 => "AVX-512",
            Instructions::Avx2 => "AVX2",
            Instructions::Neon => "NEON",
            Instructions::Simd128 => "SIMD128",
            Instructions::Portable => "portable code",
        })
    }
}

impl Instructions {
    pub const ALL: [Instructions; 6] = [
        Instructions::Amx,
        Instructions::Avx512,
        Instructions::Avx2,
        Instructions::Neon,
        Instructions::Simd128,
        Instructions::Portable,
    ];

    /// Whether this processor has them.
    pub fn available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Instructions::Amx => super::tiles::available(),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Instructions::Neon => cfg!(target_arch = "aarch64"),
            // A module with such instructions is refused as a whole where there are none.
            Instructions::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Instructions::Portable => true,
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The best one of this processor; tiles are useless for f32.
    pub fn best(f32_only: bool) -> Instructions {
        let fits = |i: &Instructions| i.available() && !(f32_only && *i == Instructions::Amx);
        Instructions::ALL.into_iter().find(fits).unwrap_or(Instructions::Portable)
    }

    pub(super) fn registers(self) -> Registers {
        match self {
            #[cfg(target_arch = "x86_64")]
            Instructions::Amx | Instructions::Avx512 => Registers::of::<super::lanes::Avx512>(),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => Registers::of::<super::lanes::Avx2>(),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => Registers::of::<super::lanes::Neon>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => Registers::of::<super::lanes::Simd128>(),
            _ => Registers::of::<Portable>(),
        }
    }

    /// # Panics
    /// Not when [`Instructions::available`].
    pub(super) fn kernels(self) -> &'static Kernels {
        assert!(self.available(), "{self}: not on this processor");
        match self {
            #[cfg(target_arch = "x86_64")]
            Instructions::Amx | Instructions::Avx512 => &avx512::KERNELS,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => &avx2::KERNELS,
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => &neon::KERNELS,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => &simd128::KERNELS,
            _ => &portable::KERNELS,
        }
    }
}

/// All kernels of one set. Each is unsafe to call: the processor must have the instructions, and the job must
/// belong to a step that [`super::bounds`] has checked.
pub(super) struct Kernels {
    pub direct: unsafe fn(&Direct),
    pub winograd: unsafe fn(&Winograd),
    pub flat: unsafe fn(&Flat),
    pub pointwise: unsafe fn(&Pointwise),
    pub pooling: unsafe fn(&Pooling),
    pub norm: unsafe fn(&Norm),
    pub attend: unsafe fn(&AttentionJob),
}

/// One module for each set: the same kernels, compiled with its instructions.
macro_rules! kernels {
    ($set:ident, $lanes:ty, $(#[$attribute:meta])?) => {
        mod $set {
            use super::*;

            macro_rules! kernel {
                ($name:ident, $job:ident) => {
                    $(#[$attribute])?
                    pub unsafe fn $name(job: &$job) {
                        // SAFETY: the caller's promise is the same.
                        unsafe { super::$name::<$lanes>(job) }
                    }
                };
            }

            kernel!(block, Block);
            kernel!(direct, Direct);
            kernel!(winograd, Winograd);
            kernel!(flat, Flat);
            kernel!(pointwise, Pointwise);
            kernel!(pooling, Pooling);
            kernel!(norm, Norm);
            kernel!(attend, AttentionJob);

            impl Blocks for $lanes {
                #[inline(always)]
                unsafe fn block(job: &Block) {
                    // SAFETY: the caller's promise is the same.
                    unsafe { block(job) }
                }
            }

            pub const KERNELS: Kernels = Kernels { direct, winograd, flat, pointwise, pooling, norm, attend };
        }
    };
}

#[cfg(target_arch = "x86_64")]
kernels!(avx512, crate::cpu::lanes::Avx512, #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,fma")]);
#[cfg(target_arch = "x86_64")]
kernels!(avx2, crate::cpu::lanes::Avx2, #[target_feature(enable = "avx2,fma")]);
#[cfg(target_arch = "aarch64")]
kernels!(neon, crate::cpu::lanes::Neon,);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
kernels!(simd128, crate::cpu::lanes::Simd128,);
kernels!(portable, Portable,);
