//! What a player expects: a lead, as in the paper, or a win rate.

use std::fmt;
use std::str::FromStr;

use board::{Colour, Komi, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Serialize};

/// What the output of a network means. Inside the network it is a number that is 0 in an even game and changes its sign
/// with the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prediction {
    /// The lead on the board, without komi; 1 is the whole board.
    Lead,
    /// The win rate, with komi; −1 is a certain loss and 1 a certain win.
    WinRate,
}

impl Prediction {
    pub const ALL: [Prediction; 2] = [Prediction::Lead, Prediction::WinRate];

    /// For settings.
    pub fn word(self) -> &'static str {
        match self {
            Prediction::Lead => "lead",
            Prediction::WinRate => "win_rate",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Prediction::Lead => "lead",
            Prediction::WinRate => "win rate",
        }
    }

    /// What errors are counted in.
    pub fn unit(self) -> &'static str {
        match self {
            Prediction::Lead => "points",
            Prediction::WinRate => "%",
        }
    }

    /// How many units a difference of 1 in the network is.
    pub(crate) fn scale(self, size: Size) -> f32 {
        match self {
            Prediction::Lead => size.points() as f32,
            Prediction::WinRate => 50.0,
        }
    }

    /// What Black should have expected of a game with this lead on the board.
    pub(crate) fn outcome(self, lead: Lead, size: Size, komi: Komi) -> f32 {
        let lead = lead.of(Colour::Black);
        match self {
            Prediction::Lead => lead / size.points() as f32,
            Prediction::WinRate => match lead - komi.points() as f32 {
                0.0 => 0.0,
                margin => margin.signum(),
            },
        }
    }

    /// What the network's value means.
    pub(crate) fn expectation(self, value: f32, side: Colour, size: Size) -> Expectation {
        match self {
            Prediction::Lead => Expectation::Lead(Lead::for_side(side, value * self.scale(size))),
            Prediction::WinRate => {
                Expectation::WinRate(WinRate::for_side(side, (0.5 + 0.5 * value).clamp(0.0, 1.0)))
            }
        }
    }
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Prediction {
    type Err = String;

    fn from_str(word: &str) -> Result<Prediction, String> {
        let found = Prediction::ALL.into_iter().find(|prediction| prediction.word() == word);
        found.ok_or_else(|| format!("use one of {}", Prediction::ALL.map(Prediction::word).join(", ")))
    }
}

/// What a player expects of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expectation {
    /// On the board, without komi.
    Lead(Lead),
    /// With komi.
    WinRate(WinRate),
}

impl Expectation {
    /// For one side, in points or in percent.
    pub fn of(self, side: Colour) -> f32 {
        match self {
            Expectation::Lead(lead) => lead.of(side),
            Expectation::WinRate(rate) => 100.0 * rate.of(side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_become_values_and_values_expectations() {
        let (size, komi) = (Size::square(9).unwrap(), Komi::from_halves(11));
        let outcome = |prediction: Prediction, black: f32| {
            prediction.outcome(Lead::for_side(Colour::Black, black), size, komi)
        };
        assert_eq!(outcome(Prediction::Lead, -8.1), -0.1);
        assert_eq!([6.0, 5.5, 5.0].map(|lead| outcome(Prediction::WinRate, lead)), [1.0, 0.0, -1.0]);
        let white = |prediction: Prediction, value| prediction.expectation(value, Colour::White, size);
        assert!((white(Prediction::Lead, 0.1).of(Colour::Black) + 8.1).abs() < 1e-5);
        assert_eq!(white(Prediction::WinRate, 0.5).of(Colour::White), 75.0);
        assert_eq!(white(Prediction::WinRate, 0.5).of(Colour::Black), 25.0);
        for prediction in Prediction::ALL {
            assert_eq!(prediction.word().parse(), Ok(prediction));
        }
    }
}
