//! `shidogo selfplay`, `train` and `run`, from outside, with a run in a folder.

#[cfg(unix)]
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
#[cfg(unix)]
use std::process::{Child, ChildStderr, Stdio};
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::{Duration, Instant};

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

/// A worker that would upload its first batch in an hour, once it has finished games; and the rest of what it tells.
#[cfg(unix)]
fn playing(run: &str, buffer: &str) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_shidogo"))
        .args([
            "selfplay",
            "--run",
            run,
            "--buffer",
            buffer,
            "--executor",
            "cpu-f32",
            "--batch-seconds",
            "3600",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(worker.stderr.take().unwrap()).lines();
    let has_games = |line: std::io::Result<String>| line.unwrap().contains(" games, ");
    assert!(lines.by_ref().any(has_games), "it ends before it has finished a game");
    (worker, lines)
}

/// Sends SIGTERM, and waits. Returns what it tells on stdout.
#[cfg(unix)]
fn terminate(worker: Child) -> String {
    let told = Command::new("kill").args(["-TERM", &worker.id().to_string()]).status().unwrap();
    assert!(told.success());
    let told = Instant::now();
    let output = worker.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    // It ends within 8.5 s; a busy machine may add to that.
    assert!(told.elapsed() < Duration::from_secs(30), "who sends SIGTERM does not wait for ever");
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn who_is_terminated_uploads_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let (at, buffer) = (folder.path().join("run"), folder.path().join("buffer"));
    let run = begin(&at);
    run.newest().unwrap();
    let (worker, lines) = playing(at.to_str().unwrap(), buffer.to_str().unwrap());
    assert_eq!(run.count(0).unwrap(), 0);
    let told = terminate(worker);
    let count = run.count(0).unwrap();
    assert!(count > 0 && told.contains(&format!("{count} games finished, {count} uploaded")), "{told}");
    // One batch, and a second one if a game ended while the threads did.
    let lines: Vec<String> = lines.map(Result::unwrap).collect();
    for batch in run.batches(0).unwrap() {
        assert!(lines.iter().any(|line| line.ends_with(&format!("stored {batch}"))), "{batch}: {lines:?}");
    }
}

/// What cannot be uploaded waits for the next worker.
#[cfg(unix)]
#[test]
fn who_is_terminated_while_the_store_is_away_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let (at, buffer) = (folder.path().join("run"), folder.path().join("buffer"));
    let run = begin(&at);
    run.newest().unwrap();
    // A folder that cannot be written to, not even by root.
    std::fs::write(at.join("games"), "").unwrap();
    let (run_at, buffer) = (at.to_str().unwrap(), buffer.to_str().unwrap());
    let (worker, lines) = playing(run_at, buffer);
    let told = terminate(worker);
    assert!(told.contains(" 0 uploaded"), "{told}");
    let left: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(left.iter().any(|line| line.contains("cannot be reached")), "{left:?}");
    assert!(left.last().unwrap().contains("they wait in"), "{left:?}");
    let finished: u64 = told.split(' ').nth(1).unwrap().parse().unwrap();

    std::fs::remove_file(at.join("games")).unwrap();
    let output =
        shidogo(&["selfplay", "--run", run_at, "--buffer", buffer, "--games", "1", "--executor", "cpu-f32"]);
    let told = String::from_utf8(output.stdout).unwrap();
    let more: u64 = told.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(finished > 0 && told.contains(&format!("{} uploaded", finished + more)), "{told}");
    assert_eq!(run.count(0).unwrap(), finished + more);
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
