//! The mean of the outputs of one position.

use crate::outputs::{KataGoValue, NetworkOutput, ShorttermErrors, Value};

/// Adds an output to the mean of `count` outputs; if `count` is 0, copies it.
pub fn add(mean: &mut NetworkOutput, new: &NetworkOutput, count: usize) {
    if count == 0 {
        mean.copy_from(new);
        return;
    }
    let weight = 1.0 / (count + 1) as f32;
    let blend = |old: &mut f32, new: f32| *old += (new - *old) * weight;
    mean.value = blend_values(mean.value, new.value, weight);
    blend(&mut mean.pass, new.pass);
    mean.thinking_time = mean.thinking_time.zip(new.thinking_time).map(|(a, b)| a.blend(b, weight));
    for (old, new) in mean.policy.iter_mut().zip(&new.policy) {
        blend(old, *new);
    }
    for (old, new) in mean.ownership.iter_mut().zip(&new.ownership) {
        blend(old, *new);
    }
}

fn blend_values(old: Value, new: Value, weight: f32) -> Value {
    let blend = |old: f32, new: f32| old + (new - old) * weight;
    match (old, new) {
        (Value::KataGo(a), Value::KataGo(b)) => Value::KataGo(KataGoValue {
            win: blend(a.win, b.win),
            loss: blend(a.loss, b.loss),
            no_result: blend(a.no_result, b.no_result),
            lead: blend(a.lead, b.lead),
            score: blend(a.score, b.score),
            score_square: blend(a.score_square, b.score_square),
            errors: a.errors.zip(b.errors).map(|(a, b)| ShorttermErrors {
                var_time_left: blend(a.var_time_left, b.var_time_left),
                win_loss: blend(a.win_loss, b.win_loss),
                score: blend(a.score, b.score),
            }),
        }),
        (Value::Curve { board_lead: a, confidence: c }, Value::Curve { board_lead: b, confidence: d }) => {
            Value::Curve { board_lead: blend(a, b), confidence: blend(c, d) }
        }
        (old, _) => old,
    }
}
