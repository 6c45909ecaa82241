//! A game of people.

use board::{Board, Colour, Komi, Move, Point, Position, Rules, Size};
use network::{Pace, Server};
use record::game::Outcome;

use crate::{Player, Reason};

/// A game, and who played it. Small in memory: a record has two bytes per move, and eight more with thinking
/// times.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    pub size: Size,
    /// The server's, but with simple ko: servers differ in what they forbid beyond it.
    pub rules: Rules,
    pub komi: Komi,
    pub handicap: u8,
    /// Stones put before the first move.
    pub setup: Vec<(Colour, Point)>,
    /// Who plays the first move. Colours alternate from there.
    pub first: Colour,
    /// By [`Colour::index`].
    pub players: [Player; 2],
    pub moves: Vec<Move>,
    /// One per move, or none at all.
    pub thinking_ms: Vec<Option<u32>>,
    pub server: Server,
    pub pace: Option<Pace>,
    pub ranked: Option<bool>,
    pub outcome: Outcome,
}

/// A move to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// From 0.
    pub number: usize,
    pub colour: Colour,
    pub played: Move,
    pub thinking_ms: Option<u32>,
}

impl Game {
    /// The position before the first move.
    pub fn start(&self) -> Result<Position, Reason> {
        let board = Board::with_stones(self.size, self.setup.iter().copied()).ok_or(Reason::Setup)?;
        let mut start = Position::from_board(board, self.first, self.rules, self.komi);
        start.set_handicap(usize::from(self.handicap));
        Ok(start)
    }

    /// The game from its start, move by move.
    pub fn replay(&self) -> Result<Replay<'_>, Reason> {
        Ok(Replay { position: self.start()?, game: self, number: 0 })
    }

    /// The game as the board knows it.
    pub fn moves_on_board(&self) -> Result<board::Game, Reason> {
        let mut game = board::Game::from_position(self.start()?);
        for (number, played) in self.moves.iter().enumerate() {
            let colour = self.colour_at(number);
            let illegal = |reason| Reason::Illegal { number: number + 1, colour, vertex: *played, reason };
            game.play(colour, *played).map_err(illegal)?;
        }
        Ok(game)
    }

    /// Replays the whole game and returns the first thing wrong with it.
    pub(crate) fn check(&self) -> Result<(), Reason> {
        if self.moves.is_empty() {
            return Err(Reason::Empty);
        }
        if !self.players.iter().any(|player| player.is_person() && player.rank.is_some()) {
            return Err(Reason::NoRank);
        }
        let mut replay = self.replay()?;
        while let Some(turn) = replay.next_turn() {
            let illegal = |reason| Reason::Illegal {
                number: turn.number + 1,
                colour: turn.colour,
                vertex: turn.played,
                reason,
            };
            replay.position.check_legal(turn.colour, turn.played).map_err(illegal)?;
            replay.advance();
        }
        Ok(())
    }

    /// Who makes a move, counted from 0.
    pub fn colour_at(&self, number: usize) -> Colour {
        if number.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    pub fn player(&self, colour: Colour) -> &Player {
        &self.players[colour.index()]
    }
}

/// A game while it is replayed. Games from [`read`](crate::read) have been checked, so all their moves are
/// legal.
pub struct Replay<'a> {
    position: Position,
    game: &'a Game,
    number: usize,
}

impl Replay<'_> {
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move played here; `None` at the end.
    pub fn next_turn(&self) -> Option<Turn> {
        let played = *self.game.moves.get(self.number)?;
        let thinking_ms = self.game.thinking_ms.get(self.number).copied().flatten();
        Some(Turn { number: self.number, colour: self.game.colour_at(self.number), played, thinking_ms })
    }

    /// Plays that move.
    pub fn advance(&mut self) {
        let Some(turn) = self.next_turn() else { return };
        self.position.play_legal(turn.played);
        self.number += 1;
        if self.position.is_over() && self.number < self.game.moves.len() {
            // They passed, disagreed about dead stones, and went on.
            self.position.play_on();
        }
    }
}
