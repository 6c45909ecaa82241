//! bf16 products on the processor's matrix tiles (Intel AMX).
//!
//! Rust has no stable intrinsics for them, so the instructions are written as assembly. A tile has 16 rows of 64
//! bytes: 16 points × 32 channels of bf16 on the left, 16 pairs of channels × 16 outputs on the right, 16 × 16 sums in
//! f32. Sums of 3×2 tiles are kept at a time, which leaves one tile for the left and one for the right.

use std::arch::asm;
use std::sync::OnceLock;

use super::epilogue::{Epilogue, TilePair};
use super::grid::Grid;
use super::lanes::{Amx, bf16};
use super::memory::Memory;
use super::view::View;

/// Channels come in groups of this many.
pub(super) const GROUP: usize = 32;

/// Whether the processor has tiles for bf16, and the operating system lets us use them.
pub(super) fn available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bf16");
        // Leaf 7: bit 22 of EDX is AMX-BF16, bit 24 AMX-TILE.
        let leaves = std::arch::x86_64::__cpuid(0).eax;
        let has_tiles = leaves >= 7
            && std::arch::x86_64::__cpuid_count(7, 0).edx & (1 << 22 | 1 << 24) == 1 << 22 | 1 << 24;
        has_avx512 && has_tiles && permitted()
    })
}

/// Tiles are large, so Linux saves them only for processes that request it.
#[cfg(target_os = "linux")]
fn permitted() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const TILE_DATA: libc::c_long = 18;
    // SAFETY: the call has numbers as arguments, and changes nothing but what the process may use.
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

/// The tiles of this thread, configured for products until this is dropped.
pub(super) struct Shaped(());

impl Shaped {
    /// # Safety
    /// [`available`] must have said so.
    pub unsafe fn new() -> Shaped {
        let mut shapes =
            Shapes { palette: 1, start_row: 0, reserved: [0; 14], row_bytes: [0; 16], rows: [0; 16] };
        shapes.row_bytes[..8].fill(64);
        shapes.rows[..8].fill(16);
        // SAFETY: the caller has promised that there are tiles; the shapes are laid out as the instruction reads them.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &shapes, options(nostack)) };
        Shaped(())
    }
}

impl Drop for Shaped {
    fn drop(&mut self) {
        // Configured tiles would be saved at every context switch. SAFETY: there are tiles, or this would not
        // have been made.
        unsafe { asm!("tilerelease", options(nostack)) };
    }
}

/// A matrix \[k\]\[columns\] in tiles: for every 16 columns all tiles downwards, each with pairs of rows interleaved.
pub(super) struct Tiles {
    /// 16 columns each; an even number.
    columns: usize,
    /// The distance from 16 columns to the next, in bytes.
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

    /// Rows of the matrix.
    pub fn k(&self) -> usize {
        self.stride / 32
    }

    /// Columns of the matrix.
    pub fn columns(&self) -> usize {
        16 * self.columns
    }

    /// Whether all tiles are there, in pairs of columns.
    pub fn holds(&self) -> bool {
        self.columns.is_multiple_of(2) && self.memory.bytes() >= self.columns * self.stride
    }
}

/// A convolution, or any product whose rows are the points of a run.
pub(super) struct Tiled<'a> {
    pub grid: &'a Grid,
    pub count: usize,
    pub input: View<u16>,
    pub taps: &'a [isize],
    /// How many channels each tap reads.
    pub part: usize,
    pub weights: &'a Tiles,
    pub epilogue: &'a Epilogue,
}

/// # Safety
/// [`available`] must have said so, tiles must be [`Shaped`], and the step must have been [checked](super::bounds).
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,fma")]
pub(super) unsafe fn tiled(t: &Tiled) {
    let mut sums = Sums([0.0; 6 * 256]);
    let in_position = t.grid.masks.len();
    let all = t.count * in_position;
    let locate = |tile: usize| (tile / in_position, tile % in_position * 16);
    // Two columns of tiles stay in the cache for all points.
    for column in (0..t.weights.columns).step_by(2) {
        for first in (0..all).step_by(3) {
            // The last group may have fewer than three; some are then computed twice.
            let three = [first, first + 1, first + 2].map(|tile| tile.min(all - 1));
            let left = three.map(|tile| {
                let (position, point) = locate(tile);
                // SAFETY: it is within the grid of a position that is there.
                unsafe { t.input.at(position, point).cast_const() }
            });
            // SAFETY: the caller has promised a checked step: 16 points from any of these on lie within the grid and its
            // surroundings at every tap, and there are weights for this pair of columns.
            unsafe {
                let right = t.weights.memory.as_ptr::<u8>().add(column * t.weights.stride);
                multiply(left, t, right, &mut sums);
                for (i, tile) in three.into_iter().enumerate().take(all - first) {
                    let (position, point) = locate(tile);
                    let pair = TilePair {
                        products: sums.0.as_ptr().add(i * 512),
                        mask: t.grid.masks[point / 16],
                        position,
                        point,
                        channel: column * 16,
                    };
                    t.epilogue.store_pair::<Amx>(&pair);
                }
            }
        }
    }
}

/// Six tiles' sums: for three times 16 points, 16 channels and the next 16.
#[repr(C, align(64))]
struct Sums([f32; 6 * 256]);

/// Three times 16 points times 32 outputs.
///
/// # Safety
/// Tiles must be [`Shaped`]; each of `left` must be good for 16 points with `part` numbers at every tap, and `right` for
/// two columns of tiles.
#[inline(always)]
unsafe fn multiply(left: [*const u16; 3], t: &Tiled, right: *const u8, sums: &mut Sums) {
    // SAFETY: the caller has promised what is read; what is written are the tiles of this thread, and the sums, which
    // have room for six.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "tilezero tmm4",
            "tilezero tmm5",
            options(nostack, nomem)
        );
        let mut right = right;
        for tap in t.taps {
            let mut left = left.map(|left| left.offset(*tap));
            for _ in 0..t.part / GROUP {
                asm!(
                    "tileloadd tmm6, [{right} + {line}*1]",
                    "tileloadd tmm7, [{a} + {stride}*1]",
                    "tdpbf16ps tmm0, tmm7, tmm6",
                    "tileloadd tmm7, [{b} + {stride}*1]",
                    "tdpbf16ps tmm2, tmm7, tmm6",
                    "tileloadd tmm7, [{c} + {stride}*1]",
                    "tdpbf16ps tmm4, tmm7, tmm6",
                    "tileloadd tmm6, [{next} + {line}*1]",
                    "tdpbf16ps tmm5, tmm7, tmm6",
                    "tileloadd tmm7, [{b} + {stride}*1]",
                    "tdpbf16ps tmm3, tmm7, tmm6",
                    "tileloadd tmm7, [{a} + {stride}*1]",
                    "tdpbf16ps tmm1, tmm7, tmm6",
                    a = in(reg) left[0],
                    b = in(reg) left[1],
                    c = in(reg) left[2],
                    stride = in(reg) t.input.channels() * 2,
                    right = in(reg) right,
                    next = in(reg) right.add(t.weights.stride),
                    line = in(reg) 64usize,
                    options(nostack, readonly)
                );
                left = left.map(|left| left.add(GROUP));
                right = right.add(1024);
            }
        }
        asm!(
            "tilestored [{sums} + {line}*1], tmm0",
            "tilestored [{sums} + {line}*1 + 1024], tmm1",
            "tilestored [{sums} + {line}*1 + 2048], tmm2",
            "tilestored [{sums} + {line}*1 + 3072], tmm3",
            "tilestored [{sums} + {line}*1 + 4096], tmm4",
            "tilestored [{sums} + {line}*1 + 5120], tmm5",
            sums = in(reg) sums.0.as_mut_ptr(),
            line = in(reg) 64usize,
            options(nostack)
        );
    }
}
