//! Players with networks, from outside: a small random network plays, analyses and is refused where it must be.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn shidogo(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What a command that succeeds says on stdout and on stderr.
fn said(arguments: &[&str], input: &str) -> (String, String) {
    let output = shidogo(arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{arguments:?}: {err}");
    (out, err)
}

fn random_net(folder: &Path, architecture: &str) -> PathBuf {
    let out = folder.to_str().unwrap();
    let (path, _) = said(&["net", "new", "--architecture", architecture, "--seed", "1", "--out", out], "");
    path.trim().into()
}

#[test]
fn a_network_plays_over_gtp_and_says_what_runs_it() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path(), "tiny");
    let line = ["gtp", "--net", net.to_str().unwrap(), "--visits", "8", "--executor", "cpu-f32"];
    let (out, err) = said(&line, "boardsize 5\nkata-raw-nn 0\ngenmove b\nquit\n");
    assert!(out.contains("= symmetry 0\nwhiteWin 0.") && out.contains("\npolicyPass 0."), "{out}");
    assert_eq!(out.matches("= ").count(), 2, "{out}");
    let told: Vec<&str> = err.lines().collect();
    assert!(told.len() == 2 && told[0].starts_with("tiny: ") && told[1].starts_with("GTP ready"), "{err}");
}

#[test]
fn a_network_for_one_size_begins_on_it_and_refuses_others() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path(), "paper-4x128");
    let line = ["gtp", "--net", net.to_str().unwrap(), "--visits", "2"];
    let (out, _) = said(&line, "genmove b\nboardsize 9\nboardsize 13\nquit\n");
    let answers: Vec<&str> = out.split("\n\n").collect();
    assert!(answers[0].starts_with("= ") && answers[1] == "=", "{out}");
    assert_eq!(answers[2], "? unacceptable size: the network does not know it");
    let line = ["analysis", "--net", net.to_str().unwrap(), "--visits", "2"];
    let query = r#"{"id":"a","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[]}"#;
    let (out, _) = said(&line, query);
    assert!(out.contains(r#""field":"boardXSize""#) && out.lines().count() == 1, "{out}");
    let (player, games) = (format!("net:{}", net.display()), folder.path().join("match"));
    let line =
        ["match", "--first", "preset:playout", "--second", &player, "--games", "1", "--size", "13", "--out"];
    let output = shidogo(&[&line[..], &[games.to_str().unwrap()]].concat(), "");
    let err = String::from_utf8(output.stderr).unwrap();
    let last = "shidogo: --second: the network cannot play on a 13x13 board";
    assert!(!output.status.success() && err.lines().last() == Some(last) && !games.exists(), "{err}");
}

#[test]
fn both_players_of_a_match_share_one_network() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path(), "tiny");
    let out = folder.path().join("match");
    let player = |visits: u32| format!("net:{},visits:{visits},executor:cpu-f32", net.display());
    let (first, second) = (player(8), player(4));
    let line =
        ["match", "--first", &first, "--second", &second, "--games", "2", "--size", "5", "--json", "--out"];
    let (report, err) = said(&[&line[..], &[out.to_str().unwrap()]].concat(), "");
    assert_eq!(err.matches("tiny: ").count(), 1, "{err}");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["games"], 2, "{report}");
}

#[test]
fn suites_run_with_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path(), "tiny");
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/suites/captures.tst");
    let player = format!("net:{},visits:4", net.display());
    let (out, _) = said(&["regress", suite.to_str().unwrap(), "--player", &player, "--json"], "");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(report["total"]["tests"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn katagos_command_line_is_understood() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path(), "tiny");
    let config = folder.path().join("analysis.cfg");
    std::fs::write(&config, "logDir = logs\nmaxVisits = 500\nreportAnalysisWinratesAs = BLACK\n").unwrap();
    let line = [
        "analysis",
        "-model",
        net.to_str().unwrap(),
        "-log-file",
        "l.txt",
        "-config",
        config.to_str().unwrap(),
        "-analysis-threads",
        "2",
        "-override-config",
        "maxVisits=5,homeDataDir=x",
    ];
    let query =
        r#"{"id":"a","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[],"includePolicy":true}"#;
    let (out, err) = said(&line, query);
    let result: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(result["rootInfo"]["visits"], 5);
    assert_eq!(result["policy"].as_array().unwrap().len(), 26);
    assert!(err.contains("-log-file has no effect here"), "{err}");
    assert!(err.contains("not used here: homeDataDir, logDir"), "{err}");
}
