//! Networks from files, whatever their format: it is seen from the content, never from the name.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::problem::{LoadError, Problem};
use crate::{Network, cpu, katago, weights};

/// Larger networks are refused, packed or not.
const MAX_BYTES: u64 = 4 << 30;

/// Weights hardly shrink when packed. A file that grows by more than this factor, beyond an allowance for small
/// networks full of zeros, was made to fill memory.
const MAX_GROWTH: u64 = 20;
const GROWTH_ALLOWANCE: u64 = 16 << 20;

/// Memory to run a network with: so much whatever it is, and so many bytes for each of its weights. Real networks stay
/// below 32 bytes a weight (tests/hostile_files.rs); a file that wants more was made to fill memory.
const MEMORY_ALLOWANCE: u64 = 256 << 20;
const MEMORY_PER_WEIGHT: u64 = 40;

/// What the network is called that is part of the program.
pub const DEFAULT: &str = "default";

/// Where it comes from is told in docs/training.md.
static DEFAULT_FILE: &[u8] = include_bytes!("../../../nets/default.safetensors");

/// The file of the network that is part of the program.
pub fn default_file() -> &'static [u8] {
    DEFAULT_FILE
}

/// Reads the network in a file, or the one that is part of the program when it is called [`DEFAULT`].
pub fn load(path: impl AsRef<Path>) -> Result<Network, LoadError> {
    let path = path.as_ref();
    let network = if path == Path::new(DEFAULT) { read(DEFAULT_FILE) } else { load_file(path) };
    network.map_err(|problem| LoadError { path: path.into(), problem })
}

fn load_file(path: &Path) -> Result<Network, Problem> {
    // Looked at before opening: opening a pipe would wait for its writer.
    let metadata = std::fs::metadata(path).map_err(opening)?;
    if !metadata.is_file() {
        return Err(Problem::NotAFile);
    }
    let file = File::open(path).map_err(opening)?;
    read_from(BufReader::with_capacity(1 << 16, file), metadata.len(), Some(path))
}

fn opening(error: io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::NotFound => Problem::NotFound,
        _ => Problem::Io(error),
    }
}

/// Reads the network in the bytes of a file.
pub fn read(bytes: &[u8]) -> Result<Network, Problem> {
    read_from(bytes, bytes.len() as u64, None)
}

/// `length` is the file's, as far as it is known: it bounds what is believed of its content.
fn read_from(mut file: impl BufRead, length: u64, path: Option<&Path>) -> Result<Network, Problem> {
    let head = file.fill_buf().map_err(Problem::Io)?;
    let network = match Format::of(head).ok_or(Problem::NotANetwork)? {
        Format::KataGoPacked => {
            let limit = MAX_BYTES.min(length.saturating_mul(MAX_GROWTH).saturating_add(GROWTH_ALLOWANCE));
            katago::read(&mut unpacked(file), limit)
        }
        Format::KataGo => katago::read(&mut file, MAX_BYTES),
        Format::Weights if length > MAX_BYTES => Err(Problem::TooLarge { limit: MAX_BYTES }),
        Format::Weights => {
            let mut bytes = Vec::new();
            file.take(length).read_to_end(&mut bytes).map_err(Problem::Io)?;
            path.map_or(Ok(()), |path| weights::check_name(path, &bytes))?;
            Ok(weights::read(&bytes)?.network)
        }
    }?;
    check_memory(&network)?;
    Ok(network)
}

/// What can be read can be run: refuses networks that would take memory out of all proportion to their weights, on
/// every processor alike.
fn check_memory(network: &Network) -> Result<(), Problem> {
    let (needed, weights) = (cpu::footprint(&network.graph), network.graph.parameters() as u64);
    let allowed = MEMORY_PER_WEIGHT.saturating_mul(weights).saturating_add(MEMORY_ALLOWANCE);
    match needed <= allowed {
        true => Ok(()),
        false => Err(Problem::Memory { needed: needed >> 20, allowed: allowed >> 20, weights }),
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
            // It starts with its name in plain text.
            [first, ..] if first.is_ascii_graphic() || first.is_ascii_whitespace() => Some(Format::KataGo),
            _ => None,
        }
    }
}
