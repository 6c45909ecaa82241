//! Captures, ataris, ladders, cuts and connections.

use board::{Board, Ladders, Point, PointSet};

use super::{Change, Effect, Stones, chains, chains_beside, snapshot};

pub fn captures(change: &Change) -> Vec<Effect> {
    let taken = change.before.captured_by(change.at, change.side);
    Stones::of(&taken).map(|stones| Effect::Captures { stones }).into_iter().collect()
}

/// Chains of both sides that are in atari, and those that come out of it.
pub fn ataris(change: &Change) -> Vec<Effect> {
    let Change { before, after, side, at } = change;
    let caught_after = caught(after);
    let mut found = Vec::new();
    for head in chains_beside(before, *at, side.other()) {
        // In atari before, it would have been captured.
        if after.is_empty(head) || after.atari(head).is_none() {
            continue;
        }
        let stones = Stones::chain(before, head);
        found.push(match caught_after.in_atari.contains(head) {
            true if gets_away_for_a_while(after, head) => Effect::CatchesInLadder { stones },
            true => Effect::Traps { stones },
            false => Effect::PutsInAtari { stones },
        });
    }
    let caught_before = caught(before);
    let is_safe = |head: Point| !caught_after.in_atari.contains(head) && !caught_after.soon.contains(head);
    for head in chains(before, *side) {
        if before.atari(head).is_some() && after.atari(head).is_none() && is_safe(head) {
            found.push(Effect::SavesFromAtari { stones: Stones::chain(before, head) });
        } else if caught_before.soon.contains(head) && after.atari(head).is_none() && is_safe(head) {
            found.push(Effect::BreaksLadder { stones: Stones::chain(before, head) });
        }
    }
    // What is caught for good says more than a mere atari.
    found.sort_by_key(|effect| match effect {
        Effect::CatchesInLadder { .. } | Effect::Traps { .. } => 0,
        Effect::SavesFromAtari { .. } | Effect::BreaksLadder { .. } => 1,
        _ => 2,
    });
    found
}

/// Stones of chains that ladders catch.
struct Caught {
    /// Although it is their turn.
    in_atari: PointSet,
    /// If the enemy begins.
    soon: PointSet,
}

fn caught(board: &Board) -> Caught {
    let mut caught = Caught { in_atari: PointSet::EMPTY, soon: PointSet::EMPTY };
    Ladders::new(board.size(), &snapshot(board)).each(|ladders, head, moves| {
        let set = if moves.is_empty() { &mut caught.in_atari } else { &mut caught.soon };
        ladders.chain(head).for_each(|stone| _ = set.insert(stone));
    });
    caught
}

/// Whether a chain in atari has two liberties after extending, so that it must be chased.
fn gets_away_for_a_while(board: &Board, head: Point) -> bool {
    let (Some(liberty), Some(colour)) = (board.atari(head), board.colour(head)) else { return false };
    if !board.allows(liberty, colour, false) {
        return false;
    }
    let mut extended = board.clone();
    extended.play(liberty, colour);
    extended.atari(head).is_none()
}

/// Whether stones of two chains, or of chains between them, have a liberty in common: one move may connect them.
fn can_connect(board: &Board, one: Point, other: Point) -> bool {
    let Some(colour) = board.colour(one) else { return false };
    let mut reached = vec![one];
    let mut open: Vec<Point> = chains(board, colour).filter(|head| *head != board.chain_head(one)).collect();
    let mut next = 0;
    while let Some(head) = reached.get(next).copied() {
        let liberties = board.liberties(head);
        let (near, far) = open.into_iter().partition(|far| board.liberties(*far).intersects(&liberties));
        reached.extend::<Vec<Point>>(near);
        open = far;
        next += 1;
    }
    reached.iter().any(|head| board.chain_head(*head) == board.chain_head(other))
}

/// Enemy chains that a stone at the point keeps apart. The stone itself must be safe from capture.
pub fn cuts(change: &Change) -> Option<Effect> {
    let Change { before, after, side, at } = change;
    if after.atari(*at).is_some() || caught(after).soon.contains(*at) {
        return None;
    }
    let enemies: Vec<Point> = chains_beside(before, *at, side.other())
        .into_iter()
        .filter(|head| !after.is_empty(*head) && after.atari(*head).is_none())
        .collect();
    pairs(&enemies).find(|(one, other)| !can_connect(after, *one, *other)).map(|(one, other)| Effect::Cuts {
        one: Stones::chain(before, one),
        other: Stones::chain(before, other),
    })
}

/// Own chains that become one, where the enemy could have cut them apart.
pub fn connections(change: &Change) -> Option<Effect> {
    let Change { before, side, at, .. } = change;
    let enemy = side.other();
    if !before.allows(*at, enemy, false) {
        return None;
    }
    let mut cut = (*before).clone();
    cut.play(*at, enemy);
    // A stone that is captured at once cuts nothing.
    if cut.is_empty(*at) || cut.atari(*at).is_some() {
        return None;
    }
    let own: Vec<Point> =
        chains_beside(before, *at, *side).into_iter().filter(|head| !cut.is_empty(*head)).collect();
    pairs(&own).find(|(one, other)| !can_connect(&cut, *one, *other)).map(|(one, other)| Effect::Connects {
        one: Stones::chain(before, one),
        other: Stones::chain(before, other),
    })
}

fn pairs(heads: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    heads.iter().enumerate().flat_map(|(i, one)| heads[i + 1..].iter().map(|other| (*one, *other)))
}
