//! A stepped search finds the same as a search with a thread.

use std::sync::atomic::AtomicBool;

use board::{Colour, Komi, Move, Point, Position, Rules, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query};
use search::{Limits, PuctSettings, Search, Settings, Snapshot, SteppedSearch};

/// Scores the board as it stands.
struct Counting;

impl Evaluator for Counting {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let owners = query.position.board().area();
            let lead = owners.black_lead() as f32;
            out.curve = Curve::new(Lead::for_side(Colour::Black, lead), 0.2);
            let natural = |m: Move| (m, 1.0 + (m.point().map_or(3, |p| p.index()) % 7) as f32);
            out.priors = query.position.legal_moves().map(natural).collect();
            let total: f32 = out.priors.iter().map(|(_, p)| p).sum();
            out.priors.iter_mut().for_each(|(_, p)| *p /= total);
        }
        Ok(())
    }
}

fn settings() -> Settings {
    let network = PuctSettings { root_dirichlet_noise_weight: 0.25, ..PuctSettings::default() };
    Settings::with_puct(network)
}

fn summary(view: &Snapshot) -> Vec<(Move, u64, u32)> {
    view.candidates.iter().map(|c| (c.mv, c.visits, c.play_selection_value.to_bits())).collect()
}

#[test]
fn it_grows_the_same_tree() {
    let mut position = Position::new(Size::square(5).unwrap(), Rules::TROMP_TAYLOR, Komi::from_halves(1));
    let mut search = Search::new(vec![Box::new(Counting)], settings(), &position);
    search.seed(3);
    let mut table = SteppedSearch::new(settings(), &position, 3);
    let mut answer = [Evaluation::blank()];
    for visits in [200, 200, 150, 300] {
        search.set_position(&position);
        search.run(Limits::visits(visits), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        table.set_position(&position);
        while table.step(visits) {
            Counting.evaluate(&[table.query().unwrap()], &mut answer).unwrap();
            table.answer(&answer[0]);
        }
        assert_eq!(table.snapshot().visits, search.snapshot().visits);
        assert_eq!(summary(&table.snapshot()), summary(&search.snapshot()));
        position.play(search.snapshot().best()).unwrap();
    }
}

#[test]
fn a_finished_game_asks_nothing() {
    let mut position = Position::new(Size::square(5).unwrap(), Rules::TROMP_TAYLOR, Komi::from_halves(1));
    position.play(Move::Pass).unwrap();
    position.play(Move::Pass).unwrap();
    let mut table = SteppedSearch::new(settings(), &position, 1);
    assert!(!table.step(100) && table.query().is_none() && table.snapshot().visits == 0);
}

/// Visited moves are shown, and nothing else.
#[test]
fn curves_are_those_of_the_visited_positions() {
    let position = Position::new(Size::square(5).unwrap(), Rules::TROMP_TAYLOR, Komi::from_halves(1));
    let network = PuctSettings { use_graph_search: false, ..PuctSettings::default() };
    let settings = Settings::with_puct(network);
    let mut table = SteppedSearch::new(settings, &position, 3);
    assert!(table.curves().is_empty());
    let mut answer = [Evaluation::blank()];
    let mut asked = Vec::new();
    while table.step(120) {
        let question = table.query().unwrap();
        Counting.evaluate(&[question], &mut answer).unwrap();
        asked.push(answer[0].curve);
        table.answer(&answer[0]);
    }
    let curves = table.curves();
    let ended = curves.iter().filter(|c| c.confidence().is_infinite()).count();
    assert!(curves.len() <= 120 && ended > 0, "{} {ended}", curves.len());
    assert_eq!(curves.iter().filter(|c| c.confidence().is_finite()).copied().collect::<Vec<_>>(), asked);
}

/// Considers only a few moves, and gives all positions the same value.
struct Narrow(Vec<Move>);

impl Narrow {
    fn answer(&self, query: &Query, out: &mut Evaluation) {
        out.curve = Curve::new(Lead::NONE, 0.2);
        let natural = |m: Move| (m, if self.0.contains(&m) { 1.0 } else { 1e-4 });
        out.priors = query.position.legal_moves().map(natural).collect();
    }
}

/// A position that was reached by another path may have moves that superko forbids in the game.
#[test]
fn no_move_is_kept_that_the_game_forbids() {
    const GAME: [usize; 23] =
        [12, 18, 8, 16, 6, 11, 17, 22, 13, 15, 23, 5, 19, 21, 2, 9, 14, 3, 4, 25, 1, 0, 10];
    let size = Size::square(5).unwrap();
    let mv = |code: usize| match code {
        25 => Move::Pass,
        code => Move::Play(Point::new(code % 5, code / 5)),
    };
    let rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };
    let mut position = Position::new(size, rules, Komi::ZERO);
    GAME[..19].iter().for_each(|code| position.play(mv(*code)).unwrap());
    // White's move: first at A1 and then a pass, or the other way round, leads to the same board before Black
    // captures at A3. White may recapture at A2 only if the board with A2 and without A1 has not occurred
    // before.
    let evaluator = Narrow([0, 1, 5, 10, 25].map(mv).to_vec());
    let mut table = SteppedSearch::new(settings(), &position, 3);
    let mut answer = Evaluation::blank();
    for code in &GAME[19..] {
        while table.step(3000) {
            evaluator.answer(&table.query().unwrap(), &mut answer);
            table.answer(&answer);
        }
        position.play(mv(*code)).unwrap();
        table.set_position(&position);
    }
    assert!(!position.is_legal(mv(5)));
    let view = table.snapshot();
    assert!(view.candidates.iter().all(|c| position.is_legal(c.mv)), "{:?}", summary(&view));
}
