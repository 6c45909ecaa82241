//! A worker of a fleet: it follows the newest network, plays, and stores finished games. It has no state that matters.

mod courier;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use network::Network;
use nn::ExecutorKind;
use serde::{Deserialize, Serialize};

use crate::game_store;
use crate::generations::{Players, players};
use crate::layout;
use crate::manifest::Manifest;
use crate::observer::GenerationError;
use crate::outbox::Outbox;
use crate::patience::{Patience, random};
use crate::record::Record;
use crate::run::{Run, RunError};
use crate::selfplay::{Progress, SelfPlay};
use courier::Courier;

/// How a worker works.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerSettings {
    /// Of this worker alone.
    pub name: String,
    /// Finished games are stored this often, in one batch.
    pub batch_interval: Duration,
    /// The next network is asked for this often.
    pub poll_interval: Duration,
    /// A sign of life is stored this often.
    pub beat_interval: Duration,
    /// Where batches wait while the store is away, and how many bytes of them at most.
    pub buffer: PathBuf,
    pub buffer_bytes: usize,
    /// Once it is told to end, batches are stored for this long.
    pub grace: Duration,
    /// It ends after this many games.
    pub games: Option<u64>,
    /// Instead of those of the run.
    pub threads: Option<usize>,
    pub games_per_thread: Option<usize>,
}

/// A sign of life.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Beat {
    /// Whose games it plays now.
    pub generation: u32,
    /// Since it began.
    pub games: u64,
    pub seconds: f64,
    pub evaluations_per_second: f64,
    /// Games that wait to be stored.
    pub waiting: u64,
    /// It was told to end: this is its last sign.
    #[serde(default)]
    pub has_ended: bool,
}

/// What happens, for those who watch.
#[derive(Debug)]
pub enum WorkerEvent<'a> {
    /// What runs the network, in words.
    Begins {
        executor: &'a str,
        left: u64,
    },
    Follows {
        generation: u32,
    },
    Plays(&'a Beat),
    /// Games have ended. They are told before they are in any batch: what is stored was told.
    Finishes(&'a [Record]),
    /// A batch of games is in the store.
    Stores {
        key: &'a str,
    },
    /// The store does not take or give something now; it will be tried again.
    Waits {
        error: &'a RunError,
        wait: Duration,
        waiting: u64,
    },
    /// The store is there again.
    Recovers,
    /// The buffer is full: no games are played until the store is there again.
    Full,
}

/// What a worker has done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkerReport {
    pub finished: u64,
    pub stored: u64,
    /// Games that could not be stored, and where they wait for the next worker.
    pub left: u64,
    pub folder: PathBuf,
}

#[derive(thiserror::Error, Debug)]
pub enum WorkerError {
    #[error(transparent)]
    Generation(#[from] GenerationError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{}: {error}", path.display())]
    Buffer { path: PathBuf, error: io::Error },
}

/// Plays until it is told to stop.
pub fn work(
    run: &Run,
    settings: &WorkerSettings,
    teacher: Option<&Network>,
    kind: ExecutorKind,
    stop: &AtomicBool,
    tell: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<WorkerReport, WorkerError> {
    if run.settings().human.is_some() {
        return Err(GenerationError::Human.into());
    }
    let path = || settings.buffer.clone();
    let outbox = Outbox::open(&settings.buffer, settings.buffer_bytes)
        .map_err(|error| WorkerError::Buffer { path: path(), error })?;
    let first = run.newest_manifest()?;
    let ready = (first.generation, players(run, teacher, kind, &first)?);
    let (player, _) = &ready.1;
    tell(WorkerEvent::Begins { executor: &player.executors().describe(), left: outbox.games() });
    let courier = Courier::new(run, settings, outbox, first, tell);
    let played = std::thread::scope(|scope| {
        let carrying = scope.spawn(|| courier.carry());
        let played = play(run, settings, (teacher, kind, ready), stop, &courier, tell);
        let saved = courier.end();
        let carried = carrying.join().unwrap_or(Err(io::Error::other("a thread died")));
        (played, saved.and(carried))
    });
    let (played, carried) = played;
    carried.map_err(|error| WorkerError::Buffer { path: path(), error })?;
    let finished = played?;
    courier.failure().map_or(Ok(()), Err)?;
    let (stored, left) = courier.counts();
    Ok(WorkerReport { finished, stored, left, folder: path() })
}

fn play(
    run: &Run,
    settings: &WorkerSettings,
    (teacher, kind, ready): (Option<&Network>, ExecutorKind, (u32, Players)),
    stop: &AtomicBool,
    courier: &Courier,
    tell: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<u64, GenerationError> {
    let begun = Instant::now();
    let mut play = run.settings().selfplay.clone();
    play.threads = settings.threads.unwrap_or(play.threads);
    play.games_per_thread = settings.games_per_thread.unwrap_or(play.games_per_thread);
    // Every worker plays other games, and other ones each time it begins.
    play.seed = random();
    let mut selfplay = SelfPlay::with_objective(play, run.settings().objective)?;
    let (mut finished, mut ready) = (0, Some(ready));
    let is_done = |finished: u64| {
        stop.load(Ordering::Relaxed)
            || courier.has_failed()
            || settings.games.is_some_and(|games| finished >= games)
    };
    while !is_done(finished) {
        let manifest = courier.newest();
        let generation = manifest.generation;
        let wait =
            |error: &RunError, wait| tell(WorkerEvent::Waits { error, wait, waiting: courier.counts().1 });
        let (player, student) = match ready.take().filter(|(of, _)| *of == generation) {
            Some((_, players)) => players,
            None => loop {
                match players(run, teacher, kind, &manifest) {
                    Err(GenerationError::Run(error)) if error.may_pass() && !is_done(finished) => {
                        let mut first = Some(error);
                        Patience::Endless.retry(|| first.take().map_or(Ok(()), Err), wait)?;
                    }
                    players => break players?,
                }
            },
        };
        tell(WorkerEvent::Follows { generation });
        selfplay.set_student(student);
        selfplay.go_on_with(run.settings().selfplay.at(generation));
        let (pause, mut batch, mut due) =
            (AtomicBool::new(false), Vec::new(), Instant::now() + settings.batch_interval);
        let keep = |games: Vec<Record>, progress: &Progress| -> Result<(), GenerationError> {
            if !games.is_empty() {
                tell(WorkerEvent::Finishes(&games));
            }
            finished += games.len() as u64;
            batch.extend(games);
            let is_last = is_done(finished);
            if is_last || Instant::now() >= due {
                due = Instant::now() + settings.batch_interval;
                courier.post(&manifest, std::mem::take(&mut batch))?;
            }
            if is_last {
                // Threads end with their evaluations; with a large network that may be after the patience of whoever waits.
                // If this fails, so will the end, and tell.
                let _ = courier.save();
            }
            let beat = Beat {
                generation,
                games: finished,
                seconds: begun.elapsed().as_secs_f64(),
                evaluations_per_second: progress.evaluations_per_second(),
                waiting: courier.counts().1,
                has_ended: false,
            };
            tell(WorkerEvent::Plays(&beat));
            courier.beat(beat);
            if is_last || courier.newest().generation != generation || courier.is_full() {
                pause.store(true, Ordering::Relaxed);
            }
            Ok(())
        };
        let played = selfplay.play(&player, u64::MAX, &pause, Duration::from_millis(100), keep);
        // What is finished is stored, whatever ended the play.
        courier.post(&manifest, batch)?;
        played?;
        if courier.is_full() {
            tell(WorkerEvent::Full);
        }
        while courier.is_full() && !is_done(finished) {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    Ok(finished)
}

/// Packs games as a batch of a generation.
fn parcel(manifest: &Manifest, games: &[Record]) -> Result<(String, Vec<u8>), RunError> {
    let (name, bytes) = game_store::pack(games, Some(manifest.network_file()))?;
    Ok((format!("{}/{name}", layout::games(manifest.generation)), bytes))
}
