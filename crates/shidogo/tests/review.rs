//! `shidogo review` from outside: what it writes, and what it says.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use record::sgf::Collection;

fn review(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/game.sgf");
    command.arg("review").arg(game).args(arguments.split_whitespace());
    command.current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn a_record_and_a_page_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = review(folder.path(), "--visits 10 --fights 40 --out a/b");
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    assert!(said.contains("24 moves") && said.contains("points lost per move"), "{said}");
    assert!(told.contains("50%") && told.contains("game-reviewed.sgf"), "{told}");
    let sgf = std::fs::read(folder.path().join("a/b/game-reviewed.sgf")).unwrap();
    let tree = &Collection::read(&sgf).unwrap().trees[0];
    assert_eq!(tree.main_line().len(), 48);
    let page = std::fs::read_to_string(folder.path().join("a/b/game-review.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg class=\"course\""));
}

#[test]
fn programs_read_json_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = review(folder.path(), "--visits 5 --fights 0 --threads 1 --json");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["positions"].as_array().unwrap().len(), 48);
    assert_eq!(found["game"]["moves"][0], serde_json::json!(["black", "E5"]));
    assert_eq!(found["fights"], serde_json::json!([]));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_rank_says_what_to_look_at_first() {
    let folder = tempfile::tempdir().unwrap();
    let output = review(folder.path(), "--visits 10 --fights 0 --rank 12k --out a");
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    let first = said.find("Look at these first:").unwrap_or_else(|| panic!("{said}"));
    let others = said.find("The other mistakes that mattered:").unwrap_or(said.len());
    let shown: Vec<&str> = said[first..others].lines().skip(1).collect();
    assert!(!shown.is_empty() && shown.len() <= 4, "two for each player at most: {said}");
    assert!(shown.iter().all(|line| line.trim().starts_with("Move ")), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("a").join(name)).unwrap();
    assert!(read("game-review.html").contains("<h2>Look at these first</h2>"));
    assert!(read("game-reviewed.sgf").contains("Look at these first:"));
    let output = review(folder.path(), "--rank 31k");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("30k to 1k or 1d to 9d"), "{told}");
}
