//! The games that a network is trained on.

use std::path::Path;
use std::sync::Arc;

use crate::examples::Examples;
use crate::record::Record;
use crate::settings::TrainingSettings;

/// The games that a network is trained on. Some are held out for validation, always the same ones.
#[derive(Default)]
pub struct ReplayWindow {
    /// By board side.
    pub training: Vec<(usize, Examples)>,
    pub validation: Vec<(usize, Examples)>,
}

/// Random, but always the same for a game.
fn is_held_out(batch: &str, game: usize, share: f64) -> bool {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (Path::new(batch).file_name(), game).hash(&mut hasher);
    (hasher.finish() >> 11) as f64 / ((1u64 << 53) as f64) < share
}

impl ReplayWindow {
    /// Adds a game by its batch and its place in it.
    pub fn add(&mut self, batch: &str, place: usize, game: Arc<Record>, settings: &TrainingSettings) {
        let side = usize::from(game.side);
        let (all, surprise) = match is_held_out(batch, place, settings.validation_share) {
            true => (&mut self.validation, 0.0),
            false => (&mut self.training, settings.policy_surprise_weight),
        };
        let place = all.iter().position(|(s, _)| *s == side).unwrap_or_else(|| {
            all.push((side, Examples::default()));
            all.len() - 1
        });
        all[place].1.add(game, surprise);
    }

    /// Positions to learn from.
    pub fn positions(&self) -> usize {
        self.training.iter().map(|(_, e)| e.len()).sum()
    }

    pub fn games(&self) -> usize {
        self.training.iter().chain(&self.validation).map(|(_, e)| e.games()).sum()
    }
}
