//! Many games side by side whose positions are evaluated together.
//!
//! A neural network is fast on batches, and one game has a single position to evaluate at a time. So self-play, matches
//! between networks and playouts by a network's policy all play many [`Game`]s in turns: each goes on until it needs an
//! evaluation, then all that are needed are made in one batch per evaluator and board size ([`run`]).

mod draw;

pub use draw::weighted;

use board::{Rules, Size};
use evaluation::{Evaluation, Query};

/// The rules of games between networks: areas are counted as they stand after two passes, positional superko, and no
/// suicide, which the SAI paper's program did not know either.
pub const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };

/// A game that goes on by itself between evaluations.
pub trait Game {
    fn size(&self) -> Size;

    /// The evaluator that it needs now, by number.
    fn evaluator(&self) -> usize {
        0
    }

    /// What has to be evaluated before the game can go on.
    fn query(&self) -> Option<Query<'_>>;

    /// Seeds the symmetry under which the position is evaluated, for evaluators that take it from the game.
    fn seed(&self) -> u64 {
        0
    }

    fn apply(&mut self, evaluation: &Evaluation);
}

/// Whether a game can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    NeedsEvaluation,
    Over,
}

/// Where games come from, how they are played, and who evaluates.
pub trait Host {
    type Game: Game;
    type Error;

    /// The next game, if there is any.
    fn next_game(&mut self) -> Option<Self::Game>;

    /// Plays until something must be evaluated or the game is over; results of a game that is over are taken here.
    fn advance(&mut self, game: &mut Self::Game) -> Step;

    /// Evaluates positions of one board size, each with its game's seed.
    fn evaluate(
        &mut self,
        evaluator: usize,
        queries: &[Query],
        seeds: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), Self::Error>;

    /// Whether to stop where all games are; they can be played on later.
    fn is_stopped(&self) -> bool;
}

/// Plays games on one thread, `capacity` of them side by side, until there are no more or the host stops. The same games
/// are played in the same order again when the host gives the same answers.
pub fn run<H: Host>(host: &mut H, games: &mut Vec<H::Game>, capacity: usize) -> Result<(), H::Error> {
    while games.len() < capacity
        && let Some(game) = host.next_game()
    {
        games.push(game);
    }
    let mut out: Vec<Evaluation> = Vec::new();
    while !host.is_stopped() {
        games.retain_mut(|game| is_playing(host, game));
        if games.is_empty() {
            return Ok(());
        }
        for ((evaluator, _), mut batch) in batches(games) {
            out.resize_with(batch.len().max(out.len()), Evaluation::blank);
            let queries: Vec<Query> = batch.iter().filter_map(|game| game.query()).collect();
            let seeds: Vec<u64> = batch.iter().map(|game| game.seed()).collect();
            host.evaluate(evaluator, &queries, &seeds, &mut out[..batch.len()])?;
            drop(queries);
            for (game, evaluation) in batch.iter_mut().zip(&out) {
                game.apply(evaluation);
            }
        }
    }
    Ok(())
}

/// Plays on, with another game where this one is over; false when there is none.
fn is_playing<H: Host>(host: &mut H, game: &mut H::Game) -> bool {
    while host.advance(game) == Step::Over {
        match host.next_game() {
            Some(next) => *game = next,
            None => return false,
        }
    }
    true
}

type Batch<'a, G> = ((usize, Size), Vec<&'a mut G>);

/// Games by evaluator and board size, in the order in which these appear.
fn batches<G: Game>(games: &mut [G]) -> Vec<Batch<'_, G>> {
    let mut batches: Vec<Batch<G>> = Vec::new();
    for game in games {
        let key = (game.evaluator(), game.size());
        match batches.iter_mut().find(|(other, _)| *other == key) {
            Some((_, batch)) => batch.push(game),
            None => batches.push((key, vec![game])),
        }
    }
    batches
}

#[cfg(test)]
mod tests;
