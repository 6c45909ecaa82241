//! Weights in panels.

use super::even;
use crate::cpu::lanes::Registers;
use crate::cpu::memory::Memory;

/// A matrix \[k\]\[columns\] in panels of up to [`Registers::width`] registers, each with its rows one after another.
#[derive(Clone)]
pub struct Panels {
    /// Registers in each panel.
    pub widths: Vec<usize>,
    /// Rows in each panel.
    pub k: usize,
    /// Numbers in a matrix.
    length: usize,
    memory: Memory,
}

impl Panels {
    /// `columns` is a multiple of the lanes; `at(k, column)` gives the numbers.
    pub fn new(registers: Registers, k: usize, columns: usize, at: impl Fn(usize, usize) -> f32) -> Panels {
        Panels::several(1, registers, k, columns, |_, k, column| at(k, column))
    }

    /// Several matrices of one size, one after another: `at(matrix, k, column)`.
    pub fn several(
        count: usize,
        Registers { lanes, width }: Registers,
        k: usize,
        columns: usize,
        at: impl Fn(usize, usize, usize) -> f32,
    ) -> Panels {
        let length = k * columns;
        let mut memory = Memory::floats(count * length);
        let widths: Vec<usize> = even(columns / lanes, width).collect();
        let mut rest = memory.as_floats();
        for matrix in 0..count {
            let mut first = 0;
            for width in widths.iter().map(|width| width * lanes) {
                let (panel, behind) = rest.split_at_mut(k * width);
                for (row, numbers) in panel.chunks_exact_mut(width).enumerate() {
                    for (column, number) in numbers.iter_mut().enumerate() {
                        *number = at(matrix, row, first + column);
                    }
                }
                first += width;
                rest = behind;
            }
        }
        Panels { widths, k, length, memory }
    }

    /// Whether there are this many matrices, for such registers.
    pub fn holds(&self, matrices: usize, registers: Registers) -> bool {
        self.widths.iter().all(|width| (1..=registers.width).contains(width))
            && self.length == self.k * self.columns(registers.lanes)
            && self.memory.bytes() >= 4 * matrices * self.length
    }

    /// Of a matrix, for registers of so many lanes.
    pub fn columns(&self, lanes: usize) -> usize {
        lanes * self.widths.iter().sum::<usize>()
    }

    pub fn as_ptr(&self) -> *const f32 {
        self.memory.as_ptr()
    }

    /// The start of one of several matrices.
    pub fn matrix(&self, matrix: usize) -> *const f32 {
        self.as_ptr().wrapping_add(matrix * self.length)
    }
}
