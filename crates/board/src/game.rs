//! A game whose moves can be undone.

use crate::{Board, Colour, IllegalMove, Komi, Move, Point, Position, Rules, Size};

/// A whole game: the start, the moves and the position they lead to.
#[derive(Clone)]
pub struct Game {
    start: Position,
    now: Position,
}

impl Game {
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Game {
        Game::from_position(Position::new(size, rules, komi))
    }

    /// A game that starts from a given position.
    pub fn from_position(start: Position) -> Game {
        Game { now: start.clone(), start }
    }

    pub fn position(&self) -> &Position {
        &self.now
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn size(&self) -> Size {
        self.start.size()
    }

    pub fn moves(&self) -> &[(Colour, Move)] {
        self.now.moves()
    }

    /// Plays for `colour`, even out of turn.
    pub fn play(&mut self, colour: Colour, m: Move) -> Result<(), IllegalMove> {
        self.now.check_legal(colour, m)?;
        self.now.set_to_move(colour);
        self.now.play_legal(m);
        Ok(())
    }

    /// Undoes the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<(Colour, Move)> {
        let (last, rest) = self.now.moves().split_last()?;
        let (last, rest) = (*last, rest.to_vec());
        self.replay(&rest);
        // The player who moved gets the turn back, even after a move out of turn.
        self.now.set_to_move(last.0);
        Some(last)
    }

    /// The game after this many moves; whoever made the next move is to move.
    pub fn after(&self, moves: usize) -> Game {
        let mut game = Game::from_position(self.start.clone());
        let moves = moves.min(self.moves().len());
        game.replay(&self.moves()[..moves]);
        let to_move = self.moves().get(moves).map_or(self.now.to_move(), |(colour, _)| *colour);
        game.now.set_to_move(to_move);
        game
    }

    fn replay(&mut self, moves: &[(Colour, Move)]) {
        self.now = self.start.clone();
        for &(colour, m) in moves {
            self.now.set_to_move(colour);
            self.now.play_legal(m);
        }
    }

    /// Gives the turn to a player.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.now.set_to_move(colour);
    }

    pub fn set_komi(&mut self, komi: Komi) {
        self.start.set_komi(komi);
        self.now.set_komi(komi);
    }

    /// Changes the rules during the game. Moves already played stay, even if the new rules forbid them.
    pub fn set_rules(&mut self, rules: Rules) {
        let moves = self.moves().to_vec();
        let to_move = self.now.to_move();
        let mut start =
            Position::from_board(self.start.board().clone(), self.start.to_move(), rules, self.start.komi());
        start.set_handicap(self.start.handicap());
        self.start = start;
        self.replay(&moves);
        self.now.set_to_move(to_move);
    }

    /// Starts again from an empty board with Black's handicap stones and White to move.
    pub fn place_handicap(&mut self, stones: &[Point]) -> bool {
        let placed = stones.iter().map(|p| (Colour::Black, *p));
        let Some(board) = Board::with_stones(self.size(), placed) else { return false };
        let mut start = Position::from_board(board, Colour::White, self.start.rules(), self.start.komi());
        start.set_handicap(stones.len());
        *self = Game::from_position(start);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_returns_to_the_same_position() {
        let mut game = Game::new(Size::square(5).unwrap(), Rules::AGA, Komi::ZERO);
        let mut hashes = vec![game.position().hash()];
        for vertex in ["B3", "C3", "C4", "D4", "C2", "D2", "D3", "E3", "pass", "C3"] {
            let m = Move::parse(vertex, game.size()).unwrap();
            let colour = game.position().to_move();
            game.play(colour, m).unwrap();
            hashes.push(game.position().hash());
        }
        assert_eq!(game.position().captures(Colour::White), 1);
        while let Some(hash) = hashes.pop() {
            assert_eq!(game.position().hash(), hash);
            assert_eq!(game.undo().is_some(), !hashes.is_empty());
        }
    }

    #[test]
    fn undo_gives_the_turn_back_to_who_moved() {
        let mut game = Game::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::ZERO);
        for vertex in ["C3", "D4"] {
            game.play(Colour::Black, Move::parse(vertex, game.size()).unwrap()).unwrap();
        }
        game.undo().unwrap();
        assert_eq!(game.position().to_move(), Colour::Black);
    }

    #[test]
    fn a_game_is_found_again_after_any_move() {
        let mut game = Game::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::ZERO);
        let mut hashes = vec![game.position().hash()];
        for vertex in ["C3", "pass", "D4"] {
            // Black moves twice in the end.
            let colour = if vertex == "pass" { Colour::White } else { Colour::Black };
            game.play(colour, Move::parse(vertex, game.size()).unwrap()).unwrap();
            hashes.push(game.position().hash());
        }
        for (number, hash) in hashes.into_iter().enumerate() {
            assert_eq!(game.after(number).position().hash(), hash, "{number}");
            assert_eq!(game.after(number).moves(), &game.moves()[..number]);
        }
        assert_eq!(game.after(2).position().to_move(), Colour::Black);
        assert_eq!(game.after(99).position().hash(), game.position().hash());
    }

    #[test]
    fn rules_may_change_in_mid_game() {
        let mut game = Game::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::ZERO);
        game.place_handicap(&[Point::new(2, 2), Point::new(6, 6)]);
        game.play(Colour::White, Move::Play(Point::new(4, 4))).unwrap();
        game.set_rules(Rules::JAPANESE);
        assert_eq!(game.position().rules(), Rules::JAPANESE);
        assert_eq!((game.moves().len(), game.position().handicap()), (1, 2));
        assert_eq!(game.position().to_move(), Colour::Black);
    }
}
