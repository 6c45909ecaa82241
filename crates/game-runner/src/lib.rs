//! Plays many games side by side and evaluates their positions in batches.
//!
//! A neural network is fast on batches, but one game has a single position to evaluate at a time. So
//! self-play, matches between networks and playouts by a network's policy all play many [`Game`]s in turns:
//! each continues until it needs an evaluation, and then all positions are evaluated in one batch per
//! evaluator and board size ([`run`]).

mod draw;

pub use draw::weighted;

use board::{Rules, Size};
use evaluation::{Evaluation, Query};

/// The rules of games between networks: area scoring of the board as it stands after two passes, positional
/// superko, and no suicide, as in the SAI paper's program.
pub const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };

/// A game that proceeds on its own between evaluations.
pub trait Game {
    fn size(&self) -> Size;

    /// The index of the evaluator it needs now.
    fn evaluator(&self) -> usize {
        0
    }

    /// The position to evaluate before the game can continue.
    fn query(&self) -> Option<Query<'_>>;

    /// The seed of the symmetry under which the position is evaluated, for evaluators that take it from the
    /// game.
    fn seed(&self) -> u64 {
        0
    }

    fn apply(&mut self, evaluation: &Evaluation);
}

/// Whether a game can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    NeedsEvaluation,
    Over,
}

/// Provides games, plays them and evaluates their positions.
pub trait Host {
    type Game: Game;
    type Error;

    /// The next game, if any.
    fn next_game(&mut self) -> Option<Self::Game>;

    /// Plays until something must be evaluated or the game is over; this also collects the result of a
    /// finished game.
    fn advance(&mut self, game: &mut Self::Game) -> Step;

    /// Evaluates positions of one board size, each with its game's seed.
    fn evaluate(
        &mut self,
        evaluator: usize,
        queries: &[Query],
        seeds: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), Self::Error>;

    /// Whether to stop now; the games can be continued later.
    fn is_stopped(&self) -> bool;
}

/// Plays games on one thread, `capacity` of them side by side, until there are no more or the host stops. If
/// the host gives the same answers, the same games are played in the same order.
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

/// Continues, with another game if this one is over; false if there is none.
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
