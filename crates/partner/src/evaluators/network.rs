//! Evaluators made of one network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use board::{Position, Symmetry};
use evaluation::Evaluator;
use network::{
    Cache, JudgeSettings, NetworkEvaluator, Outlook, RawOutputs, Reading, SymmetryChoice, Trouble,
};

use super::{AreaEvaluator, LoadedNetwork};
use crate::settings::{NnSettings, Symmetries};

/// Makes evaluators that share the network, and a cache when they have the same seed.
#[derive(Clone)]
pub(crate) struct NetworkEvaluators {
    pub net: LoadedNetwork,
    pub nn: NnSettings,
    settings: JudgeSettings,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// A cache for every seed in use. Evaluators with different seeds look at a position under different symmetries,
    /// and must not change each other's answers: a game must be the same whatever is played beside it.
    caches: Mutex<HashMap<u64, Weak<Cache>>>,
    trouble: Trouble,
    /// Why a judge could not be made.
    failure: OnceLock<String>,
    /// Evaluators that only say what the network says, kept for the next question.
    speakers: Mutex<Vec<NetworkEvaluator>>,
}

impl NetworkEvaluators {
    pub fn new(net: LoadedNetwork, nn: &NnSettings) -> NetworkEvaluators {
        NetworkEvaluators { net, nn: nn.clone(), settings: read(nn), shared: Arc::default() }
    }

    pub fn make(&self, seed: u64) -> Box<dyn Evaluator> {
        let made = NetworkEvaluator::new(&self.net.backend, self.settings.clone(), seed);
        match made.map(|judge| judge.with_trouble(self.shared.trouble.clone())) {
            Ok(judge) if self.nn.cache > 0 => Box::new(judge.with_cache(self.cache(seed))),
            Ok(judge) => Box::new(judge),
            Err(error) => {
                // Rare: one was made when the network was loaded. Whoever plays must ask about trouble.
                let _ = self.shared.failure.set(error.to_string());
                Box::new(AreaEvaluator)
            }
        }
    }

    /// The cache of all evaluators with this seed; it lives as long as they do.
    fn cache(&self, seed: u64) -> Arc<Cache> {
        let mut caches = self.shared.caches.lock().unwrap_or_else(PoisonError::into_inner);
        caches.retain(|_, cache| cache.strong_count() > 0);
        if let Some(cache) = caches.get(&seed).and_then(Weak::upgrade) {
            return cache;
        }
        let cache = Arc::new(Cache::new(self.nn.cache));
        caches.insert(seed, Arc::downgrade(&cache));
        cache
    }

    pub fn forget(&self) {
        let caches = self.shared.caches.lock().unwrap_or_else(PoisonError::into_inner);
        caches.values().filter_map(Weak::upgrade).for_each(|cache| cache.clear());
    }

    /// The first thing that went wrong.
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.shared.trouble.first().map(|error| error.to_string());
        trouble.or_else(|| self.shared.failure.get().cloned())
    }

    /// What the network itself says of a position: without the settings, optimism aside.
    pub fn raw(
        &self,
        position: &Position,
        symmetry: Symmetry,
        optimism: Option<f32>,
    ) -> Result<RawOutputs, String> {
        let at_root = self.settings.root_optimism.unwrap_or(self.settings.reading.optimism);
        let usual = optimism.is_none_or(|share| share == at_root);
        let optimism = optimism.unwrap_or(at_root);
        let reading = Reading { optimism, ..Reading::default() };
        let settings = JudgeSettings { reading, ..JudgeSettings::default() };
        let speakers = || self.shared.speakers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = if usual { speakers().pop() } else { None };
        let new = || NetworkEvaluator::new(&self.net.backend, settings, 0).map_err(|e| e.to_string());
        let mut speaker = kept.map_or_else(new, Ok)?;
        let raw = speaker.raw(position, symmetry).map_err(|error| error.to_string());
        if usual {
            speakers().push(speaker);
        }
        raw
    }
}

fn read(nn: &NnSettings) -> JudgeSettings {
    JudgeSettings {
        symmetry: match nn.symmetries {
            Symmetries::None => SymmetryChoice::Fixed(Symmetry::IDENTITY),
            Symmetries::Random => SymmetryChoice::Random,
            Symmetries::All => SymmetryChoice::All,
        },
        reading: Reading {
            policy_temperature: nn.policy_temperature,
            optimism: nn.policy_optimism,
            most_for_pass: nn.max_pass_policy,
            ownership: true,
        },
        root_optimism: Some(nn.root_policy_optimism),
        root_symmetries: nn.root_num_symmetries,
        outlook: Outlook {
            ends_only_won_games: nn.passing_hacks,
            profile: nn.human_profile.as_ref().and_then(|name| name.parse().ok()).unwrap_or_default(),
            advantage: nn.advantage.map(|advantage| (advantage.side, advantage.doublings)),
            draw_bonus: nn.draw_bonus,
        },
        ..JudgeSettings::default()
    }
}
