//! The curve behind a KataGo network's values: `docs/curve.md` says how the rule was found and how good it is.

use crate::outputs::KataGoValue;

/// The lead with komi for the side to move, and the confidence β.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mapped {
    pub lead: f32,
    pub confidence: f32,
}

/// Win rates are clamped to this range: beyond it, a network's certainty is meaningless.
const WIN_RATES: [f32; 2] = [1e-6, 1.0 - 1e-6];
/// The standard deviation has the weight of a lead with this logit.
const STDEV_WEIGHT: f32 = 2.0;
/// How far the lead may move β from what the standard deviation says.
const FACTORS: [f32; 2] = [1.0 / 3.0, 2.0];
/// The smallest standard deviation: no network knows the score exactly.
const MIN_SCORE_STDEV: f32 = 0.5;
/// Games with a large standard deviation are even less certain than it says.
const EXTRA_POWER: f32 = 0.15;

/// How certain a network is of a lead: β times the standard deviation of the score, where that is 10 points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ConfidenceScale(f32);

impl Default for ConfidenceScale {
    /// Between weak and strong networks.
    fn default() -> ConfidenceScale {
        ConfidenceScale(3.3)
    }
}

impl ConfidenceScale {
    /// π/√3 is the value for a logistic distribution of scores; we have seen no network above the upper
    /// bound.
    const BOUNDS: [f32; 2] = [1.8, 6.0];

    pub fn new(confidence_scale: f32) -> ConfidenceScale {
        if confidence_scale.is_finite() {
            ConfidenceScale(confidence_scale.clamp(ConfidenceScale::BOUNDS[0], ConfidenceScale::BOUNDS[1]))
        } else {
            ConfidenceScale::default()
        }
    }

    /// The scale that follows from β at a standard deviation.
    pub fn seen(confidence: f32, score_stdev: f32) -> f32 {
        confidence * score_stdev * (score_stdev / 10.0).powf(EXTRA_POWER)
    }

    fn confidence(self, score_stdev: f32) -> f32 {
        self.0 / ConfidenceScale::seen(1.0, score_stdev)
    }
}

/// The standard deviation of the score.
pub fn score_stdev(value: &KataGoValue) -> f32 {
    let variance = value.score_square - value.score * value.score;
    variance.max(MIN_SCORE_STDEV * MIN_SCORE_STDEV).sqrt()
}

/// The logit of the win rate; no result counts half.
pub fn logit(value: &KataGoValue) -> f32 {
    let win_rate = (value.win + 0.5 * value.no_result).clamp(WIN_RATES[0], WIN_RATES[1]);
    (win_rate / (1.0 - win_rate)).ln()
}

/// The curve that passes through the network's win rate at the komi it was given.
///
/// That fixes β · (α + komi) = logit. β itself has two sources: the standard deviation of the score, and the
/// lead, which should be the logit divided by β. Their mean relies on the standard deviation when the game is
/// even and the lead says nothing, and on the lead when one side is far ahead. A lead that contradicts the
/// logit counts as 0.
pub fn from_katago(value: &KataGoValue, confidence_scale: ConfidenceScale) -> Mapped {
    let logit = logit(value);
    let by_stdev = confidence_scale.confidence(score_stdev(value));
    let lead = (value.lead * logit.signum()).max(0.0);
    let by_both = (STDEV_WEIGHT + logit.abs()) / (STDEV_WEIGHT / by_stdev + lead);
    let confidence = by_both.clamp(FACTORS[0] * by_stdev, FACTORS[1] * by_stdev);
    Mapped { lead: logit / confidence, confidence }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(win: f32, lead: f32, score_stdev: f32) -> Mapped {
        let score_square = lead * lead + score_stdev * score_stdev;
        let loss = 1.0 - win;
        from_katago(
            &KataGoValue { win, loss, lead, score: lead, score_square, ..KataGoValue::default() },
            ConfidenceScale::default(),
        )
    }

    #[test]
    fn the_win_rate_is_kept() {
        for win in [1e-4, 0.03, 0.3, 0.5, 0.8, 0.97, 0.9999] {
            for (lead, score_stdev) in
                [(0.0, 10.0), (5.0, 10.0), (-5.0, 10.0), (0.01, 0.0), (-60.0, 1.0), (60.0, 40.0)]
            {
                let curve = map(win, lead, score_stdev);
                let again = 1.0 / (1.0 + (-curve.confidence * curve.lead).exp());
                assert!(
                    (again - win).abs() < 1e-4 * win.min(1.0 - win) + 1e-6,
                    "{win} {lead} {score_stdev} {curve:?}"
                );
                assert!(curve.confidence > 0.0 && curve.confidence.is_finite());
            }
        }
    }

    #[test]
    fn a_lead_that_agrees_is_believed() {
        let logit = (0.9f32 / 0.1).ln();
        // What the standard deviation alone would say, and more or less than that.
        assert!((map(0.9, logit / 0.33, 10.0).confidence - 0.33).abs() < 1e-5);
        assert!(map(0.9, 3.0, 10.0).confidence > 0.33 && map(0.9, 15.0, 10.0).confidence < 0.33);
    }

    #[test]
    fn what_disagrees_stays_within_bounds() {
        for (win, lead) in [(0.9, -20.0), (0.999, -1.0), (0.5, 30.0), (0.2, 4.0), (1.0, 0.0), (0.0, 0.0)] {
            let confidence = map(win, lead, 10.0).confidence;
            assert!((0.11..=0.661).contains(&confidence), "{win} {lead} {confidence}");
        }
    }
}
