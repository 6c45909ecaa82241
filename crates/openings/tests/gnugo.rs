//! GNU Go's pool with an engine that misbehaves, and with GNU Go itself where it is installed.

use std::time::Duration;

use board::{Colour, Position};
use openings::expert::{GnuGo, Unfinished};
use openings::{Expert, ExpertError, ExpertSettings, OpeningRules, Player, play};

fn games(size: usize, count: u64) -> Vec<Unfinished> {
    let start = OpeningRules { size, ..OpeningRules::default() }.start().unwrap();
    let opening = |seed| -> Position { play([Player::Random; 2], &start, 2, seed).unwrap() };
    (0..count).map(|seed| Unfinished { position: opening(seed), seed }).collect()
}

fn pool(options: &str, timeout: f64, processes: usize) -> GnuGo {
    let gnugo = format!("{} {options}", env!("CARGO_BIN_EXE_openings-fake-engine"));
    GnuGo::start(&ExpertSettings { gnugo, timeout, ..ExpertSettings::default() }, processes).unwrap()
}

#[test]
fn games_are_finished_in_order_by_any_number_of_processes() {
    let games = games(5, 7);
    let outcomes = pool("", 10.0, 1).outcomes(&games).unwrap();
    assert_eq!(outcomes.len(), 7);
    assert!(outcomes.iter().any(|lead| lead.of(Colour::Black) != outcomes[0].of(Colour::Black)));
    assert_eq!(pool("", 10.0, 3).outcomes(&games).unwrap(), outcomes);
    assert!(pool("", 10.0, 2).outcomes(&[]).unwrap().is_empty());
}

/// The engine fails in the middle of a game, and so does every one that is started after it; a game is short enough to be
/// finished by a fresh process.
#[test]
fn a_process_that_dies_or_hangs_is_started_again() {
    let games = games(4, 6);
    let expected = pool("", 10.0, 1).outcomes(&games).unwrap();
    for (fault, timeout) in [("crash", 10.0), ("hang", 1.0), ("garbage", 10.0), ("refuse-genmove", 10.0)] {
        let options = format!("--fault {fault} --at 60");
        let mut pool = pool(&options, timeout, 2);
        let outcomes = pool.outcomes(&games).unwrap();
        assert_eq!(outcomes.len(), 6, "{fault}");
        // Games that no failure interrupted have the same outcome; the first two are never interrupted.
        assert_eq!(outcomes[..2], expected[..2], "{fault}");
    }
}

#[test]
fn an_engine_that_always_fails_is_an_error_and_no_hang() {
    let games = games(4, 2);
    for (fault, words) in [("crash", "the sky is up"), ("hang", "gave no answer"), ("garbage", "Z99")] {
        let started = std::time::Instant::now();
        let error = pool(&format!("--fault {fault} --at 1"), 0.5, 2).outcomes(&games).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("failed 3 times") && text.contains(words), "{text}");
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn a_missing_program_is_told_with_what_to_do() {
    let settings = ExpertSettings { gnugo: "no-such-gnugo".into(), ..ExpertSettings::default() };
    let error = GnuGo::start(&settings, 1).err().unwrap();
    assert!(matches!(error, ExpertError::Missing(_)));
    let text = error.to_string();
    assert!(text.contains("apt install gnugo") && text.contains("--expert playouts"), "{text}");
    assert!(!text.contains('\n'));
    let gnugo = format!("{} --fault die-at-start", env!("CARGO_BIN_EXE_openings-fake-engine"));
    let error = GnuGo::start(&ExpertSettings { gnugo, ..settings }, 1).err().unwrap().to_string();
    assert!(error.starts_with("GNU Go does not start: died") && error.contains("no weights"), "{error}");
}

#[test]
fn gnu_go_itself_finishes_games() {
    let mut pool = match GnuGo::start(&ExpertSettings::default(), 2) {
        Ok(pool) => pool,
        Err(error) => return eprintln!("skipped: {error}"),
    };
    let games = games(7, 3);
    let outcomes = pool.outcomes(&games).unwrap();
    assert_eq!(pool.outcomes(&games).unwrap(), outcomes, "the same seeds");
    assert!(outcomes.iter().all(|lead| lead.of(Colour::Black).abs() <= 49.0));
}
