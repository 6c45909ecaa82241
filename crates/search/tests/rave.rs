//! The search through its public interface: limits, determinism, reuse, and finding the right moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Board, Colour, Komi, Move, Position, Rules, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query};
use playout::{PlayoutEvaluator, Policy};
use search::{Candidate, Limits, MoveFilter, RaveSettings, Search, Settings};

fn playouts(threads: u64, seed: u64) -> Vec<Box<dyn Evaluator>> {
    (0..threads)
        .map(|i| Box::new(PlayoutEvaluator::new(Policy::guided(), seed + i)) as Box<dyn Evaluator>)
        .collect()
}

fn empty(side: usize) -> Position {
    Position::new(Size::square(side).unwrap(), Rules::CHINESE, Komi::from_halves(15))
}

fn run(search: &mut Search, limits: Limits) {
    search.run(limits, &AtomicBool::new(false), None, &mut |_| ()).unwrap();
}

fn position(rows: &[&str], to_move: Colour, komi: Komi) -> Position {
    Position::from_board(Board::from_diagram(rows).unwrap(), to_move, Rules::CHINESE, komi)
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    let grow = |seed| {
        let mut position = empty(9);
        let mut search = Search::new(playouts(1, seed), Settings::default(), &position);
        let mut log = Vec::new();
        for _ in 0..4 {
            search.set_position(&position);
            run(&mut search, Limits::visits(700));
            let view = search.snapshot();
            log.push((search.node_count(), view.best(), view.win_rate.of(Colour::Black).to_bits()));
            position.play(view.best()).unwrap();
        }
        log
    };
    assert_eq!(grow(5), grow(5));
    assert_ne!(grow(5), grow(6));
}

#[test]
fn limits_are_exact_with_any_number_of_threads() {
    for threads in [1, 2, 5] {
        for batch in [1, 3] {
            let settings = Settings { batch, ..Settings::default() };
            let mut search = Search::new(playouts(threads, 1), settings, &empty(7));
            run(&mut search, Limits::visits(400));
            assert_eq!(search.snapshot().visits, 400);
            run(&mut search, Limits::visits(500));
            assert_eq!((search.snapshot().visits, search.snapshot().new_visits), (500, 100));
            run(&mut search, Limits::playouts(50));
            assert_eq!(search.snapshot().visits, 550);
            let below: u64 = search.snapshot().candidates.iter().map(|c| c.visits).sum();
            assert_eq!(below, 549, "all but the root's own evaluation");
            run(&mut search, Limits::visits(10));
            assert_eq!(search.snapshot().visits, 550, "enough already");
        }
    }
}

#[test]
fn a_search_stops_when_told_and_when_time_is_up() {
    let mut search = Search::new(playouts(2, 1), Settings::default(), &empty(9));
    search.run(Limits::default(), &AtomicBool::new(true), None, &mut |_| ()).unwrap();
    assert_eq!(search.snapshot().visits, 1, "only the root was looked at");
    run(&mut search, Limits::time(Duration::from_millis(30)));
    assert!(search.snapshot().visits > 1);
    let stop = AtomicBool::new(false);
    let mut reports = 0;
    search
        .run(Limits::default(), &stop, Some(Duration::from_millis(1)), &mut |view| {
            reports += 1;
            assert!(view.visits > 0);
            stop.store(reports == 3, std::sync::atomic::Ordering::Relaxed);
        })
        .unwrap();
    assert_eq!(reports, 3);
}

#[test]
fn the_tree_is_kept_along_the_game_and_dropped_elsewhere() {
    let mut position = empty(5);
    let mut search = Search::new(playouts(1, 1), Settings::default(), &position);
    run(&mut search, Limits::visits(2000));
    let best = search.snapshot().candidates[0].clone();
    position.play(best.mv).unwrap();
    search.set_position(&position);
    assert_eq!(search.snapshot().visits, best.visits);
    let kept = search.snapshot();
    assert!((kept.win_rate.of(Colour::Black) - best.win_rate.of(Colour::Black)).abs() < 1e-3);
    assert!((kept.lead.of(Colour::Black) - best.lead.of(Colour::Black)).abs() < 1e-3);
    let sum: u64 = kept.candidates.iter().map(|c| c.visits).sum();
    assert!(sum < kept.visits && sum > kept.visits - 10, "all but the visits before it was opened");
    search.set_position(&empty(5));
    assert_eq!(search.snapshot().visits, 0, "taken back");
    let mut other = empty(5);
    other.set_komi(Komi::ZERO);
    run(&mut search, Limits::visits(100));
    search.set_position(&other);
    assert_eq!(search.snapshot().visits, 0, "another komi is another game");
}

#[test]
fn barred_moves_are_not_looked_at() {
    let mut search = Search::new(playouts(1, 1), Settings::default(), &empty(5));
    let centre = Move::parse("C3", Size::square(5).unwrap()).unwrap();
    run(&mut search, Limits::visits(500));
    assert_eq!(search.snapshot().best(), centre);
    let mut bars = MoveFilter::none();
    bars.avoid(Colour::Black, &[centre], 1);
    bars.allow(Colour::White, &[centre], 2, search.position().size());
    search.set_move_filter(&bars);
    run(&mut search, Limits::visits(2000));
    let view = search.snapshot();
    assert!(view.candidate(centre).is_none());
    let answers: Vec<Move> = view.candidates.iter().filter_map(|c| c.pv.get(1).copied()).collect();
    assert!(answers.len() > 3 && answers.iter().all(|m| *m == centre), "{answers:?}");
    let mut later = MoveFilter::none();
    later.avoid(Colour::White, &[centre], 2);
    later.avoid(Colour::Black, &[centre], 3);
    search.set_move_filter(&later);
    run(&mut search, Limits::visits(2000));
    let barred = |c: &Candidate| c.pv.iter().take(3).any(|m| *m == centre);
    assert!(!search.snapshot().candidates.iter().any(barred));
}

#[test]
fn a_finished_game_is_not_searched() {
    let mut position = empty(5);
    position.play(Move::Pass).unwrap();
    position.play(Move::Pass).unwrap();
    let mut search = Search::new(playouts(1, 1), Settings::default(), &position);
    run(&mut search, Limits::visits(100));
    assert_eq!(search.snapshot().visits, 0);
    assert_eq!(search.snapshot().best(), Move::Pass);
}

/// Prefers moves to the right and believes that Black is behind by three.
struct Opinion;

impl Evaluator for Opinion {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            out.curve = Curve::new(Lead::for_side(Colour::Black, -3.0), 0.2);
            out.priors.clear();
            if query.wants_priors {
                let weight = |m: Move| m.point().map_or(0.1, |p| 1.0 + p.x() as f32);
                out.priors.extend(query.position.legal_moves().map(|m| (m, weight(m))));
                let total: f32 = out.priors.iter().map(|(_, w)| w).sum();
                out.priors.iter_mut().for_each(|(_, w)| *w /= total);
            }
        }
        Ok(())
    }
}

#[test]
fn any_judge_will_do() {
    let mut position = empty(7);
    position.set_komi(Komi::ZERO);
    let settings = Settings::with_rave(RaveSettings {
        expansion_threshold: 1,
        rave_equivalence: 0.0,
        exploration: 1.0,
        ..RaveSettings::default()
    });
    let mut search = Search::new(vec![Box::new(Opinion)], settings, &position);
    run(&mut search, Limits::visits(300));
    let view = search.snapshot();
    assert_eq!(view.best().point().unwrap().x(), 6);
    assert!((view.lead.of(Colour::White) - 3.0).abs() < 1e-3);
    let expected = 1.0 / (1.0 + (-0.6f32).exp());
    assert!((view.win_rate.of(Colour::White) - expected).abs() < 1e-3);
    assert!(view.ownership.is_none());
}

#[test]
fn it_captures_saves_and_kills() {
    let find = |rows: &[&str], to_move, visits: u64| {
        let p = position(rows, to_move, Komi::from_halves(1));
        let mut search = Search::new(playouts(1, 3), Settings::default(), &p);
        run(&mut search, Limits::visits(visits));
        search.snapshot().best().to_string()
    };
    // The vital point of three in a row, for both sides.
    let three = &[".......", ".......", "XXXXX..", "OOOOX..", "...OX..", "OOOOX..", "XXXXX.."];
    assert_eq!(find(three, Colour::Black, 1500), "B3");
    assert_eq!(find(three, Colour::White, 1500), "B3");
    let atari = &[".......", ".......", "..XX...", ".XOOX..", ".XO.X..", "..XX...", "......."];
    assert_eq!(find(atari, Colour::Black, 500), "D3");
}

#[test]
fn ownership_says_who_lives() {
    let rows = &["XXXXXXX", "X.X.X.X", "XXXXXXX", "OOOOOOO", "O.O.O.O", "OOOOOOO", "......."];
    let p = position(rows, Colour::White, Komi::ZERO);
    let mut search = Search::new(playouts(2, 3), Settings::default(), &p);
    run(&mut search, Limits::visits(300));
    let ownership = search.snapshot().ownership.unwrap();
    for point in p.size().iter() {
        let white = ownership.of(Colour::White, point);
        assert!(if point.y() >= 4 { white == -1.0 } else { white > 0.9 }, "{point} {white}");
    }
}
