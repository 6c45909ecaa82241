//! The moves of a player, by their features.

use std::path::Path;

use board::{Move, Position, Symmetry};
use partner::{Evaluators, Features, FeaturesInPosition};
use record::game::Reader;
use statistics::Choice;

use super::StylesError;
use super::taste::choice;
use crate::per_game::look_at_games;
use crate::results::Entry;

/// The moves of one player in one game. Passes do not count, nor do moves of an opening that was laid down.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerGame {
    /// With their numbers in the game, from 1.
    pub moves: Vec<(usize, Features)>,
    /// What there was to choose from in each of them, where any character has a taste.
    pub choices: Vec<Choice>,
}

/// Less likely moves are not at hand.
const LEAST_PRIOR: f32 = 0.001;

impl PlayerGame {
    /// The games of the first player of a match, in their order. `network` says which moves were at hand; `threads` games
    /// are looked at at once.
    pub fn of_first(
        folder: &Path,
        entries: &[Entry],
        network: &Evaluators,
        threads: usize,
    ) -> Result<Vec<PlayerGame>, StylesError> {
        look_at_games(entries, threads, || |entry: &Entry| PlayerGame::read(folder, entry, network))
    }

    fn read(folder: &Path, entry: &Entry, network: &Evaluators) -> Result<PlayerGame, StylesError> {
        let record = Reader::default().load(&folder.join(&entry.sgf), None)?.game;
        let opening = entry.opening_moves();
        let mut position = record.start().clone();
        let mut game = PlayerGame::default();
        for (number, &(colour, mv)) in (1..).zip(record.moves()) {
            position.set_to_move(colour);
            if let Move::Play(p) = mv
                && number > opening
                && colour == entry.first_colour
            {
                let policy = at_hand(&position, mv, network)?;
                let played = policy.iter().position(|(other, _)| *other == mv);
                game.choices.extend(played.and_then(|played| choice(&position, &policy, played)));
                game.moves.push((number, FeaturesInPosition::new(&position).of(p)));
            }
            position.play_legal(mv);
        }
        Ok(game)
    }
}

/// The moves that the network would think of, and the one that was played, with their priors.
fn at_hand(position: &Position, played: Move, network: &Evaluators) -> Result<Vec<(Move, f32)>, StylesError> {
    let output = network.raw(position, Symmetry::IDENTITY, Some(0.0));
    let output = output.ok_or(StylesError::NoNetwork)?.map_err(StylesError::Network)?;
    let likely = output.priors(position.size()).filter_map(|(mv, prior)| {
        let prior = if mv == played { prior.max(LEAST_PRIOR) } else { prior };
        (mv.point().is_some() && prior >= LEAST_PRIOR).then_some((mv, prior))
    });
    Ok(likely.collect())
}
