//! Symmetric moves.

use board::{Colour, KoRule, Point, PointSet, Position, Symmetry};

/// The symmetries of a position; the identity is always one.
pub fn symmetries_of(position: &Position) -> Vec<Symmetry> {
    let (board, size) = (position.board(), position.size());
    let captured = Colour::BOTH.iter().any(|c| position.captures(*c) > 0);
    // The superko history may not be symmetric.
    if board.ko().is_some() || (captured && position.rules().ko != KoRule::Simple) {
        return vec![Symmetry::IDENTITY];
    }
    let same = |s: &Symmetry| size.iter().all(|p| board.cell(p) == board.cell(s.apply(p, size)));
    let fits = |s: &Symmetry| size.is_square() || s.keeps_shape();
    Symmetry::ALL.into_iter().filter(fits).filter(same).collect()
}

/// Points that are images of others under the symmetries of the position.
pub(super) fn redundant_points(position: &Position) -> PointSet {
    let (mut left_out, size) = (PointSet::EMPTY, position.size());
    let symmetries = symmetries_of(position);
    // By custom, a game begins in the upper right.
    let rank = |p: Point| (p.x() + p.y(), p.x());
    for p in size.iter() {
        if symmetries.iter().any(|s| rank(s.apply(p, size)) > rank(p)) {
            left_out.insert(p);
        }
    }
    left_out
}
