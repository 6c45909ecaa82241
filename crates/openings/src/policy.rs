//! A network's policy as a player of openings: what a player learns can be compared with what the network knows.

use std::sync::{Mutex, PoisonError};

use board::{Point, Position};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};

/// Plays the likeliest move of a policy.
pub struct PolicyPlayer {
    name: String,
    /// Shared by the threads that play openings: a policy is asked for a few moves per game only.
    evaluator: Mutex<Box<dyn Evaluator>>,
}

impl PolicyPlayer {
    /// `name` tells the network apart from others.
    pub fn new(name: String, evaluator: Box<dyn Evaluator>) -> PolicyPlayer {
        PolicyPlayer { name, evaluator: Mutex::new(evaluator) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// `None` if there is no legal move on the board.
    pub fn likeliest(&self, position: &Position) -> Result<Option<Point>, EvaluationError> {
        let query = Query { position, wants_priors: true, at_root: false };
        let mut out = [Evaluation::blank()];
        self.evaluator.lock().unwrap_or_else(PoisonError::into_inner).evaluate(&[query], &mut out)?;
        let legal = position.legal_points();
        let points = out[0].priors.iter().filter_map(|(m, prior)| Some((m.point()?, *prior)));
        let likeliest = points.filter(|(p, _)| legal.contains(*p)).max_by(|a, b| a.1.total_cmp(&b.1));
        Ok(likeliest.map(|(p, _)| p))
    }
}

#[cfg(test)]
mod tests {
    use board::{Colour, Komi, Move, Rules, Size};

    use super::*;
    use crate::opening::{Player, play};

    /// Prefers passing to A1, A1 to B2, and B2 to all else.
    struct Corner;

    impl Evaluator for Corner {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
            for (query, out) in queries.iter().zip(out) {
                let prior = |p: Point| match (p.x(), p.y()) {
                    (0, 0) => 0.3,
                    (1, 1) => 0.2,
                    _ => 0.01,
                };
                out.priors =
                    query.position.legal_points().iter().map(|p| (Move::Play(p), prior(p))).collect();
                out.priors.push((Move::Pass, 0.5));
            }
            Ok(())
        }
    }

    #[test]
    fn the_likeliest_move_on_the_board_is_played() {
        let start = Position::new(Size::square(3).unwrap(), Rules::CHINESE, Komi::ZERO);
        let player = PolicyPlayer::new("corner".into(), Box::new(Corner));
        let opening = play([Player::Policy(&player, 0.0); 2], &start, 1, 7).unwrap();
        let points = [(Colour::Black, Point::new(0, 0)), (Colour::White, Point::new(1, 1))];
        assert_eq!(opening.moves(), points.map(|(colour, p)| (colour, Move::Play(p))));
    }
}
