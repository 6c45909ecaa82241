//! The mistakes that mattered.

use board::{Colour, Move, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Serialize};
use speech::Reason;

use crate::encoding;
use crate::findability::Findability;
use crate::losses::losses;
use crate::position_analysis::{PositionAnalysis, all_on};
use crate::ranking::chosen;
use crate::teaching_order::first;

/// A move that lost something, and a better one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mistake {
    /// Moves before it.
    pub after: usize,
    pub colour: Colour,
    pub played: Move,
    /// Points that it cost.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub points: f32,
    /// The win rates and the leads before and after it.
    #[serde(rename = "chance_before", with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub win_rate_before: WinRate,
    #[serde(rename = "chance_after", with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub win_rate_after: WinRate,
    #[serde(with = "encoding::lead")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lead_before: Lead,
    #[serde(with = "encoding::lead")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lead_after: Lead,
    /// How the game would have gone on with the better move, which is the first.
    pub better: Vec<Move>,
    /// How it may go on after the move that was played.
    pub answer: Vec<Move>,
    pub reason: Option<Reason>,
    /// From here on the loser was behind.
    pub is_turning_point: bool,
}

/// Moves of a sequence that people follow.
const SEQUENCE: usize = 8;
/// Less of the win rate turns no game.
const TURN: f32 = 0.1;
/// A move that cost so much is shown with a better one wherever somebody comes upon it.
pub(crate) const COSTLY: f32 = 2.0;

impl Mistake {
    /// A move of a game, as a mistake.
    fn new(after: usize, moves: &[(Colour, Move)], positions: &[PositionAnalysis], points: f32) -> Mistake {
        let (colour, played) = moves[after];
        let (before, then) = (&positions[after], &positions[after + 1]);
        let shortened = |sequence: &[Move]| sequence.iter().take(SEQUENCE).copied().collect();
        Mistake {
            after,
            colour,
            played,
            points,
            win_rate_before: before.best_win_rate,
            win_rate_after: then.win_rate,
            lead_before: before.best_lead,
            lead_after: then.lead,
            better: shortened(&before.sequence),
            answer: shortened(&then.sequence),
            reason: None,
            is_turning_point: false,
        }
    }

    pub(crate) fn fits(&self, moves: &[(Colour, Move)], size: Size) -> bool {
        moves.get(self.after) == Some(&(self.colour, self.played))
            && !self.better.is_empty()
            && all_on(&self.better, size)
            && all_on(&self.answer, size)
    }
}

/// The mistakes that mattered, in the order of the game, with those to look at first among them. Who won is told where it is known; `reason` says why the move
/// after that many others was bad.
pub(crate) fn mistakes(
    moves: &[(Colour, Move)],
    positions: &[PositionAnalysis],
    size: Size,
    winner: Option<Colour>,
    findability: &[Findability],
    reason: impl Fn(usize) -> Option<Reason>,
) -> Vec<Mistake> {
    let losses = losses(moves, positions, size);
    let mut all = chosen(&losses, size);
    // What is looked at first is named in any case.
    all.extend(first(&losses, findability, size));
    all.sort_unstable();
    all.dedup();
    let mut mistakes: Vec<Mistake> = all
        .into_iter()
        .map(|after| Mistake {
            reason: reason(after),
            ..Mistake::new(after, moves, positions, losses[after].points)
        })
        .collect();
    if let Some(turn) = winner.and_then(|winner| turning_point(&mistakes, positions, winner.other())) {
        mistakes[turn].is_turning_point = true;
    }
    mistakes
}

/// Every move that cost enough to be shown with a better one: the mistakes that mattered, and the others.
pub(crate) fn costly(
    moves: &[(Colour, Move)],
    positions: &[PositionAnalysis],
    size: Size,
    mistakes: &[Mistake],
) -> Vec<Mistake> {
    let losses = losses(moves, positions, size);
    let named = |after: usize| mistakes.iter().find(|mistake| mistake.after == after).cloned();
    let all = losses.iter().enumerate().filter_map(|(after, loss)| {
        let is_costly = loss.points >= COSTLY && !positions[after].sequence.is_empty();
        named(after).or_else(|| is_costly.then(|| Mistake::new(after, moves, positions, loss.points)))
    });
    all.collect()
}

/// The loser's mistake that cost most of the win rate, from where it was last ahead.
fn turning_point(mistakes: &[Mistake], positions: &[PositionAnalysis], loser: Colour) -> Option<usize> {
    let last_hope = positions.iter().rposition(|judged| judged.win_rate.of(loser) >= 0.5)?;
    let fall = |mistake: &Mistake| mistake.win_rate_before.of(loser) - mistake.win_rate_after.of(loser);
    let late = mistakes.iter().enumerate().filter(|(_, m)| m.colour == loser && m.after >= last_hope);
    late.map(|(place, mistake)| (place, fall(mistake)))
        .filter(|(_, fall)| *fall >= TURN)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(place, _)| place)
}

#[cfg(test)]
mod tests;
