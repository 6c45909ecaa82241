//! A line of a tree, played on a board.

use board::{Game, Komi, Rules};

use super::header::Header;
use super::play::{Play, first_movers};
use super::{Info, ReplayError, Warning};
use crate::sgf::{NodeId, Tree};

/// What to do when a line cannot be played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnError {
    /// Refuse the record.
    #[default]
    Refuse,
    /// Keep the game up to that point and report why it ends.
    Stop,
}

/// How to read games.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// For records without known rules. Such records are read leniently: simple ko, and suicide of several
    /// stones is allowed.
    pub rules: Rules,
    /// For records without a clear komi. If this is not set, it is the usual komi under the rules, or 0.5
    /// with handicap.
    pub komi: Option<Komi>,
    pub on_error: OnError,
    /// The longest game to read, because superko compares each move with all before it.
    pub max_moves: usize,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { rules: Rules::CHINESE, komi: None, on_error: OnError::Refuse, max_moves: 20_000 }
    }
}

/// A game read from a tree.
#[derive(Clone)]
pub struct Replay {
    /// Stones set up before the first move are its start. Stones set up later restart it from the position
    /// with them: earlier moves, their prisoners and their superko history are not part of it.
    pub game: Game,
    /// For the whole record, except that comments are for the moves of `game`.
    pub info: Info,
    /// The node of each move of `game`.
    pub nodes: Vec<NodeId>,
    /// Moves of the record before those of `game`; 0 unless stones were set up during the game.
    pub moves_before: usize,
    pub warnings: Vec<Warning>,
    /// Why the line was not played to its end, under [`OnError::Stop`].
    pub stopped: Option<ReplayError>,
}

impl Reader {
    /// Plays the main line to its end.
    pub fn main_line(&self, tree: &Tree) -> Result<Replay, ReplayError> {
        self.line(tree, &tree.main_line(), usize::MAX)
    }

    /// Plays the path from the root to a node, including that node.
    pub fn to_node(&self, tree: &Tree, node: NodeId) -> Result<Replay, ReplayError> {
        self.line(tree, &tree.path_to(node), usize::MAX)
    }

    /// Plays the main line up to the position before move `number`, counted from 1 as in GTP's `loadsgf`, or
    /// to its end if it is shorter. Setting up stones does not count as a move.
    pub fn before_move(&self, tree: &Tree, number: usize) -> Result<Replay, ReplayError> {
        self.line(tree, &tree.main_line(), number.saturating_sub(1))
    }

    fn line(&self, tree: &Tree, line: &[NodeId], most: usize) -> Result<Replay, ReplayError> {
        let mut warnings = Vec::new();
        let header = Header::read(tree, line, self, &mut warnings)?;
        let first_movers = first_movers(tree, line);
        let mut play = Play::new(self, header, warnings, most);
        for (id, first_mover) in line.iter().zip(first_movers) {
            match play.node(*id, tree.node(*id), first_mover) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    play.stop(error)?;
                    break;
                }
            }
        }
        play.finish()
    }
}
