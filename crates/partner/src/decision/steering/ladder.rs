//! Ladders are read before a move is trusted.

use board::{Board, BoardSnapshot, Colour, Ladders, Point};

use super::super::chain::{Rule, Ruling, Scene, places};
use super::super::table::{DecisionTable, Row, RuleName};

/// One stone may be a sacrifice; who adds to it runs into the ladder.
const STONES: usize = 2;

/// Drops moves that run into a ladder. A ladder is longer than the few visits of such a move look, so that its lead is
/// not to be trusted, however natural the mistake.
pub(super) struct Ladder {
    /// From this many visits on, the search is believed.
    pub believed: u64,
}

impl Rule for Ladder {
    fn name(&self) -> RuleName {
        RuleName::Ladder
    }

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling {
        let board = scene.position.board();
        let runs = |row: &Row| row.mv.point().is_some_and(|at| runs_into_ladder(board, at, table.side));
        Ruling::Drop(places(table, |row| row.visits < self.believed && runs(row)))
    }
}

/// Whether the stones that the new one joins can be caught by the opponent's next move.
fn runs_into_ladder(board: &Board, at: Point, side: Colour) -> bool {
    let mut after = board.clone();
    after.play(at, side);
    if after.chain_len(at) < STONES || after.liberties(at).len() > 2 {
        return false;
    }
    let snapshot = BoardSnapshot { cells: *after.cells(), ko: after.ko() };
    let mut caught = false;
    Ladders::new(after.size(), &snapshot).each(|ladders, head, _| {
        caught |= ladders.chain(head).any(|stone| stone == at);
    });
    caught
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether White's stone at C3, which is in atari, runs into a ladder at D3.
    fn runs(row_above: &str) -> bool {
        let rows = [".......", row_above, ".......", "..X....", ".XO....", "..XX...", "......."];
        runs_into_ladder(&Board::from_diagram(&rows).unwrap(), Point::new(3, 2), Colour::White)
    }

    #[test]
    fn a_ladder_works_unless_a_stone_breaks_it() {
        assert!(runs("......."));
        assert!(!runs(".....O."));
    }

    #[test]
    fn one_stone_may_be_given_away() {
        let rows = [".......", ".......", ".......", "..X....", ".X.....", "..XX...", "......."];
        let board = Board::from_diagram(&rows).unwrap();
        assert!(!runs_into_ladder(&board, Point::new(2, 2), Colour::White));
    }
}
