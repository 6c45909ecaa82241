//! How hard something was to see.

use board::Rank;

/// How hard it was to see something better than a mistake, for players of about the rank of who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// Most players of that very rank see it.
    Known { rank: Rank },
    /// Players a few ranks up usually see it.
    Usual { rank: Rank },
    /// They see it more often than players of that rank, but not always.
    Often { rank: Rank },
    /// Even they rarely see it.
    Hard { rank: Rank },
}
