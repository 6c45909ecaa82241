//! Stones that were set up, not played.

use board::{AREA, Board, Colour, Point, Size};

use super::points::{NotAPoint, point_set};
use crate::sgf::{Node, name};

/// A board under construction. Chains may temporarily lack liberties; only the final board is checked.
#[derive(Clone)]
pub(super) struct Setup {
    size: Size,
    stones: [Option<Colour>; AREA],
    /// The player to move according to `PL`.
    pub turn: Option<Colour>,
}

impl Setup {
    pub fn new(size: Size) -> Setup {
        Setup { size, stones: [None; AREA], turn: None }
    }

    pub fn from_board(board: &Board, turn: Option<Colour>) -> Setup {
        let mut setup = Setup { turn, ..Setup::new(board.size()) };
        for (colour, p) in board.all_stones() {
            setup.stones[p.index()] = Some(colour);
        }
        setup
    }

    /// Whether a node adds or removes stones.
    pub fn is_in(node: &Node) -> bool {
        [name::AB, name::AW, name::AE].into_iter().any(|n| node.has(n))
    }

    /// Applies a node, property by property in file order.
    pub fn apply(&mut self, node: &Node) -> Result<(), NotAPoint> {
        for property in node.properties() {
            let stone = match property.name() {
                name::AB => Some(Colour::Black),
                name::AW => Some(Colour::White),
                name::AE => None,
                _ => continue,
            };
            for p in point_set(property.values(), self.size)?.iter() {
                self.stones[p.index()] = stone;
            }
        }
        Ok(())
    }

    fn stones(&self) -> impl Iterator<Item = (Colour, Point)> + '_ {
        self.size.iter().filter_map(|p| self.stones[p.index()].map(|colour| (colour, p)))
    }

    /// The number of stones of a player.
    pub fn count(&self, colour: Colour) -> usize {
        self.stones().filter(|(c, _)| *c == colour).count()
    }

    /// `None` if a chain has no liberty.
    pub fn board(&self) -> Option<Board> {
        Board::with_stones(self.size, self.stones())
    }
}
