//! The komi of self-play games.

use board::{Colour, Komi};
use evaluation::{Curve, Lead};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A draw from the curve of a position, read as a distribution function: where the network is unsure of the fair komi,
/// many are tried. A `spread` below 1 keeps them nearer to it. Komi stays within the `points` of the board.
pub fn draw(curve: &Curve, spread: f64, points: usize, random: &mut Xoshiro256PlusPlus) -> Komi {
    let uniform: f64 = random.random_range(1e-9..1.0 - 1e-9);
    let away = spread * (uniform / (1.0 - uniform)).ln() / f64::from(curve.confidence()).max(1e-3);
    nearest(f64::from(curve.board_lead().of(Colour::Black)) + away, points)
}

/// The komi that makes a position even for a network, to half a point.
pub fn even_komi(lead: Lead, points: usize) -> Komi {
    nearest(f64::from(lead.of(Colour::Black)), points)
}

fn nearest(komi: f64, points: usize) -> Komi {
    let most = points as f64;
    let komi = if komi.is_finite() { komi.clamp(-most, most) } else { 0.0 };
    Komi::from_halves((komi * 2.0).round() as i16)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// The share of draws below a komi is White's win rate under it by the curve, with a spread of 1; a smaller spread
    /// is a steeper curve.
    #[test]
    fn draws_follow_the_curve() {
        let curve = Curve::new(Lead::for_side(Colour::Black, 7.0), 0.4);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (spread, steepness) in [(1.0, 0.4), (0.25, 1.6)] {
            let draws: Vec<Komi> = (0..40_000).map(|_| draw(&curve, spread, 81, &mut random)).collect();
            for halves in [-10, 5, 14, 20, 40] {
                // Rounding moves a draw by a quarter of a point at most.
                let below = draws.iter().filter(|k| k.halves() < halves).count() as f32 / draws.len() as f32;
                let at = f32::from(halves) / 2.0 - 0.25;
                let expected = 1.0 / (1.0 + (-steepness * (at - 7.0)).exp());
                assert!((below - expected).abs() < 0.01, "{spread} {halves}: {below} {expected}");
            }
        }
    }

    #[test]
    fn komi_stays_on_the_board() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let unsure = Curve::new(Lead::NONE, 1e-6);
        assert!((0..1000).all(|_| draw(&unsure, 1.0, 25, &mut random).halves().abs() <= 50));
        assert_eq!(even_komi(Lead::for_side(Colour::White, 3.3), 25), Komi::from_halves(-7));
        assert_eq!(even_komi(Lead::for_side(Colour::White, f32::NAN), 25), Komi::ZERO);
    }
}
