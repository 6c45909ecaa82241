//! Batches of games, as they lie in a run's store.
//!
//! A batch begins with a line of JSON that says what it is, how many games and bytes follow, and their SHA-256; the games
//! follow, compressed. Its name is made of that hash and the number of games, so that a listing is enough to count.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::record::{OldRecord, Record};

const FORMAT: &str = "shidogo-games";
const VERSION: u32 = 4;
/// Without objectives; still read.
const OLD_VERSION: u32 = 3;
pub const EXTENSION: &str = "games";
/// A batch that claims to hold more, once unpacked, is refused.
const MOST_BYTES: u64 = 1 << 30;
const LONGEST_HEADER: usize = 1000;
/// Digits of the hash in a name.
const DIGITS: usize = 16;

#[derive(thiserror::Error, Debug)]
pub enum GameStoreError {
    #[error("no file of games")]
    Foreign,
    #[error("written by another version of the program ({0})")]
    Version(u32),
    #[error("damaged: {0}")]
    Damaged(&'static str),
    #[error("impossibly large")]
    Large,
    #[error("games cannot be packed: {0}")]
    Pack(String),
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    games: usize,
    /// Of what follows, compressed.
    bytes: u64,
    sha256: String,
    /// The file of the network that played; batches from before that was told do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<String>,
}

/// What is in a batch. Its games have not been checked yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    pub network: Option<String>,
    pub games: Vec<Record>,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes of games in a batch, before compression.
pub fn encode(games: &[Record]) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_stdvec(games)
}

/// The name and the bytes of a batch of games that a network played.
pub fn pack(games: &[Record], network: Option<&str>) -> Result<(String, Vec<u8>), GameStoreError> {
    let plain = encode(games).map_err(|error| GameStoreError::Pack(error.to_string()))?;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let packed = packed.write_all(&plain).and_then(|()| packed.finish());
    let packed = packed.map_err(|error: io::Error| GameStoreError::Pack(error.to_string()))?;
    let sha256 = hex(&Sha256::digest(&packed));
    let name = format!("{}-{}.{EXTENSION}", &sha256[..DIGITS], games.len());
    let header = Header {
        format: FORMAT.into(),
        version: VERSION,
        games: games.len(),
        bytes: packed.len() as u64,
        sha256,
        network: network.map(String::from),
    };
    let mut bytes = serde_json::to_vec(&header).map_err(|error| GameStoreError::Pack(error.to_string()))?;
    bytes.push(b'\n');
    bytes.extend(packed);
    Ok((name, bytes))
}

/// The hash in a batch's name, and the number of games where it says that: older names do not.
fn parts(name: &str) -> Option<(&str, Option<u64>)> {
    let stem = name.rsplit('/').next()?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let (hash, games) = stem.split_once('-').map_or((stem, None), |(hash, games)| (hash, Some(games)));
    Some((hash, games.map(str::parse).transpose().ok()?))
}

/// Whether this may be the name of a batch.
pub fn is_name(name: &str) -> bool {
    parts(name).is_some()
}

/// How many games a batch has by its name.
pub fn count_by_name(name: &str) -> Option<u64> {
    parts(name)?.1
}

/// How many games a batch says it has, without reading them.
pub fn count(bytes: &[u8]) -> Result<u64, GameStoreError> {
    Ok(header(bytes)?.0.games as u64)
}

/// A batch's header, and what follows it.
fn header(bytes: &[u8]) -> Result<(Header, &[u8]), GameStoreError> {
    let end = bytes.iter().take(LONGEST_HEADER).position(|b| *b == b'\n');
    let (head, rest) = bytes.split_at(end.ok_or(GameStoreError::Foreign)?);
    let header: Header = serde_json::from_slice(head).map_err(|_| GameStoreError::Foreign)?;
    if header.format != FORMAT {
        return Err(GameStoreError::Foreign);
    }
    if ![OLD_VERSION, VERSION].contains(&header.version) {
        return Err(GameStoreError::Version(header.version));
    }
    Ok((header, &rest[1..]))
}

/// Reads a batch, and checks that it is whole and has the name it should have.
pub fn unpack(name: &str, bytes: &[u8]) -> Result<Batch, GameStoreError> {
    let damaged = GameStoreError::Damaged;
    let (header, packed) = header(bytes)?;
    if header.bytes != packed.len() as u64 || hex(&Sha256::digest(packed)) != header.sha256 {
        return Err(damaged("the checksum is wrong"));
    }
    let (hash, games) = parts(name).ok_or(GameStoreError::Foreign)?;
    if !header.sha256.starts_with(hash) || games.is_some_and(|games| games != header.games as u64) {
        return Err(damaged("the name is not that of the content"));
    }
    let mut plain = Vec::new();
    let read = ZlibDecoder::new(packed).take(MOST_BYTES + 1).read_to_end(&mut plain);
    read.map_err(|_| damaged("it cannot be unpacked"))?;
    if plain.len() as u64 > MOST_BYTES {
        return Err(GameStoreError::Large);
    }
    let games: Result<Vec<Record>, _> = match header.version {
        OLD_VERSION => postcard::from_bytes(&plain)
            .map(|old: Vec<OldRecord>| old.into_iter().map(Record::from).collect()),
        _ => postcard::from_bytes(&plain),
    };
    let games = games.map_err(|_| damaged("no games in it"))?;
    if games.len() != header.games {
        return Err(damaged("the number of games is wrong"));
    }
    Ok(Batch { network: header.network, games })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    #[test]
    fn games_come_back() {
        let (name, bytes) = pack(&[record(), record()], Some("n-0123.safetensors")).unwrap();
        let network = Some("n-0123.safetensors".to_string());
        assert_eq!(unpack(&name, &bytes).unwrap(), Batch { network, games: vec![record(), record()] });
        assert_eq!((count(&bytes).unwrap(), count_by_name(&name)), (2, Some(2)));
        // As they were named before.
        let (hash, _) = name.split_once('-').unwrap();
        let old = format!("games/0003/{hash}.games");
        assert_eq!((is_name(&old), count_by_name(&old)), (true, None));
        assert_eq!(unpack(&old, &bytes).unwrap().games.len(), 2);
        assert!(!is_name("games/0003/.x.games.part") && !is_name("a-b.games"));
    }

    #[test]
    fn damage_is_found_and_told_in_a_line() {
        let (name, good) = pack(&[record()], None).unwrap();
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
            let error = unpack(&name, bytes).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
        for other in ["0123456789abcdef-1.games".to_string(), name.replace("-1.", "-2.")] {
            assert!(unpack(&other, &good).unwrap_err().to_string().contains("name"));
        }
    }
}
