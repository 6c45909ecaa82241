//! A taste for openings that was learnt: someone has an opinion on every move.

use std::fmt;

use board::{Move, Point, Position};

use super::features::held_back;

/// Who has opinions on the moves of an opening.
pub trait OpeningPlayer: Send + Sync {
    /// What the side to move would expect after each of its moves, in any unit.
    fn values(&self, position: &Position) -> Vec<(Point, f32)>;
}

/// The most that a move's prior is multiplied by, and divided by.
const MOST: f32 = 4.0;
/// A smaller standard deviation is no opinion.
const LEAST: f32 = 1e-6;

/// Weights by what a player expects of each move, in standard deviations above the mean of all moves: ¼ up to the mean, 1
/// at one, and 4 from two on. They need no scale, one outstanding move does not hide what is thought of the others, and
/// no move becomes likely that the policy would never play.
#[derive(Clone, Copy)]
pub struct OpeningTaste {
    pub player: &'static dyn OpeningPlayer,
    /// From 0, which leaves every move as it is, to 1.
    pub strength: f32,
    /// As those of [`FeatureWeights`](super::FeatureWeights).
    pub yields: f32,
    pub ends: f32,
}

impl OpeningTaste {
    /// The weight of every point of the board, by its place; `None` where taste has gone.
    pub(super) fn in_position(&self, position: &Position, policy: &[(Move, f32)]) -> Option<Vec<f32>> {
        let power = self.strength * held_back(position, policy, self.yields, self.ends);
        if power <= 0.0 {
            return None;
        }
        let values = self.player.values(position);
        let mean_of = |f: &dyn Fn(f32) -> f32| {
            values.iter().map(|(_, value)| f(*value)).sum::<f32>() / values.len().max(1) as f32
        };
        let mean = mean_of(&|value| value);
        let deviation = mean_of(&|value| (value - mean).powi(2)).sqrt();
        let mut weights = vec![1.0; position.size().points()];
        if deviation > LEAST {
            for (p, value) in values {
                let above = ((value - mean) / deviation).clamp(0.0, 2.0);
                weights[position.size().place(p)] = MOST.powf(power * (above - 1.0));
            }
        }
        Some(weights)
    }
}

/// The same player, not an equal one.
impl PartialEq for OpeningTaste {
    fn eq(&self, other: &OpeningTaste) -> bool {
        std::ptr::addr_eq(self.player, other.player)
            && (self.strength, self.yields, self.ends) == (other.strength, other.yields, other.ends)
    }
}

impl fmt::Debug for OpeningTaste {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let OpeningTaste { strength, yields, ends, .. } = self;
        write!(f, "OpeningTaste {{ strength: {strength}, yields: {yields}, ends: {ends} }}")
    }
}

#[cfg(test)]
mod tests {
    use board::{Colour, Komi, Rules, Size};

    use super::*;
    use crate::prior_weights::PriorWeights;

    /// Expects 8 points of the last column, 4 of the one before, and nothing of the others: a mean of 2.4 and a standard
    /// deviation of 3.2.
    struct Right;

    impl OpeningPlayer for Right {
        fn values(&self, position: &Position) -> Vec<(Point, f32)> {
            position.legal_points().iter().map(|p| (p, [0.0, 0.0, 0.0, 4.0, 8.0][p.x()])).collect()
        }
    }

    struct Nothing;

    impl OpeningPlayer for Nothing {
        fn values(&self, position: &Position) -> Vec<(Point, f32)> {
            position.legal_points().iter().map(|p| (p, 7.0)).collect()
        }
    }

    fn taste(player: &'static dyn OpeningPlayer) -> OpeningTaste {
        OpeningTaste { player, strength: 1.0, yields: 0.0, ends: 0.5 }
    }

    fn weights(taste: OpeningTaste, stones: usize) -> Vec<f32> {
        let mut position = Position::new(Size::square(5).unwrap(), Rules::CHINESE, Komi::ZERO);
        (0..stones).for_each(|y| position.play(Move::Play(Point::new(0, y))).unwrap());
        let side = position.to_move();
        let weights = PriorWeights { side, distance: None, line: None, features: None, opening: Some(taste) };
        let row: Vec<(Move, f32)> = (0..5).map(|x| (Move::Play(Point::new(x, 4)), 0.2)).collect();
        weights.of(&position, &row)
    }

    #[test]
    fn the_best_moves_are_preferred_and_none_are_ruled_out() {
        let close = |found: &[f32], expected: &[f32]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}");
        };
        // 1.6 and 5.6 above the mean: half and 1.75 standard deviations.
        close(&weights(taste(&Right), 0), &[0.25, 0.25, 0.25, 0.5, 2.828_43]);
        close(
            &weights(OpeningTaste { strength: 0.5, ..taste(&Right) }, 0)[2..],
            &[0.5, 0.5f32.sqrt(), 1.681_79],
        );
        assert_eq!(weights(taste(&Nothing), 0), [1.0; 5]);
    }

    #[test]
    fn taste_yields_and_ends_as_others_do() {
        let yields = OpeningTaste { yields: 1.0, ..taste(&Right) };
        assert!((weights(yields, 0)[4] - MOST.powf(0.8 * 0.75)).abs() < 1e-4);
        // Half of 25 points: gone with 13 stones, milder from 7 on; a taste that ends earlier is gone with 4.
        assert!(weights(taste(&Right), 4)[4] > 2.0);
        assert_eq!(weights(OpeningTaste { ends: 0.16, ..taste(&Right) }, 4), [1.0; 5]);
    }

    #[test]
    fn tastes_differ_by_their_player() {
        assert_eq!(taste(&Right), taste(&Right));
        assert_ne!(taste(&Right), OpeningTaste { ends: 1.0, ..taste(&Right) });
        let side = Colour::Black;
        let none = PriorWeights { side, distance: None, line: None, features: None, opening: None };
        assert_ne!(none, PriorWeights { opening: Some(taste(&Right)), ..none });
    }
}
