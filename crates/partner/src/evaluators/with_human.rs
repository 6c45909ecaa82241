//! An evaluator with a human network beside it.

use evaluation::{Evaluation, EvaluationError, Evaluator, Query};

/// Adds what people would play to the answers of another evaluator.
pub(super) struct WithHuman {
    pub main: Box<dyn Evaluator>,
    pub human: Box<dyn Evaluator>,
    /// Whether it is asked about all positions, or about roots alone.
    pub below_root: bool,
    /// A buffer for its answers.
    pub answers: Vec<Evaluation>,
}

impl Evaluator for WithHuman {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        self.main.evaluate(queries, out)?;
        let is_asked = |query: &Query| query.wants_priors && (query.at_root || self.below_root);
        let asked: Vec<Query> = queries
            .iter()
            .filter(|query| is_asked(query))
            .map(|query| Query { position: query.position, ..*query })
            .collect();
        self.answers.resize_with(asked.len().max(self.answers.len()), Evaluation::blank);
        if !asked.is_empty() {
            self.human.evaluate(&asked, &mut self.answers[..asked.len()])?;
        }
        let mut answers = self.answers.iter_mut();
        for (query, out) in queries.iter().zip(out) {
            out.human.clear();
            if is_asked(query)
                && let Some(answer) = answers.next()
            {
                std::mem::swap(&mut out.human, &mut answer.priors);
            }
        }
        Ok(())
    }
}
