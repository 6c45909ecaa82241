//! Weights on the policy: what a player prefers beyond what the evaluator recommends.
//!
//! Shi, Fan, Li, Hsueh and Ikeda, Position Control and Production of Various Strategies for Game of Go Using Deep
//! Learning Methods: p′ = p·ω, by the distance to the opponent's last move (method B) and by the line on the board
//! (online styles). The product is not normalised: thresholds on p′ mean the same wherever the other moves are.

mod area;
mod contact;
mod distance;
mod features;
mod line;
mod opening;

use board::{Colour, Move, Point, Position};

pub use self::area::Area;
pub use self::contact::Contact;
use self::distance::attacked_from;
pub use self::distance::{DistanceWeights, squared_distance};
pub use self::features::{FeatureWeights, Features, FeaturesInPosition};
pub use self::line::LineWeights;
pub use self::opening::{OpeningPlayer, OpeningTaste};

/// Weights on the priors of one side's moves. They steer the search: at the root and below it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriorWeights {
    /// Whose moves. The other side is expected to play by the plain policy.
    pub side: Colour,
    pub distance: Option<DistanceWeights>,
    pub line: Option<LineWeights>,
    /// A character: what kinds of moves the side likes.
    pub features: Option<FeatureWeights>,
    /// A character that has learnt to open.
    pub opening: Option<OpeningTaste>,
}

impl PriorWeights {
    /// The weights of one position; `None` if all of its moves are left as they are.
    fn in_position<'a>(
        &'a self,
        position: &'a Position,
        policy: &[(Move, f32)],
    ) -> Option<WeightsInPosition<'a>> {
        if position.to_move() != self.side {
            return None;
        }
        let nearness = self.distance.and_then(|weights| Some((weights, attacked_from(position)?)));
        let features = self
            .features
            .map(|weights| (weights.in_position(position, policy), FeaturesInPosition::new(position)));
        let opening = self.opening.and_then(|taste| taste.in_position(position, policy));
        let any = nearness.is_some() || self.line.is_some() || features.is_some() || opening.is_some();
        any.then_some(WeightsInPosition { nearness, line: self.line, features, opening, position })
    }

    /// Multiplies priors by their weights.
    pub fn apply(&self, position: &Position, priors: &mut [(Move, f32)]) {
        let weights = self.of(position, priors);
        priors.iter_mut().zip(weights).for_each(|((_, prior), weight)| *prior *= weight);
    }

    /// The weight of each move of a policy.
    pub fn of(&self, position: &Position, policy: &[(Move, f32)]) -> Vec<f32> {
        let Some(weights) = self.in_position(position, policy) else { return vec![1.0; policy.len()] };
        policy.iter().map(|(mv, _)| weights.of(*mv)).collect()
    }

    /// The same weights, whatever the policy.
    pub(crate) fn unyielding(self) -> PriorWeights {
        let features = self.features.map(|features| FeatureWeights { yields: 0.0, ..features });
        let opening = self.opening.map(|taste| OpeningTaste { yields: 0.0, ..taste });
        PriorWeights { features, opening, ..self }
    }
}

struct WeightsInPosition<'a> {
    /// With the opponent's last move.
    nearness: Option<(DistanceWeights, Point)>,
    line: Option<LineWeights>,
    features: Option<(FeatureWeights, FeaturesInPosition<'a>)>,
    /// By place.
    opening: Option<Vec<f32>>,
    position: &'a Position,
}

impl WeightsInPosition<'_> {
    /// A pass is nowhere, and stays as it is.
    fn of(&self, mv: Move) -> f32 {
        let Move::Play(p) = mv else { return 1.0 };
        let near =
            self.nearness.as_ref().map_or(1.0, |(weights, last)| weights.at(squared_distance(p, *last)));
        let liked = self.features.as_ref().map_or(1.0, |(weights, features)| weights.of(&features.of(p)));
        let size = self.position.size();
        let opened = self.opening.as_ref().map_or(1.0, |weights| weights[size.place(p)]);
        near * self.line.as_ref().map_or(1.0, |weights| weights.at(size, p)) * liked * opened
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size};

    use super::*;

    fn at(x: usize, y: usize) -> Move {
        Move::Play(Point::new(x, y))
    }

    fn position(moves: &[Move]) -> Position {
        let mut position = Position::new(Size::square(19).unwrap(), Rules::CHINESE, Komi::ZERO);
        moves.iter().for_each(|mv| position.play(*mv).unwrap());
        position
    }

    fn nearness(side: Colour) -> PriorWeights {
        PriorWeights {
            side,
            distance: Some(DistanceWeights::PAPER),
            line: None,
            features: None,
            opening: None,
        }
    }

    /// Black answers White's move at (2, 9), which has a black stone beside it.
    fn weight_at(x: usize, y: usize) -> f32 {
        let position = position(&[at(3, 9), at(2, 9)]);
        nearness(Colour::Black).of(&position, &[(at(x, y), 0.1)])[0]
    }

    #[test]
    fn every_segment_has_its_border() {
        // Straight along the row, and the first point beyond each border: √5, √10, √17, √26, √37 and √50.
        for (most, inside) in [(2, 1.5), (3, 1.25), (4, 1.0), (5, 0.75), (6, 0.5), (7, 0.25)] {
            assert_eq!(weight_at(2 + most, 9), inside, "at most {most}");
        }
        for (beyond, weight) in [(2, 1.25), (3, 1.0), (4, 0.75), (5, 0.5), (6, 0.25), (7, 0.1)] {
            assert_eq!(weight_at(2 + beyond, 10), weight, "just beyond {beyond}");
        }
        assert_eq!((weight_at(3, 10), weight_at(18, 18)), (1.5, 0.1));
    }

    #[test]
    fn a_move_that_attacks_nothing_changes_nothing() {
        let far = position(&[at(6, 9), at(2, 9)]);
        let weight = |position: &Position, side| nearness(side).of(position, &[(at(18, 18), 0.1)])[0];
        assert_eq!(weight(&far, Colour::Black), 1.0, "the nearest own stone is 4 away");
        let near = position(&[at(5, 9), at(2, 9)]);
        assert_eq!(weight(&near, Colour::Black), 0.1, "3 is near");
        let diagonal = position(&[at(4, 12), at(2, 9)]);
        assert_eq!(weight(&diagonal, Colour::Black), 1.0, "√13 is not");
        // White's own stone beside it does not matter, nor does a pass, nor whose turn it is not.
        assert_eq!(weight(&near, Colour::White), 1.0);
        assert_eq!(weight(&position(&[at(2, 9), Move::Pass]), Colour::Black), 1.0);
        assert_eq!(weight(&position(&[]), Colour::Black), 1.0);
        assert_eq!(nearness(Colour::Black).of(&near, &[(Move::Pass, 0.1)]), [1.0]);
    }

    #[test]
    fn weighted_priors_need_not_sum_to_one() {
        let position = position(&[at(3, 9), at(2, 9)]);
        // The paper's Table 5 shows a p′ of 1.1176: a p of .745 beside the last move.
        let mut priors = [(at(2, 10), 0.745_066_7), (at(18, 18), 0.2), (Move::Pass, 0.05)];
        nearness(Colour::Black).apply(&position, &mut priors);
        assert!((priors[0].1 - 1.1176).abs() < 1e-6 && (priors[1].1 - 0.02).abs() < 1e-7, "{priors:?}");
        assert_eq!(priors[2].1, 0.05);
    }

    #[test]
    fn lines_count_from_the_edge() {
        let size = Size::square(19).unwrap();
        let mut centre = [2.0; 10];
        centre[..5].copy_from_slice(&[0.25, 0.25, 0.5, 1.5, 1.75]);
        let weights = PriorWeights {
            side: Colour::Black,
            distance: None,
            line: Some(LineWeights(centre)),
            features: None,
            opening: None,
        };
        let of = |x, y| weights.of(&position(&[]), &[(at(x, y), 0.1)])[0];
        assert_eq!([of(0, 9), of(9, 1), of(16, 5), of(3, 3), of(4, 14)], [0.25, 0.25, 0.5, 1.5, 1.75]);
        assert_eq!((of(5, 9), of(9, 9), size.line(Point::new(9, 9))), (2.0, 2.0, 10));
        // A style works on top of nearness.
        let both = PriorWeights { distance: Some(DistanceWeights::PAPER), ..weights };
        let position = position(&[at(3, 9), at(2, 9)]);
        assert_eq!(both.of(&position, &[(at(2, 10), 0.1)]), [1.5 * 0.5]);
    }
}
