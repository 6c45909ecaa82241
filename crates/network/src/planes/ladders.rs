//! Ladders on a position's board and on earlier ones.

use board::{Colour, Ladders, Point, PointSet, Position, Size};

/// The number of boards to remember. A search reaches a position from its parent, whose board is the previous
/// one and whose ladders were read a while ago: in self-play, a hundred other games came in between.
const BOARDS: usize = 1 << 14;

/// The ladders on one board.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderInfo {
    /// The board: its size, its stones, its ko.
    board: (Size, u64, Option<Point>),
    /// Stones of chains in ladders.
    pub caught: PointSet,
    /// By the colour of the chain: moves that capture one with two liberties.
    moves: [PointSet; 2],
}

impl LadderInfo {
    /// Moves that capture chains of `colour`.
    pub fn moves_against(&self, colour: Colour) -> &PointSet {
        &self.moves[colour.index()]
    }
}

/// Reads ladders, and remembers them.
#[derive(Default)]
pub struct LadderCache {
    /// Each in the slot of its hash, whatever its size, because games on several sizes may alternate.
    boards: Vec<Option<LadderInfo>>,
    ladders: Option<Ladders>,
}

impl LadderCache {
    /// The ladders `ago` moves ago; `None` if the position does not remember that board.
    pub fn read(&mut self, position: &Position, ago: usize) -> Option<&LadderInfo> {
        let size = position.size();
        if self.boards.is_empty() {
            self.boards.resize(BOARDS, None);
        }
        let (hash, ko) = position.snapshot_hash(ago)?;
        let board = (size, hash, ko);
        let known = self.boards.get_mut(hash as usize % BOARDS)?;
        if known.as_ref().is_none_or(|known| known.board != board) {
            let snapshot = position.snapshot(ago)?;
            let ladders = self.ladders.get_or_insert_with(|| Ladders::new(size, &snapshot));
            ladders.load(size, &snapshot);
            let mut new = LadderInfo { board, caught: PointSet::EMPTY, moves: [PointSet::EMPTY; 2] };
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

#[cfg(test)]
mod tests {
    use board::{Komi, Move, Rules};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn what_is_remembered_is_what_is_there() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let sizes = [(5, 5), (9, 9), (9, 7), (13, 13)].map(|(x, y)| Size::new(x, y).unwrap());
        let mut games = sizes.map(|size| Position::new(size, Rules::CHINESE, Komi::ZERO));
        let mut memory = LadderCache::default();
        let mut caught = 0;
        for turn in 0..150 {
            for position in &mut games {
                let moves: Vec<Move> = position.legal_moves().collect();
                position.play_legal(moves[random.random_range(0..moves.len())]);
                for ago in 0..=2.min(turn) {
                    let known = memory.read(position, ago);
                    caught += known.map_or(0, |known| known.caught.len());
                    assert_eq!(known, LadderCache::default().read(position, ago), "{}", position.board());
                }
            }
        }
        assert!(caught > 500, "{caught}");
    }
}
