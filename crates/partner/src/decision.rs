//! What a partner decides, and why.

mod human;
mod network_choice;
mod playout_choice;
mod resignation;
mod temperature;

pub use human::blend;
pub(crate) use human::blend_to_play;
pub(crate) use network_choice::follow;
pub use playout_choice::Purpose;
pub(crate) use playout_choice::{AfterPass, choose};
pub(crate) use resignation::{is_hopeless, is_late_enough};
pub(crate) use temperature::{chance, draw, shuffle, standard_normal};

use std::time::Duration;

use board::{Colour, Move, Position, Score};
use search::Snapshot;

/// What a player does on its turn.
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
    /// The search gave this move the most visits.
    MostVisited,
    /// The search prefers another move, but fewer visits were allowed, or the temperature drew this one.
    HoldsBack { best: Move },
    /// There is no other legal move.
    OnlyMove,
    /// Fills a neutral point, which counts under area rules.
    FillsDame,
    /// Captures dead stones, because the rules would count them as alive.
    CapturesDeadStones,
    /// Passing ends the game, and the count wins it.
    PassWinning(Score),
    /// Every point is settled.
    NothingLeft,
    /// The search would rather pass than play anywhere.
    PassIsBest,
    /// The game was out of reach for several moves in a row.
    Resigned { moves: u32 },
}

impl Reason {
    /// One word, for tables.
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

/// A decision, with the position it is for and the candidates it was chosen from. Nothing has been played yet.
#[derive(Clone)]
pub struct Decision {
    pub colour: Colour,
    /// The position that was searched, with `colour` to move.
    pub position: Position,
    pub choice: Choice,
    pub reason: Reason,
    /// What the search knew, the chosen move first.
    pub snapshot: Snapshot,
    /// It is time to resign, whether or not the request allowed that.
    pub would_resign: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// Own hopeless moves in a row, including this one.
    pub(crate) hopeless_moves: u32,
    /// Little is open, so the next search keeps time to consider a pass.
    pub(crate) late: bool,
}

impl Decision {
    /// A decision for the side to move.
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
