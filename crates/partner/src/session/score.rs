//! Scoring: dead stones, territory, the result.

use std::sync::atomic::AtomicBool;

use board::{Colour, Point, PointSet, Score};
use evaluation::{EvaluationError, Ownership, OwnershipSum};

use super::Session;
use crate::dead_stones::{FinalStatus, Objection, StoneStatus, object};

impl Session {
    /// The board as it would be counted now. Each side moves first once, so that no stone's fate depends on whose turn it
    /// is.
    pub fn estimated_status(&self) -> Result<FinalStatus, EvaluationError> {
        let ownership = self.ownership()?;
        Ok(FinalStatus::of(self.position(), ownership.as_ref(), self.settings.counting.certainty))
    }

    /// Ownership as it is expected now.
    pub fn ownership(&self) -> Result<Option<Ownership>, EvaluationError> {
        let stop = AtomicBool::new(false);
        let seen = |colour| self.shallow_search(colour, None, &stop).map(|snapshot| snapshot.ownership);
        let (black, white) = (seen(Colour::Black)?, seen(Colour::White)?);
        let mut both = OwnershipSum::default();
        black.iter().zip(&white).flat_map(|(black, white)| [black, white]).for_each(|one| both.add(one));
        Ok(both.mean().map(|mean| *mean))
    }

    /// The fate of every stone under the rules of the game. Once both have passed, rules that count the board as it stands
    /// are followed.
    pub fn final_status(&self) -> Result<FinalStatus, EvaluationError> {
        let mut status = self.estimated_status()?;
        if self.counts_as_it_stands() {
            status = status.with_all_alive(self.position());
        }
        Ok(status)
    }

    /// The result with dead stones removed.
    pub fn final_score(&self) -> Result<Score, EvaluationError> {
        Ok(self.final_status()?.score(self.position()))
    }

    pub fn dead_stones(&self) -> Result<PointSet, EvaluationError> {
        Ok(*self.final_status()?.dead())
    }

    /// The fate of a stone; `None` for an empty point.
    pub fn stone_status(&self, p: Point) -> Result<Option<StoneStatus>, EvaluationError> {
        match self.position().board().colour(p) {
            Some(_) => Ok(Some(self.final_status()?.of_stone(p))),
            None => Ok(None),
        }
    }

    /// Empty points and dead stones that belong to a side.
    pub fn territory(&self, colour: Colour) -> Result<PointSet, EvaluationError> {
        Ok(*self.final_status()?.territory(colour))
    }

    /// Points that belong to nobody.
    pub fn dame(&self) -> Result<PointSet, EvaluationError> {
        Ok(*self.final_status()?.dame())
    }

    /// What `side` objects to in a count with these dead stones; `None` if the result is the same.
    pub fn objection(&self, side: Colour, dead: &PointSet) -> Result<Option<Objection>, EvaluationError> {
        let ownership = self.ownership()?;
        let sure = self.settings().counting.certainty;
        let status = FinalStatus::of(self.position(), ownership.as_ref(), sure);
        if self.counts_as_it_stands() {
            let status = status.with_all_alive(self.position());
            return Ok(object(self.position(), side, dead, &status, None, sure));
        }
        Ok(object(self.position(), side, dead, &status, Some(ownership.as_ref()), sure))
    }

    /// Whether the rules now count every stone as alive.
    pub(crate) fn counts_as_it_stands(&self) -> bool {
        let rules = self.position().rules();
        self.position().is_over() && rules.counts_as_it_stands()
    }
}
