//! Decodes the policy and the ownership.

use board::Position;

use super::{NetworkOutput, NotFinite, OutputSettings};
use crate::planes::SymmetryMap;

/// The raw policy of a network.
pub struct Logits<'a> {
    /// Point by point, with the channels of a point contiguous.
    pub board: &'a [f32],
    pub pass: &'a [f32],
    pub channels: usize,
    pub scale: f32,
}

impl Logits<'_> {
    /// Turns logits into probabilities of legal moves.
    pub fn read(
        &self,
        position: &Position,
        map: &SymmetryMap,
        settings: &OutputSettings,
        out: &mut NetworkOutput,
    ) -> Result<(), NotFinite> {
        let sharpness = self.scale / settings.policy_temperature.max(1e-3);
        // The optimistic policy is the second of several.
        let logit = |channels: &[f32]| match channels {
            [plain, hopeful, ..] => sharpness * (plain + settings.policy_optimism * (hopeful - plain)),
            [plain] => sharpness * plain,
            [] => f32::NAN,
        };
        let legal = position.legal_points();
        let pass = logit(self.pass);
        let mut most = pass;
        out.policy.clear();
        for (p, place) in map.iter() {
            let value = match legal.contains(p) {
                true => logit(
                    self.board.get(place * self.channels..(place + 1) * self.channels).unwrap_or_default(),
                ),
                false => f32::NEG_INFINITY,
            };
            most = most.max(value);
            out.policy.push(value);
        }
        let mut sum = 0.0;
        for value in &mut out.policy {
            *value = (*value - most).exp();
            sum += *value;
        }
        let mut pass = (pass - most).exp();
        if settings.max_pass_prior < 1.0 {
            pass = pass
                .min(sum * settings.max_pass_prior / (1.0 - settings.max_pass_prior))
                .max(f32::MIN_POSITIVE);
        }
        sum += pass;
        if !(sum.is_finite() && sum > 0.0) {
            return Err(NotFinite("policy"));
        }
        out.pass = pass / sum;
        for ((p, _), value) in map.iter().zip(&mut out.policy) {
            *value = if legal.contains(p) { *value / sum } else { -1.0 };
        }
        Ok(())
    }
}

/// Adds ownership, if there is any.
pub fn read_ownership(
    raw: &[f32],
    scale: f32,
    map: &SymmetryMap,
    out: &mut NetworkOutput,
) -> Result<(), NotFinite> {
    if raw.is_empty() {
        return Ok(());
    }
    for (_, place) in map.iter() {
        let share = raw.get(place).map_or(f32::NAN, |x| (x * scale).tanh());
        if !share.is_finite() {
            return Err(NotFinite("ownership"));
        }
        out.ownership.push(share);
    }
    Ok(())
}
