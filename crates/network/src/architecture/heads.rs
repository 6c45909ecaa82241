//! The heads: policy, curve and ownership.

use nn::{Activation, BuildError, Builder, Pool, ValueId, WeightSource};
use serde::{Deserialize, Serialize};

use crate::network::{CurveHeads, Heads};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum HeadSettings {
    Fixed(FixedHeads),
    Free(FreeHeads),
}

/// The SAI paper's heads (arXiv:1905.10863): dense layers over all points, so only one board size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedHeads {
    /// The board size.
    pub side: usize,
    /// Filters of the 1×1 convolution before the policy.
    pub policy_filters: usize,
    /// Filters of the 1×1 convolution before the two value towers.
    pub value_filters: usize,
    /// Hidden units in the tower of α.
    pub lead_layer: usize,
    /// Hidden units in the tower of β.
    pub confidence_layer: usize,
}

/// Heads for any board size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeHeads {
    pub policy_channels: usize,
    /// Channels that are pooled for the policy and the pass.
    pub pooled_channels: usize,
    pub value_channels: usize,
    /// Hidden units before the curve.
    pub value_layer: usize,
    /// Whether the network predicts ownership.
    pub ownership: bool,
    /// Whether α is the sum of the predicted ownership plus a correction; if everything is settled, that is
    /// the score.
    #[serde(default, skip_serializing_if = "is_false")]
    pub counts: bool,
    /// Whether it predicts the opponent's reply. Nothing uses it, but learning it teaches the network to look
    /// ahead.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reply: bool,
    /// Whether it predicts how long a person thinks about the move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub thinking_time: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A new network should not be certain of anything.
const CAUTIOUS: f32 = 0.3;

/// If α sums the ownership, even small values at all points add up.
const UNDECIDED: f32 = 0.01;

/// The logarithm of a small β, 1/10: with a steep curve every komi would seem decided, and nothing would be
/// learnt.
const FLAT: f32 = -2.3;

impl HeadSettings {
    pub fn check(&self) -> Result<(), BuildError> {
        match self {
            HeadSettings::Fixed(heads) => {
                BuildError::unless_within("heads.side", heads.side, 2, 19)?;
                BuildError::unless_within("heads.policy_filters", heads.policy_filters, 1, 64)?;
                BuildError::unless_within("heads.value_filters", heads.value_filters, 1, 64)?;
                BuildError::unless_within("heads.lead_layer", heads.lead_layer, 1, 4096)?;
                BuildError::unless_within("heads.confidence_layer", heads.confidence_layer, 1, 4096)
            }
            HeadSettings::Free(heads) => {
                BuildError::unless_within("heads.policy_channels", heads.policy_channels, 1, 4096)?;
                BuildError::unless_within("heads.pooled_channels", heads.pooled_channels, 1, 4096)?;
                BuildError::unless_within("heads.value_channels", heads.value_channels, 1, 4096)?;
                BuildError::unless_within("heads.value_layer", heads.value_layer, 1, 4096)?;
                match heads.counts && !heads.ownership {
                    true => Err(BuildError::Conflict("counts is for networks with ownership")),
                    false => Ok(()),
                }
            }
        }
    }

    pub(super) fn build<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        trunk: ValueId,
        activation: Activation,
    ) -> Result<Heads, S::Error> {
        let heads = match self {
            HeadSettings::Fixed(heads) => heads.build(builder, trunk, activation)?,
            HeadSettings::Free(heads) => heads.build(builder, trunk, activation)?,
        };
        Ok(Heads::Curve(heads))
    }
}

impl FixedHeads {
    fn build<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        trunk: ValueId,
        activation: Activation,
    ) -> Result<CurveHeads, S::Error> {
        let points = self.side * self.side;
        let policy = builder.conv("policy.conv", trunk, 1, self.policy_filters, 1.0)?;
        let policy = builder.norm_and_activate("policy", "", policy, activation)?;
        let policy = builder.flatten("policy.flat", policy, points)?;
        let policy = builder.dense("policy.moves", policy, points + 1, CAUTIOUS, Some(0.0))?;

        let value = builder.conv("value.conv", trunk, 1, self.value_filters, 1.0)?;
        let value = builder.norm_and_activate("value", "", value, activation)?;
        let value = builder.flatten("value.flat", value, points)?;
        let lead = hidden(builder, "lead", value, self.lead_layer, activation)?;
        let lead = builder.dense("lead.out", lead, 1, CAUTIOUS, Some(0.0))?;
        let confidence = hidden(builder, "confidence", value, self.confidence_layer, activation)?;
        let confidence = builder.dense("confidence.out", confidence, 1, CAUTIOUS, Some(FLAT))?;
        Ok(CurveHeads {
            policy: builder.output(policy),
            pass: None,
            lead: builder.output(lead),
            confidence: builder.output(confidence),
            ownership: None,
            reply: None,
            thinking_time: None,
        })
    }
}

impl FreeHeads {
    fn build<S: WeightSource>(
        &self,
        builder: &mut Builder<S>,
        trunk: ValueId,
        activation: Activation,
    ) -> Result<CurveHeads, S::Error> {
        let local = builder.conv("policy.conv", trunk, 1, self.policy_channels, 1.0)?;
        let pooled = builder.conv("policy.pooled.conv", trunk, 1, self.pooled_channels, 1.0)?;
        let pooled = builder.norm_and_activate("policy.pooled", "", pooled, activation)?;
        let pooled = builder.pool("policy.pooled.pool", pooled, Pool::MeanAndMax)?;
        let global = builder.dense("policy.pooled.dense", pooled, self.policy_channels, 1.0, None)?;
        let policy = builder.add("policy.sum", local, global)?;
        let policy = builder.norm_and_activate("policy", "", policy, activation)?;
        let reply = match self.reply {
            true => Some(builder.dense("reply.moves", policy, 1, CAUTIOUS, None)?),
            false => None,
        };
        let policy = builder.dense("policy.moves", policy, 1, CAUTIOUS, None)?;
        let pass = hidden(builder, "pass", pooled, self.policy_channels, activation)?;
        let pass = builder.dense("pass.out", pass, 1, CAUTIOUS, Some(0.0))?;

        let value = builder.conv("value.conv", trunk, 1, self.value_channels, 1.0)?;
        let value = builder.norm_and_activate("value", "", value, activation)?;
        let hidden_value = builder.pool("value.pool", value, Pool::MeanBySize)?;
        let hidden_value = hidden(builder, "value", hidden_value, self.value_layer, activation)?;
        let mut lead = builder.dense("lead.out", hidden_value, 1, CAUTIOUS, Some(0.0))?;
        let confidence = builder.dense("confidence.out", hidden_value, 1, CAUTIOUS, Some(FLAT))?;
        let gain = if self.counts { UNDECIDED } else { CAUTIOUS };
        let ownership = match self.ownership {
            true => Some(builder.dense("ownership.out", value, 1, gain, Some(0.0))?),
            false => None,
        };
        if let (true, Some(ownership)) = (self.counts, ownership) {
            let owners = builder.activate("lead.owners", ownership, Activation::Tanh)?;
            let count = builder.sum_over_board("lead.count", owners)?;
            lead = builder.add("lead.sum", lead, count)?;
        }
        let thinking_time = match self.thinking_time {
            true => Some(builder.dense("thinking_time.out", hidden_value, 2, CAUTIOUS, Some(0.0))?),
            false => None,
        };
        Ok(CurveHeads {
            policy: builder.output(policy),
            pass: Some(builder.output(pass)),
            lead: builder.output(lead),
            confidence: builder.output(confidence),
            ownership: ownership.map(|value| builder.output(value)),
            reply: reply.map(|value| builder.output(value)),
            thinking_time: thinking_time.map(|value| builder.output(value)),
        })
    }
}

fn hidden<S: WeightSource>(
    builder: &mut Builder<S>,
    part: &str,
    from: ValueId,
    out: usize,
    activation: Activation,
) -> Result<ValueId, S::Error> {
    let value = builder.dense(&format!("{part}.hidden"), from, out, 1.0, Some(0.0))?;
    builder.activate(&format!("{part}.hidden.activation"), value, activation)
}
