//! The file of a player.
//!
//! Its first line is JSON: what it is, and the SHA-256 of all that follows. The second is JSON too: the settings and how
//! far the player has learnt. Then come the weights as little-endian f32. Under its own name a file is whole or not there.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::learner::{Bucket, Learner};
use crate::settings::Settings;

const FORMAT: &str = "shidogo-opening";
const VERSION: u32 = 1;

#[derive(Debug, thiserror::Error)]
pub enum PlayerFileError {
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("{path} is no player of openings: {1}", path = .0.display())]
    Foreign(PathBuf, String),
    #[error("{path} is damaged: {1}; remove it to learn from the start", path = .0.display())]
    Damaged(PathBuf, &'static str),
    #[error("{path} was learnt with {1}: use the same settings or another folder", path = .0.display())]
    OtherSettings(PathBuf, String),
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
struct Content {
    settings: Settings,
    games: u64,
    curve: Vec<Bucket>,
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn save(path: &Path, learner: &Learner) -> Result<(), PlayerFileError> {
    let failed = |error: io::Error| PlayerFileError::Io(path.into(), error);
    let content = Content {
        settings: learner.settings().clone(),
        games: learner.games(),
        curve: learner.curve().to_vec(),
    };
    let mut body = serde_json::to_vec(&content).map_err(|e| failed(e.into()))?;
    body.push(b'\n');
    body.extend(learner.opener().net().weights().iter().flat_map(|weight| weight.to_le_bytes()));
    let header = Header { format: FORMAT.into(), version: VERSION, sha256: digest(&body) };
    let mut bytes = serde_json::to_vec(&header).map_err(|e| failed(e.into()))?;
    bytes.push(b'\n');
    bytes.extend(body);
    atomic_file::write(path, &bytes).map_err(failed)
}

/// Reads a player; a damaged file is refused.
pub fn load_player(path: &Path) -> Result<Learner, PlayerFileError> {
    let bytes = std::fs::read(path).map_err(|e| PlayerFileError::Io(path.into(), e))?;
    read(path, &bytes)
}

/// Reads a player that is part of the program.
pub fn read_player(bytes: &[u8]) -> Result<Learner, PlayerFileError> {
    read(Path::new("a player inside"), bytes)
}

fn read(path: &Path, bytes: &[u8]) -> Result<Learner, PlayerFileError> {
    let foreign = |what: String| PlayerFileError::Foreign(path.into(), what);
    let damaged = |what| PlayerFileError::Damaged(path.into(), what);
    let (header, body) = first_line(bytes).ok_or_else(|| foreign("it has no first line".into()))?;
    let header: Header =
        serde_json::from_slice(header).map_err(|_| foreign("its first line says so".into()))?;
    if header.format != FORMAT {
        return Err(foreign(format!("it is a file of {}", header.format)));
    }
    if header.version != VERSION {
        return Err(foreign(format!("its format is {}, and this program reads {VERSION}", header.version)));
    }
    if digest(body) != header.sha256 {
        return Err(damaged("its checksum does not fit"));
    }
    let (content, weights) = first_line(body).ok_or_else(|| damaged("its settings are missing"))?;
    let content: Content = serde_json::from_slice(content).map_err(|e| foreign(e.to_string()))?;
    let (weights, rest) = weights.as_chunks::<4>();
    let weights: Vec<f32> = weights.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let restored = Learner::restore(content.settings, content.games, content.curve, weights);
    let restored = restored.map_err(|e| foreign(e.to_string()))?;
    restored.filter(|_| rest.is_empty()).ok_or_else(|| damaged("its weights do not fit its settings"))
}

/// The player of a file that goes on learning with these settings; a new one if there is no such file.
pub fn load(path: &Path, settings: &Settings) -> Result<Option<Learner>, PlayerFileError> {
    if !path.exists() {
        return Ok(None);
    }
    let mut learner = load_player(path)?;
    if let Some(difference) = learner.settings().difference(settings) {
        return Err(PlayerFileError::OtherSettings(path.into(), difference));
    }
    learner.set_games(settings.learning.games);
    Ok(Some(learner))
}

fn first_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}
