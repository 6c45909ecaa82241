//! Nakade: eye spaces that one stone on the vital point reduces to a single eye.

use board::{Board, Colour, Point};

/// The largest eye space with a vital point.
pub const MAX_SPACE: usize = 6;

/// Up to [`MAX_SPACE`] connected points.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    points: [Point; MAX_SPACE],
    len: usize,
}

impl Space {
    pub fn new(first: Point) -> Space {
        Space { points: [first; MAX_SPACE], len: 1 }
    }

    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }

    /// Adds a point; false if the space is full.
    #[inline]
    pub fn push(&mut self, p: Point) -> bool {
        if self.len == MAX_SPACE {
            return false;
        }
        self.points[self.len] = p;
        self.len += 1;
        true
    }

    /// The empty points connected to `start`, if they are few and only `colour` surrounds them.
    pub fn enclosed_by(board: &Board, start: Point, colour: Colour) -> Option<Space> {
        let mut space = Space::new(start);
        let mut next = 0;
        while next < space.len {
            let p = space.points[next];
            next += 1;
            if board.around(p).touches(colour.other()) {
                return None;
            }
            for n in p.neighbours() {
                if board.is_empty(n) && !space.points().contains(&n) && !space.push(n) {
                    return None;
                }
            }
        }
        Some(space)
    }

    /// The vital point, which decides between one eye and two, if the space has one: straight or bent three,
    /// pyramid four, bulky five, crossed five, rabbity six.
    pub fn vital_point(&self) -> Option<Point> {
        let touching = |p: Point| p.neighbours().iter().filter(|n| self.points().contains(n)).count();
        let mut degrees = [0usize; 5];
        let mut centre = self.points[0];
        let mut most = 0;
        for &p in self.points() {
            let d = touching(p);
            degrees[d] += 1;
            if d > most {
                (centre, most) = (p, d);
            }
        }
        let dies = match self.len {
            3 => true,
            4 => degrees[3] == 1,
            5 => degrees[4] == 1 || degrees == [0, 1, 3, 1, 0],
            6 => degrees == [0, 2, 3, 0, 1],
            _ => false,
        };
        dies.then_some(centre)
    }

    /// Whether this shape leaves no space for two eyes after it is captured, with the opponent of the
    /// capturing side to move.
    pub fn leaves_one_eye(&self) -> bool {
        match self.len {
            1 | 2 => true,
            // The square four is already a single eye.
            4 if self
                .points()
                .iter()
                .all(|p| p.neighbours().iter().filter(|n| self.points().contains(n)).count() == 2) =>
            {
                true
            }
            _ => self.vital_point().is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Size;

    fn vital(rows: &[&str]) -> Option<String> {
        let size = Size::square(7).unwrap();
        let mut board = Board::new(size);
        let mut inside = Vec::new();
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, c) in row.chars().enumerate() {
                match c {
                    'X' => _ = board.play(Point::new(x, y), Colour::Black),
                    _ => inside.push(Point::new(x, y)),
                }
            }
        }
        Space::enclosed_by(&board, inside[0], Colour::Black)?.vital_point().map(|p| p.to_string())
    }

    #[test]
    fn vital_points_of_the_known_shapes() {
        assert_eq!(vital(&["XXXXX", "X...X", "XXXXX"]).as_deref(), Some("C2"));
        assert_eq!(vital(&["XXXX.", "X..X.", "XX.X.", ".XXX."]), None, "a gap in the wall");
        assert_eq!(vital(&["XXXXX", "X...X", "XX.XX", "XXXXX"]).as_deref(), Some("C3"));
        assert_eq!(vital(&["XXXXX", "X..XX", "X...X", "XXXXX"]).as_deref(), Some("C2"));
        assert_eq!(vital(&["XXXXX", "XX.XX", "X...X", "XX.XX", "XXXXX"]).as_deref(), Some("C3"));
        assert_eq!(vital(&["XXXXX", "XX.XX", "X...X", "X..XX", "XXXXX"]).as_deref(), Some("C3"));
        assert_eq!(vital(&["XXXXXX", "X....X", "XXXXXX"]), None, "straight four lives");
        assert_eq!(vital(&["XXXX", "X..X", "X..X", "XXXX"]), None, "square four is dead as it stands");
    }
}
