//! What makes a network a generation of its run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::log;

/// Of a generation. A network is promoted by creating this: whoever comes second has lost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub generation: u32,
    /// The network's key in the store.
    pub network: String,
    /// Games that there were when its training began, by the generation that played them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub games: BTreeMap<u32, u64>,
    /// How it was trained; none for networks that a run began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<log::Generation>,
}

impl Manifest {
    /// The network's file.
    pub fn network_file(&self) -> &str {
        self.network.rsplit('/').next().unwrap_or_default()
    }

    /// Games that have come since its training began.
    pub fn new_games(&self, games: &BTreeMap<u32, u64>) -> u64 {
        let new = |(generation, now): (&u32, &u64)| {
            now.saturating_sub(self.games.get(generation).copied().unwrap_or(0))
        };
        games.iter().map(new).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_games_count_as_new() {
        let games = |counts: &[(u32, u64)]| counts.iter().copied().collect::<BTreeMap<_, _>>();
        let manifest = Manifest {
            generation: 3,
            network: "nets/n-g0003-01.safetensors".into(),
            games: games(&[(1, 40), (2, 30)]),
            figures: None,
        };
        assert_eq!(manifest.new_games(&games(&[(1, 40), (2, 35), (3, 10)])), 15);
        // Generation 1 has left the window meanwhile.
        assert_eq!(manifest.new_games(&games(&[(2, 30), (3, 1)])), 1);
        assert_eq!(manifest.network_file(), "n-g0003-01.safetensors");
    }
}
