//! `shidogo learn`, from outside.

use std::path::Path;
use std::process::{Command, Output};

fn learn(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.arg("learn").arg("--out").arg(out).args(more);
    command
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn mistakes_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| error(&learn(&folder.path().join("run"), more).output().unwrap());
    #[cfg(feature = "torch")]
    assert!(run(&[]).contains("no run yet"));
    assert!(run(&["--preset", "giant"]).contains("tiny"));
    assert!(run(&["--config", "/nowhere/settings.toml"]).contains("/nowhere/settings.toml"));
    let settings = folder.path().join("settings.toml");
    std::fs::write(&settings, "name = 'x'\n").unwrap();
    assert!(run(&["--config", settings.to_str().unwrap()]).contains("missing field"));
}

#[cfg(not(feature = "torch"))]
#[test]
fn without_libtorch_it_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let output = learn(folder.path(), &["--preset", "tiny"]).output().unwrap();
    assert!(error(&output).contains("--features torch"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is begun");
}

/// A folder with a settings file in it, and that file's path.
#[cfg(feature = "torch")]
fn settings(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

/// The whole loop, killed in the middle of its games and taken up again; its settings have names from before.
#[cfg(feature = "torch")]
#[test]
fn a_run_survives_a_kill() {
    use std::time::{Duration, Instant};

    const SETTINGS: &str = r#"
name = "short"
description = "for a test"
architecture = "tiny"
generations = 2
games = 150
[play]
sides = [5]
visits = 16
tables = 32
threads = 2
[train]
first_window = 1
window = 2
batch = 64
steps = 60
lead = 0.1
"#;
    let (folder, settings) = settings(SETTINGS);
    let run = folder.path().join("run");
    let files = || std::fs::read_dir(run.join("games/0000")).map_or(0, |files| files.count());
    let told = folder.path().join("stderr");
    let stderr = std::fs::File::create(&told).unwrap();
    let mut child = learn(&run, &["--config", &settings]).stderr(stderr).spawn().unwrap();
    let start = Instant::now();
    while files() == 0 && start.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // On Unix this is a kill -9.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(files() > 0);
    let notes = std::fs::read_to_string(&told).unwrap();
    assert!(notes.contains("settings.toml: train.batch is called batch_size now"), "{notes}");

    let output = learn(&run, &[]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("network 1: ") && told.contains("network 2: "), "{told}");
    let log = std::fs::read_to_string(run.join("log.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 2);
    assert_eq!(std::fs::read_dir(run.join("nets")).unwrap().count(), 3);
    assert!(std::fs::read_to_string(run.join("progress.svg")).unwrap().contains("<polyline"));
    // Done: nothing more to do.
    let output = learn(&run, &[]).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
}

/// A small network learns what another says.
#[cfg(feature = "torch")]
#[test]
fn a_teacher_is_learnt_from() {
    const SETTINGS: &str = r#"
name = "student"
description = "for a test"
architecture = "tiny"
generations = 1
games_per_generation = 40
[selfplay]
board_sizes = [5, 7]
games_per_thread = 16
[selfplay.distillation]
min_temperature = 0.8
max_temperature = 1.2
max_random_move_prob = 0.1
[train]
initial_window = 1
window = 2
batch_size = 64
steps = 40
lead_loss_weight = 0.1
frozen_batch_norm_share = 0.5
grad_clip_norm = 5.0
"#;
    let (folder, settings) = settings(SETTINGS);
    let run = folder.path().join("run");
    let text = error(&learn(&run, &["--config", &settings]).output().unwrap());
    assert!(text.contains("--teacher"), "{text}");
    let first = std::fs::read_dir(run.join("nets")).unwrap().next().unwrap().unwrap().path();
    let text = error(&learn(&run, &["--teacher", "/nowhere/net.bin.gz"]).output().unwrap());
    assert!(text.contains("/nowhere/net.bin.gz"), "{text}");
    let output = learn(&run, &["--teacher", first.to_str().unwrap()]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.starts_with("network 1: "), "{told}");
    let net = std::fs::read_dir(run.join("nets")).unwrap().count();
    assert_eq!(net, 2);
}

/// The whole loop in a minute: games, training, the next network. The last one beats the first.
#[cfg(feature = "torch")]
#[test]
fn networks_get_better() {
    const SETTINGS: &str = r#"
name = "minute"
description = "for a test"
architecture = "b2c32"
generations = 4
games_per_generation = 200
[rating]
games = 40
visits = 16
lookback = 4
[selfplay]
board_sizes = [5]
visits = 30
temperature_moves = 6
games_per_thread = 64
threads = 2
[train]
initial_window = 2
window = 4
batch_size = 64
steps = 250
learning_rate = 0.02
ownership_loss_weight = 0.2
lead_loss_weight = 0.1
"#;
    let (folder, settings) = settings(SETTINGS);
    let run = folder.path().join("run");
    let output = learn(&run, &["--config", &settings]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("Elo"), "{told}");
    let log = std::fs::read_to_string(run.join("log.jsonl")).unwrap();
    let last: serde_json::Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    let met = last["ratings"].as_array().unwrap();
    let first = met.iter().find(|met| met["generation"] == 0).unwrap();
    assert!(first["won"].as_u64().unwrap() >= 32, "network 4 against network 0: {first}");
    let plots = std::fs::read_to_string(run.join("progress.svg")).unwrap();
    assert!(plots.contains("Elo") && plots.contains("Fair komi"));
}
