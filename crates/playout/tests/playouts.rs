//! Playouts through the public interface: they obey the rules, end, and evaluate clear positions correctly.

use board::{Board, Colour, Komi, Move, Point, Position, Rules, Size};
use evaluation::{Evaluation, Evaluator, Ownership, Query};
use playout::{
    Critical, Observer, PlayoutEvaluator, Policy, Random, final_lead, play_guided, play_uniform, priors,
};

/// Repeats every move of a playout on a second board under the full rules.
struct Referee {
    position: Position,
    moves: usize,
}

impl Observer for Referee {
    fn played(&mut self, colour: Colour, p: Point) {
        if self.position.to_move() != colour {
            self.position.play(Move::Pass).unwrap();
        }
        assert!(!self.position.board().around(p).is_eye_of(colour), "{colour} fills an eye at {p}");
        self.position.play(Move::Play(p)).unwrap();
        self.moves += 1;
    }
}

#[test]
fn every_move_is_legal_and_the_books_are_right() {
    // Races are considered everywhere.
    let (policy, critical) = (Policy::guided().with_critical(Some(0.0)), Critical::new());
    for seed in 0..60 {
        let side = 2 + seed as usize % 18;
        let size = Size::square(side).unwrap();
        for guided in [false, true] {
            let mut random = Random::new(seed);
            let mut board = Board::new(size);
            let mut referee = Referee { position: Position::new(size, Rules::CHINESE, Komi::ZERO), moves: 0 };
            let moves = match guided {
                true => play_guided(
                    &mut board,
                    Colour::Black,
                    None,
                    (&policy, &critical),
                    &mut random,
                    &mut referee,
                ),
                false => play_uniform(&mut board, Colour::Black, &mut random, &mut referee),
            };
            assert_eq!((moves, board.hash()), (referee.moves, referee.position.board().hash()));
            board.check().unwrap();
            assert!(moves <= 3 * size.points() + 1);
            let finished = moves < 3 * size.points();
            if finished && !guided {
                assert_eq!(final_lead(&board), counted(&referee.position), "{board}");
            }
        }
    }
}

/// The score under the full rules. A finished uniform game has only eyes left, so both must agree.
fn counted(position: &Position) -> i32 {
    position.area_score().for_side(Colour::Black) as i32
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let games = |seed| {
        let (policy, critical) = (Policy::guided(), Critical::new());
        let mut random = Random::new(seed);
        let play = |_| {
            let mut board = Board::new(Size::square(9).unwrap());
            play_guided(&mut board, Colour::White, None, (&policy, &critical), &mut random, &mut ());
            board.hash()
        };
        (0..20).map(play).collect::<Vec<u64>>()
    };
    assert_eq!(games(1), games(1));
    assert_ne!(games(1), games(2));
}

/// The first move of a playout.
struct First(Option<Point>);

impl Observer for First {
    fn played(&mut self, _: Colour, p: Point) {
        self.0.get_or_insert(p);
    }
}

/// On an empty board all points are equally likely. On 9×9 the decisive point is twice as likely, except in
/// impartial playouts.
#[test]
fn decisive_points_come_first_on_nine_by_nine() {
    const GAMES: usize = 6000;
    let share = |policy: &Policy, side: usize| {
        let size = Size::square(side).unwrap();
        let decides = Point::parse("C3", size).unwrap();
        let mut critical = Critical::new();
        for winner in Colour::BOTH.into_iter().cycle().take(400) {
            let mut ownership = Ownership::UNKNOWN;
            ownership.set(winner, decides, 1.0);
            critical.see(size, &ownership, Some(winner));
        }
        let mut random = Random::new(7);
        let begins = |_: &usize| {
            let (mut board, mut first) = (Board::new(size), First(None));
            play_guided(&mut board, Colour::Black, None, (policy, &critical), &mut random, &mut first);
            first.0 == Some(decides)
        };
        (0..GAMES).filter(begins).count() as f64 / GAMES as f64 * size.points() as f64
    };
    let (guided, impartial) = (Policy::guided(), Policy::guided().impartial());
    assert!(share(&guided, 9) > 1.6, "{}", share(&guided, 9));
    assert!((0.6..1.4).contains(&share(&impartial, 9)), "{}", share(&impartial, 9));
    assert!((0.4..1.6).contains(&share(&guided, 13)), "{}", share(&guided, 13));
}

fn position(rows: &[&str], to_move: Colour) -> Position {
    Position::from_board(Board::from_diagram(rows).unwrap(), to_move, Rules::CHINESE, Komi::ZERO)
}

fn mean_lead(position: &Position, playouts: usize) -> f32 {
    let mut evaluator = PlayoutEvaluator::new(Policy::guided(), 1);
    let mut out = [Evaluation::blank()];
    let mut sum = 0.0;
    for _ in 0..playouts {
        evaluator.evaluate(&[Query { position, wants_priors: false, at_root: false }], &mut out).unwrap();
        sum += out[0].curve.board_lead().of(Colour::Black);
    }
    sum / playouts as f32
}

#[test]
fn settled_boards_are_counted_exactly() {
    let rows = &["X.XO.O", ".XXOO.", "XXXOOO", ".X.XO.", "XXXXOO", "X.XXO."];
    assert_eq!(mean_lead(&position(rows, Colour::White), 50), 6.0);
}

#[test]
fn a_small_eye_space_is_answered_at_its_vital_point() {
    // White closes an eye space of three with D3; Black plays B3, and White has one eye.
    let rows = &[".......", ".......", "XXXXX..", "OOOOX..", "....X..", "OOOOX..", "XXXXX.."];
    let mut answered = position(rows, Colour::White);
    answered.play(Move::parse("D3", answered.size()).unwrap()).unwrap();
    let mut ignored = answered.clone();
    ignored.play(Move::parse("G7", ignored.size()).unwrap()).unwrap();
    ignored.play(Move::parse("B3", ignored.size()).unwrap()).unwrap();
    let (dead, alive) = (mean_lead(&answered, 300), mean_lead(&ignored, 300));
    assert!(dead > 45.0 && alive < 30.0, "{dead} {alive}");
}

#[test]
fn priors_are_probabilities_of_legal_moves() {
    let policy = Policy::guided();
    let mut out = Vec::new();
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut position = Position::new(Size::square(9).unwrap(), Rules::AGA, Komi::ZERO);
        for _ in 0..60 {
            priors(&policy, &position, &Critical::new(), &mut out);
            let total: f32 = out.iter().map(|(_, w)| w).sum();
            assert!((total - 1.0).abs() < 1e-4);
            assert!(out.iter().all(|(m, w)| *w > 0.0 && position.is_legal(*m)));
            assert_eq!(out.last().unwrap().0, Move::Pass);
            position.play(out[random.below(out.len())].0).unwrap();
            if position.is_over() {
                break;
            }
        }
    }
}

#[test]
fn captures_and_escapes_come_first() {
    let board =
        Board::from_diagram(&[".......", "..OO...", ".OXXO..", ".OX.O..", "..OO...", "......."]).unwrap();
    let vital = Point::parse("D3", board.size()).unwrap();
    for colour in Colour::BOTH {
        let position = Position::from_board(board.clone(), colour, Rules::CHINESE, Komi::ZERO);
        let mut out = Vec::new();
        priors(&Policy::guided(), &position, &Critical::new(), &mut out);
        let best = out.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let expected = if colour == Colour::White { Some(vital) } else { None };
        assert_eq!(best.0.point() == Some(vital), expected.is_some(), "{colour}: {best:?}");
    }
}

/// The same chain is in danger whoever moves first, and where it is critical the decisive move comes before
/// the others. With a threshold of 0 that is everywhere.
#[test]
fn races_are_likelier_where_they_are_critical() {
    const ROWS: [&str; 6] = ["......", "......", "......", "X.....", "XOOX..", "XXX.X."];
    let rows: Vec<String> = [""; 5].iter().chain(&ROWS).map(|row| format!("{row:.<11}")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    for colour in Colour::BOTH {
        let position = position(&rows, colour);
        let at = Move::Play(Point::parse("C3", position.size()).unwrap());
        let prior = |critical| {
            let mut out = Vec::new();
            priors(&Policy::guided().with_critical(Some(critical)), &position, &Critical::new(), &mut out);
            out.iter().find(|(mv, _)| *mv == at).unwrap().1
        };
        assert!(prior(0.0) > 2.0 * prior(0.05), "{colour}: {} {}", prior(0.0), prior(0.05));
        assert_eq!(prior(0.05), prior(1.0), "{colour}: nothing is critical before a playout");
    }
}

/// White's two stones can only run to the right; Black captures them there if races are considered.
#[test]
fn races_are_looked_at_where_the_policy_says_so() {
    let mut position = position(&["......", "......", "......", "X.....", "XO.X..", "XXX.X."], Colour::White);
    position.play(Move::Play(Point::parse("C2", position.size()).unwrap())).unwrap();
    let stone = Point::parse("B2", position.size()).unwrap();
    let saved = |critical| {
        let mut evaluator = PlayoutEvaluator::new(Policy::guided().with_critical(critical), 1);
        let mut out = [Evaluation::blank()];
        let mut saved = 0;
        for _ in 0..3000 {
            let query = Query { position: &position, wants_priors: false, at_root: false };
            evaluator.evaluate(&[query], &mut out).unwrap();
            saved += usize::from(out[0].ownership.as_ref().unwrap().of(Colour::White, stone) > 0.0);
        }
        saved
    };
    let (without, with) = (saved(Some(1.0)), saved(Some(0.0)));
    assert!(3 * with < 2 * without, "saved {without} times without, {with} times with");
}
