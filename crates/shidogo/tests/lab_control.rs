//! `shidogo lab position-control` and `endgame-control`, from outside.

use std::path::{Path, PathBuf};
use std::process::Command;

use board::{Colour, Move};
use record::game::Reader;
use serde_json::Value;

fn shidogo(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(words);
    command
}

fn printed(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn position_control(out: &Path, games: &str, more: &[&str]) -> String {
    let mut command = shidogo(&["lab", "position-control", "--quick", "--size", "5", "--visits", "6"]);
    command.args(["--player", "naive", "--player", "abc25", "--opponent", "beginner", "--threads", "2"]);
    command.args(["--games", games, "--out"]).arg(out).args(more);
    printed(command)
}

/// What the records of a match say, without any of the program's measurements.
#[derive(Default, Debug)]
struct Records {
    wins: u64,
    losses: u64,
    margins: Vec<f64>,
    moves: u64,
    distances: Vec<f64>,
}

fn lines(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn read_records(folder: &Path, name: &str) -> Records {
    let mut found = Records::default();
    for line in lines(folder) {
        let path = folder.join(line["sgf"].as_str().unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        let colour = if text.contains(&format!("PB[{name}]")) { Colour::Black } else { Colour::White };
        let (_, result) = text.split_once("RE[").unwrap();
        let (winner, margin) = result.split_once(']').unwrap().0.split_once('+').unwrap();
        match winner.starts_with(if colour == Colour::Black { 'B' } else { 'W' }) {
            true => found.wins += 1,
            false => found.losses += 1,
        }
        found.margins.extend(margin.parse::<f64>());
        let game = Reader::default().load(&path, None).unwrap().game;
        let mut last = Move::Pass;
        for (number, (mover, mv)) in (1..).zip(game.moves()) {
            if let (true, Move::Play(p)) = (*mover == colour, *mv) {
                found.moves += 1;
                if let (true, Move::Play(q)) = (number <= 60, last) {
                    let (x, y) = (p.x() as f64 - q.x() as f64, p.y() as f64 - q.y() as f64);
                    found.distances.push((x * x + y * y).sqrt());
                }
            }
            last = *mv;
        }
    }
    found
}

fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

#[test]
fn figures_are_those_of_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("control");
    let report = position_control(&out, "4", &[]);
    assert_eq!(std::fs::read_to_string(out.join("report.md")).unwrap(), report);
    assert!(report.contains("| abc25 | 4 |") && report.contains("| 0.48 ± 0.04 |"), "{report}");
    let json = std::fs::read_to_string(out.join("report.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let players = json["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    for player in players {
        let name = player["player"].as_str().unwrap();
        let records = read_records(&out.join("5x5/beginner").join(name), name);
        assert_eq!(player["tally"]["wins"], records.wins, "{records:?}");
        assert_eq!(player["tally"]["losses"], records.losses);
        close(&player["opponents_score"]["value"], records.losses as f64 / 4.0);
        assert_eq!(player["margins"]["counted"], records.margins.len());
        let policy = &player["policies"][0]["player"];
        assert_eq!(policy["moves"], records.moves);
        close(&policy["distance"], records.distances.iter().sum::<f64>() / records.distances.len() as f64);
        assert!(policy["geometric_mean_policy"].as_f64() < policy["mean_policy"].as_f64());
    }

    // The records say which rule chose a move; the opponent's moves have no comment.
    let record = std::fs::read_to_string(out.join("5x5/beginner/naive/game-00001.sgf")).unwrap();
    assert!(record.contains("chosen nearest-even") && record.contains("win rate"), "{record}");
    // Games end in any order.
    let games = lines(&out.join("5x5/beginner/naive"));
    let own_moves = games.iter().find(|game| game["game"] == 1).unwrap()["first_moves"].as_u64().unwrap();
    assert_eq!(
        record.matches("visits").count() as u64,
        own_moves + record.matches(" visits,").count() as u64
    );

    // More games later: those that were played stay. Nothing is played again.
    let results = out.join("5x5/beginner/abc25/results.jsonl");
    let before = std::fs::read_to_string(&results).unwrap();
    let more: Value = serde_json::from_str(&position_control(&out, "6", &["--json"])).unwrap();
    let after = std::fs::read_to_string(&results).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == 6);
    let tally = &more["players"][1]["tally"];
    assert_eq!(tally["wins"].as_u64().unwrap() + tally["losses"].as_u64().unwrap(), 6);
    position_control(&out, "6", &[]);
    assert_eq!(std::fs::read_to_string(&results).unwrap(), after);
}

#[test]
fn endgames_are_found_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("endgames");
    let lab = |out: &Path, more: &[&str]| {
        let mut command = shidogo(&["lab", "endgame-control", "--quick", "--visits", "6", "--games", "2"]);
        command.args(["--player", "endgame", "--gamma", "2", "--gamma", "5", "--opponent", "beginner"]);
        command.args(["--threads", "2", "--out"]).arg(out).args(more);
        printed(command)
    };
    let report = lab(&out, &["--number", "1", "--maker", "level:5k"]);
    assert!(report.contains("from 1 position\n") && report.contains("| endgame, γ = 2 | 2 |"), "{report}");
    let positions = std::fs::read_to_string(out.join("9x9/positions.txt")).unwrap();
    let opening = positions.split_whitespace().count();
    assert!(positions.lines().count() == 1 && opening > 10, "{positions}");
    for line in lines(&out.join("9x9/beginner/endgame-5")) {
        let number = |key: &str| line[key].as_u64().unwrap();
        assert_eq!(number("moves") - number("first_moves") - number("second_moves"), opening as u64);
    }
    // The file of positions can be used again, and gives the same games.
    let again = folder.path().join("again");
    let file: PathBuf = out.join("9x9/positions.txt");
    assert_eq!(lab(&again, &["--positions", file.to_str().unwrap()]), report);
}

#[test]
fn mistakes_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("no");
    let mistake = |experiment: &str, more: &[&str]| {
        let output = shidogo(&["lab", experiment, "--out"]).arg(&out).args(more).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        // What runs a network may have been told before.
        assert_eq!(text.lines().filter(|line| line.starts_with("shidogo: ")).count(), 1, "{text}");
        text.lines().last().unwrap().to_string()
    };
    let whole = |more: &[&str]| mistake("position-control", more);
    assert!(whole(&["--player", "wild"]).contains("use normal, naive, a15, abc25, abc35, gentle, close"));
    assert!(whole(&["--player", "a15", "--player", "a15"]).contains("--player a15 is given twice"));
    assert!(whole(&["--player", "preset:wild"]).contains("there is no preset 'wild'"));
    let twice = ["--opponent", "level:5k", "--opponent", "level: 5k"];
    assert!(whole(&twice).contains("--opponent level: 5k is given twice"));
    assert!(whole(&["--opponent", "level:31k"]).contains("--opponent"));
    assert!(whole(&["--size", "1"]).contains("--size 1 is not a board"));
    assert!(whole(&["--games", "0"]).contains("--games"));
    assert!(whole(&["--komi", "7.25"]).contains("--komi"));
    assert!(whole(&["--policy-net", "no/such.bin.gz"]).contains("--policy-net"));
    let endgames = |more: &[&str]| mistake("endgame-control", more);
    assert!(endgames(&["--gamma", "1"]).contains("controlGamma: use a number above 1"));
    assert!(endgames(&["--positions", "no/such.txt"]).contains("--positions no/such.txt"));
    assert!(endgames(&["--maker", "level:0k"]).contains("--maker"));
    assert!(endgames(&["--number", "0"]).contains("--number"));
    assert!(!out.exists(), "nothing is begun");
}
