//! Three workers and a trainer through a real S3 server, with everything that can happen to them.
//!
//! Workers and the trainer are processes of their own, so that they can be killed: this program, started again with what it
//! is to do in its environment.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bucket::{Bucket, BucketError};
use learning::log::{Generation, Losses};
use learning::{
    Learner, Manifest, Observer, Progress, Record, ReplayWindow, Run, RunError, RunSettings, TrainError,
    Trained, TrainingSettings, WorkerSettings, game_store, layout, train_fleet, work,
};
use network::Network;
use nn::ExecutorKind;
use s3_tests::{BUCKET, Server};

/// In seconds; the minute takes `SHIDOGO_OUTAGE=60`.
fn outage() -> Duration {
    let seconds = std::env::var("SHIDOGO_OUTAGE").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(5))
}

const GENERATIONS: u32 = 4;

fn settings() -> RunSettings {
    let mut settings = RunSettings::preset("tiny").unwrap();
    settings.architecture = "tiny".into();
    settings.generations = GENERATIONS;
    settings.games_per_generation = 60;
    settings.rating = None;
    let play = &mut settings.selfplay;
    (play.board_sizes, play.visits, play.games_per_thread, play.threads) = (vec![5], 8, 8, 1);
    settings
}

fn address() -> String {
    format!("s3://{BUCKET}/tiny")
}

/// Stands in for training: the network stays what it was.
struct Copy;

impl Learner for Copy {
    fn learn(
        &mut self,
        network: &Network,
        window: &ReplayWindow,
        _: &TrainingSettings,
        _: (u64, usize),
        _: &mut dyn FnMut(u64, &Losses),
    ) -> Result<Trained, TrainError> {
        Ok(Trained {
            network: network.clone(),
            steps: window.games() as u64,
            losses: Losses::default(),
            validation: None,
            rollbacks: 0,
            elapsed: Duration::ZERO,
            waiting: 0.0,
            positions_per_second: 0.0,
        })
    }
}

/// Stops for ever between storing a network and promoting it, if there is a file that says so.
struct Stopping;

impl Observer for Stopping {
    fn begins(&mut self, executor: &str) {
        eprintln!("trainer: {executor}");
    }
    fn played(&mut self, _: u64, _: u64, _: &Progress) {}
    fn trained(&mut self, _: u64, _: u64, _: &Losses) {}
    fn promotes(&mut self, manifest: &Manifest) {
        if let Ok(file) = std::env::var("FLEET_STOP_AT")
            && manifest.generation == 2
        {
            std::fs::write(file, &manifest.network).unwrap();
            loop {
                std::thread::park();
            }
        }
    }
    fn completed(&mut self, generation: &Generation, _: Option<f64>) {
        eprintln!("trainer: generation {} of {} games", generation.generation, generation.games);
    }
}

/// What a process is started for; nothing where the tests are run.
#[test]
fn process() {
    match std::env::var("FLEET_ROLE").as_deref() {
        Ok("worker") => worker(),
        Ok("trainer") => {
            let run = Run::at(&address(), Some(settings())).unwrap();
            let poll = Duration::from_millis(100);
            train_fleet(&run, &mut Copy, None, ExecutorKind::CpuF32, poll, &mut Stopping).unwrap();
        }
        _ => {}
    }
}

/// Plays until a file appears, and writes down what it has done.
fn worker() {
    let folder = std::env::var("FLEET_FOLDER").unwrap();
    let settings = WorkerSettings {
        name: Path::new(&folder).file_name().unwrap().to_string_lossy().into_owned(),
        batch_interval: Duration::from_millis(300),
        poll_interval: Duration::from_millis(200),
        beat_interval: Duration::from_millis(500),
        buffer: Path::new(&folder).join("buffer"),
        buffer_bytes: 1 << 20,
        grace: Duration::from_secs(10),
        games: None,
        threads: None,
        games_per_thread: None,
    };
    let run = Run::at(&address(), None).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let told = stop.clone();
    let sign = Path::new(&folder).join("stop");
    std::thread::spawn(move || {
        while !sign.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        told.store(true, Ordering::Relaxed);
    });
    let name = settings.name.clone();
    let report = work(&run, &settings, None, ExecutorKind::CpuF32, &stop, &|event| {
        let text = format!("{event:?}");
        if !text.starts_with("Plays") {
            eprintln!("{name}: {text}");
        }
    });
    let report = report.unwrap();
    eprintln!("{name}: {report:?}");
    assert_eq!((report.stored, report.left), (report.finished, 0));
    std::fs::write(Path::new(&folder).join("stored"), report.stored.to_string()).unwrap();
}

struct Process(Child);

impl Process {
    fn start(server: &Server, role: &str, folder: &Path, more: &[(&str, String)]) -> Process {
        std::fs::create_dir_all(folder).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["process", "--exact", "--nocapture"]).stdout(Stdio::null());
        command.envs(server.environment()).envs(more.iter().cloned());
        command.env("FLEET_ROLE", role).env("FLEET_FOLDER", folder);
        Process(command.spawn().unwrap())
    }

    /// On Unix, kill -9.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn wait(&mut self) {
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits for something that will surely happen; the limit is for a broken program.
fn until(what: &str, mut happened: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !happened() {
        assert!(begun.elapsed() < Duration::from_secs(600), "{what} does not happen");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The run as this process sees it.
fn open(server: &Server) -> Run {
    Run::new(bucket(server, &address(), &[]).unwrap(), None).unwrap()
}

/// An address with some of the environment changed.
fn bucket(server: &Server, address: &str, changes: &[(&str, &str)]) -> Result<Bucket, BucketError> {
    let changed = |name: &str, value: String| {
        let change = changes.iter().find(|(other, _)| *other == name);
        (name.to_string(), change.map_or(value, |(_, value)| value.to_string()))
    };
    Bucket::remote(address, server.environment().into_iter().map(|(name, value)| changed(name, value)))
}

fn batches(run: &Run) -> Vec<String> {
    let objects = run.bucket().list(layout::GAMES, None).unwrap();
    objects.into_iter().map(|object| object.key).collect()
}

#[test]
fn a_fleet_survives() {
    if std::env::var("FLEET_ROLE").is_ok() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut server = Server::start(&at("store"));
    let stop_at = at("promoting");
    let halted = [("FLEET_STOP_AT", stop_at.display().to_string())];
    let trainer = Process::start(&server, "trainer", &at("trainer"), &halted);
    until("a run", || at("store").join(BUCKET).join("tiny/generations/000000.json").exists());
    let run = open(&server);
    let mut workers: Vec<Process> =
        ["w0", "w1", "w2"].map(|name| Process::start(&server, "worker", &at(name), &[])).into();

    // The trainer is killed between storing network 2 and promoting it.
    until("a promotion", || stop_at.exists());
    trainer.kill();
    assert!(run.manifest(1).unwrap().is_some() && run.manifest(2).unwrap().is_none());

    // A worker is killed with -9, and another one takes its place.
    workers.remove(0).kill();
    workers.push(Process::start(&server, "worker", &at("w3"), &[]));
    until("a new worker", || run.bucket().get(&layout::worker("w3")).unwrap().is_some());

    // The store goes away while all of them play.
    let before = batches(&run).len();
    server.stop();
    std::thread::sleep(outage());
    server.resume();
    until("games after the outage", || {
        run.bucket().list(layout::GAMES, None).is_ok_and(|o| o.len() > before + 3)
    });

    // A damaged batch, one with a forged game, and one of a network that never was.
    let good = batches(&run).into_iter().find(|key| key.contains("/0001/")).unwrap();
    let bytes = run.bucket().get(&good).unwrap().unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let generation = "games/0001";
    assert!(run.bucket().create(&format!("{generation}/00000000000000aa-9.games"), &damaged).unwrap());
    let games = game_store::unpack(&good, &bytes).unwrap().games;
    let mut game = games.into_iter().find(|game| !game.turns.is_empty()).unwrap();
    let manifest = run.manifest(1).unwrap().unwrap();
    let add = |game: &Record, network: &str| {
        let (name, bytes) = game_store::pack(std::slice::from_ref(game), Some(network)).unwrap();
        assert!(run.bucket().create(&format!("{generation}/{name}"), &bytes).unwrap());
        name
    };
    game.turns[0].win_rate = 0.25;
    let foreign = add(&game, "tiny-g0001-0123456789abcdef.safetensors");
    game.turns[0].visits[0].1 = 60_000;
    let forged = add(&game, manifest.network_file());

    // The next trainer goes on to the end.
    let mut trainer = Process::start(&server, "trainer", &at("trainer"), &[]);
    trainer.wait();
    for (name, worker) in ["w1", "w2", "w3"].iter().zip(&mut workers) {
        std::fs::write(at(name).join("stop"), "").unwrap();
        worker.wait();
    }

    assert_eq!(run.generations().unwrap(), (0..=GENERATIONS).collect::<Vec<_>>());
    for generation in 0..=GENERATIONS {
        run.network(&run.manifest(generation).unwrap().unwrap()).unwrap();
    }
    // What the workers say that they have stored is there, once; the killed one has stored more before.
    let mut by_worker = BTreeMap::new();
    for name in ["w1", "w2", "w3"] {
        let stored: u64 = std::fs::read_to_string(at(name).join("stored")).unwrap().parse().unwrap();
        by_worker.insert(name, stored);
    }
    let (mut seen, mut all) = (HashSet::new(), 0);
    let strange = ["00000000000000aa-9.games", &forged, &foreign];
    for key in batches(&run).iter().filter(|key| !strange.iter().any(|name| key.ends_with(name))) {
        let bytes = run.bucket().get(key).unwrap().unwrap();
        for game in game_store::unpack(key, &bytes).unwrap().games {
            all += 1;
            seen.insert(game_store::encode(&[game]).unwrap());
        }
    }
    assert_eq!(seen.len(), all, "no game is there twice");
    assert!(all as u64 >= by_worker.values().sum(), "{all} {by_worker:?}");
    // What was bad is set aside, with its reason, and nothing else is.
    let aside = run.bucket().list(layout::REJECTED, None).unwrap();
    let reason = |name: &str| {
        let name = format!("rejected/0001/{}.json", name.trim_end_matches(".games"));
        String::from_utf8(run.bucket().get(&name).unwrap().unwrap_or_default()).unwrap()
    };
    assert!(reason(strange[0]).contains("checksum"), "{}", reason(strange[0]));
    assert!(reason(&forged).contains("the visits of move"), "{}", reason(&forged));
    assert!(reason(&foreign).contains("by the network"), "{}", reason(&foreign));
    assert_eq!(aside.len(), 3, "{aside:?}");
    // They have given signs of life.
    assert!(run.bucket().list(layout::WORKERS, None).unwrap().len() >= 3);

    mistakes(&server);
}

/// Wrong keys, buckets and addresses end with one clear line.
fn mistakes(server: &Server) {
    let refused = |address: &str, changes: &[(&str, &str)]| {
        let run = bucket(server, address, changes).map_err(RunError::from).and_then(|b| Run::new(b, None));
        let error = run.err().unwrap().to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    let error = refused(&format!("s3://{BUCKET}/other"), &[]);
    assert!(error.contains("no run yet"), "{error}");
    let error = refused(&address(), &[("AWS_SECRET_ACCESS_KEY", "wrong")]);
    assert!(error.contains("access key"), "{error}");
    let error = refused(&address(), &[("AWS_ENDPOINT_URL", "http://127.0.0.1:9")]);
    assert!(error.contains("cannot be reached"), "{error}");
    // Of those who create an object, one succeeds.
    let bucket = bucket(server, &format!("s3://{BUCKET}/race"), &[]).unwrap();
    assert!(bucket.create("one", b"first").unwrap());
    assert!(!bucket.create("one", b"second").unwrap());
    assert!(bucket.create("one", b"first").unwrap());
}
