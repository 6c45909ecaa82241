//! What there is to say about moves that were played.

use board::{Colour, Move, Point, Rank};
use partner::effects::Effect;
use serde::{Deserialize, Serialize};

use crate::{Difficulty, Place};

/// Why a move was bad, as far as ownership tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Reason {
    /// Own stones that lived are as good as dead.
    Dies(StoneGroup),
    /// Own stones have become weak.
    Weak(StoneGroup),
    /// Stones of the other side that were as good as dead live.
    Lives(StoneGroup),
    /// Points there that were as good as won are not any more.
    Lost { place: Place },
    /// The move to play was in another part of the board.
    Elsewhere { place: Place },
}

/// Stones of one colour that share a fate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StoneGroup {
    pub colour: Colour,
    pub count: usize,
    /// One of them.
    pub at: Point,
}

/// Who hears it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Who played the move.
    Player,
    /// Whoever reads the game.
    Reader,
}

/// How much is said of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What can be seen on the board, and about how many points: what a person of some rank would say.
    Board,
    /// Points to a tenth, and win rates.
    Numbers,
}

/// A move that cost something.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub colour: Colour,
    pub played: Move,
    pub reason: Option<Reason>,
    /// What came of it, where that can be seen on the board.
    pub consequence: Option<Consequence>,
    pub better: Option<BetterMove>,
    /// How hard something better was to see, where that is known and worth saying.
    pub difficulty: Option<Difficulty>,
    pub points: f32,
    /// The win rate of who played it, before and after.
    pub win_rate: (f32, f32),
    pub audience: Audience,
}

/// What the opponent can do about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Consequence {
    pub answer: Move,
    /// Bad news for who played before it, never empty.
    pub effects: Vec<Effect>,
}

/// What should have been played, and what it would have done.
#[derive(Clone, PartialEq, Debug)]
pub struct BetterMove {
    pub mv: Move,
    pub effects: Vec<Effect>,
}

/// A move that nothing better was found than.
#[derive(Clone, PartialEq, Debug)]
pub struct Praise {
    pub colour: Colour,
    pub played: Move,
    pub effects: Vec<Effect>,
    /// Whether few players at the listener's level find it.
    pub is_hard: bool,
}

/// A good move that few players of a rank find.
#[derive(Clone, PartialEq, Debug)]
pub struct HardMove {
    pub colour: Colour,
    pub played: Move,
    pub effects: Vec<Effect>,
    pub rank: Rank,
}

/// What a player is told about a move of their own.
#[derive(Clone, PartialEq, Debug)]
pub enum Lesson {
    Good(Praise),
    Bad(Verdict),
    /// The partner itself had named the move before.
    NamedButBad(Verdict),
    /// Something was better that players of a rank above the listener's rarely see.
    Beyond {
        rank: Rank,
    },
    /// Games of older programs tell no more than this.
    Brief {
        played: Move,
        points: f32,
        better: Option<Move>,
    },
}

/// A fight, from where it was first seen to where it was last. Moves are numbered as in the record.
#[derive(Clone, PartialEq, Debug)]
pub struct Fight {
    pub place: Place,
    pub first: usize,
    pub last: usize,
    pub worth: f32,
    pub winner: Option<Colour>,
}
