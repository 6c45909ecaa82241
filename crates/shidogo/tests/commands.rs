//! The command line from outside: what the small commands print, and how mistakes are told.

use std::process::{Command, Output, Stdio};

fn shidogo(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(line.split_whitespace()).stdin(Stdio::null()).output().unwrap()
}

/// What a command that succeeds prints.
fn said(line: &str) -> String {
    let output = shidogo(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn perft_prints_depth_and_nodes() {
    let shallow = "0 1\n1 10\n2 91\n3 738\n4 5281\n5 33384\n";
    assert_eq!(said("perft --size 3 --depth 6"), format!("{shallow}6 179712\n"));
    assert_eq!(said("perft --size 3 --depth 6 --suicide"), format!("{shallow}6 180768\n"));
}

#[test]
fn playouts_are_counted_as_json() {
    for kind in ["", "--guided"] {
        let line = format!("bench playouts --size 5 --threads 2 --seconds 0.2 {kind} --json");
        let found: serde_json::Value = serde_json::from_str(&said(&line)).unwrap();
        assert!(found["playouts_per_second"].as_f64().unwrap() > 100.0, "{found}");
    }
}

/// The contract that other programs read.
#[test]
fn fights_are_told_as_json_and_drawn() {
    let line = "fights ../../docs/positions/two-races.sgf --playouts 10000 --threads 1 --seed 3";
    let found: serde_json::Value = serde_json::from_str(&said(&format!("{line} --json"))).unwrap();
    let list = |value: &serde_json::Value| value.as_array().unwrap().clone();
    let clusters = list(&found["clusters"]);
    assert!(clusters.len() >= 3, "{clusters:?}");
    let number = |value: &serde_json::Value, name: &str| value[name].as_f64().unwrap();
    assert!((clusters.iter().map(|c| number(c, "weight")).sum::<f64>() - 1.0).abs() < 0.01);
    for cluster in &clusters {
        let [low, mode, high] = ["low", "mode", "high"].map(|name| number(cluster, name));
        assert!(low <= mode && mode <= high, "{cluster}");
        assert_eq!((low * 2.0).rem_euclid(2.0), 1.0, "komi is included: {cluster}");
    }
    let fights = list(&found["fights"]);
    assert_eq!(fights.len(), 2, "{fights:?}");
    for (place, fight) in ["M12", "B2"].iter().map(|place| {
        let there = |fight: &&serde_json::Value| list(&fight["points"]).contains(&(*place).into());
        (place, fights.iter().find(there).unwrap())
    }) {
        assert!(number(fight, "worth") > 25.0, "{place}: {fight}");
        for name in ["black_chains", "white_chains", "sequence"] {
            assert!(!list(&fight[name]).is_empty(), "{place}, {name}: {fight}");
        }
        let readings = list(&fight["readings"]);
        assert_eq!(readings.iter().map(|r| r["first"].as_str().unwrap()).collect::<String>(), "BW");
        assert!(
            number(&readings[0], "black_wins") > number(&readings[1], "black_wins"),
            "{place}: {readings:?}"
        );
        for side in ["black", "white"] {
            assert!(!list(&fight["separates"][side]).is_empty(), "{place}: {fight}");
            let critical = list(&found["criticality"][side]);
            assert_eq!(critical.len(), clusters.len());
            assert!(critical.iter().any(|c| number(c, place).abs() > 0.2), "{place}");
        }
    }
    assert!(found["after_reading"]["first"].as_u64().unwrap() < 2, "{}", found["after_reading"]);
    let unread: serde_json::Value = serde_json::from_str(&said(&format!("{line} --json --read 0"))).unwrap();
    assert!(unread["after_reading"].is_null() && unread["fights"][0]["readings"].is_null());
    assert!(said(&format!("{line} --json")) == said(&format!("{line} --json")), "one thread and one seed");
    let with_network = said("fights ../../docs/positions/two-races.sgf --net default --playouts 60 --json");
    let found: serde_json::Value = serde_json::from_str(&with_network).unwrap();
    assert_eq!(found["playouts"], 60);
    assert!(number(&found["network"]["ownership"], "H6") < -0.5, "the right half is White's");
    assert!(found["network"]["disagreements"].is_array());
    let picture = said(&format!("{line} --svg"));
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert!(said(&format!("{line} --html")).contains("<h2>What decides it</h2>"));
    assert!(said(line).contains("Fight 2: worth"));
}

#[test]
fn the_signature_is_one_number_and_stays_the_same() {
    let signature = said("bench signature");
    assert!(u64::from_str_radix(signature.trim_end(), 16).is_ok(), "{signature}");
    assert_eq!(said("bench signature"), signature);
}

#[test]
fn wrong_use_is_one_line_and_two() {
    for line in [
        "page --listen nowhere",
        "page --data Cargo.toml/games",
        "bench",
        "checkers",
        "perft",
        "perft --size 1 --depth 2",
        "perft --size 20 --depth 2",
        "perft --size three --depth 2",
        "perft --size 3 --depth -2",
        "bench playouts --size 9 --threads 0 --seconds 1",
        "bench playouts --size 9 --threads 1 --seconds never",
        "bench humans --net default --games ../people/tests/data/good.jsonl",
        "bench humans --net no/such/net.safetensors --games ../people/tests/data/good.jsonl",
        "bench ranks --net default --games ../people/tests/data/good.jsonl",
        "rank ../../docs/game.sgf --net default",
        "fights",
        "fights no/such/game.sgf",
        "fights Cargo.toml",
        "fights ../../docs/positions/two-races.sgf --move 1",
        "fights ../../docs/positions/two-races.sgf --playouts 0",
        "fights ../../docs/positions/two-races.sgf --threads 0",
        "fights ../../docs/positions/two-races.sgf --json --svg",
        "fights ../../docs/positions/two-races.sgf --every 100",
        "fights ../../docs/positions/two-races.sgf --net no/such/net.bin.gz",
        "review",
        "review no/such/game.sgf",
        "review Cargo.toml",
        "review ../../docs/game.sgf --net no/such/net.bin.gz",
        "review ../../docs/game.sgf --preset network",
        "review ../../docs/game.sgf --visits 0",
        "gtp --preset unheard-of",
        "gtp --config no/such/file.toml",
        "gtp --threads 0",
        "gtp --net no/such/net.bin.gz",
        "gtp --net Cargo.toml",
        "gtp --preset network",
        "gtp --preset playout --net Cargo.toml",
        "gtp --executor abacus",
        "analysis --net no/such/net.bin.gz",
        "analysis -model no/such/net.bin.gz",
        "analysis -config no/such/file.cfg",
        "analysis -override-config maxVisits",
        "analysis -override-config maxVisits=few",
        "analysis -analysis-threads 0",
        "analysis --visits 0",
        "match --games 2 --size 5 --out no/such --first net:no/such.gz --second preset:playout",
        "match --games 2 --size 5 --out no/such --first preset:playout --second net:no/default",
        "regress no/such.tst --player net:no/default",
        "net",
        "net info --net no/such/net.bin.gz",
        "net info --net Cargo.toml",
        "net convert --net Cargo.toml --precision f16 --out .",
        "net export --net Cargo.toml --onnx no/such/net.onnx",
        "net export --net no/such/net.bin.gz",
        "net new --architecture unheard-of --out .",
        "net new --architecture no/such.toml --out .",
        "net new --architecture tiny --out no/such/folder",
        "net new --architecture tiny --out no/such/folder/net.safetensors",
        "net new --architecture tiny --sizes 20 --out .",
        "net new --architecture tiny --name a/b --out .",
        "gtp --memory-mb 15",
        "--memory-mb much page",
        "net new --architecture paper-4x128 --sizes 7,9 --out .",
    ] {
        let output = shidogo(line);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.starts_with("shidogo: ") && error.lines().count() == 1, "{line}: {error}");
        assert!(error.len() < 200 && error.matches("--help").count() <= 1, "{line}: {error}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn help_goes_to_stdout() {
    for line in [
        "--help",
        "gtp --help",
        "analysis --help",
        "match --help",
        "bench playouts --help",
        "bench humans --help",
        "bench ranks --help",
        "rank --help",
        "net --help",
        "net new --help",
        "net export --help",
    ] {
        assert!(said(line).contains("Usage: shidogo"), "{line}");
    }
    assert!(said("--version").starts_with("shidogo "));
    for job in ["gtp", "analysis", "page", "review", "match", "fights", "lab", "learn", "regress"] {
        assert!(said(&format!("{job} --help")).contains("--memory-mb"), "{job}");
    }
}
