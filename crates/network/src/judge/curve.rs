//! The curve behind a KataGo network's values.

use crate::outputs::KataGoValue;

/// The lead with komi for the side to move, and the confidence.
pub struct Mapped {
    pub lead: f32,
    pub confidence: f32,
}

/// Beyond these chances a logit says nothing.
const CHANCES: [f32; 2] = [1e-5, 1.0 - 1e-5];

/// The curve that gives the network's win rate at the komi it was asked with.
pub fn from_katago(value: &KataGoValue) -> Mapped {
    let win = (value.win + 0.5 * value.no_result).clamp(CHANCES[0], CHANCES[1]);
    let logit = (win / (1.0 - win)).ln();
    let spread = (value.score_square - value.score * value.score).max(1.0).sqrt();
    // The spread of a logistic distribution is π / (√3 β).
    let confidence = std::f32::consts::PI / (3f32.sqrt() * spread);
    Mapped { lead: logit / confidence, confidence }
}
