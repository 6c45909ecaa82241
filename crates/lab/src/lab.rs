//! Plays the games of an experiment, many side by side.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use board::Size;
use evaluation::{Evaluation, Query};
use game_runner::{Host, Step, run};
use network::{Cache, EvaluatorSettings, NetworkEvaluator};
use parking_lot::Mutex;

use crate::conditions::Conditions;
use crate::contender::Contender;
use crate::entry::Entry;
use crate::error::LabError;
use crate::game::Game;
use crate::pairing::Pairing;

/// Searches per game that a network's cache holds: a network that plays itself evaluates everything twice,
/// once for each player, one move apart; and games start alike. Komi does not matter.
const MOVES_KEPT: usize = 2;
/// The largest cache: about 1 KB per evaluation on 9×9.
const MOST_KEPT: usize = 2_000_000;

/// An experiment, ready to play.
pub struct Lab {
    pub contenders: Vec<Contender>,
    pub pairings: Vec<Pairing>,
    pub conditions: Conditions,
    pub threads: usize,
    /// Games that a thread plays side by side.
    pub games_per_thread: usize,
}

/// The progress so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    pub games: u64,
    pub evaluations: u64,
    pub elapsed: Duration,
}

impl Lab {
    pub fn names(&self) -> Vec<String> {
        let nets: Vec<&str> = self.contenders.iter().map(|c| c.name.name.as_str()).collect();
        self.pairings.iter().map(|pairing| pairing.name(&nets)).collect()
    }

    /// The seed of a game: it depends only on the overall seed, the pairing and its number.
    pub fn seed(&self, name: &str, number: u32) -> u64 {
        seed_of(self.conditions.seed, name, number)
    }

    /// Networks must support the board size and have different names.
    pub fn check(&self) -> Result<Size, LabError> {
        let size = self.conditions.check()?;
        for (i, contender) in self.contenders.iter().enumerate() {
            contender.check_size(size)?;
            if self.contenders[..i].iter().any(|other| other.name.name == contender.name.name) {
                return Err(LabError::SameName(contender.name.name.clone()));
            }
        }
        Ok(size)
    }

    /// Plays this many games of every pairing, except those already done. Finished games go to `keep`, in the
    /// order in which they end; an error from it ends the run.
    pub fn play(
        &self,
        games: u32,
        done: impl Fn(&str, u32) -> bool,
        mut keep: impl FnMut(Entry, &Progress) -> Result<(), LabError>,
    ) -> Result<Progress, LabError> {
        let size = self.check()?;
        let names = self.names();
        let waiting: VecDeque<(usize, u32)> =
            self.order(games).filter(|(pairing, game)| !done(&names[*pairing], *game)).collect();
        let (start, before) = (Instant::now(), self.evaluations());
        let mut progress = Progress { games: 0, evaluations: 0, elapsed: Duration::ZERO };
        let threads = self.threads.max(1);
        let capacity = self.games_per_thread.clamp(1, waiting.len().div_ceil(threads).max(1));
        let entries = (threads * capacity * MOVES_KEPT).saturating_mul(self.conditions.visits as usize);
        let caches = self.contenders.iter().map(|_| Arc::new(Cache::new(entries.min(MOST_KEPT)))).collect();
        let shared = Shared { lab: self, names: &names, size, caches, waiting: Mutex::new(waiting) };
        let (sender, finished) = channel();
        std::thread::scope(|scope| {
            let shared = &shared;
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(move || shared.play(capacity, sender))
                })
                .collect();
            drop(sender);
            let mut kept = Ok(());
            // Once nobody listens any more, the workers end on their own.
            for entry in finished {
                progress.games += 1;
                progress.evaluations = self.evaluations() - before;
                progress.elapsed = start.elapsed();
                kept = keep(entry, &progress);
                if kept.is_err() {
                    break;
                }
            }
            for worker in workers {
                kept = kept.and(worker.join().unwrap_or(Err(LabError::Died)));
            }
            kept
        })?;
        Ok(progress)
    }

    /// Indices of pairings and numbers of games. Two networks play all their pairings before the next two do:
    /// the fewer networks at a time, the larger their batches. Within these, pairings alternate, so that a
    /// run that is stopped says something about each.
    fn order(&self, games: u32) -> impl Iterator<Item = (usize, u32)> {
        let mut meetings: Vec<((usize, usize), Vec<usize>)> = Vec::new();
        for (place, pairing) in self.pairings.iter().enumerate() {
            let who = (pairing.strong, pairing.opponent);
            match meetings.iter_mut().find(|(other, _)| *other == who) {
                Some((_, places)) => places.push(place),
                None => meetings.push((who, vec![place])),
            }
        }
        meetings.into_iter().flat_map(move |(_, places)| {
            (0..games).flat_map(move |game| places.clone().into_iter().map(move |place| (place, game)))
        })
    }

    fn evaluations(&self) -> u64 {
        self.contenders.iter().map(|c| c.backend.executors().stats().read().evaluations).sum()
    }
}

/// What the threads share.
struct Shared<'a> {
    lab: &'a Lab,
    names: &'a [String],
    size: Size,
    /// One per network.
    caches: Vec<Arc<Cache>>,
    /// Games to play: the index of the pairing, and the number within it.
    waiting: Mutex<VecDeque<(usize, u32)>>,
}

impl Shared<'_> {
    fn play(&self, capacity: usize, finished: Sender<Entry>) -> Result<(), LabError> {
        let result =
            Worker::new(self, finished).and_then(|mut worker| run(&mut worker, &mut Vec::new(), capacity));
        if result.is_err() {
            // No new game starts.
            self.waiting.lock().clear();
        }
        result
    }
}

/// A thread that plays.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    evaluators: Vec<NetworkEvaluator>,
    finished: Sender<Entry>,
    /// Whether nobody wants any more games.
    is_alone: bool,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, finished: Sender<Entry>) -> Result<Worker<'a>, LabError> {
        let evaluator =
            |(contender, cache): (&Contender, &Arc<Cache>)| -> Result<NetworkEvaluator, LabError> {
                // Every game has its own seed.
                let evaluator = NetworkEvaluator::new(&contender.backend, EvaluatorSettings::default(), 0)?;
                Ok(evaluator.with_cache(cache.clone()))
            };
        let contenders = shared.lab.contenders.iter().zip(&shared.caches);
        let evaluators = contenders.map(evaluator).collect::<Result<_, _>>()?;
        Ok(Worker { shared, evaluators, finished, is_alone: false })
    }
}

impl Host for Worker<'_> {
    type Game = Game;
    type Error = LabError;

    fn next_game(&mut self) -> Option<Game> {
        let (place, number) = self.shared.waiting.lock().pop_front()?;
        let Shared { lab, names, size, .. } = self.shared;
        let seed = lab.seed(&names[place], number);
        Some(Game::new(&lab.pairings[place], place, number, *size, seed, &lab.conditions))
    }

    fn advance(&mut self, game: &mut Game) -> Step {
        let Shared { lab, names, .. } = self.shared;
        match game.advance(&names[game.pairing], &lab.conditions) {
            None => Step::NeedsEvaluation,
            Some(entry) => {
                self.is_alone |= self.finished.send(entry).is_err();
                Step::Over
            }
        }
    }

    fn evaluate(
        &mut self,
        evaluator: usize,
        queries: &[Query],
        seeds: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), LabError> {
        Ok(self.evaluators[evaluator].evaluate_seeded(queries, seeds, out)?)
    }

    fn is_stopped(&self) -> bool {
        self.is_alone
    }
}

/// FNV-1a.
fn seed_of(seed: u64, name: &str, number: u32) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(name.bytes()).chain(number.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_games_have_the_same_seed() {
        let seeds = [(1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1)].map(|(s, n, g)| seed_of(s, n, g));
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed), "{seeds:?}");
        }
    }
}
