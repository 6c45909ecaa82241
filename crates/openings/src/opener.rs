//! A player that looks one move ahead.

use board::{Board, Point, Position};
use rand::Rng;

use crate::expectation::Expectation;
use crate::inputs::Encoder;
use crate::td::ValueFunction;
use crate::value_net::ValueNet;

/// Moves whose values differ by less are equally good: sums in another order differ by about as much.
const TIE: f32 = 1e-5;

/// A network, and what it sees.
#[derive(Clone, Debug)]
pub struct Opener {
    encoder: Encoder,
    net: ValueNet,
}

/// What an opener expects after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveValue {
    pub point: Point,
    pub expectation: Expectation,
}

impl Opener {
    pub fn new(encoder: Encoder, net: ValueNet) -> Opener {
        Opener { encoder, net }
    }

    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    pub fn net(&self) -> &ValueNet {
        &self.net
    }

    pub(crate) fn net_mut(&mut self) -> &mut ValueNet {
        &mut self.net
    }

    /// What it expects of a position.
    pub fn expectation(&self, position: &Position) -> Expectation {
        let mut inputs = Vec::new();
        self.encoder.encode(position.board(), position.to_move(), &mut inputs);
        let value = self.net.value(&inputs);
        self.net.predicts().expectation(value, position.to_move(), self.encoder.size())
    }

    /// Every legal move on the board, and what is expected after it.
    pub fn moves(&self, position: &Position) -> Vec<MoveValue> {
        let (us, them) = (position.to_move(), position.to_move().other());
        let (predicts, size) = (self.net.predicts(), self.encoder.size());
        let expectation = |value| predicts.expectation(value, them, size);
        let values = self.values_for_opponent(position);
        debug_assert!(values.iter().all(|(p, _)| position.board().allows(*p, us, position.rules().suicide)));
        values
            .into_iter()
            .map(|(point, value)| MoveValue { point, expectation: expectation(value) })
            .collect()
    }

    /// The value of each move for the opponent, who moves next. A move changes few inputs, so only what changes is added
    /// to the hidden sums; this is where nearly all time is spent.
    fn values_for_opponent(&self, position: &Position) -> Vec<(Point, f32)> {
        let (us, them) = (position.to_move(), position.to_move().other());
        let (mut before, mut after) = (Vec::new(), Vec::new());
        self.encoder.encode(position.board(), them, &mut before);
        let sums_before = self.net.sums(&before);
        let mut sums = sums_before.clone();
        let mut board: Board = position.board().clone();
        let mut value = |point: Point| {
            board.clone_from(position.board());
            board.play(point, us);
            self.encoder.encode(&board, them, &mut after);
            sums.copy_from_slice(&sums_before);
            for (i, (new, old)) in after.iter().zip(&before).enumerate() {
                if new != old {
                    self.net.add_input(&mut sums, i, new - old);
                }
            }
            (point, self.net.value_of(&mut sums))
        };
        position.legal_points().iter().map(&mut value).collect()
    }

    /// The best move, at random among equals; `None` if there is no legal move.
    pub fn best(&self, position: &Position, random: &mut impl Rng) -> Option<Point> {
        let values = self.values_for_opponent(position);
        let least = values.iter().map(|(_, value)| *value).min_by(f32::total_cmp)?;
        let best: Vec<Point> =
            values.iter().filter(|(_, value)| *value <= least + TIE).map(|(point, _)| *point).collect();
        best.get(random.random_range(0..best.len().max(1))).copied()
    }
}

#[cfg(test)]
mod tests {
    use board::{Colour, Komi, Move, Rules, Size};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::inputs::Encoding;
    use crate::value_net::Layers;

    fn opener(features: &str) -> Opener {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let size = Size::square(5).unwrap();
        let encoder = Encoder::new(size, features.parse().unwrap(), Encoding::default());
        let mut net = ValueNet::new(Layers::default(), encoder.symmetries(), &mut random);
        net.weights_mut().iter_mut().for_each(|w| *w = random.random_range(-0.2..0.2));
        Opener::new(encoder, net)
    }

    fn position(moves: &[&str]) -> Position {
        let size = Size::square(5).unwrap();
        let mut position = Position::new(size, Rules::CHINESE, Komi::ZERO);
        moves.iter().for_each(|m| position.play(Move::parse(m, size).unwrap()).unwrap());
        position
    }

    /// What is added up from differences is what the position after the move is worth.
    #[test]
    fn a_move_is_worth_the_position_after_it() {
        for features in ["A", "ABCDE"] {
            let opener = opener(features);
            // White captures at A1 or saves nothing: some moves change many inputs.
            let position = position(&["B1", "A1", "C3", "C2", "B2", "D3"]);
            let moves = opener.moves(&position);
            assert_eq!(moves.len(), position.legal_points().len());
            for found in moves {
                let mut after = position.clone();
                after.play(Move::Play(found.point)).unwrap();
                let lead = opener.expectation(&after).of(Colour::Black);
                assert!((found.expectation.of(Colour::Black) - lead).abs() < 1e-3, "{:?}", found.point);
            }
        }
    }

    #[test]
    fn the_best_move_is_played_and_ties_are_drawn() {
        let opener = opener("AD");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let position = position(&["B2", "D3"]);
        let best = opener.best(&position, &mut random).unwrap();
        let lead = |m: &MoveValue| m.expectation.of(Colour::Black);
        let highest = opener.moves(&position).into_iter().max_by(|a, b| lead(a).total_cmp(&lead(b))).unwrap();
        assert_eq!(best, highest.point);
        // On the empty board, symmetric moves are equal.
        let empty = self::position(&[]);
        let drawn: std::collections::HashSet<Point> =
            (0..40).map(|_| opener.best(&empty, &mut random).unwrap()).collect();
        assert!([1, 4, 8].contains(&drawn.len()), "{drawn:?}");
    }
}
