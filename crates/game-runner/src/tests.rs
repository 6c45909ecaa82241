use board::{Komi, Position};

use super::*;

/// A game with this many evaluations.
struct Countdown {
    number: usize,
    position: Position,
    left: usize,
}

impl Game for Countdown {
    fn size(&self) -> Size {
        self.position.size()
    }

    fn evaluator(&self) -> usize {
        self.number % 2
    }

    fn query(&self) -> Option<Query<'_>> {
        Some(Query { position: &self.position, wants_priors: false, at_root: true })
    }

    fn seed(&self) -> u64 {
        self.number as u64
    }

    fn apply(&mut self, _: &Evaluation) {
        self.left -= 1;
    }
}

#[derive(Default)]
struct Log {
    begun: usize,
    games: usize,
    over: Vec<usize>,
    batches: Vec<(usize, usize, Vec<u64>)>,
    stop_after: Option<usize>,
    fails: bool,
}

impl Host for Log {
    type Game = Countdown;
    type Error = &'static str;

    fn next_game(&mut self) -> Option<Countdown> {
        let number = self.begun;
        let size = Size::square(if number.is_multiple_of(3) { 5 } else { 7 }).ok()?;
        self.begun += 1;
        let position = Position::new(size, RULES, Komi::ZERO);
        (number < self.games).then_some(Countdown { number, position, left: number % 4 })
    }

    fn advance(&mut self, game: &mut Countdown) -> Step {
        if game.left > 0 {
            return Step::NeedsEvaluation;
        }
        self.over.push(game.number);
        Step::Over
    }

    fn evaluate(
        &mut self,
        evaluator: usize,
        queries: &[Query],
        seeds: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), &'static str> {
        assert!(queries.len() == seeds.len() && queries.len() == out.len());
        let side = queries[0].position.size().width();
        assert!(queries.iter().all(|query| query.position.size().width() == side));
        self.batches.push((evaluator, side, seeds.to_vec()));
        if self.fails { Err("broken") } else { Ok(()) }
    }

    fn is_stopped(&self) -> bool {
        self.stop_after.is_some_and(|batches| self.batches.len() >= batches)
    }
}

#[test]
fn every_game_is_played_once_and_batches_have_one_evaluator_and_one_size() {
    let mut log = Log { games: 40, ..Log::default() };
    let mut games = Vec::new();
    run(&mut log, &mut games, 8).unwrap();
    assert!(games.is_empty());
    log.over.sort_unstable();
    assert_eq!(log.over, (0..40).collect::<Vec<_>>());
    for (evaluator, side, seeds) in &log.batches {
        assert!(
            seeds
                .iter()
                .all(|seed| *seed as usize % 2 == *evaluator && seed.is_multiple_of(3) == (*side == 5))
        );
    }
    let evaluations: usize = log.batches.iter().map(|(.., seeds)| seeds.len()).sum();
    assert_eq!(evaluations, (0..40).map(|number| number % 4).sum::<usize>());
    assert!(log.batches.iter().any(|(.., seeds)| seeds.len() > 2));
}

#[test]
fn games_go_on_after_a_stop_as_if_there_was_none() {
    let mut whole = Log { games: 20, ..Log::default() };
    run(&mut whole, &mut Vec::new(), 4).unwrap();
    let (mut parts, mut games) = (Log { games: 20, ..Log::default() }, Vec::new());
    for stop in (1..).take_while(|stop| *stop < 1000) {
        parts.stop_after = Some(stop);
        run(&mut parts, &mut games, 4).unwrap();
        if games.is_empty() {
            break;
        }
    }
    let sorted = |log: &Log| {
        let mut over = log.over.clone();
        over.sort_unstable();
        over
    };
    assert_eq!(sorted(&parts), sorted(&whole));
}

#[test]
fn an_evaluator_that_fails_ends_the_run() {
    let mut log = Log { games: 8, fails: true, ..Log::default() };
    assert_eq!(run(&mut log, &mut Vec::new(), 4), Err("broken"));
    assert_eq!(log.batches.len(), 1);
}
