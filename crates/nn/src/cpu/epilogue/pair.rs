//! Results of tiles, two at a time.

use super::{Epilogue, Rows, with_activation};
use crate::cpu::lanes::Lanes;

const FLAT: u32 = 1;
const RESIDUAL: u32 = 2;
const RAW: u32 = 4;
const RAW16: u32 = 8;
const SCALE: u32 = 16;
const NORMED: u32 = 32;
const NORMED16: u32 = 64;

/// With tiles, these are nearly all of a network's work, so they have specialised versions without branches
/// in their loops: the first layer, inside a block, after pooling, at the end of a block, and at the end of
/// the last block.
const FIRST: u32 = FLAT | RAW | SCALE | NORMED16;
const INSIDE: u32 = SCALE | NORMED16;
const AFTER_POOLING: u32 = FLAT | SCALE | NORMED16;
const AT_THE_END: u32 = RESIDUAL | RAW | SCALE | NORMED16;
const AT_THE_LAST_END: u32 = RESIDUAL | SCALE | NORMED16;

/// 16 points with the products of 32 channels, as two tiles leave them.
pub struct TilePair {
    pub products: *const f32,
    pub mask: u16,
    pub position: usize,
    pub point: usize,
    pub channel: usize,
}

/// From one tile's products to the next one's.
const TILE: usize = 256;

impl Epilogue {
    /// The parts of the epilogue as a set of the constants below; if numbers are split, there is no
    /// specialised version.
    fn tasks(&self) -> u32 {
        if self.split {
            return 0;
        }
        let all = [
            (self.flat.is_null(), FLAT),
            (self.residual.is_null(), RESIDUAL),
            (self.raw.is_null(), RAW),
            (self.raw16.is_null(), RAW16),
            (self.scale.is_null(), SCALE),
            (self.normed.is_null(), NORMED),
            (self.normed16.is_null(), NORMED16),
        ];
        all.into_iter().filter(|(is_null, _)| !is_null).map(|(_, task)| task).sum()
    }

    /// # Safety
    /// As of [`Epilogue::store`], for all points of the mask; the products must be there.
    #[inline(always)]
    pub unsafe fn store_pair<V: Lanes>(&self, pair: &TilePair) {
        // SAFETY: the caller's promise is the same.
        unsafe {
            match self.tasks() {
                FIRST | INSIDE | AFTER_POOLING | AT_THE_END | AT_THE_LAST_END => {
                    with_activation!(self.activation, store_common_pair::<V>(self, pair))
                }
                _ => {
                    let TilePair { products, mask, .. } = *pair;
                    let rows = Rows { products, stride: V::N, vectors: 2, vector_stride: TILE, mask };
                    self.store_rows::<V>(&rows, pair.position, pair.point, pair.channel)
                }
            }
        }
    }
}

/// # Safety
/// As of [`Epilogue::store_pair`].
#[inline(always)]
unsafe fn store_common_pair<V: Lanes, const ACTIVATION: u8>(epilogue: &Epilogue, pair: &TilePair) {
    // SAFETY: the caller's promise is the same.
    unsafe {
        match epilogue.tasks() {
            FIRST => store_pair_with::<V, FIRST, ACTIVATION>(epilogue, pair),
            INSIDE => store_pair_with::<V, INSIDE, ACTIVATION>(epilogue, pair),
            AFTER_POOLING => store_pair_with::<V, AFTER_POOLING, ACTIVATION>(epilogue, pair),
            AT_THE_END => store_pair_with::<V, AT_THE_END, ACTIVATION>(epilogue, pair),
            _ => store_pair_with::<V, AT_THE_LAST_END, ACTIVATION>(epilogue, pair),
        }
    }
}

/// Two registers side by side.
///
/// # Safety
/// The processor must have the instructions of `V`, and `p` must be good for reading both.
#[inline(always)]
unsafe fn both<V: Lanes>(p: *const f32) -> [V; 2] {
    // SAFETY: the caller has promised both.
    unsafe { [V::load(p), V::load(p.add(V::N))] }
}

/// # Safety
/// As of [`Epilogue::store_pair`].
#[inline(always)]
unsafe fn store_pair_with<V: Lanes, const TASKS: u32, const ACTIVATION: u8>(f: &Epilogue, pair: &TilePair) {
    // SAFETY: the caller has promised all points of the mask.
    unsafe {
        if pair.mask == u16::MAX {
            for row in 0..16 {
                store_point::<V, TASKS, ACTIVATION>(f, pair, row);
            }
        } else {
            let mut mask = pair.mask;
            while mask != 0 {
                store_point::<V, TASKS, ACTIVATION>(f, pair, mask.trailing_zeros() as usize);
                mask &= mask - 1;
            }
        }
    }
}

/// Functions and not closures here and in all kernels: a closure that is not inlined does not inherit the
/// target features.
///
/// # Safety
/// As of [`Epilogue::store_pair`].
#[inline(always)]
unsafe fn store_point<V: Lanes, const TASKS: u32, const ACTIVATION: u8>(
    f: &Epilogue,
    pair: &TilePair,
    row: usize,
) {
    // SAFETY: the caller has promised this point with 32 channels from this one on, and their products.
    unsafe {
        let channel = pair.channel;
        let at = pair.position * f.stride + (pair.point + row) * f.channels + channel;
        let products = pair.products.add(row * V::N);
        let mut v = [V::load(products), V::load(products.add(TILE))];
        if TASKS & FLAT != 0 {
            let flat = both::<V>(f.flat.add(pair.position * f.channels + channel));
            v = [v[0].add(flat[0]), v[1].add(flat[1])];
        }
        if TASKS & RESIDUAL != 0 {
            let residual = both::<V>(f.residual.add(at));
            v = [v[0].add(residual[0]), v[1].add(residual[1])];
        }
        if TASKS & RAW != 0 {
            v[0].store(f.raw.add(at));
            v[1].store(f.raw.add(at + V::N));
        }
        let (scale, bias) = (both::<V>(f.scale.add(channel)), both::<V>(f.bias.add(channel)));
        let a = f.activated::<V, ACTIVATION>(v[0].mul_add(scale[0], bias[0]));
        let b = f.activated::<V, ACTIVATION>(v[1].mul_add(scale[1], bias[1]));
        a.store_bf16_with(b, f.normed16.add(at));
    }
}
