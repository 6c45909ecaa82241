//! What became of a move: whose stones it cost, or which part of the board.

use board::{Board, Colour, Move, Point, Size};
use evaluation::Ownership;
use speech::{Place, Reason, StoneGroup};

/// Stones are somebody's from this on, and have another fate when they change by so much.
const SURE: f32 = 0.3;
const CHANGED: f32 = 0.4;
/// Points of a part of the board that are worth mentioning.
const WORTH_MENTIONING: f32 = 2.0;
/// A point was a side's from this on, and is lost to it when it changes by so much. In the opening nothing is.
const OWNED: f32 = 0.5;
const LOST: f32 = 0.3;

/// A move that cost `colour` something, and who would own what with the better one and with the one that was played.
pub struct Change<'a> {
    pub colour: Colour,
    pub board: &'a Board,
    pub played: Move,
    pub better: Option<Move>,
    pub before: &'a Ownership,
    pub after: &'a Ownership,
}

pub fn reason(change: &Change) -> Option<Reason> {
    let size = change.board.size();
    stones(change).or_else(|| elsewhere(change, size)).or_else(|| lost(change, size))
}

/// The stones whose fate changed most.
fn stones(change: &Change) -> Option<Reason> {
    let Change { colour, board, before, after, .. } = *change;
    let moves: Vec<Point> =
        [Some(change.played), change.better].into_iter().flatten().filter_map(Move::point).collect();
    let near = (board.size().width().max(board.size().height()) / 4).max(3);
    let heads = board.chains();
    let changed = heads.filter_map(|(owner, head)| {
        let chain: Vec<Point> = board.chain_stones(head).collect();
        let mean = |o: &Ownership| chain.iter().map(|p| o.of(colour, *p)).sum::<f32>() / chain.len() as f32;
        let (was, is) = (mean(before), mean(after));
        // Judgements waver a little everywhere: only what the moves are about is theirs.
        let is_near =
            |p: &Point| moves.iter().any(|q| p.x().abs_diff(q.x()).max(p.y().abs_diff(q.y())) <= near);
        if !chain.iter().any(is_near) {
            return None;
        }
        let flips = was > SURE && is < -SURE;
        let weakens = owner == colour && was - is >= CHANGED && is < SURE;
        (flips || weakens).then_some((owner, chain, was - is, flips))
    });
    let changed: Vec<_> = changed.collect();
    let weight = |(_, chain, by, _): &(Colour, Vec<Point>, f32, bool)| chain.len() as f32 * by;
    let (owner, chain, _, flips) = changed.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
    // Chains that go the same way are one group to a player.
    let count = changed.iter().filter(|c| c.0 == *owner && c.3 == *flips).map(|c| c.1.len()).sum();
    let stones = StoneGroup { colour: *owner, count, at: *chain.first()? };
    Some(match (*owner == colour, *flips) {
        (true, true) => Reason::Dies(stones),
        (true, false) => Reason::Weak(stones),
        (false, _) => Reason::Lives(stones),
    })
}

/// A better move far away from the one that was played.
fn elsewhere(change: &Change, size: Size) -> Option<Reason> {
    let (played, better) = (change.played.point()?, change.better?.point()?);
    let far = played.x().abs_diff(better.x()).max(played.y().abs_diff(better.y()));
    let place = Place::of([better], size)?;
    (far * 5 >= size.width().max(size.height()) * 2 && !place.holds(played, size))
        .then_some(Reason::Elsewhere { place })
}

/// The part of the board where the side lost most of what it had, if one of the moves is there.
fn lost(change: &Change, size: Size) -> Option<Reason> {
    let lost = |p: Point| change.before.of(change.colour, p) - change.after.of(change.colour, p);
    let is_lost = |p: &Point| change.before.of(change.colour, *p) >= OWNED && lost(*p) >= LOST;
    let points: Vec<Point> = size.iter().filter(is_lost).collect();
    let place = Place::of(points.iter().copied(), size)?;
    let there: f32 = points.iter().filter(|p| place.holds(**p, size)).map(|p| lost(*p)).sum();
    let moves = [Some(change.played), change.better].into_iter().flatten().filter_map(Move::point);
    let is_about_it = moves.into_iter().any(|p| place.holds(p, size));
    (is_about_it && there >= WORTH_MENTIONING).then_some(Reason::Lost { place })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change<'a>(board: &'a Board, before: &'a Ownership, after: &'a Ownership) -> Change<'a> {
        Change {
            colour: Colour::Black,
            board,
            played: Move::Play(Point::new(4, 4)),
            better: Some(Move::Play(Point::new(5, 4))),
            before,
            after,
        }
    }

    #[test]
    fn stones_die_and_live() {
        let size = Size::square(9).unwrap();
        let black = [Point::new(2, 2), Point::new(2, 3)];
        let white = [Point::new(6, 6)];
        let stones =
            black.iter().map(|p| (Colour::Black, *p)).chain(white.iter().map(|p| (Colour::White, *p)));
        let board = Board::with_stones(size, stones).unwrap();
        let owned = |share: f32, points: &[Point]| {
            let mut o = Ownership::UNKNOWN;
            points.iter().for_each(|p| o.set(Colour::Black, *p, share));
            o
        };
        let found = |before: &Ownership, after: &Ownership| reason(&change(&board, before, after));
        let at = |reason: &Option<Reason>| match reason {
            Some(Reason::Dies(s) | Reason::Weak(s) | Reason::Lives(s)) => Some((s.colour, s.count)),
            _ => None,
        };
        let dies = found(&owned(0.9, &black), &owned(-0.9, &black));
        assert!(matches!(dies, Some(Reason::Dies(_))) && at(&dies) == Some((Colour::Black, 2)), "{dies:?}");
        let weak = found(&owned(0.9, &black), &owned(0.1, &black));
        assert!(matches!(weak, Some(Reason::Weak(_))), "{weak:?}");
        let lives = found(&owned(0.9, &white), &owned(-0.9, &white));
        assert!(
            matches!(lives, Some(Reason::Lives(_))) && at(&lives) == Some((Colour::White, 1)),
            "{lives:?}"
        );
        // Stones that are far away are not what the move was about.
        let (lived, died) = (owned(0.9, &black), owned(-0.9, &black));
        let far = Change { played: Move::Pass, better: None, ..change(&board, &lived, &died) };
        assert!(!matches!(reason(&far), Some(Reason::Dies(_))));
        // White's stones that lived anyway are no reason.
        assert_eq!(found(&owned(-0.2, &white), &owned(-0.9, &white)), None);
    }

    #[test]
    fn otherwise_a_part_of_the_board_is_named() {
        let size = Size::square(9).unwrap();
        let board = Board::new(size);
        let (mut before, after) = (Ownership::UNKNOWN, Ownership::UNKNOWN);
        for y in 0..3 {
            (0..3).for_each(|x| before.set(Colour::Black, Point::new(x, y), 0.8));
        }
        let middle = change(&board, &before, &after);
        assert_eq!(reason(&middle), None);
        let here = Change { played: Move::Play(Point::new(2, 2)), ..middle };
        assert_eq!(reason(&here), Some(Reason::Lost { place: Place::LowerLeft }));
        // At the first moves a network leans a little here and there: nobody has lost what nobody had.
        let mut leaning = Ownership::UNKNOWN;
        size.iter().for_each(|p| leaning.set(Colour::Black, p, 0.3));
        assert_eq!(reason(&Change { before: &leaning, ..here }), None);
        let far = Change {
            played: Move::Play(Point::new(8, 8)),
            better: Some(Move::Play(Point::new(2, 2))),
            ..here
        };
        assert_eq!(reason(&far), Some(Reason::Elsewhere { place: Place::LowerLeft }));
    }
}
