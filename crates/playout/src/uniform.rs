//! Games where every move that does not fill an own eye is equally likely.

use board::{Board, Colour, Point};

use crate::observer::Observer;
use crate::random::Random;

/// Plays until both sides could only fill their own eyes, and returns the number of moves.
pub fn play_uniform(
    board: &mut Board,
    to_move: Colour,
    random: &mut Random,
    observer: &mut impl Observer,
) -> usize {
    let limit = 3 * board.size().points();
    let mut moves = 0;
    let mut passes = 0;
    if to_move == Colour::White {
        turn(board, Colour::White, random, observer, &mut moves, &mut passes);
    }
    // One turn per colour, so that the compiler knows the colour and removes every test of it.
    while moves < limit {
        turn(board, Colour::Black, random, observer, &mut moves, &mut passes);
        if passes == 2 {
            break;
        }
        turn(board, Colour::White, random, observer, &mut moves, &mut passes);
        if passes == 2 {
            break;
        }
    }
    moves
}

#[inline(always)]
fn turn(
    board: &mut Board,
    colour: Colour,
    random: &mut Random,
    observer: &mut impl Observer,
    moves: &mut usize,
    passes: &mut u32,
) {
    match choose(board, colour, random) {
        Some(p) => {
            board.play(p, colour);
            observer.played(colour, p);
            *moves += 1;
            *passes = 0;
        }
        None => {
            board.lift_ko();
            *passes += 1;
        }
    }
}

/// Draws empty points without replacement until one is playable.
#[inline(always)]
pub(crate) fn choose(board: &mut Board, colour: Colour, random: &mut Random) -> Option<Point> {
    let mut left = board.empty_count();
    while left > 0 {
        let i = random.below(left);
        let p = board.empty_at(i);
        if fits(board, p, colour) {
            return Some(p);
        }
        left -= 1;
        board.swap_empty(i, left);
    }
    None
}

/// Whether a move on an empty point is legal and does not fill an own eye.
#[inline(always)]
pub(crate) fn fits(board: &Board, p: Point, colour: Colour) -> bool {
    let around = board.around(p);
    // A point with an empty neighbour is neither an eye nor a ko nor suicide.
    around.touches_empty() || !around.is_eye_of(colour) && board.ko() != Some(p) && board.breathes(p, colour)
}
