//! One path from the root to a leaf.

use std::time::Duration;

use board::{Colour, Move, Position};
use evaluation::Query;

use super::child_weights::ChildWeight;
use super::node::Step;
use crate::tree::Descent;

/// A path and its position.
pub(crate) struct PuctDescent {
    pub path: Vec<Step>,
    /// Steps before this one do not count the visit: they, or one after them, only look.
    pub counted_from: usize,
    /// The root's position at the start of a descent, the leaf's at its end.
    pub position: Position,
    /// Both sides have passed, and the evaluator decides the value of the board.
    pub ended: bool,
    pub bias_key: Option<u64>,
    pub key: u64,
    pub history: u64,
    /// A buffer for the children of one node.
    pub children: Vec<ChildWeight>,
    pub waited: Duration,
}

impl PuctDescent {
    /// Plays a move. If the game ends by agreement, the second pass is not played: the evaluator evaluates
    /// the board with the other side to move, which amounts to agreeing.
    pub fn play(&mut self, mv: Move) {
        let position = &mut self.position;
        let ends = mv == Move::Pass && position.passes() == 1;
        if ends && !position.rules().counts_as_it_stands() {
            self.ended = true;
            position.set_to_move(position.to_move().other());
        } else {
            position.play_legal(mv);
        }
    }

    /// The query for the leaf.
    pub fn query(&self) -> Query<'_> {
        Query { position: &self.position, wants_priors: !self.ended, at_root: false }
    }

    /// Stones captured so far by both sides.
    pub fn captured(&self) -> u32 {
        Colour::BOTH.iter().map(|c| self.position.captures(*c)).sum()
    }
}

impl Descent for PuctDescent {
    fn new(root: &Position, _: usize) -> PuctDescent {
        PuctDescent {
            path: Vec::new(),
            counted_from: 0,
            position: root.clone(),
            ended: false,
            bias_key: None,
            key: 0,
            history: 0,
            children: Vec::new(),
            waited: Duration::ZERO,
        }
    }

    fn leaf(&mut self, _: &Position) -> Query<'_> {
        self.query()
    }

    fn waited(&self) -> Duration {
        self.waited
    }
}
