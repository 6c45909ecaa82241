//! How like people of a rank the moves of a match are, and which of them lose much without being among their first choices.

use std::path::Path;

use board::{Colour, Game, Move, Rank};
use partner::{EvaluationError, Evaluators, Session, Settings, ThinkRequest};
use record::game::{LoadError, Reader};
use serde::Serialize;
use statistics::significance::grouped_mean_interval;

use crate::per_game::look_at_games;
use crate::results::Entry;

/// Moves that people play most: mistakes among them are natural.
const FIRST_CHOICES: usize = 5;
/// More points than this are much.
const MUCH: f32 = 6.0;
/// A move that the policy rules out must not make the mean infinite.
const LEAST: f64 = 1e-6;

/// The moves of one player. Passes do not count, nor do moves of an opening that was laid down.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Likeness {
    pub moves: u64,
    /// The mean of −ln p under the policy of people of the rank.
    pub nll: f64,
    /// Its 95% interval, if there are at least two games. Moves of a game are alike, so games are what is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Moves that are not among the first five of that policy.
    pub rare: u64,
    /// Those of them that lose more than 6 points.
    pub rare_and_large: Vec<RareLoss>,
}

/// A move that loses much and that few people of the rank would play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RareLoss {
    pub game: usize,
    /// 1 is the first move of the game.
    pub number: usize,
    #[serde(rename = "move")]
    pub mv: String,
    pub points: f32,
}

#[derive(Debug, thiserror::Error)]
pub enum LikenessError {
    #[error("there is no network that knows what people play")]
    NoHumanNetwork,
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(transparent)]
    Record(#[from] LoadError),
}

/// The moves of one player in one game.
#[derive(Clone, Default)]
struct Found {
    moves: u64,
    log_p: f64,
    rare: u64,
    losses: Vec<RareLoss>,
}

impl Likeness {
    /// Looks at all games of a match folder, for the first and the second player, with several threads. The evaluators have
    /// a human network; the other one says with searches of the settings what rare moves lose.
    pub fn of_match(
        folder: &Path,
        entries: &[Entry],
        (settings, evaluators): (&Settings, &Evaluators),
        rank: Rank,
        threads: usize,
    ) -> Result<[Option<Likeness>; 2], LikenessError> {
        let games = look_at_games(entries, threads, || {
            let mut session = Session::with_evaluators(settings.clone(), evaluators.clone());
            move |entry: &Entry| found_in(folder, entry, &mut session, rank)
        })?;
        Ok([0, 1].map(|player| Likeness::of_games(games.iter().map(|found| &found[player]))))
    }

    fn of_games<'a>(games: impl Iterator<Item = &'a Found> + Clone) -> Option<Likeness> {
        let moves: u64 = games.clone().map(|game| game.moves).sum();
        let log_p: f64 = games.clone().map(|game| game.log_p).sum();
        let groups: Vec<(f64, f64)> = games.clone().map(|game| (-game.log_p, game.moves as f64)).collect();
        let interval = grouped_mean_interval(&groups).map(|(mean, half)| [mean - half, mean + half]);
        (moves > 0).then(|| Likeness {
            moves,
            nll: -log_p / moves as f64,
            interval,
            rare: games.clone().map(|game| game.rare).sum(),
            rare_and_large: games.flat_map(|game| game.losses.clone()).collect(),
        })
    }
}

/// Looks at a game, for the first and the second player.
fn found_in(
    folder: &Path,
    entry: &Entry,
    session: &mut Session,
    rank: Rank,
) -> Result<[Found; 2], LikenessError> {
    let mut found = [Found::default(), Found::default()];
    let record = Reader::default().load(&folder.join(&entry.sgf), None)?.game;
    let mut game = record.after(0);
    for (number, &(colour, mv)) in (1..).zip(record.moves()) {
        game.set_to_move(colour);
        if mv != Move::Pass && number > entry.opening_moves() {
            let human = session.evaluators().human().ok_or(LikenessError::NoHumanNetwork)?;
            let policy = human.of_rank(game.position(), rank)?;
            let (p, likelier) = likelihood(&policy, mv);
            let own = &mut found[usize::from(colour != entry.first_colour)];
            own.moves += 1;
            own.log_p += p.max(LEAST).ln();
            if likelier >= FIRST_CHOICES {
                own.rare += 1;
                let points = points_lost(session, &game, colour, mv)?;
                if points > MUCH {
                    own.losses.push(RareLoss { game: entry.game, number, mv: mv.to_string(), points });
                }
            }
        }
        if game.play(colour, mv).is_err() {
            break;
        }
    }
    Ok(found)
}

/// How likely a move is, and how many are likelier.
fn likelihood(policy: &[(Move, f32)], mv: Move) -> (f64, usize) {
    let p = policy.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, p)| *p);
    (f64::from(p), policy.iter().filter(|(_, other)| *other > p).count())
}

/// The best lead before a move less the best one after it.
fn points_lost(session: &mut Session, game: &Game, side: Colour, mv: Move) -> Result<f32, EvaluationError> {
    let mut after = game.clone();
    if after.play(side, mv).is_err() {
        return Ok(0.0);
    }
    let mut lead = |game: &Game, to_move: Colour| -> Result<f32, EvaluationError> {
        session.load(game.clone());
        let snapshot = session.think(&ThinkRequest::regression(to_move))?.snapshot;
        let best = snapshot.candidates.first().map_or(snapshot.lead, |best| best.lead);
        Ok(best.of(side))
    };
    Ok(lead(game, side)? - lead(&after, side.other())?)
}

#[cfg(test)]
mod tests {
    use board::Point;

    use super::*;

    #[test]
    fn first_choices_are_counted_from_the_top() {
        let mv = |x| Move::Play(Point::new(x, 0));
        let policy: Vec<(Move, f32)> = (0..8).map(|x| (mv(x), 0.2 - 0.02 * x as f32)).collect();
        let places: Vec<usize> = (0..8).map(|x| likelihood(&policy, mv(x)).1).collect();
        assert_eq!(places, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(likelihood(&policy, Move::Pass), (0.0, 8), "what is not there is not likely");
    }

    #[test]
    fn means_are_of_all_moves() {
        let games = [
            Found { moves: 2, log_p: -3.0, rare: 1, losses: Vec::new() },
            Found { moves: 1, log_p: 0.0, ..Found::default() },
        ];
        let found = Likeness::of_games(games.iter()).unwrap();
        assert_eq!((found.moves, found.nll, found.rare), (3, 1.0, 1));
        assert_eq!(Likeness::of_games([Found::default()].iter()), None);
    }
}
