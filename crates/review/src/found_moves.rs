//! Good moves that were hard to find.

use board::{Colour, Rank};
use evaluation::Lead;
use serde::{Deserialize, Serialize};

use crate::encoding;
use crate::peoples_moves::PeoplesMove;

/// A good move that few players of the mover's rank find.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FoundMove {
    /// Moves before it.
    pub after: usize,
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub rank: Rank,
    /// How often players of that rank find it or something about as good, from 0 to 1.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub own: f32,
    /// Points that they lose here on average.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub saved: f32,
}

/// A move that loses less than this is as good as the best.
pub(crate) const GOOD: f32 = 0.3;
/// And one that loses less than this is about as good.
const ABOUT_AS_GOOD: f32 = 1.0;
/// Few are those that make up less than this share.
const FEW: f32 = 0.25;
/// Where players lose less on average, there was nothing to find.
const LEAST_SAVED: f32 = 2.0;
/// Nothing is said where less than this share of what is played was looked at.
const LEAST_KNOWN: f32 = 0.7;
/// One huge blunder that somebody might make says little.
const MOST_LOST: f32 = 20.0;

impl FoundMove {
    /// From the moves that people of a rank would play, with the lead after each. `best` is what the best move promised.
    /// `None` where the move was easy to find, or nothing was at stake.
    pub fn of(
        after: usize,
        rank: Rank,
        colour: Colour,
        best: Lead,
        moves: &[(PeoplesMove, Lead)],
    ) -> Option<FoundMove> {
        let (mut known, mut good, mut lost) = (0.0, 0.0, 0.0);
        for (m, lead) in moves {
            let cost = best.of(colour) - lead.of(colour);
            known += m.own;
            good += if cost < ABOUT_AS_GOOD { m.own } else { 0.0 };
            lost += m.own * cost.clamp(0.0, MOST_LOST);
        }
        let found = FoundMove { after, rank, own: good / known, saved: lost / known };
        (known >= LEAST_KNOWN && found.own < FEW && found.saved >= LEAST_SAVED).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use board::{Move, Point};

    use super::*;

    /// Shares of moves of White's, and what each loses.
    fn found(all: &[(f32, f32)]) -> Option<FoundMove> {
        let lead = |lost: f32| Lead::for_side(Colour::White, 1.0 - lost);
        let people =
            |x: usize, own: f32| PeoplesMove { mv: Move::Play(Point::new(x, 0)), own, stronger: own };
        let moves: Vec<_> =
            all.iter().enumerate().map(|(x, (own, lost))| (people(x, *own), lead(*lost))).collect();
        FoundMove::of(5, Rank::WEAKEST, Colour::White, lead(0.0), &moves)
    }

    #[test]
    fn only_what_few_find_is_praised() {
        let hard = found(&[(0.6, 5.0), (0.2, 4.0), (0.1, 0.0)]).unwrap();
        assert!((hard.own - 0.1 / 0.9).abs() < 1e-5 && hard.saved > 4.0, "{hard:?}");
        assert_eq!(found(&[(0.5, 5.0), (0.4, 0.5), (0.1, 0.0)]), None, "many find something about as good");
        assert_eq!(found(&[(0.9, 1.5), (0.1, 0.0)]), None, "little was at stake");
        assert_eq!(found(&[(0.4, 9.0), (0.1, 0.0)]), None, "too little is known");
    }
}
