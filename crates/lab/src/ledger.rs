//! The folder of an experiment: its settings, and a line for every finished game.
//!
//! A kill at any moment loses no whole line: at worst the last one is torn, and its game is played again.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fs4::fs_std::FileExt;

use crate::{Entry, Settings};

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("{folder} is in use by another run", folder = .0.display())]
    InUse(PathBuf),
    #[error("{folder} holds an experiment with {1}: use the same settings or another folder", folder = .0.display())]
    Other(PathBuf, String),
    #[error("{path} line {1} is no result of a game: {2}", path = .0.display())]
    BadLine(PathBuf, usize, String),
    #[error("{path} holds no settings of an experiment: {1}", path = .0.display())]
    BadSettings(PathBuf, String),
    #[error("{folder} is not empty and holds no experiment: use another folder", folder = .0.display())]
    NotEmpty(PathBuf),
}

const SETTINGS: &str = "experiment.json";
const RESULTS: &str = "results.jsonl";
const LOCK: &str = "lock";

/// An open folder. One process at a time has it.
pub struct Ledger {
    folder: PathBuf,
    results: File,
    entries: Vec<Entry>,
    done: HashSet<(String, u32)>,
    /// Held until the process ends, however it ends.
    _lock: File,
}

impl Ledger {
    /// Opens a folder, making it if need be, and takes up what is there.
    pub fn open(folder: &Path, settings: &Settings) -> Result<Ledger, LedgerError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| LedgerError::Io(path, error)
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let path = folder.join(SETTINGS);
        if !path.exists() && has_strangers(folder) {
            return Err(LedgerError::NotEmpty(folder.into()));
        }
        let lock = take_lock(folder)?;
        let results = folder.join(RESULTS);
        let entries = mend(&results)?;
        // Without a finished game there is nothing to be mixed up.
        if path.exists() && !entries.is_empty() {
            let text = fs::read_to_string(&path).map_err(failed(&path))?;
            let there: Settings = serde_json::from_str(&text)
                .map_err(|e| LedgerError::BadSettings(path.clone(), e.to_string()))?;
            if let Some(difference) = there.difference(settings) {
                return Err(LedgerError::Other(folder.into(), difference));
            }
        }
        let text = serde_json::to_string_pretty(settings).unwrap_or_default() + "\n";
        atomic_file::write(&path, text.as_bytes()).map_err(failed(&path))?;
        let file = OpenOptions::new().create(true).append(true).open(&results).map_err(failed(&results))?;
        let mut done = HashSet::new();
        for (i, entry) in entries.iter().enumerate() {
            if !done.insert((entry.pairing.clone(), entry.game)) {
                let what = format!("game {} of {} is in a line before it already", entry.game, entry.pairing);
                return Err(LedgerError::BadLine(results, i + 1, what));
            }
        }
        Ok(Ledger { folder: folder.into(), results: file, entries, done, _lock: lock })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The finished games in the order they were finished.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The games that need not be played again.
    pub fn done(&self) -> HashSet<(String, u32)> {
        self.done.clone()
    }

    /// Puts a finished game on the disk, as one whole line.
    pub fn record(&mut self, entry: Entry) -> Result<(), LedgerError> {
        let line = serde_json::to_string(&entry).unwrap_or_default() + "\n";
        let written = self.results.write_all(line.as_bytes());
        written.map_err(|e| LedgerError::Io(self.folder.join(RESULTS), e))?;
        self.done.insert((entry.pairing.clone(), entry.game));
        self.entries.push(entry);
        Ok(())
    }
}

/// Whether the folder belongs to something else: a mistyped one must not be filled with games.
fn has_strangers(folder: &Path) -> bool {
    let Ok(files) = fs::read_dir(folder) else { return false };
    // What a kill left of a first start is ours.
    let ours = |name: &str| name == LOCK || name.starts_with(&format!(".{SETTINGS}."));
    files.flatten().any(|file| !ours(&file.file_name().to_string_lossy()))
}

fn take_lock(folder: &Path) -> Result<File, LedgerError> {
    let path = folder.join(LOCK);
    let lock = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
    let lock = lock.map_err(|e| LedgerError::Io(path.clone(), e))?;
    match FileExt::try_lock_exclusive(&lock) {
        Ok(true) => Ok(lock),
        Ok(false) => Err(LedgerError::InUse(folder.into())),
        Err(e) => Err(LedgerError::Io(path, e)),
    }
}

/// Reads the results and cuts off a line torn by a kill. Any other line that cannot be read is a damage nobody should
/// play over.
fn mend(path: &Path) -> Result<Vec<Entry>, LedgerError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(LedgerError::Io(path.into(), e)),
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut whole = 0;
    for (i, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
        if !line.ends_with(b"\n") {
            break;
        }
        let entry = serde_json::from_slice(line);
        entries.push(entry.map_err(|e| LedgerError::BadLine(path.into(), i + 1, e.to_string()))?);
        whole += line.len();
    }
    if whole < bytes.len() {
        let cut = || OpenOptions::new().write(true).open(path)?.set_len(whole as u64);
        cut().map_err(|e| LedgerError::Io(path.into(), e))?;
    }
    Ok(entries)
}
