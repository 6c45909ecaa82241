//! Weights on the policy act inside the search, and the policy itself stays known.

use std::sync::atomic::AtomicBool;

use board::{Colour, Komi, Move, Point, Position, Rules, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query};
use search::{
    Candidate, DistanceWeights, Limits, LineWeights, PriorWeights, PuctSettings, RaveSettings, Search,
    Settings,
};

/// All moves are alike, and every position is even.
struct Indifferent;

impl Evaluator for Indifferent {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let moves: Vec<Move> = query.position.legal_moves().collect();
            out.curve = Curve::new(Lead::for_side(Colour::Black, 0.0), 0.3);
            out.priors = moves.iter().map(|mv| (*mv, 1.0 / moves.len() as f32)).collect();
        }
        Ok(())
    }
}

fn at(x: usize, y: usize) -> Move {
    Move::Play(Point::new(x, y))
}

fn puct() -> Settings {
    let puct = PuctSettings { root_symmetry_pruning: false, ..PuctSettings::default() };
    Settings::with_puct(puct)
}

fn rave() -> Settings {
    let rave = RaveSettings { expansion_threshold: 1, exploration: 10.0, ..RaveSettings::default() };
    Settings::with_rave(rave)
}

/// White has come near a stone of Black's, in a corner.
fn attacked() -> Position {
    let mut position = Position::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::ZERO);
    [at(1, 1), at(2, 1)].iter().for_each(|mv| position.play(*mv).unwrap());
    position
}

fn search(settings: Settings, weights: PriorWeights, position: &Position) -> Search {
    let settings = Settings { weights: Some(weights), ..settings };
    let mut search = Search::new(vec![Box::new(Indifferent)], settings, position);
    search.run(Limits::visits(1000), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
    search
}

fn nearness(side: Colour) -> PriorWeights {
    PriorWeights { side, distance: Some(DistanceWeights::PAPER), line: None, features: None, opening: None }
}

#[test]
fn visits_follow_the_weighted_policy() {
    for settings in [puct(), rave()] {
        let snapshot = search(settings, nearness(Colour::Black), &attacked()).snapshot();
        let of = |mv: Move| snapshot.candidate(mv).unwrap_or_else(|| panic!("{mv} was not visited"));
        let even = 1.0 / 80.0;
        let shown = |c: &Candidate| (c.prior, c.search_prior);
        let close = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).abs() < 1e-6 && (a.1 - b.1).abs() < 1e-6;
        assert!(close(shown(of(at(2, 2))), (even, 1.5 * even)), "p and p′ are kept apart");
        let far = snapshot.candidate(at(8, 8));
        assert!(far.is_none_or(|c| close(shown(c), (even, 0.1 * even))));
        let visits = |c: &Candidate| c.visits;
        assert!(visits(of(at(2, 2))) >= 5 * far.map_or(1, visits), "{settings:?}");
        assert!(snapshot.priors.iter().all(|(_, prior)| (prior - even).abs() < 1e-6));
    }
}

#[test]
fn the_other_side_keeps_the_plain_policy() {
    for settings in [puct(), rave()] {
        let snapshot = search(settings, nearness(Colour::White), &attacked()).snapshot();
        assert!(snapshot.candidates.iter().all(|c| c.prior == c.search_prior));
    }
}

/// A tree that is followed two moves on has the weights of the new position, not of the old one.
#[test]
fn a_kept_tree_is_weighted_for_its_new_root() {
    for settings in [puct(), rave()] {
        let mut position = attacked();
        let mut search = search(settings, nearness(Colour::Black), &position);
        [at(2, 2), at(3, 2)].iter().for_each(|mv| position.play(*mv).unwrap());
        search.set_position(&position);
        search.run(Limits::playouts(600), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        let snapshot = search.snapshot();
        let policy: Vec<(Move, f32)> = snapshot.candidates.iter().map(|c| (c.mv, c.prior)).collect();
        let ratios = nearness(Colour::Black).of(&position, &policy);
        for (c, ratio) in snapshot.candidates.iter().zip(ratios) {
            assert!((c.search_prior / c.prior - ratio).abs() < 1e-4, "{} {ratio}", c.mv);
        }
        let even = 1.0 / snapshot.priors.len() as f32;
        assert!(snapshot.priors.iter().all(|(_, prior)| (prior - even).abs() < 1e-6));
    }
}

/// Below the root, own moves are weighted too: after an attack the expected answer is near.
#[test]
fn weights_act_below_the_root() {
    let mut line = [0.01; 10];
    line[4] = 50.0;
    let weights = PriorWeights {
        side: Colour::White,
        distance: None,
        line: Some(LineWeights(line)),
        features: None,
        opening: None,
    };
    let position = Position::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::ZERO);
    for settings in [puct(), rave()] {
        let snapshot = search(settings, weights, &position).snapshot();
        let away = snapshot.candidates.iter().find(|c| c.mv != at(4, 4) && c.pv.len() > 1).unwrap();
        assert_eq!(away.pv[1], at(4, 4), "White is expected to take the centre: {settings:?}");
    }
}
