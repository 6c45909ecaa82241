//! An opening: a few moves of each player.

use board::{Colour, Komi, Move, Point, Position, Rules, Size};
use evaluation::EvaluationError;
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::opener::Opener;
use crate::policy::PolicyPlayer;

/// What is played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "GivenRules")]
pub struct OpeningRules {
    /// The side of the board.
    pub size: usize,
    /// Moves of each player before the expert takes over.
    pub moves: usize,
    /// White's bonus when winners are counted. Players learn leads on the board, without it, so that both colours can
    /// share what is learnt.
    pub komi: Komi,
}

/// As a file has them: the number of moves depends on the board, unless it says otherwise.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GivenRules {
    size: usize,
    moves: Option<usize>,
    komi: Komi,
}

impl Default for GivenRules {
    fn default() -> GivenRules {
        let OpeningRules { size, komi, .. } = OpeningRules::default();
        GivenRules { size, moves: None, komi }
    }
}

impl From<GivenRules> for OpeningRules {
    fn from(given: GivenRules) -> OpeningRules {
        let usual = OpeningRules::on(given.size);
        OpeningRules { moves: given.moves.unwrap_or(usual.moves), komi: given.komi, ..usual }
    }
}

impl Default for OpeningRules {
    /// As in the paper.
    fn default() -> OpeningRules {
        OpeningRules::on(9)
    }
}

impl OpeningRules {
    /// The usual opening on a board of this side. Ten moves on 9×9, as in the paper, and on other boards as many per line
    /// of the board: 14 on 13×13 and 21 on 19×19. Openings are about corners and sides, which grow with the lines and not
    /// with the area; as many per point would be 45 on 19×19, where the middle game is well under way.
    pub fn on(size: usize) -> OpeningRules {
        OpeningRules { size, moves: (20 * size + 9) / 18, komi: Komi::from_halves(11) }
    }

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
    /// Plays the likeliest move of a network's policy, and with this probability any legal one.
    Policy(&'a PolicyPlayer, f32),
    /// Plays any legal move.
    Random,
}

impl Player<'_> {
    /// `None` if there is no legal move.
    fn choose(&self, position: &Position, random: &mut impl Rng) -> Result<Option<Point>, EvaluationError> {
        match self {
            Player::Learned(opener, exploration) if random.random::<f32>() >= *exploration => {
                Ok(opener.best(position, random))
            }
            Player::Policy(player, exploration) if random.random::<f32>() >= *exploration => {
                player.likeliest(position)
            }
            _ => {
                let points: Vec<Point> = position.legal_points().iter().collect();
                Ok(points.get(random.random_range(0..points.len().max(1))).copied())
            }
        }
    }
}

/// Plays an opening between Black and White. A player without a legal move passes; nobody else does.
pub fn play(
    players: [Player; 2],
    start: &Position,
    moves: usize,
    seed: u64,
) -> Result<Position, EvaluationError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    for _ in 0..2 * moves {
        if position.is_over() {
            break;
        }
        let player = &players[usize::from(position.to_move() == Colour::White)];
        let point = player.choose(&position, &mut random)?;
        position.play_legal(point.map_or(Move::Pass, Move::Play));
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_as_many_moves_as_asked() {
        let start = OpeningRules::default().start().unwrap();
        let players = [Player::Random; 2];
        let opening = play(players, &start, 10, 4).unwrap();
        assert_eq!(opening.moves().len(), 20);
        assert!(opening.moves().iter().all(|(_, m)| m.point().is_some()));
        assert_eq!(play(players, &start, 10, 4).unwrap().moves(), opening.moves());
        assert_ne!(play(players, &start, 10, 5).unwrap().moves(), opening.moves());
    }

    #[test]
    fn openings_grow_with_the_lines_of_the_board() {
        assert_eq!([5, 9, 13, 19].map(|size| OpeningRules::on(size).moves), [6, 10, 14, 21]);
        assert_eq!(OpeningRules::default(), OpeningRules::on(9));
    }

    #[test]
    fn a_full_board_is_no_trouble() {
        let rules = OpeningRules { size: 2, ..OpeningRules::default() };
        let start = rules.start().unwrap();
        let moves = |seed| play([Player::Random; 2], &start, 30, seed).unwrap().moves().len();
        (0..50).for_each(|seed| assert!(moves(seed) <= 60));
        assert!(OpeningRules { size: 20, ..rules }.start().is_none());
    }
}
