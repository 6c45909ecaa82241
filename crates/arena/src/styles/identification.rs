//! Whether characters can be told from their games.

use partner::Character;
use statistics::{LinearDiscriminant, Tally};

use super::BoardStyles;

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
        let tastes: Vec<Vec<Vec<f64>>> = (board.characters.iter())
            .map(|character| character.games.iter().map(|game| game.taste.vector()).collect())
            .collect();
        let named = tastes.iter().enumerate().map(|(class, games)| {
            let mut counts = vec![0; tastes.len()];
            // Games that make no whole set are only learnt from.
            for (held_out, set) in games.chunks_exact(SET).enumerate() {
                let learnt = tastes.iter().enumerate().map(|(other, games)| {
                    let sets = games.chunks(SET).enumerate();
                    let used = sets.filter(|(place, _)| other != class || *place != held_out);
                    used.flat_map(|(_, set)| set).map(Vec::as_slice).collect()
                });
                let set: Vec<&[f64]> = set.iter().map(Vec::as_slice).collect();
                let learnt = LinearDiscriminant::new(&learnt.collect::<Vec<_>>());
                if let Some(found) = learnt.and_then(|learnt| learnt.classify(&set)) {
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

    use super::super::{CharacterGames, PlayerGame};
    use super::*;

    /// Games of moves on some lines, where every line from 1 to 5 was as likely.
    fn games(character: Character, lines: &[usize], count: usize) -> CharacterGames {
        let on = |line| Features { line, squared_distance: None, contact: Contact::Away, area: Area::Open };
        let policy: Vec<(Features, f64)> = (1..=5).map(|line| (on(line), 0.2)).collect();
        // Each game leaves out another move, so that games scatter.
        let game = |number: usize| {
            let mut game = PlayerGame::default();
            let others = lines.iter().enumerate().filter(|(place, _)| *place != number % lines.len());
            others.for_each(|(_, line)| game.taste.add(true, &on(*line), &policy));
            game
        };
        CharacterGames { character, tally: Tally::default(), games: (0..count).map(game).collect() }
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
