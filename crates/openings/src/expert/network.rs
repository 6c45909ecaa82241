//! Networks as experts.

use board::{Colour, Move, Position, Size};
use evaluation::{Evaluation, EvaluationError, Evaluator, Lead, Query};
use game_runner::{Game, Host, Step, run};

use super::{Expert, ExpertError, Unfinished};

/// Games that are played side by side.
const GAMES_AT_ONCE: usize = 64;
/// Moves per point of the board after which a game is over.
const MOST_MOVES: usize = 2;
/// A point belongs to a side at the end if its ownership is above this.
const SURE: f32 = 0.3;

/// What a network expects, without a move.
pub struct NetworkEvaluation {
    evaluator: Box<dyn Evaluator>,
}

impl NetworkEvaluation {
    pub fn new(evaluator: Box<dyn Evaluator>) -> NetworkEvaluation {
        NetworkEvaluation { evaluator }
    }
}

impl Expert for NetworkEvaluation {
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError> {
        let mut leads = Vec::with_capacity(games.len());
        for games in games.chunks(GAMES_AT_ONCE) {
            let query = |game| Query { position: game, wants_priors: false, at_root: false };
            let queries: Vec<Query> = games.iter().map(|game| query(&game.position)).collect();
            let mut out = vec![Evaluation::blank(); games.len()];
            self.evaluator.evaluate(&queries, &mut out)?;
            leads.extend(out.iter().map(|e| e.score.map_or(e.curve.board_lead(), |score| score.mean)));
        }
        Ok(leads)
    }
}

/// A network plays the most likely move of its policy for both sides, and says at the end whose points are whose.
pub struct NetworkPolicy {
    evaluator: Box<dyn Evaluator>,
}

impl NetworkPolicy {
    pub fn new(evaluator: Box<dyn Evaluator>) -> NetworkPolicy {
        NetworkPolicy { evaluator }
    }
}

impl Expert for NetworkPolicy {
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError> {
        let outcomes = vec![Lead::NONE; games.len()];
        let mut finishing = Finishing { games, next: 0, evaluator: &mut *self.evaluator, outcomes };
        run(&mut finishing, &mut Vec::new(), GAMES_AT_ONCE)?;
        Ok(finishing.outcomes)
    }
}

struct Finishing<'a> {
    games: &'a [Unfinished],
    next: usize,
    evaluator: &'a mut dyn Evaluator,
    outcomes: Vec<Lead>,
}

struct Playing {
    index: usize,
    position: Position,
    most_moves: usize,
    evaluation: Option<Evaluation>,
}

impl Game for Playing {
    fn size(&self) -> Size {
        self.position.size()
    }

    fn query(&self) -> Option<Query<'_>> {
        Some(Query { position: &self.position, wants_priors: true, at_root: false })
    }

    fn apply(&mut self, evaluation: &Evaluation) {
        self.evaluation = Some(evaluation.clone());
    }
}

impl Host for Finishing<'_> {
    type Game = Playing;
    type Error = EvaluationError;

    fn next_game(&mut self) -> Option<Playing> {
        let index = self.next;
        let position = self.games.get(index)?.position.clone();
        self.next += 1;
        let most_moves = position.moves().len() + MOST_MOVES * position.size().points();
        Some(Playing { index, position, most_moves, evaluation: None })
    }

    fn advance(&mut self, game: &mut Playing) -> Step {
        let Some(evaluation) = game.evaluation.take() else { return Step::NeedsEvaluation };
        let best = evaluation.priors.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let best = best.map_or(Move::Pass, |(m, _)| *m);
        let ends = best == Move::Pass && game.position.passes() > 0;
        if !ends && game.position.moves().len() < game.most_moves {
            game.position.play_legal(best);
            return Step::NeedsEvaluation;
        }
        self.outcomes[game.index] = count(&game.position, &evaluation);
        Step::Over
    }

    fn evaluate(
        &mut self,
        _: usize,
        queries: &[Query],
        _: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), EvaluationError> {
        self.evaluator.evaluate(queries, out)
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

/// The count at the end. Stones may be dead without having been captured, so the network says whose points they are; one
/// that does not know counts the board as it stands.
fn count(position: &Position, evaluation: &Evaluation) -> Lead {
    let Some(ownership) = &evaluation.ownership else {
        return Lead::for_side(Colour::Black, position.board().area().black_lead() as f32);
    };
    let shares = position.size().iter().map(|p| ownership.of(Colour::Black, p));
    let lead = shares.filter(|share| share.abs() > SURE).map(f32::signum).sum();
    Lead::for_side(Colour::Black, lead)
}

#[cfg(test)]
mod tests {
    use board::{Komi, Point, Rules};
    use evaluation::{Curve, Ownership};

    use super::*;

    /// Plays at A1 while it can and then passes; Black owns the first row.
    struct Corner;

    impl Evaluator for Corner {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
            for (query, out) in queries.iter().zip(out) {
                *out = Evaluation::blank();
                let corner = Move::Play(Point::new(0, 0));
                let first = if query.position.is_legal(corner) { corner } else { Move::Pass };
                out.priors = vec![(Move::Play(Point::new(2, 2)), 0.1), (first, 0.9)];
                out.curve = Curve::new(Lead::for_side(Colour::White, 4.0), 1.0);
                let mut ownership = Ownership::UNKNOWN;
                (0..3).for_each(|x| ownership.set(Colour::Black, Point::new(x, 0), 0.8));
                ownership.set(Colour::White, Point::new(1, 1), 0.8);
                ownership.set(Colour::White, Point::new(1, 2), 0.2);
                out.ownership = Some(Box::new(ownership));
            }
            Ok(())
        }
    }

    #[test]
    fn games_are_played_to_their_end_and_counted() {
        let position = Position::new(Size::square(3).unwrap(), Rules::CHINESE, Komi::ZERO);
        let games = vec![Unfinished { position, seed: 1 }; 70];
        let leads = NetworkPolicy::new(Box::new(Corner)).outcomes(&games).unwrap();
        assert_eq!(leads, vec![Lead::for_side(Colour::Black, 2.0); 70]);
        let leads = NetworkEvaluation::new(Box::new(Corner)).outcomes(&games).unwrap();
        assert_eq!(leads, vec![Lead::for_side(Colour::White, 4.0); 70]);
    }
}
