//! What people would play.

use board::{Colour, Position};
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

    /// Whether the human policy has a part in the choice of moves.
    pub(super) fn imitates(&self) -> bool {
        self.settings.human.chosen_move_prop > 0.0 && self.profile().is_some()
    }
}
