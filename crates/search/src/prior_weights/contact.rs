//! How close a move comes to the opponent's stones, and what it leaves them.

use board::{Board, Colour, Point, Size};

use super::distance::squared_distance;

/// How close a move comes to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contact {
    /// Captures stones, or puts them in atari.
    Atari,
    /// Touches a stone.
    Touch,
    /// A stone is within a diagonal or a one-point jump.
    Near,
    Away,
}

impl Contact {
    pub(super) fn of(board: &Board, p: Point, side: Colour) -> Contact {
        let theirs = |p: &Point| board.colour(*p) == Some(side.other());
        // A chain with two liberties, one of which is filled, is in atari.
        let touched = p.neighbours().into_iter().filter(theirs).map(|p| board.liberties_up_to(p, 3));
        match touched.min() {
            Some(0..=2) => Contact::Atari,
            Some(_) => Contact::Touch,
            None if within_reach(board.size(), p).any(|p| theirs(&p)) => Contact::Near,
            None => Contact::Away,
        }
    }
}

/// The points within a diagonal or a one-point jump.
fn within_reach(size: Size, p: Point) -> impl Iterator<Item = Point> {
    let around = |at: usize, side: usize| at.saturating_sub(2)..(at + 3).min(side);
    let points = around(p.x(), size.width())
        .flat_map(move |x| around(p.y(), size.height()).map(move |y| Point::new(x, y)));
    points.filter(move |q| (1..=4).contains(&squared_distance(p, *q)))
}
