use board::{Komi, Point};
use evaluation::{Curve, EvaluationError, Evaluator, Lead};

use game_runner::Game as _;

use super::*;

/// White is far ahead; every stone is worth something, more the further it is from the corner. Nobody passes.
struct FarAhead;

impl Evaluator for FarAhead {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let position = query.position;
            let worth =
                |(colour, p): (Colour, Point)| colour.sign() as f32 * (p.x() + 2 * p.y()) as f32 / 8.0;
            let lead: f32 = position.board().all_stones().map(worth).sum();
            // A larger lead is less certain, so points and wins require different moves.
            let confidence = 2.0 / (1.0 + lead.abs());
            out.curve = Curve::new(Lead::for_side(Colour::White, 12.0 - lead), confidence);
            let plays: Vec<Move> = position.legal_moves().filter(|m| m.point().is_some()).collect();
            out.priors = plays.iter().map(|m| (*m, 1.0 / plays.len() as f32)).collect();
        }
        Ok(())
    }
}

fn pairing(aim: ObjectiveSettings) -> Pairing {
    let (colour, komi) = (Colour::White, Komi::from_halves(1));
    Pairing { strong: 0, opponent: 1, colour, komi, stones: 0, aim, strong_resigns: false }
}

/// The first moves of a game, and the networks that evaluated them.
fn begin(aim: ObjectiveSettings, conditions: &Conditions) -> (Vec<Move>, Vec<usize>) {
    let size = Size::square(5).unwrap();
    let mut game = Game::new(&pairing(aim), 0, 0, size, 3, conditions);
    let (mut answer, mut asked) = ([Evaluation::blank()], Vec::new());
    while game.position.moves().len() < 6 {
        if game.advance("test", conditions).is_some() {
            break;
        }
        if asked.last() != Some(&game.evaluator()) {
            asked.push(game.evaluator());
        }
        FarAhead.evaluate(&[game.query().unwrap()], &mut answer).unwrap();
        game.apply(&answer[0]);
    }
    (game.position.moves().iter().map(|(_, m)| *m).collect(), asked)
}

#[test]
fn only_the_strong_one_plays_as_an_agent() {
    let conditions = Conditions {
        size: 5,
        visits: 60,
        temperature_moves: 0,
        resign_threshold: 0.0,
        ..Conditions::default()
    };
    let agent =
        |threshold| ObjectiveSettings { lambda: 1.0, mu: 1.0, threshold, ..ObjectiveSettings::default() };
    let (plain, asked) = begin(ObjectiveSettings::default(), &conditions);
    // Black moves first, with the second network.
    assert_eq!(asked[..4], [1, 0, 1, 0]);
    let (greedy, _) = begin(agent(0.0), &conditions);
    assert_eq!(plain[0], greedy[0], "the other one plays as before");
    assert_ne!(plain, greedy);
    assert_eq!(begin(agent(0.999_999), &conditions).0, plain, "below its threshold it plays to win");
}

#[test]
fn who_is_hopeless_gives_up_when_it_is_allowed() {
    let conditions = Conditions {
        size: 5,
        visits: 8,
        score_visits: 8,
        temperature_moves: 0,
        resign_threshold: 0.4,
        ..Conditions::default()
    };
    let size = Size::square(5).unwrap();
    let mut game = Game::new(&pairing(ObjectiveSettings::default()), 0, 5, size, 3, &conditions);
    let mut answer = [Evaluation::blank()];
    let entry = loop {
        if let Some(entry) = game.advance("test", &conditions) {
            break entry;
        }
        if game.scoring.is_some() {
            assert_eq!(game.evaluator(), 0, "the strong one's network says the score");
        }
        FarAhead.evaluate(&[game.query().unwrap()], &mut answer).unwrap();
        game.apply(&answer[0]);
    };
    // Black is behind from the first move on, and may resign after a quarter of 25 moves.
    assert_eq!((entry.ending, entry.winner, entry.game), (Ending::Resigned, Some(Colour::White), 5));
    assert_eq!(entry.moves.split_whitespace().count(), 8);
    assert!(entry.black_lead < 0.0);
}

#[test]
fn the_strong_one_plays_on_where_it_is_meant_to() {
    let conditions = Conditions {
        size: 5,
        visits: 8,
        temperature_moves: 0,
        resign_threshold: 0.4,
        ..Conditions::default()
    };
    let gives_up = |strong_resigns| {
        let behind =
            Pairing { colour: Colour::Black, strong_resigns, ..pairing(ObjectiveSettings::default()) };
        let mut game = Game::new(&behind, 0, 0, Size::square(5).unwrap(), 3, &conditions);
        let mut answer = [Evaluation::blank()];
        while game.scoring.is_none() && game.position.moves().len() < 14 {
            assert!(game.advance("test", &conditions).is_none());
            FarAhead.evaluate(&[game.query().unwrap()], &mut answer).unwrap();
            game.apply(&answer[0]);
        }
        game.scoring.is_some()
    };
    assert_eq!([true, false].map(gives_up), [true, false]);
}
