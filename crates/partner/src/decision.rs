//! What a partner decides, and why.

mod network_choice;
mod playout_choice;
mod resignation;
mod temperature;

pub(crate) use network_choice::follow;
pub use playout_choice::Purpose;
pub(crate) use playout_choice::{AfterPass, choose};
pub(crate) use resignation::{is_hopeless, is_late_enough};
pub(crate) use temperature::{chance, shuffle};

use std::time::Duration;

use board::{Colour, Move, Position, Score};
use search::Snapshot;

/// What a player does with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Play(Move),
    Resign,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Choice::Play(m) => m.fmt(f),
            Choice::Resign => f.write_str("resign"),
        }
    }
}

/// Why a partner chose what it chose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// The search looked at this move most.
    MostVisited,
    /// The search itself prefers another move: less thought was allowed, or chance chose.
    HoldsBack { best: Move },
    /// There was no other legal move.
    OnlyMove,
    /// Takes a neutral point, which counts under area rules.
    FillsDame,
    /// Takes dead stones off because the rules count them as alive otherwise.
    CapturesDeadStones,
    /// Both pass, and the count wins.
    PassWinning(Score),
    /// Every point is decided.
    NothingLeft,
    /// The search would rather pass than play anywhere.
    PassIsBest,
    /// The game was out of reach for several moves in a row.
    Resigned { moves: u32 },
}

impl Reason {
    /// In one word, for tables.
    pub fn word(&self) -> &'static str {
        match self {
            Reason::MostVisited => "most-visited",
            Reason::HoldsBack { .. } => "holds-back",
            Reason::OnlyMove => "only-move",
            Reason::FillsDame => "fills-dame",
            Reason::CapturesDeadStones => "takes-dead-stones",
            Reason::PassWinning(_) => "pass-winning",
            Reason::NothingLeft => "nothing-left",
            Reason::PassIsBest => "pass-is-best",
            Reason::Resigned { .. } => "resigned",
        }
    }
}

/// A decision with the position and the table it was taken from. Nothing has been played yet.
#[derive(Clone)]
pub struct Decision {
    pub colour: Colour,
    /// The position that was searched, with `colour` to move.
    pub position: Position,
    pub choice: Choice,
    pub reason: Reason,
    /// What the search knew.
    pub snapshot: Snapshot,
    /// It was time to resign, whether or not that was allowed.
    pub would_resign: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// Own moves in a row without hope, this one included.
    pub(crate) hopeless_moves: u32,
    /// Little was open: a pass may come up next time.
    pub(crate) late: bool,
}

impl Decision {
    /// A decision of the side to move.
    pub(crate) fn new(position: Position, choice: Choice, reason: Reason, snapshot: Snapshot) -> Decision {
        Decision {
            colour: position.to_move(),
            position,
            choice,
            reason,
            snapshot,
            would_resign: false,
            elapsed: Duration::ZERO,
            hopeless_moves: 0,
            late: false,
        }
    }
}
