//! Evaluators made of one network.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use board::{Position, Symmetry};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use network::{
    Cache, EvaluatorError, EvaluatorSettings, InputSettings, NetworkEvaluator, OutputSettings, Players,
    Profile, RawOutputs, SymmetryChoice,
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
        let nn = seen_by(&net, nn);
        NetworkEvaluators { settings: read(&nn), net, nn, shared: Arc::default() }
    }

    /// The same with other settings; evaluators and caches are kept if the network sees no difference.
    pub fn with_settings(&self, nn: &NnSettings) -> NetworkEvaluators {
        match seen_by(&self.net, nn) == self.nn {
            true => self.clone(),
            false => NetworkEvaluators::new(self.net.clone(), nn),
        }
    }

    pub fn evaluator(&self, seed: u64) -> Result<NetworkEvaluator, EvaluatorError> {
        NetworkEvaluator::new(&self.net.backend, self.settings.clone(), seed)
    }

    pub fn make(&self, seed: u64) -> Box<dyn Evaluator> {
        match self.evaluator(seed) {
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

    /// What the network itself says of a position: without the settings, except for optimism and profile.
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
        let InputSettings { profile, players, .. } = self.settings.inputs.clone();
        let inputs = InputSettings { profile, players, ..InputSettings::default() };
        let settings = EvaluatorSettings { outputs, inputs, ..EvaluatorSettings::default() };
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

/// The settings as far as a network depends on them: only human ones see whom they imitate.
fn seen_by(net: &LoadedNetwork, nn: &NnSettings) -> NnSettings {
    let sees_people = net.network().planes.metadata().is_some();
    NnSettings { human_profile: nn.human_profile.clone().filter(|_| sees_people), ..nn.clone() }
}

fn read(nn: &NnSettings) -> EvaluatorSettings {
    let profile: Option<Profile> = nn.human_profile.as_ref().and_then(|name| name.parse().ok());
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
            players: profile.as_ref().map_or_else(Players::default, Profile::players),
            profile: profile.unwrap_or_default(),
            playout_doubling_advantage: nn.advantage.map(|advantage| (advantage.side, advantage.doublings)),
            draw_komi_bonus: nn.draw_bonus,
        },
        ..EvaluatorSettings::default()
    }
}
