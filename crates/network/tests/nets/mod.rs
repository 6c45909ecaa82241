//! Real networks and KataGo's outputs for them, from the folder `shared` next to or in the repository, and
//! from packages on PyPI that contain networks.

#![allow(dead_code)] // Each test uses its own part of it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Reports what was skipped, past the test harness, which would hide it.
pub fn skip(what: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {what}");
}

/// KataGo's networks and outputs, which only developers of this project have.
pub fn data() -> Option<PathBuf> {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|a| a.join("shared/data/katago"));
    let found = folders.find(|folder| folder.is_dir());
    if found.is_none() {
        skip("no folder shared/data/katago beside the repository");
    }
    found
}

/// The networks that are too large for the data folder, and the packages that contain them.
pub const LARGE: [(&str, &str); 2] = [
    ("kata1-b18c384nbt-s9996604416-d4316597426", "katrain==1.15.0"),
    ("b10c384h6nbttflrs", "katrain==1.20.0"),
];

/// The file of a network: in the data folder, or in the download folder, after a download if needed. Tests
/// that need the same file wait for each other, and only one of them fails.
pub fn find(name: &str) -> Option<PathBuf> {
    static FOUND: Mutex<BTreeMap<String, Option<PathBuf>>> = Mutex::new(BTreeMap::new());
    let mut found = FOUND.lock().unwrap();
    found.entry(name.into()).or_insert_with(|| look_for(name)).clone()
}

fn look_for(name: &str) -> Option<PathBuf> {
    let file = format!("{name}.bin.gz");
    let folder = downloads();
    let (kept, downloaded) = (data()?.join(&file), folder.join(&file));
    if let Some(path) = [&kept, &downloaded].into_iter().find(|path| path.is_file()) {
        return Some(path.clone());
    }
    let package = LARGE.iter().find(|(large, _)| *large == name)?.1;
    match download(package, &file, &folder) {
        Ok(()) => Some(downloaded),
        Err(problem) => {
            skip(&format!("{file} is not in {} and could not be fetched: {problem}", folder.display()));
            None
        }
    }
}

/// `SHIDOGO_NETS`, or a folder next to the build output.
fn downloads() -> PathBuf {
    match std::env::var_os("SHIDOGO_NETS") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("nets"),
    }
}

/// Long enough for 130 MB, but a test must not hang if the connection is very slow.
const PATIENCE: Duration = Duration::from_secs(300);

fn download(package: &str, file: &str, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let here = tempfile::tempdir_in(folder).map_err(|e| e.to_string())?;
    let path = here.path();
    let pip =
        ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--retries=1", "--timeout=20", package];
    run(Command::new("python3").args(pip).current_dir(path))?;
    let wheel = std::fs::read_dir(path).map_err(|e| e.to_string())?.flatten().map(|entry| entry.path());
    let wheel = wheel.into_iter().find(|path| path.extension().is_some_and(|e| e == "whl"));
    let wheel = wheel.ok_or("pip brought no wheel")?;
    run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(wheel).arg(path.join("unpacked")))?;
    let unpacked = path.join("unpacked/katrain/models").join(file);
    std::fs::rename(unpacked, folder.join(file)).map_err(|e| e.to_string())
}

fn run(command: &mut Command) -> Result<(), String> {
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.map_err(|e| format!("python3: {e}"))?;
    let end = Instant::now() + PATIENCE;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("{command:?} ended with {status}")),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(100)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{command:?} took too long"));
            }
        }
    }
}
