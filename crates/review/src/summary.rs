//! How well each player played.

use board::{Colour, Move, Size};
use serde::{Deserialize, Serialize};

use crate::encoding;
use crate::losses::{Loss, losses};
use crate::position_analysis::PositionAnalysis;

/// How much a move cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Grade {
    Good,
    Slack,
    Mistake,
    Blunder,
}

/// Points from which on a move is slack, a mistake, a blunder.
const BOUNDS: [f32; 3] = [1.0, 3.0, 6.0];

impl Grade {
    pub fn of(loss: &Loss) -> Grade {
        let over = BOUNDS.iter().filter(|bound| loss.points >= **bound).count();
        [Grade::Good, Grade::Slack, Grade::Mistake, Grade::Blunder][over]
    }
}

/// A player's moves, all together.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Summary {
    pub moves: usize,
    /// Points lost per move, on average; gains count as nothing lost.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub points_lost: f32,
    /// Moves that the reviewer would have played too.
    pub agreed: usize,
    /// Moves of each grade, the good ones first.
    pub grades: [usize; 4],
}

/// The two players' summaries, Black's first. `judged` is one longer than `moves`.
pub(crate) fn summaries(moves: &[(Colour, Move)], judged: &[PositionAnalysis], size: Size) -> [Summary; 2] {
    let mut both = [Summary::default(), Summary::default()];
    let mut lost = [0.0; 2];
    for ((loss, (colour, mv)), before) in losses(moves, judged, size).iter().zip(moves).zip(judged) {
        let side = &mut both[colour.index()];
        side.moves += 1;
        side.agreed += usize::from(before.best() == Some(*mv));
        side.grades[Grade::of(loss) as usize] += 1;
        lost[colour.index()] += loss.points.max(0.0);
    }
    for (side, lost) in both.iter_mut().zip(lost) {
        side.points_lost = lost / side.moves.max(1) as f32;
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position_analysis::testing::judged;

    #[test]
    fn losses_are_counted_for_who_made_them() {
        let judged = |lead: f32| judged(0.5, lead, (lead == -3.0).then_some(Move::Pass));
        let moves = [Colour::Black, Colour::White, Colour::Black].map(|colour| (colour, Move::Pass));
        let [black, white] =
            summaries(&moves, &[0.0, -8.0, -3.0, -2.0].map(judged), Size::square(9).unwrap());
        assert_eq!((black.moves, black.points_lost, black.grades), (2, 4.0, [1, 0, 0, 1]));
        assert_eq!((white.moves, white.points_lost, white.grades), (1, 5.0, [0, 0, 1, 0]));
        assert_eq!((black.agreed, white.agreed), (1, 0));
    }
}
