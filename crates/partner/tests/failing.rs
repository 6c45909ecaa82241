//! A session whose evaluator fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Colour, Move, Point, Size};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use partner::{AreaEvaluator, Evaluators, GenmoveError, Overrides, Session, Settings, ThinkRequest};

/// Answers that many calls of all evaluators together, and then none.
struct Failing(Arc<AtomicUsize>);

impl Evaluator for Failing {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map_err(|_| EvaluationError::new("the card is gone"))?;
        AreaEvaluator.evaluate(queries, out)
    }
}

fn session(calls: &Arc<AtomicUsize>) -> Session {
    let overrides = Overrides { visits: Some(50), seed: Some(1), ..Overrides::default() };
    let settings = Settings::layered("playout-fast", None, &overrides).unwrap();
    let calls = calls.clone();
    let evaluators = Evaluators::new(move |_| Box::new(Failing(calls.clone())));
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(5).unwrap());
    session
}

#[test]
fn every_question_is_answered_with_the_error_and_the_game_stays() {
    let calls = Arc::new(AtomicUsize::new(20));
    let mut session = session(&calls);
    session.play(Colour::Black, Move::Play(Point::new(2, 2))).unwrap();
    let error = session.think(&ThinkRequest::game(Colour::White)).err().unwrap();
    assert_eq!(error.to_string(), "the evaluation failed: the card is gone");
    assert!(matches!(session.genmove(Colour::White), Err(GenmoveError::Evaluation(_))));
    assert_eq!(session.final_score(), Err(error.clone()));
    assert_eq!(session.dead_stones(), Err(error.clone()));
    assert_eq!(session.stone_status(Point::new(2, 2)), Err(error));
    assert_eq!(session.stone_status(Point::new(0, 0)), Ok(None), "nothing has to be evaluated for that");
    assert_eq!(session.game().moves().len(), 1);
    assert!(session.last_decision().is_none());
    // Once the evaluator works again, so does the session.
    calls.store(1_000_000, Ordering::SeqCst);
    session.genmove(Colour::White).unwrap();
    assert_eq!(session.game().moves().len(), 2);
    assert!(session.final_score().is_ok());
}
