//! Playing as if one side searched deeper than the other.

use board::{Colour, Position};
use evaluation::Lead;

/// A side that is assumed to have 2^`doublings` times the visits of the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advantage {
    pub side: Colour,
    pub doublings: f32,
}

/// The gain of a doubling over a whole game on 19×19: KataGo plays handicap games with 0.045 doublings for
/// each point that the other side is ahead.
const POINTS: f64 = 1.0 / 0.045;
/// On smaller boards there is less to gain, by this power of their number of points; also KataGo's.
const SCALING: f64 = 0.75;

impl Advantage {
    /// The points that the stronger side is still going to gain. They decrease as the board fills: being
    /// behind by this much is even early on, and lost at the end.
    pub(crate) fn points(&self, position: &Position) -> Lead {
        let all = position.size().points() as f64;
        let left = position.board().empty_points().count() as f64 / all;
        let points = f64::from(self.doublings) * POINTS * (all / 361.0).powf(SCALING) * left;
        Lead::for_side(self.side, points as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Komi, Move, Rules, Size};

    #[test]
    fn what_is_gained_shrinks_with_the_board_and_with_the_game() {
        let advantage = Advantage { side: Colour::White, doublings: 1.5 };
        let points = |side: usize, moves: usize| {
            let size = Size::square(side).unwrap();
            let mut position = Position::new(size, Rules::CHINESE, Komi::ZERO);
            size.iter().take(moves).for_each(|p| position.play(Move::Play(p)).unwrap());
            advantage.points(&position).of(Colour::White)
        };
        assert!((points(19, 0) - 1.5 / 0.045).abs() < 1e-3);
        assert!((points(19, 19) - 1.5 / 0.045 * 342.0 / 361.0).abs() < 1e-3);
        assert!(points(9, 0) > 10.0 && points(9, 0) < 12.0, "{}", points(9, 0));
        let weaker = Advantage { doublings: -1.5, ..advantage };
        let empty = Position::new(Size::square(19).unwrap(), Rules::CHINESE, Komi::ZERO);
        assert_eq!(weaker.points(&empty).of(Colour::White), -points(19, 0));
    }
}
