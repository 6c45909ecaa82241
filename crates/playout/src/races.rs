//! Chains with two liberties: one move from atari, where races are decided.

use board::{Board, Cell, Colour, Few, Point};

use crate::tactics::is_bad_self_atari;
use crate::uniform::fits;

/// Moves that catch or save a chain with two liberties at or beside the last move, each with the number of stones that
/// are at stake. Only chains that are `worth` it are looked at.
#[inline]
pub fn moves(
    board: &Board,
    last: Point,
    colour: Colour,
    worth: impl Fn(Point) -> bool,
    mut found: impl FnMut(Point, usize),
) {
    if worth(last)
        && let Some(liberties) = board.two_liberties(last)
    {
        let stones = board.chain_len(last);
        catches(board, last, liberties, colour, |p| found(p, stones));
    }
    if !board.around(last).touches(colour) {
        return;
    }
    let mut seen = Heads::default();
    for stone in last.neighbours() {
        if board.cell(stone) == Cell::from(colour)
            && worth(stone)
            && let Some(liberties) = board.two_liberties(stone)
            && seen.is_new(board, stone)
            && in_danger(board, stone, liberties, colour)
        {
            let stones = board.chain_len(stone);
            rescues(board, stone, liberties, colour, |p| found(p, stones));
        }
    }
}

/// Chains that were looked at.
#[derive(Default)]
struct Heads {
    heads: [Option<Point>; 8],
    len: usize,
}

impl Heads {
    /// False as well when there were too many.
    fn is_new(&mut self, board: &Board, stone: Point) -> bool {
        let head = Some(board.chain_head(stone));
        if self.len == self.heads.len() || self.heads[..self.len].contains(&head) {
            return false;
        }
        self.heads[self.len] = head;
        self.len += 1;
        true
    }
}

/// Whether a stone's chain would have three liberties once it is played.
fn would_have_three(board: &Board, p: Point, colour: Colour) -> bool {
    let mut liberties = [p; 3];
    let mut len = 0;
    let mut see = |q: Point| {
        if q != p && !liberties[..len].contains(&q) {
            liberties[len] = q;
            len += 1;
        }
        len < liberties.len()
    };
    for n in p.neighbours() {
        let mut more = true;
        match board.cell(n) {
            Cell::Wall => {}
            Cell::Empty => more = see(n),
            cell if cell == Cell::from(colour) => board.walk_liberties(n, |q| {
                more = see(q);
                more
            }),
            // The stone beside it is taken, and leaves room.
            _ if board.atari(n).is_some() => more = see(n),
            _ => {}
        }
        if !more {
            return true;
        }
    }
    false
}

/// Whether the chain of `stone` that has lost the one of its two liberties cannot get out at the other.
#[inline]
fn is_caught(board: &Board, stone: Point, [lost, left]: [Point; 2], owner: Colour) -> bool {
    let mut first = None;
    for n in left.neighbours() {
        let liberty = match board.cell(n) {
            Cell::Empty if n != lost => n,
            Cell::Empty | Cell::Wall => continue,
            cell if cell == Cell::from(owner) => {
                if board.chain_head(n) == board.chain_head(stone) {
                    continue;
                }
                match board.liberties_besides_both(n, [lost, left]) {
                    Few::None => continue,
                    Few::One(q) => q,
                    Few::Many => return false,
                }
            }
            // The stone beside it is taken, and leaves room.
            _ if board.atari(n).is_some() => n,
            _ => continue,
        };
        match first {
            None => first = Some(liberty),
            Some(q) if q != liberty => return false,
            Some(_) => {}
        }
    }
    true
}

fn makes_sense(board: &Board, p: Point, colour: Colour) -> bool {
    fits(board, p, colour) && !is_bad_self_atari(board, p, colour)
}

/// Liberties of an enemy chain that leave it caught when they are taken.
#[inline]
fn catches(board: &Board, stone: Point, [a, b]: [Point; 2], colour: Colour, mut found: impl FnMut(Point)) {
    for (p, left) in [(a, b), (b, a)] {
        if is_caught(board, stone, [p, left], colour.other()) && makes_sense(board, p, colour) {
            found(p);
        }
    }
}

/// Whether the enemy could catch a chain with one move.
#[inline]
fn in_danger(board: &Board, stone: Point, [a, b]: [Point; 2], colour: Colour) -> bool {
    let lost = |p, left| is_caught(board, stone, [p, left], colour) && fits(board, p, colour.other());
    lost(a, b) || lost(b, a)
}

/// Runs to three liberties, or takes or catches a chain beside it.
fn rescues(board: &Board, stone: Point, liberties: [Point; 2], colour: Colour, mut found: impl FnMut(Point)) {
    for p in liberties {
        if would_have_three(board, p, colour) && makes_sense(board, p, colour) {
            found(p);
        }
    }
    let mut seen = Heads::default();
    for n in board.chain_stones(stone).flat_map(|s| s.neighbours()) {
        if board.cell(n) != Cell::from(colour.other()) || !seen.is_new(board, n) {
            continue;
        }
        if let Some(p) = board.atari(n) {
            if makes_sense(board, p, colour) {
                found(p);
            }
        } else if let Some(liberties) = board.two_liberties(n) {
            catches(board, n, liberties, colour, &mut found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &[&str], last: &str, colour: Colour) -> Vec<String> {
        let board = Board::from_diagram(rows).unwrap();
        let last = Point::parse(last, board.size()).unwrap();
        let mut all = Vec::new();
        moves(&board, last, colour, |_| true, |p, stones| all.push(format!("{p} {stones}")));
        all.sort();
        all
    }

    #[test]
    fn a_chain_is_caught_where_it_could_run() {
        // It can run nowhere, only to the right, and to both sides.
        let both = ["......", "......", "......", "X..X..", "XOOX..", "XXX.X."];
        assert_eq!(found(&both, "B2", Colour::Black), ["B3 2", "C3 2"]);
        let right = ["......", "......", "......", "X.....", "XOOX..", "XXX.X."];
        assert_eq!(found(&right, "B2", Colour::Black), ["C3 2"]);
        let none = ["......", "......", "......", "......", "XOOX..", "XXX.X."];
        assert_eq!(found(&none, "B2", Colour::Black), Vec::<String>::new());
    }

    #[test]
    fn a_chain_in_danger_runs_or_catches_first() {
        let runs = ["......", "......", "OO....", "OX....", "OXO...", "..O..."];
        assert_eq!(found(&runs, "C2", Colour::Black), ["C3 2"]);
        // No run helps any more, but the two stones at the edge are caught first.
        let catches = ["......", "X.O...", ".O....", "OX.O..", "OXO...", "..O..."];
        assert_eq!(found(&catches, "C2", Colour::Black), ["A4 2"]);
        // A chain with room is left alone, and so is one that is not worth it.
        let room = ["......", "......", "......", ".X....", "OXO...", "......"];
        assert_eq!(found(&room, "C2", Colour::Black), Vec::<String>::new());
        let board = Board::from_diagram(&runs).unwrap();
        let last = Point::parse("C2", board.size()).unwrap();
        moves(&board, last, Colour::Black, |_| false, |p, _| panic!("{p}"));
    }
}
