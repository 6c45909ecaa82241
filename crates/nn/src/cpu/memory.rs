//! Memory aligned to cache lines.

#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line([u8; 64]);

/// Zeroed memory aligned to a cache line.
#[derive(Clone, Default)]
pub(super) struct Memory {
    lines: Vec<Line>,
}

impl Memory {
    pub fn new(bytes: usize) -> Memory {
        Memory { lines: vec![Line([0; 64]); bytes.div_ceil(64)] }
    }

    pub fn floats(numbers: usize) -> Memory {
        Memory::new(numbers * 4)
    }

    pub fn bytes(&self) -> usize {
        self.lines.len() * 64
    }

    pub fn as_ptr<T>(&self) -> *const T {
        self.lines.as_ptr().cast()
    }

    pub fn as_mut_ptr<T>(&mut self) -> *mut T {
        self.lines.as_mut_ptr().cast()
    }

    pub fn as_floats(&mut self) -> &mut [f32] {
        // SAFETY: lines are aligned and hold whole numbers, and every pattern of bits is an f32.
        unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr(), self.bytes() / 4) }
    }

    pub fn as_halves(&mut self) -> &mut [u16] {
        // SAFETY: lines are aligned and hold whole numbers, and every pattern of bits is a u16.
        unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr(), self.bytes() / 2) }
    }
}
