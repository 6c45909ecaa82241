//! What a search plays for: to win, or an agent's mean over bonus points.
//!
//! An agent's values belong to the position where the choice is made: everything below one of its moves is measured
//! by the same interval of bonus points, that of the choosing position. So an agent's value of a move cannot be
//! worked out from the values one step further down, which are measured by other intervals; it is summed up along
//! the way of every visit. Only the difference to the win rate is kept, so that who plays to win has nothing to sum.

use board::{Colour, Komi};
use evaluation::{Agent, AgentError, Curve, Interval, Lead};
use serde::{Deserialize, Serialize};

use crate::scale::LOGISTIC_DEVIATION;

/// Which agent plays, and when; at other times the search plays to win.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ObjectiveSettings {
    /// Where the interval of bonus points ends: 0 at the real bonus, 1 at the one that makes the game even.
    pub lambda: f32,
    /// Where it begins.
    pub mu: f32,
    /// The agent plays only while its win rate is above this.
    pub threshold: f32,
    /// And only while its win rate is at most this.
    pub below: f32,
}

impl Default for ObjectiveSettings {
    fn default() -> ObjectiveSettings {
        ObjectiveSettings { lambda: 0.0, mu: 0.0, threshold: 0.0, below: 1.0 }
    }
}

impl ObjectiveSettings {
    pub fn agent(&self) -> Result<Agent, AgentError> {
        Agent::new(self.lambda, self.mu)
    }

    /// The agent that plays when the side to move has this chance to win; nobody where it only plays to win.
    pub(crate) fn at(&self, chance: f32) -> Option<Agent> {
        let agent = self.agent().ok().filter(|agent| *agent != Agent::WIN)?;
        let above = self.threshold <= 0.0 || chance > self.threshold;
        (above && chance <= self.below).then_some(agent)
    }
}

/// An agent at work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Objective {
    pub agent: Agent,
    pub komi: Komi,
    /// Points that are taken to come on top of what the position promises.
    pub bonus: Lead,
}

impl Objective {
    /// By how much Black's chances below look better to `chooser` than the win rate says, when the choice is made in
    /// a position with the curve `here` and leads to one with the curve `there`.
    pub fn shift(&self, chooser: Colour, here: &Curve, there: &Curve) -> f64 {
        let interval = self.agent.interval(here, chooser, self.komi);
        let bonus = f64::from(self.bonus.of(interval.side()));
        let interval = Interval::new(interval.side(), interval.from() + bonus, interval.to() + bonus);
        let mean = there.mean_win_rate(&interval).of(Colour::Black);
        f64::from(mean) - f64::from(there.win_rate(self.komi).of(Colour::Black))
    }
}

/// The curve of many results: where they lie, and how far apart.
pub(crate) fn curve_of(mean: Lead, deviation: f32) -> Curve {
    // A tenth of a point is nothing in a game of whole ones.
    Curve::new(mean, LOGISTIC_DEVIATION as f32 / deviation.max(0.1))
}

/// What an agent sees below a move beyond the win rate: the sum for Black over `visits`.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Shift {
    pub sum: f64,
    pub visits: u32,
}

impl Shift {
    pub fn add(&mut self, shift: f64) {
        self.sum += shift;
        self.visits = self.visits.saturating_add(1);
    }

    /// All that was seen below another move as well.
    pub fn include(&mut self, other: Shift) {
        self.sum += other.sum;
        self.visits = self.visits.saturating_add(other.visits);
    }

    pub fn mean(&self) -> f64 {
        if self.visits > 0 { self.sum / f64::from(self.visits) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_play_between_their_thresholds() {
        let settings = ObjectiveSettings { lambda: 1.0, mu: 0.5, threshold: 0.5, below: 0.9 };
        assert_eq!(
            [0.5, 0.51, 0.9, 0.91].map(|chance| settings.at(chance).is_some()),
            [false, true, true, false]
        );
        let always = ObjectiveSettings { lambda: 0.5, ..ObjectiveSettings::default() };
        assert_eq!([0.0, 0.5, 1.0].map(|chance| always.at(chance).is_some()), [true; 3]);
        assert_eq!(ObjectiveSettings::default().at(0.7), None, "who plays to win needs no agent");
    }

    #[test]
    fn a_bonus_makes_a_lost_game_worth_playing() {
        let komi = Komi::from_halves(15);
        let objective = Objective { agent: Agent::WIN, komi, bonus: Lead::for_side(Colour::White, 20.0) };
        let behind = Curve::new(Lead::for_side(Colour::Black, 27.5), 0.5);
        let shift = objective.shift(Colour::White, &behind, &behind);
        let seen = f64::from(behind.win_rate(komi).of(Colour::White)) - shift;
        assert!((seen - 0.5).abs() < 1e-6, "20 points behind, 20 to come: {seen}");
        assert_eq!(shift, objective.shift(Colour::Black, &behind, &behind), "both sides see the same game");
    }

    #[test]
    fn who_is_ahead_sees_less_than_the_win_rate() {
        let objective = Objective {
            agent: Agent::new(1.0, 0.0).unwrap(),
            komi: Komi::from_halves(15),
            bonus: Lead::NONE,
        };
        let curve = |black| Curve::new(Lead::for_side(Colour::Black, black), 0.5);
        // Ten points ahead of komi, and a move that gives two of them away.
        let [here, there] = [curve(17.5), curve(15.5)];
        let (kept, given) =
            (objective.shift(Colour::Black, &here, &here), objective.shift(Colour::Black, &here, &there));
        assert!(kept < 0.0 && given < kept, "{kept} {given}");
        let lost = 1.0 - curve(15.5).win_rate(objective.komi).of(Colour::Black);
        assert!(lost < 0.02, "to the win rate it makes hardly any difference");
        assert!(f64::from(lost) < kept - given);
    }
}
