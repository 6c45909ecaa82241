//! The game that is looked at.

use board::{Colour, Game, Move, Rank, Size};
use record::game::{Info, OnError, Player, Reader, ReplayError, Warning};
use record::sgf::{NodeId, Tree};

use crate::ReviewError;
use crate::lines::RecordLines;
use crate::position_analysis::PositionAnalysis;

/// More moves than any real game has; superko compares each with all before.
const MOST_MOVES: usize = 2_000;

/// A game's main line, with its places in the record.
#[derive(Clone)]
pub struct Reviewed {
    pub game: Game,
    /// Names, result and the like, as the record has them: text from strangers.
    pub info: Info,
    /// The node of each move.
    pub nodes: Vec<NodeId>,
    /// Moves of the record before the game's own, which starts over where stones were set up in its middle.
    pub moves_before: usize,
    /// Variations and marks of the record.
    pub besides: RecordLines,
    pub warnings: Vec<Warning>,
    /// Why the record was not followed to its end.
    pub stopped: Option<ReplayError>,
    /// What is known of its positions before a review, by the number of moves: the review begins from there. Whoever
    /// taught during the game puts it here; it may be shorter than the game.
    pub known: Vec<Option<PositionAnalysis>>,
    /// Black's and White's rank, as the record says or somebody knows better: mistakes are put into an order for them.
    pub ranks: [Option<Rank>; 2],
}

impl Reviewed {
    /// Reads the main line of a tree, as far as its moves can be played.
    pub fn read(tree: &Tree) -> Result<Reviewed, ReviewError> {
        let reader = Reader { on_error: OnError::Stop, max_moves: MOST_MOVES, ..Reader::default() };
        let replay = reader.main_line(tree)?;
        if let Some(ReplayError::TooLong { limit }) = replay.stopped {
            let line = tree.main_line().len();
            return Err(ReviewError::TooLong { moves: line.max(limit + 1), most: limit });
        }
        let size = replay.game.size();
        if [size.width(), size.height()].iter().any(|side| Size::playable(*side).is_none()) {
            return Err(ReviewError::Board(size));
        }
        let rank = |player: &Player| player.rank.as_deref().and_then(|rank| rank.parse().ok());
        Ok(Reviewed {
            ranks: [rank(&replay.info.black), rank(&replay.info.white)],
            besides: RecordLines::read(tree, &replay.nodes, size),
            game: replay.game,
            info: replay.info,
            nodes: replay.nodes,
            moves_before: replay.moves_before,
            warnings: replay.warnings,
            stopped: replay.stopped,
            known: Vec::new(),
        })
    }

    pub fn moves(&self) -> &[(Colour, Move)] {
        self.game.moves()
    }

    pub fn size(&self) -> Size {
        self.game.size()
    }

    /// The number that a move has in the record, for people: the first is 1.
    pub fn number(&self, index: usize) -> usize {
        self.moves_before + index + 1
    }

    /// A player's name for people.
    pub fn name(&self, colour: Colour) -> &str {
        let (player, usual) = match colour {
            Colour::Black => (&self.info.black, "Black"),
            Colour::White => (&self.info.white, "White"),
        };
        player.name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or(usual)
    }
}
