//! A folder with settings and one line per finished game, which survives being killed.
//!
//! A game is finished once its line is on disk. Killing the process at any moment loses no such line: at
//! worst the last one is incomplete, and its game is played again. Settings are stored next to the lines, so
//! that games with different settings are never mixed.

mod lines;

pub use lines::append;

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fs4::fs_std::FileExt;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The settings that all games of a folder share.
pub trait Settings: Clone + Serialize + DeserializeOwned {
    /// A finished game.
    type Entry: Serialize + DeserializeOwned;
    /// The file in the folder.
    const FILE: &'static str;
    /// What is played, as in "a match".
    const WHAT: &'static str;
    /// Whether every line is synced to disk, so that a power cut loses none either.
    const SYNCED: bool;

    /// What differs, in words, if games of both must not be mixed.
    fn difference(&self, other: &Self) -> Option<String>;

    /// Checks that these are games with these settings; otherwise returns the line, counted from 1, and what
    /// is wrong with it.
    fn check(&self, entries: &[Self::Entry]) -> Result<(), (usize, String)>;
}

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("{folder} is in use by another process", folder = .0.display())]
    InUse(PathBuf),
    #[error("{folder} holds {1} with {2}: use the same settings or another folder", folder = .0.display())]
    OtherSettings(PathBuf, &'static str, String),
    #[error("{path} line {1} is no result of a game: {2}", path = .0.display())]
    BadLine(PathBuf, usize, String),
    #[error("{path} holds no settings of {1}: {2}", path = .0.display())]
    BadSettings(PathBuf, &'static str, String),
    #[error("{folder} is no folder of {1}: it has no {2}", folder = .0.display())]
    Missing(PathBuf, &'static str, &'static str),
    #[error("{folder} is not empty and holds no results of {1}: use another folder", folder = .0.display())]
    NotEmpty(PathBuf, &'static str),
}

const RESULTS: &str = "results.jsonl";
const LOCK: &str = "lock";

/// An open folder. Only one process at a time can open it.
pub struct Ledger<S: Settings> {
    folder: PathBuf,
    results: File,
    entries: Vec<S::Entry>,
    _lock: Lock,
}

impl<S: Settings> Ledger<S> {
    /// Opens a folder, creating it if needed, and reads its content.
    pub fn open(folder: &Path, settings: &S) -> Result<Ledger<S>, LedgerError> {
        fs::create_dir_all(folder).map_err(|e| LedgerError::Io(folder.into(), e))?;
        let (file, results) = (folder.join(S::FILE), folder.join(RESULTS));
        if !file.exists() && has_foreign_files::<S>(folder) {
            return Err(LedgerError::NotEmpty(folder.into(), S::WHAT));
        }
        let lock = lock(folder)?;
        let entries: Vec<S::Entry> = lines::mend(&results)?;
        // Without a finished game nothing can be mixed up, so a mistyped setting may be corrected.
        if file.exists() && !entries.is_empty() {
            if let Some(difference) = read_settings::<S>(folder)?.difference(settings) {
                return Err(LedgerError::OtherSettings(folder.into(), S::WHAT, difference));
            }
            check(&results, &entries, settings)?;
        }
        let text = serde_json::to_string_pretty(settings).unwrap_or_default() + "\n";
        atomic_file::write(&file, text.as_bytes()).map_err(|e| LedgerError::Io(file, e))?;
        let opened = OpenOptions::new().create(true).append(true).open(&results);
        let results = opened.map_err(|e| LedgerError::Io(results, e))?;
        Ok(Ledger { folder: folder.into(), results, entries, _lock: lock })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The finished games, in the order of finishing.
    pub fn entries(&self) -> &[S::Entry] {
        &self.entries
    }

    /// Writes a finished game to disk as one complete line.
    pub fn record(&mut self, entry: S::Entry) -> Result<(), LedgerError> {
        let written = lines::write(&mut self.results, &entry);
        let synced = written.and_then(|()| if S::SYNCED { self.results.sync_data() } else { Ok(()) });
        synced.map_err(|e| LedgerError::Io(self.folder.join(RESULTS), e))?;
        self.entries.push(entry);
        Ok(())
    }
}

/// Reads a folder without opening it for play: its settings and the finished games.
pub fn read<S: Settings>(folder: &Path) -> Result<(S, Vec<S::Entry>), LedgerError> {
    let settings: S = read_settings(folder)?;
    let path = folder.join(RESULTS);
    let (entries, _) = lines::read(&path)?;
    check(&path, &entries, &settings)?;
    Ok((settings, entries))
}

/// The folders with such settings at and below a folder, ordered by name.
pub fn find<S: Settings>(folder: &Path) -> Result<Vec<PathBuf>, LedgerError> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(here) = waiting.pop() {
        if here.join(S::FILE).is_file() {
            found.push(here);
            continue;
        }
        let files = fs::read_dir(&here).map_err(|e| LedgerError::Io(here.clone(), e))?;
        // Links are not followed, because they could form cycles.
        let folders = files.flatten().filter(|file| file.file_type().is_ok_and(|t| t.is_dir()));
        waiting.extend(folders.map(|file| file.path()));
    }
    found.sort();
    Ok(found)
}

fn check<S: Settings>(results: &Path, entries: &[S::Entry], settings: &S) -> Result<(), LedgerError> {
    settings.check(entries).map_err(|(line, what)| LedgerError::BadLine(results.into(), line, what))
}

fn read_settings<S: Settings>(folder: &Path) -> Result<S, LedgerError> {
    let path = folder.join(S::FILE);
    let text = fs::read_to_string(&path).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => LedgerError::Missing(folder.into(), S::WHAT, S::FILE),
        _ => LedgerError::Io(path.clone(), e),
    })?;
    serde_json::from_str(&text).map_err(|e| LedgerError::BadSettings(path, S::WHAT, e.to_string()))
}

/// A folder that no other process may use until this is dropped or the process ends, however it ends.
pub struct Lock(#[allow(dead_code)] File);

pub fn lock(folder: &Path) -> Result<Lock, LedgerError> {
    let path = folder.join(LOCK);
    let lock = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
    let lock = lock.map_err(|e| LedgerError::Io(path.clone(), e))?;
    match FileExt::try_lock_exclusive(&lock) {
        Ok(true) => Ok(Lock(lock)),
        Ok(false) => Err(LedgerError::InUse(folder.into())),
        Err(e) => Err(LedgerError::Io(path, e)),
    }
}

/// Whether the folder belongs to something else: a mistyped folder must not be filled with games.
fn has_foreign_files<S: Settings>(folder: &Path) -> bool {
    let Ok(files) = fs::read_dir(folder) else { return false };
    // What a killed first start left behind is ours.
    let ours = |name: &str| name == LOCK || name.starts_with(&format!(".{}.", S::FILE));
    files.flatten().any(|file| !ours(&file.file_name().to_string_lossy()))
}
