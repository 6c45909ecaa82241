//! Liberties: races, and stones that get room.

use board::{Board, Colour, Point, pass_alive};

use super::{Change, Effect, Stones, chains_beside};

/// Stones and liberties of a race that is worth counting.
const LEAST_STONES: usize = 2;
const MOST_LIBERTIES: usize = 8;
/// Few liberties, and how many more are worth telling.
const FEW: usize = 2;
const MORE: usize = 2;

/// A race in which the move takes a liberty: two chains that touch, of which neither can get away.
pub fn race(change: &Change, suicide: bool) -> Option<Effect> {
    let Change { before, after, side, at } = change;
    let enemy = side.other();
    let is_in_a_race = |head: Point, colour: Colour| {
        let liberties = after.liberties(head).len();
        after.chain_len(head) >= LEAST_STONES
            && (1..=MOST_LIBERTIES).contains(&liberties)
            && !can_get_away(after, head, colour)
    };
    let chased = chains_beside(before, *at, enemy).into_iter().find(|head| is_in_a_race(*head, enemy))?;
    let touching = after.chain_stones(chased).flat_map(Point::neighbours);
    let mut own: Vec<Point> = touching.filter(|p| after.colour(*p) == Some(*side)).collect();
    own.sort_by_key(|p| (std::cmp::Reverse(after.chain_len(*p)), p.index()));
    let own = own.into_iter().find(|stone| is_in_a_race(*stone, *side))?;
    let lives = |stone: Point, colour| pass_alive(after, colour, suicide).stones.contains(stone);
    if lives(chased, enemy) || lives(own, *side) {
        return None;
    }
    Some(Effect::Races {
        own: Stones::chain(after, own),
        own_liberties: after.liberties(own).len(),
        enemy: Stones::chain(after, chased),
        enemy_liberties: after.liberties(chased).len(),
    })
}

/// Whether one move costs a chain no liberty, by extending, joining or capturing.
fn can_get_away(board: &Board, head: Point, colour: Colour) -> bool {
    let count = board.liberties(head).len();
    let extends = board.liberties(head).iter().any(|p| gains(board, head, p, colour) >= count);
    let mut beside = board.chain_stones(head).flat_map(Point::neighbours);
    let captures = beside.any(|p| board.colour(p) == Some(colour.other()) && board.atari(p).is_some());
    extends || captures
}

/// The liberties of a chain after a move at one of them.
fn gains(board: &Board, head: Point, p: Point, colour: Colour) -> usize {
    if !board.allows(p, colour, false) {
        return 0;
    }
    let mut after = board.clone();
    after.play(p, colour);
    after.liberties(head).len()
}

/// Own stones under attack that get room by the move.
pub fn liberties(change: &Change) -> Option<Effect> {
    let Change { before, after, side, at } = change;
    let gain = |head: &Point| (before.liberties(*head).len(), after.liberties(*head).len());
    let touches_enemy = |head: Point| {
        let mut beside = before.chain_stones(head).flat_map(Point::neighbours);
        beside.any(|p| before.colour(p) == Some(side.other()))
    };
    chains_beside(before, *at, *side)
        .into_iter()
        .filter(|head| touches_enemy(*head))
        .find(|head| matches!(gain(head), (FEW, to) if to >= FEW + MORE))
        .map(|head| {
            let (from, to) = gain(&head);
            Effect::GainsLiberties { stones: Stones::chain(before, head), from, to }
        })
}
