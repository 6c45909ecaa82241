//! Results of games.

use std::fmt;
use std::str::FromStr;

use board::{Colour, Score};

/// How a game ended, as in `RE`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// Scored; the margin is the winner's, in points.
    Points {
        winner: Colour,
        margin: f64,
    },
    Resignation {
        winner: Colour,
    },
    Time {
        winner: Colour,
    },
    Forfeit {
        winner: Colour,
    },
    /// Won, but it is not known how.
    Win {
        winner: Colour,
    },
    Draw,
    /// Ended without a result.
    Void,
    Unknown,
}

/// A text that is not a result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a result: use B+3.5, W+R, B+T, 0, Void or ?")]
pub struct NotAnOutcome(pub String);

impl Outcome {
    pub fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Points { winner, .. }
            | Outcome::Resignation { winner }
            | Outcome::Time { winner }
            | Outcome::Forfeit { winner }
            | Outcome::Win { winner } => Some(winner),
            Outcome::Draw | Outcome::Void | Outcome::Unknown => None,
        }
    }
}

impl From<Score> for Outcome {
    fn from(score: Score) -> Outcome {
        match score.winner() {
            Some(winner) => Outcome::Points { winner, margin: score.for_side(winner) },
            None => Outcome::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(winner) = self.winner() {
            write!(f, "{}+", winner.letter())?;
        }
        match self {
            Outcome::Points { margin, .. } => write!(f, "{margin}"),
            Outcome::Resignation { .. } => f.write_str("R"),
            Outcome::Time { .. } => f.write_str("T"),
            Outcome::Forfeit { .. } => f.write_str("F"),
            Outcome::Win { .. } => Ok(()),
            Outcome::Draw => f.write_str("0"),
            Outcome::Void => f.write_str("Void"),
            Outcome::Unknown => f.write_str("?"),
        }
    }
}

impl FromStr for Outcome {
    type Err = NotAnOutcome;

    fn from_str(text: &str) -> Result<Outcome, NotAnOutcome> {
        let bad = || NotAnOutcome(text.to_string());
        let word = text.trim().to_ascii_lowercase();
        match word.as_str() {
            "0" | "draw" | "jigo" => return Ok(Outcome::Draw),
            "void" => return Ok(Outcome::Void),
            "" | "?" => return Ok(Outcome::Unknown),
            _ => {}
        }
        let (winner, how) = word.split_once('+').ok_or_else(bad)?;
        let winner = winner.trim_end().parse().map_err(|_| bad())?;
        match how.trim_start() {
            "" => Ok(Outcome::Win { winner }),
            "r" | "res" | "resign" | "resignation" => Ok(Outcome::Resignation { winner }),
            "t" | "time" => Ok(Outcome::Time { winner }),
            "f" | "forfeit" => Ok(Outcome::Forfeit { winner }),
            how => margin(how).map(|margin| Outcome::Points { winner, margin }).ok_or_else(bad),
        }
    }
}

fn margin(text: &str) -> Option<f64> {
    let digits = text.replace(',', ".");
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    // No margin is larger than the largest board plus the largest komi.
    digits.parse().ok().filter(|points| plain && (0.0..1000.0).contains(points))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    #[test]
    fn results_read_and_print() {
        for (text, outcome) in [
            ("B+3.5", Outcome::Points { winner: Black, margin: 3.5 }),
            ("W+12", Outcome::Points { winner: White, margin: 12.0 }),
            ("B+2.75", Outcome::Points { winner: Black, margin: 2.75 }),
            ("W+R", Outcome::Resignation { winner: White }),
            ("B+T", Outcome::Time { winner: Black }),
            ("B+F", Outcome::Forfeit { winner: Black }),
            ("W+", Outcome::Win { winner: White }),
            ("0", Outcome::Draw),
            ("Void", Outcome::Void),
            ("?", Outcome::Unknown),
        ] {
            assert_eq!(text.parse(), Ok(outcome));
            assert_eq!(outcome.to_string(), text);
        }
    }

    #[test]
    fn other_spellings() {
        let read = |text: &str| text.parse::<Outcome>().map(|o| o.to_string()).ok();
        for (text, same) in [("W+Resign", "W+R"), ("b+3,5", "B+3.5"), ("Draw", "0"), ("White+Time", "W+T")] {
            assert_eq!(read(text).as_deref(), Some(same));
        }
        for bad in ["B", "+", "X+R", "B+x", "B+-3", "B+1e3", "B+nan", "black wins"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_score_is_an_outcome() {
        let komi = board::Komi::from_halves(15);
        assert_eq!(Outcome::from(Score::new(10, komi)).to_string(), "B+2.5");
        assert_eq!(Outcome::from(Score::DRAW), Outcome::Draw);
    }
}
