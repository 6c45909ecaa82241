//! Games from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{LoadError, Reader, Replay};
use crate::sgf::{Collection, Limits, SgfError};

impl Collection {
    /// Reads a file from disk, up to the limits.
    pub fn load(path: &Path, limits: &Limits) -> Result<Collection, LoadError> {
        let bytes = read(path, limits.bytes)
            .map_err(|reason| LoadError::File { path: path.display().to_string(), reason })?;
        Ok(Collection::read_within(&bytes, limits)?)
    }
}

fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Reader {
    /// GTP's `loadsgf`: the first game of a file, up to the position before move `number` or to the end.
    pub fn load(&self, path: &Path, number: Option<usize>) -> Result<Replay, LoadError> {
        let file = Collection::load(path, &Limits::default())?;
        let tree = file.trees.first().ok_or(SgfError::NoGame)?;
        Ok(self.before_move(tree, number.unwrap_or(usize::MAX))?)
    }
}
