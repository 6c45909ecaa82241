//! The moves of a player, by their features.

use std::path::Path;

use board::Move;
use partner::{Area, Contact, Features};
use record::game::{LoadError, Reader};

use crate::results::Entry;

/// The moves of one player in one game. Passes do not count, nor do moves of an opening that was laid down.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerGame {
    /// With their numbers in the game, from 1.
    pub moves: Vec<(usize, Features)>,
}

/// What a classifier sees of a move: how many values each feature has.
pub const VALUES: [usize; 4] = [LINES, DISTANCES + 1, 4, 3];
/// Lines further in count as the last.
const LINES: usize = 6;
/// The distances to the opponent's last move are up to 1, 2, … and beyond.
const DISTANCES: usize = 8;

impl PlayerGame {
    /// The games of the first and of the second player of a match, in their order.
    pub fn of_match(folder: &Path, entries: &[Entry]) -> Result<[Vec<PlayerGame>; 2], LoadError> {
        let mut entries: Vec<&Entry> = entries.iter().collect();
        entries.sort_by_key(|entry| entry.game);
        let mut games = [Vec::new(), Vec::new()];
        for entry in entries {
            let record = Reader::default().load(&folder.join(&entry.sgf), None)?.game;
            let opening = entry.opening_moves();
            let mut position = record.start().clone();
            let mut both = [PlayerGame::default(), PlayerGame::default()];
            for (number, &(colour, mv)) in (1..).zip(record.moves()) {
                position.set_to_move(colour);
                if let Move::Play(p) = mv
                    && number > opening
                {
                    let of_first = colour == entry.first_colour;
                    both[usize::from(!of_first)].moves.push((number, Features::of(&position, p)));
                }
                position.play_legal(mv);
            }
            games.iter_mut().zip(both).for_each(|(games, game)| games.push(game));
        }
        Ok(games)
    }

    /// The moves as a classifier sees them.
    pub fn observations(&self) -> Vec<[usize; 4]> {
        self.moves.iter().map(|(_, features)| observation(features)).collect()
    }
}

fn observation(features: &Features) -> [usize; 4] {
    let distance = features.squared_distance.map_or(DISTANCES, |squared| {
        (1..DISTANCES).position(|most| squared <= most * most).unwrap_or(DISTANCES - 1)
    });
    let contact = match features.contact {
        Contact::Atari => 0,
        Contact::Touch => 1,
        Contact::Near => 2,
        Contact::Away => 3,
    };
    let area = match features.area {
        Area::Own => 0,
        Area::Open => 1,
        Area::Opponents => 2,
    };
    [features.line.clamp(1, LINES) - 1, distance, contact, area]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_are_within_their_values() {
        let features = |line, squared_distance| Features {
            line,
            squared_distance,
            contact: Contact::Away,
            area: Area::Opponents,
        };
        assert_eq!(observation(&features(1, Some(1))), [0, 0, 3, 2]);
        assert_eq!(observation(&features(3, Some(4))), [2, 1, 3, 2]);
        assert_eq!(observation(&features(3, Some(5))), [2, 2, 3, 2]);
        assert_eq!(observation(&features(10, Some(324))), [5, 7, 3, 2]);
        assert_eq!(observation(&features(10, None)), [5, 8, 3, 2]);
        for seen in [observation(&features(10, None)), observation(&features(1, Some(324)))] {
            assert!(seen.iter().zip(VALUES).all(|(value, values)| *value < values));
        }
    }
}
