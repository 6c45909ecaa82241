//! Ladders on a position's board and on those before it.

use board::{Colour, Ladders, Point, PointSet, Position, Size};

/// How many boards are remembered. A search comes to a position from its parent, whose board is the one before, and
/// has read the ladders on it a while ago: in self-play a hundred games with trees of their own came in between.
const BOARDS: usize = 1 << 14;

/// What is known of the ladders on one board.
#[derive(Clone)]
pub struct Known {
    hash: u64,
    ko: Option<Point>,
    /// Stones of chains that are caught.
    pub caught: PointSet,
    /// By the colour of the chain: moves that catch one with two liberties.
    moves: [PointSet; 2],
}

impl Known {
    /// Moves that catch chains of `colour`.
    pub fn moves_against(&self, colour: Colour) -> &PointSet {
        &self.moves[colour.index()]
    }
}

/// Reads ladders, and remembers them.
#[derive(Default)]
pub struct LadderMemory {
    /// What the boards are of.
    size: Option<Size>,
    boards: Vec<Option<Known>>,
    ladders: Option<Ladders>,
}

impl LadderMemory {
    /// The ladders as they were `ago` moves ago; nothing where the position remembers no board.
    pub fn read(&mut self, position: &Position, ago: usize) -> Option<&Known> {
        let size = position.size();
        if self.size != Some(size) {
            self.size = Some(size);
            self.boards.clear();
            self.boards.resize(BOARDS, None);
        }
        let (hash, ko) = position.snapshot_hash(ago)?;
        let known = self.boards.get_mut(hash as usize % BOARDS)?;
        if known.as_ref().is_none_or(|known| known.hash != hash || known.ko != ko) {
            let snapshot = position.snapshot(ago)?;
            let ladders = self.ladders.get_or_insert_with(|| Ladders::new(size, &snapshot));
            ladders.load(size, &snapshot);
            let mut new = Known { hash, ko, caught: PointSet::EMPTY, moves: [PointSet::EMPTY; 2] };
            ladders.each(|ladders, stone, moves| {
                ladders.chain(stone).for_each(|s| _ = new.caught.insert(s));
                if let Some(colour) = snapshot.cells[stone.index()].colour() {
                    moves.iter().for_each(|m| _ = new.moves[colour.index()].insert(*m));
                }
            });
            *known = Some(new);
        }
        known.as_ref()
    }
}
