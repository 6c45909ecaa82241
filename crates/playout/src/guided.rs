//! Games where the players answer each other: first vital points, captures and escapes near the last move,
//! then critical races if the policy considers them, then patterns, then any sensible move, preferably on a
//! decisive point.

use board::{Board, Cell, Colour, Point, STEPS, Size};

use crate::critical::Critical;
use crate::nakade::Space;
use crate::observer::Observer;
use crate::policy::Policy;
use crate::races;
use crate::random::Random;
use crate::tactics::{is_bad_self_atari, ways_out};
use crate::uniform::fits;

/// Plays to the end and returns the number of moves. `last` is the opponent's last move; `critical` tells
/// which points decide the game.
pub fn play_guided(
    board: &mut Board,
    to_move: Colour,
    last: Option<Point>,
    (policy, critical): (&Policy, &Critical),
    random: &mut Random,
    observer: &mut impl Observer,
) -> usize {
    let limit = 3 * board.size().points();
    let (racing, decisive) = (racing(board.size()), policy.decisive_on(board.size()));
    let mut game = Turns { critical, racing, decisive, last, moves: 0, passes: 0 };
    if to_move == Colour::White {
        game.turn(board, Colour::White, policy, random, observer);
    }
    while game.moves < limit {
        game.turn(board, Colour::Black, policy, random, observer);
        if game.passes >= 2 {
            break;
        }
        game.turn(board, Colour::White, policy, random, observer);
        if game.passes >= 2 {
            break;
        }
    }
    game.moves
}

/// The number of moves at the start of a playout that use criticality: later moves are too far from the
/// position in question. This is 30 on 9×9 and 40 on 13×13, where it was measured.
fn racing(size: Size) -> usize {
    5 * (size.width().max(size.height()) + 3) / 2
}

struct Turns<'a> {
    critical: &'a Critical,
    racing: usize,
    /// How often decisive points come first on this board.
    decisive: u32,
    last: Option<Point>,
    moves: usize,
    passes: u32,
}

impl Turns<'_> {
    #[inline(always)]
    fn turn(
        &mut self,
        board: &mut Board,
        colour: Colour,
        policy: &Policy,
        random: &mut Random,
        observer: &mut impl Observer,
    ) {
        let critical = (policy.looks_at_races() && self.moves < self.racing).then_some(self.critical);
        let mut choice = match self.last {
            Some(last) => answer(board, last, colour, (policy, critical), random),
            None => None,
        };
        if choice.is_none() {
            choice = elsewhere(board, colour, (policy, critical, self.decisive), random);
        }
        self.last = choice;
        match choice {
            Some(p) => {
                board.play(p, colour);
                observer.played(colour, p);
                self.moves += 1;
                self.passes = 0;
            }
            None => {
                board.lift_ko();
                self.passes += 1;
            }
        }
    }
}

/// A few weighted points to draw one from.
struct Choices {
    points: [Point; 8],
    weights: [u16; 8],
    len: usize,
}

impl Choices {
    #[inline]
    fn new(any: Point) -> Choices {
        Choices { points: [any; 8], weights: [0; 8], len: 0 }
    }

    #[inline]
    fn add(&mut self, p: Point, weight: usize) {
        if self.len < self.points.len() {
            self.points[self.len] = p;
            self.weights[self.len] = weight as u16;
            self.len += 1;
        }
    }

    #[inline]
    fn draw(&self, random: &mut Random) -> Option<Point> {
        if self.len <= 1 {
            return (self.len == 1).then_some(self.points[0]);
        }
        let weights = &self.weights[..self.len];
        let mut at = random.below(weights.iter().map(|w| usize::from(*w)).sum());
        for (p, weight) in self.points.iter().zip(weights) {
            if at < usize::from(*weight) {
                return Some(*p);
            }
            at -= usize::from(*weight);
        }
        None
    }
}

/// A move near the opponent's last one. Races are considered only if criticality is given.
#[inline(always)]
fn answer(
    board: &Board,
    last: Point,
    colour: Colour,
    (policy, critical): (&Policy, Option<&Critical>),
    random: &mut Random,
) -> Option<Point> {
    let chances = &policy.chances;
    let mut dice = random.dice();
    if board.around(last).touches_empty()
        && dice.happens(chances.nakade)
        && let Some(p) = vital_point_beside(board, last, colour)
    {
        return Some(p);
    }
    let mut choices = Choices::new(last);
    if dice.happens(chances.capture) {
        add_captures(board, last, colour, &mut choices);
    }
    if board.around(last).touches(colour) && dice.happens(chances.escape) {
        for n in last.neighbours() {
            if board.cell(n) == Cell::from(colour) && board.atari(n).is_some() {
                let stones = board.chain_len(n);
                ways_out(board, n, colour, |p| choices.add(p, stones));
            }
        }
    }
    if choices.len == 0
        && let Some(critical) = critical
    {
        let worth = |stone| critical.of(stone) >= policy.critical;
        races::moves(board, last, colour, worth, |p, stones| choices.add(p, stones));
    }
    if choices.len == 0 && dice.happens(chances.pattern) {
        add_shapes(board, last, colour, policy, &mut choices);
    }
    choices.draw(random)
}

/// Enemy chains in atari at or around the last move.
#[inline]
fn add_captures(board: &Board, last: Point, colour: Colour, choices: &mut Choices) {
    let mut add = |stone: Point| {
        if board.cell(stone) == Cell::from(colour.other())
            && let Some(p) = board.atari(stone)
            && board.ko() != Some(p)
            && !is_bad_self_atari(board, p, colour)
        {
            choices.add(p, board.chain_len(stone));
        }
    };
    add(last);
    for p in last.diagonals() {
        add(p);
    }
}

/// Points around a move where a pattern matches.
#[inline]
fn add_shapes(board: &Board, centre: Point, colour: Colour, policy: &Policy, choices: &mut Choices) {
    for step in STEPS {
        let p = centre.step(step);
        if !board.is_empty(p) {
            continue;
        }
        let weight = policy.shapes.weight(board.around(p));
        if weight > 0 && fits(board, p, colour) && !is_bad_self_atari(board, p, colour) {
            choices.add(p, usize::from(weight));
        }
    }
}

/// The vital point of a small eye space next to the last move, of either player.
fn vital_point_beside(board: &Board, last: Point, colour: Colour) -> Option<Point> {
    for n in last.neighbours() {
        let around = board.around(n);
        // A single point has no vital point, and with six empty cells around it the space is too large.
        if !board.is_empty(n) || around.touches(colour) || !around.touches_empty() || around.empty_cells() > 5
        {
            continue;
        }
        let vital = Space::enclosed_by(board, n, colour.other()).and_then(|space| space.vital_point());
        if vital.is_some_and(|p| board.allows(p, colour, false)) {
            return vital;
        }
    }
    None
}

/// A move anywhere that does not fill an own eye and usually avoids pointless self-atari.
#[inline(always)]
fn elsewhere(
    board: &mut Board,
    colour: Colour,
    (policy, critical, decisive): (&Policy, Option<&Critical>, u32),
    random: &mut Random,
) -> Option<Point> {
    let mut left = board.empty_count();
    let mut dice = random.dice();
    if dice.happens(policy.chances.capture_anywhere) {
        for _ in 0..left.min(4) {
            let p = board.empty_at(random.below(left));
            let takes = |n: Point| board.cell(n) == Cell::from(colour.other()) && board.atari(n).is_some();
            if p.neighbours().into_iter().any(takes) && fits(board, p, colour) {
                return Some(p);
            }
        }
    }
    let critical = critical.filter(|_| dice.happens(decisive));
    while left > 0 {
        let mut i = random.below(left);
        if let Some(critical) = critical {
            let other = random.below(left);
            if critical.of(board.empty_at(other)) > critical.of(board.empty_at(i)) {
                i = other;
            }
        }
        let p = board.empty_at(i);
        if fits(board, p, colour)
            && (!is_bad_self_atari(board, p, colour) || random.dice().happens(policy.chances.self_atari))
        {
            return Some(p);
        }
        left -= 1;
        board.swap_empty(i, left);
    }
    None
}
