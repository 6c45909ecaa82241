//! The end of a game: dead stones, territory, the result.

use std::sync::atomic::AtomicBool;

use board::{Colour, Point, PointSet, Score, Scoring};
use evaluation::{Ownership, OwnershipSum};

use crate::{Session, Settlement, Status};

impl Session {
    /// The board as it would be counted now. Each side moves first once, so that no stone lives or dies only
    /// because it is one side's turn.
    pub fn settle(&self) -> Settlement {
        let ownership = self.ownership();
        Settlement::of(self.position(), ownership.as_ref(), self.settings.counting.settled)
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
    pub fn statuses(&self) -> Settlement {
        let mut settlement = self.settle();
        if self.counts_as_it_stands() {
            settlement = settlement.with_all_alive(self.position());
        }
        settlement
    }

    /// The result with dead stones taken off.
    pub fn final_score(&self) -> Score {
        self.statuses().score(self.position())
    }

    pub fn dead_stones(&self) -> PointSet {
        *self.statuses().dead()
    }

    /// What becomes of a stone; `None` for an empty point.
    pub fn status(&self, p: Point) -> Option<Status> {
        self.position().board().colour(p)?;
        Some(self.statuses().status(p))
    }

    /// Empty points and dead stones that belong to a side.
    pub fn territory(&self, colour: Colour) -> PointSet {
        *self.statuses().territory(colour)
    }

    /// Points that belong to nobody.
    pub fn dame(&self) -> PointSet {
        *self.statuses().dame()
    }

    /// Whether the rules take every stone for a living one now.
    pub(crate) fn counts_as_it_stands(&self) -> bool {
        let rules = self.position().rules();
        self.position().is_over() && rules.scoring == Scoring::Area && !rules.friendly_pass_ok
    }
}
