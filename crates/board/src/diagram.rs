//! Boards as text.

use std::fmt;

use crate::{Board, Cell, Colour, Point, Size};

impl Board {
    /// A board from rows of `X`, `O` and `.`, top row first; `None` if the rows do not form a board, or if a
    /// chain has no liberty.
    ///
    /// ```
    /// let board = board::Board::from_diagram(&["..X", ".O.", "..."]).unwrap();
    /// assert_eq!(board.stones(board::Colour::Black), 1);
    /// ```
    pub fn from_diagram(rows: &[&str]) -> Option<Board> {
        let size = Size::new(rows.first()?.len(), rows.len()).ok()?;
        let mut stones = Vec::new();
        for (y, row) in rows.iter().rev().enumerate() {
            if row.len() != size.width() {
                return None;
            }
            for (x, c) in row.chars().enumerate() {
                match c {
                    'X' => stones.push((Colour::Black, Point::new(x, y))),
                    'O' => stones.push((Colour::White, Point::new(x, y))),
                    '.' => {}
                    _ => return None,
                }
            }
        }
        Board::with_stones(size, stones)
    }

    fn letter(&self, p: Point) -> char {
        match self.cell(p) {
            Cell::Black => 'X',
            Cell::White => 'O',
            _ => '.',
        }
    }
}

/// A diagram: `X` Black, `O` White, `.` empty, with coordinates.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let columns: String = (0..self.size().width())
            .flat_map(|x| [' ', Point::new(x, 0).to_string().chars().next().unwrap_or('?')])
            .collect();
        writeln!(f, "  {columns}")?;
        for y in (0..self.size().height()).rev() {
            write!(f, "{:2}", y + 1)?;
            for x in 0..self.size().width() {
                write!(f, " {}", self.letter(Point::new(x, y)))?;
            }
            writeln!(f, " {:<2}", y + 1)?;
        }
        write!(f, "  {columns}")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
