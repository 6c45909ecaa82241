//! Evaluators made of one network.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use board::{Position, Symmetry};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use network::{
    Cache, EvaluatorSettings, InputSettings, NetworkEvaluator, OutputSettings, RawOutputs, SymmetryChoice,
};

use super::LoadedNetwork;
use crate::settings::{NnSettings, Symmetries};

/// Makes evaluators that share the network, and a cache when they have the same seed.
#[derive(Clone)]
pub(crate) struct NetworkEvaluators {
    pub net: LoadedNetwork,
    pub nn: NnSettings,
    settings: EvaluatorSettings,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// A cache for every seed in use. Evaluators with different seeds look at a position under different symmetries,
    /// and must not change each other's answers: a game must be the same whatever is played beside it.
    caches: Mutex<HashMap<u64, Weak<Cache>>>,
    /// Evaluators that only say what the network says, kept for the next question.
    speakers: Mutex<Vec<NetworkEvaluator>>,
}

impl NetworkEvaluators {
    pub fn new(net: LoadedNetwork, nn: &NnSettings) -> NetworkEvaluators {
        NetworkEvaluators { net, nn: nn.clone(), settings: read(nn), shared: Arc::default() }
    }

    pub fn make(&self, seed: u64) -> Box<dyn Evaluator> {
        match NetworkEvaluator::new(&self.net.backend, self.settings.clone(), seed) {
            Ok(evaluator) if self.nn.cache > 0 => Box::new(evaluator.with_cache(self.cache(seed))),
            Ok(evaluator) => Box::new(evaluator),
            // Rare: one was made when the network was loaded.
            Err(error) => Box::new(Unavailable(EvaluationError::new(error))),
        }
    }

    /// The cache of all evaluators with this seed; it lives as long as they do.
    fn cache(&self, seed: u64) -> Arc<Cache> {
        let mut caches = self.shared.caches.lock();
        caches.retain(|_, cache| cache.strong_count() > 0);
        if let Some(cache) = caches.get(&seed).and_then(Weak::upgrade) {
            return cache;
        }
        let cache = Arc::new(Cache::new(self.nn.cache));
        caches.insert(seed, Arc::downgrade(&cache));
        cache
    }

    pub fn forget(&self) {
        let caches = self.shared.caches.lock();
        caches.values().filter_map(Weak::upgrade).for_each(|cache| cache.clear());
    }

    /// What the network itself says of a position: without the settings, optimism aside.
    pub fn raw(
        &self,
        position: &Position,
        symmetry: Symmetry,
        optimism: Option<f32>,
    ) -> Result<RawOutputs, String> {
        let at_root = self.settings.root_policy_optimism.unwrap_or(self.settings.outputs.policy_optimism);
        let usual = optimism.is_none_or(|share| share == at_root);
        let optimism = optimism.unwrap_or(at_root);
        let outputs = OutputSettings { policy_optimism: optimism, ..OutputSettings::default() };
        let settings = EvaluatorSettings { outputs, ..EvaluatorSettings::default() };
        let speakers = || self.shared.speakers.lock();
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

/// Stands for an evaluator that could not be made: whoever asks it is told why.
struct Unavailable(EvaluationError);

impl Evaluator for Unavailable {
    fn evaluate(&mut self, _: &[Query], _: &mut [Evaluation]) -> Result<(), EvaluationError> {
        Err(self.0.clone())
    }
}

fn read(nn: &NnSettings) -> EvaluatorSettings {
    EvaluatorSettings {
        symmetry: match nn.symmetries {
            Symmetries::None => SymmetryChoice::Fixed(Symmetry::IDENTITY),
            Symmetries::Random => SymmetryChoice::Random,
            Symmetries::All => SymmetryChoice::All,
        },
        outputs: OutputSettings {
            policy_temperature: nn.policy_temperature,
            policy_optimism: nn.policy_optimism,
            max_pass_prior: nn.max_pass_policy,
            ownership: true,
        },
        root_policy_optimism: Some(nn.root_policy_optimism),
        root_num_symmetries: nn.root_num_symmetries,
        inputs: InputSettings {
            enable_passing_hacks: nn.passing_hacks,
            profile: nn.human_profile.as_ref().and_then(|name| name.parse().ok()).unwrap_or_default(),
            playout_doubling_advantage: nn.advantage.map(|advantage| (advantage.side, advantage.doublings)),
            draw_komi_bonus: nn.draw_bonus,
        },
        ..EvaluatorSettings::default()
    }
}
