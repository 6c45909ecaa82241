//! The choices of agents.

use std::sync::atomic::AtomicBool;

use board::{Colour, Komi, Move, Position, Rules, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Candidate, Limits, ObjectiveSettings, PuctSettings, RaveSettings, Search, Settings};

/// Black is this many points ahead of komi. Stones on the first column gain three points each, stones on the
/// second make the lead more certain, and nothing else matters.
struct Tempting {
    ahead: f32,
}

const KOMI: Komi = Komi::from_halves(15);

fn column(m: Move) -> Option<usize> {
    m.point().map(|p| p.x())
}

impl Evaluator for Tempting {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let position = query.position;
            let first = position.moves().first().and_then(|(_, m)| column(*m));
            let gain = if first == Some(0) { 3.0 } else { 0.0 };
            let confidence = if first == Some(1) { 1.2 } else { 0.5 };
            let lead = KOMI.points() as f32 + self.ahead + gain;
            out.curve = Curve::new(Lead::for_side(Colour::Black, lead), confidence);
            out.priors = position.legal_moves().filter(|m| m.point().is_some()).map(|m| (m, 0.1)).collect();
        }
        Ok(())
    }
}

/// The column of Black's choice.
fn choice(ahead: f32, objective: ObjectiveSettings) -> Option<usize> {
    let network = PuctSettings {
        static_score_utility_factor: 0.0,
        dynamic_score_utility_factor: 0.0,
        root_symmetry_pruning: false,
        ..PuctSettings::default()
    };
    let settings = Settings { batch: 16, objective, ..Settings::with_puct(network) };
    let position = Position::new(Size::square(4).unwrap(), Rules::CHINESE, KOMI);
    let mut search = Search::new(vec![Box::new(Tempting { ahead })], settings, &position);
    search.run(Limits::visits(800), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
    column(search.snapshot().best())
}

const GREEDY: ObjectiveSettings = ObjectiveSettings { lambda: 1.0, mu: 0.5, threshold: 0.0, below: 1.0 };

#[test]
fn who_plays_to_win_makes_sure_and_who_is_greedy_takes_points() {
    for ahead in [4.0, 8.0] {
        assert_eq!(choice(ahead, ObjectiveSettings::default()), Some(1), "{ahead}");
        assert_eq!(choice(ahead, GREEDY), Some(0), "{ahead}");
    }
}

#[test]
fn a_variable_agent_is_greedy_only_when_it_can_afford_it() {
    // A win rate of 0.88 at four points ahead, 0.55 at 0.4.
    let careful = ObjectiveSettings { threshold: 0.7, ..GREEDY };
    assert_eq!(choice(4.0, careful), Some(0));
    assert_eq!(choice(4.0, ObjectiveSettings { threshold: 0.9, ..GREEDY }), Some(1));
    assert_eq!(choice(4.0, ObjectiveSettings { below: 0.8, ..GREEDY }), Some(1));
}

#[test]
fn an_agent_that_plays_to_win_is_none() {
    let view = |objective| {
        let settings = Settings { objective, ..Settings::for_networks() };
        let position = Position::new(Size::square(4).unwrap(), Rules::CHINESE, KOMI);
        let mut search = Search::new(vec![Box::new(Tempting { ahead: 2.0 })], settings, &position);
        search.run(Limits::visits(500), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        let view = search.snapshot();
        let utility = |c: &Candidate| c.utility.of(Colour::Black);
        view.candidates.iter().map(|c| (c.mv, c.visits, utility(c))).collect::<Vec<_>>()
    };
    assert_eq!(
        view(ObjectiveSettings::default()),
        view(ObjectiveSettings { threshold: 0.5, ..ObjectiveSettings::default() })
    );
    assert_ne!(view(ObjectiveSettings::default()), view(GREEDY));
}

/// The same with random results, as from playouts.
struct Drawing {
    random: Xoshiro256PlusPlus,
}

impl Evaluator for Drawing {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let position = query.position;
            let first = position.moves().first().and_then(|(_, m)| column(*m));
            let (ahead, spread) = match first {
                Some(0) => (9.0, 10.0),
                Some(1) => (6.0, 4.0),
                _ => (6.0, 10.0),
            };
            let chance: f32 = StandardNormal.sample(&mut self.random);
            let score = (KOMI.points() as f32 + ahead + spread * chance).round();
            out.curve = Curve::certain(Lead::for_side(Colour::Black, score));
            out.priors = position.legal_moves().filter(|m| m.point().is_some()).map(|m| (m, 0.1)).collect();
        }
        Ok(())
    }
}

#[test]
fn agents_work_with_playouts() {
    let choice = |objective: ObjectiveSettings| {
        let settings = Settings {
            objective,
            ..Settings::with_rave(RaveSettings {
                rave_equivalence: 0.0,
                score_share: 0.0,
                ..RaveSettings::default()
            })
        };
        let position = Position::new(Size::square(4).unwrap(), Rules::CHINESE, KOMI);
        let evaluator = Drawing { random: Xoshiro256PlusPlus::seed_from_u64(7) };
        let mut search = Search::new(vec![Box::new(evaluator)], settings, &position);
        search.run(Limits::visits(20_000), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        column(search.snapshot().best())
    };
    assert_eq!(choice(ObjectiveSettings::default()), Some(1));
    assert_eq!(choice(ObjectiveSettings { lambda: 1.0, mu: 1.0, ..GREEDY }), Some(0));
    assert_eq!(choice(ObjectiveSettings { lambda: 1.0, mu: 1.0, threshold: 0.99, below: 1.0 }), Some(1));
}
