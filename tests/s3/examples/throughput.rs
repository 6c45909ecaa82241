//! What a worker loses by storing its games in an object store instead of nowhere, and how fast games are checked.
//!
//!     cargo run --release --example throughput --manifest-path tests/s3/Cargo.toml
//!
//! Both play in turns, several times: per second and, because other programs may run beside, per second of processor time.
//! The server runs in this process, so its time counts against the store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bucket::Bucket;
use learning::{
    GamePool, Progress, Record, Run, RunSettings, SelfPlay, SelfPlayError, WorkerEvent, WorkerSettings, work,
};
use network::Backend;
use nn::ExecutorKind;
use s3_tests::{BUCKET, Server};

const ROUNDS: usize = 3;
const SECONDS: Duration = Duration::from_secs(15);

/// So many per second, and per second of processor time.
fn rates(count: u64, begun: Instant, processor: f64) -> (f64, f64) {
    (count as f64 / begun.elapsed().as_secs_f64(), count as f64 / (processor_time() - processor))
}

fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let environment = server.environment().into_iter().map(|(name, value)| (name.to_string(), value));
    let bucket = Bucket::remote(&format!("s3://{BUCKET}/run"), environment).unwrap();
    // Games on a small board are short: hardly any run gives its store more to do for each second of play.
    let mut settings = RunSettings::preset("tiny").unwrap();
    (settings.selfplay.threads, settings.selfplay.games_per_thread) = (1, 32);
    let run = Run::new(bucket, Some(settings)).unwrap();
    let (_, stored) = run.newest().unwrap();
    let backend = Backend::new(ExecutorKind::Cpu, Arc::new(stored.network)).unwrap();
    let worker = WorkerSettings {
        name: "w".into(),
        batch_interval: Duration::from_secs(5),
        poll_interval: Duration::from_secs(1),
        beat_interval: Duration::from_secs(5),
        buffer: folder.path().join("buffer"),
        buffer_bytes: 1 << 28,
        grace: Duration::from_secs(10),
        games: None,
        threads: None,
        games_per_thread: None,
    };
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let (begun, processor) = (Instant::now(), processor_time());
        let mut selfplay = SelfPlay::new(run.settings().selfplay.clone()).unwrap();
        let (stop, mut done) = (AtomicBool::new(false), 0);
        let keep = |_: Vec<Record>, progress: &Progress| -> Result<(), SelfPlayError> {
            done = progress.evaluations;
            stop.store(begun.elapsed() >= SECONDS, Ordering::Relaxed);
            Ok(())
        };
        selfplay.play(&backend, u64::MAX, &stop, Duration::from_millis(100), keep).unwrap();
        let alone = rates(done, begun, processor);

        let (begun, processor, stop) = (Instant::now(), processor_time(), AtomicBool::new(false));
        let evaluated = AtomicU64::new(0);
        let report = work(&run, &worker, None, ExecutorKind::Cpu, &stop, &|event| {
            if let WorkerEvent::Plays(beat) = event {
                let evaluations = beat.evaluations_per_second * beat.seconds;
                evaluated.store(evaluations as u64, Ordering::Relaxed);
                stop.store(begun.elapsed() >= SECONDS, Ordering::Relaxed);
            }
        });
        report.unwrap();
        let stored = rates(evaluated.load(Ordering::Relaxed), begun, processor);
        ratios.push(stored.1 / alone.1);
        println!(
            "round {round}: alone {:.0} evaluations/s ({:.0} per processor second), stored {:.0} ({:.0}): {:.3}",
            alone.0,
            alone.1,
            stored.0,
            stored.1,
            stored.1 / alone.1
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!("median ratio by processor time: {:.3}", ratios[ROUNDS / 2]);
    let objects = run.bucket().list("games", None).unwrap();
    let (begun, processor, mut pool) = (Instant::now(), processor_time(), GamePool::default());
    let rejected = pool.update(&run, 0..=0).unwrap().len();
    let games: u64 = pool.counts().values().sum();
    let bytes: u64 = objects.iter().map(|object| object.bytes).sum();
    println!(
        "{games} games in {} batches, {:.0} bytes per game, {rejected} rejections",
        objects.len(),
        bytes as f64 / games as f64
    );
    let (per_second, per_processor) = rates(games, begun, processor);
    println!("read and checked at {per_second:.0} games/s, {per_processor:.0} per processor second");
}
