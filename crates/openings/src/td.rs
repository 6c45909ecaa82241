//! TD(λ): learning from the differences between successive predictions (Sutton, 1988).

use board::Colour;

/// What TD(λ) can train: a differentiable function of inputs.
pub trait ValueFunction {
    fn value(&self, inputs: &[f32]) -> f32;

    /// Adds `factor` times the gradient by the weights.
    fn add_gradient(&self, inputs: &[f32], factor: f32, to: &mut [f32]);

    fn weights_mut(&mut self) -> &mut [f32];
}

/// A position that was reached, as the player to move saw it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub to_move: Colour,
    pub inputs: Vec<f32>,
}

/// How TD(λ) learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdParameters {
    /// How far a prediction's error reaches back: 0 is one step, 1 is the whole game.
    pub lambda: f32,
    /// The learning rate.
    pub rate: f32,
}

/// Learns from a game, step by step, and returns the error of the last prediction. Values are for the player to move;
/// `outcome` is Black's, in the same unit.
///
/// After each step the weights change by rate · (next prediction − prediction) · trace, where the trace is the sum of the
/// gradients so far, each multiplied by λ at every later step. All predictions are taken as Black's, so that successive
/// ones can be compared.
pub fn learn(
    function: &mut impl ValueFunction,
    steps: &[Step],
    outcome: f32,
    parameters: TdParameters,
    trace: &mut Vec<f32>,
) -> f32 {
    trace.clear();
    trace.resize(function.weights_mut().len(), 0.0);
    let mut last_error = 0.0;
    for (i, step) in steps.iter().enumerate() {
        let black = |step: &Step, value: f32| value * step.to_move.sign() as f32;
        let prediction = black(step, function.value(&step.inputs));
        let next = match steps.get(i + 1) {
            Some(next) => black(next, function.value(&next.inputs)),
            None => outcome,
        };
        trace.iter_mut().for_each(|e| *e *= parameters.lambda);
        function.add_gradient(&step.inputs, step.to_move.sign() as f32, trace);
        last_error = next - prediction;
        let change = parameters.rate * last_error;
        for (weight, e) in function.weights_mut().iter_mut().zip(trace.iter()) {
            *weight += change * e;
        }
    }
    last_error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weighted sum of the inputs: its gradient is the inputs.
    struct Linear(Vec<f32>);

    impl ValueFunction for Linear {
        fn value(&self, inputs: &[f32]) -> f32 {
            self.0.iter().zip(inputs).map(|(w, x)| w * x).sum()
        }

        fn add_gradient(&self, inputs: &[f32], factor: f32, to: &mut [f32]) {
            to.iter_mut().zip(inputs).for_each(|(g, x)| *g += factor * x);
        }

        fn weights_mut(&mut self) -> &mut [f32] {
            &mut self.0
        }
    }

    fn step(to_move: Colour, inputs: &[f32]) -> Step {
        Step { to_move, inputs: inputs.to_vec() }
    }

    fn check(lambda: f32, steps: &[Step], outcome: f32, weights: &[f32], error: f32) {
        let mut function = Linear(vec![0.0; weights.len()]);
        let parameters = TdParameters { lambda, rate: 0.5 };
        let last = learn(&mut function, steps, outcome, parameters, &mut vec![7.0]);
        assert_eq!(function.0, weights, "λ = {lambda}");
        assert_eq!(last, error);
    }

    /// Three positions, each with its own input, so that every weight is one prediction. All begin at 0, so nothing is
    /// learnt before the outcome 1, when the traces are λ², λ and 1.
    #[test]
    fn an_outcome_reaches_back_by_lambda() {
        let black = |inputs: &[f32]| step(Colour::Black, inputs);
        let steps = [black(&[1.0, 0.0, 0.0]), black(&[0.0, 1.0, 0.0]), black(&[0.0, 0.0, 1.0])];
        check(0.5, &steps, 1.0, &[0.125, 0.25, 0.5], 1.0);
        check(0.0, &steps, 1.0, &[0.0, 0.0, 0.5], 1.0);
        check(1.0, &steps, 1.0, &[0.5, 0.5, 0.5], 1.0);
    }

    /// The same when turns alternate: White's prediction of −1 is Black's of 1.
    #[test]
    fn predictions_are_compared_for_one_side() {
        let steps = [step(Colour::Black, &[1.0, 0.0]), step(Colour::White, &[0.0, 1.0])];
        check(0.5, &steps, 1.0, &[0.25, -0.5], 1.0);
    }

    /// Two steps that share a weight, worked out by hand with λ = ½ and a rate of ½, from weights (1, 0):
    /// 1. V = 1, next V = 2·1 + 0 = 2, error 1, trace (1, 0): weights (1.5, 0).
    /// 2. V = 2·1.5 = 3, outcome 1, error −2, trace ½(1, 0) + (2, 1) = (2.5, 1): weights (1.5 − 2.5, −1).
    #[test]
    fn weights_change_at_every_step() {
        let steps = [step(Colour::Black, &[1.0, 0.0]), step(Colour::Black, &[2.0, 1.0])];
        let mut function = Linear(vec![1.0, 0.0]);
        let parameters = TdParameters { lambda: 0.5, rate: 0.5 };
        let mut trace = Vec::new();
        assert_eq!(learn(&mut function, &steps, 1.0, parameters, &mut trace), -2.0);
        assert_eq!((function.0, trace), (vec![-1.0, -1.0], vec![2.5, 1.0]));
    }
}
