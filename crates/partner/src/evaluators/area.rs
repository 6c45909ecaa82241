//! An evaluator for tests of everything around the search.

use board::{Colour, Move};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Ownership, Query};

/// Counts the board as it stands and gives all moves the same prior. It plays badly, fast and deterministically: for
/// tests of everything around the search.
pub struct AreaEvaluator;

/// Steepness of its curve.
const STILL_CONFIDENCE: f32 = 0.2;

impl Evaluator for AreaEvaluator {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, answer) in queries.iter().zip(out) {
            let position = query.position;
            let owners = position.board().area();
            let lead = owners.black_lead() as f32;
            answer.curve = Curve::new(Lead::for_side(Colour::Black, lead), STILL_CONFIDENCE);
            let ownership = answer.ownership.get_or_insert_with(|| Box::new(Ownership::UNKNOWN));
            for p in position.size().iter() {
                let share = owners.of(p).map_or(0.0, |c| c.sign() as f32);
                ownership.set(Colour::Black, p, share);
            }
            answer.first_moves = None;
            answer.priors.clear();
            if query.wants_priors {
                let eye = |p| position.board().around(p).is_eye_of(position.to_move());
                answer
                    .priors
                    .extend(position.legal_moves().filter(|m| !m.point().is_some_and(eye)).map(|m| (m, 1.0)));
                let total = answer.priors.len() as f32;
                for (m, prior) in &mut answer.priors {
                    *prior = if *m == Move::Pass { 0.1 } else { 1.0 } / total;
                }
            }
        }
        Ok(())
    }
}
