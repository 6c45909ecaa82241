//! ONNX Runtime as an executor agrees with the reference executor.

mod cases;
mod executors;
mod nets;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use cases::{Case, every_layer, katago_nets, our_nets};
use executors::{check, check_threads, check_wrong_batches};
use nn::{ExecutorKind, Executors};

/// The folder of the library in tests/.venv, or a line that says it is missing.
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

fn executors(case: &Case) -> Executors {
    let executors = Executors::new(ExecutorKind::Onnx, case.network.graph.clone()).unwrap();
    assert!(executors.describe().starts_with("ONNX Runtime 1."), "{}", executors.describe());
    executors
}

/// The path of the library must be set before the program starts, so the test runs itself again.
#[test]
fn onnx_runtime_says_what_the_reference_says() {
    let Some(folder) = library() else { return };
    if std::env::var_os("ORT_DYLIB_PATH").is_none() {
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "onnx_runtime_says_what_the_reference_says", "--nocapture"]);
        assert!(again.env("ORT_DYLIB_PATH", folder).status().unwrap().success());
        return;
    }
    for case in every_layer().iter().chain(&our_nets()).chain(&katago_nets()) {
        check(case, executors(case).make().unwrap().as_mut(), 1e-4);
    }
    let ours = our_nets();
    let shared = executors(&ours[0]);
    check_threads(&ours[0], || shared.make().unwrap());
    for case in &ours {
        check_wrong_batches(case, executors(case).make().unwrap().as_mut());
    }
}
