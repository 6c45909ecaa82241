//! Which moves of a game were mistakes that mattered, the gravest first.

use board::Size;

use crate::losses::Loss;

/// A mistake of that many points is never left out for a smaller one.
pub(crate) const LARGE: f32 = 8.0;
/// Where a long decided game has many large mistakes, there is still room for this many smaller ones from while it was open.
pub(crate) const BESIDE_LARGE: usize = 3;
/// What weighs less than this part of the gravest mistake did not matter beside it.
const LEAST_PART: f32 = 0.125;

/// Points below which nobody would call a move a mistake: two on the full board, 1.2 on 9×9. The judgements themselves
/// are no more exact.
fn least_points(size: Size) -> f32 {
    1.0 + size.points() as f32 / 361.0
}

/// How many mistakes a player can take home from a game.
pub(crate) fn most(moves: usize) -> usize {
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
pub(crate) fn ranked(losses: &[Loss], size: Size, ease: f32) -> Vec<usize> {
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
