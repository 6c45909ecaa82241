//! The end of a game: dead stones, territory, the result.

use std::sync::atomic::AtomicBool;

use board::{Colour, Point, PointSet, Score, Scoring};
use evaluation::{Ownership, OwnershipSum};

use super::Session;
use crate::dead_stones::{FinalStatus, Objection, StoneStatus, object};

impl Session {
    /// The board as it would be counted now. Each side moves first once, so that no stone lives or dies only
    /// because it is one side's turn.
    pub fn estimated_status(&self) -> FinalStatus {
        let ownership = self.ownership();
        FinalStatus::of(self.position(), ownership.as_ref(), self.settings.counting.certainty)
    }

    /// Who will own each point, as far as can be told now.
    pub fn ownership(&self) -> Option<Ownership> {
        let stop = AtomicBool::new(false);
        let [black, white] = Colour::BOTH.map(|colour| self.look_aside(colour, None, &stop).ownership);
        let mut both = OwnershipSum::default();
        black.iter().zip(&white).flat_map(|(black, white)| [black, white]).for_each(|one| both.add(one));
        both.mean().map(|mean| *mean)
    }

    /// The fate of every stone under the rules of the game. Rules that count every stone as it stands are taken
    /// at their word once both have passed.
    pub fn final_status(&self) -> FinalStatus {
        let mut status = self.estimated_status();
        if self.counts_as_it_stands() {
            status = status.with_all_alive(self.position());
        }
        status
    }

    /// The result with dead stones taken off.
    pub fn final_score(&self) -> Score {
        self.final_status().score(self.position())
    }

    pub fn dead_stones(&self) -> PointSet {
        *self.final_status().dead()
    }

    /// What becomes of a stone; `None` for an empty point.
    pub fn stone_status(&self, p: Point) -> Option<StoneStatus> {
        self.position().board().colour(p)?;
        Some(self.final_status().of_stone(p))
    }

    /// Empty points and dead stones that belong to a side.
    pub fn territory(&self, colour: Colour) -> PointSet {
        *self.final_status().territory(colour)
    }

    /// Points that belong to nobody.
    pub fn dame(&self) -> PointSet {
        *self.final_status().dame()
    }

    /// What `side` holds against a count with these stones as the dead ones; nothing where it comes to the same.
    pub fn objection(&self, side: Colour, dead: &PointSet) -> Option<Objection> {
        let ownership = self.ownership();
        let sure = self.settings().counting.certainty;
        let status = FinalStatus::of(self.position(), ownership.as_ref(), sure);
        if self.counts_as_it_stands() {
            return object(self.position(), side, dead, &status.with_all_alive(self.position()), None, sure);
        }
        object(self.position(), side, dead, &status, Some(ownership.as_ref()), sure)
    }

    /// Whether the rules take every stone for a living one now.
    pub(crate) fn counts_as_it_stands(&self) -> bool {
        let rules = self.position().rules();
        self.position().is_over() && rules.scoring == Scoring::Area && !rules.friendly_pass_ok
    }
}
