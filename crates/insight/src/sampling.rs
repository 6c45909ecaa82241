//! Plays many games side by side to the end with an evaluator's policy: how a network thinks a position ends.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Colour, Move, Position, Size, splitmix64};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Ownership, Query};
use game_runner::{Game, Host, Step, run, weighted};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::PlayoutStatistics;

/// Games that are played side by side.
const GAMES_AT_ONCE: usize = 64;
/// Moves per point of the board after which a game is scored as it stands.
const MOST_MOVES: usize = 2;
/// A point belongs to a side at the end if its ownership is above this.
const SURE: f32 = 0.3;

/// Plays this many games from a position, drawing moves from the evaluator's policy, and counts the final
/// ownership, which the evaluator must provide. Ends early if `stop` becomes true.
pub fn sample(
    position: &Position,
    evaluator: &mut dyn Evaluator,
    games: u64,
    seed: u64,
    stop: &AtomicBool,
    done: impl FnMut(u64),
) -> Result<PlayoutStatistics, EvaluationError> {
    let statistics = PlayoutStatistics::new(position.size());
    let mut sampling = Sampling { position, evaluator, left: games, seed, stop, done, statistics };
    run(&mut sampling, &mut Vec::new(), GAMES_AT_ONCE)?;
    Ok(sampling.statistics)
}

struct Sampling<'a, F> {
    position: &'a Position,
    evaluator: &'a mut dyn Evaluator,
    /// Games to begin.
    left: u64,
    seed: u64,
    stop: &'a AtomicBool,
    done: F,
    statistics: PlayoutStatistics,
}

/// A game on its way to its end.
struct Playout {
    position: Position,
    random: Xoshiro256PlusPlus,
    evaluation: Option<Evaluation>,
}

impl Game for Playout {
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

impl<F: FnMut(u64)> Host for Sampling<'_, F> {
    type Game = Playout;
    type Error = EvaluationError;

    fn next_game(&mut self) -> Option<Playout> {
        self.left = self.left.checked_sub(1)?;
        let random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ splitmix64(self.left));
        Some(Playout { position: self.position.clone(), random, evaluation: None })
    }

    fn advance(&mut self, game: &mut Playout) -> Step {
        let Some(evaluation) = game.evaluation.take() else { return Step::NeedsEvaluation };
        let mv = draw(&evaluation, &mut game.random);
        let most = self.position.moves().len() + MOST_MOVES * self.position.size().points();
        let ends = mv == Move::Pass && game.position.passes() > 0;
        if !ends && game.position.moves().len() < most {
            game.position.play_legal(mv);
            return Step::NeedsEvaluation;
        }
        self.statistics.add(&ended(self.position, &evaluation));
        (self.done)(self.statistics.playouts());
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
        self.stop.load(Ordering::Relaxed)
    }
}

fn draw(evaluation: &Evaluation, random: &mut impl Rng) -> Move {
    let weight = |(_, prior): &&(Move, f32)| prior.max(0.0);
    let sum: f32 = evaluation.priors.iter().map(|prior| weight(&prior)).sum();
    let drawn = weighted(&evaluation.priors, weight, random.random::<f32>() * sum);
    drawn
        .or_else(|| evaluation.priors.iter().max_by(|a, b| a.1.total_cmp(&b.1)))
        .map_or(Move::Pass, |(mv, _)| *mv)
}

/// The end of a game, as of a playout. Stones may be dead without having been captured.
fn ended(position: &Position, said: &Evaluation) -> Evaluation {
    let mut owners = Ownership::UNKNOWN;
    let mut lead = 0.0;
    for p in position.size().iter() {
        let share = said.ownership.as_ref().map_or(0.0, |o| o.of(Colour::Black, p));
        if share.abs() > SURE {
            owners.set(Colour::Black, p, share.signum());
            lead += share.signum();
        }
    }
    Evaluation {
        curve: Curve::certain(Lead::for_side(Colour::Black, lead)),
        ownership: Some(Box::new(owners)),
        ..Evaluation::blank()
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Point, Rules};

    use super::*;

    /// Passes, and alternately gives the first row to each side.
    struct Undecided {
        asked: u32,
    }

    impl Evaluator for Undecided {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
            for (query, out) in queries.iter().zip(out) {
                self.asked += 1;
                let mut ownership = Ownership::UNKNOWN;
                let side = Colour::BOTH[self.asked as usize % 2];
                (0..3).for_each(|x| ownership.set(side, Point::new(x, 0), 0.9));
                ownership.set(side, Point::new(0, 1), 0.1);
                *out = Evaluation { ownership: Some(Box::new(ownership)), ..Evaluation::blank() };
                out.priors = vec![(Move::Pass, 1.0)];
                assert!(query.position.passes() < 2);
            }
            Ok(())
        }
    }

    #[test]
    fn games_are_played_to_their_ends_and_counted_by_the_judge() {
        let position = Position::new(Size::square(3).unwrap(), Rules::TROMP_TAYLOR, Komi::ZERO);
        let mut evaluator = Undecided { asked: 0 };
        let mut last = 0;
        let statistics =
            sample(&position, &mut evaluator, 150, 1, &AtomicBool::new(false), |done| last = done).unwrap();
        assert_eq!((statistics.playouts(), last, evaluator.asked), (150, 150, 300));
        let scores: Vec<i32> = statistics.scores().map(|(score, _)| score).collect();
        assert_eq!(scores, [-3, 3]);
        assert_eq!(
            statistics.control(Colour::Black, Point::new(2, 0), 3),
            statistics.scores().last().unwrap().1
        );
        assert_eq!(statistics.control(Colour::Black, Point::new(0, 1), 3), 0);
        let none = sample(&position, &mut evaluator, 10, 1, &AtomicBool::new(true), |_| ()).unwrap();
        assert_eq!(none.playouts(), 0);
    }
}
