//! How a score comes about, for those who count along.

use board::{Colour, PointSet, Position, Scoring};

/// A score as players add it up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Count {
    pub scoring: Scoring,
    pub black: SideCount,
    pub white: SideCount,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideCount {
    /// Living stones: counted under area scoring.
    pub stones: usize,
    pub territory: usize,
    /// Captured and dead stones of the other side: counted under territory scoring.
    pub prisoners: usize,
    /// Points that the rules do not count: in seki, or two for each group.
    pub tax: usize,
    pub komi: f64,
    /// What the rules give White for handicap stones, and half a point for the first pass.
    pub handicap: f64,
    pub button: f64,
    pub total: f64,
}

pub fn count(position: &Position, dead: &PointSet) -> Count {
    let scoring = position.rules().scoring;
    let counts = position.counts(dead);
    let side = |colour: Colour| {
        let count = counts[colour.index()];
        let whites = |points: f64| if colour == Colour::White { points } else { 0.0 };
        let komi = whites(position.komi().points());
        let handicap = whites(position.komi_with_bonus().points() - position.komi().points());
        let button = if position.button() == Some(colour) { 0.5 } else { 0.0 };
        SideCount {
            stones: count.stones,
            territory: count.territory,
            prisoners: count.prisoners,
            tax: count.tax,
            komi,
            handicap,
            button,
            total: f64::from(count.total(scoring)) + komi + handicap + button,
        }
    };
    Count { scoring, black: side(Colour::Black), white: side(Colour::White) }
}

#[cfg(test)]
mod tests {
    use board::{Board, Komi, Point, Rules, Size};

    use super::*;

    /// Whatever the rules, the two sums differ by the score.
    #[test]
    fn the_sums_make_the_score() {
        let size = Size::square(5).unwrap();
        let wall = |x, colour| (0..5).map(move |y| (colour, Point::new(x, y)));
        let prisoner = (Colour::Black, Point::new(4, 1));
        let stones = wall(1, Colour::Black).chain(wall(2, Colour::White)).chain([prisoner]);
        let board = Board::with_stones(size, stones).unwrap();
        let dead = PointSet::from_iter([prisoner.1]);
        for (name, rules) in Rules::NAMED {
            let mut position =
                Position::from_board(board.clone(), Colour::Black, rules, Komi::new(6.5).unwrap());
            position.set_handicap(3);
            position.play(board::Move::Pass).unwrap();
            let count = count(&position, &dead);
            let score = position.score(&dead).for_side(Colour::Black);
            assert_eq!(count.black.total - count.white.total, score, "{name}: {count:?}");
        }
    }
}
