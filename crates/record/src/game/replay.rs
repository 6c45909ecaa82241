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
    /// Keep the game up to there and say why it ends.
    Stop,
}

/// How to read games.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// For records that name no rules known here. Such records are judged leniently: simple ko, suicide of
    /// several stones allowed.
    pub rules: Rules,
    /// For records without a clear komi; otherwise it is the one usual under the rules, or 0.5 with handicap.
    pub komi: Option<Komi>,
    pub on_error: OnError,
    /// The longest game to read. Superko compares each move with all before it.
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
    /// Stones set up before the first move are its start. Stones set up later begin it anew, from the
    /// position with them: moves before, their prisoners and their memory for superko are not part of it.
    pub game: Game,
    /// Of the whole record, but for comments: those are on the moves of `game`.
    pub info: Info,
    /// The node of each move of `game`.
    pub nodes: Vec<NodeId>,
    /// Moves of the record before those of `game`; 0 unless stones were set up in mid-game.
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

    /// Plays the way from the root to a node, that node included.
    pub fn to_node(&self, tree: &Tree, node: NodeId) -> Result<Replay, ReplayError> {
        self.line(tree, &tree.path_to(node), usize::MAX)
    }

    /// Plays the main line up to the position before move `number`, counted from 1 as GTP does in `loadsgf`;
    /// to its end if it is shorter. Setting up stones counts as no move.
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
