//! People whose rank is known, and what their moves say of it: to calibrate estimates, and to see how good they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::Colour;
use network::{Backend, EvaluatorError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::calibration::Known;
use crate::evidence::{Evidence, Examiner};
use crate::{Game, PersonId};

/// Shorter games are left out: somebody left, or tried something.
const SHORTEST: usize = 40;

/// Some games of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct Examinee {
    pub person: PersonId,
    /// The mean over these games.
    pub rank: f64,
    /// Indices of games, and the colour played.
    pub games: Vec<(usize, Colour)>,
}

/// People with at least `each` games on boards of this side, with `each` of them drawn. `movers` says whose games count.
pub fn examinees(
    games: &[Game],
    side: usize,
    each: usize,
    movers: impl Fn(&Game) -> [bool; 2],
    seed: u64,
) -> Vec<Examinee> {
    let mut people: BTreeMap<PersonId, Vec<(usize, Colour)>> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let least = SHORTEST * side * side / 361;
        if game.size.width() != side || !game.size.is_square() || game.moves.len() < least {
            continue;
        }
        for colour in Colour::BOTH.into_iter().filter(|colour| movers(game)[colour.index()]) {
            let player = game.player(colour);
            if let (Some(id), Some(_)) = (player.id(), player.rank) {
                people.entry(id).or_default().push((number, colour));
            }
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut examinees = Vec::new();
    for (person, mut own) in people {
        if own.len() < each {
            continue;
        }
        own.partial_shuffle(&mut random, each);
        own.truncate(each);
        own.sort_by_key(|(number, _)| *number);
        let ranks = own.iter().filter_map(|(number, colour)| games[*number].player(*colour).rank);
        let rank = ranks.map(f64::from).sum::<f64>() / each as f64;
        examinees.push(Examinee { person, rank, games: own });
    }
    examinees.shuffle(&mut random);
    examinees
}

/// What each game of each person says, on some threads. `progress` gets the number of games done.
pub fn examine(
    games: &[Game],
    examinees: &[Examinee],
    (human, plain): (&Backend, &Backend),
    threads: usize,
    progress: impl Fn(usize) + Sync,
) -> Result<Vec<Vec<Evidence>>, EvaluatorError> {
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
                let evidence = examiner.examine(&moves, Colour::BOTH.map(|own| own == *colour))?;
                found.push((number, evidence[colour.index()]));
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
    let mut found: Vec<(usize, Evidence)> = found?.into_iter().flatten().collect();
    found.sort_by_key(|(number, _)| *number);
    let mut all = vec![Vec::new(); examinees.len()];
    for (number, evidence) in found {
        all[jobs[number].0].push(evidence);
    }
    Ok(all)
}

/// People with the evidence of all their games, and of each alone.
pub fn known(examinees: &[Examinee], evidence: &[Vec<Evidence>]) -> (Vec<Known>, Vec<Known>) {
    let (mut all, mut single) = (Vec::new(), Vec::new());
    for (examinee, games) in examinees.iter().zip(evidence) {
        let mut sum = Evidence::default();
        for game in games {
            sum.add(game);
            single.push(Known { rank: examinee.rank, evidence: *game });
        }
        all.push(Known { rank: examinee.rank, evidence: sum });
    }
    (all, single)
}
