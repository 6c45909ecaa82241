//! Which files there are, and their lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

/// Why files cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read {path}: {reason}")]
    File { path: String, reason: io::Error },
    #[error("{0} is not a file of games: use .jsonl, .jsonl.gz, .sgf or a folder of them")]
    Kind(String),
    #[error("there is no .jsonl, .jsonl.gz or .sgf in {0}")]
    NoFiles(String),
    #[error("there is no .sgf in {0}")]
    NoRecords(String),
}

impl ReadError {
    pub(crate) fn file(path: &Path, reason: io::Error) -> ReadError {
        ReadError::File { path: path.display().to_string(), reason }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Lines,
    GzippedLines,
    Sgf,
}

impl Kind {
    pub fn of(path: &Path) -> Option<Kind> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        match name {
            name if name.ends_with(".jsonl") => Some(Kind::Lines),
            name if name.ends_with(".jsonl.gz") => Some(Kind::GzippedLines),
            name if name.ends_with(".sgf") => Some(Kind::Sgf),
            _ => None,
        }
    }
}

/// The game records at a path: itself, whatever its name, or all `.sgf` in a folder and the folders in it, sorted.
pub fn records(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let none = || ReadError::NoRecords(path.display().to_string());
    let all =
        files(path).map_err(|error| if matches!(error, ReadError::NoFiles(_)) { none() } else { error })?;
    let records: Vec<PathBuf> =
        all.into_iter().filter(|(_, kind)| *kind == Kind::Sgf).map(|(path, _)| path).collect();
    if records.is_empty() { Err(none()) } else { Ok(records) }
}

/// The files at a path: itself, or all in a folder and the folders in it, sorted.
pub(crate) fn files(path: &Path) -> Result<Vec<(PathBuf, Kind)>, ReadError> {
    let metadata = path.metadata().map_err(|reason| ReadError::file(path, reason))?;
    if !metadata.is_dir() {
        let kind = Kind::of(path).ok_or_else(|| ReadError::Kind(path.display().to_string()))?;
        return Ok(vec![(path.to_path_buf(), kind)]);
    }
    let mut folders = vec![path.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir().map_err(|reason| ReadError::file(&folder, reason))?;
        for entry in entries {
            let entry = entry.map_err(|reason| ReadError::file(&folder, reason))?;
            let path = entry.path();
            // Links to folders are not followed: they may lead back.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if let Some(kind) = Kind::of(&path) {
                files.push((path, kind));
            }
        }
    }
    if files.is_empty() {
        return Err(ReadError::NoFiles(path.display().to_string()));
    }
    files.sort();
    Ok(files)
}

/// Far longer than the longest game.
const LONGEST_LINE: u64 = 1 << 20;

/// Calls `each` for every line, counted from 1.
pub(crate) fn for_each_line(path: &Path, kind: Kind, mut each: impl FnMut(usize, &str)) -> io::Result<()> {
    let file = File::open(path)?;
    let mut input: Box<dyn BufRead> = match kind {
        Kind::GzippedLines => Box::new(BufReader::new(MultiGzDecoder::new(BufReader::new(file)))),
        Kind::Lines | Kind::Sgf => Box::new(BufReader::new(file)),
    };
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_line(&mut line)? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with('\n') {
            return Err(io::Error::other(format!("line {number} has more than {LONGEST_LINE} bytes")));
        }
        if !line.trim().is_empty() {
            each(number, &line);
        }
    }
    Ok(())
}
