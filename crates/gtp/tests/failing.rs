//! An evaluator that fails in the middle of a game.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use gtp::Server;
use partner::{AreaEvaluator, Evaluators, Session, Settings};

/// Answers that many calls of all evaluators together, and then none.
struct Failing(Arc<AtomicUsize>);

impl Evaluator for Failing {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map_err(|_| EvaluationError::new("the card is gone"))?;
        AreaEvaluator.evaluate(queries, out)
    }
}

#[test]
fn commands_that_need_it_fail_in_one_line_and_others_work() {
    let settings = Settings { visits: Some(40), seed: Some(1), ..Settings::default() };
    let calls = Arc::new(AtomicUsize::new(60));
    let evaluators = Evaluators::new(move |_| Box::new(Failing(calls.clone())));
    let server = Server::new(Session::with_evaluators(settings, evaluators));
    let input = "boardsize 5\n1 genmove b\n2 genmove w\n3 genmove w\n4 play w pass\n5 undo\n\
                 6 reg_genmove w\n7 final_score\n8 kata-genmove_analyze w 100\n9 name\n";
    let mut output = Vec::new();
    server.serve(Cursor::new(input.as_bytes().to_vec()), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let said: Vec<&str> = text.split_terminator("\n\n").collect();
    let failed = |n: usize| format!("?{n} the evaluation failed: the card is gone");
    assert!(said[1].starts_with("=1 ") && said[2] == failed(2) && said[3] == failed(3), "{text}");
    assert_eq!([said[4], said[5]], ["=4", "=5"]);
    assert!(said[6] == failed(6) && said[7] == failed(7) && said[8] == failed(8), "{text}");
    assert_eq!(said[9], "=9 Shidogo");
}
