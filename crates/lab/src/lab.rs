//! Many games side by side, whose positions are judged together: a batch for every network.

use std::collections::VecDeque;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board::Size;
use evaluation::Evaluation;
use network::{Cache, EvaluatorError, EvaluatorSettings, NetworkEvaluator};

use crate::game::Game;
use crate::{Conditions, Contender, Entry, LabError, Pairing};

/// Searches of each game that a network remembers: one that plays itself is asked everything twice, once for either
/// player, a move apart; and games begin alike. Komi does not matter to it.
const MOVES_KEPT: usize = 2;
/// What it remembers at most: about 1 KB each on 9×9.
const MOST_KEPT: usize = 2_000_000;

/// An experiment with everybody in place.
pub struct Lab {
    pub contenders: Vec<Contender>,
    pub pairings: Vec<Pairing>,
    pub conditions: Conditions,
    pub threads: usize,
    /// Games that a thread plays side by side.
    pub tables: usize,
}

/// What was done so far.
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

    /// Where the chance of a game begins: it depends on the seed of all, its pairing and its number alone, whatever is
    /// played beside it.
    pub fn seed(&self, name: &str, number: u32) -> u64 {
        seed_of(self.conditions.seed, name, number)
    }

    /// Networks must know the board, and be told apart.
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

    /// Plays so many games of every pairing but for those that are done. Finished games go to `keep`, in the order in
    /// which they end; an error from there ends the play.
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
        let tables = self.tables.clamp(1, waiting.len().div_ceil(threads).max(1));
        let entries = (threads * tables * MOVES_KEPT).saturating_mul(self.conditions.visits as usize);
        let caches = self.contenders.iter().map(|_| Arc::new(Cache::new(entries.min(MOST_KEPT)))).collect();
        let hall = Hall { lab: self, names: &names, size, caches, waiting: Mutex::new(waiting) };
        let (sender, finished) = channel();
        std::thread::scope(|scope| {
            let hall = &hall;
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(move || hall.run(tables, &sender))
                })
                .collect();
            drop(sender);
            let mut kept = Ok(());
            // Once nobody listens any more, the workers end by themselves.
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

    /// Pairings' places, and numbers of games. Two networks meet in all their pairings before the next two do: the fewer
    /// are asked at a time, the larger are their batches. Among these all take turns, so that a run that is stopped says
    /// something about each.
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
struct Hall<'a> {
    lab: &'a Lab,
    names: &'a [String],
    size: Size,
    /// What each network remembers.
    caches: Vec<Arc<Cache>>,
    /// Games to be played: the pairing's place, and the number within it.
    waiting: Mutex<VecDeque<(usize, u32)>>,
}

impl Hall<'_> {
    fn run(&self, tables: usize, finished: &Sender<Entry>) -> Result<(), LabError> {
        let result = self.play(tables, finished);
        if result.is_err() {
            // Nobody begins another game.
            self.waiting.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        result
    }

    fn play(&self, tables: usize, finished: &Sender<Entry>) -> Result<(), LabError> {
        // Every game brings a seed of its own.
        let judge = |(contender, cache): (&Contender, &Arc<Cache>)| -> Result<NetworkEvaluator, LabError> {
            let judge = NetworkEvaluator::new(&contender.backend, EvaluatorSettings::default(), 0)?;
            Ok(judge.with_cache(cache.clone()))
        };
        let all = self.lab.contenders.iter().zip(&self.caches);
        let mut judges = all.map(judge).collect::<Result<Vec<_>, _>>()?;
        let mut games: Vec<Game> = (0..tables).map_while(|_| self.next()).collect();
        let mut answers: Vec<Evaluation> = Vec::new();
        loop {
            let mut i = 0;
            while let Some(game) = games.get_mut(i) {
                match game.advance(&self.names[game.pairing], &self.lab.conditions) {
                    None => i += 1,
                    Some(entry) => {
                        if finished.send(entry).is_err() {
                            return Ok(());
                        }
                        match self.next() {
                            Some(next) => *game = next,
                            None => drop(games.remove(i)),
                        }
                    }
                }
            }
            if games.is_empty() {
                return Ok(());
            }
            for (net, judge) in judges.iter_mut().enumerate() {
                ask(judge, games.iter_mut().filter(|game| game.asks() == net), &mut answers)?;
            }
        }
    }

    fn next(&self) -> Option<Game> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (place, number) = waiting.pop_front()?;
        drop(waiting);
        let seed = self.lab.seed(&self.names[place], number);
        let pairing = &self.lab.pairings[place];
        Some(Game::new(pairing, place, number, self.size, seed, &self.lab.conditions))
    }
}

/// Has the questions of games judged in one batch.
fn ask<'a>(
    judge: &mut NetworkEvaluator,
    games: impl Iterator<Item = &'a mut Game>,
    answers: &mut Vec<Evaluation>,
) -> Result<(), EvaluatorError> {
    let games: Vec<&mut Game> = games.collect();
    if games.is_empty() {
        return Ok(());
    }
    answers.resize_with(games.len().max(answers.len()), Evaluation::blank);
    let questions: Vec<_> = games.iter().filter_map(|game| game.question()).collect();
    let seeds: Vec<u64> = games.iter().map(|game| game.seed).collect();
    judge.evaluate_seeded(&questions, &seeds, &mut answers[..games.len()])?;
    drop(questions);
    for (game, answer) in games.into_iter().zip(&*answers) {
        game.answer(answer);
    }
    Ok(())
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
    fn no_two_games_have_the_same_chances() {
        let seeds = [(1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1)].map(|(s, n, g)| seed_of(s, n, g));
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed), "{seeds:?}");
        }
    }
}
