//! Stones that are on the board before the first move.

use board::{Board, Colour, Game, HandicapError, Point, Position, fixed_handicap, free_handicap};

use super::Session;

/// Why handicap stones cannot be placed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    #[error("the board is not empty")]
    NotEmpty,
    #[error("a point is named twice")]
    Repeated,
    #[error(transparent)]
    Number(#[from] HandicapError),
}

/// An impossible position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a point is named twice or a chain has no liberty")]
pub struct ImpossiblePosition;

impl Session {
    /// Places fixed handicap stones on an empty board.
    pub fn place_fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, PlacementError> {
        let places = fixed_handicap(self.size(), stones)?;
        self.place_handicap(&places)?;
        Ok(places)
    }

    /// Places free handicap stones.
    pub fn place_free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, PlacementError> {
        let places = free_handicap(self.size(), stones)?;
        self.place_handicap(&places)?;
        Ok(places)
    }

    /// Places handicap stones on given points of an empty board.
    pub fn place_handicap(&mut self, places: &[Point]) -> Result<(), PlacementError> {
        if self.position().board().all_stones().next().is_some() || !self.game.moves().is_empty() {
            return Err(PlacementError::NotEmpty);
        }
        let mut game = self.game.clone();
        if !game.place_handicap(places) {
            return Err(PlacementError::Repeated);
        }
        self.load(game);
        Ok(())
    }

    /// Starts from a position without history.
    pub fn set_stones(&mut self, stones: &[(Colour, Point)]) -> Result<(), ImpossiblePosition> {
        let board = Board::with_stones(self.size(), stones.iter().copied()).ok_or(ImpossiblePosition)?;
        let (rules, komi) = (self.position().rules(), self.position().komi());
        self.load(Game::from_position(Position::from_board(board, Colour::Black, rules, komi)));
        Ok(())
    }
}
