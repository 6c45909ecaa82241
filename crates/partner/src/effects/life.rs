//! Two eyes: stones that live for good, and stones that do not because of a move.

use board::{PointSet, pass_alive};

use super::{Change, Effect, Stones};

/// Own stones that live unconditionally after the move and did not before.
pub fn lives(change: &Change, suicide: bool) -> Option<Effect> {
    let Change { before, after, side, .. } = change;
    let alive = pass_alive(after, *side, suicide).stones;
    if alive.is_empty() {
        return None;
    }
    let was = pass_alive(before, *side, suicide).stones;
    let stood: PointSet = before.all_stones().filter(|(c, _)| c == side).map(|(_, p)| p).collect();
    Stones::of(&alive.without(&was).intersection(&stood)).map(|stones| Effect::Lives { stones })
}

/// Enemy stones that would live unconditionally if their owner had played there, and do not.
pub fn denies(change: &Change, suicide: bool) -> Option<Effect> {
    let Change { before, after, side, at } = change;
    let enemy = side.other();
    if !before.allows(*at, enemy, false) {
        return None;
    }
    let mut answered = (*before).clone();
    answered.play(*at, enemy);
    let would = pass_alive(&answered, enemy, suicide).stones;
    if would.is_empty() {
        return None;
    }
    let was = pass_alive(before, enemy, suicide).stones;
    let stand: PointSet = after.all_stones().filter(|(c, _)| *c == enemy).map(|(_, p)| p).collect();
    let mut denied = would.without(&was).intersection(&stand);
    // Stones that live anyway, or with another move, are not kept from it.
    denied = denied.without(&pass_alive(after, enemy, suicide).stones);
    for p in after.empty_points() {
        if denied.is_empty() {
            return None;
        }
        if after.allows(p, enemy, false) {
            let mut answered = after.clone();
            answered.play(p, enemy);
            denied = denied.without(&pass_alive(&answered, enemy, suicide).stones);
        }
    }
    Stones::of(&denied).map(|stones| Effect::DeniesLife { stones })
}
