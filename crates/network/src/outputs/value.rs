//! Values and scores, as KataGo computes them, and curves.

use board::{KoRule, Position, Scoring};

use super::{KataGoValue, NotFinite, ShorttermErrors, Value};
use crate::network::KataGoHeads;

/// ln(1 + eˣ), which is x itself for large x.
fn softplus(x: f64) -> f64 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}

/// A KataGo network's values. `outcome` are the logits of win, loss and no result; `score` is the rest.
pub fn katago(
    heads: &KataGoHeads,
    position: &Position,
    outcome: &[f32],
    score: &[f32],
) -> Result<KataGoValue, NotFinite> {
    let scales = heads.scales;
    let scaled = |numbers: &[f32], i: usize| {
        f64::from(numbers.get(i).copied().unwrap_or(f32::NAN)) * f64::from(scales.output)
    };
    let mut logits = [0, 1, 2].map(|i| scaled(outcome, i));
    let rules = position.rules();
    if rules.ko != KoRule::Simple && rules.scoring != Scoring::Territory {
        // If positions cannot repeat, every game has a result.
        logits[2] = f64::NEG_INFINITY;
    }
    let most = logits[0].max(logits[1]).max(logits[2]);
    let odds = logits.map(|x| (x - most).exp());
    let sum: f64 = odds.iter().sum();
    if !sum.is_finite() {
        return Err(NotFinite("value"));
    }
    let [win, loss, no_result] = odds.map(|x| x / sum);

    let mean = scaled(score, 0) * f64::from(scales.score_mean);
    let score_stdev = softplus(scaled(score, 1)) * f64::from(scales.score_stdev);
    let lead = scaled(score, 2) * f64::from(scales.lead);
    // These are for games with a result; without one the score is 0.
    let with_result = 1.0 - no_result;
    let value = KataGoValue {
        win: win as f32,
        loss: loss as f32,
        no_result: no_result as f32,
        lead: (lead * with_result) as f32,
        score: (mean * with_result) as f32,
        score_square: ((mean * mean + score_stdev * score_stdev) * with_result) as f32,
        errors: (heads.version >= 9).then(|| errors(heads, [3, 4, 5].map(|i| scaled(score, i)))),
    };
    let errors = value.errors.unwrap_or_default();
    let finite =
        [value.lead, value.score, value.score_square, errors.var_time_left, errors.win_loss, errors.score];
    if !finite.iter().all(|x| x.is_finite()) {
        return Err(NotFinite("score"));
    }
    Ok(value)
}

fn errors(heads: &KataGoHeads, [time_left, win_loss, score]: [f64; 3]) -> ShorttermErrors {
    let scales = heads.scales;
    let (win_scale, score_scale) =
        (f64::from(scales.shortterm_value_error), f64::from(scales.shortterm_score_error));
    // Errors are predicted as variances: squared in the newest versions, and not at all in the oldest.
    let (win_loss, score) = match heads.version {
        14.. => {
            let root = |x: f64, scale: f64| softplus(0.5 * x) * scale.sqrt();
            (root(win_loss, win_scale), root(score, score_scale))
        }
        10.. => {
            let root = |x: f64, scale: f64| (softplus(x) * scale).sqrt();
            (root(win_loss, win_scale), root(score, score_scale))
        }
        _ => (softplus(win_loss), softplus(score) * 10.0),
    };
    let time_left = softplus(time_left) * f64::from(scales.var_time_left);
    ShorttermErrors { var_time_left: time_left as f32, win_loss: win_loss as f32, score: score as f32 }
}

/// Beyond these, a curve is a step, or flat, within floating-point precision.
const CONFIDENCES: [f32; 2] = [1e-4, 1e4];

/// The curve of a network that predicts it; `confidence` is ln β.
pub fn curve(lead: f32, confidence: f32) -> Result<Value, NotFinite> {
    if !(lead.is_finite() && confidence.is_finite()) {
        return Err(NotFinite("curve"));
    }
    Ok(Value::Curve { board_lead: lead, confidence: confidence.exp().clamp(CONFIDENCES[0], CONFIDENCES[1]) })
}
