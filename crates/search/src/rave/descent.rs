//! One path from the root to a leaf.

use std::time::Duration;

use board::{Move, Position};
use evaluation::Query;

use crate::tree::Descent;

pub(crate) struct RaveDescent {
    /// The index of the move at each node.
    pub path: Vec<u32>,
    pub moves: Vec<Move>,
    /// Whether to expand the leaf.
    pub expands: bool,
    /// Where the sums of this thread are.
    pub thread: usize,
    pub waited: Duration,
    position: Position,
}

impl RaveDescent {
    /// The leaf, once it was asked for.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Descent for RaveDescent {
    fn new(root: &Position, thread: usize) -> RaveDescent {
        RaveDescent {
            path: Vec::new(),
            moves: Vec::new(),
            expands: false,
            thread,
            waited: Duration::ZERO,
            position: root.clone(),
        }
    }

    fn leaf(&mut self, root: &Position) -> Query<'_> {
        self.position.copy_from(root);
        for mv in &self.moves {
            self.position.play_legal(*mv);
        }
        let wants_priors = self.expands && !self.position.is_over();
        Query { position: &self.position, wants_priors, at_root: false }
    }

    fn waited(&self) -> Duration {
        self.waited
    }
}
