//! Tests for every executor that is not built in.

use nn::reference::Reference;
use nn::{Batch, Executor, ExecutorError, Outputs};

use crate::cases::Case;

/// The largest allowed difference from the reference.
#[track_caller]
pub fn check(case: &Case, executor: &mut dyn Executor, bound: f32) {
    let mut expected = Outputs::default();
    Reference::new(case.network.graph.clone()).run(&case.batch, &mut expected).unwrap();
    // The second run reuses the memory of the first.
    let mut found = Outputs::default();
    for _ in 0..2 {
        executor.run(&case.batch, &mut found).unwrap();
        assert_eq!(found.values.len(), expected.values.len());
        for (place, (found, expected)) in found.values.iter().zip(&expected.values).enumerate() {
            assert_eq!(found.len(), expected.len());
            let far = |(a, b): (&f32, &f32)| (a - b).abs() > bound || a.is_nan();
            if let Some(at) = found.iter().zip(expected).position(far) {
                let (a, b) = (found[at], expected[at]);
                panic!("{}, {}: output {place} at {at}: {a} instead of {b}", executor.describe(), case.name);
            }
        }
    }
}

/// Threads that share a network compute the same.
pub fn check_threads(case: &Case, make: impl Fn() -> Box<dyn Executor>) {
    let mut expected = Outputs::default();
    make().run(&case.batch, &mut expected).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let mut executor = make();
            let expected = &expected;
            scope.spawn(move || {
                let mut found = Outputs::default();
                for _ in 0..10 {
                    executor.run(&case.batch, &mut found).unwrap();
                    assert_eq!(&found, expected);
                }
            });
        }
    });
}

/// Batches of the wrong shape are refused, and an empty one has no outputs.
pub fn check_wrong_batches(case: &Case, executor: &mut dyn Executor) {
    let mut outputs = Outputs::default();
    let graph = &case.network.graph;
    let mut batch = Batch::default();
    batch.reset(graph, case.batch.rows, case.batch.columns, 0);
    executor.run(&batch, &mut outputs).unwrap();
    assert!(outputs.values.iter().all(Vec::is_empty));
    batch.reset(graph, case.batch.rows, case.batch.columns, 2);
    batch.inputs[0].pop();
    let refused = executor.run(&batch, &mut outputs);
    assert!(matches!(refused, Err(ExecutorError::Inputs | ExecutorError::Failed(_))));
    let Some(fixed) = graph.fixed_points() else { return };
    batch.reset(graph, 2, 3, 1);
    assert_eq!(executor.run(&batch, &mut outputs), Err(ExecutorError::Size { fixed, points: 6 }));
}
