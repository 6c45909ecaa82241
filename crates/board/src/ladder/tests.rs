use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::{Board, PointSet};

fn read(rows: &[&str]) -> (PointSet, PointSet) {
    let board = Board::from_diagram(rows).unwrap();
    let snapshot = BoardSnapshot { cells: *board.cells(), ko: None };
    let (mut caught, mut moves) = (PointSet::EMPTY, PointSet::EMPTY);
    Ladders::new(board.size(), &snapshot).each(|ladders, stone, catching| {
        ladders.chain(stone).for_each(|s| _ = caught.insert(s));
        catching.iter().for_each(|m| _ = moves.insert(*m));
    });
    (caught, moves)
}

/// Stones in ladders and the moves that capture them, as vertices ordered by index.
fn check(rows: &[&str], caught: &str, moves: &str) {
    let words = |set: PointSet| set.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ");
    let found = read(rows);
    assert_eq!((words(found.0).as_str(), words(found.1).as_str()), (caught, moves), "{rows:#?}");
}

#[test]
fn a_ladder_runs_to_the_edge_or_to_a_friend() {
    // Chased up from C2, or down from D3.
    let ladder = [".......", ".......", ".......", "..X....", ".XO....", "...X...", "......."];
    check(&ladder, "C3", "C2 D3");
    let broken = [".......", ".....O.", ".......", "..X....", ".XO....", "...X...", "......."];
    check(&broken, "C3", "D3");
    let beside = [".......", "......O", ".......", "..X....", ".XO....", "...X...", "......."];
    check(&beside, "C3", "C2 D3");
    let open = [".......", ".......", ".......", "..X....", ".XO....", ".......", "......."];
    check(&open, "", "");
}

#[test]
fn a_chain_in_atari_may_be_lost_although_it_moves() {
    check(&[".....", ".....", "XX...", "OX...", "..X.."], "A2", "");
    check(&["OX...", ".X...", ".....", "....."], "A4", "");
    check(&["OX...", ".....", ".....", "OO...", "....."], "", "");
    check(&["......", ".XX...", "XOOX..", ".X....", "......"], "B3 C3", "");
}

#[test]
fn who_can_take_the_hunter_is_free() {
    // White's two stones have one liberty, but they can capture D3, which puts two black stones in a ladder.
    check(&[".XX...", "XOOXO.", ".X.O..", "......"], "B4 C4", "D4");
    check(&[".XX...", "XOOX..", ".X....", "......"], "B3 C3", "");
}

/// For every stone, its chain and the liberties.
fn picture(stones: &Stones, size: Size) -> Vec<(Cell, Few, usize, PointSet)> {
    let chain = |p: Point| {
        let mut set = PointSet::EMPTY;
        let mut s = p;
        while set.insert(s) {
            s = stones.next(s);
        }
        set
    };
    let at = |p| match stones.cell(p) {
        Cell::Empty => (Cell::Empty, Few::None, 0, PointSet::EMPTY),
        cell => (cell, stones.liberties(p), stones.chain_len(p), chain(p)),
    };
    size.iter().map(at).collect()
}

#[test]
fn moves_are_played_as_on_a_board_and_taken_back() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let size = Size::new(6, 5).unwrap();
    let mut stones = Stones::new();
    for _ in 0..300 {
        let mut board = Board::new(size);
        stones.load(size, &BoardSnapshot { cells: *board.cells(), ko: None });
        let mut pictures = Vec::new();
        let mut colour = Colour::Black;
        for _ in 0..60 {
            let p = board.empty_at(random.random_range(0..board.empty_count()));
            assert_eq!(stones.allows(p, colour), board.allows(p, colour, false));
            if board.allows(p, colour, false) {
                pictures.push((picture(&stones, size), stones.ko));
                stones.play(p, colour);
                board.play(p, colour);
                let mut fresh = Stones::new();
                fresh.load(size, &BoardSnapshot { cells: *board.cells(), ko: board.ko() });
                assert_eq!(picture(&stones, size), picture(&fresh, size), "{board}");
                assert_eq!(stones.ko, board.ko());
            }
            colour = colour.other();
        }
        while let Some(before) = pictures.pop() {
            stones.undo();
            assert_eq!((picture(&stones, size), stones.ko), before);
        }
    }
}
