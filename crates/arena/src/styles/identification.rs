//! Whether characters can be told from their games.

use partner::Character;
use statistics::{NaiveBayes, Tally};

use super::moves::VALUES;
use super::{BoardStyles, PlayerGame};

/// A character is named from this many games together.
pub const SET: usize = 5;

/// What a classifier made of sets of games that it had not learnt from.
#[derive(Clone, PartialEq, Debug)]
pub struct Identification {
    /// For each character, how many of its sets were taken for each of them, in the same order.
    pub named: Vec<(Character, Vec<u64>)>,
}

impl Identification {
    /// Every set of five games is named by a classifier that has learnt from all others.
    pub fn of(board: &BoardStyles) -> Identification {
        let observations = |games: &[PlayerGame]| -> Vec<[usize; 4]> {
            games.iter().flat_map(PlayerGame::observations).collect()
        };
        // Games that make no whole set are only learnt from.
        let sets: Vec<Vec<Vec<[usize; 4]>>> = (board.characters.iter())
            .map(|character| character.games.chunks(SET).map(observations).collect())
            .collect();
        let whole = |class: usize| board.characters[class].games.len() / SET;
        let named = (0..sets.len()).map(|class| {
            let mut counts = vec![0; sets.len()];
            for (held_out, set) in sets[class].iter().enumerate().take(whole(class)) {
                let learnt = sets.iter().enumerate().map(|(other, sets)| {
                    let others = sets.iter().enumerate();
                    let used = others.filter(move |(place, _)| other != class || *place != held_out);
                    used.flat_map(|(_, set)| set)
                });
                if let Some(found) = NaiveBayes::new(VALUES, learnt).classify(set) {
                    counts[found] += 1;
                }
            }
            (board.characters[class].character, counts)
        });
        Identification { named: named.collect() }
    }

    /// Sets that were named rightly, as wins, and wrongly.
    pub fn tally(&self) -> Tally {
        let all: u64 = self.named.iter().flat_map(|(_, counts)| counts).sum();
        let right = self.named.iter().enumerate().map(|(class, (_, counts))| counts[class]).sum();
        Tally { wins: right, draws: 0, losses: all - right }
    }
}

#[cfg(test)]
mod tests {
    use partner::{Area, Contact, Features};

    use super::super::CharacterGames;
    use super::*;

    fn games(character: Character, lines: &[usize], count: usize) -> CharacterGames {
        let features =
            |line| Features { line, squared_distance: None, contact: Contact::Away, area: Area::Open };
        let moves = lines.iter().map(|line| (1, features(*line))).collect();
        CharacterGames { character, tally: Tally::default(), games: vec![PlayerGame { moves }; count] }
    }

    #[test]
    fn characters_are_known_by_their_moves() {
        let characters =
            vec![games(Character::Centre, &[3, 4, 5, 2], 12), games(Character::Edge, &[2, 1, 2, 3], 10)];
        let found = Identification::of(&BoardStyles { size: 9, openings_only: false, characters });
        // Twelve games are two sets, and two games to learn from.
        assert_eq!(found.named, [(Character::Centre, vec![2, 0]), (Character::Edge, vec![0, 2])]);
        assert_eq!(found.tally(), Tally { wins: 4, draws: 0, losses: 0 });
    }

    #[test]
    fn who_plays_alike_is_not_known() {
        let characters = vec![games(Character::Local, &[3, 4], 10), games(Character::Edge, &[4, 3], 10)];
        let found = Identification::of(&BoardStyles { size: 9, openings_only: false, characters });
        assert!(found.tally().wins < 4, "{found:?}");
    }
}
