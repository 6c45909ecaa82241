//! Why a game cannot be used.

use board::{Colour, IllegalMove, Move, NotARank};

/// Why a game was set aside.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    #[error("not a game record: {0}")]
    Format(String),
    #[error("the board is {0} lines wide, more than 19 or none")]
    Board(usize),
    #[error("unknown rules '{0}'")]
    Rules(String),
    #[error("'{0}' is not a komi")]
    Komi(String),
    #[error("{0}")]
    Rank(#[from] NotARank),
    #[error("rank {0} is not between 30k (0) and 9d (38)")]
    RankRange(String),
    #[error("no person in it has a rank")]
    NoRank,
    #[error("it has no moves")]
    Empty,
    #[error("the starting stones do not fit on the board")]
    Setup,
    #[error("a handicap of {said}, but {stones} stones")]
    Handicap { said: usize, stones: usize },
    #[error("stones were set up during the game")]
    LateSetup,
    #[error("move {number}: '{text}' is not on the board")]
    OffBoard { number: usize, text: String },
    #[error("move {number}: {colour} moves out of turn")]
    OutOfTurn { number: usize, colour: Colour },
    #[error("move {number}, {colour} {vertex}: {reason}")]
    Illegal { number: usize, colour: Colour, vertex: Move, reason: IllegalMove },
}

impl Reason {
    /// The kind of reason, without the particulars of one game: what a summary counts.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::Format(_) => "not a game record",
            Reason::Board(_) => "board too large",
            Reason::Rules(_) => "unknown rules",
            Reason::Komi(_) => "impossible komi",
            Reason::Rank(_) | Reason::RankRange(_) => "impossible rank",
            Reason::NoRank => "no rank",
            Reason::Empty => "no moves",
            Reason::Setup => "impossible starting stones",
            Reason::Handicap { .. } => "handicap stones missing",
            Reason::LateSetup => "stones set up during the game",
            Reason::OffBoard { .. } => "move off the board",
            Reason::OutOfTurn { .. } => "move out of turn",
            Reason::Illegal { reason: IllegalMove::Occupied, .. } => "move on a stone",
            Reason::Illegal { reason: IllegalMove::Suicide, .. } => "suicide",
            Reason::Illegal { .. } => "ko retaken at once",
        }
    }
}
