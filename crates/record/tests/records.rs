//! Records load whole and are written back as they were, at every move number that a suite asks for: our own, and
//! Fuego's regression suite where it is at hand.

use std::io::Write;
use std::path::{Path, PathBuf};

use record::game::Reader;
use record::sgf::{Collection, Limits};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fuego() -> Option<PathBuf> {
    let folder = repository().join("../shared/data/fuego-regression");
    if !folder.is_dir() {
        // Not eprintln!, which the test harness would swallow.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no folder shared/data/fuego-regression beside the repository"
        );
        return None;
    }
    Some(folder)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

/// How many records there were.
fn load_all(folder: &Path) -> usize {
    let records = files(folder, "sgf");
    for path in &records {
        let replay = Reader::default().load(path, None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(replay.warnings, [], "{}", path.display());
        replay.game.position().board().check().unwrap();
        let file = Collection::load(path, &Limits::default()).unwrap();
        let again = Collection::read(file.to_sgf().as_bytes()).unwrap();
        assert_eq!(again.trees, file.trees, "{}", path.display());
        assert!(!file.charset.damaged);
    }
    records.len()
}

/// How many times a script of the folder loads a record.
fn run_all_loads(folder: &Path) -> usize {
    let mut loaded = 0;
    for script in files(folder, "tst") {
        for line in std::fs::read_to_string(&script).unwrap().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ["loadsgf", file, rest @ ..] = words.as_slice() else { continue };
            let number: Option<usize> = rest.first().map(|n| n.parse().unwrap());
            let replay =
                Reader::default().load(&folder.join(file), number).unwrap_or_else(|e| panic!("{line}: {e}"));
            if let Some(number) = number {
                let played = replay.moves_before + replay.game.moves().len();
                assert_eq!(played, number - 1, "{line}");
            }
            loaded += 1;
        }
    }
    loaded
}

#[test]
fn our_records_load_whole() {
    assert!(load_all(&repository().join("docs")) >= 27);
}

#[test]
fn every_load_of_our_suites_works() {
    assert!(run_all_loads(&repository().join("crates/arena/tests/suites")) >= 5);
}

#[test]
fn fuegos_records_load_whole() {
    let Some(fuego) = fuego() else { return };
    assert!(load_all(&fuego.join("sgf")) > 0);
}

#[test]
fn every_load_of_fuegos_suites_works() {
    let Some(fuego) = fuego() else { return };
    assert!(run_all_loads(&fuego) > 0);
}
