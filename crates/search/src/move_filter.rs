//! Moves that a search must not consider.

use board::{AREA, Colour, Move, Size};

/// For each side, the moves it may not play, and down to which depth; the root's own moves have depth 0. An
/// empty filter allows everything.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveFilter {
    /// The first depth at which each move is allowed again; empty for a side without a filter.
    until: [Vec<u32>; 2],
}

/// The index of a pass, which no point has.
const PASS: usize = 0;

impl MoveFilter {
    pub fn none() -> MoveFilter {
        MoveFilter::default()
    }

    pub fn is_empty(&self) -> bool {
        self.until.iter().all(Vec::is_empty)
    }

    /// Forbids a side some moves at depths below `depth`.
    pub fn avoid(&mut self, side: Colour, moves: &[Move], depth: u32) {
        for mv in moves {
            self.set(side, *mv, depth);
        }
    }

    /// Forbids a side all other moves at depths below `depth`.
    pub fn allow(&mut self, side: Colour, moves: &[Move], depth: u32, size: Size) {
        let all = size.iter().map(Move::Play).chain([Move::Pass]);
        for mv in all.filter(|m| !moves.contains(m)) {
            self.set(side, mv, depth);
        }
    }

    fn set(&mut self, side: Colour, mv: Move, depth: u32) {
        let until = &mut self.until[side.index()];
        until.resize(AREA, 0);
        let place = &mut until[place(mv)];
        *place = depth.max(*place);
    }

    /// Whether a move is forbidden at a depth.
    #[inline]
    pub fn excludes(&self, side: Colour, mv: Move, depth: usize) -> bool {
        self.until[side.index()].get(place(mv)).is_some_and(|until| depth < *until as usize)
    }
}

#[inline]
fn place(mv: Move) -> usize {
    mv.point().map_or(PASS, |p| p.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Point;

    #[test]
    fn bars_hold_for_one_side_and_so_deep() {
        let size = Size::square(5).unwrap();
        let (corner, centre) = (Move::Play(Point::new(0, 0)), Move::Play(Point::new(2, 2)));
        let mut filter = MoveFilter::none();
        assert!(filter.is_empty() && !filter.excludes(Colour::Black, Move::Pass, 0));
        filter.avoid(Colour::Black, &[corner, Move::Pass], 3);
        assert!(filter.excludes(Colour::Black, corner, 2) && !filter.excludes(Colour::Black, corner, 3));
        assert!(
            filter.excludes(Colour::Black, Move::Pass, 0) && !filter.excludes(Colour::White, Move::Pass, 0)
        );
        filter.allow(Colour::White, &[centre], 1, size);
        assert!(!filter.excludes(Colour::White, centre, 0));
        assert!(filter.excludes(Colour::White, corner, 0) && filter.excludes(Colour::White, Move::Pass, 0));
        assert!(!filter.excludes(Colour::White, corner, 1));
    }
}
