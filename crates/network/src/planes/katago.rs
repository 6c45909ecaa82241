//! KataGo's inputs, version 7.
//!
//! The planes, from the point of view of the side to move:
//!
//! | plane | is 1 where |
//! |---|---|
//! | 0 | there is a board |
//! | 1, 2 | an own stone, an enemy stone stands |
//! | 3, 4, 5 | a chain has 1, 2, 3 liberties |
//! | 6 | ko or superko forbids to play |
//! | 7, 8 | (ko after the game has been stopped to settle it, which has no counterpart here) |
//! | 9–13 | the last move was played, the one before it, … |
//! | 14, 15, 16 | a chain is caught in a ladder now, a move ago, two moves ago |
//! | 17 | a move catches an enemy chain in a ladder |
//! | 18, 19 | the point is own, the enemy's, were the board counted as it is |
//! | 20, 21 | (stones when the game was stopped) |
//!
//! The global features: 0–4 passes among the last moves; 5 own komi / 20; 6 and 7 the ko rule; 8 suicide; 9
//! territory; 10 and 11 tax; 12 and 13 (the game was stopped); 14 a pass would end the game; 15 one player
//! has more visits than the other, 16 by how many doublings / 2; 17 the button is free; 18 the distance of
//! komi from one that allows a draw.
//!
//! Networks that see neither komi nor rules see 0–4 and 14. Where one side has an objective of its own, 16 is 1 for
//! that side and −1 for the other.

use board::{Colour, KoRule, Position, Scoring, Tax};

use super::area::Areas;
use super::history::MoveHistory;
use super::ladders::LadderCache;
use super::{InputSettings, SymmetryMap};

pub const PLANES: usize = 22;
pub const FLAT: usize = 19;
/// The global feature that says whose objective a game has, where it is one side's.
pub const OBJECTIVE_SIDE: usize = 16;

/// Buffers of a builder.
#[derive(Default)]
pub struct Scratch {
    areas: Areas,
    ladders: LadderCache,
}

/// A position and how to encode it.
pub struct View<'a> {
    pub position: &'a Position,
    pub map: &'a SymmetryMap,
    pub life_under_suicide: bool,
    /// Whether to leave out komi and rules.
    pub board_only: bool,
}

/// Fills inputs that are all zero.
pub fn fill(
    scratch: &mut Scratch,
    view: &View,
    input_settings: &InputSettings,
    boards: &mut [f32],
    flat: &mut [f32],
) {
    let mut boards = Boards { map: view.map, numbers: boards };
    fill_stones(view.position, &mut boards);
    view.position.ko_bans().iter().for_each(|p| boards.mark(p, 6));
    let count = fill_area(&mut scratch.areas, view, &mut boards);
    let komi = own_komi(view.position) + draw_bonus(view.position, input_settings);
    let won = count.filter(|_| input_settings.enable_passing_hacks).map(|count| count as f32 + komi > 0.0);
    let history = MoveHistory::of(view.position, won);
    for (i, m) in history.moves().iter().enumerate() {
        match m.point() {
            Some(p) => boards.mark(p, 9 + i),
            None => set(flat, i, 1.0),
        }
    }
    fill_ladders(&mut scratch.ladders, view.position, history.moves().len(), &mut boards);
    match view.board_only {
        true => {
            set(flat, 14, if history.pass_would_end_game { 1.0 } else { 0.0 });
            let own = |side| if side == view.position.to_move() { 1.0 } else { -1.0 };
            set(flat, OBJECTIVE_SIDE, view.position.objective().stones_count_for().map_or(0.0, own));
        }
        false => {
            fill_flat(view.position, komi, history.pass_would_end_game, flat);
            fill_advantage(view.position, input_settings, flat);
        }
    }
}

/// The planes of one position.
struct Boards<'a> {
    map: &'a SymmetryMap,
    numbers: &'a mut [f32],
}

impl Boards<'_> {
    #[inline]
    fn mark(&mut self, p: board::Point, plane: usize) {
        set(self.numbers, self.map.of(p) * PLANES + plane, 1.0);
    }
}

#[inline]
fn set(numbers: &mut [f32], i: usize, value: f32) {
    if let Some(number) = numbers.get_mut(i) {
        *number = value;
    }
}

fn fill_stones(position: &Position, boards: &mut Boards) {
    let board = position.board();
    let us = position.to_move();
    for (p, place) in boards.map.iter() {
        set(boards.numbers, place * PLANES, 1.0);
        let Some(colour) = board.colour(p) else { continue };
        set(boards.numbers, place * PLANES + if colour == us { 1 } else { 2 }, 1.0);
        if board.chain_head(p) == p {
            let liberties = board.liberties_up_to(p, 4);
            if liberties <= 3 {
                board.chain_stones(p).for_each(|s| boards.mark(s, 2 + liberties));
            }
        }
    }
}

/// Marks the area if the rules score area; returns the score for the side to move, without komi.
fn fill_area(areas: &mut Areas, view: &View, boards: &mut Boards) -> Option<i32> {
    let position = view.position;
    let (rules, us) = (position.rules(), position.to_move());
    // Territory is scored only after the game has been stopped.
    if rules.scoring == Scoring::Territory && !view.board_only {
        return None;
    }
    let suicide = rules.suicide || view.life_under_suicide;
    let mut count = 0;
    match rules.tax {
        _ if view.board_only => areas.find(position.board(), suicide),
        Tax::None => areas.find(position.board(), suicide),
        tax => {
            let groups = areas.find_without_seki(position.board(), suicide);
            if tax == Tax::All {
                count -= 2 * groups * us.sign();
            }
        }
    }
    for (owner, plane) in [(us, 18), (us.other(), 19)] {
        let owned = areas.owned_by(owner);
        owned.iter().for_each(|p| boards.mark(p, plane));
        count += owned.len() as i32 * owner.sign() * us.sign();
    }
    Some(count)
}

/// Ladders on the current board and on the boards before the last moves.
fn fill_ladders(ladders: &mut LadderCache, position: &Position, shown: usize, boards: &mut Boards) {
    for (ago, plane) in (14..=16).enumerate() {
        // With a shorter history, the same board fills the remaining planes.
        let last = if ago < shown { plane } else { 16 };
        let Some(known) = ladders.read(position, ago) else { break };
        for s in known.caught.iter() {
            (plane..=last).for_each(|plane| boards.mark(s, plane));
        }
        if ago == 0 {
            known.moves_against(position.to_move().other()).iter().for_each(|m| boards.mark(m, 17));
        }
        if last == 16 {
            break;
        }
    }
}

/// The points of the side to move besides the board. Under territory rules the network counts area, and every
/// stone that a player has placed is a point for the other.
pub fn own_komi(position: &Position) -> f32 {
    let rules = position.rules();
    let mut white = position.komi_with_bonus().points() as f32;
    if rules.scoring == Scoring::Territory {
        let played = |c: Colour| (position.board().stones(c) + position.captures(c.other())) as f32;
        white += played(Colour::Black) - played(Colour::White);
    }
    if rules.has_button && !position.button_is_free() {
        let taker = position.moves().iter().find(|(_, m)| m.point().is_none()).map(|(c, _)| *c);
        white -= 0.5 * taker.map_or(0.0, |c| c.sign() as f32);
    }
    -white * position.to_move().sign() as f32
}

fn fill_flat(position: &Position, komi: f32, pass_would_end_game: bool, flat: &mut [f32]) {
    let rules = position.rules();
    let points = position.size().points();
    let most = points as f32 + 20.0;
    let komi = komi.clamp(-most, most);
    let is = |condition: bool| if condition { 1.0 } else { 0.0 };
    set(flat, 5, komi / 20.0);
    match rules.ko {
        KoRule::Simple => {}
        KoRule::Positional => [(6, 1.0), (7, 0.5)].iter().for_each(|(i, x)| set(flat, *i, *x)),
        KoRule::Situational => [(6, 1.0), (7, -0.5)].iter().for_each(|(i, x)| set(flat, *i, *x)),
    }
    set(flat, 8, is(rules.suicide));
    set(flat, 9, is(rules.scoring == Scoring::Territory));
    set(flat, 10, is(rules.tax != Tax::None));
    set(flat, 11, is(rules.tax == Tax::All));
    set(flat, 14, is(pass_would_end_game));
    set(flat, 17, is(position.button_is_free()));
    if rules.scoring == Scoring::Area {
        set(flat, 18, komi_wave(komi, points));
    }
}

/// The doublings of visits of the side to move over the other.
fn fill_advantage(position: &Position, input_settings: &InputSettings, flat: &mut [f32]) {
    if let Some((side, doublings)) =
        input_settings.playout_doubling_advantage.filter(|(_, doublings)| *doublings != 0.0)
    {
        let own = if side == position.to_move() { doublings } else { -doublings };
        set(flat, 15, 1.0);
        set(flat, 16, 0.5 * own);
    }
}

/// The value of a draw for the side to move beyond half a win, in points of komi; only integer komi allows a
/// draw.
pub fn draw_bonus(position: &Position, input_settings: &InputSettings) -> f32 {
    let whole = position.komi_with_bonus().halves() % 2 == 0;
    if whole != position.rules().has_button {
        -input_settings.draw_komi_bonus * position.to_move().sign() as f32
    } else {
        0.0
    }
}

/// Under area rules, every second half point of komi makes no difference. This is a triangle wave of period 2
/// that rises where a draw is possible, which depends on the number of points, and falls in between.
fn komi_wave(komi: f32, points: usize) -> f32 {
    let draw = (points % 2) as f32;
    let above = (komi - draw).rem_euclid(2.0);
    match above {
        above if above < 0.5 => above,
        above if above < 1.5 => 1.0 - above,
        above => above - 2.0,
    }
}

#[cfg(test)]
mod tests;
