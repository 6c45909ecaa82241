//! Moves in the centre area of the board, as the paper counts them (Table 4).

use statistics::significance::mean_interval;

use super::CharacterGames;

/// The mean number of moves in the centre area in openings, for each game of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct CentreMoves {
    pub of_game: Vec<f64>,
    /// The share of such moves in whole games.
    pub share_of_game: Vec<f64>,
}

/// The centre area begins at this line: the paper's on 13×13 and 19×19.
pub fn first_line(size: usize) -> usize {
    if size <= 9 { 3 } else { 4 }
}

/// The moves of both players together that count as the opening: the paper's on 13×13 and 19×19.
pub fn opening_moves(size: usize) -> usize {
    match size {
        ..=9 => 20,
        10..=13 => 40,
        _ => 60,
    }
}

impl CentreMoves {
    pub fn of(games: &CharacterGames, size: usize) -> CentreMoves {
        let is_in_centre = |line: usize| line >= first_line(size);
        let of_game = games.games.iter().map(|game| {
            let opening = game.moves.iter().take_while(|(number, _)| *number <= opening_moves(size));
            opening.filter(|(_, features)| is_in_centre(features.line)).count() as f64
        });
        let share_of_game = games.games.iter().filter(|game| !game.moves.is_empty()).map(|game| {
            let inside = game.moves.iter().filter(|(_, features)| is_in_centre(features.line)).count();
            inside as f64 / game.moves.len() as f64
        });
        CentreMoves { of_game: of_game.collect(), share_of_game: share_of_game.collect() }
    }

    /// The mean with half of its 95% interval.
    pub fn mean(&self) -> Option<(f64, f64)> {
        mean_interval(&self.of_game)
    }
}

#[cfg(test)]
mod tests {
    use partner::{Area, Character, Contact, Features};
    use statistics::Tally;

    use super::super::PlayerGame;
    use super::*;

    #[test]
    fn the_opening_ends() {
        let at = |number, line| {
            let contact = Contact::Away;
            (number, Features { line, squared_distance: None, contact, area: Area::Open })
        };
        let moves = vec![at(1, 3), at(3, 2), at(19, 4), at(21, 5)];
        let game = PlayerGame { moves, ..PlayerGame::default() };
        let games = CharacterGames { character: Character::None, tally: Tally::default(), games: vec![game] };
        let small = CentreMoves::of(&games, 9);
        assert_eq!((&small.of_game[..], &small.share_of_game[..]), (&[2.0][..], &[0.75][..]));
        let large = CentreMoves::of(&games, 13);
        assert_eq!((&large.of_game[..], &large.share_of_game[..]), (&[2.0][..], &[0.5][..]));
    }
}
