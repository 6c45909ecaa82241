//! What each move cost, and how much that weighs.

use board::{Colour, Move, Size};

use crate::position_analysis::PositionAnalysis;

/// What a move cost the side that played it; below 0 where it turned out better than was thought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    pub colour: Colour,
    pub points: f32,
    /// Of the win rate, from 0 to 1.
    pub win_rate: f32,
    /// How open the game could still be felt, from 0 to 1.
    pub openness: f32,
}

/// Points that a whole win rate is worth: ten percent weigh as much as a point.
const WIN_RATE_IN_POINTS: f32 = 10.0;
/// A lead of this part of the board leaves a game about 73% won to the people who play it.
const FELT: f32 = 0.125;

impl Loss {
    /// How much the loss mattered, in points: those it cost where the game could still be felt as open, and its win
    /// rate. A strong program is sure of a game long before people are, so that its win rate is one voice of several.
    pub fn weight(&self) -> f32 {
        self.points.max(0.0) * self.openness + WIN_RATE_IN_POINTS * self.win_rate.max(0.0)
    }
}

/// What every move cost. `judged` is one longer than `moves`.
pub fn losses(moves: &[(Colour, Move)], judged: &[PositionAnalysis], size: Size) -> Vec<Loss> {
    let pairs = judged.windows(2).zip(moves).enumerate();
    pairs.map(|(after, (pair, (colour, mv)))| loss(*colour, *mv, &pair[0], &pair[1], size, after)).collect()
}

fn loss(
    colour: Colour,
    played: Move,
    before: &PositionAnalysis,
    after: &PositionAnalysis,
    size: Size,
    moves: usize,
) -> Loss {
    let points = before.lost(colour, played, after);
    let win_rate = before.best_win_rate.of(colour) - after.win_rate.of(colour);
    let (was, is) = (before.best_lead.of(colour), after.lead.of(colour));
    // The game was as open as it was on the way from one lead to the other.
    let nearest = if was * is <= 0.0 { 0.0 } else { was.abs().min(is.abs()) };
    let felt = 1.0 / (1.0 + (nearest / softness(size, moves)).exp());
    Loss {
        colour,
        points,
        win_rate: if points <= 0.0 { win_rate.min(0.0) } else { win_rate },
        openness: 4.0 * felt * (1.0 - felt),
    }
}

/// The lead, in points, that leaves a game about 73% won to people after some moves: less as less is left to play.
fn softness(size: Size, moves: usize) -> f32 {
    let points = size.points() as f32;
    let left = (1.0 - moves as f32 / (0.8 * points)).clamp(0.4, 1.0);
    FELT * points * left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position_analysis::testing::judged as judged_with;

    fn judged(win_rate: f32, lead: f32) -> PositionAnalysis {
        judged_with(win_rate, lead, None)
    }

    #[test]
    fn the_side_that_moves_loses() {
        let size = Size::square(9).unwrap();
        let moves = [(Colour::Black, Move::Pass), (Colour::White, Move::Pass)];
        let all = losses(&moves, &[judged(0.5, 0.0), judged(0.25, -4.0), judged(0.75, 3.0)], size);
        assert_eq!((all[0].points, all[0].win_rate), (4.0, 0.25));
        assert_eq!((all[1].points, all[1].win_rate), (7.0, 0.5));
        assert!(all.iter().all(|loss| loss.openness == 1.0), "{all:?}");
    }

    #[test]
    fn points_matter_less_when_all_is_decided() {
        let size = Size::square(19).unwrap();
        let cost = |before: PositionAnalysis, after: PositionAnalysis| {
            loss(Colour::Black, Move::Pass, &before, &after, size, 50)
        };
        let open = cost(judged(0.5, 0.0), judged(0.3, -8.0));
        let behind = cost(judged(0.02, -25.0), judged(0.01, -33.0));
        let decided = cost(judged(0.0, -170.0), judged(0.0, -178.0));
        assert!(open.weight() > behind.weight() && behind.weight() > 5.0, "{open:?} {behind:?}");
        assert!(decided.weight() < 1.5, "{decided:?}");
        // Where little is between the players, a lost game weighs more than the points that lost it.
        let close = cost(judged(0.8, 0.6), judged(0.2, -0.9));
        assert!(close.weight() > 7.0, "{close:?}");
    }
}
