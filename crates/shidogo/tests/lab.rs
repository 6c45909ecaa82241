//! `shidogo lab`, from outside.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn shidogo(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(words);
    command
}

fn net(folder: &Path, architecture: &str, seed: &str) -> PathBuf {
    let out = folder.to_str().unwrap();
    let output = shidogo(&["net", "new", "--architecture", architecture, "--seed", seed, "--out", out])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    PathBuf::from(String::from_utf8(output.stdout).unwrap().trim())
}

/// Two small random networks, and how to have them play.
struct Nets {
    folder: tempfile::TempDir,
    strong: String,
    weak: String,
}

impl Nets {
    fn new() -> Nets {
        let folder = tempfile::tempdir().unwrap();
        let strong = format!("S1={}", net(folder.path(), "tiny", "1").display());
        let weak = format!("W3={}", net(folder.path(), "tiny", "2").display());
        Nets { folder, strong, weak }
    }

    fn lab(&self, experiment: &str, out: &str, more: &[&str]) -> Command {
        let mut command = shidogo(&["lab", experiment, "--strong", &self.strong, "--weak", &self.weak]);
        command.args(["--quick", "--size", "5", "--executor", "cpu-f32", "--out"]);
        command.arg(self.folder.path().join(out)).args(more);
        command
    }

    fn read(&self, out: &str, file: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(out).join(file)).unwrap_or_default()
    }

    fn sorted(&self, out: &str) -> Vec<String> {
        let mut lines: Vec<String> = self.read(out, "results.jsonl").lines().map(String::from).collect();
        lines.sort();
        lines
    }
}

fn succeeded(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn without_a_name_it_lists_the_experiments() {
    let list = succeeded(shidogo(&["lab"]).output().unwrap());
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let sai = ["sai-komi", "sai-handicap", "sai-agents", "sai-recovery"];
    let control = ["position-control", "endgame-control", "styles"];
    assert_eq!(names, [&sai[..], &control[..], &["openings"]].concat());
}

#[test]
fn an_experiment_survives_a_kill() {
    let nets = Nets::new();
    let report = succeeded(nets.lab("sai-komi", "whole", &[]).output().unwrap());
    assert!(report.trim().ends_with("report.md"));
    let mut child = nets.lab("sai-komi", "torn", &["--games", "40"]).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while nets.read("torn", "results.jsonl").lines().count() < 3 && start.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    // On Unix this is a kill -9.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(nets.read("torn", "results.jsonl").lines().count() >= 3);
    let path = nets.folder.path().join("torn/results.jsonl");
    let text = nets.read("torn", "results.jsonl");
    std::fs::write(&path, format!("{text}{{\"pairing\":\"S1 as wh")).unwrap();
    // The first game of every pairing was begun first, and is the same in both.
    succeeded(nets.lab("sai-komi", "torn", &[]).output().unwrap());
    let (whole, torn) = (nets.sorted("whole"), nets.sorted("torn"));
    assert_eq!(whole.len(), 20);
    assert!(whole.iter().all(|line| torn.contains(line)), "{whole:?}\n{torn:?}");
    let report = nets.read("whole", "report.md");
    assert!(report.contains("| S1 | W3 | Black |") && report.contains("20 played, 0 to go"), "{report}");
    assert!(nets.read("whole", "figure-3.svg").contains("<circle"));
}

#[test]
fn table_one_has_its_rows() {
    let nets = Nets::new();
    succeeded(nets.lab("sai-agents", "out", &["--threads", "2", "--visits", "6"]).output().unwrap());
    let report = nets.read("out", "report.md");
    let table = report.split("## ").find(|part| part.starts_with("Table 1")).unwrap();
    let rows: Vec<&str> =
        table.lines().filter(|l| l.starts_with("| 0.5 |") || l.starts_with("| 0.7 |")).collect();
    assert_eq!(rows.len(), 32);
    assert!(rows.iter().all(|row| row.split('|').nth(6).unwrap().trim() == "1"), "{table}");
    assert!(nets.read("out", "figure-5.svg").contains("(1,\u{a0}0.75)"));
    let figure = nets.read("out", "figure-6.svg");
    // In two lines, where there are that many, and broken outside of the brackets.
    assert!(figure.contains(">(0.5,\u{a0}0)</text>") && figure.contains(">&gt;0.7</text>"));
    let section = |title: &str| report.split("## ").find(|part| part.starts_with(title)).unwrap().lines();
    let agents =
        |title: &str| section(title).filter(|l| l.starts_with("| (0") || l.starts_with("| (1")).count();
    assert_eq!((agents("Agents against"), agents("Thresholds")), (9, 10));
}

#[test]
fn mistakes_are_one_line() {
    let nets = Nets::new();
    let told = |command: &mut Command| {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    };
    let mistake = |more: &[&str]| told(&mut nets.lab("sai-agents", "no", more));
    assert!(mistake(&["--agent", "0.5,0.75"]).contains("lambda must not be less than mu"));
    assert!(mistake(&["--agent", "greedy"]).contains("use two numbers"));
    assert!(mistake(&["--agent", "2,0"]).contains("from 0 to 1"));
    assert!(mistake(&["--threshold", "1.5"]).contains("threshold"));
    assert!(mistake(&["--weak", "no/such.safetensors"]).contains("--weak: no/such.safetensors"));
    assert!(mistake(&["--games", "0"]).contains("--games"));
    assert!(mistake(&["--threads", "0"]).contains("--threads"));
    assert!(mistake(&["--visits", "1"]).contains("--visits"));
    assert!(mistake(&["--komi", "7.25"]).contains("--komi"));
    assert!(mistake(&["--resign", "0.9"]).contains("--resign"));
    let fixed = net(nets.folder.path(), "paper-7x7", "1");
    let fixed = format!("P={}", fixed.display());
    assert!(mistake(&["--weak", &fixed]).contains("P knows boards of 49 points only"));
    let same = nets.strong.clone();
    assert!(mistake(&["--weak", &same]).contains("two networks are called S1"));
    assert!(!nets.folder.path().join("no").exists(), "nothing is begun");
    let out = nets.folder.path().to_str().unwrap();
    let alone = |experiment| shidogo(&["lab", experiment, "--strong", &nets.strong, "--quick", "--out", out]);
    assert!(told(&mut alone("sai-recovery")).contains("--weak is missing"));
    assert!(told(&mut alone("sai-komi")).contains("is not empty"));
    assert!(told(&mut shidogo(&["lab", "sai-chess"])).contains("sai-chess"));
    assert!(told(&mut shidogo(&["lab", "sai-komi"])).contains("--strong"));
}

#[test]
fn characters_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("styles");
    let lab = |games: &str| {
        let words = ["lab", "styles", "--quick", "--size", "5", "--games", games, "--visits", "2"];
        let mut command = shidogo(&words);
        command.args(["--character", "centre", "--character", "edge", "--out"]).arg(&out);
        succeeded(command.output().unwrap())
    };
    let report = lab("4");
    let first = std::fs::read_to_string(out.join("5x5/centre/results.jsonl")).unwrap();
    assert_eq!(first.lines().count(), 4);
    assert!(report.contains("| centre | 4 |") && report.contains("not enough games"), "{report}");
    // More games later: those that were played stay.
    let report = lab("10");
    let all = std::fs::read_to_string(out.join("5x5/centre/results.jsonl")).unwrap();
    assert!(all.starts_with(&first) && all.lines().count() == 10);
    assert!(report.contains("Named from 5 unseen games") && report.contains(" of 6 right"), "{report}");
    assert_eq!(std::fs::read_to_string(out.join("report.md")).unwrap(), report);
    let mistake = |more: &[&str]| {
        let mut words = vec!["lab", "styles", "--out", "no/such"];
        words.extend(more);
        let output = shidogo(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(mistake(&["--character", "wild"]).contains("use one of centre, edge"));
    assert!(mistake(&["--size", "1"]).contains("--size 1 is not a board"));
    assert!(mistake(&["--player", "gnugo --mode gtp"]).contains("--player must be one of our own"));
}
