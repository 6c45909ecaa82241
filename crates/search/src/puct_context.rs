//! How moves of a position are compared, when values are weighed.

/// What the moves of a position are compared by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PuctContext {
    /// What priors are multiplied with.
    pub explore: f64,
    /// The mover's utility of a move nobody has looked at.
    pub unvisited: f64,
    /// The weights of all moves together.
    pub total: f64,
}

impl PuctContext {
    /// How much speaks for looking at a move; `utility` is the mover's.
    #[inline]
    pub fn value(&self, prior: f64, weight: f64, utility: f64) -> f64 {
        self.explore * prior / (1.0 + weight) + utility
    }

    /// The weight at which a move would have just this value: what it deserved.
    pub fn deserved(&self, value: f64, prior: f64, utility: f64) -> f64 {
        let missing = value - utility;
        if missing <= 0.0 { f64::INFINITY } else { (self.explore * prior / missing - 1.0).max(0.0) }
    }
}
