//! Simple tactical reading, shared by playouts and priors.

use board::{Board, Cell, Colour, Few, Point};

use crate::nakade::{MAX_SPACE, Space};

/// The liberties of a stone's chain after the move, counted up to two. Capturing several stones counts as
/// two, because they leave space.
#[inline]
pub fn liberties_after(board: &Board, p: Point, colour: Colour) -> usize {
    if board.around(p).touches_two_empty() {
        return 2;
    }
    let mut first = None;
    for n in p.neighbours() {
        let liberty = match board.cell(n) {
            Cell::Wall => continue,
            Cell::Empty => n,
            cell if cell == Cell::from(colour) => match board.liberties_besides(n, p) {
                Few::None => continue,
                Few::One(q) => q,
                Few::Many => return 2,
            },
            _ if board.atari(n).is_none() => continue,
            _ if board.chain_len(n) > 1 => return 2,
            _ => n,
        };
        match first {
            None => first = Some(liberty),
            Some(q) if q != liberty => return 2,
            Some(_) => {}
        }
    }
    usize::from(first.is_some())
}

/// Whether the move leaves its own chain in atari to no purpose. Throwing in a stone or two, or filling an
/// enemy eye space with a shape that leaves one eye, has a purpose if it threatens the surrounding chains.
#[inline]
pub fn is_bad_self_atari(board: &Board, p: Point, colour: Colour) -> bool {
    liberties_after(board, p, colour) < 2 && !sacrifice_makes_sense(board, p, colour)
}

fn sacrifice_makes_sense(board: &Board, p: Point, colour: Colour) -> bool {
    let mut shape = Space::new(p);
    let mut threatens = false;
    for n in p.neighbours() {
        match board.colour(n) {
            None => {}
            Some(c) if c == colour => {
                if board.chain_len(n) >= MAX_SPACE {
                    return false;
                }
                for stone in board.chain_stones(n) {
                    if !shape.points().contains(&stone) && !shape.push(stone) {
                        return false;
                    }
                }
            }
            // Filling one of an enemy chain's two liberties leaves it in atari.
            Some(_) => threatens |= board.liberties_up_to(n, 3) <= 2,
        }
    }
    let alone = shape.points().len() == 1;
    (alone || threatens) && shape.leaves_one_eye()
}

/// Where the chain in atari at `stone` can be saved: by capturing a neighbour in atari, or by running to at
/// least two liberties. Calls `found` with each such move.
pub fn ways_out(board: &Board, stone: Point, colour: Colour, mut found: impl FnMut(Point)) {
    let Some(last) = board.atari(stone) else { return };
    let mut checked = [stone; 8];
    let mut count = 0;
    let mut takes_at_last = false;
    for s in board.chain_stones(stone) {
        for n in s.neighbours() {
            if board.cell(n) != Cell::from(colour.other()) {
                continue;
            }
            let head = board.chain_head(n);
            if checked[..count].contains(&head) {
                continue;
            }
            if count < checked.len() {
                checked[count] = head;
                count += 1;
            }
            if let Some(q) = board.atari(n) {
                takes_at_last |= q == last;
                if board.allows(q, colour, false) {
                    found(q);
                }
            }
        }
    }
    if !takes_at_last && liberties_after(board, last, colour) >= 2 {
        found(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[&str]) -> Board {
        Board::from_diagram(rows).unwrap()
    }

    fn at(board: &Board, vertex: &str) -> Point {
        Point::parse(vertex, board.size()).unwrap()
    }

    #[test]
    fn liberties_after_a_move() {
        let b = board(&["......", ".XO...", ".O.O..", "......", "......"]);
        for (vertex, colour, expected) in [
            ("C3", Colour::Black, 1),
            ("C3", Colour::White, 2),
            ("A4", Colour::Black, 2),
            ("F1", Colour::Black, 2),
        ] {
            let p = at(&b, vertex);
            assert_eq!(liberties_after(&b, p, colour), expected, "{colour} {vertex}");
        }
    }

    #[test]
    fn self_atari_is_bad_unless_it_kills() {
        // Black inside a three-point eye: the second stone threatens to capture everything.
        let b = board(&["XXXXXX", "OOOOOX", ".X.OOX", "OOOOOX", "XXXXX."]);
        assert!(!is_bad_self_atari(&b, at(&b, "C3"), Colour::Black));
        // A long chain of one's own must not be sacrificed this way.
        let b = board(&["XXXXX.", "XOOOO.", "XO.OO.", "XO.OO.", ".OOOO."]);
        assert!(is_bad_self_atari(&b, at(&b, "A1"), Colour::Black));
    }

    #[test]
    fn a_chain_in_atari_runs_or_takes() {
        let b = board(&["......", "..O...", ".OX...", "..O...", "......"]);
        let mut ways = Vec::new();
        ways_out(&b, at(&b, "C3"), Colour::Black, |p| ways.push(p.to_string()));
        assert_eq!(ways, ["D3"]);
        let b = board(&["......", ".OO...", "OXXO..", "O.OX..", "..X..."]);
        ways.clear();
        ways_out(&b, at(&b, "C3"), Colour::Black, |p| ways.push(p.to_string()));
        assert_eq!(ways, ["B2"]);
    }
}
