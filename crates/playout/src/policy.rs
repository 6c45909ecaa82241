//! How guided playouts choose moves: rules in code, weights in data.

use board::Size;
use serde::Deserialize;

use crate::shapes::{BadShape, Shape, ShapeTable};

/// Why a policy file cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadPolicy {
    #[error("{0}")]
    Toml(String),
    #[error(transparent)]
    Shape(#[from] BadShape),
    #[error("the chance '{0}' must be between 0 and 1")]
    Chance(&'static str),
}

/// The probability of following each rule.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    pub nakade: f64,
    pub capture: f64,
    pub escape: f64,
    pub pattern: f64,
    pub capture_anywhere: f64,
    pub decisive: f64,
    /// The smallest and the largest board, in lines, on which decisive points come first.
    pub decisive_on: [usize; 2],
    pub self_atari: f64,
}

/// Factors of a move's prior.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriorWeights {
    pub capture: f32,
    pub capture_stone: f32,
    pub escape: f32,
    pub atari: f32,
    pub self_atari: f32,
    pub race: f32,
    /// The smallest board, in lines, on which races count.
    pub race_from: usize,
    pub shape: f32,
    pub nakade: f32,
    /// By distance to the opponent's last move, dx + dy + max(dx, dy), starting at 2.
    pub near: Vec<f32>,
    /// By line from the edge, if no stone is near.
    pub open_line: Vec<f32>,
    pub pass: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    critical: f32,
    chances: Chances,
    priors: PriorWeights,
    shapes: Vec<Shape>,
}

/// Probabilities in the form that [`crate::Random::happens`] takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thresholds {
    pub nakade: u32,
    pub capture: u32,
    pub escape: u32,
    pub pattern: u32,
    pub capture_anywhere: u32,
    pub decisive: u32,
    pub decisive_on: [usize; 2],
    pub self_atari: u32,
}

/// A playout policy, ready to use.
#[derive(Clone)]
pub struct Policy {
    /// False for uniform playouts, which follow no rules.
    pub(crate) guided: bool,
    /// Playouts consider races where the criticality is at least this.
    pub(crate) critical: f32,
    pub(crate) chances: Thresholds,
    pub(crate) priors: PriorWeights,
    pub(crate) shapes: ShapeTable,
}

impl Policy {
    /// Reads a policy file.
    pub fn from_toml(text: &str) -> Result<Policy, BadPolicy> {
        let file: File = toml::from_str(text).map_err(|e| BadPolicy::Toml(e.message().to_string()))?;
        let threshold = |name, chance: f64| {
            if !(0.0..=1.0).contains(&chance) {
                return Err(BadPolicy::Chance(name));
            }
            Ok((chance * 65536.0).round() as u32)
        };
        if !(0.0..=1.0).contains(&file.critical) {
            return Err(BadPolicy::Chance("critical"));
        }
        let c = &file.chances;
        let chances = Thresholds {
            nakade: threshold("nakade", c.nakade)?,
            capture: threshold("capture", c.capture)?,
            escape: threshold("escape", c.escape)?,
            pattern: threshold("pattern", c.pattern)?,
            capture_anywhere: threshold("capture_anywhere", c.capture_anywhere)?,
            decisive: threshold("decisive", c.decisive)?,
            decisive_on: c.decisive_on,
            self_atari: threshold("self_atari", c.self_atari)?,
        };
        let (critical, priors) = (file.critical, file.priors);
        Ok(Policy { guided: true, critical, chances, priors, shapes: ShapeTable::new(&file.shapes)? })
    }

    /// The built-in policy.
    pub fn guided() -> Policy {
        Policy::from_toml(include_str!("../policies/guided.toml")).expect("the embedded policy is tested")
    }

    /// Whether anything is critical enough to matter.
    pub(crate) fn looks_at_races(&self) -> bool {
        self.guided && self.critical < 1.0
    }

    /// How often decisive points come first on this board.
    pub(crate) fn decisive_on(&self, size: Size) -> u32 {
        let [fewest, most] = self.chances.decisive_on;
        let fits = (fewest..=most).contains(&size.width().max(size.height()));
        if fits { self.chances.decisive } else { 0 }
    }

    /// The same without a preference for decisive points. To find out what decides a game, playouts must not
    /// prefer it.
    pub fn impartial(self) -> Policy {
        let chances = Thresholds { decisive: 0, ..self.chances };
        Policy { chances, ..self }
    }

    /// The same with another criticality threshold for races, if one is given.
    pub fn with_critical(self, critical: Option<f32>) -> Policy {
        Policy { critical: critical.unwrap_or(self.critical), ..self }
    }

    /// Every move that does not fill an own eye is equally likely; the priors are those of
    /// [`Policy::guided`].
    pub fn uniform() -> Policy {
        Policy { guided: false, ..Policy::guided() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_policy_is_good_and_bad_ones_are_refused() {
        Policy::guided();
        let text = include_str!("../policies/guided.toml");
        for (from, to) in [
            ("nakade = 1.0", "nakade = 1.5"),
            ("critical = 0.05", "critical = 1.5"),
            ("capture =", "kapture ="),
            ("\"XOX\"", "\"XOY\""),
        ] {
            assert!(Policy::from_toml(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
        assert!(Policy::from_toml("").is_err());
    }
}
