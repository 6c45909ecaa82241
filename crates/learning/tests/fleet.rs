//! Workers and a trainer of one run, in one process and a folder; `tests/s3` has the same through a real server, with kills.

#[path = "support/copy.rs"]
mod copy;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use learning::log::{Generation, Losses};
use learning::{
    Manifest, Observer, Progress, Rejection, Run, RunSettings, Status, WorkerEvent, WorkerReport,
    WorkerSettings, game_store, layout, train_fleet, work,
};
use network::weights::Training;
use nn::ExecutorKind;

use copy::Copy;

fn settings() -> RunSettings {
    let mut settings = RunSettings::preset("tiny").unwrap();
    (settings.architecture, settings.rating) = ("tiny".into(), None);
    (settings.generations, settings.games_per_generation) = (3, 40);
    let play = &mut settings.selfplay;
    (play.board_sizes, play.visits, play.games_per_thread, play.threads) = (vec![4], 4, 8, 1);
    settings
}

fn worker(name: &str, folder: &Path) -> WorkerSettings {
    WorkerSettings {
        name: name.into(),
        batch_interval: Duration::from_millis(50),
        poll_interval: Duration::from_millis(20),
        beat_interval: Duration::from_millis(50),
        buffer: folder.join(name),
        buffer_bytes: 1 << 20,
        grace: Duration::from_secs(60),
        games: None,
        threads: None,
        games_per_thread: None,
    }
}

fn play(
    run: &Run,
    settings: &WorkerSettings,
    stop: &AtomicBool,
    tell: &(dyn Fn(WorkerEvent) + Sync),
) -> WorkerReport {
    work(run, settings, None, ExecutorKind::CpuF32, stop, tell).unwrap()
}

#[test]
fn who_is_told_to_stop_stores_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::open(&folder.path().join("run"), Some(settings())).unwrap();
    // It would store its first batch in an hour.
    let settings = WorkerSettings { batch_interval: Duration::from_secs(3600), ..worker("w", folder.path()) };
    let stop = AtomicBool::new(false);
    let report = play(&run, &settings, &stop, &|event| {
        if let WorkerEvent::Plays(beat) = event
            && beat.games >= 10
            && !stop.load(Ordering::Relaxed)
        {
            assert_eq!(run.count(0).unwrap(), 0);
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(report.finished >= 10 && (report.stored, report.left) == (report.finished, 0), "{report:?}");
    assert_eq!(run.count(0).unwrap(), report.finished);
    // It has said that it ends.
    let status = Status::of(&run, SystemTime::now()).unwrap();
    assert_eq!(status.evaluations_per_second().to_string(), "0");
    assert_eq!((status.new_games, status.workers), (report.finished, Vec::new()));
    assert_eq!(run.bucket().list(layout::WORKERS, None).unwrap().len(), 1);
}

#[test]
fn a_worker_follows_the_newest_network_and_sends_what_another_left() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::open(&folder.path().join("run"), Some(settings())).unwrap();
    let (_, first) = run.newest().unwrap();
    let settings = worker("w", folder.path());
    let left = settings.buffer.join("games/0000/0123456789abcdef-3.games");
    std::fs::create_dir_all(left.parent().unwrap()).unwrap();
    std::fs::write(&left, b"three games").unwrap();
    let stop = AtomicBool::new(false);
    let report = play(&run, &settings, &stop, &|event| match event {
        WorkerEvent::Plays(beat) if beat.generation == 0 && beat.games > 5 => {
            run.store(1, &first.network, Training::default()).unwrap();
        }
        WorkerEvent::Plays(beat) if beat.generation == 1 && run.count(1).unwrap() > 5 => {
            let status = Status::of(&run, SystemTime::now()).unwrap();
            if status.workers.iter().any(|(name, beat, _)| name == "w" && beat.generation == 1) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        _ => {}
    });
    assert_eq!((report.stored, report.left), (report.finished + 3, 0));
    assert_eq!(run.bucket().get("games/0000/0123456789abcdef-3.games").unwrap().unwrap(), b"three games");
    assert!(!left.exists());
    assert_eq!(run.count(0).unwrap() + run.count(1).unwrap(), report.stored);
    // Every game is by the network under whose number it lies.
    for generation in [0, 1] {
        for key in run.batches(generation).unwrap().iter().filter(|key| !key.ends_with("abcdef-3.games")) {
            let batch = game_store::unpack(key, &run.bucket().get(key).unwrap().unwrap()).unwrap();
            assert!(batch.games.iter().all(|game| game.net == run.name_of(generation)));
        }
    }
    let beats = run.bucket().list(layout::WORKERS, None).unwrap();
    assert_eq!(beats.iter().map(|beat| beat.key.as_str()).collect::<Vec<_>>(), ["workers/w.json"]);
}

/// Puts bad games beside the good ones, and has another trainer be faster once.
struct Saboteur<'a> {
    run: &'a Run,
    rejected: Vec<Rejection>,
    completed: Vec<Generation>,
}

impl Observer for Saboteur<'_> {
    fn begins(&mut self, _: &str) {}
    fn played(&mut self, _: u64, _: u64, _: &Progress) {}
    fn trained(&mut self, _: u64, _: u64, _: &Losses) {}
    fn rejected(&mut self, rejection: &Rejection) {
        self.rejected.push(rejection.clone());
    }
    fn promotes(&mut self, manifest: &Manifest) {
        if manifest.generation == 2 {
            assert!(self.run.promote(&Manifest { figures: None, ..manifest.clone() }).unwrap());
        }
    }
    fn completed(&mut self, generation: &Generation, _: Option<f64>) {
        self.completed.push(generation.clone());
        if generation.generation == 1 {
            let key = self.run.batches(0).unwrap().remove(0);
            let bytes = self.run.bucket().get(&key).unwrap().unwrap();
            let mut games = game_store::unpack(&key, &bytes).unwrap().games;
            games.truncate(1);
            // By another network than its place says.
            let (name, bytes) = game_store::pack(&games, None).unwrap();
            assert!(self.run.bucket().create(&format!("games/0001/{name}"), &bytes).unwrap());
            assert!(self.run.bucket().create("games/0001/0123456789abcdef-1.games", b"nothing").unwrap());
        }
    }
}

#[test]
fn a_trainer_and_workers_make_generations() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::open(&folder.path().join("run"), Some(settings())).unwrap();
    let stop = AtomicBool::new(false);
    let mut observer = Saboteur { run: &run, rejected: Vec::new(), completed: Vec::new() };
    let stored: u64 = std::thread::scope(|scope| {
        let (run, stop, folder) = (&run, &stop, folder.path());
        let workers =
            ["a", "b"].map(|name| scope.spawn(move || play(run, &worker(name, folder), stop, &|_| {})));
        let poll = Duration::from_millis(10);
        let trained = train_fleet(run, &mut Copy, None, ExecutorKind::CpuF32, poll, &mut observer);
        stop.store(true, Ordering::Relaxed);
        trained.unwrap();
        workers.into_iter().map(|worker| worker.join().unwrap().stored).sum()
    });
    assert_eq!(run.generations().unwrap(), [0, 1, 2, 3]);
    // Late games of network 2 are new to network 4, too.
    let status = Status::of(&run, SystemTime::now()).unwrap();
    let newest = run.manifest(3).unwrap().unwrap();
    let late = run.count(2).unwrap() - newest.games.get(&2).copied().unwrap_or(0);
    assert!(status.new_games >= run.count(3).unwrap() + late, "{status:?}");
    // The other trainer has made number 2; this one went on from there.
    let completed: Vec<u32> = observer.completed.iter().map(|line| line.generation).collect();
    assert_eq!(completed, [1, 3]);
    assert!(observer.completed.iter().all(|line| line.steps >= 40), "{:?}", observer.completed);
    let reasons: Vec<&str> =
        observer.rejected.iter().map(|rejection| rejection.games[0].1.as_str()).collect();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("no file of games")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("by network 'tiny-g0000'")), "{reasons:?}");
    let there: u64 = (0..=3).map(|generation| run.count(generation).unwrap()).sum();
    assert_eq!(there, stored + 2, "all that workers have stored, and the two bad ones");
    assert_eq!(run.bucket().list(layout::REJECTED, None).unwrap().len(), 2);
}
