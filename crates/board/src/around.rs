//! The eight cells around a point in sixteen bits, kept up to date by the board.
//!
//! One number answers the questions that play asks again and again: does the point have an empty neighbour,
//! is it an eye, which pattern is around it.

use crate::{AREA, Cell, Colour, PITCH, Point};

/// Index steps in the order of the bit pairs. The four neighbours come first, so they are the low byte.
pub const STEPS: [isize; 8] = [
    -(PITCH as isize),
    -1,
    1,
    PITCH as isize,
    -(PITCH as isize) - 1,
    -(PITCH as isize) + 1,
    PITCH as isize - 1,
    PITCH as isize + 1,
];

/// Two bits for each of the eight cells around a point, as [`Cell`] numbers them, in the order of [`STEPS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Around(u16);

impl Around {
    #[inline]
    pub fn new(bits: u16) -> Around {
        Around(bits)
    }

    #[inline]
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Asks `cell` for each step.
    pub fn gather(cell: impl Fn(isize) -> Cell) -> Around {
        let bits = STEPS.into_iter().enumerate();
        Around(bits.fold(0, |all, (place, step)| all | (cell(step) as u16) << (2 * place)))
    }

    #[inline]
    pub fn cell(self, place: usize) -> Cell {
        match self.0 >> (2 * place) & 3 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Wall,
        }
    }

    /// Whether one of the four neighbours is empty.
    #[inline]
    pub fn touches_empty(self) -> bool {
        // A pair is 00 where neither bit is set.
        (self.0 | self.0 >> 1) & 0x55 != 0x55
    }

    /// Whether at least two of the four neighbours are empty.
    #[inline]
    pub fn touches_two_empty(self) -> bool {
        let empty = !(self.0 | self.0 >> 1) & 0x55;
        empty & empty.wrapping_sub(1) != 0
    }

    /// Whether at least three of the four neighbours are empty.
    #[inline]
    pub fn touches_three_empty(self) -> bool {
        let empty = !(self.0 | self.0 >> 1) & 0x55;
        let less = empty & empty.wrapping_sub(1);
        less & less.wrapping_sub(1) != 0
    }

    /// The step to the first of the four neighbours that is empty.
    #[inline]
    pub fn step_to_empty(self) -> Option<isize> {
        let empty = !(self.0 | self.0 >> 1) & 0x55;
        (empty != 0).then(|| STEPS[(empty.trailing_zeros() as usize / 2) & 3])
    }

    /// The number of empty cells among the eight.
    #[inline]
    pub fn empty_cells(self) -> u32 {
        (!(self.0 | self.0 >> 1) & 0x5555).count_ones()
    }

    /// Whether one of the four neighbours is a stone of `colour`.
    #[inline]
    pub fn touches(self, colour: Colour) -> bool {
        let (low, high) = (self.0 & 0x55, self.0 >> 1 & 0x55);
        match colour {
            Colour::Black => low & !high != 0,
            Colour::White => high & !low != 0,
        }
    }

    /// The steps to those of the four neighbours that are stones of `colour`.
    #[inline]
    pub fn steps_to(self, colour: Colour) -> impl Iterator<Item = isize> {
        let (low, high) = (self.0 & 0x55, self.0 >> 1 & 0x55);
        let mut left = match colour {
            Colour::Black => low & !high,
            Colour::White => high & !low,
        };
        std::iter::from_fn(move || {
            let place = (left.trailing_zeros() as usize / 2) & 3;
            (left != 0).then(|| {
                left &= left - 1;
                STEPS[place]
            })
        })
    }

    /// Whether all four neighbours are stones of `colour` or wall.
    #[inline]
    pub fn surrounded_by(self, colour: Colour) -> bool {
        match colour {
            Colour::Black => self.0 & 0x55 == 0x55,
            Colour::White => self.0 & 0xaa == 0xaa,
        }
    }

    /// The usual eye rule: surrounded, and the enemy has at most one diagonal point, or none at the edge.
    #[inline]
    pub fn is_eye_of(self, colour: Colour) -> bool {
        if !self.surrounded_by(colour) {
            return false;
        }
        let (low, high) = (self.0 >> 8 & 0x55, self.0 >> 9 & 0x55);
        let wall = low & high;
        let enemies = match colour {
            Colour::Black => high & !low,
            Colour::White => low & !high,
        };
        // At most one bit, and none beside a wall.
        enemies & enemies.wrapping_sub(1) == 0 && (wall == 0 || enemies == 0)
    }

    /// The same surroundings with the colours swapped.
    pub fn swapped(self) -> Around {
        // Swapping the bits of each pair swaps 01 and 10 and keeps 00 and 11.
        Around((self.0 & 0x5555) << 1 | (self.0 >> 1) & 0x5555)
    }
}

/// What a change of one bit at a point does to the three rows of surroundings that contain it, four columns
/// at a time. From a neighbour's point of view, the change is in the opposite direction.
const ROWS: [(usize, [u16; 4]); 3] = {
    let mut rows = [(0, [0; 4]); 3];
    let mut row = 0;
    while row < 3 {
        rows[row].0 = (row + AREA - 1) * PITCH - 1;
        let mut column = 0;
        while column < 3 {
            let step = -((row as isize - 1) * PITCH as isize + column as isize - 1);
            let mut place = 0;
            while place < 8 {
                if STEPS[place] == step {
                    rows[row].1[column] = 1 << (2 * place);
                }
                place += 1;
            }
            column += 1;
        }
        row += 1;
    }
    rows
};

/// Changes the cell at `p` in the surroundings of its eight neighbours.
#[inline]
pub(crate) fn flip(all: &mut [Around; AREA], p: Point, change: u16) {
    for (offset, bits) in ROWS {
        let start = (p.index() + offset) & (AREA - 1);
        // The last rows of the table are never reached, because a board ends well before them.
        if let Some(lanes) = all.get_mut(start..start + 4) {
            for (lane, bit) in lanes.iter_mut().zip(bits) {
                lane.0 ^= change * bit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn neighbours_are_counted_and_found() {
        let board = Board::from_diagram(&["....", ".XO.", "X..O", ".XX."]).unwrap();
        for (vertex, two, three, black, white) in [
            ("B2", false, false, vec!["B1", "A2", "B3"], vec![]),
            ("C2", false, false, vec!["C1"], vec!["D2", "C3"]),
            ("C3", true, true, vec!["B3"], vec![]),
            ("D4", true, false, vec![], vec![]),
            ("D2", true, true, vec![], vec![]),
        ] {
            let p = Point::parse(vertex, board.size()).unwrap();
            let around = board.around(p);
            assert_eq!((around.touches_two_empty(), around.touches_three_empty()), (two, three), "{vertex}");
            for (colour, expected) in [(Colour::Black, black), (Colour::White, white)] {
                let found: Vec<String> = around.steps_to(colour).map(|s| p.step(s).to_string()).collect();
                assert_eq!(found, expected, "{vertex} {colour}");
            }
            let first = p.neighbours().into_iter().find(|n| board.is_empty(*n));
            assert_eq!(around.step_to_empty().map(|step| p.step(step)), first, "{vertex}");
            assert!(board.size().iter().all(|q| p.is_beside(q) == p.neighbours().contains(&q)), "{vertex}");
        }
    }
}
