use board::{Komi, Move, Position, Rules, Size};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Connected points of which `is_in` is true, found one by one.
fn components(size: Size, is_in: impl Fn(Point) -> bool) -> Vec<Vec<Point>> {
    let mut all: Vec<Vec<Point>> = Vec::new();
    for start in size.iter().filter(|p| is_in(*p)) {
        if all.iter().flatten().any(|p| *p == start) {
            continue;
        }
        let mut found = vec![start];
        let mut next = 0;
        while next < found.len() {
            for n in found[next].neighbours() {
                if size.contains(n) && is_in(n) && !found.contains(&n) {
                    found.push(n);
                }
            }
            next += 1;
        }
        all.push(found);
    }
    all
}

/// The area straight from the rules, without sets: slow but obviously correct.
fn plainly(board: &Board, suicide: bool) -> Vec<(Point, Option<Colour>)> {
    let size = board.size();
    let mut owners: Vec<(Point, Option<Colour>)> = size.iter().map(|p| (p, None)).collect();
    let mut own = |points: &[Point], owner: Colour, over: bool| {
        for (p, old) in &mut owners {
            if points.contains(p) && (over || old.is_none()) {
                *old = Some(owner);
            }
        }
    };
    for us in Colour::BOTH.into_iter().filter(|c| board.stones(*c) > 0) {
        let touches = |p: &Point, chain: &[Point]| p.neighbours().iter().any(|n| chain.contains(n));
        let mut chains = components(size, |p| board.colour(p) == Some(us));
        let stones = chains.concat();
        let regions = components(size, |p| board.colour(p) != Some(us));
        let mut closed = regions.clone();
        loop {
            let before = chains.len();
            let vital = |region: &&Vec<Point>, chain: &[Point]| {
                region.iter().filter(|p| suicide || board.is_empty(**p)).all(|p| touches(p, chain))
            };
            chains.retain(|chain| closed.iter().filter(|region| vital(region, chain)).count() >= 2);
            let living = chains.concat();
            let safe = |n: &Point| board.colour(*n) != Some(us) || living.contains(n);
            closed.retain(|region| region.iter().flat_map(|p| p.neighbours()).all(|n| safe(&n)));
            if chains.len() == before {
                break;
            }
        }
        own(&chains.concat(), us, true);
        for region in &regions {
            let has_enemy = region.iter().any(|p| !board.is_empty(*p));
            let inner = region.iter().filter(|p| !touches(p, &stones)).count();
            if closed.contains(region) && (inner <= 1 || !has_enemy) {
                own(region, us, true);
            } else if !has_enemy {
                own(region, us, false);
            }
        }
    }
    for (colour, p) in board.all_stones() {
        own(&[p], colour, false);
    }
    owners
}

/// As [`plainly`], without points in seki; and Black's number of areas minus White's.
fn plainly_without_seki(board: &Board, suicide: bool) -> (Vec<(Point, Option<Colour>)>, i32) {
    let full = plainly(board, suicide);
    let owner = |p: Point| full.iter().find(|(q, _)| *q == p).and_then(|(_, owner)| *owner);
    let (mut owners, mut groups) = (full.clone(), 0);
    for colour in Colour::BOTH {
        for group in components(board.size(), |p| owner(p) == Some(colour)) {
            let is_dame = |p: Point| board.is_empty(p) && owner(p).is_none();
            let in_atari = |p: Point| board.colour(p) == Some(colour) && board.atari(p).is_some();
            let seki = group.iter().any(|p| in_atari(*p) || p.neighbours().into_iter().any(is_dame));
            if !seki {
                groups += colour.sign();
                continue;
            }
            for (p, owner) in &mut owners {
                if group.contains(p) && board.colour(*p) != Some(colour) {
                    *owner = None;
                }
            }
        }
    }
    (owners, groups)
}

fn seen(areas: &Areas, board: &Board) -> Vec<(Point, Option<Colour>)> {
    let owner = |p| Colour::BOTH.into_iter().find(|c| areas.owned_by(*c).contains(p));
    board.size().iter().map(|p| (p, owner(p))).collect()
}

/// A random game in which nobody fills own eyes, so that chains live at the end.
fn game(random: &mut impl Rng, size: Size, mut see: impl FnMut(&Board)) {
    let mut position = Position::new(size, Rules::CHINESE, Komi::ZERO);
    for _ in 0..2 * size.points() {
        let us = position.to_move();
        let fills = |m: &Move| m.point().is_some_and(|p| position.board().around(p).is_eye_of(us));
        let moves: Vec<Move> = position.legal_moves().filter(|m| !fills(m)).collect();
        let other = moves.len() > 1 && random.random_bool(0.98);
        position.play_legal(moves[random.random_range(0..moves.len() - usize::from(other))]);
        see(position.board());
    }
}

#[test]
fn owners_are_those_of_a_slow_search() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut areas = Areas::default();
    let (mut boards, mut settled) = (0, 0);
    for (width, height, games, every) in [
        (2, 2, 40, 1),
        (3, 4, 60, 1),
        (5, 5, 60, 1),
        (7, 7, 30, 1),
        (9, 9, 12, 2),
        (13, 11, 3, 5),
        (19, 19, 2, 23),
    ] {
        for _ in 0..games {
            let mut turn = 0;
            game(&mut random, Size::new(width, height).unwrap(), |board| {
                turn += 1;
                if turn % every != 0 {
                    return;
                }
                for suicide in [false, true] {
                    areas.find(board, suicide);
                    assert_eq!(seen(&areas, board), plainly(board, suicide), "{board}");
                    settled += usize::from(seen(&areas, board).iter().all(|(_, owner)| owner.is_some()));
                    let groups = areas.find_without_seki(board, suicide);
                    assert_eq!(
                        (seen(&areas, board), groups),
                        plainly_without_seki(board, suicide),
                        "{board}"
                    );
                    boards += 1;
                }
            });
        }
    }
    assert!(boards > 10_000 && settled > 500, "{boards} boards, {settled} without dame");
}
