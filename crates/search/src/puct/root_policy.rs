//! Temperature and noise on the root policy, for self-play.

use board::Move;
use rand_distr::{Distribution, Gamma};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::settings::PuctSettings;

/// Flattens priors, or sharpens them below 1.
pub(super) fn apply_temperature(priors: &mut [(Move, f32)], temperature: f32) {
    let most = priors.iter().map(|(_, p)| *p).fold(f32::MIN_POSITIVE, f32::max);
    for (_, prior) in priors.iter_mut() {
        *prior = (*prior / most).max(0.0).powf(1.0 / temperature.max(0.01));
    }
    let sum: f32 = priors.iter().map(|(_, p)| p).sum();
    priors.iter_mut().for_each(|(_, p)| *p /= sum);
}

/// Adds Dirichlet noise to priors, half of it uniform and half on moves that are at least plausible (KataGo's
/// shaped noise).
pub(super) fn add_noise(
    priors: &mut [(Move, f32)],
    settings: &PuctSettings,
    random: &mut Xoshiro256PlusPlus,
) {
    let logs: Vec<f64> = priors.iter().map(|(_, p)| (f64::from(p.clamp(0.0, 0.01)) + 1e-20).ln()).collect();
    let count = priors.len().max(1) as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let above: f64 = logs.iter().map(|l| (l - mean).max(0.0)).sum();
    let mut draws = Vec::with_capacity(priors.len());
    for log in logs {
        let shaped = if above > 0.0 { (log - mean).max(0.0) / above } else { 1.0 / count };
        let share =
            0.5 * (shaped + 1.0 / count) * f64::from(settings.root_dirichlet_noise_total_concentration);
        draws.push(Gamma::new(share, 1.0).map_or(0.0, |gamma| gamma.sample(random)));
    }
    let sum: f64 = draws.iter().sum();
    if sum > 0.0 {
        for ((_, prior), draw) in priors.iter_mut().zip(draws) {
            *prior += settings.noise() * ((draw / sum) as f32 - *prior);
        }
    }
}
