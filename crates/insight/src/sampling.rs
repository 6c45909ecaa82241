//! Plays many games side by side to the end with an evaluator's policy: how a network thinks a position ends.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Colour, Move, Position};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Ownership, Query};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::PlayoutStatistics;

/// Games played side by side.
const TABLES: u64 = 64;
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
    mut done: impl FnMut(u64),
) -> Result<PlayoutStatistics, EvaluationError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut statistics = PlayoutStatistics::new(position.size());
    let most = position.moves().len() + MOST_MOVES * position.size().points();
    let mut begun = games.min(TABLES);
    let mut tables: Vec<Position> = (0..begun).map(|_| position.clone()).collect();
    let mut answers: Vec<Evaluation> = tables.iter().map(|_| Evaluation::blank()).collect();
    while !tables.is_empty() && !stop.load(Ordering::Relaxed) {
        let queries: Vec<Query> =
            tables.iter().map(|position| Query { position, wants_priors: true, at_root: false }).collect();
        evaluator.evaluate(&queries, &mut answers[..tables.len()])?;
        drop(queries);
        for i in (0..tables.len()).rev() {
            let mv = draw(&answers[i], &mut random);
            let ends = mv == Move::Pass && tables[i].passes() > 0;
            if !ends && tables[i].moves().len() < most {
                tables[i].play_legal(mv);
                continue;
            }
            statistics.add(&ended(position, &answers[i]));
            done(statistics.playouts());
            if begun < games {
                begun += 1;
                tables[i].copy_from(position);
            } else {
                tables.swap_remove(i);
                answers.swap_remove(i);
            }
        }
    }
    Ok(statistics)
}

fn draw(said: &Evaluation, random: &mut impl Rng) -> Move {
    let total: f32 = said.priors.iter().map(|(_, prior)| prior.max(0.0)).sum();
    let mut left = random.random::<f32>() * total;
    for (mv, prior) in &said.priors {
        left -= prior.max(0.0);
        if left < 0.0 {
            return *mv;
        }
    }
    said.priors.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(Move::Pass, |(mv, _)| *mv)
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
    use board::{Komi, Point, Rules, Size};

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
