//! The history of a position, compared with copies of earlier boards and with moves checked one by one.

use board::{Board, BoardSnapshot, Colour, IllegalMove, KoRule, Komi, Move, PointSet, Position, Rules, Size};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Default)]
struct Seen {
    captures: usize,
    suicides: usize,
    bans: usize,
    superko: usize,
}

fn random_game(random: &mut Xoshiro256PlusPlus, seen: &mut Seen) {
    let ko = [KoRule::Simple, KoRule::Positional, KoRule::Situational][random.random_range(0..3)];
    let rules = Rules { ko, suicide: random.random(), ..Rules::TROMP_TAYLOR };
    let size = Size::new(random.random_range(2..5), random.random_range(2..5)).unwrap();
    let mut position = Position::new(size, rules, Komi::ZERO);
    let mut boards: Vec<Board> = Vec::new();
    for _ in 0..80 {
        if random.random_bool(0.05) {
            position.set_to_move(Colour::BOTH[random.random_range(0..2)]);
        }
        compare(&position, &boards, seen);
        let moves: Vec<Move> = position.legal_moves().collect();
        let m = moves[random.random_range(0..moves.len())];
        boards.push(position.board().clone());
        position.play(m).unwrap();
        seen.captures += usize::from(!position.captured(1).is_empty());
        seen.suicides += usize::from(m.point().is_some_and(|p| position.captured(1).contains(p)));
    }
}

fn compare(position: &Position, boards: &[Board], seen: &mut Seen) {
    for (ago, board) in boards.iter().rev().enumerate() {
        let snapshot = position.snapshot(ago + 1);
        let hash = position.snapshot_hash(ago + 1);
        if ago + 1 > BoardSnapshot::OLDEST {
            assert_eq!((snapshot, hash), (None, None));
            break;
        }
        assert_eq!(hash, Some((board.hash(), board.ko())));
        assert_eq!(
            snapshot,
            Some(BoardSnapshot { cells: *board.cells(), ko: board.ko() }),
            "{ago} before\n{board}"
        );
    }
    assert_eq!(position.snapshot(boards.len() + 1), None);
    let legal: PointSet = position.legal_moves().filter_map(Move::point).collect();
    assert_eq!(position.legal_points(), legal, "{}", position.board());
    let refusal = |p| position.check_legal(position.to_move(), Move::Play(p));
    let is_ban = |p: &_| matches!(refusal(*p), Err(IllegalMove::Ko | IllegalMove::Superko));
    let bans: PointSet = position.size().iter().filter(is_ban).collect();
    assert_eq!(position.ko_bans(), bans, "{}", position.board());
    seen.bans += bans.len();
    seen.superko += bans.iter().filter(|p| position.board().ko() != Some(*p)).count();
}

#[test]
fn the_past_is_as_it_was() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut seen = Seen::default();
    for _ in 0..400 {
        random_game(&mut random, &mut seen);
    }
    let Seen { captures, suicides, bans, superko } = seen;
    assert!([captures, suicides, bans, superko].into_iter().all(|n| n > 100));
}
