//! Features of a move, and a player's taste as weights on them.

use board::{Move, Point, Position};

use super::area::{Area, NearestStones};
use super::contact::Contact;
use super::distance::{DistanceWeights, last_of_opponent, squared_distance};
use super::line::LineWeights;

/// What kind of move it is, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features {
    /// 1 at the edge.
    pub line: usize,
    /// To the opponent's last move, squared; `None` if that was a pass, or there is none.
    pub squared_distance: Option<usize>,
    pub contact: Contact,
    pub area: Area,
}

/// Weights by the features of a move, multiplied: what a character likes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeatureWeights {
    pub line: LineWeights,
    /// Whether or not an own stone is near that move.
    pub distance: DistanceWeights,
    /// Atari, touch, near and away.
    pub contact: [f32; 4],
    /// Own, open and the opponent's area.
    pub area: [f32; 3],
    /// How far they hold back where the policy knows what to play: they count to the power of 1 − p, to this power, p
    /// being the prior of its likeliest move. Where there is much to choose from, taste costs little.
    pub yields: f32,
    /// The share of the board that stones cover when taste has gone; from half of that on it becomes milder. Most of what
    /// it costs, it costs in fights and endgames.
    pub ends: f32,
}

impl FeatureWeights {
    /// Leaves every move as it is.
    pub const NONE: FeatureWeights = FeatureWeights {
        line: LineWeights([1.0; 10]),
        distance: DistanceWeights([1.0; 7]),
        contact: [1.0; 4],
        area: [1.0; 3],
        yields: 0.0,
        ends: f32::INFINITY,
    };

    pub fn of(&self, features: &Features) -> f32 {
        let distance = features.squared_distance.map_or(1.0, |squared| self.distance.at(squared));
        let contact = match features.contact {
            Contact::Atari => self.contact[0],
            Contact::Touch => self.contact[1],
            Contact::Near => self.contact[2],
            Contact::Away => self.contact[3],
        };
        let area = match features.area {
            Area::Own => self.area[0],
            Area::Open => self.area[1],
            Area::Opponents => self.area[2],
        };
        self.line.on_line(features.line) * distance * contact * area
    }

    /// A milder taste: every weight to a power from 0, which leaves every move as it is, to 1.
    pub fn powf(self, strength: f32) -> FeatureWeights {
        FeatureWeights {
            line: LineWeights(self.line.0.map(|weight| weight.powf(strength))),
            distance: DistanceWeights(self.distance.0.map(|weight| weight.powf(strength))),
            contact: self.contact.map(|weight| weight.powf(strength)),
            area: self.area.map(|weight| weight.powf(strength)),
            ..self
        }
    }

    /// The weights as they are in a position with this policy.
    pub(super) fn in_position(self, position: &Position, policy: &[(Move, f32)]) -> FeatureWeights {
        self.powf(held_back(position, policy, self.yields, self.ends))
    }
}

/// The power to which weights count in a position with this policy, from 0 to 1.
pub(super) fn held_back(position: &Position, policy: &[(Move, f32)], yields: f32, ends: f32) -> f32 {
    let likeliest = policy.iter().map(|(_, prior)| *prior).fold(0.0, f32::max);
    let (board, size) = (position.board(), position.size());
    let stones = size.iter().filter(|p| board.colour(*p).is_some()).count();
    let covered = stones as f32 / size.points() as f32;
    let left = (2.0 - 2.0 * covered / ends).clamp(0.0, 1.0);
    left * (1.0 - likeliest).max(0.0).powf(yields)
}

/// What features are found from, once for all moves of a position.
pub struct FeaturesInPosition<'a> {
    position: &'a Position,
    last: Option<Point>,
    nearest: NearestStones,
}

impl<'a> FeaturesInPosition<'a> {
    pub fn new(position: &'a Position) -> FeaturesInPosition<'a> {
        let nearest = NearestStones::new(position.board());
        FeaturesInPosition { position, last: last_of_opponent(position), nearest }
    }

    /// Of a move of the side to move.
    pub fn of(&self, p: Point) -> Features {
        let (board, size, side) = (self.position.board(), self.position.size(), self.position.to_move());
        Features {
            line: size.line(p),
            squared_distance: self.last.map(|last| squared_distance(p, last)),
            contact: Contact::of(board, p, side),
            area: self.nearest.area(size.place(p), side),
        }
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size};

    use super::*;

    fn position(moves: &[&str]) -> Position {
        let mut position = Position::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::ZERO);
        for mv in moves {
            position.play(Move::parse(mv, position.size()).unwrap()).unwrap();
        }
        position
    }

    fn features(moves: &[&str], at: &str) -> Features {
        let position = position(moves);
        FeaturesInPosition::new(&position).of(Point::parse(at, position.size()).unwrap())
    }

    #[test]
    fn contact_is_told_apart_by_what_it_leaves() {
        // White's E5 has four liberties, then three, then two.
        let contact = |moves: &[&str], at: &str| features(moves, at).contact;
        assert_eq!(contact(&["A1", "E5"], "E6"), Contact::Touch);
        assert_eq!(contact(&["E6", "E5"], "D5"), Contact::Touch);
        assert_eq!(contact(&["E6", "E5", "D5", "A9"], "F5"), Contact::Atari);
        assert_eq!(contact(&["E6", "E5", "D5", "A9", "F5", "B9"], "E4"), Contact::Atari, "a capture");
        for (at, found) in [("F6", Contact::Near), ("E7", Contact::Near), ("F7", Contact::Away)] {
            assert_eq!(contact(&["A1", "E5"], at), found, "{at}");
        }
        // The own stone at A1 is no contact.
        assert_eq!(contact(&["A1", "E5"], "A2"), Contact::Away);
    }

    #[test]
    fn a_point_seems_to_belong_to_whoever_is_nearer() {
        let area = |at: &str| features(&["C3", "G7"], at).area;
        assert_eq!((area("D4"), area("C7"), area("E5")), (Area::Own, Area::Open, Area::Open));
        assert_eq!((area("F6"), area("H8")), (Area::Opponents, Area::Opponents));
        assert_eq!(features(&[], "E5").area, Area::Open);
        assert_eq!(features(&["A1", "pass"], "J9").area, Area::Open, "nobody is near");
    }

    #[test]
    fn taste_yields_to_a_policy_that_knows() {
        let plain = FeatureWeights { area: [4.0, 1.0, 0.25], ..FeatureWeights::NONE };
        let weights = FeatureWeights { yields: 1.0, ..plain };
        let area = |weights: FeatureWeights, policy: &[(Move, f32)]| {
            weights.in_position(&position(&["C3", "G7"]), policy).area
        };
        let policy = [(Move::Pass, 0.25), (Move::Play(Point::new(2, 2)), 0.5)];
        assert_eq!(area(plain, &policy), plain.area);
        assert_eq!(area(weights, &policy), [2.0, 1.0, 0.5]);
        assert_eq!(area(weights, &[]), plain.area);
        assert_eq!(area(weights, &[(Move::Pass, 1.0)]), [1.0; 3]);
    }

    #[test]
    fn taste_ends_when_the_board_is_full() {
        // Four stones on 81 points.
        let position = position(&["C3", "G7", "C7", "G3"]);
        let area = |stones: f32| {
            let weights =
                FeatureWeights { area: [4.0, 1.0, 0.25], ends: stones / 81.0, ..FeatureWeights::NONE };
            weights.in_position(&position, &[]).area[0]
        };
        for (stones, found) in [(8.0, 4.0), (16.0 / 3.0, 2.0), (4.0, 1.0), (3.0, 1.0)] {
            assert!((area(stones) - found).abs() < 1e-4, "{stones}: {}", area(stones));
        }
    }

    #[test]
    fn weights_multiply_and_become_milder() {
        let mut weights = FeatureWeights::NONE;
        assert_eq!(weights.of(&features(&["C3", "G7"], "D4")), 1.0);
        (weights.line.0[3], weights.area[0], weights.contact[3]) = (4.0, 0.5, 2.0);
        let found = features(&["C3", "G7"], "D4");
        assert_eq!((found.line, found.squared_distance), (4, Some(18)));
        assert_eq!(weights.of(&found), 4.0);
        assert!((weights.powf(0.5).of(&found) - 2.0).abs() < 1e-6);
        assert_eq!(weights.powf(0.0), FeatureWeights::NONE);
        // Whoever has passed is nowhere.
        weights.distance.0 = [9.0; 7];
        assert_eq!(weights.of(&features(&["C3", "pass"], "D4")), 4.0);
    }
}
