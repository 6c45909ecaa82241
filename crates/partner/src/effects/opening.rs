//! The first stones in the corners.

use board::{Colour, Point, Size};

use super::{Change, Effect};

/// A corner, by what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corner {
    pub upper: bool,
    pub right: bool,
}

/// Boards have corners to speak of from this side on.
const LEAST_SIDE: usize = 9;
/// Lines, counted from the edge, on which a corner is taken, and on which it is approached.
const TAKEN: std::ops::RangeInclusive<usize> = 3..=5;
const APPROACHED: std::ops::RangeInclusive<usize> = 3..=6;
/// With a stone so near, a move is about that and not about the corner.
const NEAR: usize = 2;

impl Corner {
    fn of(p: Point, size: Size) -> Corner {
        Corner { upper: 2 * p.y() >= size.height(), right: 2 * p.x() >= size.width() }
    }

    /// How far a point is from the two edges of the corner; the first line is 1.
    fn lines(self, p: Point, size: Size) -> (usize, usize) {
        let from = |far: bool, at: usize, side: usize| if far { side - at } else { at + 1 };
        (from(self.right, p.x(), size.width()), from(self.upper, p.y(), size.height()))
    }

    /// The part of the board that a stone in the corner speaks for: a third of each side and a little more.
    fn holds(self, p: Point, size: Size) -> bool {
        let (x, y) = self.lines(p, size);
        x <= reach(size.width()) && y <= reach(size.height())
    }
}

fn reach(side: usize) -> usize {
    side.div_ceil(3) + 1
}

pub fn opening(change: &Change) -> Option<Effect> {
    let Change { before, side, at, .. } = change;
    let size = before.size();
    if size.width().min(size.height()) < LEAST_SIDE {
        return None;
    }
    let corner = Corner::of(*at, size);
    let (x, y) = corner.lines(*at, size);
    if !corner.holds(*at, size) {
        return None;
    }
    let is_on = |lines: &std::ops::RangeInclusive<usize>| lines.contains(&x) && lines.contains(&y);
    let there: Vec<(Colour, Point)> = before.all_stones().filter(|(_, p)| corner.holds(*p, size)).collect();
    let is_near = |p: Point| p.x().abs_diff(at.x()).max(p.y().abs_diff(at.y())) <= NEAR;
    // A stone on the second line holds no corner.
    let holds = |p: Point| {
        let (x, y) = corner.lines(p, size);
        APPROACHED.contains(&x) && APPROACHED.contains(&y)
    };
    match there.len() {
        0 => {
            let is_alone = !before.all_stones().any(|(_, p)| is_near(p));
            (is_alone && is_on(&TAKEN)).then_some(Effect::TakesCorner { corner })
        }
        1 | 2 => {
            let is_theirs = there.iter().all(|(colour, p)| colour != side && holds(*p));
            (is_theirs && is_on(&APPROACHED)).then_some(Effect::Approaches { corner })
        }
        _ => None,
    }
}
