//! How a run is doing, from what its store lists.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use crate::game_store;
use crate::layout;
use crate::log::{self, Generation};
use crate::rating;
use crate::run::{Run, RunError};
use crate::worker::Beat;

/// Workers that have given no sign of life for longer are not counted.
const SEEN_LATELY: Duration = Duration::from_secs(300);
/// The throughput is that of this time.
const LATELY: Duration = Duration::from_secs(3600);

/// What is known of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    pub name: String,
    pub address: String,
    /// The newest; none before the first.
    pub generation: Option<u32>,
    pub generations: u32,
    /// Since the training of the newest generation began, and as many as make the next one due.
    pub new_games: u64,
    pub games_per_generation: u64,
    /// All games by what their batches say, in how many batches, and their size.
    pub games: u64,
    pub batches: u64,
    pub bytes: u64,
    /// In the last hour, or since the first if that was later.
    pub games_per_hour: f64,
    /// Batches of which something is set aside.
    pub rejected: u64,
    /// Those seen lately, with the time since.
    pub workers: Vec<(String, Beat, Duration)>,
    pub log: Vec<Generation>,
    pub elo: Vec<(u32, f64)>,
    /// How far this machine's clock is behind the store's, if it can be seen.
    pub clock_behind: Duration,
}

impl Status {
    /// Reads it. `now` is this machine's time.
    pub fn of(run: &Run, now: SystemTime) -> Result<Status, RunError> {
        let bucket = run.bucket();
        let generation = run.generations()?.pop();
        let batches = bucket.list(layout::GAMES, None)?;
        let batches: Vec<_> = batches.into_iter().filter(|o| game_store::is_name(&o.key)).collect();
        let beats = bucket.list(layout::WORKERS, None)?;
        // The store's clock may be ahead of this machine's: what is newest there has happened already.
        let newest = batches.iter().chain(&beats).map(|object| object.modified).max();
        let store_now = newest.map_or(now, |newest| newest.max(now));
        let age = |modified| store_now.duration_since(modified).unwrap_or_default();

        let mut by_generation = BTreeMap::new();
        let (mut games, mut recent, mut span) = (0, 0, Duration::ZERO);
        for batch in &batches {
            let in_batch = run.count_batch(&batch.key)?;
            games += in_batch;
            if let Some(generation) = batch.key.split('/').nth(1).and_then(|number| number.parse().ok()) {
                *by_generation.entry(generation).or_insert(0) += in_batch;
            }
            if age(batch.modified) <= LATELY {
                recent += in_batch;
                span = span.max(age(batch.modified));
            }
        }
        let mut workers = Vec::new();
        for object in beats.iter().filter(|object| age(object.modified) <= SEEN_LATELY) {
            let beat: Option<Beat> =
                bucket.get(&object.key)?.and_then(|bytes| serde_json::from_slice(&bytes).ok());
            let name = object.key.rsplit('/').next().and_then(|name| name.strip_suffix(".json"));
            if let (Some(beat), Some(name)) = (beat, name)
                && !beat.has_ended
            {
                workers.push((name.to_string(), beat, age(object.modified)));
            }
        }
        let new_games = match generation.map(|newest| run.manifest(newest)).transpose()?.flatten() {
            Some(newest) => {
                let window = run.window(newest.generation);
                by_generation.retain(|generation, _| window.contains(generation));
                newest.new_games(&by_generation)
            }
            None => 0,
        };
        let log = run.log()?;
        Ok(Status {
            name: run.settings().name.clone(),
            address: run.address().into(),
            generation,
            generations: run.settings().generations,
            new_games,
            games_per_generation: run.settings().games_per_generation,
            games,
            batches: batches.len() as u64,
            bytes: batches.iter().map(|batch| batch.bytes).sum(),
            games_per_hour: recent as f64 * 3600.0 / span.as_secs_f64().max(60.0),
            rejected: bucket.list(layout::REJECTED, None)?.len() as u64,
            workers,
            elo: rating::elo(&log),
            log,
            clock_behind: store_now.duration_since(now).unwrap_or_default(),
        })
    }

    /// The curves of the run as SVG; none before the first training.
    pub fn curves(&self) -> Option<String> {
        (!self.log.is_empty()).then(|| log::plots(&self.log, &self.elo))
    }

    pub fn evaluations_per_second(&self) -> f64 {
        // The sum of no numbers would be minus zero.
        self.workers.iter().fold(0.0, |sum, (_, beat, _)| sum + beat.evaluations_per_second)
    }
}
