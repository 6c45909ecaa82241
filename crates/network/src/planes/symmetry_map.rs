//! Maps points to the rows of a batch.

use board::{AREA, Point, Size, Symmetry};

/// The map of a board's points, row by row from the top, under one symmetry. Maps of other symmetries are
/// kept, because consecutive positions use different ones.
#[derive(Default)]
pub struct SymmetryMap {
    size: Option<Size>,
    symmetry: usize,
    tables: [Table; 8],
}

/// Empty until first used.
struct Table {
    of: [u16; AREA],
    points: Vec<(Point, u16)>,
}

impl Default for Table {
    fn default() -> Table {
        Table { of: [0; AREA], points: Vec::new() }
    }
}

impl SymmetryMap {
    /// Switches to a board size and a symmetry that keeps its shape.
    pub fn set(&mut self, size: Size, symmetry: Symmetry) {
        if self.size != Some(size) {
            self.size = Some(size);
            self.tables.iter_mut().for_each(|table| table.points.clear());
        }
        self.symmetry = symmetry.index() % self.tables.len();
        let table = &mut self.tables[self.symmetry];
        if table.points.is_empty() {
            for p in size.iter_from_top() {
                let turned = symmetry.apply(p, size);
                let place = (size.height() - 1 - turned.y()) * size.width() + turned.x();
                table.of[p.index()] = place as u16;
                table.points.push((p, place as u16));
            }
        }
    }

    #[inline]
    pub fn of(&self, p: Point) -> usize {
        self.tables[self.symmetry].of[p.index()] as usize
    }

    /// Every point from the top left of the board, and its index in the row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Point, usize)> + '_ {
        self.tables[self.symmetry].points.iter().map(|(p, place)| (*p, *place as usize))
    }
}

/// The symmetries that keep a board's shape: all eight of a square.
pub fn symmetries(size: Size) -> &'static [Symmetry] {
    match size.is_square() {
        true => &Symmetry::ALL,
        false => &Symmetry::ALL[..4],
    }
}

/// A symmetry by KataGo's number. KataGo counts rows from the top, so it swaps rows and columns along the
/// other diagonal.
pub fn symmetry(number: usize) -> Symmetry {
    Symmetry::new(if number & 4 != 0 { number ^ 3 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_places_are_taken_once() {
        let mut map = SymmetryMap::default();
        for size in [Size::square(5).unwrap(), Size::new(4, 7).unwrap(), Size::square(5).unwrap()] {
            for symmetry in symmetries(size).iter().chain(symmetries(size)) {
                map.set(size, *symmetry);
                let mut all: Vec<usize> = map.iter().map(|(p, place)| (map.of(p), place).1).collect();
                assert!(map.iter().all(|(p, place)| map.of(p) == place));
                all.sort();
                assert!(all.into_iter().eq(0..size.points()));
            }
        }
    }

    #[test]
    fn numbers_are_katagos() {
        // Column 1 of row 0 from the top: 1 flips rows, 2 flips columns, 4 swaps both.
        let size = Size::square(9).unwrap();
        let p = Point::parse("B9", size).unwrap();
        let images = [0, 1, 2, 3, 4, 5, 6, 7].map(|k| symmetry(k).apply(p, size).to_string());
        assert_eq!(images, ["B9", "B1", "H9", "H1", "A8", "J8", "A2", "J2"]);
    }
}
