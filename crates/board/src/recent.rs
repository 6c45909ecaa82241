//! What the last moves changed on the board: enough to restore earlier positions.

use crate::{AREA, Board, Cell, Colour, Move, Point, PointSet, zobrist};

/// The stones of an earlier position, by point index, and its ko.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardSnapshot {
    pub cells: [Cell; AREA],
    pub ko: Option<Point>,
}

impl BoardSnapshot {
    /// How many moves back a position remembers.
    pub const OLDEST: usize = 7;
}

/// What a move changed besides putting its stone down.
#[derive(Clone, Copy, Default)]
pub(crate) struct Change {
    pub captured: PointSet,
    /// The ko before the move.
    pub ko: Option<Point>,
}

/// The changes of the last moves. Boards are large and copied often; the changes of a move are small.
#[derive(Clone, Copy, Default)]
pub(crate) struct Recent {
    changes: [Change; BoardSnapshot::OLDEST],
    /// The place of the newest change.
    newest: usize,
}

impl Recent {
    #[inline]
    pub fn push(&mut self, change: Change) {
        self.newest = (self.newest + 1) % BoardSnapshot::OLDEST;
        self.changes[self.newest] = change;
    }

    fn change(&self, ago: usize) -> &Change {
        &self.changes[(self.newest + BoardSnapshot::OLDEST + 1 - ago) % BoardSnapshot::OLDEST]
    }

    pub fn captured(&self, moves: usize, ago: usize) -> PointSet {
        match (1..=moves.min(BoardSnapshot::OLDEST)).contains(&ago) {
            true => self.change(ago).captured,
            false => PointSet::EMPTY,
        }
    }

    pub fn snapshot(&self, board: &Board, moves: &[(Colour, Move)], ago: usize) -> Option<BoardSnapshot> {
        if ago > moves.len().min(BoardSnapshot::OLDEST) {
            return None;
        }
        let mut then = BoardSnapshot { cells: *board.cells(), ko: board.ko() };
        for (back, (colour, m)) in (1..=ago).zip(moves.iter().rev()) {
            let change = self.change(back);
            if let Some(p) = m.point() {
                let own = change.captured.contains(p);
                let owner = if own { *colour } else { colour.other() };
                change.captured.iter().for_each(|s| then.cells[s.index()] = Cell::from(owner));
                then.cells[p.index()] = Cell::Empty;
            }
            then.ko = change.ko;
        }
        Some(then)
    }

    /// The hash of the stones of a snapshot, and its ko.
    pub fn hash(&self, board: &Board, moves: &[(Colour, Move)], ago: usize) -> Option<(u64, Option<Point>)> {
        if ago > moves.len().min(BoardSnapshot::OLDEST) {
            return None;
        }
        let (mut hash, mut ko) = (board.hash(), board.ko());
        for (back, (colour, m)) in (1..=ago).zip(moves.iter().rev()) {
            let change = self.change(back);
            if let Some(p) = m.point() {
                let own = change.captured.contains(p);
                let owner = if own { *colour } else { colour.other() };
                hash ^= zobrist::stone(*colour, p);
                hash = change.captured.iter().fold(hash, |hash, s| hash ^ zobrist::stone(owner, s));
            }
            ko = change.ko;
        }
        Some((hash, ko))
    }
}
