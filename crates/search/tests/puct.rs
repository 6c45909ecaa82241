//! The PUCT search through its public interface.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use board::{Board, Colour, Komi, Move, Position, Rules, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Ownership, Query};
use search::{Limits, MoveFilter, PuctSettings, Search, Settings, Snapshot};

/// Scores the board as it stands, has pseudo-random priors, and remembers its queries.
#[derive(Clone, Default)]
struct Counting {
    asked: Arc<AtomicUsize>,
    seen: Arc<Mutex<Vec<u64>>>,
}

impl Evaluator for Counting {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        self.asked.fetch_add(queries.len(), Ordering::Relaxed);
        for (query, out) in queries.iter().zip(out) {
            let position = query.position;
            self.seen.lock().unwrap().push(position.hash() ^ position.moves().len() as u64);
            let owners = position.board().area();
            let lead = owners.black_lead() as f32;
            out.curve = Curve::new(Lead::for_side(Colour::Black, lead), 0.2);
            let mut ownership = Ownership::UNKNOWN;
            for p in position.size().iter() {
                ownership.set(Colour::Black, p, owners.of(p).map_or(0.0, |c| c.sign() as f32));
            }
            out.ownership = Some(Box::new(ownership));
            out.priors.clear();
            if query.wants_priors {
                let disorder = |m: Move| {
                    let place = m.point().map_or(7, |p| p.index()) as u64;
                    1.0 + ((place ^ position.hash()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as f32
                };
                out.priors.extend(position.legal_moves().map(|m| (m, disorder(m))));
                let total: f32 = out.priors.iter().map(|(_, w)| w).sum();
                out.priors.iter_mut().for_each(|(_, w)| *w /= total);
            }
        }
        Ok(())
    }
}

fn evaluators(count: usize, evaluator: &Counting) -> Vec<Box<dyn Evaluator>> {
    (0..count).map(|_| Box::new(evaluator.clone()) as Box<dyn Evaluator>).collect()
}

fn settings(batch: usize, change: impl Fn(&mut PuctSettings)) -> Settings {
    let mut network = PuctSettings::default();
    change(&mut network);
    Settings { batch, ..Settings::with_puct(network) }
}

fn empty(side: usize, rules: Rules) -> Position {
    Position::new(Size::square(side).unwrap(), rules, Komi::from_halves(15))
}

fn run(search: &mut Search, limits: Limits) {
    search.run(limits, &AtomicBool::new(false), None, &mut |_| ()).unwrap();
}

fn below(view: &Snapshot) -> u64 {
    view.candidates.iter().map(|c| c.visits).sum()
}

/// One visit is the root's own: the only move to play is the one with the highest prior.
#[test]
fn a_single_visit_plays_the_likeliest_move() {
    let position = empty(5, Rules::CHINESE);
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(1, |_| ()), &position);
    run(&mut search, Limits::visits(1));
    let view = search.snapshot();
    let likeliest = view.priors.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
    assert!(view.candidates.is_empty() && likeliest != Move::Pass, "{view:?}");
    assert_eq!(view.best(), likeliest);
}

#[test]
fn limits_are_exact_with_any_threads_and_batches() {
    for threads in [1, 2, 5] {
        for (batch, share) in [(1, 0.02), (3, 0.1), (16, 1.0)] {
            let settings = settings(batch, |n| n.max_in_flight_fraction = share);
            for rules in [Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::JAPANESE] {
                let mut search =
                    Search::new(evaluators(threads, &Counting::default()), settings, &empty(4, rules));
                run(&mut search, Limits::visits(400));
                assert_eq!(search.snapshot().visits, 400);
                run(&mut search, Limits::visits(500));
                assert_eq!((search.snapshot().visits, search.snapshot().new_visits), (500, 100));
                run(&mut search, Limits::playouts(50));
                assert_eq!(search.snapshot().visits, 550);
                assert_eq!(below(&search.snapshot()), 549, "all but the root's own evaluation");
                run(&mut search, Limits::visits(10));
                assert_eq!(search.snapshot().visits, 550, "enough already");
            }
        }
    }
}

#[test]
fn one_thread_repeats_itself_with_any_batch() {
    for batch in [1, 7] {
        let grow = |noise: f32, seed: u64| {
            let settings =
                settings(batch, |n| (n.max_in_flight_fraction, n.root_dirichlet_noise_weight) = (0.2, noise));
            let mut position = empty(7, Rules::CHINESE);
            let mut search = Search::new(evaluators(1, &Counting::default()), settings, &position);
            search.seed(seed);
            let mut log = Vec::new();
            for _ in 0..4 {
                search.set_position(&position);
                run(&mut search, Limits::visits(300));
                let view = search.snapshot();
                log.push((search.node_count(), view.best(), view.utility.of(Colour::Black).to_bits()));
                position.play(view.best()).unwrap();
            }
            log
        };
        assert_eq!(grow(0.0, 1), grow(0.0, 2));
        assert_eq!(grow(0.25, 1), grow(0.25, 1));
        assert_ne!(grow(0.25, 1), grow(0.25, 2));
    }
}

#[test]
fn no_position_is_judged_twice() {
    for threads in [1, 3] {
        let evaluator = Counting::default();
        let settings = settings(8, |n| n.max_in_flight_fraction = 1.0);
        let mut search = Search::new(evaluators(threads, &evaluator), settings, &empty(4, Rules::CHINESE));
        run(&mut search, Limits::visits(3000));
        let mut seen = evaluator.seen.lock().unwrap().clone();
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        // Positions after captures have different keys depending on the captures, which the evaluator does
        // not see.
        assert!(all - seen.len() <= all / 20, "{} of {all} were evaluated again", all - seen.len());
        assert!(all < 3000, "some visits need no evaluator");
    }
}

#[test]
fn the_tree_is_kept_along_the_game() {
    let mut position = empty(5, Rules::CHINESE);
    let evaluator = Counting::default();
    let settings = settings(1, |n| n.use_graph_search = false);
    let mut search = Search::new(evaluators(1, &evaluator), settings, &position);
    run(&mut search, Limits::visits(1500));
    let best = search.snapshot().candidates[0].clone();
    position.play(best.mv).unwrap();
    search.set_position(&position);
    let kept = search.snapshot();
    assert_eq!(kept.visits, best.visits);
    assert_eq!(below(&kept), kept.visits - 1);
    assert!((kept.win_rate.of(Colour::Black) - best.win_rate.of(Colour::Black)).abs() < 1e-6);
    assert!((kept.lead.of(Colour::Black) - best.lead.of(Colour::Black)).abs() < 1e-5);
    let asked = evaluator.asked.load(Ordering::Relaxed);
    run(&mut search, Limits::visits(kept.visits + 100));
    assert!(evaluator.asked.load(Ordering::Relaxed) <= asked + 101, "the root is asked about once more");
    assert_eq!(search.snapshot().visits, kept.visits + 100);
    assert_eq!(search.snapshot().priors.len(), 25);
}

#[test]
fn bars_hold_below_the_root_too() {
    let mut search =
        Search::new(evaluators(1, &Counting::default()), settings(4, |_| ()), &empty(5, Rules::CHINESE));
    let corner = Move::parse("A1", search.position().size()).unwrap();
    let mut bars = MoveFilter::none();
    bars.allow(Colour::Black, &[corner], 1, search.position().size());
    bars.allow(Colour::White, &[Move::Pass], 4, search.position().size());
    search.set_move_filter(&bars);
    run(&mut search, Limits::visits(300));
    let view = search.snapshot();
    assert_eq!(view.candidates.len(), 1);
    let line = &view.candidates[0].pv;
    assert_eq!((line[0], line[1]), (corner, Move::Pass));
    assert_eq!(line.len(), view.candidates[0].pv_visits.len());
    // No move is allowed: the root repeats its own evaluation, and the search still ends.
    bars.avoid(Colour::Black, &[corner], 1);
    search.set_move_filter(&bars);
    run(&mut search, Limits::visits(50));
    assert_eq!((search.snapshot().visits, search.snapshot().candidates.len()), (50, 0));
}

#[test]
fn an_ending_is_counted_without_a_judge() {
    // White has passed; Black is ahead and sees at once that a pass wins.
    let rows = ["XXXXX", "X.X.X", "XXXXX", "OOOOO", "O.O.O"];
    let board = Board::from_diagram(&rows).unwrap();
    let mut position = Position::from_board(board, Colour::White, Rules::TROMP_TAYLOR, Komi::from_halves(5));
    position.play(Move::Pass).unwrap();
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(1, |_| ()), &position);
    run(&mut search, Limits::visits(30));
    let view = search.snapshot();
    assert_eq!(view.best(), Move::Pass);
    let pass = view.candidate(Move::Pass).unwrap();
    assert_eq!((pass.win_rate.of(Colour::Black), pass.lead.of(Colour::Black)), (1.0, 2.5));
    assert_eq!(pass.score_stdev, 0.0);
}

#[test]
fn symmetric_moves_are_looked_at_once() {
    let mut search =
        Search::new(evaluators(1, &Counting::default()), settings(1, |_| ()), &empty(5, Rules::CHINESE));
    run(&mut search, Limits::visits(500));
    assert_eq!(search.snapshot().candidates.len(), 7, "six points and a pass");
    let settings = settings(1, |n| n.root_symmetry_pruning = false);
    let mut search = Search::new(evaluators(1, &Counting::default()), settings, &empty(5, Rules::CHINESE));
    run(&mut search, Limits::visits(500));
    assert!(search.snapshot().candidates.len() > 7);
}

#[test]
fn forced_visits_reach_every_move() {
    let settings =
        settings(1, |n| (n.root_desired_per_child_visits_coeff, n.root_symmetry_pruning) = (2.0, false));
    let mut search = Search::new(evaluators(1, &Counting::default()), settings, &empty(4, Rules::CHINESE));
    run(&mut search, Limits::visits(600));
    let view = search.snapshot();
    for c in view.candidates.iter().skip(1) {
        let wanted = (f64::from(c.prior) * 599.0 * 2.0).sqrt();
        assert!(c.visits as f64 >= wanted - 1.0, "{}: {} of {wanted}", c.mv, c.visits);
    }
}

#[test]
fn the_view_tells_what_was_known_before_and_after() {
    let rows = ["XX.OO", "XX.OO", "XX.OO", ".X.OO", "XX.OO"];
    let board = Board::from_diagram(&rows).unwrap();
    let position = Position::from_board(board, Colour::Black, Rules::CHINESE, Komi::from_halves(1));
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(2, |_| ()), &position);
    run(&mut search, Limits::visits(1));
    let raw = search.snapshot().raw.unwrap();
    assert!((raw.lead.of(Colour::Black) + 0.5).abs() < 1e-6, "the board is even but for komi");
    assert!((raw.score_stdev - 9.069).abs() < 1e-2);
    run(&mut search, Limits::visits(400));
    let view = search.snapshot();
    assert_eq!(view.raw, Some(raw));
    assert!(view.win_rate.of(Colour::Black) > raw.win_rate.of(Colour::Black), "the first move is worth one");
    let best = &view.candidates[0];
    assert_eq!(best.mv.point().unwrap().x(), 2);
    assert!(best.utility_lcb.of(Colour::Black) < best.utility.of(Colour::Black));
    assert!(best.lcb.of(Colour::Black) < best.win_rate.of(Colour::Black));
    assert!(view.candidates.windows(2).all(|w| w[0].play_selection_value >= w[1].play_selection_value));
    let total: f32 = view.priors.iter().map(|(_, p)| p).sum();
    assert!((total - 1.0).abs() < 1e-4);
    let ownership = view.ownership.unwrap();
    let corner = position.size().iter().next().unwrap();
    assert!(ownership.of(Colour::Black, corner) > 0.6);
}

#[test]
fn the_curve_passes_through_what_the_view_says_and_only_rises() {
    let position = empty(5, Rules::TROMP_TAYLOR);
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(1, |_| {}), &position);
    run(&mut search, Limits::visits(200));
    assert!(search.snapshot().curve.is_empty(), "nobody asked for it");
    search.include_curve(true);
    let view = search.snapshot();
    let black: Vec<(f32, f32)> =
        view.curve.iter().map(|(bonus, rate)| (bonus.of(Colour::Black), rate.of(Colour::Black))).collect();
    let today = black.iter().find(|(bonus, _)| *bonus == 0.0).unwrap();
    assert!((today.1 - view.win_rate.of(Colour::Black)).abs() < 1e-4, "{today:?}");
    assert!(black.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1), "{black:?}");
    assert!(black.first().unwrap().1 < 0.25 && black.last().unwrap().1 > 0.6, "{black:?}");
}

/// Prefers the first legal move everywhere except at the root, where it prefers the last.
#[derive(Clone)]
struct TwoFaced;

impl Evaluator for TwoFaced {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            out.curve = Curve::new(Lead::NONE, 0.2);
            out.priors = query.position.legal_moves().map(|m| (m, 0.01)).collect();
            let favourite = if query.at_root { out.priors.len() - 1 } else { 0 };
            out.priors[favourite].1 = 0.9;
        }
        Ok(())
    }
}

#[test]
fn a_kept_root_is_asked_about_as_one() {
    let mut position = empty(4, Rules::CHINESE);
    let mut search = Search::new(vec![Box::new(TwoFaced)], settings(1, |_| ()), &position);
    run(&mut search, Limits::visits(100));
    let view = search.snapshot();
    assert!(view.candidates.iter().any(|c| c.mv == Move::Pass && c.prior > 0.8));
    let (mv, visits) = (view.candidates[0].mv, view.candidates[0].visits);
    position.play(mv).unwrap();
    search.set_position(&position);
    run(&mut search, Limits::visits(visits + 20));
    let view = search.snapshot();
    assert_eq!(view.visits, visits + 20);
    let pass = view.candidates.iter().find(|c| c.mv == Move::Pass).unwrap();
    assert!(pass.prior > 0.8 && pass.search_prior > 0.8);
}

/// Moves of Black that White has mirrored through the centre.
fn mirrored(moves: usize) -> Position {
    let mut position = empty(9, Rules::CHINESE);
    for i in 0..moves {
        let (x, y) = (1 + i % 2 * 2, i / 2 + i % 2);
        position.play(Move::Play(board::Point::new(x, y))).unwrap();
        position.play(Move::Play(board::Point::new(8 - x, 8 - y))).unwrap();
    }
    position
}

#[test]
fn the_centre_is_looked_at_when_the_opponent_mirrors() {
    let centre = Move::parse("E5", Size::square(9).unwrap()).unwrap();
    let visits = |anti_mirror, moves| {
        let position = mirrored(moves);
        let settings = settings(1, |n| n.anti_mirror = anti_mirror);
        let mut search = Search::new(evaluators(1, &Counting::default()), settings, &position);
        run(&mut search, Limits::visits(400));
        search.snapshot().candidate(centre).map_or(0, |c| c.visits)
    };
    let (with, without) = (visits(true, 14), visits(false, 14));
    assert!(with >= 20 && with > without, "{with} {without}");
    assert_eq!(visits(true, 5), visits(false, 5), "a few symmetric moves are nothing");
}

/// A line of moves, Black's win rate after it, and the priors of what follows; none if nothing matters there.
type Line = (&'static str, f32, &'static [(&'static str, f32)]);

/// A game known in advance. What follows the end of a line is worth what the line is.
#[derive(Clone)]
struct Known(&'static [Line]);

impl Evaluator for Known {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let position = query.position;
            let played: Vec<String> = position.moves().iter().map(|(_, m)| m.to_string()).collect();
            let length = |line: &&Line| line.0.split_whitespace().count();
            let known = |line: &&Line| {
                let same = line.0.split_whitespace().zip(&played).all(|(name, m)| name == m);
                same && length(line) <= played.len()
            };
            let line = self.0.iter().filter(known).max_by_key(length).unwrap();
            let (_, rate, priors) = line;
            let lead = (rate / (1.0 - rate)).ln();
            out.curve = Curve::new(Lead::for_side(Colour::Black, lead + 7.5), 1.0);
            out.priors.clear();
            if length(&line) == played.len() && !priors.is_empty() {
                let named = priors.iter().map(|(name, p)| (Move::parse(name, position.size()).unwrap(), *p));
                out.priors.extend(named);
            } else {
                out.priors.extend(position.legal_moves().map(|m| (m, 0.1)));
            }
        }
        Ok(())
    }
}

/// What Black plays at the start of such a game if it has 2^`doublings` times White's visits.
fn black_plays(game: Known, doublings: f32) -> String {
    let advantage = (doublings != 0.0).then_some(search::Advantage { side: Colour::Black, doublings });
    // By visits alone: an LCB prefers E5, whose value never varies.
    let settings = settings(1, |n| (n.root_symmetry_pruning, n.use_lcb_for_selection) = (false, false));
    let settings = Settings { advantage, ..settings };
    let mut search = Search::new(vec![Box::new(game)], settings, &empty(9, Rules::CHINESE));
    run(&mut search, Limits::visits(150));
    search.snapshot().candidates[0].mv.to_string()
}

#[test]
fn a_stronger_side_plays_what_is_hard_to_answer() {
    // C3 has two likely answers, and White is better off than after E5 only if it finds the right one.
    let game = Known(&[
        ("", 0.5, &[("E5", 0.5), ("C3", 0.5)]),
        ("E5", 0.5, &[]),
        ("C3", 0.5, &[("C7", 0.5), ("G3", 0.5)]),
        ("C3 C7", 0.45, &[]),
        ("C3 G3", 0.75, &[]),
    ]);
    assert_eq!([-3.0, 0.0, 3.0].map(|doublings| black_plays(game.clone(), doublings)), ["E5", "E5", "C3"]);
}

#[test]
fn a_weaker_side_plays_what_is_easy_to_follow_up() {
    // After C3, Black is better off than after E5 only if its own next move is the right one.
    let game = Known(&[
        ("", 0.5, &[("E5", 0.5), ("C3", 0.5)]),
        ("E5", 0.5, &[]),
        ("C3", 0.5, &[("C7", 1.0)]),
        ("C3 C7", 0.5, &[("G7", 0.5), ("G3", 0.5)]),
        ("C3 C7 G7", 0.55, &[]),
        ("C3 C7 G3", 0.25, &[]),
    ]);
    assert_eq!([-3.0, 0.0, 3.0].map(|doublings| black_plays(game.clone(), doublings)), ["E5", "C3", "C3"]);
}

#[test]
fn ownership_is_that_of_the_better_moves() {
    let position = empty(5, Rules::CHINESE);
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(1, |_| ()), &position);
    run(&mut search, Limits::visits(300));
    let view = search.snapshot();
    let best = view.candidates[0].mv.point().unwrap();
    let (mean, spread) = (view.ownership.unwrap(), view.ownership_stdev.unwrap());
    let visits = view.candidates[0].visits as f32 / view.visits as f32;
    // With squared weights, the most visited move counts for more than its visits.
    assert!(mean.of(Colour::Black, best) > visits, "{} {visits}", mean.of(Colour::Black, best));
    assert_eq!(spread.len(), 25);
    for (p, spread) in position.size().iter().zip(&spread) {
        let share = mean.of(Colour::Black, p);
        assert!(share * share + spread * spread <= 1.001, "{p}: {share} {spread}");
    }
    assert!(spread.iter().any(|spread| *spread > 0.3));
}

#[test]
fn bounds_may_lie_below_zero() {
    let lost = Komi::from_halves(60);
    let position = Position::new(Size::square(5).unwrap(), Rules::CHINESE, lost);
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(1, |_| ()), &position);
    run(&mut search, Limits::visits(30));
    let view = search.snapshot();
    assert!(view.candidates.iter().any(|c| c.lcb.of(Colour::Black) < 0.0), "as KataGo's may");
}

#[test]
fn a_hidden_past_makes_another_search() {
    let mut position = mirrored(3);
    let mut search = Search::new(evaluators(1, &Counting::default()), settings(1, |_| ()), &position);
    run(&mut search, Limits::visits(20));
    search.set_position(&position);
    assert_eq!(search.snapshot().visits, 20);
    position.hide_history();
    search.set_position(&position);
    assert_eq!(search.snapshot().visits, 0, "what evaluators said depended on the moves they were shown");
}
