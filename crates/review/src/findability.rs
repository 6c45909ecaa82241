//! Who would have found something better: players of the same rank, and stronger ones.

use board::{Colour, Rank};
use evaluation::Lead;
use serde::{Deserialize, Serialize};
use speech::Difficulty;

use crate::encoding;
use crate::peoples_moves::{PeoplesMove, RANKS_UP};

/// How often players would have played something clearly better than a mistake.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Findability {
    /// Moves before the mistake.
    pub after: usize,
    /// Of who made it.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub rank: Rank,
    /// How often players of that rank find something better, from 0 to 1.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub own: f32,
    /// And players [a few ranks up](crate::RANKS_UP).
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub stronger: f32,
}

/// A move is clearly better than a mistake if it loses at most this part of it. Less of a difference is one of degree:
/// whoever plays it has not seen what the mistake was about. And searches that are short do not tell smaller ones apart.
const CLEARLY_BETTER: f32 = 0.5;
/// Nothing is said of players of whose moves less than this share was looked at.
const LEAST_KNOWN: f32 = 0.5;

/// The rank by which stronger players are called is the middle one.
const STRONGER: u8 = RANKS_UP[1];
/// Shares from which on something is called usual, and below which it is called rare. They are far enough from a half that
/// a network's error does not turn one into the other.
const USUALLY: f32 = 0.6;
const RARELY: f32 = 0.2;
/// Less is not said to be seen more often, nor is what hardly anybody sees.
const MORE: f32 = 0.05;
const OFTEN: f32 = 0.3;
/// No network is surer than that of what people play: beyond it, odds say nothing.
const DOUBT: f32 = 0.05;

impl Findability {
    /// From the moves that people would play instead of a mistake, with the lead after each of them. `best` is what the best
    /// move promised, and `points` what the mistake cost. Moves that were not looked at count for neither side.
    pub fn of(
        after: usize,
        rank: Rank,
        colour: Colour,
        best: Lead,
        points: f32,
        moves: &[(PeoplesMove, Lead)],
    ) -> Option<Findability> {
        let (mut known, mut better) = ([0.0; 2], [0.0; 2]);
        for (m, lead) in moves {
            let is_better = best.of(colour) - lead.of(colour) <= CLEARLY_BETTER * points;
            for (side, share) in [m.own, m.stronger].into_iter().enumerate() {
                known[side] += share;
                better[side] += if is_better { share } else { 0.0 };
            }
        }
        if known.iter().any(|known| *known < LEAST_KNOWN) {
            return None;
        }
        Some(Findability { after, rank, own: better[0] / known[0], stronger: better[1] / known[1] })
    }

    /// What there is to say of it: nothing where it is neither easy nor hard.
    pub fn difficulty(&self) -> Option<Difficulty> {
        let up = self.stronger_rank();
        if self.own >= USUALLY {
            Some(Difficulty::Known { rank: self.rank })
        } else if self.stronger >= USUALLY {
            Some(Difficulty::Usual { rank: up })
        } else if self.stronger <= RARELY {
            Some(Difficulty::Hard { rank: up })
        } else {
            (self.stronger >= OFTEN && self.gain() >= MORE).then_some(Difficulty::Often { rank: up })
        }
    }

    /// How much likelier stronger players are to find something better than to miss it.
    pub fn odds(&self) -> f32 {
        (self.stronger + DOUBT) / (1.0 - self.stronger + DOUBT)
    }

    /// The rank by which the stronger players are called.
    pub fn stronger_rank(&self) -> Rank {
        self.rank.stronger(STRONGER)
    }

    /// How much likelier stronger players find something better.
    pub fn gain(&self) -> f32 {
        (self.stronger - self.own).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use board::{Move, Point};

    use super::*;

    fn rank(text: &str) -> Rank {
        text.parse().unwrap()
    }

    /// Moves of Black's with their shares, and what each loses of a lead of 3 points.
    fn moves(all: &[(f32, f32, f32)]) -> Vec<(PeoplesMove, Lead)> {
        let lead = |lost: f32| Lead::for_side(Colour::Black, 3.0 - lost);
        let mv = |x: usize| Move::Play(Point::new(x, 0));
        all.iter()
            .enumerate()
            .map(|(x, (own, stronger, lost))| {
                (PeoplesMove { mv: mv(x), own: *own, stronger: *stronger }, lead(*lost))
            })
            .collect()
    }

    fn found(points: f32, all: &[(f32, f32, f32)]) -> Option<Findability> {
        let best = Lead::for_side(Colour::Black, 3.0);
        Findability::of(7, rank("12k"), Colour::Black, best, points, &moves(all))
    }

    #[test]
    fn who_loses_half_as_much_has_found_something_better() {
        let all = [(0.5, 0.2, 8.0), (0.2, 0.3, 0.0), (0.2, 0.4, 4.0), (0.1, 0.1, 5.0)];
        let findability = found(8.0, &all).unwrap();
        assert!((findability.own - 0.4).abs() < 1e-5 && (findability.stronger - 0.7).abs() < 1e-5);
        assert!((findability.gain() - 0.3).abs() < 1e-5);
        // What was not looked at counts for neither side; where that is much, nothing is said.
        let part = found(8.0, &[(0.3, 0.3, 8.0), (0.3, 0.3, 0.0)]).unwrap();
        assert!((part.own - 0.5).abs() < 1e-5);
        assert_eq!(found(8.0, &[(0.3, 0.6, 8.0)]), None);
    }

    #[test]
    fn what_is_said_of_it_is_so() {
        let said = |own, stronger| Findability { after: 0, rank: rank("12k"), own, stronger }.difficulty();
        assert_eq!(said(0.7, 0.8), Some(Difficulty::Known { rank: rank("12k") }));
        assert_eq!(said(0.4, 0.65), Some(Difficulty::Usual { rank: rank("8k") }));
        assert_eq!(said(0.3, 0.45), Some(Difficulty::Often { rank: rank("8k") }));
        assert_eq!(said(0.1, 0.15), Some(Difficulty::Hard { rank: rank("8k") }));
        assert_eq!((said(0.42, 0.45), said(0.1, 0.25)), (None, None));
    }
}
