//! Evaluators that fail: a search ends with their error, and its tree can be used afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use board::{Komi, Position, Rules, Size};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use playout::{PlayoutEvaluator, Policy};
use search::{Limits, PuctSettings, Search, Settings};

/// Answers that many calls, of all threads together; the next one fails, and those after it work again.
struct Failing {
    inner: PlayoutEvaluator,
    left: Arc<AtomicUsize>,
}

impl Evaluator for Failing {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 0 {
            return Err(EvaluationError::new("the card is gone"));
        }
        self.inner.evaluate(queries, out)
    }
}

fn searches() -> [Settings; 2] {
    [Settings { batch: 2, ..Settings::default() }, Settings::with_puct(PuctSettings::default())]
}

#[test]
fn an_error_ends_the_search_and_leaves_the_tree_whole() {
    let position = Position::new(Size::square(7).unwrap(), Rules::CHINESE, Komi::from_halves(15));
    for settings in searches() {
        for threads in [1, 4] {
            for call in [0, 1, 2, 40] {
                let left = Arc::new(AtomicUsize::new(call));
                let evaluators = (0..threads)
                    .map(|seed| -> Box<dyn Evaluator> {
                        let inner = PlayoutEvaluator::new(Policy::guided(), seed);
                        Box::new(Failing { inner, left: left.clone() })
                    })
                    .collect();
                let mut search = Search::new(evaluators, settings, &position);
                let run = |search: &mut Search, visits| {
                    search.run(Limits::visits(visits), &AtomicBool::new(false), None, &mut |_| ())
                };
                let error = run(&mut search, 10_000).unwrap_err();
                assert_eq!(error.to_string(), "the evaluation failed: the card is gone");
                let seen = search.snapshot().visits;
                assert!(seen < 10_000, "{seen}");
                // Nothing is left under way: the tree takes exactly as many visits as are asked for.
                let visits = seen + 300;
                assert_eq!(run(&mut search, visits), Ok(()));
                let snapshot = search.snapshot();
                assert_eq!((snapshot.visits, snapshot.new_visits), (visits, 300));
                let below: u64 = snapshot.candidates.iter().map(|c| c.visits).sum();
                assert_eq!(below, visits - 1, "every visit but the root's own is one of a move");
            }
        }
    }
}
