//! Whether characters can be told from their games.

use partner::Character;
use statistics::{Choice, Tally, Tastes};

use super::taste::characters;
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
    /// Every set of five games is named by what has been learnt from all others: whose tastes make its choices likeliest.
    pub fn of(board: &BoardStyles) -> Identification {
        let all: Vec<Option<Tastes>> =
            board.characters.iter().map(|games| learn(&games.games, None)).collect();
        let named = board.characters.iter().enumerate().map(|(class, games)| {
            let mut counts = vec![0; all.len()];
            // Games that make no whole set are only learnt from.
            for (held_out, set) in games.games.chunks_exact(SET).enumerate() {
                let without = learn(&games.games, Some(held_out));
                let likelihood = |other: usize| {
                    let tastes = if other == class { &without } else { &all[other] }.as_ref()?;
                    let choices = set.iter().flat_map(|game| &game.choices);
                    choices.map(|choice| tastes.log_likelihood(choice)).sum::<Option<f64>>()
                };
                let known = (0..all.len()).filter_map(|other| Some((other, likelihood(other)?)));
                if let Some((found, _)) = known.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) {
                    counts[found] += 1;
                }
            }
            (games.character, counts)
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

/// What games say of their player's tastes, but for one set of them; `None` without any other.
fn learn(games: &[PlayerGame], held_out: Option<usize>) -> Option<Tastes> {
    let sets = games.chunks(SET).enumerate().filter(|(place, _)| Some(*place) != held_out);
    let choices: Vec<&Choice> = sets.flat_map(|(_, set)| set).flat_map(|game| &game.choices).collect();
    if choices.is_empty() {
        return None;
    }
    Tastes::learn(&choices, characters().count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::styles::CharacterGames;

    /// Games whose player chose each time between a move that one of the characters likes and one that none does, and
    /// liked the first in so many of five.
    fn games(character: Character, liked_by: usize, of_five: usize, count: usize) -> CharacterGames {
        let likes =
            |by| characters().enumerate().map(|(place, _)| f64::from(u8::from(place == by))).collect();
        let options: Vec<(f64, Vec<f64>)> = vec![(0.5, likes(liked_by)), (0.5, likes(usize::MAX))];
        let choice =
            |number: usize| Choice { options: options.clone(), chosen: usize::from(number % 5 >= of_five) };
        let game = |_| PlayerGame { choices: (0..20).map(choice).collect(), ..PlayerGame::default() };
        CharacterGames { character, tally: Tally::default(), games: (0..count).map(game).collect() }
    }

    fn named(characters: Vec<CharacterGames>) -> Identification {
        Identification::of(&BoardStyles { size: 9, openings_only: false, characters })
    }

    #[test]
    fn characters_are_known_by_their_choices() {
        let found = named(vec![games(Character::Centre, 0, 4, 12), games(Character::Edge, 0, 1, 10)]);
        // Twelve games are two sets, and two games to learn from.
        assert_eq!(found.named, [(Character::Centre, vec![2, 0]), (Character::Edge, vec![0, 2])]);
        assert_eq!(found.tally(), Tally { wins: 4, draws: 0, losses: 0 });
    }

    #[test]
    fn who_chooses_alike_is_not_known() {
        let found = named(vec![games(Character::Local, 2, 3, 10), games(Character::Edge, 2, 3, 10)]);
        assert!(found.tally().wins < 4, "{found:?}");
    }

    /// Nothing was learnt of somebody who has one set of games only, when that is held out.
    #[test]
    fn who_has_no_other_games_is_not_named() {
        let found = named(vec![games(Character::Local, 2, 4, 5), games(Character::Edge, 1, 4, 10)]);
        assert_eq!(found.named[0].1, [0, 1]);
        assert_eq!(found.named[1].1, [0, 2]);
    }
}
