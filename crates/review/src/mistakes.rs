//! The mistakes that mattered.

use board::{Colour, Move, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Serialize};
use speech::Reason;

use crate::encoding;
use crate::losses::{Loss, losses};
use crate::position_analysis::{PositionAnalysis, all_on};

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
/// A mistake of that many points is never left out for a smaller one.
const LARGE: f32 = 8.0;
/// Where a long decided game has many large mistakes, there is still room for this many smaller ones from while it was open.
const BESIDE_LARGE: usize = 3;
/// Less of the win rate turns no game.
const TURN: f32 = 0.1;
/// What weighs less than this part of the gravest mistake did not matter beside it.
const LEAST_PART: f32 = 0.125;
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

/// Points below which nobody would call a move a mistake: two on the full board, 1.2 on 9×9. The judgements themselves
/// are no more exact.
fn least_points(size: Size) -> f32 {
    1.0 + size.points() as f32 / 361.0
}

/// How many mistakes a player can take home from a game.
fn most(moves: usize) -> usize {
    (3 + moves / 12).clamp(4, 10)
}

/// What a mistake is ranked by: large ones by their points and before all others, those by what they weigh.
fn rank(loss: &Loss) -> (bool, f32) {
    match loss.points >= LARGE {
        true => (true, loss.points),
        false => (false, loss.weight()),
    }
}

/// Moves that cost enough to be mistakes that mattered, the gravest first. `ease` below 1 lets smaller ones in.
fn ranked(losses: &[Loss], size: Size, ease: f32) -> Vec<usize> {
    let least = least_points(size) * ease;
    let is_mistake = |loss: &Loss| loss.points >= least && (loss.points >= LARGE || loss.weight() >= least);
    let mut all: Vec<usize> = (0..losses.len()).filter(|i| is_mistake(&losses[*i])).collect();
    all.sort_by(|a, b| {
        rank(&losses[*b]).partial_cmp(&rank(&losses[*a])).unwrap_or(std::cmp::Ordering::Equal)
    });
    all
}

/// The moves that are named as mistakes, the gravest first.
pub(crate) fn chosen(losses: &[Loss], size: Size) -> Vec<usize> {
    let mut all = ranked(losses, size, 1.0);
    let (most, large) = (most(losses.len()), all.iter().filter(|i| losses[**i].points >= LARGE).count());
    all.truncate(if large > most { most } else { most.max(large + BESIDE_LARGE) });
    if let Some((_, gravest)) = all.first().map(|first| rank(&losses[*first])) {
        all.retain(|i| rank(&losses[*i]).1 >= LEAST_PART * gravest);
    }
    all
}

/// Moves that may be mistakes that mattered, the gravest first: to be looked at more carefully. There are twice as many
/// as will be named.
pub(crate) fn suspects(losses: &[Loss], size: Size) -> Vec<usize> {
    let mut all = ranked(losses, size, 0.75);
    all.truncate(2 * most(losses.len()));
    all
}

/// The mistakes that mattered, in the order of the game. Who won is told where it is known; `reason` says why the move
/// after that many others was bad.
pub(crate) fn mistakes(
    moves: &[(Colour, Move)],
    positions: &[PositionAnalysis],
    size: Size,
    winner: Option<Colour>,
    reason: impl Fn(usize) -> Option<Reason>,
) -> Vec<Mistake> {
    let losses = losses(moves, positions, size);
    let chosen = chosen(&losses, size).into_iter();
    let mut mistakes: Vec<Mistake> = chosen
        .map(|after| Mistake {
            reason: reason(after),
            ..Mistake::new(after, moves, positions, losses[after].points)
        })
        .collect();
    if let Some(turn) = winner.and_then(|winner| turning_point(&mistakes, positions, winner.other())) {
        mistakes[turn].is_turning_point = true;
    }
    mistakes.sort_by_key(|mistake| mistake.after);
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
