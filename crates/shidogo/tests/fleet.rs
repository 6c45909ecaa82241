//! `shidogo selfplay`, `train` and `run`, from outside, with a run in a folder.

use std::path::Path;
use std::process::{Command, Output};

use learning::{Run, RunSettings};

fn shidogo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shidogo")).args(arguments).output().unwrap()
}

fn begin(folder: &Path) -> Run {
    let mut settings = RunSettings::preset("tiny").unwrap();
    settings.architecture = "tiny".into();
    let play = &mut settings.selfplay;
    (play.visits, play.games_per_thread, play.threads) = (4, 8, 1);
    Run::open(folder, Some(settings)).unwrap()
}

#[test]
fn a_worker_plays_for_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let (at, buffer) = (folder.path().join("run"), folder.path().join("buffer"));
    let run = begin(&at);
    let (at, buffer) = (at.to_str().unwrap(), buffer.to_str().unwrap());
    let output =
        shidogo(&["selfplay", "--run", at, "--buffer", buffer, "--games", "20", "--executor", "cpu-f32"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = run.count(0).unwrap();
    assert!(count >= 20 && told.contains(&format!("{count} games finished, {count} uploaded")), "{told}");

    let output = shidogo(&["run", "status", "--run", at]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("0 of 30") && told.contains(&format!("{count} of 300")), "{told}");
}

#[test]
fn mistakes_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere").display().to_string();
    let error = |arguments: &[&str]| {
        let output = shidogo(arguments);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    };
    assert!(error(&["selfplay", "--run", &nowhere]).contains("no run yet"));
    assert!(error(&["run", "status", "--run", &nowhere]).contains("no run yet"));
    assert!(error(&["selfplay", "--run", "ftp://host/run"]).contains("s3://"));
    #[cfg(not(feature = "s3"))]
    assert!(error(&["selfplay", "--run", "s3://bucket/run"]).contains("--features s3"));
    #[cfg(not(feature = "torch"))]
    assert!(error(&["train", "--run", &nowhere, "--preset", "tiny"]).contains("--features torch"));
    assert!(error(&["train", "--run", &nowhere, "--preset", "giant"]).contains("tiny"));
    assert!(error(&["selfplay", "--run", &nowhere, "--batch-seconds", "0"]).contains("--batch-seconds"));
    begin(&folder.path().join("run"));
    assert!(!folder.path().join("nowhere").exists(), "nothing is made");
}
