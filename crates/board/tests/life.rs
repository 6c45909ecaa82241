//! Unconditional life: hand-made positions, and small boards where every attack is tried.

mod common;

use std::collections::HashSet;

use board::{Board, Colour, Point, Size, pass_alive};
use common::Diagram;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// `X` lives because of the points marked `*` and `o`. `x` and `O` are other stones.
fn check_with(rows: &str, suicide: bool) {
    let diagram = Diagram::new(rows);
    let found = pass_alive(&diagram.board(), Colour::Black, suicide);
    assert_eq!(found.stones, diagram.points("X"), "stones\n{}", diagram.board());
    assert_eq!(found.territory, diagram.points("*o"), "territory\n{}", diagram.board());
}

fn check(rows: &str) {
    check_with(rows, false);
    check_with(rows, true);
}

#[test]
fn two_eyes_live() {
    check(
        "
        * X * X .
        X X X X .
        . . . . .
        . . O . .
    ",
    );
}

#[test]
fn one_eye_does_not() {
    check(
        "
        . x . . .
        x x . . .
        . . . . .
        . . O . .
    ",
    );
}

/// Space for two eyes is not two eyes yet: White may play in the middle.
#[test]
fn one_large_eye_is_one_eye() {
    check(
        "
        . . . x .
        x x x x .
        . . . . .
        . . O . .
    ",
    );
}

/// Two chains without an eye of their own live because they share two.
#[test]
fn chains_live_by_shared_eyes() {
    check(
        "
        * X X .
        X * X .
        X X . .
        . . . O
    ",
    );
}

/// The second eye is lost when the single stone next to it is captured.
#[test]
fn a_false_eye_is_none() {
    check(
        "
        . x . x .
        x x x O .
        . . . O .
    ",
    );
}

#[test]
fn nobody_lives_in_seki() {
    let rows = "
        . O . X . X O . .
        O O X X X X O . .
        X X X O O O O . .
        O O O O . . . . .
        . . . . . . . . .
    ";
    let board = Diagram::new(rows).board();
    for colour in Colour::BOTH {
        for suicide in [false, true] {
            let found = pass_alive(&board, colour, suicide);
            assert!(found.stones.is_empty() && found.territory.is_empty(), "{colour}\n{board}");
        }
    }
}

/// Enemy stones in an eye change nothing as long as every empty point in it is a liberty.
#[test]
fn a_caught_stone_does_not_spoil_an_eye() {
    check(
        "
        * X * o X .
        X X X X X .
        . . . . . .
        . . O . . .
    ",
    );
}

/// No black stone touches the corner itself. If suicide of several stones is legal, White clears the corner
/// that way and comes back without filling it.
#[test]
fn suicide_reopens_an_eye() {
    let corner = "
        o o X * X .
        o * X X X .
        X X X . . .
        . . . . . .
    ";
    check_with(corner, false);
    check_with(&corner.replace('X', "x").replace('o', "O").replace('*', "."), true);
}

#[test]
fn empty_boards_belong_to_nobody() {
    check("... / ...");
    check("... / .O.");
}

/// Whether White can capture the stone at `target` if Black always passes. Ko does not help a player who
/// always passes.
fn can_be_captured(start: &Board, target: Point, suicide: bool) -> bool {
    let mut seen = HashSet::from([start.hash()]);
    let mut open = vec![start.clone()];
    while let Some(board) = open.pop() {
        let moves: Vec<Point> =
            board.empty_points().filter(|p| board.has_room(*p, Colour::White, suicide)).collect();
        for p in moves {
            let mut next = board.clone();
            next.play(p, Colour::White);
            if next.is_empty(target) {
                return true;
            }
            if seen.insert(next.hash()) {
                open.push(next);
            }
        }
    }
    false
}

/// Mostly black stones, so that something lives.
fn random_board(size: Size, random: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let stones = size.iter().filter_map(|p| match random.random_range(0..12) {
        0..7 => Some((Colour::Black, p)),
        7..9 => Some((Colour::White, p)),
        _ => None,
    });
    Board::with_stones(size, stones.collect::<Vec<_>>())
}

#[test]
fn every_attack_fails_on_what_lives_and_on_nothing_else() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut living, mut not_living, mut only_without_suicide) = (0, 0, 0);
    for (width, height, boards) in [(3, 3, 400), (4, 3, 800), (5, 3, 800), (4, 4, 800), (5, 4, 400)] {
        let size = Size::new(width, height).unwrap();
        for board in (0..).filter_map(|_| random_board(size, &mut random)).take(boards) {
            let [without, with] = [false, true].map(|suicide| {
                let alive = pass_alive(&board, Colour::Black, suicide).stones;
                for (colour, p) in board.all_stones() {
                    if colour == Colour::Black && board.chain_head(p) == p {
                        let lives = alive.contains(p);
                        assert_eq!(
                            lives,
                            !can_be_captured(&board, p, suicide),
                            "{p}, suicide {suicide}\n{board}"
                        );
                        *if lives { &mut living } else { &mut not_living } += 1;
                    }
                }
                alive
            });
            assert!(with.is_subset(&without), "suicide helps the attacker only\n{board}");
            only_without_suicide += usize::from(with != without);
        }
    }
    // Otherwise this tests nothing.
    assert!(
        living > 500 && not_living > 500 && only_without_suicide > 5,
        "{living} {not_living} {only_without_suicide}"
    );
}
