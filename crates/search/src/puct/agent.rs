//! An agent's values in a tree.
//!
//! An agent's values belong to the position where it chooses: everything below one of its moves is measured
//! with the same interval of bonus points, that of the choosing position. So an agent's value of a move
//! cannot be computed from the values one step below, which use other intervals; it is summed along the path
//! of every visit. Only the difference from the win rate is stored, so playing to win costs nothing.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use board::{Colour, Komi};
use evaluation::{Agent, Curve};

use crate::shared::AtomicF64;

/// An active agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ActiveAgent {
    pub agent: Agent,
    pub komi: Komi,
}

impl ActiveAgent {
    /// How much better Black's prospects look to `chooser` than the win rate says, if the choice is made in a
    /// position with the curve `here` and leads to one with the curve `there`.
    pub fn shift(&self, chooser: Colour, here: &Curve, there: &Curve) -> f64 {
        let interval = self.agent.interval(here, chooser, self.komi);
        let mean = there.mean_win_rate(&interval).of(Colour::Black);
        f64::from(mean) - f64::from(there.win_rate(self.komi).of(Colour::Black))
    }
}

/// An agent's shift below a move beyond the win rate: the sum for Black over `visits`.
#[derive(Default, Debug)]
pub(crate) struct Shift {
    pub sum: AtomicF64,
    pub visits: AtomicU32,
}

impl Shift {
    pub fn add(&self, shift: f64) {
        self.sum.fetch_add(shift);
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds the shift of another move.
    pub fn include(&self, other: &Shift) {
        self.sum.fetch_add(other.sum.get());
        self.visits.fetch_add(other.visits.load(Relaxed), Relaxed);
    }

    #[inline]
    pub fn mean(&self) -> f64 {
        let visits = self.visits.load(Relaxed);
        if visits > 0 { self.sum.get() / f64::from(visits) } else { 0.0 }
    }
}

impl Clone for Shift {
    fn clone(&self) -> Shift {
        let copy = Shift::default();
        copy.include(self);
        copy
    }
}

#[cfg(test)]
mod tests {
    use evaluation::Lead;

    use super::*;

    /// Sums stay exact to the last visible digit for 10⁸ visits.
    #[test]
    fn shifts_do_not_drift_in_a_hundred_million_visits() {
        const VISITS: u32 = 100_000_000;
        let shift = Shift::default();
        (0..VISITS).for_each(|_| shift.add(0.3));
        assert_eq!(shift.visits.load(Relaxed), VISITS);
        assert!((shift.mean() - 0.3).abs() < 1e-6, "{}", shift.mean());
    }

    #[test]
    fn who_is_ahead_sees_less_than_the_win_rate() {
        let active = ActiveAgent { agent: Agent::new(1.0, 0.0).unwrap(), komi: Komi::from_halves(15) };
        let curve = |black| Curve::new(Lead::for_side(Colour::Black, black), 0.5);
        // Ten points ahead of komi, and a move that gives two of them away.
        let [here, there] = [curve(17.5), curve(15.5)];
        let (kept, given) =
            (active.shift(Colour::Black, &here, &here), active.shift(Colour::Black, &here, &there));
        assert!(kept < 0.0 && given < kept, "{kept} {given}");
        let lost = 1.0 - curve(15.5).win_rate(active.komi).of(Colour::Black);
        assert!(lost < 0.02, "to the win rate it makes hardly any difference");
        assert!(f64::from(lost) < kept - given);
    }
}
