//! Human networks from outside: how well they predict moves, and what rank they see.

use std::process::Command;

fn shidogo(arguments: &[&str]) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_shidogo")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A human network that has learnt nothing.
fn network() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("human.safetensors").display().to_string();
    let made = Command::new(env!("CARGO_BIN_EXE_shidogo"))
        .args(["net", "new", "--architecture", "human", "--out", &path])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    (folder, path)
}

const GAMES: &str = "../people/tests/data/good.jsonl";

/// The contract that other programs read.
#[test]
fn agreement_is_told_band_by_band() {
    let (_folder, net) = network();
    let found = shidogo(&["bench", "humans", "--net", &net, "--games", GAMES, "--json"]);
    let bands = found["bands"].as_array().unwrap();
    let keys = |band: &serde_json::Value| {
        (
            band["source"].as_str().unwrap().to_string(),
            band["board"].as_u64().unwrap(),
            band["band"].as_str().unwrap().to_string(),
            band["moves"].as_u64().unwrap(),
        )
    };
    let expected = [
        ("ogs", 5, "30-25k", 2),
        ("ogs", 9, "14-10k", 7),
        ("kgs", 19, "9-5k", 3),
        ("kgs", 19, "1-3d", 3),
        ("other", 5, "30-25k", 3),
    ];
    let expected = expected.map(|(source, board, band, moves)| (source.into(), board, band.into(), moves));
    assert_eq!(bands.iter().map(keys).collect::<Vec<_>>(), expected);
    for band in bands {
        for name in ["nll", "nll_rank_up", "nll_rank_down", "default_nll"] {
            assert!((0.0..21.0).contains(&band[name].as_f64().unwrap()), "{name}: {band}");
        }
        for name in ["first", "default_first"] {
            assert!((0.0..=1.0).contains(&band[name].as_f64().unwrap()), "{name}: {band}");
        }
    }
}

#[test]
fn a_player_is_found_by_name() {
    let (_folder, net) = network();
    let game = "../people/tests/data/sgf/kgs.sgf";
    let found = shidogo(&["rank", game, "--net", &net, "--player", "Ada", "--json"]);
    let players = found["players"].as_array().unwrap();
    assert_eq!(players.len(), 1);
    assert_eq!((players[0]["name"].as_str(), players[0]["games"].as_u64()), (Some("Ada"), Some(1)));
    // One move is too little.
    assert!(players[0]["rank"].is_null());
}

/// Whom somebody plays with and who wins counts, but never what a record says of their own rank.
#[test]
fn results_against_known_opponents_count() {
    let game = std::fs::read_to_string("../../docs/game.sgf").unwrap();
    let (_, moves) = game.split_once(";B[").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rank = |information: &str, flags: &[&str]| {
        let path = folder.path().join("game.sgf");
        let record = format!("(;FF[4]GM[1]SZ[9]KM[7.5]PB[Ada]PW[Ben]{information};B[{moves}");
        std::fs::write(&path, record).unwrap();
        let path = path.to_str().unwrap();
        let found = shidogo(&[&["rank", path, "--player", "Ada", "--json"], flags].concat());
        let player = &found["players"][0];
        (player["steps"].as_f64().unwrap(), player["results"].as_u64().unwrap())
    };
    let (plain, none) = rank("RE[B+R]", &[]);
    assert_eq!(none, 0, "the opponent's rank is not known");
    assert_eq!(rank("BR[9d]RE[B+R]", &[]), (plain, 0));
    assert_eq!(rank("WR[?]RE[B+R]", &[]), (plain, 0));
    assert_eq!(rank("WR[5k]", &[]), (plain, 0));
    assert_eq!(rank("WR[5k]RE[B+R]", &["--moves-only"]), (plain, 0));
    let [won, lost, weaker, strong] =
        ["WR[5k]RE[B+R]", "WR[5k]RE[W+R]", "WR[15k]RE[B+R]", "BR[30k]WR[5k]RE[B+R]"].map(|i| rank(i, &[]));
    assert_eq!((won.1, lost.1), (1, 1));
    assert!(won.0 > lost.0 + 0.5 && won.0 > weaker.0 + 1.0, "{won:?} {lost:?} {weaker:?}");
    assert_eq!(won, strong);
}

/// A teacher has a folder of records, and one of them is broken.
#[test]
fn a_folder_of_records_is_looked_through() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("club");
    std::fs::create_dir(&inner).unwrap();
    std::fs::copy("../../docs/game.sgf", inner.join("game.sgf")).unwrap();
    std::fs::write(folder.path().join("broken.sgf"), "no record").unwrap();
    std::fs::write(folder.path().join("seven.sgf"), "(;GM[1]SZ[7];B[aa])").unwrap();
    let rank = |path: &std::path::Path| {
        Command::new(env!("CARGO_BIN_EXE_shidogo")).args(["rank", "--json"]).arg(path).output().unwrap()
    };
    let output = rank(folder.path());
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let games: Vec<_> =
        found["players"].as_array().unwrap().iter().map(|one| one["games"].as_u64()).collect();
    assert_eq!(games, [Some(1), Some(1)]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("left out")
            && said.contains("broken.sgf")
            && said.contains("seven.sgf: ranks are not known"),
        "{said}"
    );
    // By itself, a broken record is an error.
    let alone = rank(&folder.path().join("broken.sgf"));
    assert_eq!((alone.status.code(), alone.stdout.len()), (Some(2), 0));
}
