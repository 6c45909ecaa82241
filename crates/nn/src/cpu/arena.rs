//! One thread's memory for the values of a program.

use std::sync::Arc;

use super::bounds::CheckedProgram;
use super::memory::Memory;
use super::program::{Buffer, Kind};
use super::view::View;

pub(super) struct Arena {
    program: Arc<CheckedProgram>,
    memory: Memory,
    /// The start of each slot, in bytes.
    offsets: Vec<usize>,
}

impl Arena {
    /// Allocates for as many positions as the program runs at a time.
    pub fn new(program: Arc<CheckedProgram>) -> Arena {
        let mut offsets = Vec::with_capacity(program.slots.len());
        let mut bytes = 0usize;
        for slot in &program.slots {
            offsets.push(bytes);
            // One extra line, so that slots do not all map to the same cache set.
            bytes += (slot * program.chunk).next_multiple_of(64) + 64;
        }
        Arena { memory: Memory::new(bytes), offsets, program }
    }

    pub fn program(&self) -> &Arc<CheckedProgram> {
        &self.program
    }

    /// Numbers before the first point of a position.
    fn lead(&self, buffer: Buffer) -> usize {
        if buffer.kind == Kind::Flat { 0 } else { self.program.grid.lead * buffer.channels }
    }

    /// A buffer of the program as a view; `T` is its element type.
    pub fn view<T>(&mut self, buffer: Buffer) -> View<T> {
        debug_assert_eq!(size_of::<T>(), buffer.kind.bytes());
        let start = self.offsets[buffer.slot] + self.lead(buffer) * buffer.kind.bytes();
        let stride = buffer.numbers(&self.program.grid);
        // SAFETY: slots lie in the memory one behind the other, and hold as many numbers for every position of a chunk as
        // the buffers laid into them: `CheckedProgram::new` has compared the two.
        unsafe {
            let first = self.memory.as_mut_ptr::<u8>().add(start).cast();
            View::new(first, stride, buffer.channels)
        }
    }

    /// A buffer of f32, from the first point of the first position on.
    pub fn floats(&mut self, buffer: Buffer) -> &mut [f32] {
        let start = self.offsets[buffer.slot] / 4 + self.lead(buffer);
        &mut self.memory.as_floats()[start..]
    }

    /// A buffer of bf16, from the first point of the first position on.
    pub fn halves(&mut self, buffer: Buffer) -> &mut [u16] {
        let start = self.offsets[buffer.slot] / 2 + self.lead(buffer);
        &mut self.memory.as_halves()[start..]
    }
}
