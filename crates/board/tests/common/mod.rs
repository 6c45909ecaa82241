//! Boards from diagrams.

#![allow(dead_code)]

use board::{Board, Colour, Komi, Point, PointSet, Position, Rules, Size};

/// A picture of a board with a sign for each point: spaces are for the eye, and rows end with a line or `/`.
pub struct Diagram {
    rows: Vec<Vec<char>>,
}

impl Diagram {
    pub fn new(text: &str) -> Diagram {
        let rows = text.split(['\n', '/']).map(|row| row.chars().filter(|c| *c != ' ').collect::<Vec<_>>());
        Diagram { rows: rows.filter(|row| !row.is_empty()).collect() }
    }

    pub fn size(&self) -> Size {
        Size::new(self.rows[0].len(), self.rows.len()).unwrap()
    }

    /// The points that show one of these signs.
    pub fn points(&self, signs: &str) -> PointSet {
        let shows = |p: &Point| signs.contains(self.rows[self.rows.len() - 1 - p.y()][p.x()]);
        self.size().iter().filter(shows).collect()
    }

    /// `X` and `x` are Black's stones, `O` and `o` White's.
    pub fn board(&self) -> Board {
        let black = self.points("Xx");
        let white = self.points("Oo");
        let stones = black.iter().map(|p| (Colour::Black, p)).chain(white.iter().map(|p| (Colour::White, p)));
        Board::with_stones(self.size(), stones).expect("every chain has a liberty")
    }

    pub fn position(&self, rules: Rules, komi: Komi) -> Position {
        Position::from_board(self.board(), Colour::Black, rules, komi)
    }
}
