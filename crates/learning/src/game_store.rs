//! Files of games.
//!
//! A file begins with a line of JSON that says what it is, how many games and bytes follow, and their SHA-256; the games
//! follow, compressed. Under its own name a file is whole or not there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::record::{OldRecord, Record, RecordError};

const FORMAT: &str = "shidogo-games";
const VERSION: u32 = 4;
/// Without objectives; still read.
const OLD_VERSION: u32 = 3;
pub const EXTENSION: &str = "games";
/// A file that claims to hold more, once unpacked, is refused.
const MOST_BYTES: u64 = 1 << 30;
const LONGEST_HEADER: usize = 1000;

#[derive(thiserror::Error, Debug)]
pub enum GameStoreError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {what}", path.display())]
    Foreign { path: PathBuf, what: String },
    #[error("{}: game {number}: {error}", path.display())]
    Game { path: PathBuf, number: usize, error: RecordError },
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    games: usize,
    /// Of what follows, compressed.
    bytes: u64,
    sha256: String,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes of games in a file, before compression.
pub fn encode(games: &[Record]) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_stdvec(games)
}

/// Writes games into a new file of a folder, named after its contents, and returns its path.
pub fn write(folder: &Path, games: &[Record]) -> Result<PathBuf, GameStoreError> {
    let at = |path: &Path| {
        let path = path.to_path_buf();
        move |error: io::Error| GameStoreError::Io { path, error }
    };
    fs::create_dir_all(folder).map_err(at(folder))?;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let plain = encode(games)
        .map_err(|error| GameStoreError::Foreign { path: folder.into(), what: error.to_string() })?;
    let packed = packed.write_all(&plain).and_then(|()| packed.finish()).map_err(at(folder))?;
    let sha256 = hex(&Sha256::digest(&packed));
    let header = Header {
        format: FORMAT.into(),
        version: VERSION,
        games: games.len(),
        bytes: packed.len() as u64,
        sha256: sha256.clone(),
    };
    let path = folder.join(format!("{}.{EXTENSION}", &sha256[..16]));
    let mut bytes = serde_json::to_vec(&header).map_err(|error| at(&path)(error.into()))?;
    bytes.push(b'\n');
    bytes.extend(packed);
    atomic_file::write(&path, &bytes).map_err(at(&path))?;
    Ok(path)
}

/// How many games a file says it has, without reading them.
pub fn count(path: &Path) -> Result<u64, GameStoreError> {
    let io_error = |error| GameStoreError::Io { path: path.into(), error };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(io_error)?;
    file.take(LONGEST_HEADER as u64).read_to_end(&mut bytes).map_err(io_error)?;
    Ok(header(path, &bytes)?.0.games as u64)
}

/// A file's header, and what follows it.
fn header<'a>(path: &Path, bytes: &'a [u8]) -> Result<(Header, &'a [u8]), GameStoreError> {
    let foreign = |what: &str| GameStoreError::Foreign { path: path.into(), what: what.into() };
    let end = bytes.iter().take(LONGEST_HEADER).position(|b| *b == b'\n');
    let (head, rest) = bytes.split_at(end.ok_or_else(|| foreign("no file of games"))?);
    let header: Header = serde_json::from_slice(head).map_err(|_| foreign("no file of games"))?;
    if header.format != FORMAT {
        return Err(foreign("no file of games"));
    }
    if ![OLD_VERSION, VERSION].contains(&header.version) {
        return Err(foreign(&format!("written by another version of the program ({})", header.version)));
    }
    Ok((header, &rest[1..]))
}

/// Reads and checks all games of a file.
pub fn read(path: &Path) -> Result<Vec<Record>, GameStoreError> {
    let io_error = |error| GameStoreError::Io { path: path.into(), error };
    let foreign = |what: &str| GameStoreError::Foreign { path: path.into(), what: what.into() };
    let bytes = fs::read(path).map_err(io_error)?;
    let (header, packed) = header(path, &bytes)?;
    if header.bytes != packed.len() as u64 || hex(&Sha256::digest(packed)) != header.sha256 {
        return Err(foreign("damaged: the checksum is wrong"));
    }
    let mut plain = Vec::new();
    ZlibDecoder::new(packed).take(MOST_BYTES + 1).read_to_end(&mut plain).map_err(io_error)?;
    if plain.len() as u64 > MOST_BYTES {
        return Err(foreign("impossibly large"));
    }
    let games: Result<Vec<Record>, _> = match header.version {
        OLD_VERSION => postcard::from_bytes(&plain)
            .map(|old: Vec<OldRecord>| old.into_iter().map(Record::from).collect()),
        _ => postcard::from_bytes(&plain),
    };
    let games = games.map_err(|_| foreign("damaged: no games in it"))?;
    if games.len() != header.games {
        return Err(foreign("damaged: the number of games is wrong"));
    }
    for (i, game) in games.iter().enumerate() {
        game.check().map_err(|error| GameStoreError::Game { path: path.into(), number: i + 1, error })?;
    }
    Ok(games)
}

/// Reads many files, on all processors: unpacking and checking take longer than the disk does.
pub fn read_all(paths: &[PathBuf]) -> Vec<Result<Vec<Record>, GameStoreError>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let mut read: Vec<_> = std::thread::scope(|scope| {
        let reader = || {
            let mut read = Vec::new();
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && let Some(path) = paths.get(number)
            {
                read.push((number, self::read(path)));
            }
            read
        };
        let readers: Vec<_> = (0..threads.min(paths.len())).map(|_| scope.spawn(reader)).collect();
        readers.into_iter().flat_map(|reader| reader.join().unwrap_or_default()).collect()
    });
    read.sort_by_key(|(number, _)| *number);
    read.into_iter().map(|(_, games)| games).collect()
}

/// The files of a folder, in the order of their names; none when there is no folder.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, GameStoreError> {
    let at = |error| GameStoreError::Io { path: folder.into(), error };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(at)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(at)?.path();
        if path.extension().is_some_and(|e| e == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    #[test]
    fn games_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(&folder.path().join("new"), &[record(), record()]).unwrap();
        assert_eq!(read(&path).unwrap(), [record(), record()]);
        assert_eq!(count(&path).unwrap(), 2);
        let missing = folder.path().join("missing.games");
        let paths = [path.clone(), missing, path.clone()];
        let all: Vec<Option<usize>> =
            read_all(&paths).iter().map(|r| r.as_ref().ok().map(Vec::len)).collect();
        assert_eq!(all, [Some(2), None, Some(2)]);
        assert_eq!(files(&folder.path().join("new")).unwrap(), [path]);
        assert!(files(&folder.path().join("nowhere")).unwrap().is_empty());
    }

    #[test]
    fn damage_is_found_and_told_in_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), &[record()]).unwrap();
        let good = fs::read(&path).unwrap();
        let end = good.iter().position(|b| *b == b'\n').unwrap();
        let mut flipped = good.clone();
        *flipped.last_mut().unwrap() ^= 1;
        let newer =
            String::from_utf8_lossy(&good[..end]).replace("\"version\":4", "\"version\":9").into_bytes();
        let cases: [(&[u8], &str); 6] = [
            (&good[..good.len() - 1], "checksum"),
            (&flipped, "checksum"),
            (b"", "no file of games"),
            (b"{\"format\":\"other\"}\n", "no file of games"),
            (&[0xff; 4000], "no file of games"),
            (&[newer, good[end..].to_vec()].concat(), "another version"),
        ];
        for (bytes, expected) in cases {
            fs::write(&path, bytes).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
        assert!(
            read(&folder.path().join("missing.games")).unwrap_err().to_string().contains("missing.games")
        );
    }

    #[test]
    fn a_game_that_breaks_the_rules_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut bad = record();
        bad.opening[0] = 99;
        let path = write(folder.path(), &[record(), bad]).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("game 2: move 0 cannot be played"), "{error}");
    }
}
