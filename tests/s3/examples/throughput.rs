//! What a worker loses by storing its games in an object store instead of nowhere, what its games cost there, and how fast
//! they are checked.
//!
//!     cargo run --release --example throughput --manifest-path tests/s3/Cargo.toml -- tiny 30 5 8
//!     cargo run --release --example throughput --manifest-path tests/s3/Cargo.toml -- \
//!         fast-9x9 60 5 2 nets/default.safetensors
//!
//! Names a preset, seconds for each measurement, rounds, and games side by side, few enough that some end within a
//! measurement; perhaps a network, and a board side other than the preset's.
//! With and without the store it plays in turns: per second and, because other programs may run beside, per second of this
//! process's time on processors. The server is a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bucket::Bucket;
use learning::{
    GamePool, Progress, Record, Run, RunSettings, SelfPlay, SelfPlayError, WorkerEvent, WorkerSettings, work,
};
use network::Backend;
use nn::ExecutorKind;
use s3_tests::{BUCKET, Server};

/// Evaluations.
struct Rate {
    per_second: f64,
    per_processor_second: f64,
}

impl Rate {
    fn since(count: u64, begun: Instant, processor: f64) -> Rate {
        let count = count as f64;
        Rate {
            per_second: count / begun.elapsed().as_secs_f64(),
            per_processor_second: count / (processor_time() - processor),
        }
    }
}

fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

/// A server as a process of its own: this program, started again.
struct ServerProcess {
    child: Child,
    told: BufReader<ChildStdout>,
    environment: Vec<(String, String)>,
}

impl ServerProcess {
    fn start(folder: &Path) -> ServerProcess {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("serve").arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        let pair = |text: &str| text.split_once('=').map(|(name, value)| (name.into(), value.into()));
        ServerProcess { child, told, environment: line.split_whitespace().filter_map(pair).collect() }
    }

    fn serve(folder: &Path) {
        let server = Server::start(folder);
        let environment = server.environment().into_iter().map(|(name, value)| format!("{name}={value}"));
        println!("{}", environment.collect::<Vec<_>>().join(" "));
        std::io::stdout().flush().unwrap();
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        println!("{}", server.traffic());
    }

    /// What it has done.
    fn end(mut self) -> String {
        drop(self.child.stdin.take());
        let mut traffic = String::new();
        self.told.read_to_string(&mut traffic).unwrap();
        self.child.wait().unwrap();
        traffic.trim().into()
    }
}

fn alone(run: &Run, time: Duration) -> Rate {
    let (generation, stored) = run.newest().unwrap();
    let (begun, processor) = (Instant::now(), processor_time());
    let backend = Backend::new(ExecutorKind::Cpu, Arc::new(stored.network)).unwrap();
    let mut selfplay = SelfPlay::new(run.settings().selfplay.clone()).unwrap();
    selfplay.go_on_with(run.settings().selfplay.at(generation));
    let (stop, mut done) = (AtomicBool::new(false), 0);
    let keep = |_: Vec<Record>, progress: &Progress| -> Result<(), SelfPlayError> {
        done = progress.evaluations;
        stop.store(begun.elapsed() >= time, Ordering::Relaxed);
        Ok(())
    };
    selfplay.play(&backend, u64::MAX, &stop, Duration::from_millis(100), keep).unwrap();
    Rate::since(done, begun, processor)
}

fn stored(run: &Run, worker: &WorkerSettings, time: Duration) -> Rate {
    let (begun, processor, stop) = (Instant::now(), processor_time(), AtomicBool::new(false));
    let (evaluated, follows) = (AtomicU64::new(0), Mutex::new(begun));
    let report = work(run, worker, None, ExecutorKind::Cpu, &stop, &|event| match event {
        WorkerEvent::Follows { .. } => *follows.lock().unwrap() = Instant::now(),
        WorkerEvent::Plays(beat) => {
            let played = follows.lock().unwrap().elapsed();
            evaluated.store((beat.evaluations_per_second * played.as_secs_f64()) as u64, Ordering::Relaxed);
            stop.store(begun.elapsed() >= time, Ordering::Relaxed);
        }
        _ => {}
    });
    assert_eq!(report.unwrap().left, 0);
    Rate::since(evaluated.load(Ordering::Relaxed), begun, processor)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, folder] = arguments.as_slice()
        && serve == "serve"
    {
        return ServerProcess::serve(Path::new(folder));
    }
    let [preset, seconds, rounds, games, more @ ..] = arguments.as_slice() else {
        eprintln!("usage: throughput PRESET SECONDS ROUNDS GAMES [NETWORK [SIDE]]");
        std::process::exit(2);
    };
    let time = Duration::from_secs(seconds.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(folder.path());
    let bucket = Bucket::remote(&format!("s3://{BUCKET}/run"), server.environment.clone()).unwrap();
    let mut settings = RunSettings::preset(preset).unwrap();
    (settings.selfplay.threads, settings.selfplay.games_per_thread) = (1, games.parse().unwrap());
    // As many visits as the run has in the end.
    settings.selfplay.initial_visits = None;
    if let Some(side) = more.get(1) {
        settings.selfplay.board_sizes = vec![side.parse().unwrap()];
    }
    let run = Run::new(bucket, Some(settings)).unwrap();
    if let Some(network) = more.first() {
        run.start_from(Path::new(network)).unwrap();
    }
    let (generation, _) = run.newest().unwrap();
    let worker = WorkerSettings {
        name: "w".into(),
        // More often than by default, so that a short measurement has enough of it.
        batch_interval: Duration::from_secs(10),
        poll_interval: Duration::from_secs(5),
        beat_interval: Duration::from_secs(20),
        buffer: folder.path().join("buffer"),
        buffer_bytes: 1 << 28,
        grace: Duration::from_secs(10),
        games: None,
        threads: None,
        games_per_thread: None,
    };
    let mut ratios = Vec::new();
    for round in 0..rounds.parse().unwrap() {
        // Who begins changes: a processor may slow down while it works.
        let (alone, stored) = match round % 2 {
            0 => {
                let alone = alone(&run, time);
                (alone, stored(&run, &worker, time))
            }
            _ => {
                let stored = stored(&run, &worker, time);
                (alone(&run, time), stored)
            }
        };
        ratios.push(stored.per_processor_second / alone.per_processor_second);
        println!(
            "round {round}: alone {:.0} evaluations/s ({:.0} per processor second), stored {:.0} ({:.0}): {:.3}",
            alone.per_second,
            alone.per_processor_second,
            stored.per_second,
            stored.per_processor_second,
            ratios[round]
        );
    }
    if !ratios.is_empty() {
        ratios.sort_by(f64::total_cmp);
        println!("median ratio by processor time: {:.3}", ratios[ratios.len() / 2]);
    }
    let objects = run.bucket().list("games", None).unwrap();
    let (begun, processor, mut pool) = (Instant::now(), processor_time(), GamePool::default());
    let rejected = pool.update(&run, generation..=generation).unwrap().len();
    let games: u64 = pool.counts().values().sum();
    let bytes: u64 = objects.iter().map(|object| object.bytes).sum();
    println!(
        "{games} games in {} batches, {:.0} bytes per game, {rejected} rejections",
        objects.len(),
        bytes as f64 / games as f64
    );
    let rate = Rate::since(games, begun, processor);
    println!(
        "read and checked at {:.0} games/s, {:.0} per processor second",
        rate.per_second, rate.per_processor_second
    );
    println!("the server has answered {}", server.end());
}
