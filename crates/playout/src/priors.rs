//! Prior probabilities of moves.

use board::{Board, Cell, Colour, Move, Point, PointSet, Position, Size};

use crate::critical::Critical;
use crate::nakade::Space;
use crate::policy::Policy;
use crate::races;
use crate::tactics::{is_bad_self_atari, liberties_after};

/// Fills `out` with the sensible moves and their probabilities. Own eyes are left out; the pass comes last.
/// `critical` tells where races matter.
pub fn priors(policy: &Policy, position: &Position, critical: &Critical, out: &mut Vec<(Move, f32)>) {
    out.clear();
    let board = position.board();
    let colour = position.to_move();
    let last = position.last_move().and_then(Move::point);
    let mut races = PointSet::EMPTY;
    let size = board.size();
    if policy.looks_at_races() && size.width().max(size.height()) >= policy.priors.race_from {
        let worth = |stone| critical.of(stone) >= policy.critical;
        races::everywhere(board, colour, worth, |p| _ = races.insert(p));
    }
    for p in board.size().iter() {
        if board.is_empty(p) && !board.around(p).is_eye_of(colour) && position.is_legal(Move::Play(p)) {
            let race = if races.contains(p) { policy.priors.race } else { 1.0 };
            out.push((Move::Play(p), race * weight(policy, board, colour, p, last)));
        }
    }
    out.push((Move::Pass, policy.priors.pass));
    let total: f32 = out.iter().map(|(_, w)| w).sum();
    for (_, w) in out {
        *w /= total;
    }
}

fn weight(policy: &Policy, board: &Board, colour: Colour, p: Point, last: Option<Point>) -> f32 {
    let factors = &policy.priors;
    let mut weight = 1.0;
    let mut captured = 0;
    let mut saves = false;
    let mut atari = false;
    for n in p.neighbours() {
        match board.cell(n) {
            Cell::Empty | Cell::Wall => {}
            cell if cell == Cell::from(colour) => saves |= board.atari(n).is_some(),
            _ if board.atari(n).is_some() => captured += board.chain_len(n),
            _ => atari |= board.liberties_up_to(n, 3) == 2,
        }
    }
    if captured > 0 {
        weight *= factors.capture + factors.capture_stone * captured.min(10) as f32;
    }
    if saves && liberties_after(board, p, colour) >= 2 {
        weight *= factors.escape;
    }
    if is_bad_self_atari(board, p, colour) {
        weight *= factors.self_atari;
    } else if atari {
        weight *= factors.atari;
    }
    if policy.shapes.weight(board.around(p)) > 0 {
        weight *= factors.shape;
    }
    let spaces = [colour, colour.other()].map(|c| Space::enclosed_by(board, p, c));
    if spaces.iter().flatten().any(|s| s.vital_point() == Some(p)) {
        weight *= factors.nakade;
    }
    if let Some(last) = last {
        let (dx, dy) = (p.x().abs_diff(last.x()), p.y().abs_diff(last.y()));
        let distance = dx + dy + dx.max(dy);
        weight *= factors.near.get(distance.saturating_sub(2)).copied().unwrap_or(1.0);
    }
    if is_open(board, p) {
        let line = board.size().line(p);
        weight *= factors.open_line.get(line - 1).copied().unwrap_or(1.0);
    }
    weight
}

/// Whether there is no stone within two lines of the point.
fn is_open(board: &Board, p: Point) -> bool {
    let near = |a: usize, side: usize| a.saturating_sub(2)..=(a + 2).min(side - 1);
    let size: Size = board.size();
    near(p.y(), size.height()).all(|y| near(p.x(), size.width()).all(|x| board.is_empty(Point::new(x, y))))
}
