//! `shidogo selfplay`: a worker of a fleet.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use learning::{Run, WorkerEvent, WorkerSettings, work};
use parking_lot::Mutex;
use partner::ExecutorKind;

/// Play games for a learning run on another machine.
///
/// Any number of workers may play for a run. Each follows the newest network, plays, and uploads finished games in batches.
/// It may be stopped or killed at any time: SIGTERM or Ctrl-C uploads what is finished within ten seconds. While the store is
/// away it plays on, and keeps its games in a buffer until the store is back.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo selfplay --run runs/tiny              play for a run in a folder
  shidogo selfplay --run s3://bucket/runs/9x9   play for a run in an object store

Object stores take their keys and endpoint from the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION,
AWS_ENDPOINT_URL. They need a build with --features s3. docs/fleet.md is the guide.")]
pub struct Arguments {
    /// Folder or address of the run.
    #[arg(long, value_name = "URL")]
    run: String,
    /// Teacher network, for runs that learn from one.
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// What runs the network: cpu, cpu-f32, onnx, torch or torch-f32.
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    executor: ExecutorKind,
    /// Threads [default: as in the run's settings].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Games that each thread plays side by side [default: as in the run's settings].
    #[arg(long, value_name = "N")]
    games_per_thread: Option<usize>,
    /// Stop after this many games.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Upload finished games this often, in one batch.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    batch_seconds: f64,
    /// Ask for a new network this often.
    #[arg(long, value_name = "SECONDS", default_value_t = 15.0)]
    poll_seconds: f64,
    /// Folder for games that wait while the store is away; what is left in it is uploaded first [default: one for the run in the
    /// system's folder for temporary files].
    #[arg(long, value_name = "FOLDER")]
    buffer: Option<PathBuf>,
    /// Size of the buffer. Once it is full, no more games are played until the store is back.
    #[arg(long, value_name = "MB", default_value_t = 256)]
    buffer_mb: usize,
}

/// A sign of life is stored this often.
const BEAT: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(7);
/// For a request that hangs; everything is in the buffer by then.
const LAST_CALL: Duration = Duration::from_millis(8500);
/// A line about progress is written with the first games, and then this often.
const LINE: Duration = Duration::from_secs(60);

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let seconds = |name: &str, seconds: f64| {
        ensure!((0.1..=86_400.0).contains(&seconds), "--{name} must be from 0.1 to 86400");
        Ok(Duration::from_secs_f64(seconds))
    };
    ensure!((1..=1_000_000).contains(&arguments.buffer_mb), "--buffer-mb must be from 1 to 1000000");
    let settings = WorkerSettings {
        name: name(),
        batch_interval: seconds("batch-seconds", arguments.batch_seconds)?,
        poll_interval: seconds("poll-seconds", arguments.poll_seconds)?,
        beat_interval: BEAT,
        buffer: arguments.buffer.clone().unwrap_or_else(|| buffer(&arguments.run)),
        buffer_bytes: arguments.buffer_mb << 20,
        grace: GRACE,
        games: arguments.games,
        threads: arguments.threads,
        games_per_thread: arguments.games_per_thread,
    };
    let run = Run::at(&arguments.run, None)?;
    let teacher = arguments.teacher.as_ref().map(network::load).transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    let (told, folder) = (stop.clone(), settings.buffer.clone());
    let ended = Arc::new(AtomicBool::new(false));
    let has_ended = ended.clone();
    ctrlc::set_handler(move || {
        // Who asks twice does not want to wait.
        if told.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        let (folder, has_ended) = (folder.display().to_string(), has_ended.clone());
        std::thread::spawn(move || {
            std::thread::sleep(LAST_CALL);
            if !has_ended.load(Ordering::Relaxed) {
                eprintln!("the store does not answer; what is not uploaded waits in {folder}");
            }
            std::process::exit(0);
        });
    })?;
    let line = Mutex::new(None);
    let tell = |event: WorkerEvent| tell(&settings.name, &line, &event);
    let report = work(&run, &settings, teacher.as_ref(), arguments.executor, &stop, &tell)?;
    ended.store(true, Ordering::Relaxed);
    println!("{}: {} games finished, {} uploaded", settings.name, report.finished, report.stored);
    if report.left > 0 {
        let folder = report.folder.display();
        eprintln!(
            "{} games could not be uploaded; they wait in {folder} for the next worker with --buffer {folder}",
            report.left
        );
    }
    Ok(())
}

/// Of this worker alone: the machine's name tells people where it is.
fn name() -> String {
    let host = sysinfo::System::host_name().unwrap_or_else(|| "worker".into());
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    let mut hasher = DefaultHasher::new();
    (std::time::SystemTime::now(), std::process::id()).hash(&mut hasher);
    format!("{}-{:08x}", host.chars().map(plain).take(60).collect::<String>(), hasher.finish() as u32)
}

/// The same for every worker of a run on a machine, so that the next one finds what is left.
fn buffer(address: &str) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    address.hash(&mut hasher);
    std::env::temp_dir().join(format!("shidogo-selfplay-{:016x}", hasher.finish()))
}

fn tell(name: &str, line: &Mutex<Option<Instant>>, event: &WorkerEvent) {
    match event {
        WorkerEvent::Begins { executor, left } => {
            let more =
                if *left > 0 { format!("; {left} games of an earlier worker wait") } else { String::new() };
            eprintln!("{name}: {executor}{more}");
        }
        WorkerEvent::Follows { generation } => eprintln!("{name}: plays network {generation}"),
        WorkerEvent::Plays(beat) => {
            let mut line = line.lock();
            if beat.games > 0 && line.is_none_or(|last| last.elapsed() >= LINE) {
                *line = Some(Instant::now());
                let (games, rate) = (beat.games, beat.evaluations_per_second);
                eprintln!("{name}: {games} games, {rate:.0} evaluations/s, {} waiting", beat.waiting);
            }
        }
        WorkerEvent::Finishes(_) => {}
        // If something of it is set aside one day, this says who played it.
        WorkerEvent::Stores { key } => eprintln!("{name}: stored {key}"),
        WorkerEvent::Waits { error, wait, waiting } => {
            let wait = wait.as_secs_f64().ceil();
            eprintln!("{error}; {waiting} games wait, the next try is in {wait:.0} s");
        }
        WorkerEvent::Recovers => eprintln!("{name}: the store is back"),
        WorkerEvent::Full => {
            eprintln!("{name}: the buffer is full, no games are played until the store is back")
        }
    }
}
