//! How well networks predict the moves of people.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Colour, Position, Rank, splitmix64};
use network::{
    Backend, EvaluatorError, EvaluatorSettings, NetworkEvaluator, NetworkOutput, Players, symmetries,
};

use crate::prediction::{Prediction, TEMPERATURES, temperature, tempered};
use crate::{Game, Group, PersonId, Place, Turn};

/// How far off the wrong ranks are that a network is told for comparison.
pub(crate) const WRONG_BY: f32 = 5.0;

/// Positions that a network evaluates at once.
const BATCH: usize = 64;

/// Sums over the moves of a group.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Agreement {
    pub moves: usize,
    /// Told the true rank, one 5 ranks above, one 5 ranks below; from 30 kyu to 9 dan at most.
    pub told: [Sums; 3],
    /// Moves of players whose rank is told, the sum of their ranks in steps above 30 kyu, and who they are.
    pub(crate) ranked: usize,
    pub(crate) ranks: f64,
    pub(crate) people: HashSet<PersonId>,
    /// Of a policy that knows no ranks.
    plain_first: usize,
    plain_log_p: [f64; TEMPERATURES],
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sums {
    pub first: usize,
    pub log_p: f64,
}

impl Agreement {
    /// The share of moves that were the first choice, when told the true rank.
    pub fn first(&self) -> f64 {
        self.share(self.told[0].first)
    }

    /// The mean of −ln p when told the true rank, one too high, one too low.
    pub fn nll(&self) -> [f64; 3] {
        self.told.map(|sums| -sums.log_p / self.moves.max(1) as f64)
    }

    pub fn plain_first(&self) -> f64 {
        self.share(self.plain_first)
    }

    /// The plain policy's mean −ln p at the temperature where it is least, and that temperature.
    pub fn plain_nll(&self) -> (f64, f64) {
        let places = self.plain_log_p.iter().enumerate();
        let best = places.max_by(|(_, a), (_, b)| a.total_cmp(b));
        let (place, sum) = best.map_or((0, 0.0), |(place, sum)| (place, *sum));
        (-sum / self.moves.max(1) as f64, temperature(place))
    }

    /// In steps above 30 kyu, over the moves of players whose rank is told.
    pub fn mean_rank(&self) -> Option<f32> {
        (self.ranked > 0).then(|| (self.ranks / self.ranked as f64) as f32)
    }

    fn share(&self, first: usize) -> f64 {
        first as f64 / self.moves.max(1) as f64
    }

    fn add(&mut self, other: &Agreement) {
        self.moves += other.moves;
        self.ranked += other.ranked;
        self.ranks += other.ranks;
        self.people.extend(&other.people);
        self.plain_first += other.plain_first;
        for (sum, other) in self.told.iter_mut().zip(&other.told) {
            sum.first += other.first;
            sum.log_p += other.log_p;
        }
        for (sum, other) in self.plain_log_p.iter_mut().zip(&other.plain_log_p) {
            *sum += other;
        }
    }
}

/// Evaluates the sampled moves with a human network and with one that knows no ranks, on some threads. Policies are the
/// mean over `symmetries` symmetries: 1, 2, 4 or 8. `progress` gets the number of moves done.
pub fn measure(
    games: &[Game],
    groups: &BTreeMap<Group, Vec<Place>>,
    (human, plain): (&Backend, &Backend),
    symmetries: usize,
    threads: usize,
    progress: impl Fn(usize) + Sync,
) -> Result<BTreeMap<Group, Agreement>, EvaluatorError> {
    let jobs: Vec<(&Group, &[Place])> =
        groups.iter().flat_map(|(group, places)| places.chunks(BATCH).map(move |job| (group, job))).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut evaluators = Evaluators::new(human, plain, symmetries)?;
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, places)) = jobs.get(number) else { return Ok(results) };
            results.push((number, evaluators.measure(games, places)?));
            progress(done.fetch_add(places.len(), Ordering::Relaxed) + places.len());
        }
    };
    let results: Result<Vec<Vec<_>>, EvaluatorError> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut results: Vec<(usize, Agreement)> = results?.into_iter().flatten().collect();
    // Sums of floats depend on their order.
    results.sort_by_key(|(number, _)| *number);
    let mut agreements: BTreeMap<Group, Agreement> = BTreeMap::new();
    for (number, agreement) in results {
        agreements.entry(*jobs[number].0).or_default().add(&agreement);
    }
    Ok(agreements)
}

/// What one thread has.
struct Evaluators {
    human: NetworkEvaluator,
    plain: NetworkEvaluator,
    symmetries: usize,
    outputs: Vec<NetworkOutput>,
}

impl Evaluators {
    fn new(human: &Backend, plain: &Backend, symmetries: usize) -> Result<Evaluators, EvaluatorError> {
        let evaluator = |backend| NetworkEvaluator::new(backend, EvaluatorSettings::default(), 0);
        Ok(Evaluators { human: evaluator(human)?, plain: evaluator(plain)?, symmetries, outputs: Vec::new() })
    }

    /// All places are of games with one board size.
    fn measure(&mut self, games: &[Game], places: &[Place]) -> Result<Agreement, EvaluatorError> {
        let turns = turns(games, places);
        let mut agreement = Agreement { moves: turns.len(), ..Agreement::default() };
        for (game, _, turn) in &turns {
            if let Some(rank) = game.described().ranks[turn.colour.index()] {
                agreement.ranked += 1;
                agreement.ranks += f64::from(rank);
                agreement.people.extend(game.player(turn.colour).id());
            }
        }
        for (wrong_by, sums) in [0.0, WRONG_BY, -WRONG_BY].into_iter().zip(&mut agreement.told) {
            let told = |(game, _, turn): &(&Game, Position, Turn)| {
                with_rank(game.described(), turn.colour, wrong_by)
            };
            ask(&mut self.human, &turns, self.symmetries, told, &mut self.outputs)?;
            for ((game, _, turn), output) in turns.iter().zip(&self.outputs) {
                let prediction = Prediction::new(output, turn.played, game.size);
                sums.first += usize::from(prediction.is_first);
                sums.log_p += prediction.log_p;
            }
        }
        ask(&mut self.plain, &turns, self.symmetries, |_| Players::default(), &mut self.outputs)?;
        for ((game, _, turn), output) in turns.iter().zip(&self.outputs) {
            agreement.plain_first += usize::from(Prediction::new(output, turn.played, game.size).is_first);
            let logs = tempered(output, turn.played, game.size);
            agreement.plain_log_p.iter_mut().zip(logs).for_each(|(sum, log)| *sum += log);
        }
        Ok(agreement)
    }
}

/// The players, with another rank of one side.
fn with_rank(players: Players, colour: Colour, by: f32) -> Players {
    match players.ranks[colour.index()] {
        Some(rank) => players.with_rank(colour, (rank + by).clamp(0.0, f32::from(Rank::STRONGEST.steps()))),
        None => players,
    }
}

/// The positions before some moves, which are in the order of their games.
pub(crate) fn turns<'a>(games: &'a [Game], places: &[Place]) -> Vec<(&'a Game, Position, Turn)> {
    let mut turns = Vec::with_capacity(places.len());
    for of_game in places.chunk_by(|a, b| a.game == b.game) {
        let game = &games[of_game[0].game as usize];
        let Ok(mut replay) = game.replay() else { continue };
        for place in of_game {
            while let Some(turn) = replay.next_turn() {
                if turn.number == usize::from(place.number) {
                    turns.push((game, replay.position().clone(), turn));
                    break;
                }
                replay.advance();
            }
        }
    }
    turns
}

/// Asks a network for its policy: the mean over this many symmetries, which depend on the position alone.
pub(crate) fn ask<'a>(
    evaluator: &mut NetworkEvaluator,
    turns: &[(&'a Game, Position, Turn)],
    count: usize,
    players: impl Fn(&(&'a Game, Position, Turn)) -> Players,
    out: &mut Vec<NetworkOutput>,
) -> Result<(), EvaluatorError> {
    let queries: Vec<_> = turns
        .iter()
        .map(|turn| {
            let all = symmetries(turn.1.size());
            let count = count.clamp(1, all.len());
            let some = splitmix64(turn.1.hash()) as usize % (all.len() / count) * count;
            (&turn.1, players(turn), &all[some..some + count])
        })
        .collect();
    evaluator.policies(&queries, out)
}
