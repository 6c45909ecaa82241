//! What a search maximises: the win rate, or an agent's mean over bonus points.

use evaluation::{Agent, AgentError};
use serde::{Deserialize, Serialize};

/// Which agent plays, and when. At other times the search plays to win.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ObjectiveSettings {
    /// The far end of the interval of bonus points: 0 is the real bonus, 1 the bonus that makes the game
    /// even.
    pub lambda: f32,
    /// The near end of the interval.
    pub mu: f32,
    /// The agent plays only while its win rate is above this.
    pub threshold: f32,
    /// The agent plays only while its win rate is at most this.
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

    /// Whether an agent ever plays.
    pub(crate) fn has_agent(&self) -> bool {
        self.agent().is_ok_and(|agent| agent != Agent::WIN)
    }

    /// The agent that plays if the side to move has this win rate; `None` if it plays to win.
    pub(crate) fn agent_at(&self, win_rate: f32) -> Option<Agent> {
        let agent = self.agent().ok().filter(|agent| *agent != Agent::WIN)?;
        let above = self.threshold <= 0.0 || win_rate > self.threshold;
        (above && win_rate <= self.below).then_some(agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_play_between_their_thresholds() {
        let settings = ObjectiveSettings { lambda: 1.0, mu: 0.5, threshold: 0.5, below: 0.9 };
        assert_eq!(
            [0.5, 0.51, 0.9, 0.91].map(|rate| settings.agent_at(rate).is_some()),
            [false, true, true, false]
        );
        let always = ObjectiveSettings { lambda: 0.5, ..ObjectiveSettings::default() };
        assert_eq!([0.0, 0.5, 1.0].map(|rate| always.agent_at(rate).is_some()), [true; 3]);
        assert_eq!(ObjectiveSettings::default().agent_at(0.7), None, "who plays to win needs no agent");
    }
}
