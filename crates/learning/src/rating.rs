//! How much stronger each network of a run is than those before it.

use std::sync::Arc;

use board::{Colour, Komi};
use lab::{Conditions, Contender, Entry, Lab, LabError, NetName, Pairing, Progress};
use network::Backend;
use nn::{ExecutorError, ExecutorKind};
use search::ObjectiveSettings;
use statistics::Tally;
use statistics::rating::{Pairing as Results, rate};

use crate::log::{Generation, RatingMatch};
use crate::run::{Run, RunError};
use crate::settings::RatingSettings;

#[derive(thiserror::Error, Debug)]
pub enum RatingError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error(transparent)]
    Match(#[from] LabError),
}

/// Plays the network of a generation against an earlier one and an older one, if it is due.
pub fn play(
    run: &Run,
    settings: &RatingSettings,
    kind: ExecutorKind,
    newest: &Generation,
) -> Result<Vec<RatingMatch>, RatingError> {
    if !newest.generation.is_multiple_of(settings.every) {
        return Ok(Vec::new());
    }
    let generations = run.generations()?;
    // The newest that is not newer than `generation`: a run may have begun with any.
    let contender = |generation: u32| -> Result<Option<(u32, Contender)>, RatingError> {
        let Some(generation) = generations.iter().rfind(|g| **g <= generation) else { return Ok(None) };
        let Some(manifest) = run.manifest(*generation)? else { return Ok(None) };
        let network = run.network(&manifest)?.network;
        let name = NetName { name: run.name_of(*generation), sha256: String::new() };
        Ok(Some((*generation, Contender::new(name, Backend::new(kind, Arc::new(network))?))))
    };
    let board = newest.empty_boards.first();
    let komi = board.map_or(0.0, |board| board.fair_komi.clamp(-361.0, 361.0));
    let Some((number, own)) = contender(newest.generation)? else { return Ok(Vec::new()) };
    let (mut contenders, mut played) = (vec![own], Vec::<RatingMatch>::new());
    for back in [settings.every, settings.lookback] {
        let Some(until) = number.checked_sub(back) else { continue };
        let Some((generation, older)) = contender(until)? else { continue };
        if played.iter().all(|other| other.generation != generation) {
            contenders.push(older);
            played.push(RatingMatch { generation, ..RatingMatch::default() });
        }
    }
    // All at once: a graphics card takes no longer for more games.
    let meetings = (1..contenders.len()).flat_map(|opponent| Colour::BOTH.map(|colour| (opponent, colour)));
    let meetings: Vec<(usize, Colour)> = meetings.collect();
    let pairing = |&(opponent, colour): &(usize, Colour)| Pairing {
        strong: 0,
        opponent,
        colour,
        komi: Komi::from_halves((2.0 * komi).round() as i16),
        stones: 0,
        aim: ObjectiveSettings::default(),
        strong_resigns: true,
    };
    let conditions = Conditions {
        size: board.map_or(9, |board| board.side),
        visits: settings.visits,
        // Who won is all that counts here.
        score_visits: 2,
        seed: run.settings().selfplay.seed ^ u64::from(newest.generation) << 20,
        ..Conditions::default()
    };
    let (threads, games_per_thread) =
        (run.settings().selfplay.threads, run.settings().selfplay.games_per_thread);
    let pairings = meetings.iter().map(pairing).collect();
    let lab = Lab { contenders, pairings, conditions, threads, games_per_thread };
    let names = lab.names();
    let count = |entry: Entry, _: &Progress| {
        let Some(place) = names.iter().position(|name| *name == entry.pairing) else { return Ok(()) };
        let (opponent, colour) = meetings[place];
        let result = &mut played[opponent - 1];
        match entry.winner {
            Some(winner) if winner == colour => result.won += 1,
            Some(_) => result.lost += 1,
            None => result.drawn += 1,
        }
        Ok::<(), LabError>(())
    };
    lab.play(settings.games.div_ceil(2), |_, _| false, count)?;
    Ok(played)
}

/// The Elo of generations, from all rating games of the run; the oldest has 0.
pub fn elo(lines: &[Generation]) -> Vec<(u32, f64)> {
    let matches = lines.iter().flat_map(|line| line.ratings.iter().map(|played| (line.generation, played)));
    let name = |generation: u32| format!("{generation:06}");
    let results: Vec<Results> = matches
        .map(|(newest, m)| Results {
            first: name(newest),
            second: name(m.generation),
            tally: Tally { wins: m.won, draws: m.drawn, losses: m.lost },
        })
        .collect();
    let Ok(ratings) = rate(&results) else { return Vec::new() };
    let mut elo: Vec<(u32, f64)> =
        ratings.players.iter().filter_map(|player| Some((player.name.parse().ok()?, player.elo))).collect();
    elo.sort_by_key(|(generation, _)| *generation);
    let oldest = elo.first().map_or(0.0, |(_, elo)| *elo);
    elo.iter_mut().for_each(|(_, elo)| *elo -= oldest);
    elo
}
