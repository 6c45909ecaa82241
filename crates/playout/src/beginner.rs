//! A player who learnt the rules last week: captures what is in atari, saves what is in atari, and otherwise plays
//! anywhere but into its own eyes.

use board::{Colour, Move, Point, Position};

use crate::random::Random;
use crate::tactics::ways_out;
use crate::uniform::fits;

/// Such a player. The same seed and the same positions give the same moves.
#[derive(Clone, Debug)]
pub struct Beginner {
    random: Random,
    /// How likely it sees that something can be captured or saved, in 2⁻¹⁶.
    attention: u32,
}

const ALWAYS: u32 = 1 << 16;

impl Beginner {
    /// One who never misses a stone in atari.
    pub fn new(seed: u64) -> Beginner {
        Beginner { random: Random::new(seed), attention: ALWAYS }
    }

    /// Sees a stone in atari with this probability only; each chance to capture or to save is another throw.
    pub fn with_attention(self, probability: f32) -> Beginner {
        Beginner { attention: (probability.clamp(0.0, 1.0) * ALWAYS as f32) as u32, ..self }
    }

    /// The move of whoever is to move; a pass where only own eyes could be filled.
    pub fn choose(&mut self, position: &Position) -> Move {
        let (board, colour) = (position.board(), position.to_move());
        let mut dice = self.random.dice();
        let candidates = [
            if dice.happens(self.attention) { captures(position) } else { Vec::new() },
            if dice.happens(self.attention) { escapes(position) } else { Vec::new() },
            legal(position, board.empty_points().filter(|p| fits(board, *p, colour))),
        ];
        let Some(points) = candidates.iter().find(|points| !points.is_empty()) else { return Move::Pass };
        Move::Play(points[self.random.below(points.len())])
    }
}

/// Where stones can be captured: only where it is most of them.
fn captures(position: &Position) -> Vec<Point> {
    let (board, colour) = (position.board(), position.to_move());
    let count = |p: &Point| board.captured_by(*p, colour).len();
    let points = legal(position, last_liberties(position, colour.other()));
    let most = points.iter().map(count).max().unwrap_or(0);
    points.into_iter().filter(|p| count(p) == most).collect()
}

/// Where own chains in atari get away, or capture what attacks them.
fn escapes(position: &Position) -> Vec<Point> {
    let (board, colour) = (position.board(), position.to_move());
    let mut found = Vec::new();
    for (_, head) in board.chains().filter(|(c, _)| *c == colour) {
        ways_out(board, head, colour, |p| found.push(p));
    }
    legal(position, found)
}

/// The last liberties of a colour's chains.
fn last_liberties(position: &Position, colour: Colour) -> impl Iterator<Item = Point> {
    let board = position.board();
    board.chains().filter(move |(c, _)| *c == colour).filter_map(|(_, head)| board.atari(head))
}

/// Those that may be played, each once and in order, so that a seed means the same whatever the board remembers.
fn legal(position: &Position, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().filter(|p| position.is_legal(Move::Play(*p))).collect();
    points.sort_by_key(|p| p.index());
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use board::{Board, Komi, Rules, Size};

    use super::*;

    fn position(rows: &[&str], to_move: Colour) -> Position {
        Position::from_board(Board::from_diagram(rows).unwrap(), to_move, Rules::CHINESE, Komi::ZERO)
    }

    fn moves(position: &Position, attention: f32) -> Vec<String> {
        let choose = |seed| Beginner::new(seed).with_attention(attention).choose(position).to_string();
        let mut moves: Vec<String> = (0..200).map(choose).collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn it_captures_the_most_first_and_then_saves_its_own() {
        let rows = ["OX....", ".X....", "......", "....X.", "..XOOX", "...XX."];
        // F3 does not capture the two: their last liberty is D3.
        let p = position(&rows, Colour::Black);
        assert_eq!(moves(&p, 1.0), ["D3"]);
        assert_eq!(
            moves(&position(&["......", "..O...", ".OX...", "..O...", "......"], Colour::Black), 1.0),
            ["D3"]
        );
        assert!(moves(&p, 0.0).len() > 5, "without attention it plays anywhere");
    }

    #[test]
    fn it_leaves_its_eyes_alone_and_passes_in_the_end() {
        let p = position(&[".X.X", "XXXX", "XXXX", "XXXX"], Colour::Black);
        assert_eq!(moves(&p, 1.0), ["pass"]);
        let mut game = Position::new(Size::square(5).unwrap(), Rules::CHINESE, Komi::ZERO);
        let mut players = [Beginner::new(1), Beginner::new(2).with_attention(0.5)];
        let mut played = Vec::new();
        while !game.is_over() && played.len() < 500 {
            let mv = players[game.to_move().index()].choose(&game);
            game.play(mv).unwrap();
            played.push(mv);
        }
        assert!(game.is_over(), "it comes to an end");
        // The same seeds play the same game.
        let mut again = Position::new(Size::square(5).unwrap(), Rules::CHINESE, Komi::ZERO);
        let mut players = [Beginner::new(1), Beginner::new(2).with_attention(0.5)];
        for mv in played {
            assert_eq!(players[again.to_move().index()].choose(&again), mv);
            again.play(mv).unwrap();
        }
    }
}
