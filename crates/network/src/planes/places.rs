//! Where points go in the rows of a batch.

use board::{AREA, Point, Size, Symmetry};

/// The places of a board's points, row by row from the top, under one symmetry. Those under the other symmetries of the
/// same board are kept: positions that are judged together are turned in all ways.
pub struct Places {
    size: Option<Size>,
    symmetry: Symmetry,
    turned: [Turned; Symmetry::ALL.len()],
}

/// Empty until it is asked for.
struct Turned {
    of: [u16; AREA],
    points: Vec<(Point, u16)>,
}

impl Default for Places {
    fn default() -> Places {
        let turned = std::array::from_fn(|_| Turned { of: [0; AREA], points: Vec::new() });
        Places { size: None, symmetry: Symmetry::IDENTITY, turned }
    }
}

impl Places {
    /// Goes to a board and a symmetry that keeps its shape.
    pub fn set(&mut self, size: Size, symmetry: Symmetry) {
        if self.size != Some(size) {
            self.size = Some(size);
            self.turned.iter_mut().for_each(|turned| turned.points.clear());
        }
        self.symmetry = symmetry;
        let turned = &mut self.turned[symmetry.index()];
        if turned.points.is_empty() {
            turned.set(size, symmetry);
        }
    }

    #[inline]
    fn turned(&self) -> &Turned {
        &self.turned[self.symmetry.index()]
    }

    #[inline]
    pub fn of(&self, p: Point) -> usize {
        self.turned().of[p.index()] as usize
    }

    /// Every point from the top left of the board, and where it is found.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Point, usize)> + '_ {
        self.turned().points.iter().map(|(p, place)| (*p, *place as usize))
    }
}

impl Turned {
    fn set(&mut self, size: Size, symmetry: Symmetry) {
        for p in size.iter_from_top() {
            let turned = symmetry.apply(p, size);
            let place = (size.height() - 1 - turned.y()) * size.width() + turned.x();
            self.of[p.index()] = place as u16;
            self.points.push((p, place as u16));
        }
    }
}

/// The symmetries that keep a board's shape: all eight of a square.
pub fn symmetries(size: Size) -> &'static [Symmetry] {
    match size.is_square() {
        true => &Symmetry::ALL,
        false => &Symmetry::ALL[..4],
    }
}

/// A symmetry by KataGo's number. It turns rows counted from the top, and so exchanges rows and columns along the
/// other diagonal.
pub fn symmetry(number: usize) -> Symmetry {
    Symmetry::new(if number & 4 != 0 { number ^ 3 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_places_are_taken_once() {
        let mut places = Places::default();
        for size in [Size::square(5).unwrap(), Size::new(4, 7).unwrap(), Size::square(5).unwrap()] {
            // The same ones again, and after another board.
            for symmetry in symmetries(size).iter().chain(symmetries(size)) {
                places.set(size, *symmetry);
                let mut all: Vec<usize> = places.iter().map(|(p, place)| (places.of(p), place).1).collect();
                assert!(places.iter().all(|(p, place)| places.of(p) == place));
                all.sort();
                assert!(all.into_iter().eq(0..size.points()));
            }
        }
    }

    #[test]
    fn numbers_are_katagos() {
        // Column 1 of row 0 from the top: 1 mirrors rows, 2 columns, 4 exchanges both.
        let size = Size::square(9).unwrap();
        let p = Point::parse("B9", size).unwrap();
        let images = [0, 1, 2, 3, 4, 5, 6, 7].map(|k| symmetry(k).apply(p, size).to_string());
        assert_eq!(images, ["B9", "B1", "H9", "H1", "A8", "J8", "A2", "J2"]);
    }
}
