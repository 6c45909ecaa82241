//! All games of some files.

use std::fmt;
use std::path::Path;

use record::sgf::{Collection as SgfFile, Limits};

use crate::files::{self, Kind};
use crate::{Game, ReadError, Reason, from_json, from_tree};

/// The games of some files, and what could not be used.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    pub games: Vec<Game>,
    pub set_aside: Vec<SetAside>,
}

/// A game that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetAside {
    pub path: String,
    /// The line, or the game within an SGF file; from 1.
    pub number: usize,
    pub reason: Reason,
}

/// `games.jsonl:12: it has no moves`.
impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.number, self.reason)
    }
}

/// Reads all games of files and folders, in order. A game that is broken is set aside; a file that cannot be
/// read is an error.
pub fn read(paths: &[impl AsRef<Path>]) -> Result<Collection, ReadError> {
    let mut collection = Collection::default();
    for path in paths {
        for (path, kind) in files::files(path.as_ref())? {
            collection.add_file(&path, kind)?;
        }
    }
    collection.games.shrink_to_fit();
    Ok(collection)
}

impl Collection {
    fn add_file(&mut self, path: &Path, kind: Kind) -> Result<(), ReadError> {
        let name = path.display().to_string();
        if kind == Kind::Sgf {
            match SgfFile::load(path, &Limits::default()) {
                Ok(file) => {
                    for (tree, number) in file.trees.iter().zip(1..) {
                        self.add(from_tree(tree, &format!("{name}:{number}")), &name, number);
                    }
                }
                Err(error) => self.add(Err(Reason::Format(error.to_string())), &name, 1),
            }
            return Ok(());
        }
        files::for_each_line(path, kind, |number, line| self.add(from_json(line), &name, number))
            .map_err(|reason| ReadError::file(path, reason))
    }

    fn add(&mut self, game: Result<Game, Reason>, path: &str, number: usize) {
        match game {
            Ok(game) => self.games.push(game),
            Err(reason) => self.set_aside.push(SetAside { path: path.to_string(), number, reason }),
        }
    }
}
