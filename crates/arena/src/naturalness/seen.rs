//! What networks saw in the games of a match, kept beside them: a match that goes on looks at its new games only.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::Sums;

const FILE: &str = "policies.jsonl";

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    network: String,
    game: usize,
    /// The first player and the second.
    players: [Sums; 2],
}

/// What one network saw.
pub(super) struct Seen {
    network: String,
    games: HashMap<usize, [Sums; 2]>,
    file: Mutex<PathBuf>,
}

impl Seen {
    /// Lines that cannot be read are left out: their games are looked at again.
    pub fn read(folder: &Path, network: &str) -> Seen {
        let file = folder.join(FILE);
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let own = lines.filter(|line| line.network == network).map(|line| (line.game, line.players));
        Seen { network: network.into(), games: own.collect(), file: Mutex::new(file) }
    }

    pub fn game(&self, game: usize) -> Option<[Sums; 2]> {
        self.games.get(&game).copied()
    }

    /// If it cannot be written, nothing is lost but time.
    pub fn keep(&self, game: usize, players: [Sums; 2]) {
        let _ = ledger::append(&self.file.lock(), &Line { network: self.network.clone(), game, players });
    }
}
