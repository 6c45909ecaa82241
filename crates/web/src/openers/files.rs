//! The files of players that learn to open, in the user's data folder.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use openings::{ExpertKind, Learner, Prediction, load_player, save};
use speech::{Refusal, english};

use super::id::OpenerId;

const EXTENSION: &str = "opening";

/// A folder with a file for every player.
pub struct OpenerFiles {
    folder: PathBuf,
}

/// What is in the folder.
#[derive(Default)]
pub struct Found {
    pub players: BTreeMap<OpenerId, Arc<Learner>>,
    /// Files that are not read, by the names of their players, and why, in one line.
    pub refused: BTreeMap<String, String>,
}

impl OpenerFiles {
    pub fn new(folder: PathBuf) -> OpenerFiles {
        OpenerFiles { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{EXTENSION}"))
    }

    /// Reads all players. One that cannot be read is named, and hides no other.
    pub fn read(&self) -> Found {
        let mut found = Found::default();
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != EXTENSION) {
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            match read_player(&name, &path) {
                Ok((id, learner)) => _ = found.players.insert(id, Arc::new(learner)),
                Err(refusal) => _ = found.refused.insert(name, english::refusal(&refusal)),
            }
        }
        found
    }

    pub fn save(&self, id: OpenerId, learner: &Learner) -> Result<(), Refusal> {
        let not_stored = |error: String| Refusal::OpenerNotStored(error);
        std::fs::create_dir_all(&self.folder).map_err(|error| not_stored(error.to_string()))?;
        save(&self.path(&id.to_string()), learner).map_err(|error| not_stored(error.to_string()))
    }

    pub fn remove(&self, id: OpenerId) -> Result<(), Refusal> {
        match std::fs::remove_file(self.path(&id.to_string())) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Refusal::error(error)),
            _ => Ok(()),
        }
    }
}

fn read_player(name: &str, path: &Path) -> Result<(OpenerId, Learner), Refusal> {
    let id: OpenerId = name.parse()?;
    let learner = load_player(path).map_err(Refusal::error)?;
    let (file, holds) = (path.display().to_string(), OpenerId::of(learner.settings()));
    if holds != id {
        return Err(Refusal::OtherOpener { file, player: holds.to_string() });
    }
    // The page says that quick games teach, and that values are points: that would be wrong of others.
    let (expert, predicts) = (learner.settings().expert.kind, learner.settings().network.predicts);
    match (expert, predicts) {
        (ExpertKind::Playouts, Prediction::Lead) => Ok((id, learner)),
        (ExpertKind::Playouts, _) => Err(Refusal::OtherLearning { file, how: predicts.to_string() }),
        _ => Err(Refusal::OtherLearning { file, how: expert.to_string() }),
    }
}
