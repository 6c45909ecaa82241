//! What people would play.

use std::borrow::Cow;

use board::{Colour, Move, Position};
use evaluation::EvaluationError;
use network::{Profile, RawOutputs};

use super::Session;

impl Session {
    /// Whom the settings imitate, if there is a human network for it.
    fn profile(&self) -> Option<Profile> {
        self.evaluators.human()?;
        self.settings.nn.human_profile.as_ref()?.parse().ok()
    }

    /// What people of the settings' profile would play in the present position with `colour` to move, and how the game
    /// would end for them; `None` without a human network or a profile.
    pub fn human_output(
        &self,
        colour: Colour,
        ignore_pre_root_history: bool,
    ) -> Result<Option<RawOutputs>, EvaluationError> {
        let conservative_pass = self.settings.conservative_pass;
        self.human_output_at(&self.root_position(colour, ignore_pre_root_history, conservative_pass))
    }

    pub(super) fn human_output_at(&self, position: &Position) -> Result<Option<RawOutputs>, EvaluationError> {
        let (Some(human), Some(profile)) = (self.evaluators.human(), self.profile()) else { return Ok(None) };
        human.evaluate(position, &profile, self.seed).map(Some)
    }

    /// What those people would play who also prefer what the settings do: their policy with its weights. How often they
    /// pass stays the same.
    pub(super) fn preferred<'a>(
        &self,
        human: &'a RawOutputs,
        position: &Position,
    ) -> Result<Cow<'a, RawOutputs>, EvaluationError> {
        let size = position.size();
        let points = size.iter_from_top().zip(&human.policy);
        let plain: Vec<(Move, f32)> =
            points.map(|(p, prior)| (Move::Play(p), prior.unwrap_or(0.0))).collect();
        let Some(weights) = self.weights_of(position, &plain)? else { return Ok(Cow::Borrowed(human)) };
        let weighted =
            human.policy.iter().zip(weights).map(|(prior, weight)| prior.map(|prior| prior * weight));
        let mut policy: Vec<Option<f32>> = weighted.collect();
        let sum = |policy: &[Option<f32>]| policy.iter().flatten().sum::<f32>();
        let (before, after) = (sum(&human.policy), sum(&policy));
        if after > 0.0 {
            policy.iter_mut().flatten().for_each(|prior| *prior *= before / after);
        }
        Ok(Cow::Owned(RawOutputs { policy, ..human.clone() }))
    }

    /// How much the character and other settings prefer each of these moves beyond the policy.
    pub(super) fn weights_of(
        &self,
        position: &Position,
        policy: &[(Move, f32)],
    ) -> Result<Option<Vec<f32>>, EvaluationError> {
        let weights = self.settings.weights_for(position.to_move(), position.size());
        let weights = weights.map(|weights| weights.of(position, policy));
        let moves: Vec<Move> = policy.iter().map(|(mv, _)| *mv).collect();
        let Some(trained) = self.trained_weights(position, &moves)? else { return Ok(weights) };
        let weights = weights.unwrap_or_else(|| vec![1.0; moves.len()]);
        Ok(Some(weights.iter().zip(trained).map(|(weight, trained)| weight * trained).collect()))
    }

    /// Whether the human policy has a part in the choice of moves.
    pub(super) fn imitates(&self) -> bool {
        self.settings.human.chosen_move_prop > 0.0 && self.profile().is_some()
    }
}
