//! ONNX Runtime as an executor says what the reference executor says.

mod nets;
mod onnx_cases;

use std::io::Write;
use std::path::{Path, PathBuf};

use network::reference::Reference;
use network::{Answers, Batch, Executor, ExecutorError, ExecutorKind, Executors};
use onnx_cases::{Case, every_layer, katago_nets, our_nets};

/// The folder of the library in tests/.venv, or a plain line that says it is missing.
fn library() -> Option<PathBuf> {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/.venv/lib");
    let versions = std::fs::read_dir(packages).into_iter().flatten().filter_map(Result::ok);
    let folders = versions.map(|version| version.path().join("site-packages/onnxruntime/capi"));
    let found = folders.filter(|folder| folder.is_dir()).max();
    if found.is_none() {
        let mend = "python3 -m venv tests/.venv && tests/.venv/bin/pip install -r tests/requirements.txt";
        let required = ["CI", "SHIDOGO_FULL_TESTS"].into_iter().any(|key| std::env::var_os(key).is_some());
        assert!(!required, "no tests/.venv with onnxruntime; make it with: {mend}");
        // Not eprintln!, which the test harness would swallow.
        let _ = writeln!(std::io::stderr(), "skipped: no tests/.venv with onnxruntime; make it with: {mend}");
    }
    found
}

fn check(case: &Case) {
    let executors = Executors::new(ExecutorKind::Onnx, case.network.clone()).unwrap();
    assert!(executors.describe().starts_with("ONNX Runtime 1."), "{}", executors.describe());
    let mut executor = executors.make().unwrap();
    let mut expected = Answers::default();
    Reference::new(case.network.clone()).run(&case.batch, &mut expected).unwrap();
    // The second run finds the memory of the first.
    let mut found = Answers::default();
    for _ in 0..2 {
        executor.run(&case.batch, &mut found).unwrap();
        for (place, (found, expected)) in found.outputs.iter().zip(&expected.outputs).enumerate() {
            assert_eq!(found.len(), expected.len());
            let error = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(error <= 1e-4, "{}: output {place} is off by {error}", case.name);
        }
    }
}

/// Threads that share a session.
fn check_threads(case: &Case) {
    let executors = Executors::new(ExecutorKind::Onnx, case.network.clone()).unwrap();
    let mut expected = Answers::default();
    executors.make().unwrap().run(&case.batch, &mut expected).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let mut executor = executors.make().unwrap();
            let expected = &expected;
            scope.spawn(move || {
                let mut found = Answers::default();
                for _ in 0..10 {
                    executor.run(&case.batch, &mut found).unwrap();
                    assert_eq!(&found, expected);
                }
            });
        }
    });
}

/// Batches that don't fit are refused before the library sees them.
fn check_wrong_batches(case: &Case) {
    let mut executor = Executors::new(ExecutorKind::Onnx, case.network.clone()).unwrap().make().unwrap();
    let mut answers = Answers::default();
    let graph = &case.network.graph;
    let mut batch = Batch::default();
    batch.reset(graph, case.batch.rows, case.batch.columns, 0);
    executor.run(&batch, &mut answers).unwrap();
    assert!(answers.outputs.iter().all(Vec::is_empty));
    batch.reset(graph, case.batch.rows, case.batch.columns, 2);
    batch.inputs[0].pop();
    assert!(matches!(executor.run(&batch, &mut answers), Err(ExecutorError::Failed(_))));
    let Some(fixed) = graph.fixed_points() else { return };
    batch.reset(graph, 2, 3, 1);
    assert_eq!(executor.run(&batch, &mut answers), Err(ExecutorError::Size { fixed, points: 6 }));
}

// One test: where the library is must be known to this program before anything is loaded.
#[test]
fn onnx_runtime_says_what_the_reference_says() {
    let Some(folder) = library() else { return };
    // SAFETY: this is the only test of the program, so no other thread looks at its environment.
    unsafe { std::env::set_var("ORT_DYLIB_PATH", folder) };
    for case in every_layer().iter().chain(&our_nets()).chain(&katago_nets()) {
        check(case);
    }
    let ours = our_nets();
    check_threads(&ours[0]);
    for case in &ours {
        check_wrong_batches(case);
    }
}
