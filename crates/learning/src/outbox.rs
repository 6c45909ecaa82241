//! Batches of games that wait to be stored.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game_store;
use crate::layout;

/// A batch with its key in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parcel {
    pub key: String,
    pub bytes: Arc<[u8]>,
}

impl Parcel {
    pub fn games(&self) -> u64 {
        game_store::count_by_name(&self.key).unwrap_or(0)
    }
}

/// A queue in memory and, while the store is away, in a folder, from which the next worker with that folder takes what
/// this one could not store. It is bounded: who sees it full plays no more games.
pub struct Outbox {
    folder: PathBuf,
    most_bytes: usize,
    /// With whether it is in the folder.
    parcels: VecDeque<(Parcel, bool)>,
}

impl Outbox {
    /// Begins with what an earlier worker has left in the folder.
    pub fn open(folder: &Path, most_bytes: usize) -> io::Result<Outbox> {
        let mut parcels = VecDeque::new();
        for generation in entries(&folder.join(layout::GAMES))? {
            for path in entries(&generation)? {
                let Ok(name) = path.strip_prefix(folder) else { continue };
                let key = name.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
                if game_store::is_name(&key) {
                    parcels.push_back((Parcel { key, bytes: fs::read(&path)?.into() }, true));
                }
            }
        }
        Ok(Outbox { folder: folder.into(), most_bytes, parcels })
    }

    pub fn add(&mut self, key: String, bytes: Vec<u8>) {
        self.parcels.push_back((Parcel { key, bytes: bytes.into() }, false));
    }

    /// What is to be stored next.
    pub fn first(&self) -> Option<Parcel> {
        self.parcels.front().map(|(parcel, _)| parcel.clone())
    }

    /// A batch is in the store now.
    pub fn stored(&mut self, parcel: &Parcel) -> io::Result<()> {
        self.parcels.retain(|(other, _)| other != parcel);
        match fs::remove_file(self.folder.join(&parcel.key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes everything into the folder.
    pub fn save(&mut self) -> io::Result<()> {
        for (parcel, is_saved) in self.parcels.iter_mut().filter(|(_, is_saved)| !is_saved) {
            let path = self.folder.join(&parcel.key);
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            atomic_file::write(&path, &parcel.bytes)?;
            *is_saved = true;
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.parcels.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.parcels.iter().map(|(parcel, _)| parcel.bytes.len()).sum::<usize>() >= self.most_bytes
    }

    pub fn games(&self) -> u64 {
        self.parcels.iter().map(|(parcel, _)| parcel.games()).sum()
    }
}

/// In order; none where there is no folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut outbox = Outbox::open(folder.path(), 10).unwrap();
        assert!(outbox.is_empty() && !outbox.is_full());
        outbox.add("games/0003/0123456789abcdef-5.games".into(), b"first".to_vec());
        assert!(!outbox.is_full());
        outbox.add("games/0004/0123456789abcdee-7.games".into(), b"second".to_vec());
        assert!(outbox.is_full());
        assert_eq!(outbox.games(), 12);
        outbox.save().unwrap();

        let mut again = Outbox::open(folder.path(), 100).unwrap();
        assert_eq!((again.games(), again.first()), (12, outbox.first()));
        for _ in 0..2 {
            let parcel = again.first().unwrap();
            again.stored(&parcel).unwrap();
        }
        assert!(again.is_empty() && Outbox::open(folder.path(), 1).unwrap().is_empty());
        // Nothing was saved: there is nothing to remove.
        outbox.add("games/0004/x-1.games".into(), Vec::new());
        outbox.stored(&outbox.parcels.back().unwrap().0.clone()).unwrap();
    }
}
