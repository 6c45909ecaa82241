//! What one player did in one game.

use std::path::Path;

use board::{Colour, Move, Point, Position, Symmetry};
use partner::Evaluators;
use record::game::Reader;

use crate::per_game::look_at_games;
use crate::results::Entry;
use crate::styles::{StylesError, first_line, opening_moves};

/// A move must be this likely to count as one that could have been played.
const AT_HAND: f32 = 0.05;

/// One player's moves in a game, without passes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeenGame {
    /// Moves of the opening in the centre area, as the paper counts them.
    pub centre: f64,
    /// The points of all moves, with their numbers in the game, from 1.
    pub points: Vec<(usize, Point)>,
    /// Own stones that were captured, and stones that it captured.
    pub lost: f64,
    pub captured: f64,
    /// Where there was a choice: how many moves left the lead as open as none of the others would have, how many as
    /// settled, and how many there were.
    pub risky: f64,
    pub safe: f64,
    pub choices: f64,
}

impl SeenGame {
    /// The games of the first player of a match, in their order. Where a network is given, it says what was risked.
    /// `threads` games are looked at at once.
    pub fn of_first(
        folder: &Path,
        entries: &[Entry],
        network: Option<&Evaluators>,
        threads: usize,
    ) -> Result<Vec<SeenGame>, StylesError> {
        look_at_games(entries, threads, || |entry: &Entry| SeenGame::read(folder, entry, network))
    }

    fn read(folder: &Path, entry: &Entry, network: Option<&Evaluators>) -> Result<SeenGame, StylesError> {
        let record = Reader::default().load(&folder.join(&entry.sgf), None)?.game;
        SeenGame::of(record.start(), record.moves(), entry.first_colour, network)
    }

    /// What a player did in the moves of a game.
    pub fn of(
        start: &Position,
        moves: &[(Colour, Move)],
        player: Colour,
        network: Option<&Evaluators>,
    ) -> Result<SeenGame, StylesError> {
        let mut position = start.clone();
        let size = position.size();
        let mut game = SeenGame::default();
        for (number, &(colour, mv)) in (1..).zip(moves) {
            position.set_to_move(colour);
            if let (Move::Play(p), true) = (mv, colour == player) {
                if number <= opening_moves(size.width()) && size.line(p) >= first_line(size.width()) {
                    game.centre += 1.0;
                }
                game.points.push((number, p));
                if let Some(network) = network {
                    game.add_risk(&position, mv, network)?;
                }
            }
            position.play_legal(mv);
        }
        game.lost = f64::from(position.captures(player.other()));
        game.captured = f64::from(position.captures(player));
        Ok(game)
    }

    /// Whether a move leaves the lead more open, or less, than all others that a network would think of.
    fn add_risk(
        &mut self,
        position: &Position,
        played: Move,
        network: &Evaluators,
    ) -> Result<(), StylesError> {
        let ask = |position: &Position| {
            let raw = network.raw(position, Symmetry::IDENTITY, Some(0.0));
            raw.ok_or(StylesError::NoNetwork)?.map_err(StylesError::Network)
        };
        let spread_after = |mv: Move| {
            let mut after = position.clone();
            after.play_legal(mv);
            Ok::<f32, StylesError>(ask(&after)?.score_stdev())
        };
        let raw = ask(position)?;
        let likely = raw
            .priors(position.size())
            .filter(|(mv, prior)| *prior >= AT_HAND && *mv != played && mv.point().is_some());
        let others: Vec<f32> = likely.map(|(mv, _)| spread_after(mv)).collect::<Result<_, StylesError>>()?;
        if others.is_empty() {
            return Ok(());
        }
        let own = spread_after(played)?;
        self.choices += 1.0;
        self.risky += f64::from(u8::from(others.iter().all(|other| own > *other)));
        self.safe += f64::from(u8::from(others.iter().all(|other| own < *other)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size};

    use super::*;

    #[test]
    fn stones_and_lines_are_counted() {
        let size = Size::square(9).unwrap();
        let start = Position::new(size, Rules::CHINESE, Komi::ZERO);
        // White captures A1.
        let words = ["A1", "A2", "E5", "B1", "C3", "pass", "pass"];
        let moves: Vec<(Colour, Move)> = words
            .iter()
            .zip([Colour::Black, Colour::White].into_iter().cycle())
            .map(|(word, colour)| (colour, Move::parse(word, size).unwrap()))
            .collect();
        let seen = |player| SeenGame::of(&start, &moves, player, None).unwrap();
        let (black, white) = (seen(Colour::Black), seen(Colour::White));
        assert_eq!((black.centre, black.lost, black.captured, black.points.len()), (2.0, 1.0, 0.0, 3));
        assert_eq!((white.centre, white.lost, white.captured, white.points.len()), (0.0, 0.0, 1.0, 2));
        assert_eq!((black.choices, black.risky), (0.0, 0.0), "no network was asked");
    }
}
