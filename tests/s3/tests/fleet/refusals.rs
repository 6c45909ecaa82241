//! What a store says no to: one line each, tried again where that can help, and nothing lost.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::Method;
use learning::log::{Generation, Losses};
use learning::{
    Observer, Progress, Run, RunError, WorkerError, WorkerEvent, WorkerReport, WorkerSettings, train_fleet,
    work,
};
use nn::ExecutorKind;
use s3_tests::fixture::{Copy, address, batches, bucket, games, identity, open, settings, until};
use s3_tests::{BUCKET, Refusal, Server};

/// What a worker has told.
#[derive(Default)]
struct Told {
    finished: Mutex<HashSet<String>>,
    /// Failures: the line, how long it waits, and the games that wait.
    waits: Mutex<Vec<(String, Duration, u64)>>,
    recovered: AtomicBool,
}

impl Told {
    fn hear(&self, event: &WorkerEvent) {
        match event {
            WorkerEvent::Finishes(games) => self.finished.lock().unwrap().extend(games.iter().map(identity)),
            WorkerEvent::Waits { error, wait, waiting } => {
                self.waits.lock().unwrap().push((error.to_string(), *wait, *waiting));
            }
            WorkerEvent::Recovers => self.recovered.store(true, Ordering::Relaxed),
            _ => {}
        }
    }

    fn has_finished(&self, games: usize) -> bool {
        self.finished.lock().unwrap().len() >= games
    }
}

fn worker(folder: &Path) -> WorkerSettings {
    WorkerSettings {
        name: "w".into(),
        batch_interval: Duration::from_millis(50),
        poll_interval: Duration::from_millis(100),
        beat_interval: Duration::from_millis(200),
        buffer: folder.join("buffer"),
        buffer_bytes: 1 << 24,
        grace: Duration::from_secs(300),
        games: None,
        threads: None,
        games_per_thread: None,
    }
}

fn play(
    run: &Run,
    settings: &WorkerSettings,
    stop: &AtomicBool,
    told: &Told,
) -> Result<WorkerReport, WorkerError> {
    work(run, settings, None, ExecutorKind::CpuF32, stop, &|event| told.hear(&event))
}

/// All games in the store, and that none is there twice.
fn stored(run: &Run) -> HashSet<String> {
    let all: Vec<String> =
        batches(run).iter().flat_map(|key| games(run, key)).map(|game| identity(&game)).collect();
    let once: HashSet<String> = all.iter().cloned().collect();
    assert_eq!(once.len(), all.len());
    once
}

/// A worker plays on while the store refuses, and loses nothing.
fn passes(refusal: Refusal, line: &str) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store"));
    let run = open(&server, Some(settings(1)));
    let (settings, stop, told) = (worker(folder.path()), AtomicBool::new(false), Told::default());
    let report = std::thread::scope(|scope| {
        let playing = scope.spawn(|| play(&run, &settings, &stop, &told).unwrap());
        until("a batch", || !batches(&run).is_empty());
        server.refuse(Some(refusal));
        until("a third try", || told.waits.lock().unwrap().len() >= 3);
        let before = told.finished.lock().unwrap().len();
        until("more games", || told.has_finished(before + 1));
        assert!(!told.recovered.load(Ordering::Relaxed));
        server.refuse(None);
        until("recovery", || told.recovered.load(Ordering::Relaxed));
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap()
    });
    let waits = told.waits.lock().unwrap();
    for (error, ..) in waits.iter() {
        assert!(error.starts_with(&address()) && error.contains(line) && !error.contains('\n'), "{error}");
    }
    // The third wait is at least half of two seconds, the first at most half a second.
    assert!(waits[2].1 > waits[0].1, "{waits:?}");
    assert!(waits.iter().any(|(.., waiting)| *waiting > 0), "{waits:?}");
    assert_eq!((report.stored, report.left), (report.finished, 0));
    assert_eq!(stored(&run), *told.finished.lock().unwrap());
}

fn no_writes(status: u16, code: &'static str) -> Refusal {
    Refusal { method: Some(Method::PUT), status, code }
}

#[test]
fn a_full_disk_of_the_store() {
    passes(no_writes(507, "XMinioStorageFull"), "the store is full (XMinioStorageFull)");
}

#[test]
fn a_quota() {
    passes(no_writes(403, "QuotaExceeded"), "the store is full (QuotaExceeded)");
}

#[test]
fn a_clock_that_is_wrong() {
    passes(Refusal { method: None, status: 403, code: "RequestTimeTooSkewed" }, "set the clock");
}

#[test]
fn rights_that_are_taken_away() {
    passes(no_writes(403, "AccessDenied"), "check the access key and its rights (AccessDenied)");
}

#[test]
fn too_many_requests() {
    passes(Refusal { method: None, status: 503, code: "SlowDown" }, "cannot be reached (SlowDown)");
}

/// A worker that must end keeps what it has for the next one with its buffer.
#[test]
fn a_bucket_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store"));
    let run = open(&server, Some(settings(1)));
    let (mut settings, stop, told) = (worker(folder.path()), AtomicBool::new(false), Told::default());
    let error = std::thread::scope(|scope| {
        let playing = scope.spawn(|| play(&run, &settings, &stop, &told).unwrap_err());
        until("a batch", || !batches(&run).is_empty());
        server.refuse(Some(Refusal { method: None, status: 404, code: "NoSuchBucket" }));
        playing.join().unwrap().to_string()
    });
    assert_eq!(error, format!("{}: there is no such bucket", address()));
    server.refuse(None);
    let missing = told.finished.lock().unwrap().difference(&stored(&run)).count();
    settings.games = Some(1);
    let report = play(&run, &settings, &stop, &told).unwrap();
    assert_eq!(report.stored, report.finished + missing as u64);
    assert_eq!(stored(&run), *told.finished.lock().unwrap());
}

/// Told to end while the store is away, a worker ends in time, and the next one with its buffer stores what it left.
#[test]
fn the_end_of_a_worker_while_the_store_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&folder.path().join("store"));
    let run = open(&server, Some(settings(1)));
    let (stop, told) = (AtomicBool::new(false), Told::default());
    let mut settings = WorkerSettings { grace: Duration::from_secs(1), ..worker(folder.path()) };
    let report = std::thread::scope(|scope| {
        let playing = scope.spawn(|| play(&run, &settings, &stop, &told).unwrap());
        until("a batch", || !batches(&run).is_empty());
        server.stop();
        let before = told.finished.lock().unwrap().len();
        until("games that cannot be stored", || told.has_finished(before + 5));
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap()
    });
    assert!(report.left >= 5 && report.stored + report.left == report.finished, "{report:?}");
    server.resume();
    stop.store(false, Ordering::Relaxed);
    (settings.grace, settings.games) = (Duration::from_secs(300), Some(1));
    let next = play(&run, &settings, &stop, &told).unwrap();
    assert_eq!((next.stored, next.left), (next.finished + report.left, 0));
    assert_eq!(stored(&run), *told.finished.lock().unwrap());
}

/// Notes what a trainer waits for, and gives the store room again.
struct Waiting<'a> {
    server: &'a Server,
    lines: Vec<String>,
}

impl Observer for Waiting<'_> {
    fn begins(&mut self, _: &str) {}
    fn played(&mut self, _: u64, _: u64, _: &Progress) {}
    fn trained(&mut self, _: u64, _: u64, _: &Losses) {}
    fn waits(&mut self, error: &RunError, _: Duration) {
        self.lines.push(error.to_string());
        if self.lines.len() == 2 {
            self.server.refuse(None);
        }
    }
    fn completed(&mut self, _: &Generation, _: Option<f64>) {}
}

#[test]
fn a_trainer_waits_for_room() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store"));
    let run = open(&server, Some(settings(1)));
    let settings = WorkerSettings { games: Some(60), ..worker(folder.path()) };
    play(&run, &settings, &AtomicBool::new(false), &Told::default()).unwrap();
    server.refuse(Some(no_writes(507, "XMinioStorageFull")));
    let mut observer = Waiting { server: &server, lines: Vec::new() };
    let poll = Duration::from_millis(20);
    train_fleet(&run, &mut Copy, None, ExecutorKind::CpuF32, poll, &mut observer).unwrap();
    let line = format!("{}: the store is full (XMinioStorageFull)", address());
    assert_eq!(observer.lines, [line.as_str(); 2]);
    assert_eq!(run.generations().unwrap(), [0, 1]);
}

/// Mistakes end with one clear line before anything is done.
#[test]
fn mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store"));
    open(&server, Some(settings(1)));
    let refused = |address: &str, changes: &[(&str, &str)]| {
        let run = bucket(&server, address, changes).map_err(RunError::from).and_then(|b| Run::new(b, None));
        let error = run.err().unwrap().to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    let contains = |error: String, part: &str| assert!(error.contains(part), "{error}");
    contains(refused(&format!("s3://{BUCKET}/other"), &[]), "no run yet");
    contains(refused(&address(), &[("AWS_SECRET_ACCESS_KEY", "wrong")]), "access key");
    contains(refused(&address(), &[("AWS_ENDPOINT_URL", "http://127.0.0.1:9")]), "cannot be reached");
    let answers = [
        (403, "RequestTimeTooSkewed", "clock"),
        (403, "AccessDenied", "rights"),
        (404, "NoSuchBucket", "no such bucket"),
    ];
    for (status, code, line) in answers {
        server.refuse(Some(Refusal { method: None, status, code }));
        contains(refused(&address(), &[]), line);
    }
    server.refuse(None);
    // Of those who create an object, one succeeds.
    let bucket = bucket(&server, &format!("s3://{BUCKET}/race"), &[]).unwrap();
    assert!(bucket.create("one", b"first").unwrap());
    assert!(!bucket.create("one", b"second").unwrap());
    assert!(bucket.create("one", b"first").unwrap());
}
