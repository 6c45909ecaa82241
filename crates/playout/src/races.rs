//! Chains with two liberties: one move from atari, where capturing races are decided.

use board::{Board, Cell, Colour, Few, Point};

use crate::tactics::is_bad_self_atari;
use crate::uniform::fits;

/// Moves that capture or save a chain with two liberties at or next to the last move, each with the number of
/// stones at stake. Only chains that are `worth` it are considered.
#[inline]
pub fn moves(
    board: &Board,
    last: Point,
    colour: Colour,
    worth: impl Fn(Point) -> bool,
    mut found: impl FnMut(Point, usize),
) {
    let mut caught = false;
    if worth(last)
        && let Some(liberties) = board.two_liberties(last)
    {
        let stones = board.chain_len(last);
        catches(board, last, liberties, colour, |p| {
            caught = true;
            found(p, stones);
        });
    }
    // Capturing the attacker is usually the best defence, and then its neighbours need no check.
    if caught {
        return;
    }
    let mut seen = Heads::default();
    for stone in board.around(last).steps_to(colour).map(|step| last.step(step)) {
        if worth(stone)
            && let Some(liberties) = board.two_liberties(stone)
            && seen.is_new(board, stone)
        {
            let stones = board.chain_len(stone);
            rescues(board, stone, liberties, colour, |p| found(p, stones));
        }
    }
}

/// Moves that capture or save a chain with two liberties anywhere on the board; some may occur twice.
pub fn everywhere(
    board: &Board,
    colour: Colour,
    worth: impl Fn(Point) -> bool,
    mut found: impl FnMut(Point),
) {
    for (owner, stone) in board.all_stones() {
        if board.chain_head(stone) == stone
            && worth(stone)
            && let Some(liberties) = board.two_liberties(stone)
        {
            match owner == colour {
                true => rescues(board, stone, liberties, colour, &mut found),
                false => catches(board, stone, liberties, colour, &mut found),
            }
        }
    }
}

/// Chains that have been checked.
#[derive(Default)]
struct Heads {
    heads: [Option<Point>; 8],
    len: usize,
}

impl Heads {
    /// Also false if there were too many.
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

/// Whether the chain of `stone`, after losing one of its two liberties, cannot escape at the other.
#[inline]
fn is_caught(board: &Board, stone: Point, [lost, left]: [Point; 2], owner: Colour) -> bool {
    // Usually there is space, or no neighbour that helps; both are visible without checking each neighbour.
    let room = match left.is_beside(lost) {
        true => board.around(left).touches_three_empty(),
        false => board.around(left).touches_two_empty(),
    };
    if room {
        return false;
    }
    let around = left.neighbours();
    if !board.has_help(left, stone) {
        return true;
    }
    let mut first = None;
    for n in around {
        let liberty = match board.cell(n) {
            Cell::Empty if n != lost => n,
            Cell::Empty | Cell::Wall => continue,
            cell if cell == Cell::from(owner) => match board.liberties_besides_both(n, [lost, left]) {
                Few::None => continue,
                Few::One(q) => q,
                Few::Many => return false,
            },
            // The stone next to it is captured and leaves space.
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

/// Liberties of an enemy chain that capture it if filled.
#[inline]
fn catches(board: &Board, stone: Point, [a, b]: [Point; 2], colour: Colour, mut found: impl FnMut(Point)) {
    for (p, left) in [(a, b), (b, a)] {
        if is_caught(board, stone, [p, left], colour.other())
            && fits(board, p, colour)
            && !is_bad_self_atari(board, p, colour)
        {
            found(p);
        }
    }
}

/// Ways out for a chain that the enemy could capture with one move: it runs or, if that does not help,
/// captures a neighbouring chain.
#[inline]
fn rescues(board: &Board, stone: Point, [a, b]: [Point; 2], colour: Colour, mut found: impl FnMut(Point)) {
    let stuck = [is_caught(board, stone, [b, a], colour), is_caught(board, stone, [a, b], colour)];
    let enemy = colour.other();
    if !(stuck[0] && fits(board, b, enemy) || stuck[1] && fits(board, a, enemy)) {
        return;
    }
    // A stone that escapes without the other liberty has three with it.
    let mut runs = false;
    for (p, stuck) in [a, b].into_iter().zip(stuck) {
        if !stuck && fits(board, p, colour) {
            runs = true;
            found(p);
        }
    }
    if !runs {
        counter_attacks(board, stone, colour, found);
    }
}

/// Captures a chain next to the own one, now or in a race.
fn counter_attacks(board: &Board, stone: Point, colour: Colour, mut found: impl FnMut(Point)) {
    let enemy = colour.other();
    let mut seen = Heads::default();
    for s in board.chain_stones(stone) {
        for n in board.around(s).steps_to(enemy).map(|step| s.step(step)) {
            if let Some(p) = board.atari(n) {
                if seen.is_new(board, n) && fits(board, p, colour) {
                    found(p);
                }
            } else if let Some(liberties) = board.two_liberties(n)
                && seen.is_new(board, n)
            {
                catches(board, n, liberties, colour, &mut found);
            }
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
        // Running no longer helps, but the two stones at the edge are captured first.
        let catches = ["......", "X.O...", ".O....", "OX.O..", "OXO...", "..O..."];
        assert_eq!(found(&catches, "C2", Colour::Black), ["A4 2"]);
        // A chain with enough liberties is left alone, and so is one that is not worth it.
        let room = ["......", "......", "......", ".X....", "OXO...", "......"];
        assert_eq!(found(&room, "C2", Colour::Black), Vec::<String>::new());
        let board = Board::from_diagram(&runs).unwrap();
        let last = Point::parse("C2", board.size()).unwrap();
        moves(&board, last, Colour::Black, |_| false, |p, _| panic!("{p}"));
    }
}
