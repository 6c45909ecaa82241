//! The loss.

use network::CurveHeads;
use nn::torch::tch::{Kind, Reduction, TchError, Tensor};

use super::loader::{TargetTensors, TrainingBatch};
use crate::log::Losses;
use crate::settings::TrainingSettings;

/// Logarithms of the least and the largest β, 1/100 and 55.
const MIN_LOG_BETA: f64 = -4.6;
const MAX_LOG_BETA: f64 = 4.0;
/// Weight of the penalty for a β beyond these. A network that knows no leads yet is best off with a β near 0, and without
/// this no gradient would lead back from there.
const BETA_PENALTY: f64 = 0.01;

/// Of the standard deviation of ln(seconds): a factor of 20 either way.
const MAX_LOG_STDEV: f64 = 3.0;

/// Sums over batches, kept on the device.
#[derive(Default)]
pub struct LossAccumulator {
    sum: Option<Tensor>,
    batches: f64,
}

impl LossAccumulator {
    pub fn add(&mut self, parts: &Tensor) {
        self.sum = Some(match self.sum.take() {
            Some(sum) => sum + parts,
            None => parts.shallow_clone(),
        });
        self.batches += 1.0;
    }

    pub fn mean(self) -> Result<Losses, TchError> {
        let Some(sum) = self.sum else { return Ok(Losses::default()) };
        let mut numbers = [0.0f64; 4];
        (sum / self.batches).f_to_kind(Kind::Double)?.f_copy_data(&mut numbers, 4)?;
        let [policy, value, ownership, lead] = numbers;
        Ok(Losses { policy, value, ownership, lead })
    }
}

/// The loss, and its parts: policy, value, ownership, lead.
pub fn of(
    outputs: &[Tensor],
    heads: &CurveHeads,
    batch: &TrainingBatch,
    settings: &TrainingSettings,
) -> Result<(Tensor, Tensor), TchError> {
    let (count, targets) = (batch.count, &batch.targets);
    let points = targets.ownership.size()[1];

    let mut logits = outputs[heads.policy].f_reshape([count, -1])?;
    if let Some(pass) = heads.pass {
        logits = Tensor::f_cat(&[&logits, &outputs[pass]], 1)?;
    }
    // Every search adds up to 1, and where there was none to 0.
    let searched = targets.policy.f_sum(Kind::Float)?.f_clamp_min(1.0)?;
    let policy = -(logits.f_log_softmax(1, Kind::Float)? * &targets.policy).f_sum(Kind::Float)? / searched;

    let reply = match heads.reply {
        Some(place) if settings.opponent_policy_loss_weight > 0.0 => {
            let logits = outputs[place].f_reshape([count, -1])?;
            let answered = targets.opponent_policy.f_sum(Kind::Float)?.f_clamp_min(1.0)?;
            -(logits.f_log_softmax(1, Kind::Float)? * &targets.opponent_policy).f_sum(Kind::Float)? / answered
        }
        _ => Tensor::f_zeros([], (Kind::Float, targets.opponent_policy.device()))?,
    };

    let (lead, confidence) = (&outputs[heads.lead], &outputs[heads.confidence]);
    // A β beyond these means nothing more, and would overflow in the end.
    let beyond =
        (confidence - confidence.f_clamp(MIN_LOG_BETA, MAX_LOG_BETA)?).f_square()?.f_mean(Kind::Float)?;
    let confidence = confidence.f_clamp(MIN_LOG_BETA, MAX_LOG_BETA)?;
    let logit = confidence.f_exp()? * (lead + &targets.bonus);
    let decided = targets.result_known.f_sum(Kind::Float)?.f_clamp_min(1.0)?;
    let errors = (logit.f_sigmoid()? - &targets.result).f_square()? * &targets.result_known;
    let value = errors.f_sum(Kind::Float)? / &decided;
    let value_loss = match settings.value_cross_entropy {
        true => {
            logit.f_binary_cross_entropy_with_logits(
                &targets.result,
                Some(&targets.result_known),
                None,
                Reduction::Sum,
            )? / &decided
        }
        false => value.shallow_clone(),
    };

    let counted = &targets.counted;
    let known = counted.f_sum(Kind::Float)?.f_clamp_min(1.0)?;
    let ownership = match heads.ownership {
        Some(place) => {
            let owners = outputs[place].f_reshape([count, -1])?.f_tanh()?;
            let errors = (owners - &targets.ownership).f_square()?;
            (errors * counted).f_sum(Kind::Float)? / (&known * points as f64)
        }
        None => Tensor::f_zeros([], (Kind::Float, counted.device()))?,
    };
    let off = (lead - &targets.lead).f_abs()? * counted;
    // Huber: one lost group must not outweigh everything else.
    let huber = off.f_huber_loss(&off.f_zeros_like()?, Reduction::Sum, 1.0)? / &known;
    let lead_error = off.f_sum(Kind::Float)? / &known;

    let loss = &policy
        + value_loss * settings.value_loss_weight
        + &ownership * settings.ownership_loss_weight
        + huber * settings.lead_loss_weight;
    let loss = loss + beyond * BETA_PENALTY + reply * settings.opponent_policy_loss_weight;
    let loss = match heads.thinking_time {
        Some(place) => loss + thinking_time(&outputs[place], targets)? * settings.thinking_time_loss_weight,
        None => loss,
    };
    let parts = Tensor::f_stack(&[&policy, &value, &ownership, &lead_error], 0)?;
    Ok((loss, parts.f_detach()?))
}

/// Of ln(seconds), as the likelihood of a normal distribution.
fn thinking_time(output: &Tensor, targets: &TargetTensors) -> Result<Tensor, TchError> {
    let (mean, log_stdev) = (output.f_narrow(1, 0, 1)?, output.f_narrow(1, 1, 1)?);
    let log_stdev = log_stdev.f_clamp(-MAX_LOG_STDEV, MAX_LOG_STDEV)?;
    let off = (mean - &targets.thinking_time) * log_stdev.f_neg()?.f_exp()?;
    let losses = (off.f_square()? * 0.5 + log_stdev) * &targets.thinking_time_known;
    Ok(losses.f_sum(Kind::Float)? / targets.thinking_time_known.f_sum(Kind::Float)?.f_clamp_min(1.0)?)
}
