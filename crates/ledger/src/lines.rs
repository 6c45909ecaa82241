//! Files with one JSON value per line, the last of which may be incomplete after a kill.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::LedgerError;

/// Appends a value to a file, creating it if needed.
pub fn append(path: &Path, value: &impl Serialize) -> io::Result<()> {
    write(&mut OpenOptions::new().create(true).append(true).open(path)?, value)
}

/// In one call, so that a kill nearly always leaves a whole line or nothing.
pub(crate) fn write(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    file.write_all((serde_json::to_string(value)? + "\n").as_bytes())
}

/// Reads all values and removes an incomplete last line.
pub(crate) fn mend<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LedgerError> {
    let (values, whole) = read(path)?;
    let cut = || -> io::Result<()> {
        if path.exists() && fs::metadata(path)?.len() > whole {
            OpenOptions::new().write(true).open(path)?.set_len(whole)?;
        }
        Ok(())
    };
    cut().map_err(|e| LedgerError::Io(path.into(), e))?;
    Ok(values)
}

/// The values of all complete lines, and the length of these lines in bytes. Only the last line can be
/// incomplete; any other unreadable line is damage that must not be overwritten.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<(Vec<T>, u64), LedgerError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(LedgerError::Io(path.into(), e)),
    };
    let mut values = Vec::new();
    let mut whole = 0;
    for (i, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
        let last = whole + line.len() == bytes.len();
        match serde_json::from_slice(line) {
            Ok(value) if line.ends_with(b"\n") => values.push(value),
            Ok(_) => break,
            Err(_) if last => break,
            Err(e) => return Err(LedgerError::BadLine(path.into(), i + 1, e.to_string())),
        }
        whole += line.len();
    }
    Ok((values, whole as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_other_damage_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        assert!(mend::<u32>(&path).unwrap().is_empty());
        append(&path, &12).unwrap();
        append(&path, &34).unwrap();
        let whole = fs::read(&path).unwrap();
        for torn in ["5", "{\"a\":", "x\n"] {
            fs::write(&path, [&whole, torn.as_bytes()].concat()).unwrap();
            assert_eq!(mend::<u32>(&path).unwrap(), [12, 34]);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        fs::write(&path, [b"x\n", whole.as_slice()].concat()).unwrap();
        assert!(mend::<u32>(&path).unwrap_err().to_string().contains("line 1"));
    }
}
