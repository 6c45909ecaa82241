//! Who plays whom, under which conditions.

use std::fmt::Write;

use board::{Colour, Komi};
use search::ObjectiveSettings;

/// One setting of an experiment. Contenders are indices into the list of all.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// The player whose play is measured.
    pub strong: usize,
    /// The opponent; the same index if it plays itself.
    pub opponent: usize,
    /// The strong player's colour.
    pub colour: Colour,
    pub komi: Komi,
    /// Black's handicap stones; with any, White moves first.
    pub stones: usize,
    /// The objective of the strong player. The opponent plays to win.
    pub aim: ObjectiveSettings,
    /// Whether the strong player may resign. It may not in games that it is meant to start behind.
    pub strong_resigns: bool,
}

impl Pairing {
    /// Its name in the results: unique within an experiment, and never changed.
    pub fn name(&self, names: &[&str]) -> String {
        let of = |place: usize| names.get(place).copied().unwrap_or("?");
        let opponent = if self.opponent == self.strong { "itself" } else { of(self.opponent) };
        let mut text =
            format!("{} as {} against {opponent}, komi {}", of(self.strong), self.colour, self.komi);
        if self.stones > 0 {
            let _ = write!(text, ", {} stones", self.stones);
        }
        let _ = write!(text, ", agent {}", agent(&self.aim));
        if self.aim.threshold > 0.0 {
            let _ = write!(text, " above {}", self.aim.threshold);
        }
        text
    }

    pub fn is_against_itself(&self) -> bool {
        self.opponent == self.strong
    }
}

/// (λ, μ) as written by people.
pub fn agent(aim: &ObjectiveSettings) -> String {
    format!("({}, {})", aim.lambda, aim.mu)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_all_that_differs() {
        let pairing = Pairing {
            strong: 0,
            opponent: 1,
            colour: Colour::White,
            komi: Komi::from_halves(-1),
            stones: 2,
            aim: ObjectiveSettings { lambda: 1.0, mu: 0.5, threshold: 0.7, below: 1.0 },
            strong_resigns: false,
        };
        let names = ["S1", "W3"];
        assert_eq!(
            pairing.name(&names),
            "S1 as white against W3, komi -0.5, 2 stones, agent (1, 0.5) above 0.7"
        );
        let even = Pairing { opponent: 0, stones: 0, aim: ObjectiveSettings::default(), ..pairing };
        assert_eq!(even.name(&names), "S1 as white against itself, komi -0.5, agent (0, 0)");
    }
}
