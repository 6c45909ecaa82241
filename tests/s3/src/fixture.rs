//! A tiny run, and what tests want to know of it.

use std::time::{Duration, Instant};

use bucket::{Bucket, BucketError};
use learning::{Record, Run, RunSettings, game_store, layout};

use crate::{BUCKET, Server};

#[path = "../../../crates/learning/tests/support/copy.rs"]
mod copy;

pub use copy::Copy;

pub fn settings(generations: u32) -> RunSettings {
    let mut settings = RunSettings::preset("tiny").unwrap();
    settings.architecture = "tiny".into();
    settings.generations = generations;
    settings.games_per_generation = 60;
    settings.rating = None;
    let play = &mut settings.selfplay;
    (play.board_sizes, play.visits, play.games_per_thread, play.threads) = (vec![5], 8, 8, 1);
    // Tests tell games by their content. What branches off near the end of a game has few moves, and may be played twice.
    play.branch_prob = 0.0;
    settings
}

pub fn address() -> String {
    format!("s3://{BUCKET}/tiny")
}

/// An address with some of the environment changed.
pub fn bucket(server: &Server, address: &str, changes: &[(&str, &str)]) -> Result<Bucket, BucketError> {
    let changed = |name: &str, value: String| {
        let change = changes.iter().find(|(other, _)| *other == name);
        (name.to_string(), change.map_or(value, |(_, value)| value.to_string()))
    };
    Bucket::remote(address, server.environment().into_iter().map(|(name, value)| changed(name, value)))
}

/// The run as this process sees it.
pub fn open(server: &Server, settings: Option<RunSettings>) -> Run {
    Run::new(bucket(server, &address(), &[]).unwrap(), settings).unwrap()
}

pub fn batches(run: &Run) -> Vec<String> {
    let objects = run.bucket().list(layout::GAMES, None).unwrap();
    objects.into_iter().map(|object| object.key).collect()
}

/// What tells a game from all others: the hash of its content.
pub fn identity(game: &Record) -> String {
    game_store::pack(std::slice::from_ref(game), None).unwrap().0
}

/// The games in a batch.
pub fn games(run: &Run, batch: &str) -> Vec<Record> {
    let bytes = run.bucket().get(batch).unwrap().unwrap();
    game_store::unpack(batch, &bytes).unwrap().games
}

/// Waits for something that will surely happen; the limit is for a broken program.
pub fn until(what: &str, mut happened: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !happened() {
        assert!(begun.elapsed() < Duration::from_secs(600), "{what} does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}
