//! The partner's first words.

use board::Rank;
use partner::SteeringAim;

use crate::Place;

/// How a game begins: with what mattered most in the one before, where that is known, or with who sits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Greeting {
    /// Stones of the player's died there.
    Lost { stones: usize, at: Place },
    /// Stones of the partner's got away there.
    GotAway { stones: usize, at: Place },
    /// Territory of the player's went there.
    LostTerritory { at: Place },
    /// The player's most expensive move was elsewhere while this place was to be played.
    Missed { at: Place },
    /// Nothing is known: the level and the side of the board.
    Level { rank: Rank, side: usize },
    /// The same where the partner aims at a result.
    Aims { aim: SteeringAim, side: usize },
    /// Somebody who learnt the rules last week.
    Beginner { side: usize },
    /// The same in a game to some captures.
    Captures { goal: usize },
}
