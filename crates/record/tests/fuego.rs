//! The records of Fuego's regression suite load, at every move number its tests ask for.

use std::io::Write;
use std::path::{Path, PathBuf};

use record::game::Reader;
use record::sgf::{Collection, Limits};

fn suite() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/fuego-regression");
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

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

#[test]
fn every_record_loads_whole() {
    let Some(suite) = suite() else { return };
    let records = files(&suite.join("sgf"));
    assert!(!records.is_empty());
    for path in records {
        let replay =
            Reader::default().load(&path, None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(replay.warnings, [], "{}", path.display());
        replay.game.position().board().check().unwrap();
        let file = Collection::load(&path, &Limits::default()).unwrap();
        assert_eq!(
            Collection::read(file.to_sgf().as_bytes()).unwrap().trees,
            file.trees,
            "{}",
            path.display()
        );
        assert!(!file.charset.damaged);
    }
}

#[test]
fn every_loadsgf_of_the_suite_works() {
    let Some(suite) = suite() else { return };
    let scripts = files(&suite).into_iter().filter(|p| p.extension().is_some_and(|e| e == "tst"));
    let mut loaded = 0;
    for script in scripts {
        for line in std::fs::read_to_string(&script).unwrap().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ["loadsgf", file, rest @ ..] = words.as_slice() else { continue };
            let number: Option<usize> = rest.first().map(|n| n.parse().unwrap());
            let replay =
                Reader::default().load(&suite.join(file), number).unwrap_or_else(|e| panic!("{line}: {e}"));
            if let Some(number) = number {
                let played = replay.moves_before + replay.game.moves().len();
                assert_eq!(played, number - 1, "{line}");
            }
            loaded += 1;
        }
    }
    assert!(loaded > 0);
}
