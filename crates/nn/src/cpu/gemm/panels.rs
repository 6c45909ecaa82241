//! Weights in panels.

use crate::cpu::memory::Memory;

/// A matrix \[k\]\[columns\] in panels of one to three registers' width, each with its rows one after another.
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
    /// `columns` is a multiple of the register's width; `at(k, column)` gives the numbers.
    pub fn new(lanes: usize, k: usize, columns: usize, at: impl Fn(usize, usize) -> f32) -> Panels {
        Panels::several(1, lanes, k, columns, |_, k, column| at(k, column))
    }

    /// Several matrices of one size, one after another: `at(matrix, k, column)`.
    pub fn several(
        count: usize,
        lanes: usize,
        k: usize,
        columns: usize,
        at: impl Fn(usize, usize, usize) -> f32,
    ) -> Panels {
        let length = k * columns;
        let mut memory = Memory::floats(count * length);
        let widths = widths(columns / lanes);
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

    /// Whether there are this many matrices, for registers of this width.
    pub fn holds(&self, matrices: usize, lanes: usize) -> bool {
        self.widths.iter().all(|width| (1..=3).contains(width))
            && self.length == self.k * self.columns(lanes)
            && self.memory.bytes() >= 4 * matrices * self.length
    }

    /// Of a matrix, for registers of this width.
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

/// Groups of three, with twos instead of a single one at the end.
fn widths(registers: usize) -> Vec<usize> {
    let mut widths = vec![3; registers / 3];
    match (registers % 3, widths.pop()) {
        (0, Some(three)) => widths.push(three),
        (1, Some(_)) => widths.extend([2, 2]),
        (rest, three) => {
            widths.extend(three);
            widths.extend((rest > 0).then_some(rest));
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_wide_and_never_one_after_a_three() {
        for (registers, expected) in [
            (1, vec![1]),
            (2, vec![2]),
            (3, vec![3]),
            (4, vec![2, 2]),
            (5, vec![3, 2]),
            (7, vec![3, 2, 2]),
            (8, vec![3, 3, 2]),
        ] {
            assert_eq!(widths(registers), expected);
        }
    }
}
