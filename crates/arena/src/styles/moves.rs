//! The moves of a player, by their features.

use std::path::Path;

use board::{Move, Position, Symmetry};
use partner::{Evaluators, Features, FeaturesInPosition};
use record::game::Reader;

use super::StylesError;
use super::centre::opening_moves;
use super::taste::Taste;
use crate::per_game::look_at_games;
use crate::results::Entry;

/// The moves of one player in one game. Passes do not count, nor do moves of an opening that was laid down.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerGame {
    /// With their numbers in the game, from 1.
    pub moves: Vec<(usize, Features)>,
    pub taste: Taste,
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
                let found = FeaturesInPosition::new(&position);
                let features = found.of(p);
                let is_opening = number <= opening_moves(position.size().width());
                game.taste.add(is_opening, &features, &at_hand(&position, mv, &found, network)?);
                game.moves.push((number, features));
            }
            position.play_legal(mv);
        }
        Ok(game)
    }
}

/// The moves that the network would think of, and the one that was played, with their priors.
fn at_hand(
    position: &Position,
    played: Move,
    found: &FeaturesInPosition,
    network: &Evaluators,
) -> Result<Vec<(Features, f64)>, StylesError> {
    let output = network.raw(position, Symmetry::IDENTITY, Some(0.0));
    let output = output.ok_or(StylesError::NoNetwork)?.map_err(StylesError::Network)?;
    let likely = output.priors(position.size()).filter_map(|(mv, prior)| {
        let prior = if mv == played { prior.max(LEAST_PRIOR) } else { prior };
        mv.point().filter(|_| prior >= LEAST_PRIOR).map(|p| (found.of(p), f64::from(prior)))
    });
    Ok(likely.collect())
}
