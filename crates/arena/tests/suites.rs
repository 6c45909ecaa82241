//! Regression suites against well-behaved and misbehaving engines.

mod common;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use arena::regression::{Counts, Outcome, Report, Suite, run};
use common::{fake, gnugo};

const LIMIT: Duration = Duration::from_secs(30);

fn suite(text: &str) -> Suite {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.tst");
    std::fs::write(&file, text).unwrap();
    Suite::load(&file).unwrap()
}

fn report(text: &str, engine: &str) -> Report {
    let mut seen = 0;
    let report = run(&suite(text), engine, LIMIT, &mut |_| seen += 1).unwrap();
    assert_eq!(seen, report.tests.len());
    report
}

fn outcomes(report: &Report) -> Vec<(u64, Outcome)> {
    report.tests.iter().map(|t| (t.id, t.outcome)).collect()
}

#[test]
fn every_outcome_is_told_apart() {
    let text = "boardsize 5\nclear_board\n\
        10 echo A1\n#? [A1|B2]\n20 echo C3\n#? [A1]\n30 echo C3\n#? [A1]*\n40 echo a1\n#? [A1]*\n\
        50 echo D4\n#? [!A1|B2]\n60 echo x\n#? [y]&\n70 dance\n#? [.*]\n";
    let report = report(text, &fake(""));
    use Outcome::*;
    let expected =
        [(10, Pass), (20, Fail), (30, ExpectedFail), (40, UnexpectedPass), (50, Pass), (60, Ignored)];
    assert_eq!(outcomes(&report), [&expected[..], &[(70, Fail)]].concat());
    assert_eq!(report.tests[6].answer, "? unknown command");
    let counts = Counts { tests: 7, pass: 2, fail: 2, expected_fail: 1, unexpected_pass: 1, ignored: 1 };
    assert_eq!((report.counts, Counts::sum(std::slice::from_ref(&report))), (counts, counts));
    assert!(report.troubles.is_empty(), "{:?}", report.troubles);
}

#[test]
fn a_game_that_cannot_be_loaded_fails_its_tests_only() {
    let text = "boardsize 5\nloadsgf gone.sgf 3\n10 reg_genmove b\n#? [[A-E][1-5]]\n\
        clear_board\n20 reg_genmove b\n#? [[A-E][1-5]]\n";
    let report = report(text, &fake(""));
    assert_eq!(outcomes(&report), [(10, Outcome::Fail), (20, Outcome::Pass)]);
    assert!(report.troubles.len() == 1 && report.troubles[0].contains("loadsgf"), "{:?}", report.troubles);
}

#[test]
fn an_engine_that_dies_comes_back_without_its_board() {
    let text = "boardsize 5\n10 reg_genmove b\n#? [[A-E][1-5]]\n20 reg_genmove b\n#? [[A-E][1-5]]\n\
        30 reg_genmove w\n#? [pass]\nboardsize 5\n40 reg_genmove b\n#? [[A-E][1-5]]\n";
    let report = report(text, &fake("--fault crash --at 2"));
    use Outcome::*;
    assert_eq!(outcomes(&report), [(10, Pass), (20, Fail), (30, Fail), (40, Pass)]);
    assert!(report.tests[1].answer.contains("the sky is up"));
}

#[test]
fn a_file_without_tests_is_a_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.tst");
    assert!(Suite::load(&file).is_err());
    std::fs::write(&file, "boardsize 9\n").unwrap();
    assert!(Suite::load(&file).unwrap_err().to_string().contains("has no tests"));
}

#[test]
fn gnugo_sees_the_capture() {
    let Some(gnugo) = gnugo() else { return };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites/captures.tst");
    let report =
        run(&Suite::load(&file).unwrap(), &format!("{gnugo} --mode gtp --level 1"), LIMIT, &mut |_| {});
    let report = report.unwrap();
    use Outcome::*;
    assert_eq!(outcomes(&report), [(10, Pass), (20, Pass), (30, ExpectedFail)], "{report:?}");
}

/// Every suite of a folder, and the number of its tests; the records they load exist.
fn suites_of(folder: &Path) -> (usize, usize) {
    let files = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path());
    let suites: Vec<Suite> = files
        .filter(|f| f.extension().is_some_and(|e| e == "tst"))
        .map(|f| Suite::load(&f).unwrap())
        .collect();
    for step in suites.iter().flat_map(|s| &s.steps).filter(|s| s.command.starts_with("loadsgf")) {
        let file = step.command.split_whitespace().nth(1).unwrap();
        assert!(folder.join(file).is_file(), "{file}");
    }
    (suites.len(), suites.iter().map(Suite::tests).sum())
}

#[test]
fn our_suites_are_read() {
    assert_eq!(suites_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites")), (2, 12));
}

#[test]
fn fuegos_suites_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/fuego-regression");
    if !folder.is_dir() {
        // Written past the test runner, which would hide it.
        let _ = writeln!(std::io::stderr(), "skipped: ../shared/data/fuego-regression is missing");
        return;
    }
    assert_eq!(suites_of(&folder), (6, 178));
}
