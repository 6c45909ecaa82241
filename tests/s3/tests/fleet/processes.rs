//! Workers and the trainer are processes of their own, so that they can be killed: this program, started again with what it
//! is to do in its environment.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use learning::log::{Generation, Losses};
use learning::{Manifest, Observer, Progress, Run, WorkerEvent, WorkerSettings, train_fleet, work};
use nn::ExecutorKind;
use s3_tests::Server;
use s3_tests::fixture::{Copy, address, identity, settings};

pub const GENERATIONS: u32 = 4;

pub struct Process(Child);

impl Process {
    pub fn start(server: &Server, role: &str, folder: &Path, more: &[(&str, String)]) -> Process {
        fs::create_dir_all(folder).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["processes::process", "--exact", "--nocapture"]).stdout(Stdio::null());
        command.envs(server.environment()).envs(more.iter().cloned());
        command.env("FLEET_ROLE", role).env("FLEET_FOLDER", folder);
        Process(command.spawn().unwrap())
    }

    /// On Unix, kill -9.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    pub fn wait(&mut self) {
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a process is started for; nothing where the tests are run.
#[test]
fn process() {
    match std::env::var("FLEET_ROLE").as_deref() {
        Ok("worker") => worker(Path::new(&std::env::var("FLEET_FOLDER").unwrap())),
        Ok("trainer") => {
            let run = Run::at(&address(), Some(settings(GENERATIONS))).unwrap();
            let poll = Duration::from_millis(100);
            train_fleet(&run, &mut Copy, None, ExecutorKind::CpuF32, poll, &mut Stopping).unwrap();
        }
        _ => {}
    }
}

/// Plays until there is a file `stop`. Writes the games it has finished to `finished`, and the batches it has stored to
/// `stored`.
fn worker(folder: &Path) {
    let settings = WorkerSettings {
        name: folder.file_name().unwrap().to_string_lossy().into_owned(),
        batch_interval: Duration::from_millis(300),
        poll_interval: Duration::from_millis(200),
        beat_interval: Duration::from_millis(500),
        buffer: std::env::var_os("FLEET_BUFFER").map_or(folder.join("buffer"), Into::into),
        buffer_bytes: 1 << 20,
        grace: Duration::from_secs(300),
        games: None,
        threads: None,
        games_per_thread: None,
    };
    let run = Run::at(&address(), None).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let (told, sign) = (stop.clone(), folder.join("stop"));
    std::thread::spawn(move || {
        while !sign.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        told.store(true, Ordering::Relaxed);
    });
    let open = |name: &str| {
        Mutex::new(OpenOptions::new().create(true).append(true).open(folder.join(name)).unwrap())
    };
    let (finished, stored) = (open("finished"), open("stored"));
    let note = |file: &Mutex<File>, lines: &str| file.lock().unwrap().write_all(lines.as_bytes()).unwrap();
    let name = settings.name.clone();
    let report = work(&run, &settings, None, ExecutorKind::CpuF32, &stop, &|event| match event {
        WorkerEvent::Plays(_) => {}
        WorkerEvent::Finishes(games) => {
            note(&finished, &games.iter().map(|game| identity(game) + "\n").collect::<String>());
        }
        WorkerEvent::Stores { key } => note(&stored, &format!("{key}\n")),
        event => eprintln!("{name}: {event:?}"),
    });
    let report = report.unwrap();
    eprintln!("{name}: {report:?}");
    assert_eq!(report.left, 0);
}

/// The whole lines of a file that a worker has written; a kill may have cut the last one.
pub fn lines(file: &Path) -> HashSet<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(String::from).collect()
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
            fs::write(file, &manifest.network).unwrap();
            loop {
                std::thread::park();
            }
        }
    }
    fn completed(&mut self, generation: &Generation, _: Option<f64>) {
        eprintln!("trainer: generation {} of {} games", generation.generation, generation.games);
    }
}
