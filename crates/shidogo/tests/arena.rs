//! Matches, ratings and regression suites from the command line.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn shidogo(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(words).stdin(Stdio::null());
    command
}

fn output(words: &[&str]) -> Output {
    shidogo(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs a command that must succeed, and reads the one JSON object it prints.
fn json(words: &[&str]) -> Value {
    let done = output(words);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout).lines().count(), 1);
    serde_json::from_slice(&done.stdout).unwrap()
}

const A: &str = "preset:playout,visits:20,threads:1";
const B: &str = "preset:playout,visits:5,threads:1";

fn words<'a>(out: &'a str, games: &'a str) -> Vec<&'a str> {
    vec![
        "match", "--first", A, "--second", B, "--games", games, "--size", "5", "--komi", "0.5", "--seed",
        "3", "--out", out, "--json",
    ]
}

fn folder() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match").display().to_string();
    (folder, path)
}

/// The results, without the time they took.
fn results(out: &str) -> Vec<Value> {
    let file = std::fs::read_to_string(Path::new(out).join("results.jsonl")).unwrap_or_default();
    let mut games: Vec<Value> = file.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for game in &mut games {
        game["first_seconds"] = Value::Null;
        game["second_seconds"] = Value::Null;
    }
    games
}

#[test]
fn a_match_is_played_rated_and_taken_up_again() {
    let (_keep, out) = folder();
    let first = json(&words(&out, "2"));
    let sum = |v: &Value| {
        ["first_wins", "second_wins", "draws"].iter().map(|k| v[k].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!((sum(&first), &first["adjudicated"]), (2, &Value::from(0)));
    let games = results(&out);
    // Nothing is left to play, and nothing is played.
    assert_eq!(json(&words(&out, "2")), first);
    // More games are added to those there.
    assert_eq!(sum(&json(&words(&out, "4"))), 4);
    assert_eq!(results(&out)[..2], games[..]);

    let ratings = json(&["rate", &out, "--json"]);
    assert_eq!((ratings["games"].as_u64(), ratings["players"].as_array().unwrap().len()), (Some(4), 2));
    let table = output(&["rate", &out]);
    assert!(text(&table.stdout).contains(A), "{}", text(&table.stdout));

    let mut other = words(&out, "4");
    other[10] = "7.5";
    let refused = output(&other);
    let message = text(&refused.stderr);
    assert_eq!((refused.status.code(), message.lines().count()), (Some(2), 1), "{message}");
    assert!(message.contains("komi 0.5, not 7.5"), "{message}");
}

/// Somebody who plays at random is less like people than a level is, and throws stones away where nobody would.
#[test]
fn moves_are_compared_with_those_of_people() {
    let (_keep, out) = folder();
    let played = json(&[
        "match",
        "--first",
        "level:10k",
        "--second",
        "beginner,attention:0",
        "--games",
        "1",
        "--size",
        "7",
        "--komi",
        "0.5",
        "--seed",
        "3",
        "--out",
        &out,
        "--people",
        "10k",
        "--json",
    ]);
    let [like, unlike] = [0, 1].map(|player| &played["likeness"][player]);
    assert!(like["nll"].as_f64().unwrap() + 0.5 < unlike["nll"].as_f64().unwrap(), "{played}");
    let rare = |player: &Value| player["rare"].as_f64().unwrap() / player["moves"].as_f64().unwrap();
    assert!(rare(like) < rare(unlike), "{played}");
    let losses = unlike["rare_and_large"].as_array().unwrap();
    assert!(losses.iter().all(|loss| loss["points"].as_f64().unwrap() > 6.0), "{played}");
    assert!(losses.len() as f64 <= unlike["rare"].as_f64().unwrap() && !losses.is_empty(), "{played}");
}

#[test]
fn a_killed_match_goes_on_as_if_nothing_had_been() {
    let ((_a, killed), (_b, undisturbed)) = (folder(), folder());
    let mut child =
        shidogo(&words(&killed, "6")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while results(&killed).is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    // SIGKILL on Unix.
    child.kill().unwrap();
    child.wait().unwrap();
    let before = results(&killed);
    assert!(!before.is_empty());
    let whole = |out: &str| {
        let mut summary = json(&words(out, "6"));
        summary["first_seconds_per_move"] = Value::Null;
        summary["second_seconds_per_move"] = Value::Null;
        summary
    };
    assert_eq!(whole(&killed), whole(&undisturbed));
    assert_eq!(results(&killed), results(&undisturbed));
    assert_eq!(results(&killed)[..before.len()], before[..]);
}

#[test]
fn suites_run_through_our_own_front_end() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/suites/captures.tst");
    let suite = suite.display().to_string();
    let report = json(&["regress", &suite, "--player", "preset:playout,visits:200,threads:1", "--json"]);
    let counts = &report["suites"][0]["counts"];
    assert_eq!((counts["tests"].as_u64(), counts["expected_fail"].as_u64()), (Some(3), Some(1)), "{report}");
    assert_eq!(report["suites"][0]["troubles"].as_array().map(Vec::len), Some(0), "{report}");
    assert_eq!(&report["total"], counts);
    let table = output(&["regress", &suite, "-v", "--player", "preset:playout,visits:200,threads:1"]);
    assert!(text(&table.stdout).contains("captures"), "{}", text(&table.stdout));
    assert!(text(&table.stderr).contains("XFAIL captures 30"), "{}", text(&table.stderr));
}

#[test]
fn wrong_use_is_one_line() {
    let check = |words: &[&str], expected: &str| {
        let done = output(words);
        let message = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{words:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{words:?}: {message}");
        assert!(message.contains(expected), "{words:?}: {message}");
        assert!(done.stdout.is_empty());
    };
    let (_keep, out) = folder();
    let play = |more: &[&str], expected: &str| {
        let mut all = vec!["match", "--out", out.as_str()];
        all.extend(more);
        check(&all, expected);
    };
    check(&["match"], "--first");
    play(&["--first", A, "--second", "no-such-engine", "--games", "1"], "could not start 'no-such-engine'");
    play(&["--first", A, "--second", "preset:nobody", "--games", "1"], "no preset 'nobody'");
    play(&["--first", "preset:x,speed:3", "--second", B, "--games", "1"], "'speed:3'");
    play(&["--first", A, "--second", B, "--games", "0"], "--games must be at least 1");
    play(&["--first", A, "--second", B, "--games", "1", "--size", "20"], "--size 20");
    play(&["--first", A, "--second", B, "--games", "1", "--komi", "1.2"], "--komi");
    play(&["--first", A, "--second", B, "--games", "1", "--rules", "chess"], "--rules");
    play(&["--first", A, "--second", B, "--games", "1", "--sprt", "5", "0"], "--sprt");
    play(&["--first", A, "--second", B, "--games", "1", "--openings", "gone.sgf"], "gone.sgf");
    play(&["--first", A, "--second", B, "--games", "1", "--time", "0"], "--time");
    check(&["rate"], "DIR");
    check(&["rate", "no-such-folder"], "no-such-folder");
    check(&["regress"], "FILE.tst");
    check(&["regress", "gone.tst"], "gone.tst");
}
