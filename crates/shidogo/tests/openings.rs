//! `shidogo openings` and `shidogo lab openings`, from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(words: &[&str], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(words).arg("--out").arg(out).output().unwrap()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The only line on stderr of a command that failed.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

const SMALL: [&str; 8] = ["--size", "5", "--moves", "3", "--playouts", "2", "--seed", "7"];

fn learn(player: &str, games: &str, out: &Path) -> Output {
    let words = ["openings", "learn", "--player", player, "--games", games];
    run(&[&words[..], &SMALL].concat(), out)
}

#[test]
fn players_learn_are_shown_and_meet() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    assert!(printed(&learn("ACE", "24", &whole)).contains("ACE.opening: 24 games"));
    printed(&learn("ace", "8", &parts));
    assert!(printed(&learn("ACE", "24", &parts)).contains("24 games"));
    let file = |folder: &Path| fs::read(folder.join("ACE.opening")).unwrap();
    assert_eq!(file(&whole), file(&parts), "learning on gives the same player");

    printed(&learn("A", "8", &whole));
    let path = |name: &str| whole.join(name).to_str().unwrap().to_string();
    let (svg, curve) = (path("map.svg"), path("curve.svg"));
    let shown = Command::new(env!("CARGO_BIN_EXE_shidogo"))
        .args([
            "openings",
            "show",
            &path("ACE.opening"),
            "--after",
            "C3 B2",
            "--svg",
            &svg,
            "--curve",
            &curve,
        ])
        .output()
        .unwrap();
    let text = printed(&shown);
    assert!(text.contains("lead of Black to move after C3 B2") && text.contains("X") && text.contains("O"));
    assert_eq!(fs::read_to_string(svg).unwrap().matches("<circle").count(), 2);
    assert!(fs::read_to_string(curve).unwrap().contains("<polyline"));

    let cup = folder.path().join("cup");
    let words =
        ["openings", "tournament", &path("ACE.opening"), &path("A.opening"), "random", "--games", "4"];
    let table = printed(&run(&words, &cup));
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(["ACE", "A", "random"].iter().all(|name| table.contains(name)));
    assert_eq!(fs::read_to_string(cup.join("results.jsonl")).unwrap().lines().count(), 12);
    assert_eq!(printed(&run(&words, &cup)), table, "nothing is played twice");
    let words = ["openings", "tournament", "policy", &path("A.opening"), "--games", "2"];
    let table = printed(&run(&words, &folder.path().join("policy")));
    assert!(table.contains("policy") && table.lines().count() == 3, "{table}");
    let nobody = run(&["openings", "tournament", "policy", "random"], &cup);
    assert!(complaint(&nobody).contains("no player that has learnt"));
}

#[test]
fn win_rates_can_be_predicted() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["openings", "learn", "--player", "A", "--games", "8", "--predict", "win_rate"];
    let said = printed(&run(&[&words[..], &SMALL].concat(), folder.path()));
    assert!(said.contains("% after openings"), "{said}");
    let path = folder.path().join("A.opening");
    let mut show = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    let shown = printed(&show.args(["openings", "show"]).arg(path).output().unwrap());
    assert!(shown.contains("win rate of Black to move"), "{shown}");
    // Nothing is far from even after eight games.
    let numbers = shown.split_whitespace().filter_map(|word| word.parse::<f32>().ok());
    assert!(numbers.filter(|n| (40.0..60.0).contains(n)).count() == 25, "{shown}");
}

#[test]
fn mistakes_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    assert!(complaint(&learn("BC", "8", out)).contains("'BC' names no player"));
    let learn = |more: &[&str]| run(&[&["openings", "learn", "--player", "A"], more].concat(), out);
    assert!(complaint(&learn(&["--lambda", "2"])).contains("learning.lambda must be 0 to 1"));
    let missing = complaint(&learn(&["--expert", "gnugo", "--gnugo", "no-such-gnugo"]));
    assert!(missing.contains("apt install gnugo") && missing.contains("--expert playouts"), "{missing}");
    fs::write(out.join("A.opening"), "{}").unwrap();
    assert!(complaint(&learn(&[])).contains("A.opening is no player of openings"));
    printed(&self::learn("AD", "4", out));
    let path = out.join("AD.opening");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let damaged = complaint(&self::learn("AD", "8", out));
    assert!(damaged.contains("AD.opening is damaged"), "{damaged}");
    let _lock = ledger::lock(out).unwrap();
    assert!(complaint(&self::learn("AE", "4", out)).contains("in use by another process"));
}

#[test]
fn the_papers_tables_stand_beside_ours() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["lab", "openings", "--quick", "--games", "8", "--pair-games", "2", "--seeds", "2"];
    let report = printed(&run(&[&words[..], &SMALL].concat(), folder.path()));
    assert!(report.contains("The paper: A won 71 of 100"));
    for row in ["| ADE | 56 | ", "| D | +13 ± ", "| ABCDE | "] {
        assert!(report.contains(row), "{report}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("report.md")).unwrap(), report);
    for seed in ["seed-7", "seed-8"] {
        let games = |name: &str| {
            let path = folder.path().join(seed).join(name).join("results.jsonl");
            fs::read_to_string(path).unwrap().lines().count()
        };
        assert_eq!((games("round-robin"), games("random")), (240, 32));
        let maps = fs::read_to_string(folder.path().join(seed).join("first-moves.svg")).unwrap();
        assert_eq!(maps.matches("lead after the first move").count(), 16);
    }
    assert_eq!(printed(&run(&[&words[..], &SMALL].concat(), folder.path())), report);
}
