//! Scores and ownership of many playouts.

use board::{AREA, Board, Cell, Colour, Point, Size};

use crate::score::final_lead;

/// How often each score occurred, and how often each player owned each point.
#[derive(Clone)]
pub struct OutcomeCounts {
    size: Size,
    playouts: u64,
    /// By Black's lead on the board, from −points to +points.
    scores: Vec<u64>,
    /// Final cells of the playouts: one counter per point and player.
    owned: [Box<[u32; AREA]>; 2],
}

impl OutcomeCounts {
    pub fn new(size: Size) -> OutcomeCounts {
        OutcomeCounts {
            size,
            playouts: 0,
            scores: vec![0; 2 * size.points() + 1],
            owned: [Box::new([0; AREA]), Box::new([0; AREA])],
        }
    }

    /// Counts a finished playout and returns Black's lead.
    #[inline]
    pub fn add(&mut self, board: &Board) -> i32 {
        let lead = final_lead(board);
        self.playouts += 1;
        if let Some(count) = self.scores.get_mut((lead + self.size.points() as i32) as usize) {
            *count += 1;
        }
        let [black, white] = &mut self.owned;
        for (cell, (black, white)) in board.cells().iter().zip(black.iter_mut().zip(white.iter_mut())) {
            *black += u32::from(*cell == Cell::Black);
            *white += u32::from(*cell == Cell::White);
        }
        for p in board.empty_points() {
            let around = board.around(p);
            self.owned[0][p.index()] += u32::from(around.surrounded_by(Colour::Black));
            self.owned[1][p.index()] += u32::from(around.surrounded_by(Colour::White));
        }
        lead
    }

    /// Adds another thread's counts.
    pub fn merge(&mut self, other: &OutcomeCounts) {
        self.playouts += other.playouts;
        self.scores.iter_mut().zip(&other.scores).for_each(|(a, b)| *a += b);
        for (mine, theirs) in self.owned.iter_mut().zip(&other.owned) {
            mine.iter_mut().zip(theirs.iter()).for_each(|(a, b)| *a += b);
        }
    }

    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// How often `colour` owned the point at the end.
    pub fn owned(&self, colour: Colour, p: Point) -> u64 {
        u64::from(self.owned[colour.index()][p.index()])
    }

    /// Each of Black's leads that occurred, and how often.
    pub fn scores(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let offset = self.size.points() as i32;
        self.scores.iter().enumerate().filter(|(_, n)| **n > 0).map(move |(i, n)| (i as i32 - offset, *n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, play_uniform};

    #[test]
    fn counts_agree_with_each_other() {
        let size = Size::square(7).unwrap();
        let mut random = Random::new(3);
        let mut halves = [OutcomeCounts::new(size), OutcomeCounts::new(size)];
        let mut sum = 0;
        for i in 0..200 {
            let mut board = Board::new(size);
            play_uniform(&mut board, Colour::Black, &mut random, &mut ());
            sum += i64::from(halves[i % 2].add(&board));
        }
        let [mut all, other] = halves;
        all.merge(&other);
        assert_eq!(all.playouts(), 200);
        assert_eq!(all.scores().map(|(_, n)| n).sum::<u64>(), 200);
        assert_eq!(all.scores().map(|(s, n)| i64::from(s) * n as i64).sum::<i64>(), sum);
        let owned: i64 = size
            .iter()
            .map(|p| all.owned(Colour::Black, p) as i64 - all.owned(Colour::White, p) as i64)
            .sum();
        assert_eq!(owned, sum, "the lead is the points owned");
    }
}
