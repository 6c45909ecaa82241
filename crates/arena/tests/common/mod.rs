//! Matches between misbehaving engines.

#![allow(dead_code)]

use arena::results::Entry;
use arena::{Match, MatchSettings, PlayerSpec};
use board::{Komi, Rules};

/// The command line of the engine that plays random moves and fails on demand.
pub fn fake(arguments: &str) -> String {
    format!("'{}' {arguments}", env!("CARGO_BIN_EXE_arena-fake-engine"))
}

/// A match on a 5x5 board.
pub fn contest(first: &str, second: &str, games: usize) -> Match {
    let invite = |line: &str| line.parse::<PlayerSpec>().unwrap();
    let settings = MatchSettings {
        first: first.into(),
        second: second.into(),
        first_name: "A".into(),
        second_name: "B".into(),
        size: 5,
        komi: Komi::from_halves(1),
        rules: Rules::CHINESE,
        handicap: 0,
        time: None,
        openings: None,
        random_opening: 0,
        seed: 5,
        move_limit: 75,
        timeout: 20.0,
        referee: None,
        games,
    };
    let (first, second) = (invite(first), invite(second));
    let nets = partner::LoadedNetworks::default();
    Match {
        settings,
        first,
        second,
        referee: None,
        nets,
        openings: Vec::new(),
        sprt: None,
        parallel_games: 1,
        comment: None,
    }
}

pub fn run(contest: &Match, folder: &std::path::Path) -> Vec<Entry> {
    contest.run(folder, &|_, _| {}).unwrap()
}

/// The results without times, ordered by game.
pub fn essence(entries: &[Entry]) -> Vec<Entry> {
    let timeless = |e: &Entry| Entry { first_seconds: 0.0, second_seconds: 0.0, ..e.clone() };
    let mut entries: Vec<Entry> = entries.iter().map(timeless).collect();
    entries.sort_by_key(|e| e.game);
    entries
}

/// GNU Go's path, or a line that the test is skipped. With SHIDOGO_FULL_TESTS it must be there.
pub fn gnugo() -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain([std::path::PathBuf::from("/usr/games")]);
    let found = places.map(|p| p.join("gnugo")).find(|p| p.is_file());
    if found.is_none() {
        let must = ["CI", "SHIDOGO_FULL_TESTS"].iter().any(|v| std::env::var_os(v).is_some());
        assert!(!must, "gnugo is not installed");
        println!("skipped: gnugo is not installed");
    }
    found.map(|p| p.display().to_string())
}
