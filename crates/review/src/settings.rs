//! How long to look at a game.

/// What can be set about a review. The defaults are a balance: a 19×19 game takes a minute or two on two processors with
/// the network inside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewSettings {
    /// Visits of every position.
    pub visits: u64,
    /// Visits of positions where much seems to have been lost.
    pub careful: u64,
    /// Playouts of each position whose fights are looked for; 0 for none.
    pub playouts: u64,
    /// Positions whose fights are looked for, at most, spread over the game.
    pub looks: usize,
    /// Positions that are looked at at the same time.
    pub threads: usize,
}

impl Default for ReviewSettings {
    fn default() -> ReviewSettings {
        ReviewSettings { visits: 150, careful: 1_000, playouts: 1_500, looks: 30, threads: 1 }
    }
}

impl ReviewSettings {
    /// Visits of each move that people would have played instead of a mistake.
    pub(crate) fn tries(&self) -> u64 {
        (self.visits / 5).max(8)
    }

    /// The same with more or less thought all over.
    pub fn with_visits(self, visits: u64) -> ReviewSettings {
        let usual = ReviewSettings::default();
        ReviewSettings { visits, careful: visits.saturating_mul(usual.careful) / usual.visits, ..self }
    }
}
