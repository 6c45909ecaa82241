//! The SAI paper's planes (arXiv:1905.10863): a plane of ones, then for each position, from the current one
//! back, own stones, enemy stones, illegal moves and last liberties.
//!
//! "Own" is always the side to move now. The paper does not define the other two planes; we chose this:
//! illegal moves are those of the side to move in that position, including occupied points; in past positions
//! superko is ignored. A last liberty is an empty point that is the only liberty of a chain of either player,
//! if it is playable. Positions before the first move are all zero, and so are those further back than a
//! position remembers.

use board::{AREA, Board, BoardSnapshot, Colour, Point, PointSet, Position, Rules};

use super::SymmetryMap;

/// The number of planes for this many positions.
pub const fn planes(positions: usize) -> usize {
    1 + 4 * positions
}

/// Fills planes that are all zero.
pub fn fill(position: &Position, map: &SymmetryMap, positions: usize, boards: &mut [f32]) {
    let width = planes(positions);
    for row in boards.chunks_exact_mut(width) {
        row[0] = 1.0;
    }
    for ago in 0..positions.min(BoardSnapshot::OLDEST + 1) {
        let Some(then) = Then::new(position, ago) else { break };
        for (p, place) in map.iter() {
            let Some(row) = boards.get_mut(place * width + 1 + 4 * ago..place * width + 5 + 4 * ago) else {
                break;
            };
            match then.board.colour(p) {
                Some(colour) if colour == position.to_move() => row[0] = 1.0,
                Some(_) => row[1] = 1.0,
                None => {}
            }
            let legal = then.legal.contains(p);
            row[2] = if legal { 0.0 } else { 1.0 };
            row[3] = if legal && is_last_liberty(&then.board, p) { 1.0 } else { 0.0 };
        }
    }
}

/// A position of the past.
struct Then {
    board: Board,
    legal: PointSet,
}

impl Then {
    fn new(position: &Position, ago: usize) -> Option<Then> {
        if ago == 0 {
            return Some(Then { board: position.board().clone(), legal: position.legal_points() });
        }
        let snapshot = position.snapshot(ago)?;
        let (mover, _) = *position.shown_moves().iter().nth_back(ago - 1)?;
        let size = position.size();
        let stones = size.iter().filter_map(|p| snapshot.cells[p.index() % AREA].colour().map(|c| (c, p)));
        let board = Board::with_stones(size, stones)?;
        let legal = legal(&board, mover, snapshot.ko, position.rules());
        Some(Then { board, legal })
    }
}

fn legal(board: &Board, mover: Colour, ko: Option<Point>, rules: Rules) -> PointSet {
    board.empty_points().filter(|p| ko != Some(*p) && board.has_room(*p, mover, rules.suicide)).collect()
}

fn is_last_liberty(board: &Board, p: Point) -> bool {
    p.neighbours().into_iter().any(|n| board.colour(n).is_some() && board.atari(n).is_some())
}

#[cfg(test)]
mod tests {
    use board::{Komi, Move, Size, Symmetry};

    use super::*;

    /// The points marked in each plane of the position `ago` moves ago.
    fn marked(moves: &str, ago: usize) -> [String; 4] {
        let size = Size::square(5).unwrap();
        let mut position = Position::new(size, Rules::CHINESE, Komi::ZERO);
        for word in moves.split_whitespace() {
            position.play(Move::parse(word, size).unwrap()).unwrap();
        }
        let mut map = SymmetryMap::default();
        map.set(size, Symmetry::IDENTITY);
        let mut boards = vec![0.0; planes(4) * 25];
        fill(&position, &map, 4, &mut boards);
        assert!(boards.chunks(17).all(|row| row[0] == 1.0));
        [0, 1, 2, 3].map(|feature| {
            let at = |p: &Point| boards[map.of(*p) * 17 + 1 + 4 * ago + feature] == 1.0;
            size.iter().filter(at).map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn stones_and_what_is_forbidden() {
        let moves = "B3 C3 C4 D4 C2 D2 A1 E3 D3";
        // Black has just captured at C3, where White may not play yet. A1 alone is in no danger.
        assert_eq!(marked(moves, 0), ["D2 E3 D4", "A1 C2 B3 D3 C4", "A1 C2 D2 B3 C3 D3 E3 C4 D4", ""]);
        // Before, it was Black's turn, and C3 had one liberty.
        assert_eq!(marked(moves, 1), ["D2 C3 E3 D4", "A1 C2 B3 C4", "A1 C2 D2 B3 C3 E3 C4 D4", "D3"]);
        assert_eq!(marked("C3", 1), ["", "", "", ""]);
        assert_eq!(marked("C3", 2), ["", "", "", ""]);
    }
}
