//! What a partner decides, and why.
//!
//! A [chain] of rules chooses one of the searched moves. Then it is asked whether to pass or to finish the board instead
//! ([network_choice], [playout_choice]), and last whether to [resign](resignation).

mod chain;
mod human;
mod mixed;
mod network_choice;
mod playout_choice;
mod resignation;
mod score_control;
mod steering;
mod table;
mod temperature;
mod win_rate_control;

pub(crate) use chain::{Chain, Scene, places, run};
pub use human::blend;
pub(crate) use human::blend_to_play;
pub(crate) use mixed::{Mixed, favourites};
pub(crate) use network_choice::follow;
pub use playout_choice::Purpose;
pub(crate) use playout_choice::{AfterPass, choose};
pub(crate) use resignation::{is_hopeless, is_late_enough};
pub(crate) use score_control::score_chain;
pub(crate) use steering::{Results, SteeringScene, steering_chain};
pub use table::{DecisionTable, Row, RuleName, Status};
pub(crate) use temperature::{chance, human_chain, search_chain, standard_normal};
pub(crate) use win_rate_control::{nearest_chain, win_rate_chain};

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
    /// Another move wins more, but the game should stay close.
    KeepsClose { best: Move },
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
            Reason::KeepsClose { .. } => "keeps-close",
            Reason::OnlyMove => "only-move",
            Reason::FillsDame => "fills-dame",
            Reason::CapturesDeadStones => "takes-dead-stones",
            Reason::PassWinning(_) => "pass-winning",
            Reason::NothingLeft => "nothing-left",
            Reason::PassIsBest => "pass-is-best",
            Reason::Resigned { .. } => "resigned",
        }
    }

    /// The rule that gives it, where that is not one of the chain over the candidates.
    fn rule(&self) -> RuleName {
        match self {
            Reason::MostVisited | Reason::HoldsBack { .. } | Reason::KeepsClose { .. } => {
                RuleName::MostVisited
            }
            Reason::OnlyMove => RuleName::OnlyMove,
            Reason::FillsDame => RuleName::FillsDame,
            Reason::CapturesDeadStones => RuleName::CapturesDeadStones,
            Reason::PassWinning(_) => RuleName::PassWinning,
            Reason::NothingLeft => RuleName::NothingLeft,
            Reason::PassIsBest => RuleName::PassIsBest,
            Reason::Resigned { .. } => RuleName::Resigned,
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
    /// What the rules did with every candidate.
    pub table: DecisionTable,
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
            table: DecisionTable::for_best(&snapshot),
            snapshot,
            would_resign: false,
            elapsed: Duration::ZERO,
            hopeless_moves: 0,
            late: false,
        }
    }

    /// The same decision with the table it was made from.
    pub(crate) fn with_table(mut self, table: DecisionTable) -> Decision {
        self.table = table;
        self.follow_choice();
        self
    }

    /// Notes in the table what was decided after its rules: a pass, dame, a resignation.
    pub(crate) fn follow_choice(&mut self) {
        match self.choice {
            Choice::Play(mv) if self.table.chosen().is_none_or(|row| row.mv != mv) => {
                self.table.choose_instead(mv, &self.snapshot, self.reason.rule());
            }
            Choice::Play(_) => {}
            Choice::Resign => self.table.rule = Some(RuleName::Resigned),
        }
    }
}
