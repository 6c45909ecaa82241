//! What people would play: a network that sees who is playing.

use std::sync::Arc;

use board::{Move, Position, Rank, Symmetry};
use evaluation::{EvaluationError, Query};
use network::{NetworkEvaluator, Profile, RawOutputs};
use nn::ExecutorKind;
use parking_lot::Mutex;

use super::network::NetworkEvaluators;
use super::{EvaluatorError, LoadedNetwork, LoadedNetworks};
use crate::settings::{NnSettings, Symmetries};

/// A human network beside the evaluators of the search: its policy is that of people, and which people is an input.
#[derive(Clone)]
pub struct HumanPolicy {
    pub(super) evaluators: NetworkEvaluators,
    /// Evaluators that are not in use, kept for the next question.
    idle: Arc<Mutex<Vec<NetworkEvaluator>>>,
}

impl HumanPolicy {
    /// A network that does not see who plays is refused: it would play the same for every profile.
    pub fn new(net: LoadedNetwork, nn: &NnSettings) -> Result<HumanPolicy, EvaluatorError> {
        if net.network().planes.metadata().is_none() {
            return Err(EvaluatorError::NoRanks(net.file().to_string()));
        }
        Ok(HumanPolicy { evaluators: NetworkEvaluators::new(net, nn), idle: Arc::default() })
    }

    /// The human network inside, which sees positions as they are: what it says is the same again.
    pub fn included(nets: &LoadedNetworks, executor: ExecutorKind) -> Result<HumanPolicy, EvaluatorError> {
        let nn = NnSettings { symmetries: Symmetries::None, ..NnSettings::default() };
        HumanPolicy::new(nets.load(Some(network::HUMAN), executor)?, &nn)
    }

    pub(super) fn with_settings(&self, nn: &NnSettings) -> HumanPolicy {
        match self.evaluators.nn == *nn {
            true => self.clone(),
            false => HumanPolicy {
                evaluators: NetworkEvaluators::new(self.net().clone(), nn),
                idle: Arc::default(),
            },
        }
    }

    pub fn net(&self) -> &LoadedNetwork {
        &self.evaluators.net
    }

    /// What players of this profile would play in a position, and how the game would end for them. Symmetries are drawn
    /// from the seed.
    pub fn evaluate(
        &self,
        position: &Position,
        profile: &Profile,
        seed: u64,
    ) -> Result<RawOutputs, EvaluationError> {
        let kept = self.idle.lock().pop();
        let mut evaluator =
            kept.map_or_else(|| self.evaluators.evaluator(seed), Ok).map_err(EvaluationError::new)?;
        evaluator.set_profile(profile);
        let query = Query { position, wants_priors: true, at_root: true };
        let output = evaluator.output(&query, seed).map_err(EvaluationError::new);
        self.idle.lock().push(evaluator);
        output
    }

    /// What people of a rank play in a position, in games with their like: every legal move with its probability.
    pub fn of_rank(&self, position: &Position, rank: Rank) -> Result<Vec<(Move, f32)>, EvaluationError> {
        let profile: Profile = format!("rank_{rank}").parse().map_err(EvaluationError::new)?;
        let output = self.evaluate(position, &profile, 0)?;
        Ok(output.priors(position.size()).collect())
    }

    /// Evaluators for the profile of the settings, if there is one.
    pub(super) fn imitating(&self) -> Option<&NetworkEvaluators> {
        self.evaluators.nn.human_profile.as_ref().map(|_| &self.evaluators)
    }

    /// The same without the settings, under one symmetry.
    pub fn raw(&self, position: &Position, symmetry: Symmetry) -> Result<RawOutputs, String> {
        self.evaluators.raw(position, symmetry, None)
    }
}
