//! Play against an opponent who mirrors every move through the centre.
//!
//! A network does not expect an opponent to keep mirroring, and sees too late that the centre decides such a
//! game. So while the opponent mirrors, the search expects it: it sends visits down the mirrored reply, which
//! shows what it leads to, and searches moves around the centre. The rules and numbers are those of KataGo's
//! `antiMirror`, without its change of the evaluations themselves.

use board::{Colour, Move, Point, Position, Scoring, Size};

/// An opponent who mirrors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror {
    by: Colour,
    /// The margin of the mirroring side if everything stayed symmetric.
    advantage: f64,
    /// How asymmetric the area around the centre is.
    error: f64,
    size: Size,
    /// The moves before the search.
    before: usize,
}

/// An opponent counts as mirroring after this many mirrored moves, and if half of all are mirrored.
const FEWEST: f64 = 7.0;
/// The required share of recent moves, and the decay of earlier ones.
const RECENT_PART: f64 = 0.45;
const FORGETTING: f64 = 0.75;
/// Selected before all other moves.
const MUST: f64 = 100.0;

fn reflected(mv: Move, size: Size) -> Move {
    match mv {
        Move::Pass => Move::Pass,
        Move::Play(p) => Move::Play(Point::new(size.width() - 1 - p.x(), size.height() - 1 - p.y())),
    }
}

impl Mirror {
    /// Whether the opponent of the side to move has mirrored most of the game, and still does.
    pub fn of(position: &Position) -> Option<Mirror> {
        let (us, size) = (position.to_move(), position.size());
        let (mut mirrored, mut all, mut recent, mut recent_all) = (0.0, 0.0, 0.0, 0.0);
        let mut last = false;
        for pair in position.moves().windows(2) {
            let [(_, before), (colour, mv)] = pair else { continue };
            if *colour == us {
                continue;
            }
            last = *mv == reflected(*before, size);
            let new = if last { 1.0 } else { 0.0 };
            (mirrored, all) = (mirrored + new, all + 1.0);
            (recent, recent_all) = ((recent + new) * FORGETTING, (recent_all + 1.0) * FORGETTING);
        }
        let is_mirror = last && mirrored >= FEWEST + 0.5 * all && recent >= RECENT_PART * recent_all;
        let by = us.other();
        is_mirror.then(|| Mirror {
            by,
            advantage: advantage(position) * f64::from(by.sign()),
            error: centre_error(position, by),
            size,
            before: position.moves().len(),
        })
    }

    /// The mirror state of a position in the search; `None` once somebody has stopped mirroring.
    pub fn at<'a>(&self, position: &'a Position) -> Option<Here<'a>> {
        let since = position.moves().get(self.before..).unwrap_or_default();
        let pairs = since.chunks_exact(2);
        if pairs.into_iter().any(|pair| pair[1].1 != reflected(pair[0].1, self.size)) {
            return None;
        }
        let centre = centre(self.size);
        let held = centre.is_some_and(|p| position.board().colour(p) == Some(self.by));
        Some(Here {
            mirror: *self,
            position,
            reply: position.last_move().filter(|m| *m != Move::Pass).map(|m| reply(m, position)),
            hard: held && self.advantage >= -0.5,
            depth: since.len(),
        })
    }
}

/// The mirrored reply, or a pass if it is illegal.
fn reply(last: Move, position: &Position) -> Move {
    let mirrored = reflected(last, position.size());
    if position.is_legal(mirrored) { mirrored } else { Move::Pass }
}

/// The centre point, if there is one.
fn centre(size: Size) -> Option<Point> {
    let odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    odd.then(|| Point::new(size.width() / 2, size.height() / 2))
}

/// Black's margin if everything but the last move were symmetric.
fn advantage(position: &Position) -> f64 {
    let (rules, handicap) = (position.rules(), position.handicap());
    let mut black = -position.komi_with_bonus().points();
    if rules.scoring == Scoring::Area {
        black += handicap.saturating_sub(1) as f64;
        let black_is_last = centre(position.size()).is_some() == (handicap == 0 || handicap % 2 == 1);
        black += if black_is_last { 1.0 } else { 0.0 };
    }
    black
}

/// Stones around the centre that were not mirrored.
fn centre_error(position: &Position, by: Colour) -> f64 {
    let (board, size) = (position.board(), position.size());
    if size.width() < 7 || size.height() < 7 {
        return f64::INFINITY;
    }
    let (mut unmatched, mut alone) = (0.0, 0.0);
    for p in size.iter().filter(|p| p.x().abs_diff(size.width() / 2) <= 3) {
        let Move::Play(image) = reflected(Move::Play(p), size) else { continue };
        if p.y().abs_diff(size.height() / 2) > 3 || image == p {
            continue;
        }
        match (board.colour(p), board.colour(image)) {
            (Some(c), other) if c != by && other != Some(by) => unmatched += 1.0,
            (Some(c), None) if c == by => alone += 1.0,
            _ => {}
        }
    }
    let error: f64 = if unmatched > 0.0 { unmatched + 0.2 * alone } else { 0.0 };
    if error >= 1.0 { 0.5 * error * (1.0 + error) } else { error }
}

/// A position below the root while the mirroring continues.
pub(crate) struct Here<'a> {
    mirror: Mirror,
    position: &'a Position,
    /// The mirror image of the last move.
    reply: Option<Move>,
    /// The mirroring side has the centre and is winning: only breaking the centre helps.
    hard: bool,
    depth: usize,
}

impl Here<'_> {
    fn is_mirrors_turn(&self) -> bool {
        self.position.to_move() == self.mirror.by
    }

    /// Moves that must be searched whatever their prior.
    pub fn wanted(&self) -> Vec<Move> {
        match self.is_mirrors_turn() {
            true => self.reply.into_iter().collect(),
            false => self.mirror.size.iter().map(Move::Play).filter(|m| self.share(*m) > 0.0).collect(),
        }
    }

    /// The prior of a move, adjusted for mirroring.
    pub fn prior(&self, mv: Move, prior: f64) -> f64 {
        let share = self.share(mv) / (1.0 + (self.depth as f64).sqrt());
        prior + (1.0 - prior) * share.min(1.0)
    }

    fn share(&self, mv: Move) -> f64 {
        if self.is_mirrors_turn() {
            return match self.reply == Some(mv) {
                true if self.hard => 3.0,
                true => 1.0,
                false => 0.0,
            };
        }
        let Some(p) = mv.point() else { return 0.0 };
        let near = |beyond: usize| {
            let within =
                |at: usize, length: usize| at + beyond >= (length - 1) / 2 && at <= length / 2 + beyond;
            within(p.x(), self.mirror.size.width()) && within(p.y(), self.mirror.size.height())
        };
        if near(0) {
            return 0.3;
        }
        let usual: f64 = if near(1) { 0.05 } else { 0.0 };
        let held = self.centre_of_mirror();
        usual.max(held.map_or(0.0, |centre| match distance_squared(p, centre) {
            _ if self.touches_chain(p, centre) => 0.05,
            0..=2 => 0.05,
            3..=4 => 0.03,
            _ => 0.0,
        }))
    }

    /// The centre point, if the mirroring side occupies it.
    fn centre_of_mirror(&self) -> Option<Point> {
        let centre = centre(self.mirror.size)?;
        (self.position.board().colour(centre) == Some(self.mirror.by)).then_some(centre)
    }

    fn touches_chain(&self, p: Point, chain: Point) -> bool {
        let board = self.position.board();
        let head = board.chain_head(chain);
        let by = Some(self.mirror.by);
        p.neighbours().iter().any(|n| board.colour(*n) == by && board.chain_head(*n) == head)
    }

    /// The mover's utility of a move with this fraction of all visits, plus a bonus that draws visits to it;
    /// `parent` is the mover's utility of the position.
    pub fn utility(&self, mv: Move, utility: f64, parent: f64, part: f64) -> f64 {
        let room = (1.0 - 0.7 * parent * parent).max(0.3);
        if self.is_mirrors_turn() {
            if self.reply != Some(mv) {
                return utility;
            }
            let (forced, drawn) = self.reply_parts(mv);
            let must = if part < forced { MUST } else { 0.0 };
            let first = if part < drawn { 0.18 } else { 0.0 };
            let second = if part < 0.5 * drawn { 0.36 } else { 0.0 };
            return utility + must + (first + second) * room;
        }
        let (Some(p), Some(centre)) = (mv.point(), centre(self.mirror.size)) else { return utility };
        let (mut forced, mut drawn) = (0.0f64, 0.0);
        if self.hard {
            if self.touches_chain(p, centre) {
                let liberties = self.position.board().liberties(centre).len() as f64;
                drawn = 0.75 / (1.0 + liberties) / self.mirror.error.max(1.0) * room;
                forced = 0.1 / liberties.max(1.0);
            }
            forced = forced.max(match distance_squared(p, centre) {
                0..=2 => 0.01,
                3..=4 => 0.005,
                _ => 0.0,
            });
        }
        if p == centre {
            forced = if self.depth == 0 { 0.06 } else { 0.12 };
        }
        let loss = parent - (utility + drawn);
        if loss > 0.0 && loss * forced > 0.03 {
            forced += 0.5 * (0.03 / loss - forced);
        }
        if let Some(last) = self.position.last_move().and_then(|m| m.point()) {
            forced *= match distance_squared(last, centre) {
                0..=2 => 0.9 * 0.825 * 0.75,
                3..=5 => 0.9 * 0.825,
                6..=16 => 0.9,
                _ => 1.0,
            };
        }
        utility + drawn + if part < forced { MUST } else { 0.0 }
    }

    /// The fraction of all visits that the mirrored reply always gets, and the one up to which it is
    /// favoured.
    fn reply_parts(&self, reply: Move) -> (f64, f64) {
        let Mirror { advantage, error, size, .. } = self.mirror;
        let (mut forced, mut drawn) = match advantage {
            _ if self.hard => {
                let far =
                    centre(size).zip(reply.point()).map(|(c, p)| f64::from(distance_squared(p, c)).sqrt());
                let near = far.map_or(0.0, |far| 1.0 / (0.75 + 0.5 * far) / error.max(1.0));
                (near.max(0.2), 0.75)
            }
            a if a >= 5.0 => (0.15, 0.5),
            // Interpolated between the two.
            a if a >= -5.0 => (0.05 + 0.1 * (a + 5.0) / 10.0, 0.1 + 0.4 * (a + 5.0) / 10.0),
            _ => (0.05, 0.1),
        };
        if reply == Move::Pass {
            forced *= 0.35 / error.sqrt().max(1.0);
        }
        if error >= 1.0 {
            (forced, drawn) = (forced / error, drawn / error);
        }
        (forced, drawn)
    }
}

fn distance_squared(a: Point, b: Point) -> u32 {
    let (x, y) = (a.x().abs_diff(b.x()) as u32, a.y().abs_diff(b.y()) as u32);
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Komi, Rules};

    /// Black plays down the left half, White mirrors.
    fn mirrored(moves: usize, komi: Komi) -> Position {
        let size = Size::square(9).unwrap();
        let mut position = Position::new(size, Rules::CHINESE, komi);
        for i in 0..moves {
            let mv = Move::Play(Point::new(1 + i % 2 * 2, i / 2 + i % 2));
            position.play(mv).unwrap();
            position.play(reflected(mv, size)).unwrap();
        }
        position
    }

    #[test]
    fn an_opponent_who_mirrors_is_noticed() {
        let komi = Komi::from_halves(15);
        assert!(Mirror::of(&mirrored(6, komi)).is_none(), "it may be chance");
        // 7 and half of all must have been mirrored.
        assert!(Mirror::of(&mirrored(13, komi)).is_none());
        let mirror = Mirror::of(&mirrored(14, komi)).unwrap();
        assert_eq!((mirror.by, mirror.advantage), (Colour::White, 6.5), "komi, less the last point");
        let mut position = mirrored(14, komi);
        position.play(Move::Pass).unwrap();
        assert!(Mirror::of(&position).is_none(), "Black mirrors nobody");
    }

    #[test]
    fn the_mirrored_reply_is_expected_until_it_does_not_come() {
        let position = mirrored(14, Komi::from_halves(15));
        let mirror = Mirror::of(&position).unwrap();
        let size = position.size();
        let here = mirror.at(&position).unwrap();
        let middle = Move::parse("E5", size).unwrap();
        assert!(here.wanted().contains(&middle) && here.prior(middle, 0.01) > 0.3);
        assert!(here.utility(middle, -0.5, 0.0, 0.0) > 90.0, "it is looked at in any case");
        assert_eq!(here.utility(middle, -0.5, 0.0, 0.5), -0.5, "but not without end");

        let mut next = position.clone();
        next.play(Move::parse("A9", size).unwrap()).unwrap();
        let here = mirror.at(&next).unwrap();
        let reply = Move::parse("J1", size).unwrap();
        assert_eq!(here.wanted(), [reply]);
        assert!(here.prior(reply, 0.0) >= 0.5 && here.prior(middle, 0.1) == 0.1);
        assert!(here.utility(reply, -1.0, 0.0, 0.1) > 90.0);
        next.play(middle).unwrap();
        assert!(mirror.at(&next).is_none());
    }
}
