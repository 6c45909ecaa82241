//! Small boards whose best result is known: an exhaustive search must find it.

use board::{Colour, Komi, Move, Position, Rules, Size};

/// Area scoring, positional superko, no suicide: the rules of the published results.
const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };

/// Whether `side` can force a lead of `target` points within `depth` moves, including both passes at the end.
///
/// A line that is too long counts as a failure, so that success is a proof. There is no transposition table:
/// under superko, the same stones with another history are another position.
fn forces(position: &Position, side: Colour, target: f64, depth: u32) -> bool {
    let standing = position.area_score().for_side(side);
    if position.is_over() {
        return standing >= target;
    }
    if depth == 0 {
        return false;
    }
    let works = |m: &Move| {
        let mut next = position.clone();
        next.play_legal(*m);
        forces(&next, side, target, depth - 1)
    };
    let moves = in_order(position);
    if position.to_move() == side {
        // Passing first is good if it wins at once, and rarely otherwise.
        (position.passes() == 1 && standing >= target) || moves.iter().any(works)
    } else {
        // The other side does not lose by ending a game it has not lost.
        !(position.passes() == 1 && standing < target) && moves.iter().rev().all(works)
    }
}

/// Legal moves from the centre outwards, pass last.
fn in_order(position: &Position) -> Vec<Move> {
    let size = position.size();
    let off_middle = |m: &Move| {
        m.point().map_or(usize::MAX, |p| {
            (2 * p.x() + 1).abs_diff(size.width()) + (2 * p.y() + 1).abs_diff(size.height())
        })
    };
    let mut moves: Vec<Move> = position.legal_moves().collect();
    moves.sort_by_key(off_middle);
    moves
}

/// Black's best result: each side can force it, within this many moves.
fn check(width: usize, height: usize, best: i32, black_needs: u32, white_needs: u32) {
    let start = Position::new(Size::new(width, height).unwrap(), RULES, Komi::ZERO);
    for (side, needs) in [(Colour::Black, black_needs), (Colour::White, white_needs)] {
        let target = f64::from(best * side.sign());
        let proof = (0..=needs).find(|depth| forces(&start, side, target, *depth));
        assert_eq!(proof, Some(needs), "{width}x{height}: {side} forcing {target}");
    }
}

#[test]
fn one_row() {
    check(1, 2, 0, 5, 4);
    check(1, 3, 3, 3, 5);
    check(1, 4, 4, 5, 7);
}

#[test]
fn two_by_two() {
    check(2, 2, 1, 11, 10);
}

#[test]
fn three_by_three() {
    check(3, 3, 9, 15, 17);
}
