//! The eight symmetries of a square board.

use crate::{Move, Point, Size};

/// A symmetry: optional flips in both directions, then an optional swap of rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    pub const IDENTITY: Symmetry = Symmetry(0);
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// Symmetry 0 to 7; bit 0 flips top to bottom, bit 1 flips left to right, bit 2 swaps rows and columns.
    pub fn new(index: usize) -> Symmetry {
        Symmetry((index & 7) as u8)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether a board that is not square keeps its shape.
    pub fn keeps_shape(self) -> bool {
        self.0 & 4 == 0
    }

    /// Where a point goes on a board of this size.
    pub fn apply(self, p: Point, size: Size) -> Point {
        let (mut x, mut y) = (p.x(), p.y());
        if self.0 & 1 != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & 2 != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & 4 != 0 { Point::new(y, x) } else { Point::new(x, y) }
    }

    pub fn apply_move(self, m: Move, size: Size) -> Move {
        match m {
            Move::Pass => Move::Pass,
            Move::Play(p) => Move::Play(self.apply(p, size)),
        }
    }

    /// The inverse symmetry.
    pub fn inverse(self) -> Symmetry {
        // After swapping rows and columns, the two flips have changed places.
        if self.0 & 4 != 0 { Symmetry(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_ones_that_go_back() {
        let size = Size::square(5).unwrap();
        let images: std::collections::HashSet<Point> =
            Symmetry::ALL.iter().map(|s| s.apply(Point::new(1, 0), size)).collect();
        assert_eq!(images.len(), 8);
        for s in Symmetry::ALL {
            for p in size.iter() {
                assert_eq!(s.inverse().apply(s.apply(p, size), size), p, "{s:?}");
            }
        }
        let wide = Size::new(5, 3).unwrap();
        for s in Symmetry::ALL.into_iter().filter(|s| s.keeps_shape()) {
            assert!(wide.iter().all(|p| wide.contains(s.apply(p, wide))));
        }
    }
}
