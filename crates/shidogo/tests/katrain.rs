//! KaTrain's own engine client analyses a game with us, and its own players that imitate people play with us.

#[path = "../../network/tests/writer/mod.rs"]
mod writer;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use writer::{Floats, Plan};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A line that is seen: the test harness would swallow `eprintln!`.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Python with KaTrain, or a plain line that says it is missing.
fn python() -> Option<PathBuf> {
    let python = repository().join("tests/.venv/bin/python");
    let has_katrain = || {
        let found = Command::new(&python).args(["-c", "import chardet, katrain"]).output();
        found.is_ok_and(|output| output.status.success())
    };
    if python.exists() && has_katrain() {
        return Some(python);
    }
    let mend = "python3 -m venv tests/.venv && tests/.venv/bin/pip install -r tests/requirements.txt && \
        tests/.venv/bin/pip install --no-deps -r tests/katrain/requirements.txt";
    let required = ["CI", "SHIDOGO_FULL_TESTS"].into_iter().any(|key| std::env::var_os(key).is_some());
    assert!(!required, "no tests/.venv with KaTrain; make it with: {mend}");
    skipped(&format!("no tests/.venv with KaTrain; make it with: {mend}"));
    None
}

fn analyse(net: Option<&Path>) {
    let Some(python) = python() else { return };
    let mut command = Command::new(python);
    command.arg(repository().join("tests/katrain/analyse_game.py"));
    command.arg(env!("CARGO_BIN_EXE_shidogo")).arg(repository().join("docs/game.sgf")).args(net);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("48 nodes analysed"), "{said}");
}

#[test]
fn katrain_analyses_a_game_with_playouts() {
    analyse(None);
}

#[test]
fn katrain_analyses_a_game_with_the_network_inside() {
    analyse(Some(&repository().join("nets/default.safetensors")));
}

#[test]
fn katrain_analyses_a_game_with_a_network_of_katagos() {
    let net = repository().join("../shared/data/katago/g170-b6c96-s175395328-d26788732.bin.gz");
    if !net.exists() {
        return skipped("no shared/data/katago with a network beside the repository");
    }
    analyse(Some(&net));
}

#[test]
fn katrains_human_players_play() {
    let Some(python) = python() else { return };
    let knows = Command::new(&python).args(["-c", "from katrain.core.constants import AI_HUMAN"]).output();
    if !knows.is_ok_and(|output| output.status.success()) {
        return skipped("this KaTrain has no player that imitates people; 1.17 does");
    }
    let folder = tempfile::tempdir().unwrap();
    let human = folder.path().join("human.bin.gz");
    let plan = Plan { ranks: true, ..Plan::of_version(15) };
    std::fs::write(&human, writer::gzip(&plan.write(Floats::Binary).bytes)).unwrap();
    let mut command = Command::new(python);
    command.arg(repository().join("tests/katrain/human_player.py")).arg(env!("CARGO_BIN_EXE_shidogo"));
    let output = command.arg(repository().join("nets/default.safetensors")).arg(&human).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("6 moves played like people"), "{said}");
}
