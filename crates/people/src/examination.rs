//! People whose rank is known, and what their moves say of it: to calibrate estimates, and to see how good they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Colour, Rank};
use network::{Backend, EvaluatorError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Results};
use crate::examiner::Examiner;
use crate::fit::Known;
use crate::move_net::MoveNet;
use crate::observation::Observation;
use crate::{Game, PersonId};

/// Shorter games are left out: somebody left, or tried something.
const SHORTEST: usize = 40;

/// Some games of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct Examinee {
    pub person: PersonId,
    pub side: usize,
    /// Indices of games, and the colour played.
    pub games: Vec<(usize, Colour)>,
    /// The mean rank over all of the person's games on any board in which it was known.
    pub known_rank: Option<f64>,
}

/// What was seen of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Examined {
    pub person: PersonId,
    pub side: usize,
    /// Held out of the training of human networks.
    pub is_held_out: bool,
    pub known_rank: Option<f64>,
    pub games: Vec<ExaminedGame>,
}

/// Games in a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The mean of what the server said.
    pub rank: f64,
    /// Whether the server did not know the rank in one of them at least.
    pub is_new: bool,
    pub games: Vec<Evidence>,
}

/// What was seen in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExaminedGame {
    /// As the server said.
    pub rank: f64,
    /// A new account, whose rank the server did not know yet.
    pub is_new: bool,
    /// What was seen in every move.
    pub moves: Vec<Observation>,
    /// Whom it was against, and who won.
    #[serde(default)]
    pub results: Results,
    /// What follows from it, once a network has said so.
    #[serde(skip)]
    pub evidence: Evidence,
}

impl Examined {
    /// The mean of what the server said.
    pub fn rank(&self) -> f64 {
        self.games.iter().map(|game| game.rank).sum::<f64>() / self.games.len().max(1) as f64
    }

    /// Finds what follows from the moves.
    pub fn conclude(&mut self, network: &MoveNet) {
        let side = self.side;
        for game in &mut self.games {
            game.evidence = Evidence { results: game.results, ..Evidence::new(network, &game.moves, side) };
        }
    }

    /// Runs of this many games, one beginning with each of the games; after the last comes the first. All games if there
    /// are fewer.
    pub fn runs(&self, count: usize) -> Vec<Run> {
        let games = self.games.len();
        let run = |start: usize| {
            let own = || self.games.iter().cycle().skip(start).take(count.min(games));
            Run {
                rank: own().map(|game| game.rank).sum::<f64>() / count.min(games).max(1) as f64,
                is_new: own().any(|game| game.is_new),
                games: own().map(|game| game.evidence).collect(),
            }
        };
        let starts = if games > count { games } else { games.min(1) };
        (0..starts).map(run).collect()
    }

    /// Whether the server did not know the rank in some of the games.
    pub fn is_new(&self) -> bool {
        self.games.iter().any(|game| game.is_new)
    }

    /// To fit to; `None` if nobody knows the rank.
    pub fn known(&self) -> Option<Known> {
        let said: Vec<f64> = self.games.iter().filter(|game| !game.is_new).map(|game| game.rank).collect();
        let rank = match said.len() {
            0 => self.known_rank?,
            count => said.iter().sum::<f64>() / count as f64,
        };
        let games: Vec<Evidence> = self.games.iter().map(|game| game.evidence).collect();
        // Servers know weaker and stronger players than there are ranks for.
        let rank = rank.clamp(0.0, f64::from(Rank::STRONGEST.steps()));
        Some(Known { rank, games })
    }
}

/// People with at least `least` games on boards of this side, with up to `most` of them drawn, in random order. `movers`
/// says whose games count.
pub fn examinees(
    games: &[Game],
    side: usize,
    (least, most): (usize, usize),
    movers: impl Fn(&Game) -> [bool; 2],
    seed: u64,
) -> Vec<Examinee> {
    let mut people: BTreeMap<PersonId, Vec<(usize, Colour)>> = BTreeMap::new();
    let mut known: BTreeMap<PersonId, (f64, f64)> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let shortest = SHORTEST * side * side / 361;
        let fits = game.size.is_square() && game.size.width() == side && game.moves.len() >= shortest;
        for colour in Colour::BOTH.into_iter().filter(|colour| movers(game)[colour.index()]) {
            let player = game.player(colour);
            let (Some(id), Some(rank)) = (player.id(), player.rank.map(f64::from)) else { continue };
            if !player.is_new_account(game.server) {
                let (sum, count) = known.entry(id).or_default();
                (*sum, *count) = (*sum + rank, *count + 1.0);
            }
            if fits {
                people.entry(id).or_default().push((number, colour));
            }
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut examinees = Vec::new();
    for (person, mut own) in people.into_iter().filter(|(_, own)| own.len() >= least.max(1)) {
        own.shuffle(&mut random);
        own.truncate(most);
        own.sort_by_key(|(number, _)| *number);
        let known_rank = known.get(&person).map(|(sum, count)| sum / count);
        examinees.push(Examinee { person, side, games: own, known_rank });
    }
    examinees.shuffle(&mut random);
    examinees
}

impl Examinee {
    /// The mean of what the server said.
    pub fn rank(&self, games: &[Game]) -> f64 {
        let ranks = self.games.iter().filter_map(|(game, colour)| games[*game].player(*colour).rank);
        ranks.map(f64::from).sum::<f64>() / self.games.len().max(1) as f64
    }
}

/// What each game of each person says, on some threads. `is_held_out` tells who is held out of training, `progress` gets the
/// number of games done.
pub fn examine(
    games: &[Game],
    examinees: &[Examinee],
    (human, plain): (&Backend, &Backend),
    threads: usize,
    is_held_out: impl Fn(PersonId) -> bool,
    progress: impl Fn(usize) + Sync,
) -> Result<Vec<Examined>, EvaluatorError> {
    let jobs: Vec<(usize, usize, Colour)> = examinees
        .iter()
        .enumerate()
        .flat_map(|(place, examinee)| {
            examinee.games.iter().map(move |(game, colour)| (place, *game, *colour))
        })
        .collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut examiner = Examiner::new(human, plain)?;
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, game, colour)) = jobs.get(number) else { return Ok(found) };
            // Games were checked when they were read.
            if let Ok(moves) = games[*game].moves_on_board() {
                found.push((number, examiner.observe(&moves, *colour)?));
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let found: Result<Vec<Vec<_>>, EvaluatorError> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut found: Vec<(usize, Vec<Observation>)> = found?.into_iter().flatten().collect();
    found.sort_by_key(|(number, _)| *number);
    let blank = |examinee: &Examinee| Examined {
        person: examinee.person,
        side: examinee.side,
        is_held_out: is_held_out(examinee.person),
        known_rank: examinee.known_rank,
        games: Vec::new(),
    };
    let mut all: Vec<Examined> = examinees.iter().map(blank).collect();
    for (number, moves) in found {
        let (place, game, colour) = jobs[number];
        let game = &games[game];
        let player = game.player(colour);
        let Some(rank) = player.rank.map(f64::from) else { continue };
        let is_new = player.is_new_account(game.server);
        let evidence = Evidence::default();
        all[place].games.push(ExaminedGame { rank, is_new, moves, results: results(game, colour), evidence });
    }
    Ok(all)
}

fn results(game: &Game, colour: Colour) -> Results {
    let opponent = game.player(colour.other());
    let rank = opponent.rank.filter(|_| !opponent.is_new_account(game.server)).map(f64::from);
    Results::of_game(colour, rank, game.size.width(), usize::from(game.handicap), game.outcome)
}
