//! Points, moves and board sizes.
//!
//! A point's index does not depend on the board's size: rows are always [`PITCH`] apart and one column of
//! wall serves as the right border of one row and the left border of the next. So the neighbours of a point
//! are at constant distances on every board.

use std::fmt;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

/// The longest side of a board.
pub const MAX_SIDE: usize = 19;
/// Distance between a point and the one above it.
pub const PITCH: usize = MAX_SIDE + 1;
/// Length of tables indexed by point: a power of two above (MAX_SIDE + 2) · PITCH + 1, so that masking an
/// index replaces its bounds check.
pub const AREA: usize = 512;

/// Index steps to the four neighbours.
pub const ORTHOGONAL: [isize; 4] = [-(PITCH as isize), -1, 1, PITCH as isize];
/// Index steps to the four diagonal neighbours.
pub const DIAGONAL: [isize; 4] =
    [-(PITCH as isize) - 1, -(PITCH as isize) + 1, PITCH as isize - 1, PITCH as isize + 1];

const MARK: u16 = 1 << 15;

/// A point of the board, or of the wall around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct Point(NonZeroU16);

impl Point {
    /// Column `x` from the left and row `y` from the bottom, both from 0: `D4` is (3, 3).
    #[inline]
    pub const fn new(x: usize, y: usize) -> Point {
        assert!(x < MAX_SIDE && y < MAX_SIDE);
        Point::from_index((y + 1) * PITCH + x + 1)
    }

    /// The point for a table index, including the wall.
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        // The mark keeps the number non-zero, so `Option<Point>` and `Move` take no extra space.
        match NonZeroU16::new((index & (AREA - 1)) as u16 | MARK) {
            Some(n) => Point(n),
            None => unreachable!(),
        }
    }

    /// The table index, always below [`AREA`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize & (AREA - 1)
    }

    #[inline]
    pub const fn x(self) -> usize {
        self.index() % PITCH - 1
    }

    #[inline]
    pub const fn y(self) -> usize {
        self.index() / PITCH - 1
    }

    /// The point whose index differs by `step`.
    #[inline]
    pub fn step(self, step: isize) -> Point {
        Point::from_index(self.index().wrapping_add_signed(step))
    }

    #[inline]
    pub fn neighbours(self) -> [Point; 4] {
        ORTHOGONAL.map(|d| self.step(d))
    }

    /// Whether the other point is one of the four neighbours.
    #[inline]
    pub fn is_beside(self, other: Point) -> bool {
        matches!(self.index().abs_diff(other.index()), 1 | PITCH)
    }

    #[inline]
    pub fn diagonals(self) -> [Point; 4] {
        DIAGONAL.map(|d| self.step(d))
    }

    /// Reads a vertex such as `D4` or `t19`; GTP has no column I.
    pub fn parse(vertex: &str, size: Size) -> Result<Point, NotAVertex> {
        let bad = || NotAVertex(vertex.to_string(), size);
        let mut chars = vertex.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic).ok_or_else(bad)?;
        let column = match letter.to_ascii_uppercase() {
            'I' => return Err(bad()),
            c if c > 'I' => c as usize - 'A' as usize - 1,
            c => c as usize - 'A' as usize,
        };
        let digits = chars.as_str();
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let row: usize = digits.parse().map_err(|_| bad())?;
        if column >= size.width() || row == 0 || row > size.height() {
            return Err(bad());
        }
        Ok(Point::new(column, row - 1))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letter = b"ABCDEFGHJKLMNOPQRST".get(self.x()).copied().unwrap_or(b'?');
        write!(f, "{}{}", letter as char, self.y() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A word that is not a point of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a point of a {1} board")]
pub struct NotAVertex(pub String, pub Size);

/// A move: a stone or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub enum Move {
    Pass,
    Play(Point),
}

impl Move {
    /// Reads a vertex or `pass`.
    pub fn parse(word: &str, size: Size) -> Result<Move, NotAVertex> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        Point::parse(word, size).map(Move::Play)
    }

    #[inline]
    pub fn point(self) -> Option<Point> {
        match self {
            Move::Pass => None,
            Move::Play(p) => Some(p),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Play(p) => p.fmt(f),
        }
    }
}

/// Points have the same names on every board up to this one.
const LARGEST: Size = Size { width: MAX_SIDE as u8, height: MAX_SIDE as u8 };

/// By its name, as in GTP. Who reads one from a file checks that it is on the board.
impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Point, D::Error> {
        Point::parse(&String::deserialize(from)?, LARGEST).map_err(serde::de::Error::custom)
    }
}

/// By its name, or `pass`.
impl Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        Move::parse(&String::deserialize(from)?, LARGEST).map_err(serde::de::Error::custom)
    }
}

/// Width and height of a board, each from 1 to 19.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board has sides from 1 to {MAX_SIDE}, not {0} by {1}")]
pub struct NotASize(pub usize, pub usize);

impl Size {
    pub const fn new(width: usize, height: usize) -> Result<Size, NotASize> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(NotASize(width, height));
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    pub const fn square(side: usize) -> Result<Size, NotASize> {
        Size::new(side, side)
    }

    /// A square board of a size that people play on, from 2 to 19.
    pub fn playable(side: usize) -> Option<Size> {
        if side < 2 { None } else { Size::square(side).ok() }
    }

    pub const fn width(self) -> usize {
        self.width as usize
    }

    pub const fn height(self) -> usize {
        self.height as usize
    }

    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The number of points.
    pub const fn points(self) -> usize {
        self.width() * self.height()
    }

    /// Every point, row by row from the bottom left.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let (width, height) = (self.width(), self.height());
        (0..height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// Every point in reading order: row by row from the top left.
    #[inline]
    pub fn iter_from_top(self) -> impl Iterator<Item = Point> + Clone {
        let (width, height) = (self.width(), self.height());
        (0..height).rev().flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// The place of a point among those of [`Size::iter`], for tables that hold the board alone.
    pub const fn place(self, p: Point) -> usize {
        p.y() * self.width() + p.x()
    }

    /// Whether the index is on the board, not on the wall.
    pub fn contains(self, p: Point) -> bool {
        let i = p.index();
        let (column, row) = (i % PITCH, i / PITCH);
        (1..=self.width()).contains(&column) && (1..=self.height()).contains(&row)
    }

    /// The line a point is on, counted from the nearest edge: 1 is the edge.
    pub fn line(self, p: Point) -> usize {
        let (x, y) = (p.x(), p.y());
        1 + x.min(y).min(self.width() - 1 - x).min(self.height() - 1 - y)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_read_and_print() {
        let size = Size::square(19).unwrap();
        for word in ["A1", "H8", "J9", "T19", "D4"] {
            assert_eq!(Point::parse(word, size).unwrap().to_string(), word);
        }
        assert_eq!(Point::parse("q16", size), Ok(Point::new(15, 15)));
        for word in ["", "I5", "A0", "A20", "U1", "4D", "D", "D+4", "D4 ", "D004", "é4"] {
            assert!(Point::parse(word, size).is_err(), "{word}");
        }
        assert!(Point::parse("K1", Size::square(9).unwrap()).is_err());
    }

    #[test]
    fn a_move_is_as_small_as_a_point() {
        assert_eq!(size_of::<Move>(), size_of::<Point>());
        assert_eq!(size_of::<Option<Point>>(), size_of::<Point>());
    }

    #[test]
    fn sizes_are_checked() {
        assert!(Size::new(0, 3).is_err() && Size::square(20).is_err());
        let size = Size::new(3, 2).unwrap();
        assert_eq!(
            size.iter().map(|p| p.to_string()).collect::<Vec<_>>(),
            ["A1", "B1", "C1", "A2", "B2", "C2"]
        );
        assert_eq!(size.iter_from_top().next().unwrap().to_string(), "A2");
        assert!(size.iter().all(|p| size.contains(p)));
        assert!(size.iter().flat_map(|p| p.neighbours()).filter(|p| size.contains(*p)).count() == 14);
    }
}
