//! Compares two executors.

use std::sync::Arc;

use crate::executor::{Batch, Executor, ExecutorError, Outputs};
use crate::graph::Graph;

/// Runs everything on both executors and compares the outputs; the first one's are used. A large difference
/// is an error, so that nobody plays on with it.
pub struct CrossCheck {
    graph: Arc<Graph>,
    first: Box<dyn Executor>,
    second: Box<dyn Executor>,
    compared: Outputs,
}

/// Raw outputs may differ by this fraction of their size (or of one): bf16 is this accurate on real networks,
/// but a wrong kernel is not.
const BOUND: f32 = 0.25;

impl CrossCheck {
    pub fn new(graph: Arc<Graph>, first: Box<dyn Executor>, second: Box<dyn Executor>) -> CrossCheck {
        CrossCheck { graph, first, second, compared: Outputs::default() }
    }
}

impl Executor for CrossCheck {
    fn describe(&self) -> String {
        format!("{}, compared with {}", self.first.describe(), self.second.describe())
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        self.first.run(batch, outputs)?;
        self.second.run(batch, &mut self.compared)?;
        let outputs = self.graph.outputs().iter().zip(&outputs.values).zip(&self.compared.values);
        for ((value, got), expected) in outputs {
            let far = |(a, b): (&f32, &f32)| (a - b).abs() > BOUND * (1.0 + b.abs()) || a.is_nan();
            if let Some(at) = got.iter().zip(expected).position(far) {
                return Err(ExecutorError::Differs {
                    output: self.graph.node(*value).name.clone(),
                    first: format!("{} from {}", got[at], self.first.describe()),
                    second: format!("{} from {}", expected[at], self.second.describe()),
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Layer, Shape};

    /// Returns the same outputs for everything.
    struct Says(f32);

    impl Executor for Says {
        fn describe(&self) -> String {
            format!("says {}", self.0)
        }

        fn run(&mut self, _: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
            outputs.values = vec![vec![self.0]];
            Ok(())
        }
    }

    #[test]
    fn what_differs_is_an_error() {
        let mut graph = Graph::new();
        let input = graph.add("in", Layer::Input(Shape::Flat(1)), &[]).expect("fits");
        graph.output(input);
        let graph = Arc::new(graph);
        let run = |a, b| {
            let mut check = CrossCheck::new(graph.clone(), Box::new(Says(a)), Box::new(Says(b)));
            check.run(&Batch::default(), &mut Outputs::default())
        };
        assert_eq!(run(2.0, 2.1), Ok(()));
        assert!(matches!(run(2.0, 4.0), Err(ExecutorError::Differs { .. })));
        assert!(matches!(run(f32::NAN, 3.0), Err(ExecutorError::Differs { .. })));
    }
}
