//! Stones that were put down rather than played.

use board::{AREA, Board, Colour, Point, Size};

use super::points::{NotAPoint, point_set};
use crate::sgf::{Node, name};

/// A board in the making. Chains may lack liberties in between: only the end is checked.
#[derive(Clone)]
pub(super) struct Setup {
    size: Size,
    stones: [Option<Colour>; AREA],
    /// Whose turn `PL` says it is.
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

    /// Whether a node puts stones down or takes them off.
    pub fn is_in(node: &Node) -> bool {
        [name::AB, name::AW, name::AE].into_iter().any(|n| node.has(n))
    }

    /// Follows a node, property by property in the order of the file.
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

    /// `None` when a chain has no liberty.
    pub fn board(&self) -> Option<Board> {
        Board::with_stones(self.size, self.stones())
    }
}
