//! An opening: a few moves of each player.

use board::{Colour, Komi, Move, Point, Position, Rules, Size};
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::opener::Opener;

/// What is played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningRules {
    /// The side of the board.
    pub size: usize,
    /// Moves of each player before the expert takes over.
    pub moves: usize,
    /// White's bonus when winners are counted. Players learn leads on the board, without it, so that both colours can
    /// share what is learnt.
    pub komi: Komi,
}

impl Default for OpeningRules {
    /// As in the paper.
    fn default() -> OpeningRules {
        OpeningRules { size: 9, moves: 10, komi: Komi::from_halves(11) }
    }
}

impl OpeningRules {
    /// The empty board; `None` if there is no such board.
    pub fn start(&self) -> Option<Position> {
        Size::playable(self.size).map(|size| Position::new(size, Rules::CHINESE, self.komi))
    }
}

/// Who plays an opening.
#[derive(Clone, Copy)]
pub enum Player<'a> {
    /// Plays the best move, and with this probability any legal one.
    Learned(&'a Opener, f32),
    /// Plays any legal move.
    Random,
}

impl Player<'_> {
    /// `None` if there is no legal move.
    fn choose(&self, position: &Position, random: &mut impl Rng) -> Option<Point> {
        match self {
            Player::Learned(opener, exploration) if random.random::<f32>() >= *exploration => {
                opener.best(position, random)
            }
            _ => {
                let points: Vec<Point> = position.legal_points().iter().collect();
                points.get(random.random_range(0..points.len().max(1))).copied()
            }
        }
    }
}

/// Plays an opening between Black and White. A player without a legal move passes; nobody else does.
pub fn play(players: [Player; 2], start: &Position, moves: usize, seed: u64) -> Position {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    for _ in 0..2 * moves {
        if position.is_over() {
            break;
        }
        let player = &players[usize::from(position.to_move() == Colour::White)];
        let point = player.choose(&position, &mut random);
        position.play_legal(point.map_or(Move::Pass, Move::Play));
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_as_many_moves_as_asked() {
        let start = OpeningRules::default().start().unwrap();
        let players = [Player::Random; 2];
        let opening = play(players, &start, 10, 4);
        assert_eq!(opening.moves().len(), 20);
        assert!(opening.moves().iter().all(|(_, m)| m.point().is_some()));
        assert_eq!(play(players, &start, 10, 4).moves(), opening.moves());
        assert_ne!(play(players, &start, 10, 5).moves(), opening.moves());
    }

    #[test]
    fn a_full_board_is_no_trouble() {
        let rules = OpeningRules { size: 2, ..OpeningRules::default() };
        let start = rules.start().unwrap();
        (0..50).for_each(|seed| assert!(play([Player::Random; 2], &start, 30, seed).moves().len() <= 60));
        assert!(OpeningRules { size: 20, ..rules }.start().is_none());
    }
}
