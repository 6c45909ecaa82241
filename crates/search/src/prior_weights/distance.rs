//! Weights by the distance to the opponent's last move.

use board::{Move, Point, Position};

/// Weights by the Euclidean distance to the opponent's last move: up to 2, 3, 4, 5, 6, 7, and beyond. As method B they hold
/// only if there is an own stone within 3 of that move: a move far from all of them neither attacks nor invades.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DistanceWeights(pub [f32; 7]);

/// An own stone this close makes the opponent's move an attack or an invasion.
const NEAR: usize = 3;

impl DistanceWeights {
    /// The paper's.
    pub const PAPER: DistanceWeights = DistanceWeights([1.5, 1.25, 1.0, 0.75, 0.5, 0.25, 0.1]);

    /// The weight at a squared distance.
    pub(super) fn at(&self, squared: usize) -> f32 {
        let segment = (2..=7).position(|most: usize| squared <= most * most);
        self.0[segment.unwrap_or(6)]
    }
}

/// The point of the opponent's last move.
pub(super) fn last_of_opponent(position: &Position) -> Option<Point> {
    let (colour, Move::Play(last)) = *position.moves().last()? else { return None };
    (colour != position.to_move()).then_some(last)
}

/// The same if there is an own stone near it.
pub(super) fn attacked_from(position: &Position) -> Option<Point> {
    let (side, last) = (position.to_move(), last_of_opponent(position)?);
    let (board, near) = (position.board(), |p: &Point| squared_distance(*p, last) <= NEAR * NEAR);
    position.size().iter().filter(near).any(|p| board.colour(p) == Some(side)).then_some(last)
}

/// The square of the Euclidean distance between two points.
pub fn squared_distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).pow(2) + a.y().abs_diff(b.y()).pow(2)
}
