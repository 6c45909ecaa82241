//! What people would play, and playing as they do.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Colour, Position};
use evaluation::EvaluationError;
use network::{Profile, RawOutputs};
use search::{Candidate, Snapshot};

use super::Session;
use crate::decision::{Choice, Decision, Purpose, Reason, blend_to_play, chance, draw, shuffle};

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

    fn human_output_at(&self, position: &Position) -> Result<Option<RawOutputs>, EvaluationError> {
        let (Some(human), Some(profile)) = (self.evaluators.human(), self.profile()) else { return Ok(None) };
        human.evaluate(position, &profile, self.seed).map(Some)
    }

    /// Whether the human policy has a part in the choice of moves.
    pub(super) fn imitates(&self) -> bool {
        self.settings.human.chosen_move_prop > 0.0 && self.profile().is_some()
    }

    /// Picks a move and decides on it.
    pub(super) fn pick_and_decide(
        &self,
        position: Position,
        mut snapshot: Snapshot,
        purpose: Purpose,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Decision, EvaluationError> {
        let best = snapshot.best();
        self.pick(&mut snapshot, &position)?;
        let mut decision = self.decide_on_picked(position, snapshot, purpose, time, stop)?;
        if self.imitates() && decision.reason == Reason::MostVisited && decision.choice != Choice::Play(best)
        {
            decision.reason = Reason::HoldsBack { best };
        }
        Ok(decision)
    }

    /// Puts the move to play first: drawn from the human policy, if that has a part, or else by temperature.
    pub(super) fn pick(&self, snapshot: &mut Snapshot, position: &Position) -> Result<(), EvaluationError> {
        let (temperature, chance) = (&self.settings.temperature, chance(self.seed, position));
        let human = if self.imitates() { self.human_output_at(position)? } else { None };
        let Some(human) = human else {
            shuffle(snapshot, position, temperature, chance);
            return Ok(());
        };
        let folds = self.settings.folds_symmetries();
        blend_to_play(snapshot, &human, position, &self.settings.human, temperature, folds);
        let value = |c: &Candidate| f64::from(c.play_selection_value);
        draw(&mut snapshot.candidates, value, position, temperature, chance);
        // The search knows nothing of the others.
        let chosen = snapshot.best();
        snapshot.candidates.retain(|c| c.visits > 0 || c.mv == chosen);
        Ok(())
    }

    /// Decides on the first move of a snapshot. If people's passes count, their choice stands; otherwise it is for the
    /// search's rules to replace it by a pass.
    pub(super) fn decide_on_picked(
        &self,
        position: Position,
        snapshot: Snapshot,
        purpose: Purpose,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Decision, EvaluationError> {
        let human = &self.settings.human;
        if !self.imitates() || human.chosen_move_ignore_pass || purpose != Purpose::Game {
            return self.decide_on(position, snapshot, purpose, time, stop);
        }
        let choice = Choice::Play(snapshot.best());
        Ok(Decision::new(position, choice, Reason::MostVisited, snapshot))
    }
}
