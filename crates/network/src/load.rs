//! Loads networks of any format. The content decides the format, never the name.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::error::{LoadError, ReadError};
use crate::file::{FileError, MAX_BYTES, open};
use crate::network::Network;
use crate::{katago, weights};

/// Weights hardly compress. A file that grows by more than this factor, beyond an allowance for small
/// networks full of zeros, was made to fill memory.
const MAX_GROWTH: u64 = 20;
const GROWTH_ALLOWANCE: u64 = 16 << 20;

/// The name of the built-in network.
pub const DEFAULT: &str = "default";

/// The name of the built-in human network, which plays like people of any rank.
pub const HUMAN: &str = "human";

/// The names of the built-in networks of characters, which have learnt to play for more than the score.
pub const CENTRE: &str = "centre";
pub const EDGE: &str = "edge";
pub const DEFENCE: &str = "defence";
pub const OFFENCE: &str = "offence";

/// nets/README.md says where they come from.
static DEFAULT_FILE: &[u8] = include_bytes!("../../../nets/default.safetensors");
static HUMAN_FILE: &[u8] = include_bytes!("../../../nets/human.safetensors");
static CENTRE_FILE: &[u8] = include_bytes!("../../../nets/centre.safetensors");
static EDGE_FILE: &[u8] = include_bytes!("../../../nets/edge.safetensors");
static DEFENCE_FILE: &[u8] = include_bytes!("../../../nets/defence.safetensors");
static OFFENCE_FILE: &[u8] = include_bytes!("../../../nets/offence.safetensors");

/// The file of a built-in network, by its name.
fn built_in(name: &str) -> Option<&'static [u8]> {
    Some(match name {
        DEFAULT => DEFAULT_FILE,
        HUMAN => HUMAN_FILE,
        CENTRE => CENTRE_FILE,
        EDGE => EDGE_FILE,
        DEFENCE => DEFENCE_FILE,
        OFFENCE => OFFENCE_FILE,
        _ => return None,
    })
}

/// Whether a network is inside the program: no file can be called so.
pub fn is_built_in(name: &str) -> bool {
    built_in(name).is_some()
}

/// The file of the built-in network.
pub fn default_file() -> &'static [u8] {
    DEFAULT_FILE
}

/// The file of the built-in human network.
pub fn human_file() -> &'static [u8] {
    HUMAN_FILE
}

/// Reads the network in a file, or a built-in one if the name is one of theirs, such as [`DEFAULT`].
pub fn load(path: impl AsRef<Path>) -> Result<Network, LoadError> {
    let path = path.as_ref();
    let network = match path.to_str().and_then(built_in) {
        Some(file) => read(file),
        None => load_file(path),
    };
    network.map_err(|reason| LoadError { path: path.into(), reason })
}

fn load_file(path: &Path) -> Result<Network, ReadError> {
    let (file, length) = open(path)?;
    read_from(BufReader::with_capacity(1 << 16, file), length, Some(path))
}

/// Reads the network in the bytes of a file.
pub fn read(bytes: &[u8]) -> Result<Network, ReadError> {
    read_from(bytes, bytes.len() as u64, None)
}

/// `length` is the length of the file, if known: it bounds what the content may claim.
fn read_from(mut file: impl BufRead, length: u64, path: Option<&Path>) -> Result<Network, ReadError> {
    let head = file.fill_buf().map_err(FileError::Io)?;
    match Format::of(head).ok_or(ReadError::NotANetwork)? {
        Format::KataGoPacked => {
            let limit = MAX_BYTES.min(length.saturating_mul(MAX_GROWTH).saturating_add(GROWTH_ALLOWANCE));
            katago::read(&mut unpacked(file), limit)
        }
        Format::KataGo => katago::read(&mut file, MAX_BYTES),
        Format::Weights if length > MAX_BYTES => Err(FileError::TooLarge { bytes: length }.into()),
        Format::Weights => {
            let mut bytes = Vec::new();
            file.take(length).read_to_end(&mut bytes).map_err(FileError::Io)?;
            path.map_or(Ok(()), |path| weights::check_name(path, &bytes))?;
            Ok(weights::read(&bytes)?.network)
        }
    }
}

fn unpacked(file: impl BufRead) -> impl BufRead {
    BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file))
}

enum Format {
    KataGoPacked,
    KataGo,
    Weights,
}

impl Format {
    fn of(head: &[u8]) -> Option<Format> {
        match head {
            [0x1f, 0x8b, ..] => Some(Format::KataGoPacked),
            _ if weights::looks_like(head) => Some(Format::Weights),
            // A KataGo file starts with its name in plain text.
            [first, ..] if first.is_ascii_graphic() || first.is_ascii_whitespace() => Some(Format::KataGo),
            _ => None,
        }
    }
}
