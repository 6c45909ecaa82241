//! A killed match is resumed.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{contest, essence, fake, run};

const GAMES: usize = 8;
const FOLDER: &str = "SHIDOGO_TEST_MATCH_FOLDER";

fn slow_match() -> arena::Match {
    contest(&fake("--slow 5"), &fake("--slow 5"), GAMES)
}

/// Not a test by itself: the match that the test below kills, in its own process.
#[test]
fn child_match() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    run(&slow_match(), folder.as_ref());
}

fn lines(folder: &std::path::Path) -> usize {
    std::fs::read_to_string(folder.join("results.jsonl")).map_or(0, |text| text.lines().count())
}

#[test]
fn a_killed_match_loses_no_finished_game() {
    let (killed, undisturbed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_match", "--nocapture"])
        .env(FOLDER, killed.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while lines(killed.path()) < 2 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    // SIGKILL: the process cannot clean up.
    child.kill().unwrap();
    child.wait().unwrap();
    let (_, before) = arena::results::read(killed.path()).unwrap();
    assert!((2..GAMES).contains(&before.len()), "{}", before.len());
    // A kill during a write leaves half a line.
    let mut results =
        std::fs::OpenOptions::new().append(true).open(killed.path().join("results.jsonl")).unwrap();
    results.write_all(br#"{"game":7,"first_col"#).unwrap();
    drop(results);

    let after = run(&slow_match(), killed.path());
    assert_eq!(after[..before.len()], before[..], "finished games stay as they were");
    let expected = run(&slow_match(), undisturbed.path());
    assert_eq!(essence(&after), essence(&expected));
    for entry in &expected {
        let read =
            |folder: &tempfile::TempDir| std::fs::read_to_string(folder.path().join(&entry.sgf)).unwrap();
        assert_eq!(read(&killed), read(&undisturbed));
    }
}

#[test]
fn other_settings_are_refused() {
    let out = tempfile::tempdir().unwrap();
    let mut small = contest(&fake(""), &fake(""), 1);
    run(&small, out.path());
    small.settings.komi = board::Komi::ZERO;
    let error = small.run(out.path(), &|_, _| {}).unwrap_err().to_string();
    assert!(error.contains("komi 0.5, not 0.0") && !error.contains('\n'), "{error}");
    // Before the first game, nothing can be mixed up.
    let fresh = tempfile::tempdir().unwrap();
    let mistyped = contest("no-such-engine", &fake(""), 1);
    assert!(mistyped.run(fresh.path(), &|_, _| {}).is_err());
    run(&contest(&fake(""), &fake(""), 1), fresh.path());
    // More games of the same match may be requested later.
    assert_eq!(run(&contest(&fake(""), &fake(""), 3), out.path()).len(), 3);
}

#[test]
fn damage_and_strangers_are_refused() {
    let out = tempfile::tempdir().unwrap();
    let small = contest(&fake(""), &fake(""), 2);
    let results = out.path().join("results.jsonl");
    run(&small, out.path());
    let text = std::fs::read_to_string(&results).unwrap();
    std::fs::write(&results, text.replacen("game", "gone", 1)).unwrap();
    assert!(small.run(out.path(), &|_, _| {}).unwrap_err().to_string().contains("line 1"));

    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("letter.txt"), "dear").unwrap();
    assert!(small.run(other.path(), &|_, _| {}).unwrap_err().to_string().contains("not empty"));
    assert!(arena::results::read(other.path()).unwrap_err().to_string().contains("no match.json"));
}

/// A line that was copied or renumbered is reported with its line and game, when resuming and when rating.
#[test]
fn repeated_and_impossible_games_are_refused() {
    let out = tempfile::tempdir().unwrap();
    let small = contest(&fake(""), &fake(""), 2);
    let results = out.path().join("results.jsonl");
    run(&small, out.path());
    let text = std::fs::read_to_string(&results).unwrap();
    let first = text.lines().next().unwrap();
    let number = arena::results::read(out.path()).unwrap().1[0].game;
    let renumbered =
        |game: &str| text.replacen(&format!("\"game\":{number},"), &format!("\"game\":{game},"), 1);
    for (damaged, expected) in [
        (
            format!("{text}{first}\n"),
            format!("line 3 is no result of a game: game {number} is in line 1 already"),
        ),
        (renumbered("0"), "line 1 is no result of a game: games are numbered from 1".into()),
        (renumbered("3"), "this match has no game 3 with that seed and those colours".into()),
        (renumbered("18446744073709551615"), "this match has no game 18446744073709551615 with".into()),
    ] {
        std::fs::write(&results, damaged).unwrap();
        let played = small.run(out.path(), &|_, _| {}).unwrap_err().to_string();
        let rated = arena::results::read(out.path()).unwrap_err().to_string();
        assert!(played.contains(&expected) && !played.contains('\n'), "{played}");
        assert!(rated.contains(&expected), "{rated}");
    }
    std::fs::write(&results, &text).unwrap();
    assert_eq!(run(&small, out.path()).len(), 2);
}

#[test]
fn two_matches_never_share_a_folder() {
    let out = tempfile::tempdir().unwrap();
    let small = contest(&fake(""), &fake(""), 1);
    let _open = ledger::Ledger::open(out.path(), &small.settings).unwrap();
    assert!(small.run(out.path(), &|_, _| {}).unwrap_err().to_string().contains("in use"));
}

/// Settings had other names once.
#[test]
fn old_matches_are_continued() {
    let out = tempfile::tempdir().unwrap();
    let small = contest(&fake(""), &fake(""), 1);
    run(&small, out.path());
    let settings = out.path().join("match.json");
    let text = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, text.replace("\"timeout\"", "\"patience\"")).unwrap();
    assert_eq!(arena::results::read(out.path()).unwrap().0, small.settings);
    assert_eq!(run(&contest(&fake(""), &fake(""), 2), out.path()).len(), 2);
}
