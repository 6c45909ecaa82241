//! bf16 products on the processor's matrix tiles (Intel AMX).
//!
//! Rust has no stable intrinsics for them, so the instructions are written as assembly. A tile has 16 rows of 64
//! bytes: 16 points × 32 channels of bf16 on the left, 16 pairs of channels × 16 outputs on the right, 16 × 16 sums in
//! f32. Sums of 2×2 tiles are kept at a time.

use std::arch::asm;
use std::sync::OnceLock;

use super::finish::{Finish, Rows};
use super::grid::Grid;
use super::lanes::{Avx512, bf16};
use super::memory::Memory;

/// Channels come in groups of this many.
pub(super) const GROUP: usize = 32;

/// Whether the processor has tiles for bf16, and the kernel lets us use them.
pub(super) fn available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        // Leaf 7: bit 22 of EDX is AMX-BF16, bit 24 AMX-TILE.
        let leaves = std::arch::x86_64::__cpuid(0).eax;
        let has_tiles = leaves >= 7
            && std::arch::x86_64::__cpuid_count(7, 0).edx & (1 << 22 | 1 << 24) == 1 << 22 | 1 << 24;
        has_avx512 && has_tiles && permitted()
    })
}

/// Tiles are large, so Linux saves them only for those who have asked.
#[cfg(target_os = "linux")]
fn permitted() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const TILE_DATA: libc::c_long = 18;
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, TILE_DATA) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn permitted() -> bool {
    false
}

#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

/// The tiles of this thread, shaped for products until this is dropped.
pub(super) struct Shaped(());

impl Shaped {
    /// # Safety
    /// [`available`] must have said so.
    pub unsafe fn new() -> Shaped {
        let mut shapes =
            Shapes { palette: 1, start_row: 0, reserved: [0; 14], row_bytes: [0; 16], rows: [0; 16] };
        shapes.row_bytes[..8].fill(64);
        shapes.rows[..8].fill(16);
        unsafe { asm!("ldtilecfg [{}]", in(reg) &shapes, options(nostack)) };
        Shaped(())
    }
}

impl Drop for Shaped {
    fn drop(&mut self) {
        // Tiles in use would be saved at every switch of threads.
        unsafe { asm!("tilerelease", options(nostack)) };
    }
}

/// A matrix \[k\]\[columns\] in tiles: for every 16 columns all tiles downwards, each with pairs of rows interleaved.
pub(super) struct Tiles {
    /// 16 columns each; an even number.
    columns: usize,
    /// From 16 columns to the next, in bytes.
    stride: usize,
    memory: Memory,
}

impl Tiles {
    /// `k` and `columns` are multiples of [`GROUP`].
    pub fn new(k: usize, columns: usize, at: impl Fn(usize, usize) -> f32) -> Tiles {
        let stride = k * 16 * 2;
        let mut memory = Memory::new(stride * columns / 16);
        for (i, number) in memory.as_halves().iter_mut().enumerate() {
            let (of_sixteen, rest) = (i / (stride / 2), i % (stride / 2));
            let (pair, rest) = (rest / 32, rest % 32);
            *number = bf16(at(2 * pair + rest % 2, of_sixteen * 16 + rest / 2));
        }
        Tiles { columns: columns / 16, stride, memory }
    }
}

/// A convolution, or any product whose rows are the points of a run.
pub(super) struct Tiled<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: *const u16,
    /// From position to position, in numbers.
    pub stride: usize,
    pub channels: usize,
    pub taps: &'a [isize],
    pub weights: &'a Tiles,
    pub finish: &'a Finish,
}

/// # Safety
/// Tiles must be [`Shaped`], and the pointers good for the whole grid.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
pub(super) unsafe fn tiled(t: &Tiled) {
    #[repr(C, align(64))]
    struct Sums([f32; 4 * 256]);
    let mut sums = Sums([0.0; 4 * 256]);
    let sums = sums.0.as_mut_ptr();
    let in_position = t.grid.masks.len();
    let all = t.count * in_position;
    let groups = t.channels / GROUP;
    // Two columns of tiles stay in the cache while all points pass by.
    for column in (0..t.weights.columns).step_by(2) {
        for pair in (0..all).step_by(2) {
            unsafe {
                let right = t.weights.memory.as_ptr::<u8>().add(column * t.weights.stride);
                let place = |tile: usize| (tile / in_position, tile % in_position * 16);
                let left = |tile: usize| {
                    let (position, point) = place(tile);
                    t.input.add(position * t.stride + point * t.channels)
                };
                // The last one may have no second: it is computed twice, and kept once.
                let second = (pair + 1).min(all - 1);
                multiply(left(pair), left(second), t.channels, t.taps, groups, right, t.weights.stride, sums);
                for (tile, at) in [(pair, 0), (second, 2)].into_iter().take(1 + second - pair) {
                    let (position, point) = place(tile);
                    let mask = t.grid.masks[point / 16];
                    for (i, channel) in [(at, column * 16), (at + 1, column * 16 + 16)] {
                        let products = sums.add(i * 256);
                        let rows = Rows { products, stride: 16, vectors: 1, mask };
                        t.finish.put_rows::<Avx512>(&rows, position, point, channel);
                    }
                }
            }
        }
    }
}

/// 32 points times 32 outputs.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn multiply(
    first: *const u16,
    second: *const u16,
    channels: usize,
    taps: &[isize],
    groups: usize,
    right: *const u8,
    right_stride: usize,
    sums: *mut f32,
) {
    unsafe {
        asm!("tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3", options(nostack, nomem));
        let mut right = right;
        for tap in taps {
            let (mut first, mut second) = (first.offset(*tap), second.offset(*tap));
            for _ in 0..groups {
                asm!(
                    "tileloadd tmm4, [{first} + {stride}*1]",
                    "tileloadd tmm6, [{right} + {line}*1]",
                    "tdpbf16ps tmm0, tmm4, tmm6",
                    "tileloadd tmm7, [{next} + {line}*1]",
                    "tdpbf16ps tmm1, tmm4, tmm7",
                    "tileloadd tmm5, [{second} + {stride}*1]",
                    "tdpbf16ps tmm2, tmm5, tmm6",
                    "tdpbf16ps tmm3, tmm5, tmm7",
                    first = in(reg) first,
                    second = in(reg) second,
                    stride = in(reg) channels * 2,
                    right = in(reg) right,
                    next = in(reg) right.add(right_stride),
                    line = in(reg) 64usize,
                    options(nostack, readonly)
                );
                first = first.add(GROUP);
                second = second.add(GROUP);
                right = right.add(1024);
            }
        }
        asm!(
            "tilestored [{sums} + {line}*1], tmm0",
            "tilestored [{sums} + {line}*1 + 1024], tmm1",
            "tilestored [{sums} + {line}*1 + 2048], tmm2",
            "tilestored [{sums} + {line}*1 + 3072], tmm3",
            sums = in(reg) sums,
            line = in(reg) 64usize,
            options(nostack)
        );
    }
}
