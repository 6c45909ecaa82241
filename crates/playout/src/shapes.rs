//! 3×3 patterns: read from data, looked up by the sixteen bits around a point.

use board::{Around, Cell, PITCH, STEPS};
use serde::Deserialize;

/// A pattern with the point to play in the centre.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    pub name: String,
    /// Three rows of `X O . x o # ?`.
    pub rows: [String; 3],
    pub weight: u8,
}

/// A pattern that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the shape '{0}' needs three rows of three characters from X O . x o # ?, with . in the middle")]
pub struct BadShape(pub String);

/// The weight of every 3×3 neighbourhood.
#[derive(Clone)]
pub struct ShapeTable {
    weights: Box<[u8; 1 << 16]>,
}

impl ShapeTable {
    pub fn new(shapes: &[Shape]) -> Result<ShapeTable, BadShape> {
        let mut weights = vec![0u8; 1 << 16];
        for shape in shapes {
            let cells = read(shape)?;
            for turned in orientations(cells) {
                for around in surroundings(turned) {
                    for seen in [around, around.swapped()] {
                        let weight = &mut weights[seen.bits() as usize];
                        *weight = (*weight).max(shape.weight);
                    }
                }
            }
        }
        let weights = weights.into_boxed_slice().try_into().map_err(|_| BadShape("all".into()))?;
        Ok(ShapeTable { weights })
    }

    /// The weight of playing in the centre; 0 if no pattern matches.
    #[inline]
    pub fn weight(&self, around: Around) -> u8 {
        self.weights[around.bits() as usize]
    }
}

type Cells = [[u8; 3]; 3];

fn read(shape: &Shape) -> Result<Cells, BadShape> {
    let bad = || BadShape(shape.name.clone());
    let mut cells = [[0; 3]; 3];
    for (row, text) in cells.iter_mut().zip(&shape.rows) {
        *row = text.as_bytes().try_into().map_err(|_| bad())?;
    }
    let known = cells.iter().flatten().all(|c| b"XO.xo#?".contains(c));
    if known && cells[1][1] == b'.' { Ok(cells) } else { Err(bad()) }
}

fn orientations(cells: Cells) -> [Cells; 8] {
    std::array::from_fn(|i| {
        let mut turned = cells;
        for (y, row) in turned.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                let (a, b) = if i & 1 != 0 { (x, y) } else { (y, x) };
                let a = if i & 2 != 0 { 2 - a } else { a };
                let b = if i & 4 != 0 { 2 - b } else { b };
                *cell = cells[a][b];
            }
        }
        turned
    })
}

/// Every neighbourhood that a pattern matches.
fn surroundings(cells: Cells) -> Vec<Around> {
    let mut found = vec![0u16];
    for (place, step) in STEPS.iter().enumerate() {
        let from_corner = (step + PITCH as isize + 1) as usize;
        let allowed: &[Cell] = match cells[from_corner / PITCH][from_corner % PITCH] {
            b'X' => &[Cell::Black],
            b'O' => &[Cell::White],
            b'.' => &[Cell::Empty],
            b'x' => &[Cell::Empty, Cell::White],
            b'o' => &[Cell::Empty, Cell::Black],
            b'#' => &[Cell::Wall],
            _ => &[Cell::Empty, Cell::Black, Cell::White],
        };
        let with = |bits: &u16| allowed.iter().map(|c| bits | (*c as u16) << (2 * place)).collect::<Vec<_>>();
        found = found.iter().flat_map(with).collect();
    }
    found.into_iter().map(Around::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Board, Colour, Point, Size};

    fn table(rows: [&str; 3]) -> ShapeTable {
        ShapeTable::new(&[Shape { name: "test".into(), rows: rows.map(String::from), weight: 7 }]).unwrap()
    }

    #[test]
    fn shapes_fit_turned_mirrored_and_in_both_colours() {
        let table = table(["XO?", "O.o", "?o?"]);
        let size = Size::square(5).unwrap();
        for (own, other) in [(Colour::Black, Colour::White), (Colour::White, Colour::Black)] {
            for symmetry in board::Symmetry::ALL {
                let at = |x, y| symmetry.apply(Point::new(x, y), size);
                let stones = [(own, at(1, 3)), (other, at(2, 3)), (other, at(1, 2))];
                let board = Board::with_stones(size, stones).unwrap();
                assert_eq!(table.weight(board.around(at(2, 2))), 7);
                assert_eq!(table.weight(board.around(at(3, 2))), 0);
            }
        }
    }

    #[test]
    fn the_edge_is_no_anything() {
        let size = Size::square(5).unwrap();
        let board =
            Board::with_stones(size, [(Colour::Black, Point::new(0, 1)), (Colour::White, Point::new(0, 0))]);
        let board = board.unwrap();
        assert_eq!(table(["X.?", "O.?", "###"]).weight(board.around(Point::new(1, 0))), 7);
        assert_eq!(table(["?X?", "...", "???"]).weight(board.around(Point::new(0, 2))), 0);
    }

    #[test]
    fn bad_shapes_are_refused() {
        for rows in [["XO", "...", "???"], ["XOX", "XXX", "???"], ["XO!", "...", "???"]] {
            let shape = Shape { name: "test".into(), rows: rows.map(String::from), weight: 1 };
            assert!(ShapeTable::new(&[shape]).is_err());
        }
    }
}
