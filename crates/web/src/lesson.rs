//! What a player's move cost, and what would have been better.

use board::{Colour, Move};
use search::View;

use crate::messages::Lesson;
use crate::shown::variation;

/// Points below which a move counts as good as the best one: no search is surer.
const NOTHING: f32 = 0.3;
/// The same for a move that the partner itself named: it does not call that bad for little.
const NOTHING_OF_ITS_OWN: f32 = 1.0;

/// What a player's move cost: the difference between what the best move promised before it was played and what the
/// position is worth after it. Both views must come from one tree. `number` is that of the move in the game;
/// `named` is whether the partner itself had named it.
pub fn lesson(before: &View, played: Move, after: &View, number: usize, named: bool) -> Option<Lesson> {
    let you: Colour = before.to_move;
    let best = before.candidates.first()?;
    if after.visits == 0 {
        return None;
    }
    let cost = (best.lead.of(you) - after.lead.of(you)).max(0.0);
    let chance = (best.win_rate.of(you) - after.win_rate.of(you)).max(0.0);
    let is_best = best.mv == played || cost < if named { NOTHING_OF_ITS_OWN } else { NOTHING };
    Some(Lesson {
        number,
        at: played.to_string(),
        cost: if is_best { 0.0 } else { cost },
        chance: if is_best { 0.0 } else { chance },
        better: (!is_best).then(|| variation(best)),
        named,
    })
}
