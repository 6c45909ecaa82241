//! The mistakes that mattered.

use board::{Colour, Move, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Serialize};

use crate::judged::{Judged, all_on};
use crate::losses::{Loss, loss, softness};
use crate::{Reason, kept};

/// A move that lost something while the game was open, and a better one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mistake {
    /// Moves before it.
    pub after: usize,
    pub colour: Colour,
    #[serde(with = "kept::one_move")]
    pub played: Move,
    /// Points that it cost.
    #[serde(with = "kept::figure")]
    pub points: f32,
    /// The chances to win and the leads before and after it.
    #[serde(with = "kept::win_rate")]
    pub chance_before: WinRate,
    #[serde(with = "kept::win_rate")]
    pub chance_after: WinRate,
    #[serde(with = "kept::lead")]
    pub lead_before: Lead,
    #[serde(with = "kept::lead")]
    pub lead_after: Lead,
    /// How the game would have gone on with the better move, which is the first.
    #[serde(with = "kept::moves")]
    pub better: Vec<Move>,
    /// How it may go on after the move that was played.
    #[serde(with = "kept::moves")]
    pub answer: Vec<Move>,
    pub reason: Option<Reason>,
    /// From here on the loser was behind.
    pub is_turning_point: bool,
}

/// Moves of a sequence that people follow.
const SEQUENCE: usize = 8;
/// A mistake decides so much at least.
const LEAST_STAKES: f32 = 0.04;

impl Mistake {
    pub(crate) fn fits(&self, moves: &[(Colour, Move)], size: Size) -> bool {
        moves.get(self.after) == Some(&(self.colour, self.played))
            && !self.better.is_empty()
            && all_on(&self.better, size)
            && all_on(&self.answer, size)
    }
}

/// Points below which nobody would call a move a mistake: two on the full board, about one on 9×9. The judgements
/// themselves are no more exact.
pub(crate) fn least_points(size: Size) -> f32 {
    0.7 + 1.3 * size.points() as f32 / 361.0
}

/// How many mistakes a player can take home from a game.
fn most(moves: usize) -> usize {
    (2 + moves / 30).clamp(3, 8)
}

/// Moves that may be mistakes that mattered, those with the highest stakes first: to be looked at more carefully. There
/// are twice as many as will be named.
pub(crate) fn suspects(losses: &[Loss], size: Size) -> Vec<usize> {
    let is_suspect =
        |loss: &Loss| loss.points >= least_points(size) * 0.75 && loss.stakes() >= LEAST_STAKES * 0.75;
    let mut all: Vec<usize> = (0..losses.len()).filter(|i| is_suspect(&losses[*i])).collect();
    all.sort_by(|a, b| losses[*b].stakes().total_cmp(&losses[*a].stakes()));
    all.truncate(2 * most(losses.len()));
    all
}

/// A second and more careful look at a move: before it, and after it.
pub(crate) struct SecondLook {
    pub after: usize,
    pub before: Judged,
    pub then: Judged,
    pub reason: Option<Reason>,
}

/// The mistakes among moves that were looked at twice, in the order of the game. Who won is told where it is
/// known.
pub(crate) fn mistakes(
    looks: Vec<SecondLook>,
    moves: &[(Colour, Move)],
    positions: &[Judged],
    size: Size,
    winner: Option<Colour>,
) -> Vec<Mistake> {
    let mut found: Vec<(f32, Mistake)> = Vec::new();
    for look in looks {
        let (colour, played) = moves[look.after];
        let cost = loss(colour, &look.before, &look.then, softness(size, look.after));
        // What it would have played itself is no mistake, whatever came of it.
        let is_other = look.before.best().is_some_and(|best| best != played);
        if !is_other || cost.points < least_points(size) || cost.stakes() < LEAST_STAKES {
            continue;
        }
        let mistake = Mistake {
            after: look.after,
            colour,
            played,
            points: cost.points,
            chance_before: look.before.win_rate,
            chance_after: look.then.win_rate,
            lead_before: look.before.lead,
            lead_after: look.then.lead,
            better: shortened(look.before.sequence),
            answer: shortened(look.then.sequence),
            reason: look.reason,
            is_turning_point: false,
        };
        found.push((cost.stakes(), mistake));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(most(moves.len()));
    let mut mistakes: Vec<Mistake> = found.into_iter().map(|(_, mistake)| mistake).collect();
    if let Some(turn) = winner.and_then(|winner| turning_point(&mistakes, positions, winner.other())) {
        mistakes[turn].is_turning_point = true;
    }
    mistakes.sort_by_key(|mistake| mistake.after);
    mistakes
}

fn shortened(mut sequence: Vec<Move>) -> Vec<Move> {
    sequence.truncate(SEQUENCE);
    sequence
}

/// The gravest of the loser's mistakes from where it was last ahead. `mistakes` begin with the highest stakes.
fn turning_point(mistakes: &[Mistake], positions: &[Judged], loser: Colour) -> Option<usize> {
    let last_hope = positions.iter().rposition(|judged| judged.win_rate.of(loser) >= 0.5)?;
    mistakes.iter().position(|mistake| mistake.colour == loser && mistake.after >= last_hope)
}

#[cfg(test)]
mod tests {
    use board::Point;

    use super::*;

    fn judged(win_rate: f32, lead: f32, best: Point) -> Judged {
        Judged {
            win_rate: WinRate::for_side(Colour::Black, win_rate),
            lead: Lead::for_side(Colour::Black, lead),
            visits: 1,
            sequence: vec![Move::Play(best); 20],
        }
    }

    /// A look at a move: from this chance and lead of Black's to that.
    type Look = (usize, (f32, f32), (f32, f32));

    fn found(looks: &[Look], best: Point, winner: Option<Colour>) -> Vec<Mistake> {
        let size = Size::square(9).unwrap();
        let played = Move::Play(Point::new(4, 4));
        let moves: Vec<_> = (0..10).map(|i| (Colour::BOTH[i % 2], played)).collect();
        let positions: Vec<Judged> =
            (0..11).map(|i| judged(if i <= 4 { 0.6 } else { 0.2 }, 0.0, best)).collect();
        let looks = looks.iter().map(|(after, a, b)| SecondLook {
            after: *after,
            before: judged(a.0, a.1, best),
            then: judged(b.0, b.1, best),
            reason: None,
        });
        mistakes(looks.collect(), &moves, &positions, size, winner)
    }

    #[test]
    fn only_losses_in_open_games_count() {
        let other = Point::new(2, 2);
        let open = (4, (0.6, 3.0), (0.2, -4.0));
        let lost_anyway = (6, (0.0, -60.0), (0.0, -70.0));
        let too_small = (8, (0.55, 1.0), (0.5, 0.5));
        let all = found(&[too_small, lost_anyway, open], other, Some(Colour::White));
        assert_eq!(all.iter().map(|m| m.after).collect::<Vec<_>>(), [4]);
        assert!((all[0].points - 7.0).abs() < 1e-3 && all[0].is_turning_point, "{all:?}");
        assert_eq!(all[0].better.len(), SEQUENCE);
        assert!(!found(&[open], other, None)[0].is_turning_point);
        assert!(!found(&[open], other, Some(Colour::Black))[0].is_turning_point);
    }

    #[test]
    fn the_best_move_is_no_mistake() {
        assert!(found(&[(4, (0.6, 3.0), (0.2, -4.0))], Point::new(4, 4), None).is_empty());
    }

    #[test]
    fn there_are_few_of_them_in_the_order_of_the_game() {
        let looks: Vec<_> = (0..10)
            .rev()
            .map(|i| (i, (0.5, 0.0), if i % 2 == 0 { (0.1, -9.0) } else { (0.9, 9.0) }))
            .collect();
        let all = found(&looks, Point::new(1, 1), None);
        assert_eq!(all.len(), 3);
        assert!(all.is_sorted_by_key(|m| m.after));
    }
}
