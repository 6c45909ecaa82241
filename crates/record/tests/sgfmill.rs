//! We read files written by sgfmill correctly, and sgfmill reads ours correctly.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use board::{Board, Colour, Game, Komi, Move, Rules, Size};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use record::game::{Info, Reader, to_tree};
use record::sgf::{Collection, NodeId, Tree, Value, name};
use serde_json::json;

const SEED: u64 = 20_260;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Python with sgfmill, or a line that says it is missing.
fn python() -> Option<PathBuf> {
    let python = repository().join("tests/.venv/bin/python");
    if python.exists() {
        return Some(python);
    }
    let mend = "python3 -m venv tests/.venv && tests/.venv/bin/pip install -r tests/requirements.txt";
    let required = ["CI", "SHIDOGO_FULL_TESTS"].into_iter().any(|key| std::env::var_os(key).is_some());
    assert!(!required, "no tests/.venv with sgfmill; make it with: {mend}");
    // Not eprintln!, which the test harness would swallow.
    let _ = writeln!(std::io::stderr(), "skipped: no tests/.venv with sgfmill; make it with: {mend}");
    None
}

fn exchange(python: &Path, arguments: &[&str]) {
    let script = repository().join("tests/sgf/exchange.py");
    let output = Command::new(python).arg(script).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "exchange.py {arguments:?}:\n{said}");
}

/// The same form as in `exchange.py`.
fn sketch(tree: &Tree) -> serde_json::Value {
    let order: Vec<NodeId> = tree.walk().collect();
    let place: std::collections::HashMap<NodeId, usize> = (0..).zip(&order).map(|(i, id)| (*id, i)).collect();
    let nodes: Vec<_> = order
        .iter()
        .map(|id| {
            let node = tree.node(*id);
            let properties: serde_json::Map<_, _> = node
                .properties()
                .iter()
                .map(|p| (p.name().to_string(), p.values().iter().map(Value::raw).collect()))
                .collect();
            json!({
                "parent": tree.parent(*id).map_or(-1, |p| place[&p] as i64),
                "properties": properties,
                "comment": node.text(name::C),
                "name": node.simple_text(name::N),
            })
        })
        .collect();
    json!({ "nodes": nodes, "game": sketch_game(tree) })
}

fn sketch_game(tree: &Tree) -> serde_json::Value {
    let replay = Reader { komi: Some(Komi::ZERO), ..Reader::default() }.main_line(tree).unwrap();
    let game = replay.game;
    let letter = |c: Colour| c.letter().to_ascii_lowercase();
    let stones = |board: &Board| {
        let mut stones: Vec<_> = board.all_stones().map(|(c, p)| (letter(c), (p.y(), p.x()))).collect();
        stones.sort();
        stones
    };
    let moves: Vec<_> =
        game.moves().iter().map(|(c, m)| (letter(*c), m.point().map(|p| (p.y(), p.x())))).collect();
    json!({
        "size": game.size().width(),
        "komi": game.start().komi().points(),
        "moves": moves,
        "setup": stones(game.start().board()),
        "end": stones(game.position().board()),
    })
}

#[test]
fn we_read_what_sgfmill_writes() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    exchange(&python, &["write", folder.path().to_str().unwrap(), &SEED.to_string()]);
    let (mut compared, mut games) = (0, 0);
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "sgf") {
            continue;
        }
        let file = Collection::read(&std::fs::read(&path).unwrap()).unwrap();
        let text = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let expected: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut found = sketch(&file.trees[0]);
        if expected["game"].is_null() {
            // sgfmill does not support setup stones during a game.
            found["game"] = serde_json::Value::Null;
        } else {
            games += 1;
        }
        assert_eq!(found, expected, "{}", path.display());
        compared += 1;
    }
    assert_eq!(compared, 60);
    assert!(games >= 30, "only {games} games");
}

#[test]
fn sgfmill_reads_what_we_write() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    for number in 0..60 {
        let tree = if number % 2 == 0 { random_tree(&mut rng) } else { random_game(&mut rng) };
        let path = folder.path().join(number.to_string());
        std::fs::write(path.with_extension("sgf"), tree.to_sgf()).unwrap();
        std::fs::write(path.with_extension("json"), sketch(&tree).to_string()).unwrap();
    }
    exchange(&python, &["check", folder.path().to_str().unwrap()]);
}

fn random_text(rng: &mut impl Rng) -> String {
    let letters: Vec<char> = "ab ]\\:[();\n\r\t'\"é囲碁🙂".chars().collect();
    (0..rng.random_range(0..12)).filter_map(|_| letters.choose(rng)).collect()
}

/// Any properties on any nodes, in any shape, but no moves.
fn random_tree(rng: &mut impl Rng) -> Tree {
    let mut tree = Tree::new();
    let mut nodes = vec![tree.root()];
    for _ in 0..rng.random_range(0..40) {
        let recent = &nodes[nodes.len().saturating_sub(5)..];
        let parent = recent.choose(rng).copied().unwrap_or(tree.root());
        nodes.push(tree.add_child(parent));
    }
    for id in nodes {
        let node = tree.node_mut(id);
        if rng.random_bool(0.5) {
            node.set_text(name::C, &random_text(rng));
        }
        if rng.random_bool(0.3) {
            node.set_simple_text(name::N, &random_text(rng));
        }
        if rng.random_bool(0.3) {
            let labels: Vec<Value> = (0..3).map(|_| Value::composed("aa", &random_text(rng))).collect();
            node.set(name::LB, labels);
        }
        if rng.random_bool(0.3) {
            let raw = ["\\]\\\\ any\\:thing [", "", "soft\\\nbreak", "a\r\nb"];
            node.set("XYZZY".parse().unwrap(), raw.map(|r| Value::from_raw(r).unwrap()));
        }
    }
    let root = tree.root();
    tree.node_mut(root).set_simple_text(name::SZ, "19");
    tree
}

fn random_game(rng: &mut impl Rng) -> Tree {
    let size = Size::square(*[5, 9, 13, 19].choose(rng).unwrap()).unwrap();
    let komi = Komi::from_halves(rng.random_range(-3..16));
    let mut game = Game::new(size, *[Rules::CHINESE, Rules::AGA, Rules::JAPANESE].choose(rng).unwrap(), komi);
    if rng.random_bool(0.3) {
        let points: Vec<_> = size.iter().filter(|p| (p.x() + 2 * p.y()) % 7 == 3).take(4).collect();
        assert!(game.place_handicap(&points));
    }
    for _ in 0..rng.random_range(0..2 * size.points()) {
        let mover = game.position().to_move();
        let colour = if rng.random_bool(0.9) { mover } else { mover.other() };
        let points: Vec<_> = game.position().board().empty_points().collect();
        let choice = points.choose(rng).filter(|_| rng.random_bool(0.95));
        let _ = game.play(colour, choice.map_or(Move::Pass, |p| Move::Play(*p)));
    }
    let info = Info { comments: [(0, random_text(rng))].into(), ..Info::default() };
    to_tree(&game, &info)
}
