//! The folder of a match: settings, a line for every finished game, and their SGFs.
//!
//! A game is finished once its line is on the disk; its SGF is there by then. A kill at any moment loses no
//! such line: at worst the last one is torn, and the game it was for is played again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use board::Colour;
use fs4::fs_std::FileExt;
use serde::{Deserialize, Serialize};

use crate::{FaultKind, MatchSettings, count, matches, referee};

/// Who won, whatever the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    First,
    Second,
    Draw,
}

/// A finished game, as a line of `results.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Counted from 1.
    pub game: usize,
    pub first_colour: Colour,
    pub winner: Winner,
    /// As SGF writes it.
    pub result: String,
    pub ending: referee::Ending,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
    /// What the loser did, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<count::Source>,
    pub disputed: bool,
    /// Moves on the board, the opening's included.
    pub moves: usize,
    pub seed: u64,
    pub first_moves: u32,
    pub second_moves: u32,
    pub first_seconds: f64,
    pub second_seconds: f64,
    /// The file beside this one.
    pub sgf: String,
}

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{folder}: {1}", folder = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("{folder} is in use by another match", folder = .0.display())]
    InUse(PathBuf),
    #[error("{folder} holds a match with {1}: use the same settings or another folder", folder = .0.display())]
    OtherMatch(PathBuf, String),
    #[error("{folder} line {1} is no result of a game: {2}", folder = .0.display())]
    BadLine(PathBuf, usize, String),
    #[error("{folder} holds no settings of a match: {1}", folder = .0.display())]
    BadSettings(PathBuf, String),
    #[error("{folder} is no folder of a match: it has no match.json", folder = .0.display())]
    NoMatch(PathBuf),
    #[error("{folder} is not empty and holds no match: use another folder", folder = .0.display())]
    NotEmpty(PathBuf),
}

const SETTINGS: &str = "match.json";
const RESULTS: &str = "results.jsonl";
const LOCK: &str = "lock";

/// An open folder of a match. One process at a time has it.
pub struct Ledger {
    folder: PathBuf,
    results: File,
    entries: Vec<Entry>,
    /// Held until the process ends, however it ends.
    _lock: File,
}

impl Ledger {
    /// Opens a folder for a match, making it if need be, and takes up what is there.
    pub fn open(folder: &Path, settings: &MatchSettings) -> Result<Ledger, LedgerError> {
        fs::create_dir_all(folder).map_err(|e| LedgerError::Io(folder.to_path_buf(), e))?;
        let lock = take_lock(folder)?;
        let path = folder.join(SETTINGS);
        let entries = mend(&folder.join(RESULTS))?;
        if path.exists() {
            // Without a finished game there is nothing to be mixed up: a mistyped player may be mended.
            let there = if entries.is_empty() { settings.clone() } else { read_settings(folder)? };
            if let Some(difference) = there.difference(settings) {
                return Err(LedgerError::OtherMatch(folder.to_path_buf(), difference));
            }
            check(&folder.join(RESULTS), &entries, settings)?;
        } else if has_strangers(folder) {
            return Err(LedgerError::NotEmpty(folder.to_path_buf()));
        }
        let text = serde_json::to_string_pretty(settings).unwrap_or_default() + "\n";
        replace(&path, text.as_bytes())?;
        let path = folder.join(RESULTS);
        let results = OpenOptions::new().create(true).append(true).open(&path);
        let results = results.map_err(|e| LedgerError::Io(path, e))?;
        Ok(Ledger { folder: folder.to_path_buf(), results, entries, _lock: lock })
    }

    /// The finished games in the order they were finished.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Puts a finished game on the disk, the SGF first.
    pub fn record(&mut self, entry: Entry, sgf: &str) -> Result<(), LedgerError> {
        replace(&self.folder.join(&entry.sgf), sgf.as_bytes())?;
        let line = serde_json::to_string(&entry).unwrap_or_default() + "\n";
        let written = self.results.write_all(line.as_bytes()).and_then(|()| self.results.sync_data());
        written.map_err(|e| LedgerError::Io(self.folder.join(RESULTS), e))?;
        self.entries.push(entry);
        Ok(())
    }
}

/// Reads a folder without opening it for play: its settings and the finished games.
pub fn read(folder: &Path) -> Result<(MatchSettings, Vec<Entry>), LedgerError> {
    let settings = read_settings(folder)?;
    let path = folder.join(RESULTS);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(LedgerError::Io(path, e)),
    };
    let entries = parse(&path, &bytes)?.0;
    check(&path, &entries, &settings)?;
    Ok((settings, entries))
}

/// The folders of matches at and below a folder, in the order of their names.
pub fn find(folder: &Path) -> Result<Vec<PathBuf>, LedgerError> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(here) = waiting.pop() {
        if here.join(SETTINGS).is_file() {
            found.push(here);
            continue;
        }
        let files = fs::read_dir(&here).map_err(|e| LedgerError::Io(here.clone(), e))?;
        // Links are not followed: they could lead round in circles.
        let folders = files.flatten().filter(|file| file.file_type().is_ok_and(|t| t.is_dir()));
        waiting.extend(folders.map(|file| file.path()));
    }
    found.sort();
    Ok(found)
}

fn read_settings(folder: &Path) -> Result<MatchSettings, LedgerError> {
    let path = folder.join(SETTINGS);
    let text = fs::read_to_string(&path).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => LedgerError::NoMatch(folder.to_path_buf()),
        _ => LedgerError::Io(path.clone(), e),
    })?;
    serde_json::from_str(&text).map_err(|e| LedgerError::BadSettings(path, e.to_string()))
}

fn take_lock(folder: &Path) -> Result<File, LedgerError> {
    let path = folder.join(LOCK);
    let lock = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
    let lock = lock.map_err(|e| LedgerError::Io(path.clone(), e))?;
    match FileExt::try_lock_exclusive(&lock) {
        Ok(true) => Ok(lock),
        Ok(false) => Err(LedgerError::InUse(folder.to_path_buf())),
        Err(e) => Err(LedgerError::Io(path, e)),
    }
}

/// Whether the folder belongs to something else: a mistyped one must not be filled with games.
fn has_strangers(folder: &Path) -> bool {
    let Ok(files) = fs::read_dir(folder) else { return false };
    // The lock, and a first settings file that a kill left unfinished, are ours.
    let is_partial = |name: &str| name.starts_with(".match.") && name.ends_with(atomic_file::PARTIAL);
    let ours = |name: &str| name == LOCK || name == "match.tmp" || is_partial(name);
    files.flatten().any(|file| !ours(&file.file_name().to_string_lossy()))
}

/// Writes a file so that it is there whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), LedgerError> {
    atomic_file::write(path, bytes).map_err(|e| LedgerError::Io(path.to_path_buf(), e))
}

/// Reads the results and cuts off a line torn by a kill.
fn mend(path: &Path) -> Result<Vec<Entry>, LedgerError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(LedgerError::Io(path.to_path_buf(), e)),
    };
    let (entries, whole) = parse(path, &bytes)?;
    if whole < bytes.len() {
        let cut = || OpenOptions::new().write(true).open(path)?.set_len(whole as u64);
        cut().map_err(|e| LedgerError::Io(path.to_path_buf(), e))?;
    }
    Ok(entries)
}

/// Every game of a match is there once, with the seed and the colours that its number gives it. Otherwise lines were
/// copied or changed, and what is counted would not be what was played.
fn check(path: &Path, entries: &[Entry], settings: &MatchSettings) -> Result<(), LedgerError> {
    let mut lines = HashMap::new();
    for (line, entry) in (1..).zip(entries) {
        let Entry { game, seed, first_colour, .. } = *entry;
        let wrong = |what| Err(LedgerError::BadLine(path.to_path_buf(), line, what));
        if game == 0 {
            return wrong("games are numbered from 1".into());
        }
        if let Some(before) = lines.insert(game, line) {
            return wrong(format!("game {game} is in line {before} already"));
        }
        if seed != settings.seed_of(game as u64) || first_colour != matches::first_colour(game) {
            return wrong(format!("this match has no game {game} with that seed and those colours"));
        }
    }
    Ok(())
}

/// The games of all whole lines, and how many bytes those lines have. Only the last line can be torn; any
/// other that cannot be read is a damage nobody should play over.
fn parse(path: &Path, bytes: &[u8]) -> Result<(Vec<Entry>, usize), LedgerError> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut whole = 0;
    for (i, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
        let last = whole + line.len() == bytes.len();
        match serde_json::from_slice::<Entry>(line) {
            Ok(entry) if line.ends_with(b"\n") => entries.push(entry),
            Ok(_) => break,
            Err(_) if last => break,
            Err(e) => return Err(LedgerError::BadLine(path.to_path_buf(), i + 1, e.to_string())),
        }
        whole += line.len();
    }
    Ok((entries, whole))
}
